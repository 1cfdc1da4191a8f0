from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.core.dice import Roll
from meleekit.terminal.odds import percent
from meleekit.terminal.report import dice_words


def test_dice_are_shown_as_they_fell() -> None:
    rolls = [
        Roll(3, 6, 9, "to hit", (2, 3, 4)),
        Roll(1, 6, 5, "tie", (5,)),
        Roll(1, 6, 2, "tie", (2,)),
        Roll(2, 6, 11, "damage"),
    ]
    assert dice_words(rolls) == "to hit [2 3 4] = 9 · tie [5], [2] · damage 2d6 = 11"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(5, 8), "62.5%"),
        (Fraction(1, 1296), "<0.1%"),
        (Fraction(1295, 1296), ">99.9%"),
        (Fraction(1, 216), "0.5%"),
    ],
)
def test_a_chance_never_looks_certain_unless_it_is(chance: Fraction, words: str) -> None:
    assert percent(chance) == words
