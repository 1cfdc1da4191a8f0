"""Enumerated dice against counting every throw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.dice import Dice, ways
from meleekit.core.enumerated import enumerate_outcomes

# How many of the 216 throws of 3d6, and of the 1,296 of 4d6, give each total.
WAYS_3D6 = dict(
    zip(range(3, 19), (1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1), strict=True)
)
WAYS_4D6 = dict(
    zip(
        range(4, 25),
        (1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1),
        strict=True,
    )
)

# The chance to roll no more than the key.
AT_MOST_3D6 = {
    5: "5/108",
    6: "5/54",
    7: "35/216",
    8: "7/27",
    9: "3/8",
    10: "1/2",
    11: "5/8",
    12: "20/27",
    13: "181/216",
    14: "49/54",
    15: "103/108",
}
AT_MOST_4D6 = {
    5: "5/1296",
    6: "5/432",
    7: "35/1296",
    8: "35/648",
    9: "7/72",
    10: "103/648",
    11: "155/648",
    12: "145/432",
    13: "575/1296",
    14: "721/1296",
    15: "287/432",
    16: "493/648",
    17: "545/648",
    18: "65/72",
    19: "613/648",
}


def distribution(count: int, sides: int) -> dict[int, Fraction]:
    return dict(enumerate_outcomes(lambda d: d.roll(count, sides, why="").total))


def test_3d6_has_its_sixteen_totals_with_their_exact_chances() -> None:
    assert distribution(3, 6) == {total: Fraction(n, 216) for total, n in WAYS_3D6.items()}


def test_4d6_has_its_21_totals_with_their_exact_chances() -> None:
    assert distribution(4, 6) == {total: Fraction(n, 1296) for total, n in WAYS_4D6.items()}


@pytest.mark.parametrize(
    ("dice", "needed", "chance"),
    [(3, *row) for row in AT_MOST_3D6.items()] + [(4, *row) for row in AT_MOST_4D6.items()],
)
def test_the_chance_to_roll_no_more_than_a_number(dice: int, needed: int, chance: str) -> None:
    below = [p for total, p in distribution(dice, 6).items() if total <= needed]
    assert sum(below) == Fraction(chance)


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 6), (3, 4), (4, 3), (2, 20), (5, 2)])
def test_ways_agree_with_counting_every_throw(dice: int, sides: int) -> None:
    counted = Counter(map(sum, product(range(1, sides + 1), repeat=dice)))
    assert ways(dice, sides) == tuple(n for _, n in sorted(counted.items()))


def test_totals_of_one_class_are_one_branch_with_their_chances_added() -> None:
    names = ["triple", "double", "hit", *["hit"] * 6, *["miss"] * 5, "drop", "break"]

    def attack(dice: Dice) -> str:
        total = dice.roll(3, why="to hit", classes=names).total
        return names[total - 3]

    assert list(enumerate_outcomes(attack)) == [
        ("triple", Fraction(1, 216)),
        ("double", Fraction(3, 216)),
        ("hit", Fraction(6 + 10 + 15 + 21 + 25 + 27 + 27, 216)),
        ("miss", Fraction(25 + 21 + 15 + 10 + 6, 216)),
        ("drop", Fraction(3, 216)),
        ("break", Fraction(1, 216)),
    ]


def test_a_class_whose_totals_lie_apart_is_still_one_branch() -> None:
    outcomes = list(
        enumerate_outcomes(lambda d: d.roll(1, why="", classes=["odd", "even"] * 3).total % 2)
    )
    assert sorted(outcomes) == [(0, Fraction(1, 2)), (1, Fraction(1, 2))]


def test_a_roll_that_depends_on_another_multiplies_its_chance() -> None:
    def hit_then_damage(dice: Dice) -> int:
        hit = dice.roll(1, why="to hit", classes=[False] * 3 + [True] * 3).total >= 4
        return dice.roll(1, why="damage").total if hit else 0

    chances = dict(enumerate_outcomes(hit_then_damage))
    assert chances == {0: Fraction(1, 2), **dict.fromkeys(range(1, 7), Fraction(1, 12))}


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(2, 6)), max_size=3))
def test_chances_add_up_to_one_however_many_rolls_there_are(rolls: list[tuple[int, int]]) -> None:
    outcomes = enumerate_outcomes(lambda d: [d.roll(n, sides, why="") for n, sides in rolls])
    assert sum(chance for _, chance in outcomes) == 1


def test_without_a_roll_there_is_one_outcome_and_it_is_certain() -> None:
    assert list(enumerate_outcomes(lambda dice: "nothing")) == [("nothing", Fraction(1))]
