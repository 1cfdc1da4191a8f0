"""The contract of a game: what every table, bot and lab relies on.

A `Game` is the rules of a system (`core.system`) bound to one set-up (board, sides, options). Its
*state* holds only what changes. States are values: `Game.apply` works on a copy of its own, never
on the state it was given.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from meleekit.core.dice import Dice
from meleekit.core.errors import BadRequest, GameOver, IllegalAction, NotYourDecision
from meleekit.core.scene import Scene
from meleekit.core.signs import Glyph
from meleekit.core.typed import fault_of, under

MOST_WAYS = 20_000
"""Ways in which the dice of an action may fall that are gone through for its usual forecast."""
MOST_NAMED = 6
"""Actions that the usual refusal names as allowed."""

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT")


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One named part of a number that adds up, with the rule that puts it there."""

    name: str
    value: int
    rule: str


class Event(
    msgspec.Struct,
    frozen=True,
    tag_field="event",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Something that happened, and the ID of the rule that made it so. Games subclass it.

    What was thrown for it is in a field of type `Roll`, or told by its total in a field `dice`.
    """

    rule: str


class Seat(msgspec.Struct, frozen=True):
    """A place at the table: who sits there decides for it. Several seats may share a side."""

    index: int
    name: str
    side: int


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What the game waits for: one seat's choice of one kind.

    `who` holds the scene ids of the pieces concerned. A decision that `interrupts` an action
    under way has "let it happen" as its first legal action.
    """

    seat: int
    kind: str
    who: tuple[str, ...] = ()
    interrupts: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: `winners` are seats (none: a draw), `reason` is in plain words."""

    winners: tuple[int, ...]
    reason: str
    rule: str


class Step(msgspec.Struct, Generic[StateT], frozen=True):
    """A state and what happened on the way to it."""

    state: StateT
    events: tuple[Event, ...]


class Chance(msgspec.Struct, frozen=True):
    """The exact probability of something with a name ("hit", "kill")."""

    name: str
    probability: Fraction


class Expected(msgspec.Struct, frozen=True):
    """The exact expectation of a number with a name ("hits": 1.84 as a fraction)."""

    name: str
    value: Fraction


class Forecast(msgspec.Struct, frozen=True):
    """What an action may bring, before it is chosen.

    `chances` and `expected` are exact. `needed` with its `modifiers` says which number the dice
    must reach and why.
    """

    headline: str
    chances: tuple[Chance, ...] = ()
    expected: tuple[Expected, ...] = ()
    needed: str = ""
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[str, ...] = ()


class Shown(msgspec.Struct, frozen=True):
    """Something that comes to light: whose it is, what it was for, and the `value` on it."""

    side: int | None
    name: str
    value: str
    sign: Glyph | None = None


class Reveal(msgspec.Struct, frozen=True):
    """What all learn at the same moment, side by side, and what comes of it in a few words."""

    shown: tuple[Shown, ...]
    verdict: str


class Game(ABC, Generic[StateT, ActionT, ViewT]):
    """The rules of one system bound to one set-up.

    Subclasses give the state, action and event types for reading and writing records, and the
    verbs below. `legal_actions` and `perform` are theirs to write; callers use `actions` and
    `apply`. A game whose views are not its states says so in `view_type`, and makes them in `view`.
    One whose rules say that nobody acts out of turn names that rule in `off_turn_rule`.

    The `seats` may be those of the class. What else is not abstract holds for a plain game as it
    stands: nothing hidden, a rule for each action in `rule_of`, and in `results` what an action may
    bring, of which the core makes the odds.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    view_type: ClassVar[Any] = None
    off_turn_rule: ClassVar[str | None] = None

    seats: tuple[Seat, ...]
    setup: Any

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.view_type is not None and cls.view is Game.view:
            raise TypeError(f"{cls.__name__} has a view_type and no view")

    def __init__(self, setup: Any = None) -> None:  # noqa: ANN401  # set-ups differ
        self.setup = setup
        # The last position whose legal actions were asked for. States never change, so the
        # same object always has the same actions; one slot serves "actions, then apply".
        self._asked: tuple[object, int, Sequence[ActionT]] = (None, -1, ())

    # -- the six verbs ------------------------------------------------------------------------

    @abstractmethod
    def begin(self, dice: Dice) -> Step[StateT]:
        """The position before the first decision."""

    @abstractmethod
    def decisions(self, state: StateT) -> tuple[Decision, ...]:
        """The decisions that are open; none when the game is over."""

    @abstractmethod
    def legal_actions(self, state: StateT, seat: int) -> Sequence[ActionT]:
        """All that `seat` may do now, in a fixed order; empty if nothing waits for it."""

    @abstractmethod
    def perform(self, state: StateT, seat: int, action: ActionT, dice: Dice) -> Step[StateT]:
        """Carry out a legal action. The state given is left as it is."""

    def carry_out(self, state: StateT, seat: int, action: ActionT, dice: Dice) -> Step[StateT]:
        """Carry out a legal action alone, not what the game goes on to before the next decision.

        The odds of an action look at this, so that dice for other things, such as who is next, do
        not blur them. Games in which nothing comes between an action and the next decision keep
        this as it is.
        """
        return self.perform(state, seat, action, dice)

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def view(self, state: StateT, seat: int | None) -> ViewT:
        """The state as `seat` (None: a spectator) may see it; what is hidden is absent.

        In a game that hides nothing, which has no `view_type`, it is the state.
        """
        return state  # type: ignore[return-value]  # ViewT is StateT, see __init_subclass__

    # -- what people see ----------------------------------------------------------------------

    @abstractmethod
    def scene(self, state: StateT, seat: int | None) -> Scene:
        """The board as `seat` may see it."""

    @abstractmethod
    def label(self, state: StateT, action: ActionT) -> str:
        """The action in plain words, as a button says it."""

    def picks(self, state: StateT, action: ActionT) -> tuple[str, ...]:
        """The scene ids the action touches, in the order in which one would click them.

        None where there is nothing to click; such an action has its button alone.
        """
        return ()

    def is_aside(self, state: StateT, action: ActionT) -> bool:
        """Whether the action is seldom wanted, so that a table may fold it away."""
        return False

    def amount(self, state: StateT, action: ActionT) -> int | None:
        """How much of something the action is about, where actions differ in that: gold bid.

        A table then offers the amounts to be counted out; None where there is no such number.
        """
        return None

    def numbers(self, state: StateT, action: ActionT) -> tuple[int, ...]:
        """The different numbers that the action names, where actions differ in that: guesses."""
        return ()

    def rule_of(self, state: StateT, action: ActionT) -> str:
        """The ID of the rule by which the action may be done; empty where none is noted."""
        return ""

    def prompt(self, state: StateT, decision: Decision) -> str:
        """The decision in words: "Red: Ann acts, adjDEX 12"; else who is asked, and its kind."""
        return f"{self.seats[decision.seat].name}: {decision.kind.replace('_', ' ')}"

    @abstractmethod
    def narrate(self, event: Event) -> str:
        """The event as a line of a fight report; empty for events not worth a line."""

    def reveal(self, event: Event) -> Reveal | None:
        """What the event brings to light, if it is worth showing apart from its line."""
        return None

    def results(self, state: StateT, seat: int, step: Step[StateT]) -> Mapping[str, bool | int]:
        """What is worth foretelling of an action of `seat` in `state` that led to `step`, by name.

        Whether something came of it ("hit") and how much ("hits taken"); the same names whatever
        the dice were. The core makes the odds of an action of these, see `forecast`.
        """
        return {}

    def forecast(self, state: StateT, seat: int, action: ActionT) -> Forecast | None:
        """Exact odds of the action with their reasons; None where chance plays no part.

        Unless a game says it otherwise, that is the chance and the expectation of what `results`
        names, over all ways in which the dice of the action alone may fall (`carry_out`).
        """
        # Odds are made by playing, so they know games and not the other way round.
        from meleekit.core.odds import foretold

        return foretold(self, state, seat, action, MOST_WAYS)

    def refusal(self, state: StateT, seat: int, action: ActionT) -> IllegalAction:
        """Why an action that is not legal is not: the rule and what would have been allowed.

        Unless a game says it otherwise, the rule is that by which `seat` may do something else,
        of the same kind if there is such a thing.
        """
        kind = type(action)
        legal = sorted(self.actions(state, seat), key=lambda other: type(other) is not kind)
        allowed = [self.label(state, other) for other in legal[:MOST_NAMED]]
        allowed += ["…"] if len(legal) > MOST_NAMED else []
        return IllegalAction(self.rule_of(state, legal[0]), f"allowed: {', '.join(allowed)}")

    def check_state(self, state: StateT) -> None:
        """Look over a state that was read from a file, before anything else is done with it.

        Raises `BadSave` naming the field, within the state, that points at something which is not
        there. Whether the state could have come about is not asked; `verify` finds that out.
        """
        return

    def status(self, state: StateT) -> str:
        """Where the game stands in a few words ("Turn 3, actions")."""
        return ""

    def footnotes(self) -> tuple[str, ...]:
        """What all should know of the set-up for as long as they play: whose tables are used."""
        return ()

    def visible_events(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        """The events as `seat` may know them. Games that hide nothing keep them as they are."""
        return tuple(events)

    # -- what callers use ---------------------------------------------------------------------

    def actions(self, state: StateT, seat: int) -> Sequence[ActionT]:
        """All that `seat` may do now, in a fixed order; empty if nothing waits for it."""
        asked = self._asked
        if asked[0] is state and asked[1] == seat:
            return asked[2]
        legal = self.legal_actions(state, seat)
        self._asked = (state, seat, legal)
        return legal

    def remember(self, state: StateT, seat: int, actions: Sequence[ActionT]) -> None:
        """Keep what `seat` may do in `state`, so that it need not be worked out when asked for.

        For games that find it out on the way to the state; `actions` are as `legal_actions` says.
        """
        self._asked = (state, seat, actions)

    def is_legal(self, state: StateT, seat: int, action: ActionT) -> bool:
        """Whether `seat` may do `action` now."""
        return action in self.actions(state, seat)

    def apply(self, state: StateT, seat: int, action: ActionT, dice: Dice) -> Step[StateT]:
        """Do `action` for `seat`: the new state and what happened. `state` is not changed.

        Raises as `check_legal` does.
        """
        if not self.is_legal(state, seat, action):
            self.check_legal(state, seat, action)
        return self.perform(state, seat, action, dice)

    def check_asked(self, state: StateT, seat: int) -> None:
        """Raise `GameOver` after the end, `NotYourDecision` if nothing waits for the seat."""
        if self.outcome(state) is not None:
            raise GameOver("the game is over")
        if not any(decision.seat == seat for decision in self.decisions(state)):
            raise NotYourDecision(f"nothing waits for seat {seat} now", rule=self.off_turn_rule)

    def check_legal(self, state: StateT, seat: int, action: ActionT) -> None:
        """Raise as `check_asked` does, and `IllegalAction` naming the rule, unless it is legal."""
        if not self.is_legal(state, seat, action):
            self.check_asked(state, seat)
            raise self.refusal(state, seat, action)

    def action_from(self, data: object) -> ActionT:
        """Read an action from plain data. Raises `BadRequest` naming the field that is wrong."""
        try:
            action: ActionT = msgspec.convert(data, self.action_type)
        except msgspec.ValidationError as error:
            message, path = fault_of(error)
            at = under("action", path)
            raise BadRequest(f"not an action of this game: {message}", at=at) from None
        return action

    def read_action(self, state: StateT, seat: int, data: object) -> ActionT:
        """Read from plain data what `seat` wants to do in `state`; it may still not be legal.

        Raises `BadRequest` as `action_from` does. Games may say more of the moment: who is not
        asked, and what their rules call a malformed value.
        """
        return self.action_from(data)
