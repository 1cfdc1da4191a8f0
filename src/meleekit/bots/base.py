"""What a bot is: a name, and a way to choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from meleekit.core.dice import Rolled


class Bot(Protocol):
    """A player that decides by itself.

    `games` are the keys of the systems it plays, None for all.
    """

    @property
    def name(self) -> str:
        """What it is called in lobbies and commands."""

    @property
    def games(self) -> frozenset[str] | None:
        """The systems it plays; None: every one."""

    def choose(
        self,
        game: Any,  # noqa: ANN401  # a bot may name the one game that it plays, and its views
        view: Any,  # noqa: ANN401
        seat: int,
        actions: Sequence[Any],
        dice: Rolled,
    ) -> Any:  # noqa: ANN401
        """One of `actions` for `seat`, judged by what `view` shows.

        `dice` is the bot's own source of chance, apart from the match's dice.
        """


@runtime_checkable
class Explains(Protocol):
    """What a bot has that can say why it chose as it did."""

    def explain(
        self,
        game: Any,  # noqa: ANN401
        view: Any,  # noqa: ANN401
        seat: int,
        action: Any,  # noqa: ANN401
    ) -> str:
        """Why `seat` would do `action`, in words for people; empty if there is nothing to say."""
