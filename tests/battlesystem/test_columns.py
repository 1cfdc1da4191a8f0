"""Worked cases of damage columns and several attacks (sections C and D)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.battlesystem.columns import COLUMNS, damage_of, dice_of_range
from meleekit.battlesystem.melee import Attack
from meleekit.battlesystem.units import attacks_against
from meleekit.core.errors import BadSetup
from tests.battlesystem.armies import TABLES, armed, at_roll, attack, plain, unit


@pytest.mark.parametrize(
    ("dice", "columns", "hit_dice"),
    [
        # BAT-CONV-03, BAT-CONV-04
        ("D6+1", "D8", 6),
        ("D12+4", "D20", 14),
        ("D20+3", "D20 + D4", 17),
        # Case 19, BAT-CONV-08
        ("D12+11", "D20 + D12", 23),
        ("D8+11", "D20 + D8", 20),
        # Case 20
        ("D10+43", "4 x D20 + D8", 62),
        ("D10+40", "4 x D20 + D3", 59),
        # Case 21, BAT-CONV-05
        ("D20-3", "D14", 10),
        ("D6-4", "D2", 2),
        ("D2-1", "D2", 2),
        # Case 22, BAT-CONV-01, BAT-CONV-02
        ("D8", "D8", 6),
        ("2D8", "2 x D8", 12),
        ("2D4", "2 x D4", 6),
        # Case 23, BAT-CONV-06
        ("2D4+1", "D4 + D6", 8),
        # Round to the last column itself: two passages less one, so D20 twice.
        ("D20+11", "2 x D20", 28),
    ],
)
def test_cases_18_to_23_damage_at_roll_16(dice: str, columns: str, hit_dice: int) -> None:
    assert damage_of(dice).words == columns
    assert at_roll(16, dice) == hit_dice


def test_case_24_a_minus_shifts_one_die_of_several() -> None:
    # BAT-CONV-06
    assert damage_of("3D6-1").words == "2 x D6 + D4"
    assert at_roll(14, "3D6-1") == 14


def test_case_25_a_die_without_a_column_is_refused_and_a_range_is_read() -> None:
    # BAT-CONV-07, BAT-VAL-01
    with pytest.raises(BadSetup) as refused:
        damage_of("D7+1")
    assert refused.value.rule == "BAT-CONV-07"
    assert damage_of("2-7").dice == "D6+1"
    assert damage_of("2-7").words == "D8"


@pytest.mark.parametrize(
    ("printed", "dice"),
    [
        ("1-4", "D4"), ("2-5", "D4+1"), ("2-7", "D6+1"), ("2-8", "2D4"), ("3-9", "2D4+1"),
        ("2-16", "2D8"), ("1-12", "D12"), ("3-18", "3D6"), ("1-3", "D3"), ("5-8", "D4+4"),
    ],
)  # fmt: skip
def test_printed_ranges(printed: str, dice: str) -> None:
    # BAT-CONV-07
    assert damage_of(printed).dice == dice


@given(st.integers(1, 30), st.integers(1, 30))
def test_the_dice_of_a_range_run_from_its_least_to_its_most(least: int, more: int) -> None:
    # BAT-CONV-07
    most = least + more
    # Every throw of so many dice with a plus that runs just so far; D2 and D3 come alone.
    usual = [(n, sides) for sides in (4, 6, 8, 10, 12, 20) for n in range(1, least + 1)]
    alone = [(1, int(name[1:])) for name in COLUMNS]
    if all(n * (sides - 1) != more for n, sides in usual + alone):
        with pytest.raises(BadSetup):
            dice_of_range(least, most)
        return
    count, _, rest = dice_of_range(least, most).partition("D")
    sides, _, plus = rest.partition("+")
    lowest = int(count or 1) + int(plus or 0)
    assert (lowest, lowest + int(count or 1) * (int(sides) - 1)) == (least, most)


@pytest.mark.parametrize(
    "bad", ["D5", "D100", "0D6", "", "sword", "D6+", "7-2", "1D6//1D6", "5-7-9"]
)
def test_what_is_no_damage_is_refused(bad: str) -> None:
    # BAT-CONV-07
    with pytest.raises(BadSetup) as refused:
        damage_of(bad)
    assert refused.value.rule == "BAT-CONV-07"


@given(st.integers(1, 9), st.sampled_from(COLUMNS), st.integers(-30, 120), st.integers(-12, 45))
def test_a_damage_is_what_walking_the_columns_one_by_one_says(
    count: int, die: str, plus: int, roll: int
) -> None:
    # BAT-CONV-01..06: one step at a time, the last column noted at each passage.
    row = TABLES.crt.row(roll)
    place, passed = COLUMNS.index(die), 0
    expected = (count - 1) * row[place]
    for _ in range(plus):
        place, passed = (0, passed + 1) if place == 10 else (place + 1, passed)
    for _ in range(-plus):
        place = max(0, place - 1)
    expected += passed * row[10] + row[place]
    assert at_roll(roll, f"{count}{die}{plus:+d}" if plus else f"{count}{die}") == expected


def _damage_at_roll_16(planned: Attack) -> object:
    return planned.damages[16 - planned.base - 2]


def test_case_26_different_attacks_are_read_by_one_roll_and_added() -> None:
    # BAT-MULT-02, BAT-MULT-03
    assert at_roll(16, "D4/D4/D12") == 15


def test_case_27_the_attacks_of_a_troll() -> None:
    # BAT-MULT-03, BAT-CONV-02, BAT-CONV-03
    troll = unit("troll").arms["natural"]
    assert damage_of("D4+4").words == "D12"
    assert at_roll(12, troll.against("M")) == 36


def test_case_28_fighters_of_the_seventh_level() -> None:
    # BAT-MULT-01, BAT-MULT-04, BAT-MULT-05
    fighters = unit("veteran_fighter", 4, thac0=9, ratio=5)
    orc, goblin, men = unit("orc", ac=5), unit("goblin", ac=5), unit("man_at_arms", ac=5)
    assert fighters.attacks == Fraction(3, 2)
    assert _damage_at_roll_16(attack(fighters, orc, 4)) == 36
    assert _damage_at_roll_16(attack(fighters, goblin, 4)) == 168
    assert _damage_at_roll_16(attack(fighters, men, 4)) == 168
    assert attacks_against(fighters, plain(hd="1/2")) == 7
    assert attacks_against(fighters, plain(hd="1+1")) == Fraction(3, 2)
    # Only fighters do.
    assert attacks_against(unit("ogre"), goblin) == 1


def test_case_29_supporters_do_not_multiply() -> None:
    # BAT-PROC-06
    spears = plain(weapons=["spear"], attacks="3/2", thac0=17)
    assert _damage_at_roll_16(attack(spears, plain(ac=8), 5, 5)) == Fraction(125, 2)


def test_large_defenders_are_read_in_their_own_column() -> None:
    # BAT-UNIT-05, BAT-PROC-04
    sword = plain()
    assert attack(sword, unit("ogre"), 1).damage.dice == "1D12"
    assert attack(sword, unit("orc"), 1).damage.dice == "1D8"
    assert attack(sword, unit("goblin"), 1).damage.dice == "1D8"


@given(st.integers(1, 40), st.integers(0, 40), st.sampled_from(["1", "2", "3/2", "5/2", "1/2"]))
def test_attacks_are_exact(contact: int, support: int, rate: str) -> None:
    # BAT-STATE-04, BAT-MULT-04, BAT-PROC-06
    planned = attack(armed("D8", attacks=rate), plain(), contact, support)
    assert planned.attacks == contact * Fraction(rate) + support
    assert all(
        damage == planned.attacks * cell
        for damage, cell in zip(planned.damages, planned.per_figure, strict=True)
    )
