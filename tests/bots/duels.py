"""Duels of Melee (1977), for the tests that count who wins."""

from __future__ import annotations

from meleekit.tft.creation import FighterSheet
from meleekit.tft.game import Melee
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.state import Battle


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
