"""What a referee answers: one form a verb. Fields that are at their default are left out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from meleekit.core.errors import MeleekitError, NeedsDice
from meleekit.core.game import Decision, Event, Forecast, Modifier, Outcome
from meleekit.core.system import Option, Variant


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all answers; the `id` is put before the rest when it is written."""


class Seats(msgspec.Struct, frozen=True):
    """How many seats a game may have."""

    min: int
    max: int


class Scenario(msgspec.Struct, frozen=True):
    """A ready set-up: `name` is what `new` takes."""

    name: str
    title: str
    about: str
    sides: tuple[str, ...]


class GameSeen(msgspec.Struct, frozen=True):
    """A game that can be played."""

    key: str
    title: str
    about: str
    seats: Seats
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    variants: tuple[Variant, ...]
    bots: tuple[str, ...]
    rules_version: str


class GamesSeen(Answer, frozen=True):
    """All games."""

    games: tuple[GameSeen, ...]


class Schemas(Answer, frozen=True):
    """JSON Schemas of a game's values; `situation` is null in a game without situations."""

    game: str
    setup: dict[str, Any]
    situation: dict[str, Any] | None
    action: dict[str, Any]
    event: dict[str, Any]
    view: dict[str, Any]


class DecisionSeen(msgspec.Struct, frozen=True):
    """A decision that waits: whose, of what kind, about which pieces, and in words."""

    seat: int
    kind: str
    who: tuple[str, ...]
    interrupts: bool
    prompt: str

    @classmethod
    def of(cls, decision: Decision, prompt: str) -> DecisionSeen:
        """The decision with its words."""
        return cls(decision.seat, decision.kind, decision.who, decision.interrupts, prompt)


class Position(Answer, frozen=True, omit_defaults=True):
    """Where a match stands, as one pair of eyes may see it.

    `events` are those after revision `since`: after `act` its own, else all since the last answer
    to these eyes. `report` tells them in words. The `commitment` is the seed's SHA-256.
    """

    match: str
    game: str
    revision: int
    open: tuple[DecisionSeen, ...]
    since: int
    events: tuple[Event, ...]
    report: tuple[str, ...]
    status: str
    view: Any
    commitment: str | None = None
    outcome: Outcome | None = None


class ActionSeen(msgspec.Struct, frozen=True):
    """A legal action, its words, and the scene ids that it touches."""

    action: Any
    label: str
    picks: tuple[str, ...]


class OptionsSeen(Answer, frozen=True):
    """All that a seat may do now."""

    match: str
    revision: int
    decision: DecisionSeen
    actions: tuple[ActionSeen, ...]


class Exact(msgspec.Struct, frozen=True):
    """A named number: exact, and as a float."""

    name: str
    exact: str
    value: float

    @classmethod
    def of(cls, name: str, number: Fraction) -> Exact:
        """The number in both forms."""
        return cls(name, str(number), float(number))


class Summary(msgspec.Struct, frozen=True):
    """An action's prospects as the game sums them up, with the reasons."""

    headline: str
    chances: tuple[Exact, ...]
    expected: tuple[Exact, ...]
    needed: str
    modifiers: tuple[Modifier, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, found: Forecast) -> Summary:
        """The game's forecast in this form."""
        return cls(
            headline=found.headline,
            chances=tuple(Exact.of(one.name, one.probability) for one in found.chances),
            expected=tuple(Exact.of(one.name, one.value) for one in found.expected),
            needed=found.needed,
            modifiers=found.modifiers,
            notes=found.notes,
        )


class Change(msgspec.Struct, frozen=True):
    """A field of the view that becomes another."""

    at: str
    before: Any = msgspec.field(name="from")
    after: Any = msgspec.field(name="to")


class Result(msgspec.Struct, frozen=True):
    """One distinct result with its exact chance.

    `events` have no dice and nothing that adds up from them: dice that lead to the same result are
    counted together.
    """

    chance: str
    probability: float
    events: tuple[dict[str, Any], ...]
    changes: tuple[Change, ...]


class OddsSeen(Answer, frozen=True, omit_defaults=True):
    """What may come of an action; the likeliest first. `note` says why nothing is told."""

    match: str
    revision: int
    outcomes: tuple[Result, ...]
    summary: Summary | None
    note: str = ""


class Picture(Answer, frozen=True):
    """The board drawn, as SVG or in characters."""

    match: str
    revision: int
    form: str = msgspec.field(name="as")
    picture: str


class Suggestion(Answer, frozen=True, omit_defaults=True):
    """What a bot would do and, if it can say, why. `note` says what became of a budget."""

    match: str
    revision: int
    seat: int
    bot: str
    action: Any
    label: str
    why: str = ""
    note: str = ""


class Saved(Answer, frozen=True):
    """The record of a match."""

    match: str
    revision: int
    save: msgspec.Raw


class Verified(Answer, frozen=True):
    """Whether a record is true; else the first revision that differs, and how."""

    ok: bool
    revision: int | None
    reason: str


class Done(Answer, frozen=True):
    """Nothing more to say."""

    ok: bool = True


class Want(msgspec.Struct, frozen=True):
    """The roll that is asked for; `have` were given before it."""

    count: int
    sides: int
    why: str
    have: int


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was wrong: a code, words for people, the rule or the field.

    `reason` is the game's own short word for it (``E_STACK``) where its rules have such words.
    """

    code: str
    message: str
    rule: str | None = None
    at: str | None = None
    want: Want | None = None
    reason: str | None = None

    @classmethod
    def of(cls, error: MeleekitError) -> Refusal:
        """The error in this form."""
        want = None
        if isinstance(error, NeedsDice):
            want = Want(error.count, error.sides, error.why, error.have)
        return cls(error.code, error.message, error.rule, error.at, want, error.reason)


class Refused(Answer, frozen=True):
    """The request was refused, and nothing has changed."""

    error: Refusal


def written(key: msgspec.Raw, answer: Answer) -> bytes:
    """The answer as JSON on one line, with the `id` that was asked."""
    body = msgspec.json.encode(answer)
    # White space around and inside the id is not part of it, and might be taken for a line's end.
    id_ = msgspec.json.format(bytes(key), indent=-1)
    return b'{"id":' + id_ + b"," + body[1:]
