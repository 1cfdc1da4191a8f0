"""The words between a table and its pages: every message, its form and its limits.

Unknown fields are refused, so that a typing error is never silently ignored.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from meleekit.core.errors import BadRequest, MeleekitError, TooLarge
from meleekit.core.typed import fault_of

MESSAGE_LIMIT = 64 * 1024  # bytes of one WebSocket message
BODY_LIMIT = 1024 * 1024  # bytes of one HTTP body

# Whole numbers that every JSON reader can hold, or words.
Key = (
    Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
    | Annotated[str, msgspec.Meta(max_length=200)]
    | None
)
Index = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Title = Annotated[str, msgspec.Meta(max_length=80)]


# -- what a page says -------------------------------------------------------------------------


class Request(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True
):
    """Base of what a page may ask. `id` is repeated in the answer."""

    id: Key = None


class Act(Request, frozen=True, tag="act"):
    """Do something: `action` is its number in the list of that revision, or the action itself.

    Without a `seat` it is for the one whose decision this page was shown at that revision.
    """

    revision: Index
    action: Index | dict[str, Any]
    seat: Index | None = None


class Sit(Request, frozen=True, tag="sit"):
    """Show this page what only that seat may see, until it has decided.

    Where several people share a screen it waits for this before each choice that is secret.
    """

    seat: Index


class Odds(Request, frozen=True, tag="odds"):
    """What may come of the action with that number; `seat` as in `Act`."""

    revision: Index
    action: Index
    seat: Index | None = None


class Undo(Request, frozen=True, tag="undo"):
    """Back to the previous decision of somebody at this screen."""

    revision: Index


class Look(Request, frozen=True, tag="look"):
    """Tell the present position again, with the whole log; `seat` as in `Sit`, for this once."""

    seat: Index | None = None


Asked = Act | Sit | Odds | Undo | Look


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to begin. `players[i]` plays seat i.

    That is "me", "friend" (at the same screen), "guest" (elsewhere, by a link that the position
    tells to whoever began the match), or a bot's name. `options` are fields of the set-up chosen
    apart from it.
    """

    game: str
    setup: Any
    players: list[str]
    options: dict[str, Any] | None = None
    title: Title = ""

    def __post_init__(self) -> None:
        if not self.title.isprintable():
            raise ValueError("a title has printable characters only")


# -- what the table says ----------------------------------------------------------------------


class RollSeen(msgspec.Struct, frozen=True):
    """Dice as they fell."""

    count: int
    sides: int
    total: int
    why: str
    faces: tuple[int, ...]


class ShownSeen(msgspec.Struct, frozen=True):
    """Something that came to light; `sign` is the outline of a drawing, as of `GaugeSeen`."""

    side: int | None
    name: str
    value: str
    sign: str


class RevealSeen(msgspec.Struct, frozen=True):
    """What came to light at the same moment, and what came of it."""

    shown: tuple[ShownSeen, ...]
    verdict: str


class Line(msgspec.Struct, frozen=True):
    """A line of the fight report: what happened at that revision, by which rule and dice."""

    revision: int
    text: str
    rule: str
    rolls: tuple[RollSeen, ...] = ()
    status: str = ""
    reveal: RevealSeen | None = None


class ActionSeen(msgspec.Struct, frozen=True):
    """A legal action: its number, its words, the ids on the board that it touches.

    One that is `aside` is seldom wanted: the page folds it away. `amount` is counted out, one of
    `numbers` after the other chosen, where actions differ in them.
    """

    id: int
    label: str
    picks: tuple[str, ...]
    aside: bool = False
    amount: int | None = None
    numbers: tuple[int, ...] = ()


class DecisionSeen(msgspec.Struct, frozen=True):
    """What the match waits for; `mine` when it waits for somebody at this screen.

    `sealed`: nobody else may know what is decided.
    """

    seat: int
    kind: str
    who: tuple[str, ...]
    interrupts: bool
    mine: bool
    sealed: bool = False


class SeatSeen(msgspec.Struct, frozen=True):
    """A place at the table and who sits there: "me", "friend", "guest", or a bot's name.

    `invitation` is the address at which the seat may be taken, told to whoever began the match
    while it is free.
    """

    index: int
    name: str
    side: int
    player: str
    mine: bool
    waiting: bool
    invitation: str = ""


class KeyLine(msgspec.Struct, frozen=True):
    """What a tint on the board means; `label` stands for a figure in it."""

    tint: str
    text: str
    label: str = ""


class GaugeSeen(msgspec.Struct, frozen=True):
    """So much of something; `sign` is the outline of its drawing, 40 wide and 56 high."""

    id: str
    name: str
    value: int
    title: str
    sign: str


class CardSeen(msgspec.Struct, frozen=True):
    """A card, with what lies on it; one that lies `down` has a name for those who may know it."""

    id: str
    name: str
    text: str
    kind: str
    sign: str
    bid: int
    bidder: int | None
    marker: str
    down: bool


class PanelSeen(msgspec.Struct, frozen=True):
    """What a seat has beside the board."""

    id: str
    seat: int
    gauges: tuple[GaugeSeen, ...]
    cards: tuple[CardSeen, ...]
    notes: tuple[str, ...]


