"""How long bots take to choose."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from meleekit.bots import Bot
from meleekit.core.dice import Rolled
from meleekit.core.game import Game


class Times(NamedTuple):
    """How many moves there were, and how long they took in seconds.

    Seconds are those of the processor, which other programs hardly slow down.
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def with_more(self, other: Times) -> Times:
        """Both together."""
        moves, seconds = self.moves + other.moves, self.seconds + other.seconds
        return Times(moves, seconds, max(self.slowest, other.slowest))

    def __str__(self) -> str:
        mean = self.seconds / max(self.moves, 1) * 1000
        return f"{mean:.1f} ms of processor time on average, {self.slowest:.2f} s at most"


class Timed:
    """A bot that notes how long it takes to choose."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.name, self.games = bot.name, bot.games
        self.times = Times()

    def choose(
        self,
        game: Game[Any, Any, Any],
        view: object,
        seat: int,
        actions: Sequence[Any],
        dice: Rolled,
    ) -> object:
        """As the bot chooses."""
        start = time.process_time()
        chosen: object = self._bot.choose(game, view, seat, actions, dice)
        took = time.process_time() - start
        self.times = self.times.with_more(Times(1, took, took))
        return chosen
