"""A battle of a season as a match: the same dice always, read back once, and only if it holds."""

from __future__ import annotations

import json

import msgspec
import pytest

from meleekit.bots import play_out
from meleekit.core.errors import BadRequest, BadSave, BadSetup
from meleekit.core.match import Match
from meleekit.season.battles import (
    bots_of,
    fought_by_bots,
    match_of,
    players_of,
    read_battle,
    result_of,
)
from meleekit.season.book import ME, Plan, decode_season, encode_season
from meleekit.season.chance import battle_seed, chance_of
from meleekit.season.fixtures import next_battle
from meleekit.season.stables import (
    NAMES,
    SURE_DEX,
    check_season,
    coming,
    housekeeping,
    new_season,
    recruit,
    wanted,
)
from meleekit.season.standing import Standing, after, after_all, standing
from meleekit.systems import SYSTEMS
from meleekit.tft.creation import adj_dex_at_entry, problems
from meleekit.tft.events import ExperienceGained
from meleekit.tft.setup import Kind
from tests.season.seasons import OWN, RICH, SEED, begin, fight, opened, pair_up, won_by


def under_way() -> Standing:
    now = opened()
    battle = next_battle(now)
    assert battle is not None
    return after(now, battle)


def record(now: Standing) -> bytes:
    assert now.under_way is not None
    return fought_by_bots(now, now.under_way).save(reveal_seed=True)


def test_the_match_is_between_the_sheets_as_they_are_now() -> None:
    now = standing(begin(own=(RICH, OWN[1])))
    battle = pair_up(now)
    sides = match_of(after(now, battle), battle).game.setup.sides
    assert sides[0].fighters == (RICH,)
    assert [side.name for side in sides] == [now.stable_name(0), now.stable_name(1)]


def test_every_battle_has_dice_of_its_own_and_always_the_same() -> None:
    season = begin()
    assert battle_seed(season, 1) == battle_seed(begin(), 1)
    assert len({battle_seed(season, n) for n in range(20)} | {season.seed}) == 21


def test_what_came_of_a_battle_is_what_its_report_told() -> None:
    now = under_way()
    assert now.under_way is not None
    match = fought_by_bots(now, now.under_way)
    told = {
        match.game.arena.name(event.figure): event.points
        for entry in match.entries
        for event in entry.events
        if isinstance(event, ExperienceGained)
    }
    result = result_of(now, match)
    assert {fate.fighter: fate.xp for fate in result.fates if fate.xp} == told
    assert match.outcome is not None
    assert result.winners == tuple(
        now.under_way.parties[seat].stable for seat in match.outcome.winners
    )
    assert result.log == match.log_hash()


def test_a_record_made_at_another_table_counts_once() -> None:
    now = under_way()
    data = record(now)
    then = after(now, read_battle(now, data))
    assert len(then.fought) == 1
    with pytest.raises(BadSave, match="none is counted twice"):
        read_battle(then, data)


def test_a_record_of_other_fighters_is_not_counted() -> None:
    other = after(opened(), pair_up(opened(), 0, 1))
    with pytest.raises(BadSave, match="another battle") as error:
        read_battle(under_way(), record(other))
    assert error.value.at == "setup"


def test_a_battle_that_is_not_fought_out_is_not_counted() -> None:
    now = under_way()
    assert now.under_way is not None
    match = match_of(now, now.under_way)
    with pytest.raises(BadSave, match="not fought out"):
        read_battle(now, match.save(reveal_seed=True))
    with pytest.raises(BadSave, match="not fought out"):
        result_of(now, match)


def test_a_record_in_which_dice_were_changed_is_not_counted() -> None:
    now = under_way()
    data = msgspec.json.decode(record(now))
    entry = next(entry for entry in data["entries"] if entry["rolls"])
    roll = entry["rolls"][0]
    roll["total"] = roll["count"] if roll["total"] != roll["count"] else roll["count"] * 6
    with pytest.raises(BadSave):
        read_battle(now, msgspec.json.encode(data))


def test_a_bot_stands_in_for_a_player_who_is_away() -> None:
    now = under_way()
    assert now.under_way is not None
    assert ME in players_of(now.season, now.under_way) or now.under_way.parties[0].stable
    assert {bot.name for bot in bots_of(now.season, now.under_way)} == {"brawler"}
    match = match_of(now, now.under_way)
    play_out(match, bots_of(now.season, now.under_way))
    assert match.save(reveal_seed=True) == record(now)
    assert Match.load(record(now), SYSTEMS).outcome == match.outcome


def test_bots_hire_for_their_dead_and_spend_what_their_fighters_earn() -> None:
    now = opened()
    battle = pair_up(now, 0, 1)
    now = after(after(now, battle), won_by(battle, 0, dies=True))
    battle = pair_up(now, 0, 2)
    now = after(after(now, battle), won_by(battle, 1, xp=210))
    name = battle.parties[1].fighters[0]
    kept = after_all(now, housekeeping(now))
    assert len(kept.living(1)) == 2
    assert (kept.fighter(name).sheet.xp, kept.fighter(name).sheet.gained) == (10, 2)
    assert housekeeping(kept) == ()


