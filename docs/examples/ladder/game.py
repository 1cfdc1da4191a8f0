"""*Ladder*: two climbers, and who is first at the top wins; see docs/adding-a-system.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from meleekit.core.cells import hex_cell
from meleekit.core.dice import Dice, Roll
from meleekit.core.errors import BadSave, BadSetup
from meleekit.core.game import Decision, Event, Game, Outcome, Seat, Step
from meleekit.core.plain_situations import PlainSituations
from meleekit.core.rulebook import Rulebook, load_rulebook
from meleekit.core.scene import Piece, Scene
from meleekit.core.system import Option

FOLDER = Path(__file__).parent
LEAP = 3


class LadderSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen before play: how many rungs there are."""

    top: int = 9


class LadderState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What changes: the rung of each climber, 0 being the ground, and whose turn it is."""

    rungs: tuple[int, int]
    to_move: int = 0


class Climb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one kind of action: so many rungs at once."""

    rungs: int


class Climbed(Event, frozen=True):
    """A climber is on another rung; `roll` is what a leap threw."""

    seat: int
    to: int
    roll: Roll | None = None


class Ladder(Game[LadderState, Climb, LadderState]):
    """Climb one rung for sure, or leap three and slide to the ground on a 1."""

    key = "ladder"
    title = "Ladder"
    rules_version = "ladder-1"
    state_type = LadderState
    action_type = Climb
    event_type = Climbed
    seats = (Seat(0, "Ann", 0), Seat(1, "Bob", 1))

    # -- the rules -----------------------------------------------------------------------------

    def begin(self, dice: Dice) -> Step[LadderState]:
        """Both on the ground, and Ann begins (LAD-TURN-01)."""
        return Step(LadderState((0, 0)), ())

    def decisions(self, state: LadderState) -> tuple[Decision, ...]:
        """One climber's after the other's (LAD-TURN-01)."""
        if self.outcome(state):
            return ()
        return (Decision(state.to_move, "climb", (f"climber:{state.to_move}",)),)

    def legal_actions(self, state: LadderState, seat: int) -> Sequence[Climb]:
        """A rung, or a leap (LAD-TURN-01)."""
        asked = any(decision.seat == seat for decision in self.decisions(state))
        return (Climb(1), Climb(LEAP)) if asked else ()

    def perform(
        self, state: LadderState, seat: int, action: Climb, dice: Dice
    ) -> Step[LadderState]:
        """Up the ladder (LAD-CLIMB-01), or down it (LAD-CLIMB-03)."""
        to, rule, roll = state.rungs[seat] + action.rungs, self.rule_of(state, action), None
        if action.rungs == LEAP:  # LAD-CLIMB-02
            slips = [face == 1 for face in range(1, 7)]
            roll = dice.roll(1, why="leap", classes=slips)
            if slips[roll.total - 1]:
                to, rule = 0, "LAD-CLIMB-03"
        rungs = (to, state.rungs[1]) if seat == 0 else (state.rungs[0], to)
        return Step(LadderState(rungs, 1 - seat), (Climbed(rule, seat, to, roll),))

    def outcome(self, state: LadderState) -> Outcome | None:
        """Who is at the top has won (LAD-END-01)."""
        for seat in self.seats:
            if state.rungs[seat.index] >= self.setup.top:
                return Outcome((seat.index,), "the top is reached", "LAD-END-01")
        return None

    def rule_of(self, state: LadderState, action: Climb) -> str:
        """Which rule lets one climb so."""
        return "LAD-CLIMB-02" if action.rungs == LEAP else "LAD-CLIMB-01"

    def results(
        self, state: LadderState, seat: int, step: Step[LadderState]
    ) -> Mapping[str, bool | int]:
        """What one would like to know of a leap before taking it."""
        to = step.state.rungs[seat]
        return {"slides": to == 0, "wins": to >= self.setup.top, "rung": to}

    def check_state(self, state: LadderState) -> None:
        """Refuse rungs that are not there, and a third climber."""
        for seat, rung in enumerate(state.rungs):
            if not 0 <= rung < self.setup.top + LEAP:
                raise BadSave(f"there are {self.setup.top} rungs", at=f"rungs[{seat}]")
        if state.to_move not in (0, 1):
            raise BadSave("there are two climbers, 0 and 1", at="to_move")

    # -- what people see -----------------------------------------------------------------------

    def scene(self, state: LadderState, seat: int | None) -> Scene:
        """A column of hexes, the ground at its foot; a leap may end beyond the top."""
        rungs = range(self.setup.top + LEAP)
        return Scene(
            title=self.title,
            cells=tuple(hex_cell(0, -rung, label=f"{rung}") for rung in rungs),
            pieces=tuple(
                Piece(
                    id=f"climber:{one.index}",
                    cell=f"hex:0,{-state.rungs[one.index]}",
                    name=one.name,
                    side=one.side,
                    active=one.index == state.to_move,
                )
                for one in self.seats
            ),
            sides=tuple(one.name for one in self.seats),
        )

    def label(self, state: LadderState, action: Climb) -> str:
        """The action as its button says it."""
        return f"Climb {action.rungs}"

    def picks(self, state: LadderState, action: Climb) -> tuple[str, ...]:
        """The rung that one would click."""
        return (f"hex:0,{-state.rungs[state.to_move] - action.rungs}",)

    def narrate(self, event: Event) -> str:
        """The event as a line of the report."""
        assert isinstance(event, Climbed)
        name = self.seats[event.seat].name
        return f"{name} climbs to rung {event.to}." if event.to else f"{name} slips, and is down."

    def status(self, state: LadderState) -> str:
        """How far is left."""
        left = self.setup.top - max(state.rungs)
        return f"{left} to the top" if left > 0 else ""


class LadderSystem(PlainSituations):
    """The game in all of its set-ups, with its rules in words and its situations."""

    game_type = Ladder
    about = "Up, or down again"
    seats = (2, 2)
    situations_path = FOLDER / "situations"

    def scenarios(self) -> Mapping[str, LadderSetup]:
        """The usual race, and a short one."""
        return {"race": LadderSetup(), "dash": LadderSetup(top=5)}

    def check_setup(self, setup: LadderSetup) -> None:
        """There is room for a leap (LAD-END-02)."""
        if not LEAP <= setup.top <= 30:
            raise BadSetup(f"a ladder has {LEAP} to 30 rungs", rule="LAD-END-02", at="top")

    def options(self) -> tuple[Option, ...]:
        """How many rungs, whatever the scenario."""
        return (Option("top", "how many rungs there are", 9),)

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return load_rulebook(FOLDER / "rulebook.toml", "LAD")
