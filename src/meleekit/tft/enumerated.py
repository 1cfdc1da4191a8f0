"""A part of the rules run under every fall of the dice, and what can be read off it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.odds import Outcomes
from meleekit.tft.arena import Arena
from meleekit.tft.play import Play
from meleekit.tft.state import Battle

T = TypeVar("T")


def outcomes(
    arena: Arena, battle: Battle, act: Callable[[Play], None], read: Callable[[Play], T]
) -> Outcomes[T]:
    """What `read` finds after `act`, over all the ways the dice can fall; chances add up to 1."""

    def run(dice: Dice) -> T:
        play = Play(arena, battle, dice)
        act(play)
        return read(play)

    return list(enumerate_outcomes(run))
