"""What the steps of a season do, and what is refused without changing anything."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from meleekit.core.errors import BadRequest, BadSave, BadSetup, MeleekitError
from meleekit.season.book import (
    AnyStep,
    BattleBegun,
    Hired,
    Party,
    PointBought,
    Rearmed,
    decode_season,
    encode_season,
)
from meleekit.season.stables import attribute_named, hiring, own_fighter
from meleekit.season.standing import Standing, after, standing
from tests.season.seasons import OWN, RICH, begin, opened, pair_up, won_by

BERRIN, TAMSIN = OWN[0].name, OWN[1].name


def refused(now: Standing, step: AnyStep) -> MeleekitError:
    before = now.season
    with pytest.raises(MeleekitError) as error:
        after(now, step)
    assert now.season is before
    with pytest.raises(BadSave) as on_reading:
        standing(before.then(step))
    assert on_reading.value.at == f"steps[{len(before.steps)}]"
    return error.value


def rich() -> Standing:
    return standing(begin(own=(RICH, OWN[1])))


def test_a_hundred_xp_buy_a_point_as_often_as_there_are_hundreds() -> None:
    # TFT-XP-01
    now = after(rich(), PointBought(BERRIN, "strength"))
    now = after(now, PointBought(BERRIN, "dexterity"))
    sheet = now.fighter(BERRIN).sheet
    assert (sheet.strength, sheet.dexterity, sheet.xp, sheet.gained) == (13, 13, 50, 2)
    # TFT-BAD-06
    assert refused(now, PointBought(BERRIN, "strength")).rule == "TFT-BAD-06"


def test_99_xp_buy_nothing() -> None:
    # Case 80, TFT-BAD-06
    now = standing(begin(own=(msgspec.structs.replace(OWN[0], xp=99), OWN[1])))
    assert refused(now, PointBought(BERRIN, "dexterity")).rule == "TFT-BAD-06"


def test_nothing_is_bought_during_a_battle() -> None:
    # TFT-BAD-06
    now = rich()
    now = after(now, pair_up(now))
    assert refused(now, PointBought(BERRIN, "strength")).rule == "TFT-BAD-06"
    idle = after(now, won_by(pair_up(rich()), 0))
    assert after(idle, PointBought(BERRIN, "strength")).fighter(BERRIN).sheet.strength == 13


def test_no_other_attribute_can_be_bought() -> None:
    # TFT-BAD-06
    assert [attribute_named(word) for word in ("STR", "dex")] == ["strength", "dexterity"]
    with pytest.raises(BadSetup) as error:
        attribute_named("luck")
    assert error.value.rule == "TFT-BAD-06"


def test_the_dead_buy_nothing() -> None:
    now = rich()
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 1, dies=True))
    assert not now.fighter(BERRIN).alive
    assert refused(now, PointBought(BERRIN, "strength")).rule == "TFT-BAD-06"


def test_strength_that_was_bought_makes_a_heavier_weapon_usable() -> None:
    # TFT-CRE-05: a halberd wants STR 13
    halberd = Rearmed(BERRIN, "leather", ("halberd",))
    assert refused(rich(), halberd).rule == "TFT-CRE-05"
    now = after(rich(), PointBought(BERRIN, "strength"))
    assert after(now, halberd).fighter(BERRIN).sheet.items == ("halberd",)


def test_between_battles_armour_and_arms_are_changed_freely() -> None:
    # TFT-CRE-08
    now = after(opened(), Rearmed(TAMSIN, "plate", ("club", "large_shield"), ("club",)))
    sheet = now.fighter(TAMSIN).sheet
    assert (sheet.armour, sheet.items, sheet.ready) == (
        "plate",
        ("club", "large_shield"),
        ("club",),
    )
    assert refused(now, Rearmed(TAMSIN, "silk", ())).rule == "TFT-BAD-01"
    assert refused(now, Rearmed(TAMSIN, "none", ("club", "mace", "rapier"))).rule == "TFT-CRE-06"


def test_during_a_battle_they_stay_as_they_are() -> None:
    # TFT-CRE-08
    now = after(opened(), pair_up(opened()))
    assert refused(now, Rearmed(BERRIN, "plate", ())).rule == "TFT-CRE-08"
    assert after(now, Rearmed(TAMSIN, "plate", ("club",))).fighter(TAMSIN).sheet.armour == "plate"


def test_missile_weapons_are_not_brought_to_a_season_of_practice() -> None:
    # TFT-BAT-08
    now = opened(kind="practice")
    assert refused(now, Rearmed(BERRIN, "none", ("sling",))).rule == "TFT-BAT-08"


def test_a_victory_counts_three_a_draw_one_and_the_dead_are_told() -> None:
    now = opened()
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 0, dies=True))
    battle = pair_up(now, 0, 2)
    now = after(after(now, battle), won_by(battle, None))
    own, first, second = now.places
    assert (own.points, own.won, own.drawn, own.slain, own.fallen) == (4, 1, 1, 1, 0)
    assert (first.points, first.lost, first.fallen) == (0, 1, 1)
    assert (second.points, second.drawn) == (1, 1)
    assert [(rank, place.stable) for rank, place in now.table] == [(1, 0), (2, 2), (3, 1)]


def test_equal_stables_share_a_rank() -> None:
    assert [rank for rank, _ in opened().table] == [1, 1, 1]


def test_experience_is_earned_and_never_falls_below_nothing() -> None:
    # TFT-XP-07
    now = opened()
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 0, xp=30))
    assert now.fighter(BERRIN).sheet.xp == 30
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 0, xp=-50))
    assert now.fighter(BERRIN).sheet.xp == 0


def test_hits_heal_between_battles() -> None:
    # TFT-INJ-07: nothing of the three hits taken is left on the sheet
    now = opened()
    battle = pair_up(now)
    then = after(after(now, battle), won_by(battle, 0, xp=0))
    assert then.fighter(BERRIN).sheet == now.fighter(BERRIN).sheet
    assert "3 hits taken" in then.fighter(BERRIN).history[-1]


def test_a_battle_is_never_counted_twice() -> None:
    now = opened()
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 0))
    assert "never counted twice" in refused(now, won_by(battle, 0)).message
    assert len(now.fought) == 1


def twice(now: Standing, battle: BattleBegun) -> AnyStep:
    return msgspec.structs.replace(battle, parties=(battle.parties[0], battle.parties[0]))


def a_stranger(now: Standing, battle: BattleBegun) -> AnyStep:
    return msgspec.structs.replace(battle, parties=(Party(0, ("Nobody",)), battle.parties[1]))


def another_stables(now: Standing, battle: BattleBegun) -> AnyStep:
    names = battle.parties[1].fighters
    return msgspec.structs.replace(battle, parties=(Party(0, names), battle.parties[1]))


def a_stable_too_many(now: Standing, battle: BattleBegun) -> AnyStep:
    return msgspec.structs.replace(battle, parties=(Party(9, ("Ann",)), battle.parties[1]))


def out_of_turn(now: Standing, battle: BattleBegun) -> AnyStep:
    return msgspec.structs.replace(battle, battle=7)


@pytest.mark.parametrize(
    "wrong", [twice, a_stranger, another_stables, a_stable_too_many, out_of_turn]
)
def test_a_battle_that_cannot_be_does_not_begin(
    wrong: Callable[[Standing, BattleBegun], AnyStep],
) -> None:
    now = opened()
    refused(now, wrong(now, pair_up(now)))


def test_one_battle_begins_when_the_last_is_fought_out() -> None:
    now = after(opened(), pair_up(opened()))
    refused(now, pair_up(now))


def test_the_fates_told_must_be_those_of_the_fighters_sent() -> None:
    now = after(opened(), pair_up(opened()))
    assert now.under_way is not None
    end = won_by(now.under_way, 0)
    refused(now, msgspec.structs.replace(end, fates=end.fates[:1]))
    refused(now, msgspec.structs.replace(end, winners=(2,)))


def test_one_is_hired_for_each_who_died_and_no_more() -> None:
    now = opened()
    refused(now, hiring(now, 0))
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 1, dies=True))
    step = hiring(now, 0)
    now = after(now, step)
    assert now.living(0)[-1].name == step.sheet.name
    refused(now, hiring(now, 0))


def test_nobody_is_hired_under_a_name_that_is_taken_even_by_the_dead() -> None:
    # TFT-CRE-11
    now = opened()
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 1, dies=True))
    assert refused(now, Hired(0, OWN[0])).rule == "TFT-CRE-11"


def test_only_one_s_own_fighters_are_one_s_to_lead() -> None:
    now = opened()
    assert own_fighter(now, BERRIN.upper()).name == BERRIN
    with pytest.raises(BadRequest, match="not your own"):
        own_fighter(now, now.living(1)[0].name)
    with pytest.raises(BadRequest, match="nobody in this season"):
        own_fighter(now, "Nobody")


def test_a_season_that_is_written_is_read_again_as_it_was() -> None:
    now = after(rich(), PointBought(BERRIN, "strength"))
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 1, dies=True))
    now = after(after(now, hiring(now, 0)), Rearmed(TAMSIN, "plate", ("club",)))
    read = decode_season(encode_season(now.season))
    assert read == now.season
    assert standing(read) == now


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        (b'"meleekit-season/1"', b'"meleekit-season/9"', "format"),
        (b'"kind": "arena"', b'"kind": "picnic"', "plan.kind"),
        (b'"rounds": 2', b'"rounds": "two"', "plan.rounds"),
        (b'"strength": 12', b'"strength": 30', "stables[0].fighters[0]"),
        (b'"fixture": 0', b'"fixture": 1000000000000', "steps[0].fixture"),
        (b'"stable": 1', b'"stable": 9', "steps[0]"),
        (b'"xp": 30', b'"xp": 10000000000000000000000000', "steps[1].fates[0].xp"),
        (b'"made up"', b'"' + b"made up" * 100 + b'"', "steps[1].reason"),
        (b'"hits": 3', b'"hits": -3', "steps[1].fates[0].hits"),
    ],
    ids=["format", "kind", "rounds", "fighter", "fixture", "stable", "xp", "reason", "hits"],
)
def test_a_season_that_contradicts_the_rules_or_itself_is_refused(
    old: bytes, new: bytes, at: str
) -> None:
    now = opened()
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 0))
    data = encode_season(now.season)
    assert old in data
    with pytest.raises(BadSave) as error:
        standing(decode_season(data.replace(old, new, 1)))
    assert error.value.at == at


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b'{"format": "meleekit-season/1"}'])
def test_what_is_no_season_is_refused(data: bytes) -> None:
    with pytest.raises(BadSave):
        decode_season(data)
