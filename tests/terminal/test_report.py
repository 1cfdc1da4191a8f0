from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.core.dice import Roll
from meleekit.core.record import Entry
from meleekit.terminal.odds import percent
from meleekit.terminal.report import dice_words, told
from tests.toys import TOYS, Ordered, Seal, Sealed, Stroke

GAME = TOYS["knives"].game(TOYS["knives"].setup_from("duel"))


def test_dice_are_shown_as_they_fell() -> None:
    rolls = [
        Roll(3, 6, 9, "to hit", (2, 3, 4)),
        Roll(1, 6, 5, "tie", (5,)),
        Roll(1, 6, 2, "tie", (2,)),
        Roll(2, 6, 11, "damage"),
    ]
    assert dice_words(rolls) == "to hit [2 3 4] = 9 · tie [5], [2] · damage 2d6 = 11"


def test_dice_of_an_entry_that_hides_something_are_not_told() -> None:
    roll = Roll(1, 6, 4, "secret", (4,))
    sealed = Sealed("TOY-SEAL", 1, Stroke.LOW)
    entry = Entry(1, Seal(Stroke.LOW), (roll,), False, 1, (sealed,), None)
    assert told(GAME, entry, 0).dice == ""
    assert told(GAME, entry, None).dice == ""
    assert told(GAME, entry, 1).dice == "secret [4]"


def test_events_not_worth_a_line_make_none() -> None:
    entry = Entry(-1, None, (), False, 0, (Ordered("TOY-ORDER", (0, 1)),), None)
    assert not told(GAME, entry, None)


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
