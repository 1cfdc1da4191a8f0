"""How often a bid drawn with equal chances gets past the guesses: counted, guess by guess."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.tahta.actions import Guess
from meleekit.tahta.events import AttackResolved
from tests.tahta.cases import Position, position

DEFENDED = {
    1: {"units": {"b2": "Raven: knight", "a2": "Sun: soldier"}, "target": "a2"},
    2: {"units": {"b2": "Raven: knight", "c2": "Sun: soldier"}, "target": "c2"},
    3: {"units": {"b2": "Raven: knight"}, "target": "c2"},
}


def after_bid(guesses: int, gold: int, bid: int) -> Position:
    """The moment after a bid against a defender with so many guesses."""
    told = DEFENDED[guesses]
    sun = {"cards": ["Great Keep"]} if guesses == 3 else {}
    now = position(
        {"Raven": {"gold": gold}, "Sun": sun},
        to="bid Raven",
        assault={"unit": "knight", "start": "b2", "node": told["target"]},
        units=told["units"],
    )
    return now.do(do="stake", amount=bid)


def succeeds(now: Position, guess: Guess) -> bool:
    seat = now.game.decisions(now.state)[0].seat
    told = now.after(seat, guess).events
    return next(event.success for event in told if isinstance(event, AttackResolved))


@pytest.mark.parametrize(
    ("guesses", "gold", "chance"),
    [
        (1, 5, Fraction(4, 5)),
        (2, 5, Fraction(3, 5)),
        (3, 5, Fraction(2, 5)),
        (3, 4, Fraction(1, 4)),
    ],
)
def test_whatever_is_guessed_a_uniform_bid_succeeds_as_often(
    guesses: int, gold: int, chance: Fraction
) -> None:
    # C-37: TAH-GT-08. C-57: TAH-CARD-20, TAH-GT-08, with 4 gold against the Great Keep.
    moments = [after_bid(guesses, gold, bid) for bid in range(1, gold + 1)]
    possible = moments[0].game.actions(moments[0].state, 1)
    assert len(possible) > 1
    for guess in possible:
        assert isinstance(guess, Guess)
        assert Fraction(sum(succeeds(now, guess) for now in moments), gold) == chance


@pytest.mark.parametrize(("guesses", "gold"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)])
def test_with_no_more_gold_than_guesses_no_bid_succeeds(guesses: int, gold: int) -> None:
    # TAH-ATK-09; the guess is made at once
    for bid in range(1, gold + 1):
        now = after_bid(guesses, gold, bid)
        told = [event for event in now.events if isinstance(event, AttackResolved)]
        assert [(event.success, event.guesses) for event in told] == [
            (False, tuple(range(1, gold + 1)))
        ]
