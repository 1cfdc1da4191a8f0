"""Ladders of which a table must not take too much for granted."""

from __future__ import annotations

from collections.abc import Mapping

from docs.examples.ladder.game import Ladder, LadderSetup, LadderState, LadderSystem
from meleekit.core.cells import hex_cell
from meleekit.core.game import Seat
from meleekit.core.scene import Scene
from meleekit.core.system import Description, System


class Growing(Ladder):
    """The board shows no more rungs than somebody has reached, and one to go."""

    key = "growing"

    def scene(self, state: LadderState, seat: int | None) -> Scene:
        whole = super().scene(state, seat)
        rungs = range(max(state.rungs) + 2)
        return Scene(
            title=whole.title,
            cells=tuple(hex_cell(0, -rung) for rung in rungs),
            pieces=whole.pieces,
        )


class Roped(Ladder):
    """Both climbers are of one side."""

    key = "roped"

    seats = (Seat(0, "Ann", 0), Seat(1, "Bob", 0))


class GrowingSystem(LadderSystem):
    game_type = Growing


class RopedSystem(LadderSystem):
    game_type = Roped

    def describe(self, setup: LadderSetup) -> Description:
        return Description("Together", self.about, ("The rope",))


ODD_LADDERS: Mapping[str, System] = {one.key: one for one in (GrowingSystem(), RopedSystem())}