@pytest.mark.parametrize(
    ("variants", "most"), [(("VAR-XP-CAP",), 8), ((), 100)], ids=["capped", "free"]
)
def test_bots_buy_no_more_than_the_rules_and_the_sheet_allow(
    variants: tuple[str, ...], most: int
) -> None:
    # The cap of VAR-XP-CAP is 8 points; a sheet holds 100.
    now = opened(variants=variants)
    battle = pair_up(now, 0, 1)
    now = after(after(now, battle), won_by(battle, 1, xp=100 * (most + 2)))
    name = battle.parties[1].fighters[0]
    kept = after_all(now, housekeeping(now))
    assert (kept.fighter(name).sheet.gained, kept.fighter(name).sheet.xp) == (most, 200)
    assert housekeeping(kept) == ()
    assert coming(kept) is not None


def test_experience_grows_no_further_than_a_sheet_holds() -> None:
    # TFT-XP-07
    now = standing(begin(own=(msgspec.structs.replace(OWN[0], xp=999_990), OWN[1])))
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 0, xp=30))
    sheet = now.fighter(battle.parties[0].fighters[0]).sheet
    assert sheet.xp == 1_000_000
    assert not problems(sheet)


@pytest.mark.parametrize(
    ("place", "field", "value", "at"),
    [
        ("", "title", "Spring\x1b[2J", "title"),
        ("stables/0", "name", "\x1b[2J", "stables[0].name"),
        ("stables/1", "name", "x" * 41, "stables[1].name"),
        ("stables/1", "name", "  ", "stables[1].name"),
        ("stables/2", "name", "Your stable", "stables[2].name"),
        ("stables/2", "player", "nobody", "bot"),
        ("plan", "board", "moon", "board"),
        ("plan", "variants", ["VAR-NONE"], "variants[0]"),
        ("plan", "variants", ["VAR-DEF-STRICT", "VAR-DEF-DECLARE"], "variants[0]"),
    ],
)
def test_a_season_is_brought_along_only_if_all_its_battles_can_be_fought(
    place: str, field: str, value: object, at: str
) -> None:
    written = json.loads(encode_season(begin()))
    row = written
    for step in filter(None, place.split("/")):
        row = row[int(step) if step.isdecimal() else step]
    row[field] = value
    season = decode_season(json.dumps(written).encode())
    with pytest.raises((BadSetup, BadRequest)) as error:
        check_season(season)
    assert error.value.at == at


def test_no_stable_of_a_season_has_the_name_of_another() -> None:
    for name in NAMES:
        with pytest.raises(BadSetup, match="two stables"):
            new_season("Spring", SEED, Plan(), OWN, own_name=name, others=11)


def test_a_stable_has_only_as_many_fighters_as_can_be_read_again() -> None:
    own = tuple(msgspec.structs.replace(OWN[0], name=f"F{number}") for number in range(41))
    assert decode_season(encode_season(begin(own[:40])))
    with pytest.raises(BadSetup, match="at most 40 fighters"):
        begin(own)


def test_nobody_keeps_house_for_the_stable_that_a_person_leads() -> None:
    now = standing(begin(own=(RICH, OWN[1])))
    assert housekeeping(now) == ()


def test_the_battle_that_is_announced_is_the_one_that_comes() -> None:
    now = opened(rounds=1)
    for _ in range(3):
        announced = coming(now)
        now = fight(now)
        assert now.fought[-1][0] == announced


def test_bots_buy_dexterity_until_blows_are_sure_then_strength() -> None:
    for dexterity, bought in ((12, "dexterity"), (16, "strength")):
        sheet = msgspec.structs.replace(OWN[0], dexterity=dexterity)
        assert (adj_dex_at_entry(sheet)[0] < SURE_DEX) is (bought == "dexterity")
        assert wanted(sheet) == bought


@pytest.mark.parametrize("kind", ["arena", "practice"])
def test_recruits_are_beginners_that_the_rules_allow_under_names_of_their_own(kind: Kind) -> None:
    """No missile weapons come to practice (TFT-BAT-08)."""
    taken: set[str] = set()
    dice = chance_of(begin(), "a test")
    for _ in range(120):
        sheet = recruit(dice, taken, Plan(kind=kind))
        assert problems(sheet, missiles=kind != "practice") == []
        assert (sheet.xp, sheet.gained) == (0, 0)
        assert sheet.name.casefold() not in taken
        taken.add(sheet.name.casefold())


def test_a_season_that_could_not_be_fought_does_not_begin() -> None:
    def refused(**changed: object) -> BadSetup | BadRequest:
        plan = {"board": "arena2"} | changed
        with pytest.raises((BadSetup, BadRequest)) as error:
            new_season("Spring", SEED, Plan(**plan), OWN)  # type: ignore[arg-type]
        return error.value  # type: ignore[no-any-return]

    assert refused(board="moon").at == "board"
    assert refused(variants=("VAR-NONE",)).rule == "TFT-VAR-01"
    strong = msgspec.structs.replace(OWN[0], strength=20)
    with pytest.raises(BadSetup) as error:
        new_season("Spring", SEED, Plan(), (OWN[1], strong))
    assert (error.value.rule, error.value.at) == ("TFT-CRE-01", "stables[0].fighters[1]")
    with pytest.raises(BadSetup):
        new_season("Spring", SEED, Plan(), ())
    with pytest.raises(BadRequest):
        new_season("Spring", SEED, Plan(), OWN, bot_name="nobody")
