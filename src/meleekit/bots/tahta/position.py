"""A decision in Rikki Tahta's *Melee* as a bot sees it: what is public, and its own dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from meleekit.bots.weighing import Weighing
from meleekit.core.dice import Rolled
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import View

T = TypeVar("T")

_FINE = 1 << 32


class Position(Weighing):
    """What a seat knows when it has to choose; `state` is that of its view."""

    __slots__ = ("kingdom", "seat", "state", "view")

    def __init__(self, kingdom: Kingdom, view: View, seat: int, dice: Rolled) -> None:
        super().__init__(dice)
        self.kingdom = kingdom
        self.view = view
        self.state = view.state
        self.seat = seat

    def best_above(self, options: Sequence[T], scores: Sequence[float], floor: float) -> T | None:
        """The option of highest score, None if that is not above `floor`; equals are drawn for."""
        if not options or max(scores) <= floor:
            return None
        return self.best_of(options, scores)[0]

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
