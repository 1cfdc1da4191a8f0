"""Whole games between bots, of any system, each bot seeing only its seat's view."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from meleekit.bots.base import Bot
from meleekit.core.dice import Dice, Rolled
from meleekit.core.game import Game

S = TypeVar("S")

MOST_DECISIONS = 20_000
"""More than any game between bots has needed by far: beyond it, one has stalled."""


def seed(*parts: object) -> bytes:
    """A seed that names what it is for, so that every count can be repeated."""
    return hashlib.sha256(repr(parts).encode()).digest()


def play(game: Game[S, Any, Any], bots: Sequence[Bot], number: object, dealt: object = None) -> S:
    """Play a game to its end; `bots[seat]` decides for the seat. Of the same `dealt`, alike."""
    dice = Rolled(seed(number if dealt is None else dealt, "dice"))
    own = Rolled(seed(number, "bots"))
    return play_on(game, game.begin(dice).state, bots, dice, own)


def play_on(
    game: Game[S, Any, Any],
    state: S,
    bots: Sequence[Bot],
    dice: Dice,
    own: Rolled,
    until: Callable[[S], bool] = lambda state: False,
) -> S:
    """Play on from there, to the end or until that is so."""
    for _ in range(MOST_DECISIONS):
        open_now = game.decisions(state)
        if not open_now or until(state):
            return state
        seat = open_now[0].seat
        view = game.view(state, seat)
        action = bots[seat].choose(game, view, seat, game.actions(state, seat), own)
        state = game.apply(state, seat, action, dice).state
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


def winners(game: Game[S, Any, Any], state: S) -> tuple[int, ...]:
    """The seats that have won; none for a draw."""
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.winners


def won(game: Game[S, Any, Any], one: Bot, other: Bot, numbers: range) -> int:
    """How many games `one` wins of two, seats swapped, for each number."""
    found = 0
    for number in numbers:
        for first in (0, 1):
            bots = [one, other] if first == 0 else [other, one]
            found += winners(game, play(game, bots, (number, first), number)) == (first,)
    return found
