"""Whole battles between bots, for the tests that count who wins."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from meleekit.bots.base import Bot
from meleekit.core.dice import Rolled
from meleekit.tft.creation import FighterSheet
from meleekit.tft.game import Melee
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.state import Battle

MOST_DECISIONS = 20_000


def seed(*parts: object) -> bytes:
    """A seed that names what it is for, so that every count can be repeated."""
    return hashlib.sha256(repr(parts).encode()).digest()


def fight(game: Melee, bots: Sequence[Bot], number: object) -> Battle:
    """Play a battle to its end; `bots[seat]` decides for the seat."""
    dice, own = Rolled(seed(number, "dice")), Rolled(seed(number, "bots"))
    state = game.begin(dice).state
    for _ in range(MOST_DECISIONS):
        open_now = game.decisions(state)
        if not open_now:
            return state
        seat = open_now[0].seat
        action = bots[seat].choose(game, state, seat, game.actions(state, seat), own)
        state = game.apply(state, seat, action, dice).state
    raise AssertionError(f"battle {number} has not ended")


def winner(state: Battle) -> int | None:
    """The winning seat, None for a draw."""
    assert state.outcome is not None
    return state.outcome.winners[0] if state.outcome.winners else None


def duel_of(first: FighterSheet, second: FighterSheet, board: str = "arena2") -> Melee:
    """A duel to the death between these two, the first one listed first."""
    sides = (
        SideSetup(name="First", fighters=(first,)),
        SideSetup(name="Second", fighters=(second,)),
    )
    return Melee(Setup(title="Duel", sides=sides, board=board, turn_limit=200))
