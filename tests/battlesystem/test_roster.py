"""The roster of a whole battle on a real table: figures, wounds and morale across rounds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.battlesystem.calculator import Moment
from meleekit.battlesystem.crt import crt_from
from meleekit.battlesystem.morale_sums import (
    LOST_25,
    LOST_50,
    LOST_MORE,
    commander_falls,
    losses_noted,
    morale_parts,
)
from meleekit.battlesystem.roster_book import (
    AnyStep,
    Book,
    Corrected,
    MeleeFought,
    MoraleChecked,
    RoundBegun,
    Striker,
    decode_book,
    encode_book,
    new_book,
)
from meleekit.battlesystem.roster_moment import Standing
from meleekit.battlesystem.roster_morale import morale_of
from meleekit.battlesystem.roster_standing import after, standing
from meleekit.battlesystem.roster_words import told
from meleekit.core.dice import Given, Roll
from meleekit.core.errors import BadDice, BadSave, BadSetup, IllegalAction, MeleekitError
from tests.battlesystem.armies import TABLES


def _armies(**changes: Any) -> dict[str, Any]:
    horde = [
        {"name": "Orcs", "troop": "orc", "figures": 12, "files": 6, "commander": "Gorm"},
        {"name": "Ogres", "troop": "ogre", "figures": 4},
    ]
    men = [
        {"name": "Militia", "troop": "man_at_arms", "figures": 12, "files": 6},
        {"name": "Bones", "troop": "skeleton", "figures": 6, "weapons": ["spear", "dagger"]},
    ]
    sides = [{"name": "Horde", "units": horde}, {"name": "Men", "units": men}]
    return {"title": "The ford", "sides": sides, **changes}


def _begun(**changes: Any) -> Standing:
    return standing(new_book(_armies(**changes)))


def _rolls(*totals: int, count: int = 2, sides: int = 6) -> tuple[Roll, ...]:
    return tuple(Roll(count, sides, total, "") for total in totals)


def _fought(first: str, second: str, *dice: int, **both: Any) -> MeleeFought:
    moments = (both.get("one", Moment()), both.get("other", Moment()))
    strikers = [
        Striker(name, moment) for name, moment in zip((first, second), moments, strict=True)
    ]
    return MeleeFought(strikers[0], strikers[1], _rolls(*dice))


def _checked(unit: str, total: int, **more: Any) -> MoraleChecked:
    return MoraleChecked(unit, _rolls(total, sides=10), **more)


def _taken(now: Standing, *steps: AnyStep) -> Standing:
    for step in steps:
        now = after(now, step)
    return now


def _refused(now: Standing, step: AnyStep) -> MeleekitError:
    before = now.units
    with pytest.raises(MeleekitError) as refused:
        after(now, step)
    assert now.units == before
    return refused.value


SUPPORTED = Moment(contact=6, support=6)
SIX = Moment(contact=6)


def test_case_56_is_kept_and_the_militia_has_a_check_to_make() -> None:
    # BAT-LOSS-09, BAT-MOR-01
    now = _taken(_begun(), _fought("Orcs", "Militia", 6, 8, one=SIX, other=SUPPORTED))
    orcs, militia = now.unit("orcs"), now.unit("Militia")
    assert (orcs.figures, orcs.wounded, orcs.check_due) == (10, 1, False)
    assert (militia.figures, militia.wounded, militia.due) == (9, 0, LOST_25)


def test_case_51_a_free_attack_leaves_four_lost_and_one_wounded() -> None:
    # BAT-END-05, BAT-END-06, BAT-MOR-01: 24 HD on 10 of 12 orcs
    now = _taken(_begun(), Corrected("Orcs", figures=10))
    step = MeleeFought(
        Striker("Militia", Moment(contact=6, free_attack=True)), Striker("Orcs"), _rolls(6)
    )
    then = _taken(now, step)
    # 21 - 2 - 6 + 6 = 19: D6 is 4 HD; 24 HD kill two and wound one, no reply is made.
    assert (then.unit("Orcs").figures, then.unit("Orcs").wounded) == (8, 1)
    assert then.unit("Orcs").due == LOST_25
    assert then.unit("Orcs").fled
    assert then.unit("Militia").figures == 12
    # Who fled makes no attack this round (BAT-PROC-10), and may not be told to.
    assert _refused(then, _fought("Orcs", "Ogres", 7, 7)).rule == "BAT-ELIG-01"
    error = _refused(then, _fought("Orcs", "Bones", 7, 7, one=SIX))
    assert error.rule == "BAT-PROC-10"
    assert _taken(then, _fought("Orcs", "Bones", 7)).unit("Bones").figures == 6


def test_case_41_a_unit_destroyed_in_one_melee_still_attacks_in_the_next() -> None:
    # BAT-PROC-09, BAT-LOSS-10, BAT-SEQ-04
    weak = _taken(_begun(), Corrected("Bones", figures=2))
    half = Moment(contact=1)
    now = _taken(weak, _fought("Orcs", "Bones", 2, 7, one=SIX, other=half))
    assert now.unit("Bones").figures == 0
    then = _taken(now, _fought("Ogres", "Bones", 7, 2, one=half, other=half))
    # A spear does D8 to large enemies; 19 - 5 + 2 = 16: 6 HD, more than a quarter of 21.
    assert then.unit("Ogres").wounded == 1
    assert _refused(then, _fought("Orcs", "Bones", 7, 7)).rule == "BAT-VAL-04"
    # In the next round it is gone.
    then = _taken(then, RoundBegun())
    assert _refused(then, _fought("Orcs", "Bones", 7, 7)).rule == "BAT-LOSS-10"


def test_a_figure_fights_in_one_melee_of_a_phase() -> None:
    # BAT-ELIG-10, BAT-VAL-03
    now = _taken(_begun(), _fought("Orcs", "Militia", 7, 7, one=Moment(contact=8), other=SIX))
    error = _refused(now, _fought("Orcs", "Bones", 7, 7, one=Moment(contact=5)))
    assert error.rule == "BAT-VAL-03"
    assert _taken(now, _fought("Orcs", "Bones", 7, 7, one=Moment(contact=4)))


def test_a_melee_is_fought_once_a_round_and_between_enemies() -> None:
    # BAT-VAL-04, BAT-ELIG-01
    now = _taken(_begun(), _fought("Orcs", "Bones", 12, 12))
    assert _refused(now, _fought("Bones", "Orcs", 7, 7)).rule == "BAT-VAL-04"
    assert _refused(now, _fought("Orcs", "Ogres", 7, 7)).rule == "BAT-ELIG-01"
    assert _refused(now, _fought("Orcs", "Nobody", 7, 7)).rule == "BAT-STATE-02"


def test_a_weapon_changes_hands_before_the_first_melee_of_a_round() -> None:
    # BAT-WPN-01, BAT-WPN-02, BAT-WPN-03, BAT-VAL-02; case 60
    def strike(weapon: str) -> MeleeFought:
        return MeleeFought(Striker("Bones", SIX, weapon), Striker("Orcs", SIX), _rolls(7, 12))

    now = _taken(_begun(), strike("dagger"))
    assert now.unit("Bones").weapon == "dagger"
    ogres = MeleeFought(Striker("Bones", Moment(contact=0), "spear"), Striker("Ogres"), _rolls(7))
    assert _refused(now, ogres).rule == "BAT-WPN-03"
    assert _refused(_begun(), strike("halberd")).rule == "BAT-VAL-02"


def test_checks_come_before_the_next_round() -> None:
    # BAT-MOR-02
    now = _taken(_begun(), _fought("Orcs", "Militia", 6, 8, one=SIX, other=SUPPORTED))
    assert _refused(now, RoundBegun()).rule == "BAT-MOR-02"
    assert _taken(now, _checked("Militia", 2), RoundBegun()).round == 2
    assert _taken(now, Corrected("Militia", check_due=False), RoundBegun()).round == 2


def test_case_53_a_failed_check_opens_a_closed_unit_and_routs_an_open_one() -> None:
    # BAT-MOR-03, BAT-MOR-05
    now = _taken(_begun(), Corrected("Militia", figures=9))
    assert sum(part.value for part in morale_of(now, now.unit("Militia"))) == 12
    assert _taken(now, _checked("Militia", 12)).unit("Militia").formation == "closed"
    now = _taken(now, _checked("Militia", 13))
    assert now.unit("Militia").formation == "open"
    now = _taken(now, Corrected("Militia", figures=6))
    assert sum(part.value for part in morale_of(now, now.unit("Militia"))) == 9
    held, routed = (_taken(now, _checked("Militia", total)) for total in (9, 10))
    assert not held.unit("Militia").routed
    assert routed.unit("Militia").routed
    # A routed unit attacks nobody and checks nothing but whether it rallies.
    assert _refused(routed, _checked("Militia", 5)).rule == "BAT-MOR-09"
    assert _refused(routed, _fought("Orcs", "Militia", 7, 7, other=SIX)).rule == "BAT-MOR-09"
    assert _taken(routed, _fought("Orcs", "Militia", 12)).unit("Orcs").figures == 12
    # BAT-MOR-06
    back = _taken(routed, _checked("Militia", 9, rally=True))
    assert (back.unit("Militia").routed, back.unit("Militia").formation) == (False, "open")
    assert _taken(routed, _checked("Militia", 10, rally=True)).unit("Militia").routed
    assert _refused(held, _checked("Militia", 2, rally=True)).rule == "BAT-MOR-06"


def test_case_54_undead_never_check() -> None:
    # BAT-MOR-04
    now = _taken(_begun(), Corrected("Bones", figures=2))
    assert not now.unit("Bones").check_due
    assert _refused(now, _checked("Bones", 2)).rule == "BAT-MOR-04"
    assert _taken(now, RoundBegun()).round == 2


def test_a_check_that_is_not_due_is_refused_unless_the_referee_calls_for_it() -> None:
    # BAT-MOR-01, BAT-MOR-10
    now = _begun()
    assert _refused(now, _checked("Orcs", 2)).rule == "BAT-MOR-01"
    now = _taken(now, Corrected("Orcs", check_due=True))
    assert not _taken(now, _checked("Orcs", 2, because=("level_drain",))).unit("Orcs").check_due
    assert _refused(now, _checked("Orcs", 2, because=("rain",))).rule == "BAT-MOR-03"
    assert _refused(now, _checked("Orcs", 2, because=("lost_75",))).rule == "BAT-MOR-03"
    parts = morale_of(now, now.unit("Orcs"), ("enemy_rear", "out_of_command", "enemy_rear"))
    assert [part.value for part in parts] == [11, -2, -2, 1]


def test_a_commander_in_danger_falls_on_a_2() -> None:
    # BAT-MOR-08
    leading = Moment(contact=6, commander_fights=True)
    fought = _fought("Orcs", "Militia", 6, 8, 2, one=leading, other=SUPPORTED)
    now = _taken(_begun(), fought)
    assert not now.unit("Orcs").commander
    assert now.unit("Orcs").check_due
    assert [part.value for part in morale_of(now, now.unit("Orcs"))] == [11, -1, 1]
    later = _taken(now, Corrected("Orcs", check_due=False), Corrected("Militia", check_due=False))
    again = _fought("Orcs", "Militia", 7, 7, one=leading, other=SIX)
    assert _refused(_taken(later, RoundBegun()), again).rule == "BAT-MOR-08"
    safe = _taken(_begun(), _fought("Orcs", "Militia", 6, 8, 3, one=leading, other=SUPPORTED))
    assert safe.unit("Orcs").commander
    assert commander_falls(0, "Gorm", Given([])) == (0, True)


def test_dice_that_cannot_be_are_refused_by_their_rule() -> None:
    # BAT-VAL-06; case 65
    assert _refused(_begun(), _fought("Orcs", "Militia", 13, 7)).rule == "BAT-VAL-06"
    now = _taken(_begun(), Corrected("Orcs", check_due=True))
    assert _refused(now, _checked("Orcs", 21)).rule == "BAT-VAL-06"
    too_many = _fought("Orcs", "Militia", 7, 7, 7)
    assert isinstance(_refused(_begun(), too_many), BadDice)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"figures": 13}, "BAT-UNIT-06"),
        ({"figures": 0, "wounded": 1}, "BAT-UNIT-06"),
        ({"weapon": "halberd"}, "BAT-VAL-02"),
    ],
)
def test_what_no_unit_can_be_is_not_set(changes: dict[str, Any], rule: str) -> None:
    # BAT-UNIT-06, BAT-VAL-02
    assert _refused(_begun(), Corrected("Orcs", **changes)).rule == rule


def test_only_a_unit_with_a_commander_can_lose_one() -> None:
    # BAT-MOR-07
    assert _refused(_begun(), Corrected("Ogres", commander=False)).rule == "BAT-MOR-07"
    assert _taken(_begun(), Corrected("Orcs", commander=False)).unit("Orcs").check_due


@given(st.integers(1, 40), st.lists(st.integers(0, 6), max_size=12))
def test_checks_are_due_for_a_quarter_a_half_and_all_that_is_lost_after_that(
    start: int, losses: list[int]
) -> None:
    # BAT-MOR-01, told another way: by what was lost before and is now
    left, used = start, 0
    for loss in losses:
        loss = min(loss, left)
        if not loss:
            continue
        before, now = start - left, start - left + loss
        expected = 0
        if before < start / 4 <= now:
            expected |= LOST_25
        if before < start / 2 <= now:
            expected |= LOST_50
        if before >= start / 2:
            expected |= LOST_MORE
        left -= loss
        due, used = losses_noted(start, left, 0, used)
        assert due == expected


@pytest.mark.parametrize(("left", "value"), [(7, 0), (6, -2), (4, -2), (3, -4), (1, -4)])
def test_losses_weigh_on_morale(left: int, value: int) -> None:
    # BAT-MOR-03: half, and three quarters in its place
    parts = morale_parts(11, 12, left, TABLES, closed=False)
    assert sum(part.value for part in parts) == 11 + value


# -- the book ------------------------------------------------------------------------------------


def _story() -> Standing:
    return _taken(
        _begun(),
        _fought("Orcs", "Militia", 6, 8, one=SIX, other=SUPPORTED),
        _checked("Militia", 13),
        RoundBegun(),
        Corrected("Ogres", figures=3, note="arrows"),
    )


def test_a_book_read_again_stands_as_it_did() -> None:
    now = _story()
    again = standing(decode_book(encode_book(now.book)))
    assert (again.units, again.round, again.book) == (now.units, now.round, now.book)


def test_a_book_tells_its_story() -> None:
    assert list(told(_story().book)) == [
        "Orcs against Militia: 6 on 2d6, 30 HD; 3 figures lost. "
        "Militia against Orcs: 8 on 2d6, 24 HD; 2 figures lost, 1 wounded.",
        "Militia: 13 on 2d10 against 12; it falls into open formation.",
        "Round 2.",
        "Ogres: 4 figures now 3, a Morale Check is due (arrows).",
    ]


def test_a_step_that_was_tampered_with_is_found() -> None:
    book = _story().book
    bad = msgspec.structs.replace(book, steps=(*book.steps, _fought("Orcs", "Ogres", 7, 7)))
    with pytest.raises(BadSave) as refused:
        standing(bad)
    assert (refused.value.at, refused.value.rule) == ("steps[4]", "BAT-ELIG-01")
    for data in (b"", b"{}", b"\xff", b'{"format": "other"}', encode_book(book)[:-9]):
        with pytest.raises(BadSave):
            decode_book(data)


def test_the_results_table_and_its_hash_are_part_of_the_book() -> None:
    # BAT-CRT-02, BAT-CRT-05
    assert _begun().book.heading.crt_hash == TABLES.crt.hash
    plain = msgspec.json.decode(msgspec.json.encode(TABLES.crt.table))
    del plain["hash"]
    plain["row"][26]["cells"][4] = "13/2"
    own = crt_from(plain)
    now = standing(new_book(_armies(), crt=own))
    assert (now.book.heading.crt_hash, now.crt) == (own.hash, own)
    # 19 - 7 + 4 = 16: 6 x 6.5 HD is 39; three killed and one wounded.
    then = _taken(now, _fought("Orcs", "Militia", 4, 2, one=SIX, other=SIX))
    assert (then.unit("Militia").figures, then.unit("Militia").wounded) == (9, 1)
    stolen = msgspec.structs.replace(now.book.heading, crt=None)
    with pytest.raises(BadSave) as refused:
        standing(Book(now.book.format, stolen))
    assert refused.value.rule == "BAT-CRT-05"


def test_armies_that_the_rules_refuse_make_no_book() -> None:
    # BAT-VAL-01
    twice = _armies()
    twice["sides"][0]["units"][1]["name"] = "Orcs"
    wrong = _armies()
    wrong["sides"][1]["units"][0]["ac"] = 11
    for data, at in (
        (twice, "sides[0].units[1].name"),
        (wrong, "sides[1].units[0].ac"),
        ({"sides": []}, "sides"),
        (_armies(sides=[{"name": "", "units": []}] * 2), "heading.sides[0].name"),
    ):
        with pytest.raises(BadSetup) as refused:
            new_book(data)
        assert (refused.value.rule, refused.value.at) == ("BAT-UNIT-06", at)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(2, 12), st.integers(2, 12)), min_size=1, max_size=5))
def test_a_battle_does_not_depend_on_which_side_is_listed_first(
    throws: list[tuple[int, int]],
) -> None:
    # BAT-PROC-08: swap sides, units and dice
    data = _armies()
    now = standing(new_book(data))
    swapped = standing(new_book({**data, "sides": data["sides"][::-1]}))
    for one, other in throws:
        if not (now.unit("Orcs").figures and now.unit("Militia").figures):
            break
        now = _taken(now, _fought("Orcs", "Militia", one, other))
        swapped = _taken(swapped, _fought("Militia", "Orcs", other, one))
        for name, unit in now.units.items():
            assert msgspec.structs.replace(swapped.units[name], side=unit.side) == unit
            if unit.check_due:
                now = _taken(now, Corrected(name, check_due=False))
                swapped = _taken(swapped, Corrected(name, check_due=False))
        now, swapped = _taken(now, RoundBegun()), _taken(swapped, RoundBegun())


def test_an_unknown_unit_is_refused_with_those_it_may_mean() -> None:
    with pytest.raises(IllegalAction, match="Orcs"):
        _begun().unit("Orks")
