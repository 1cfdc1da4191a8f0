"""Random games of Rikki Tahta's *Melee*: every option, two to four players, boards of one's own.

Gold and units are neither made nor lost, cards stay with their owners, the draft goes forward. A
game has four seasons; one that takes `MOST_DECISIONS` all the same is a stall.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from benchmarks.soaked import Drawn, Soaked, seated
from meleekit.core.dice import Rolled
from meleekit.core.record import Entry
from meleekit.tahta.actions import AnyAction
from meleekit.tahta.game import Fists
from meleekit.tahta.state import Stage, State
from tests.tahta.invariants import check_follows, check_whole
from tests.tahta.random_play import random_board, random_setup

MOST_DECISIONS = 3000


def drawn(chance: Rolled, bots: Sequence[str]) -> Drawn:
    """A random set-up and who plays it; in one of three games on a board that nobody has seen."""
    setup = random_setup(chance)
    if not chance.below(3):
        setup = msgspec.structs.replace(setup, board=random_board(chance, len(setup.players)))
    return Drawn(setup, seated(chance, bots, len(setup.players)))


class Games:
    """Looks a game over; its turns are seasons."""

    def __init__(self, game: Fists) -> None:
        self.game = game
        self.turns = 0
        self.decisions = 0

    def look(self, before: State | None, entry: Entry[State, AnyAction, object]) -> None:
        """The position is whole, and follows from the one before."""
        state = entry.state
        self.turns = state.season + (state.stage is not Stage.DRAFT)
        self.decisions += 1
        check_whole(self.game, state)
        if before is not None:
            check_follows(before, state)
        assert self.decisions <= MOST_DECISIONS, f"no end after {MOST_DECISIONS} decisions"


SOAKED = Soaked(drawn, Games)
