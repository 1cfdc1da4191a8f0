"""A player of *Ladder* that climbs as far as it may expect to."""

from __future__ import annotations

from collections.abc import Sequence

from docs.examples.ladder.game import Climb, Ladder, LadderState
from meleekit.bots.weighing import Weighing
from meleekit.core.dice import Rolled
from meleekit.core.odds import distribution


class Climber:
    """Takes what leads highest on average; equals are drawn for."""

    name = "climber"
    games = frozenset({"ladder"})

    def choose(
        self, game: Ladder, view: LadderState, seat: int, actions: Sequence[Climb], dice: Rolled
    ) -> Climb:
        """The action of the highest expected rung."""

        def expected(action: Climb) -> float:
            rungs = distribution(game, view, seat, action, lambda state, _: state.rungs[seat])
            return float(sum(rung * chance for rung, chance in rungs.items()))

        return Weighing(dice).best(actions, expected)
