"""A decision in Rikki Tahta's *Melee* as a bot sees it: what is public, and its own dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from meleekit.core.dice import Rolled
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import State

T = TypeVar("T")
Chance = TypeVar("Chance", Fraction, float)

_FINE = 1 << 32


class Position:
    """What a seat knows when it has to choose; `state` is its view, hidden things left out."""

    __slots__ = ("dice", "kingdom", "seat", "state")

    def __init__(self, kingdom: Kingdom, state: State, seat: int, dice: Rolled) -> None:
        self.kingdom = kingdom
        self.state = state
        self.seat = seat
        self.dice = dice

    def best(self, options: Sequence[T], score: Callable[[T], float]) -> T:
        """The option of highest score; equals are drawn for."""
        return self.best_of(options, [score(option) for option in options])

    def best_of(self, options: Sequence[T], scores: Sequence[float]) -> T:
        """The option whose score is highest; equals are drawn for."""
        top = max(scores)
        equals = [o for o, s in zip(options, scores, strict=True) if s >= top - 1e-9]
        return equals[0] if len(equals) == 1 else equals[self.dice.below(len(equals))]

    def point(self) -> float:
        """A point of [0, 1), each as likely as any other."""
        return self.dice.below(_FINE) / _FINE

    def drawn(self, options: Sequence[T], chances: Sequence[float]) -> T:
        """One of the options, each with its chance."""
        at, last = self.point() * sum(chances), 0
        for index, chance in enumerate(chances):
            if chance > 0:
                last = index
                if at < chance:
                    break
                at -= chance
        return options[last]


def kingdom_of(game: Any) -> Kingdom:  # noqa: ANN401  # a game of this system
    """The rules' fixed part of a game."""
    found: Kingdom = game.kingdom
    return found
