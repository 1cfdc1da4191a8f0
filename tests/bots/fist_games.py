"""Whole games of Rikki Tahta's *Melee* between bots, each seeing only its seat's view."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.bots.base import Bot
from meleekit.core.dice import Rolled
from meleekit.tahta.game import Fists
from meleekit.tahta.state import State
from tests.bots.duels import seed

MOST_DECISIONS = 3000
"""More than any game between bots has needed by far: beyond it, one has stalled."""


def play(game: Fists, bots: Sequence[Bot], number: object, dealt: object = None) -> State:
    """Play a game to its end; games of the same `dealt` open alike."""
    dice = Rolled(seed(number if dealt is None else dealt, "dice"))
    own = Rolled(seed(number, "bots"))
    state = game.begin(dice).state
    for _ in range(MOST_DECISIONS):
        open_now = game.decisions(state)
        if not open_now:
            return state
        seat = open_now[0].seat
        view = game.view(state, seat)
        action = bots[seat].choose(game, view, seat, game.actions(state, seat), own)
        state = game.apply(state, seat, action, dice).state
    raise AssertionError(f"game {number} has not ended")


def won(game: Fists, one: Bot, other: Bot, numbers: range) -> int:
    """How many games `one` wins of two, seats swapped, for each number."""
    found = 0
    for number in numbers:
        for first in (0, 1):
            bots = [one, other] if first == 0 else [other, one]
            found += play(game, bots, (number, first), number).winner == first
    return found
