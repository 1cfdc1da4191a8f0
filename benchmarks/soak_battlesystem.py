"""Random battles of BATTLESYSTEM: every troop type and option, units that face anywhere.

Nobody stands in another's cells, nobody fights twice, figures vanish by losses alone. A battle has
a last round; one that takes `MOST_DECISIONS` all the same is a stall.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.soaked import Drawn, Soaked, seated
from meleekit.battlesystem.actions import AnyAction
from meleekit.battlesystem.game import BattleGame
from meleekit.battlesystem.state import State
from meleekit.core.dice import Rolled
from meleekit.core.game import Event
from meleekit.core.record import Entry
from tests.battlesystem.invariants import check_follows, check_whole
from tests.battlesystem.random_armies import random_setup

MOST_DECISIONS = 3000


def drawn(chance: Rolled, bots: Sequence[str]) -> Drawn:
    """Random armies, and a bot for each."""
    return Drawn(random_setup(chance), seated(chance, bots, 2))


class Battles:
    """Looks a battle over; its turns are rounds."""

    def __init__(self, game: BattleGame) -> None:
        self.game = game
        self.turns = 0
        self.decisions = 0

    def look(self, before: State | None, entry: Entry[State, AnyAction, Event]) -> None:
        """The position is whole, and follows from the one before."""
        state = entry.state
        self.turns = state.round
        self.decisions += 1
        check_whole(self.game, state)
        if before is not None:
            check_follows(self.game, before, state, entry.events)
        assert self.decisions <= MOST_DECISIONS, f"no end after {MOST_DECISIONS} decisions"


SOAKED = Soaked(drawn, Battles)