class TrackSeen(msgspec.Struct, frozen=True):
    """The stages of a game and which it is now."""

    name: str
    stages: tuple[str, ...]
    now: int


class BesideSeen(msgspec.Struct, frozen=True):
    """All that lies beside the board."""

    panels: tuple[PanelSeen, ...]
    cards: tuple[CardSeen, ...]
    track: TrackSeen | None


class OutcomeSeen(msgspec.Struct, frozen=True):
    """How the match ended."""

    winners: tuple[int, ...]
    names: tuple[str, ...]
    reason: str
    rule: str


class Position(msgspec.Struct, frozen=True, tag_field="type", tag="position"):
    """The match as this page may see it.

    `by` is who made the revision: "" at the opening, and where a sealed choice of somebody
    elsewhere did. `own`: somebody at this screen made it. `veil` holds the seats at this screen
    that are asked for a secret choice: the page shows nothing of theirs until one has sat down
    (see `Sit`). `svg` is the whole board, told when `reset`
    is set or the board is another than before; `live` is what stands on it. `log` holds the lines
    since the last position told to this page, or all of them when `reset` is set. `seed` is told
    only when it is over.
    """

    revision: int
    reset: bool
    by: str
    own: bool
    status: str
    prompt: str
    decision: DecisionSeen | None
    seats: tuple[SeatSeen, ...]
    svg: str
    live: str
    key: tuple[KeyLine, ...]
    beside: BesideSeen
    actions: tuple[ActionSeen, ...]
    veil: tuple[int, ...]
    log: tuple[Line, ...]
    outcome: OutcomeSeen | None
    can_undo: bool
    undone: int
    watching: int
    commitment: str
    footnotes: tuple[str, ...] = ()
    seed: str | None = None
    id: Key = None


class Number(msgspec.Struct, frozen=True):
    """A named probability or expectation: exact, and as a float."""

    name: str
    exact: str
    value: float


class ModifierSeen(msgspec.Struct, frozen=True):
    """One named part of a number, with its rule."""

    name: str
    value: int
    rule: str


class ForecastSeen(msgspec.Struct, frozen=True):
    """What an action may bring, and why."""

    headline: str
    chances: tuple[Number, ...]
    expected: tuple[Number, ...]
    needed: str
    modifiers: tuple[ModifierSeen, ...]
    notes: tuple[str, ...]


class OddsSeen(msgspec.Struct, frozen=True, tag_field="type", tag="odds"):
    """The answer to `Odds`; no forecast where chance plays no part."""

    revision: int
    action: int
    forecast: ForecastSeen | None
    id: Key = None


class Moment(msgspec.Struct, frozen=True):
    """One revision of a match, for a replay: the board after it and the words for it.

    `board` names the board itself; where it is another than the one that is shown, the page asks
    for the whole of it, which is in `svg`. `seats` are who sits there, `beside` what they have,
    `key` what the tints mean.
    """

    revision: int
    last: int
    status: str
    prompt: str
    board: str
    svg: str
    live: str
    seats: tuple[SeatSeen, ...]
    beside: BesideSeen
    key: tuple[KeyLine, ...]
    lines: tuple[Line, ...]
    outcome: OutcomeSeen | None


class ErrorSaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was wrong: a code, words for people, the rule or the field, the rules' own word."""

    code: str
    message: str
    rule: str | None = None
    at: str | None = None
    reason: str | None = None


class ErrorMessage(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """A refusal over the WebSocket. Nothing has changed."""

    error: ErrorSaid
    id: Key = None


Told = Position | OddsSeen | ErrorMessage

# -- reading and writing ----------------------------------------------------------------------

T = TypeVar("T")

_ASKED: msgspec.json.Decoder[Asked] = msgspec.json.Decoder(Asked)


def said(error: MeleekitError) -> ErrorSaid:
    """An error in the words of the protocol."""
    return ErrorSaid(error.code, error.message, error.rule, error.at, error.reason)


def read(data: bytes | str, form: type[T]) -> T:
    """Read JSON of that form. Raises `BadRequest` naming the field that is wrong."""
    return _decoded(data, msgspec.json.Decoder(form))


def read_asked(data: bytes | str) -> Asked:
    """Read what a page asks. Raises `TooLarge` or `BadRequest`."""
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > MESSAGE_LIMIT:
        raise TooLarge(f"a message may have {MESSAGE_LIMIT} bytes, this one has {size}")
    return _decoded(data, _ASKED)


def key_of(data: bytes | str) -> Key:
    """The `id` of a message that was refused, if it can be made out."""
    try:
        return msgspec.json.decode(data, type=_Keyed).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def written(message: Told) -> str:
    """A message as it goes over the WebSocket."""
    return msgspec.json.encode(message).decode()


class _Keyed(msgspec.Struct):
    id: Key = None


def _decoded(data: bytes | str, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        raise BadRequest(message, at=path or None) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadRequest(f"not JSON: {error}") from None
    except RecursionError:
        raise BadRequest("nested too deeply") from None
