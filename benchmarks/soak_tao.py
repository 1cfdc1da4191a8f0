"""Random fights of Tao melee: any set of rules, crowded maps, some with a way out.

Fights among those that want to win have no last round; one that lasts `MOST_ROUNDS` is a stall.
Random players can miss each other for ever, so where one of them sits there is one, and where
nobody strikes the rules ask for it. No hit points are healed, no items made or lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.soaked import RANDOM, Drawn, Soaked, seated
from meleekit.core.dice import Rolled
from meleekit.core.record import Entry
from meleekit.tao.actions import AnyAction
from meleekit.tao.game import TaoMelee
from meleekit.tao.state import Battle
from meleekit.tao.switches import Switch
from tests.tao.invariants import check_follows, check_whole
from tests.tao.random_play import random_setup, rules_of

MOST_ROUNDS = 2000
WITH_RANDOM = 40
"""The last round where a random player sits, or nobody strikes."""


def drawn(chance: Rolled, bots: Sequence[str]) -> Drawn:
    """A random fight and who plays it."""
    rules, names = rules_of(chance), seated(chance, bots, 2)
    limited = RANDOM in names or Switch.ATTACKS not in rules
    return Drawn(random_setup(chance, rules, limit=WITH_RANDOM if limited else 0), names)


class Fights:
    """Looks a fight over; its turns are rounds."""

    def __init__(self, game: TaoMelee) -> None:
        self.game = game
        self.turns = 0

    def look(self, before: Battle | None, entry: Entry[Battle, AnyAction, object]) -> None:
        """The position is whole, and follows from the one before."""
        battle, self.turns = entry.state, entry.state.round
        check_whole(self.game, battle)
        if before is not None:
            check_follows(before, battle)
        assert battle.round <= MOST_ROUNDS, f"no end after {MOST_ROUNDS} rounds"


SOAKED = Soaked(drawn, Fights)
