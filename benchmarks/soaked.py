"""What a soak must know of a system: its random set-ups, and what holds at every position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from meleekit.core.dice import Rolled
from meleekit.core.record import Entry

RANDOM = "random"


class Drawn(NamedTuple):
    """A random set-up, and the name of the bot in each seat."""

    setup: Any
    bots: tuple[str, ...]


class Watch(Protocol):
    """Looks one match over from its beginning; `turns` is how long it has lasted so far."""

    turns: int

    def look(self, before: Any, entry: Entry[Any, Any, Any]) -> None:  # noqa: ANN401
        """Raise `AssertionError` where the new position is not whole, or does not follow.

        `before` is None at the first position.
        """


class Soaked(NamedTuple):
    """One system's part: a set-up for some of these bots, drawn by chance; a watch for a game."""

    drawn: Callable[[Rolled, Sequence[str]], Drawn]
    watch: Callable[[Any], Watch]


def seated(chance: Rolled, bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot for each seat, drawn; in half of the games none is the random one, if others may."""
    names = [name for name in bots if name != RANDOM or chance.below(2)] or bots
    return tuple(names[chance.below(len(names))] for _ in range(seats))
