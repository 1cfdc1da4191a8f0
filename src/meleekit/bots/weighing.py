"""The best of several options, equals drawn for: how every bot that weighs them chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from meleekit.core.dice import Rolled

T = TypeVar("T")

ALIKE = 1e-9
"""Scores that differ by no more are equal."""
_SIDES = 60
"""Sides of the die that draws among equals: up to six of them, each as likely."""


def equals(options: Sequence[T], scores: Sequence[float]) -> list[T]:
    """All options of the highest score."""
    least = max(scores) - ALIKE
    return [o for o, s in zip(options, scores, strict=True) if s >= least]


class Weighing:
    """A decision that is taken by scores."""

    __slots__ = ("dice",)

    def __init__(self, dice: Rolled) -> None:
        self.dice = dice

    def best(self, options: Sequence[T], score: Callable[[T], float]) -> T:
        """The option of highest score; equals are drawn for."""
        if len(options) == 1:
            return options[0]
        return self.best_of(options, [score(option) for option in options])[0]

    def best_of(self, options: Sequence[T], scores: Sequence[float]) -> tuple[T, float]:
        """The option of highest score, and that score; equals are drawn for."""
        found = equals(options, scores)
        chosen = found[0] if len(found) == 1 else found[self.dice.below(len(found))]
        return chosen, max(scores)


class Luck:
    """A die thrown once for all that one decision thinks through.

    So equals are drawn for, and yet all that is compared has the same future.
    """

    __slots__ = ("_thrown",)

    def __init__(self, dice: Rolled) -> None:
        self._thrown = dice.below(_SIDES)

    def draw(self, options: Sequence[T]) -> T:
        """One of several that are as good."""
        return options[self._thrown % len(options)]

    def best_of(self, options: Sequence[T], scores: Sequence[float]) -> T:
        """The option of highest score; equals are drawn for."""
        return self.draw(equals(options, scores))
