"""Worked cases of the Attack Rating (section A)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from meleekit.battlesystem.hit_dice import hit_dice
from meleekit.core.game import Modifier
from tests.battlesystem.armies import TABLES, ar, attack, plain, unit


def test_case_1_a_unit_that_hits_ac_1_on_a_20_has_thac0_21_for_its_rating() -> None:
    # BAT-AR-01, BAT-AR-03, BAT-AR-04
    bases = [plain(thac0=21, ratio=r, override_ratio=True).base_ar for r in (10, 5, 2, 1)]
    assert bases == [21, 26, 31, 36]
    row = TABLES.thac0("fighter", 0, hit_dice("1"))
    assert row is not None
    assert (row.value, row.game_thac0) == (21, 20)


def test_case_2_ogres_stand_five_to_one_and_hold_21_hit_dice() -> None:
    # BAT-UNIT-02, BAT-UNIT-03, BAT-UNIT-04
    ogre = unit("ogre")
    assert (ogre.unit.ratio, ogre.base_ar, ogre.figure_hd) == (5, 20, 21)


def test_case_3_orcs_in_daylight() -> None:
    # BAT-AR-15, BAT-UNIT-08
    assert ar(unit("orc"), plain(), daylight=True) == 20
    assert ar(plain(thac0=19), plain(), daylight=True) == 19


def test_case_4_modifiers_add_up() -> None:
    # BAT-AR-05, BAT-AR-06, BAT-AR-07, BAT-AR-08
    goblin = unit("goblin")
    assert ar(goblin, plain(), formation="open", in_command=False, uphill=True) == 23


def test_case_5_skirmishers_do_not_mind_being_out_of_command() -> None:
    # BAT-AR-06, BAT-AR-07
    assert ar(unit("orc"), plain(), formation="skirmish", in_command=False) == 20


def test_case_6_a_charge_helps_closed_formations_alone() -> None:
    # BAT-AR-09, BAT-AR-10
    elf = unit("elf")
    assert ar(elf, plain(), charging=True, commander_fights=True) == 15
    assert ar(elf, plain(), charging=True, commander_fights=True, formation="open") == 17


def test_case_7_flank_and_rear() -> None:
    # BAT-AR-11, BAT-AR-12
    orc, shielded, zombie = unit("orc"), unit("man_at_arms"), unit("zombie")
    assert ar(orc, shielded, arc="flank") == 18
    assert ar(orc, zombie, arc="flank") == 19
    assert ar(orc, shielded, arc="rear") == 17
    assert ar(orc, zombie, arc="rear") == 17


def test_case_8_a_unit_attacked_in_the_rear_replies_as_usual() -> None:
    # BAT-AR-13: whoever attacks from where is no part of the reply.
    orc, men = unit("orc"), unit("man_at_arms")
    assert attack(men, orc, 6).attack_rating == 21
    assert [part.name for part in attack(men, orc, 6).rating] == ["THAC0"]


def test_case_9_a_negative_armour_class_is_added() -> None:
    # BAT-PROC-02
    assert attack(plain(thac0=18), plain(ac=-1), 1).base == 19


def test_case_52_a_free_attack_has_minus_2_and_neither_charge_nor_flank() -> None:
    # BAT-END-05
    ogre, orc = unit("ogre"), unit("orc")
    for arc in ("front", "flank", "rear"):
        assert ar(ogre, orc, on_flight=True, charging=True, arc=arc) == 18
    assert ar(ogre, orc, on_flight=True, commander_fights=True, formation="open") == 18


def test_permanent_bonuses_come_off_thac0_and_others_are_listed_by_name() -> None:
    # BAT-AR-02, BAT-AR-15, BAT-AR-16
    magic = plain(thac0=20, to_hit=1)
    assert magic.base_ar == 19
    hater = plain(thac0=20, bonuses=[{"name": "hates orcs", "bonus": 1, "against": ["orc"]}])
    assert ar(hater, unit("orc")) == 19
    assert ar(hater, unit("goblin")) == 20
    assert ar(plain(thac0=20, bonuses=[{"name": "dazzled", "bonus": -2}]), plain()) == 22
    assert Modifier("hates orcs", -1, "BAT-AR-15") in attack(hater, unit("orc"), 1).rating
    assert ar(plain(thac0=-50, to_hit=50), plain()) == -100


def test_thac0_of_the_matrices() -> None:
    # BAT-AR-02: first edition by level and by hit dice, second edition as an option.
    one = hit_dice("1")
    for group, level, value in (
        ("fighter", 1, 20), ("fighter", 6, 16), ("fighter", 7, 14), ("fighter", 30, 4),
        ("cleric", 3, 20), ("cleric", 4, 18), ("thief", 4, 21), ("magic_user", 21, 11),
    ):  # fmt: skip
        row = TABLES.thac0(group, level, one)
        assert row is not None
        assert row.value == value, (group, level)
    for listed, first, second in (
        ("1/2", 21, 20), ("1-1", 20, 20), ("1", 19, 19), ("1+1", 18, 19), ("2", 16, 19),
        ("3+3", 16, 17), ("4", 15, 17), ("5+5", 15, 15), ("8", 12, 13), ("16", 7, 5),
    ):  # fmt: skip
        hd = hit_dice(listed)
        values = [TABLES.thac0("monster", 0, hd, edition) for edition in ("1e", "2e")]
        assert [row and row.value for row in values] == [first, second], listed
    warrior = TABLES.thac0("warrior", 20, one, "2e")
    assert warrior is not None
    assert warrior.value == 1
    assert TABLES.thac0("warrior", 0, one, "2e") is None


@given(
    st.sampled_from(["closed", "open", "skirmish"]), st.booleans(), st.booleans(), st.booleans(),
    st.booleans(), st.sampled_from(["front", "flank", "rear"]), st.booleans(), st.booleans(),
)  # fmt: skip
def test_the_rating_is_what_a_plain_sum_says(
    formation: str, charging: bool, command: bool, commander: bool, uphill: bool, arc: str,
    flight: bool, shield: bool,
) -> None:  # fmt: skip
    # BAT-AR-05..12, BAT-END-05, reckoned apart from the rows of the tables
    expected = 19
    expected += formation != "closed"
    expected += not command and formation != "skirmish"
    expected += uphill
    expected -= charging and formation == "closed" and not flight
    expected -= commander
    if flight or arc == "rear":
        expected -= 2
    elif arc == "flank" and shield:
        expected -= 1
    assert expected == ar(
        plain(thac0=19), plain(shield=shield), formation=formation, charging=charging,
        in_command=command, commander_fights=commander, uphill=uphill, arc=arc, on_flight=flight,
    )  # fmt: skip
