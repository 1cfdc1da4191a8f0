"""A part of the rules run under every fall of the dice, and what can be read off it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.tft.arena import Arena
from meleekit.tft.play import Play
from meleekit.tft.state import Battle

T = TypeVar("T")
Outcomes = list[tuple[T, Fraction]]
"""Results with their exact probabilities; equal ones may stand there several times."""


def outcomes(
    arena: Arena, battle: Battle, act: Callable[[Play], None], read: Callable[[Play], T]
) -> Outcomes[T]:
    """What `read` finds after `act`, over all the ways the dice can fall; chances add up to 1."""

    def run(dice: Dice) -> T:
        play = Play(arena, battle, dice)
        act(play)
        return read(play)

    return list(enumerate_outcomes(run))


def chance(found: Outcomes[T], holds: Callable[[T], bool]) -> Fraction:
    """The probability that something holds."""
    return sum([p for result, p in found if holds(result)], Fraction(0))


def mean(found: Outcomes[T], number: Callable[[T], int]) -> Fraction:
    """The expectation of a number."""
    return sum([n * p for result, p in found if (n := number(result))], Fraction(0))
