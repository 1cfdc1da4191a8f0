"""A bot that chooses blindly: the yardstick for all others, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meleekit.core.dice import Rolled
from meleekit.core.game import Game


class RandomBot:
    """Takes any legal action, each as likely as any other."""

    name = "random"
    games: frozenset[str] | None = None

    def choose(
        self,
        game: Game[Any, Any, Any],
        view: Any,  # noqa: ANN401  # each game has views of its own
        seat: int,
        actions: Sequence[Any],
        dice: Rolled,
    ) -> Any:  # noqa: ANN401
        """One of `actions`, drawn evenly."""
        return actions[dice.below(len(actions))]
