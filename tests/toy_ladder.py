"""*Ladder*: the smallest open game. Who is first at the top wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from meleekit.core.dice import Dice
from meleekit.core.errors import BadSetup, IllegalAction
from meleekit.core.game import Decision, Event, Forecast, Game, Outcome, Seat, Step
from meleekit.core.plain_situations import PlainSituations
from meleekit.core.scene import Piece, Scene, hex_cell
from meleekit.core.system import Description


class Climb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rungs: int


class Climbed(Event, frozen=True):
    seat: int
    to: int


class LadderState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rungs: tuple[int, int]
    to_move: int


class Ladder(Game[LadderState, Climb, LadderState]):
    """Climb one rung for sure, or try for three and slide off the ladder on a 1."""

    key = "ladder"
    title = "Ladder"
    rules_version = "1"
    state_type = LadderState
    action_type = Climb
    event_type = Climbed
    top: ClassVar[int] = 9

    def __init__(self, setup: Mapping[str, int]) -> None:
        super().__init__()
        self.setup = setup
        self.seats = (Seat(0, "Ann", 0), Seat(1, "Bob", 1))

    def begin(self, dice: Dice) -> Step[LadderState]:
        return Step(LadderState((0, 0), 0), ())

    def decisions(self, state: LadderState) -> tuple[Decision, ...]:
        if self.outcome(state):
            return ()
        return (Decision(state.to_move, "climb", (f"fig:{state.to_move}",)),)

    def legal_actions(self, state: LadderState, seat: int) -> Sequence[Climb]:
        return (Climb(1), Climb(3)) if any(d.seat == seat for d in self.decisions(state)) else ()

    def perform(
        self, state: LadderState, seat: int, action: Climb, dice: Dice
    ) -> Step[LadderState]:
        to = state.rungs[seat] + action.rungs
        if action.rungs == 3 and dice.roll(1, why="climb").total == 1:
            to = 0
        rungs = (to, state.rungs[1]) if seat == 0 else (state.rungs[0], to)
        return Step(LadderState(rungs, 1 - seat), (Climbed("LAD-1", seat, to),))

    def outcome(self, state: LadderState) -> Outcome | None:
        for seat in (0, 1):
            if state.rungs[seat] >= self.top:
                return Outcome((seat,), "the top is reached", "LAD-2")
        return None

    def view(self, state: LadderState, seat: int | None) -> LadderState:
        return state

    def scene(self, state: LadderState, seat: int | None) -> Scene:
        return Scene(
            title="Ladder",
            cells=tuple(hex_cell(0, -rung) for rung in range(self.top + 3)),
            pieces=tuple(
                Piece(id=f"fig:{s}", cell=f"hex:0,{-state.rungs[s]}", name=f"climber {s}", side=s)
                for s in (0, 1)
            ),
        )

    def label(self, state: LadderState, action: Climb) -> str:
        return f"Climb {action.rungs}"

    def picks(self, state: LadderState, action: Climb) -> tuple[str, ...]:
        return (f"hex:0,{-state.rungs[state.to_move] - action.rungs}",)

    def prompt(self, state: LadderState, decision: Decision) -> str:
        return f"Climber {decision.seat}"

    def narrate(self, event: Event) -> str:
        return f"to rung {event.to}" if isinstance(event, Climbed) else ""

    def forecast(self, state: LadderState, seat: int, action: Climb) -> Forecast | None:
        return None

    def refusal(self, state: LadderState, seat: int, action: Climb) -> IllegalAction:
        return IllegalAction("LAD-1", "climb one rung or three")


class LadderSystem(PlainSituations):
    key = "ladder"
    title = "Ladder"
    about = "Up, or down again"
    seats = (2, 2)
    rules_version = "1"

    def scenarios(self) -> Mapping[str, Mapping[str, int]]:
        return {"race": {}}

    def setup_from(self, data: object) -> Mapping[str, int]:
        if data in ({}, "race"):
            return {}
        raise BadSetup("a race needs nothing set up")

    def game(self, setup: Mapping[str, int]) -> Ladder:
        return Ladder(setup)

    def describe(self, setup: Mapping[str, int]) -> Description:
        return Description("Race", self.about, ("Ann", "Bob"))
