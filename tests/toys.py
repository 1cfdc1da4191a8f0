"""Games small enough to know by heart, which between them use all that the core offers.

*Knives* is a duel with secrets: both seats seal a stroke, then blows fall in an order rolled off
at the start, and whoever is about to be hit may interrupt with a parry. *Ladder*, the example of
the documentation, hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

import msgspec

from docs.examples.ladder.game import LadderSystem
from meleekit.core.cells import hex_cell
from meleekit.core.dice import Dice, Roll
from meleekit.core.errors import BadSetup, IllegalAction
from meleekit.core.game import (
    Chance,
    Decision,
    Event,
    Forecast,
    Game,
    Modifier,
    Outcome,
    Seat,
    Step,
)
from meleekit.core.plain_situations import PlainSituations
from meleekit.core.scene import Mark, Piece, Scene
from meleekit.core.system import Description, System
from meleekit.core.typed import typed


class Stroke(StrEnum):
    HIGH = "high"
    LOW = "low"
    GUARD = "guard"


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Seal(Strict, frozen=True, tag="seal"):
    stroke: Stroke


class LetHit(Strict, frozen=True, tag="let_hit"):
    pass


class Parry(Strict, frozen=True, tag="parry"):
    pass


KnivesAction: TypeAlias = Seal | LetHit | Parry


class KnivesSetup(Strict, frozen=True):
    rounds: int = 12
    toughness: int = 3
    parries: int = 2


class KnivesState(Strict, frozen=True):
    order: tuple[int, ...]
    round: int
    wounds: tuple[int, int]
    parries: tuple[int, int]
    sealed: tuple[Stroke | None, Stroke | None] = (None, None)
    to_strike: tuple[int, ...] = ()
    threat: int | None = None  # the seat whose blow is about to land


class KnivesView(Strict, frozen=True):
    order: tuple[int, ...]
    round: int
    wounds: tuple[int, int]
    parries: tuple[int, int]
    has_sealed: tuple[bool, bool]
    open_strokes: tuple[Stroke | None, Stroke | None]
    threat: int | None


class Ordered(Event, frozen=True):
    order: tuple[int, ...]


class Sealed(Event, frozen=True):
    seat: int
    stroke: Stroke | None = None  # None: not for this pair of eyes


class Struck(Event, frozen=True):
    seat: int
    needed: int
    modifiers: tuple[Modifier, ...]
    roll: Roll
    hit: bool


class Parried(Event, frozen=True):
    seat: int
    roll: Roll
    stopped: bool


class Wounded(Event, frozen=True):
    seat: int


def put(pair: tuple[Any, Any], index: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


class Knives(Game[KnivesState, KnivesAction, KnivesView]):
    key = "knives"
    title = "Knives"
    rules_version = "1"
    state_type = KnivesState
    action_type = KnivesAction
    event_type = Ordered | Sealed | Struck | Parried | Wounded
    view_type = KnivesView
    hit_on: ClassVar[int] = 7
    guard: ClassVar[int] = -2
    parry_on: ClassVar[int] = 4

    def __init__(self, setup: KnivesSetup) -> None:
        super().__init__()
        self.setup = setup
        self.seats = (Seat(0, "Ann", 0), Seat(1, "Bob", 1))

    def begin(self, dice: Dice) -> Step[KnivesState]:
        order = dice.roll_off(2, why="who strikes first").order
        parries = (self.setup.parries, self.setup.parries)
        return Step(KnivesState(order, 1, (0, 0), parries), (Ordered("TOY-ORDER", order),))

    def decisions(self, state: KnivesState) -> tuple[Decision, ...]:
        if self.outcome(state):
            return ()
        if state.threat is not None:
            seat = 1 - state.threat
            return (Decision(seat, "answer", (f"fig:{seat}",), interrupts=True),)
        return tuple(
            Decision(seat, "stroke", (f"fig:{seat}",))
            for seat in (0, 1)
            if state.sealed[seat] is None
        )

    def legal_actions(self, state: KnivesState, seat: int) -> Sequence[KnivesAction]:
        for decision in self.decisions(state):
            if decision.seat == seat:
                if decision.kind == "answer":
                    return (LetHit(), Parry())
                return tuple(Seal(stroke) for stroke in Stroke)
        return ()

    def perform(
        self, state: KnivesState, seat: int, action: KnivesAction, dice: Dice
    ) -> Step[KnivesState]:
        events: list[Event] = []
        match action:
            case Seal(stroke):
                events.append(Sealed("TOY-SEAL", seat, stroke))
                sealed = put(state.sealed, seat, stroke)
                state = msgspec.structs.replace(state, sealed=sealed)
                if None in sealed:
                    return Step(state, tuple(events))
                state = msgspec.structs.replace(state, to_strike=state.order)
            case LetHit():
                state = msgspec.structs.replace(state, threat=None)
                state = self._wound(state, seat, events)
            case Parry():
                classes = [face >= self.parry_on for face in range(1, 7)]
                roll = dice.roll(1, why="parry", classes=classes)
                stopped = roll.total >= self.parry_on
                events.append(Parried("TOY-PARRY", seat, roll, stopped))
                parries = put(state.parries, seat, state.parries[seat] - 1)
                state = msgspec.structs.replace(state, threat=None, parries=parries)
                if not stopped:
                    state = self._wound(state, seat, events)
        return Step(self._strikes(state, dice, events), tuple(events))

    def _wound(self, state: KnivesState, seat: int, events: list[Event]) -> KnivesState:
        events.append(Wounded("TOY-WOUND", seat))
        return msgspec.structs.replace(
            state, wounds=put(state.wounds, seat, state.wounds[seat] + 1)
        )

    def _strikes(self, state: KnivesState, dice: Dice, events: list[Event]) -> KnivesState:
        while state.to_strike and not self.outcome(state):
            seat = state.to_strike[0]
            state = msgspec.structs.replace(state, to_strike=state.to_strike[1:])
            if state.sealed[seat] is Stroke.GUARD:
                continue
            guarded = state.sealed[1 - seat] is Stroke.GUARD
            modifiers = (Modifier("guard", self.guard, "TOY-GUARD"),) if guarded else ()
            needed = self.hit_on + sum(m.value for m in modifiers)
            classes = [total <= needed for total in range(2, 13)]
            roll = dice.roll(2, why="strike", classes=classes)
            hit = roll.total <= needed
            events.append(Struck("TOY-HIT", seat, needed, modifiers, roll, hit))
            if hit and state.parries[1 - seat]:
                return msgspec.structs.replace(state, threat=seat)
            if hit:
                state = self._wound(state, 1 - seat, events)
        if self.outcome(state):
            return state
        return msgspec.structs.replace(state, round=state.round + 1, sealed=(None, None))

    def outcome(self, state: KnivesState) -> Outcome | None:
        for seat in (0, 1):
            if state.wounds[seat] >= self.setup.toughness:
                return Outcome((1 - seat,), f"{self.seats[seat].name} is down", "TOY-WOUND")
        if state.round > self.setup.rounds:
            return Outcome((), "nobody fell in time", "TOY-LIMIT")
        return None

    def view(self, state: KnivesState, seat: int | None) -> KnivesView:
        both = None not in state.sealed
        return KnivesView(
            state.order,
            state.round,
            state.wounds,
            state.parries,
            (state.sealed[0] is not None, state.sealed[1] is not None),
            (
                state.sealed[0] if both or seat == 0 else None,
                state.sealed[1] if both or seat == 1 else None,
            ),
            state.threat,
        )

    def scene(self, state: KnivesState, seat: int | None) -> Scene:
        waiting = {decision.seat for decision in self.decisions(state)}
        return Scene(
            title="Knives",
            cells=(hex_cell(0, 0), hex_cell(1, 0)),
            pieces=tuple(
                Piece(
                    id=f"fig:{s.index}",
                    cell=f"hex:{s.index},0",
                    name=s.name,
                    side=s.side,
                    hits=state.wounds[s.index],
                    strength=self.setup.toughness,
                    active=s.index in waiting,
                )
                for s in self.seats
            ),
            marks=tuple(
                Mark(f"aim:{stroke}", "hex:0,0", "target", label=stroke) for stroke in Stroke
            ),
            sides=("Red", "Blue"),
        )

    def label(self, state: KnivesState, action: KnivesAction) -> str:
        match action:
            case Seal(Stroke.GUARD):
                return "Guard"
            case Seal(stroke):
                return f"Strike {stroke}"
            case LetHit():
                return "Take the blow"
            case Parry():
                return "Parry"

    def picks(self, state: KnivesState, action: KnivesAction) -> tuple[str, ...]:
        match action:
            case Seal(stroke):
                return (f"aim:{stroke}",)
            case Parry():
                return tuple(f"fig:{1 - seat}" for seat in (state.threat,) if seat is not None)
            case LetHit():
                return ()

    def prompt(self, state: KnivesState, decision: Decision) -> str:
        verb = "answers" if decision.interrupts else "chooses"
        return f"{self.seats[decision.seat].name} {verb}"

    def narrate(self, event: Event) -> str:
        match event:
            case Struck(seat=seat, hit=hit):
                return f"{self.seats[seat].name} {'hits' if hit else 'misses'}."
            case Wounded(seat=seat):
                return f"{self.seats[seat].name} bleeds."
            case _:
                return ""

    def forecast(self, state: KnivesState, seat: int, action: KnivesAction) -> Forecast | None:
        if not isinstance(action, Parry):
            return None
        chance = Fraction(7 - self.parry_on, 6)
        return Forecast(f"stops it {chance}", (Chance("stopped", chance),))

    def refusal(self, state: KnivesState, seat: int, action: KnivesAction) -> IllegalAction:
        if state.threat is None:
            return IllegalAction("TOY-SEAL", "seal a stroke first: high, low or guard")
        return IllegalAction("TOY-PARRY", "a blow is coming: take it or parry")

    def visible_events(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        return tuple(
            Sealed(event.rule, event.seat)
            if isinstance(event, Sealed) and event.seat != seat
            else event
            for event in events
        )


class KnivesSystem(PlainSituations):
    key = "knives"
    title = "Knives"
    about = "A duel with sealed strokes"
    seats = (2, 2)
    rules_version = "1"
    sealed_kinds = frozenset({"stroke"})

    def scenarios(self) -> Mapping[str, KnivesSetup]:
        return {"duel": KnivesSetup(), "brittle": KnivesSetup(rounds=4, toughness=1, parries=0)}

    def setup_from(self, data: object) -> KnivesSetup:
        if isinstance(data, str) and data in self.scenarios():
            return self.scenarios()[data]
        setup = typed(data, KnivesSetup)
        if min(setup.rounds, setup.toughness) < 1 or setup.parries < 0:
            raise BadSetup("a duel has at least one round and one wound to lose", at="toughness")
        return setup

    def game(self, setup: KnivesSetup) -> Knives:
        return Knives(setup)

    def describe(self, setup: KnivesSetup) -> Description:
        return Description(f"{setup.rounds} rounds of knives", self.about, ("Red", "Blue"))

    def twins(self, game: Knives, state: KnivesState, seat: int | None) -> Iterator[KnivesState]:
        if None not in state.sealed:
            return
        for other in (0, 1):
            if other != seat and state.sealed[other] is not None:
                for stroke in Stroke:
                    yield msgspec.structs.replace(state, sealed=put(state.sealed, other, stroke))


class UnwrittenSystem(KnivesSystem):
    """Knives without situations."""

    load_situation = System.load_situation
    dump_situation = System.dump_situation
    dump_view = System.dump_view
    situation_schema = System.situation_schema


TOYS: Mapping[str, System] = {toy.key: toy for toy in (KnivesSystem(), LadderSystem())}
