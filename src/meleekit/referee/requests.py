"""What may be asked of a referee: one form a verb, unknown fields refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadRequest, TooLarge
from meleekit.core.typed import fault_of

REQUEST_LIMIT = 1024 * 1024  # bytes of one request
NULL = msgspec.Raw(b"null")

Index = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Name = Annotated[str, Meta(max_length=200)]
Totals = Annotated[list[int], Meta(max_length=10_000)]
Until = Literal["action", "decision"]


class Request(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True
):
    """Base of all requests. `id` may be any JSON; the answer repeats it as it was written."""

    id: msgspec.Raw = NULL


class Games(Request, frozen=True, tag="games"):
    """Which games there are."""


class Schema(Request, frozen=True, tag="schema"):
    """JSON Schemas of a game's values."""

    game: Name


class New(Request, frozen=True, tag="new"):
    """Begin a match: `setup` is a scenario's name or a full set-up, `seed` 64 hex digits."""

    game: Name
    setup: Name | dict[str, Any]
    options: dict[str, Any] | None = None
    seed: Name | None = None


class Load(Request, frozen=True, tag="load"):
    """Begin a match at a situation: the parsed file, or its `text`."""

    situation: dict[str, Any] | None = None
    text: str | None = None


class OfMatch(Request, frozen=True):
    """A request about a match."""

    match: Name


class Options(OfMatch, frozen=True, tag="options"):
    """What a seat may do now."""

    seat: Index


class Act(OfMatch, frozen=True, tag="act"):
    """Do something; `dice` are totals thrown by hand, in the order in which they are asked for."""

    seat: Index
    action: Any
    dice: Totals | None = None
    revision: Index | None = None


class Odds(OfMatch, frozen=True, tag="odds"):
    """What may come of an action, exactly."""

    seat: Index
    action: Any
    until: Until = "action"


class View(OfMatch, frozen=True, tag="view"):
    """The position as a seat may see it; without one, as a spectator may."""

    seat: Index | None = None


class Scene(OfMatch, frozen=True, tag="scene"):
    """The picture, as SVG or in characters."""

    form: Literal["svg", "text"] = msgspec.field(name="as")
    seat: Index | None = None


class Suggest(OfMatch, frozen=True, tag="suggest"):
    """What a bot would do; `budget_ms` is the time that it may take.

    No bot that there is uses any: each decides at once, and the answer's `note` says so.
    """

    seat: Index
    bot: Name
    budget_ms: Annotated[int, Meta(ge=1, le=60_000)] | None = None


class Undo(OfMatch, frozen=True, tag="undo"):
    """Back to the position at a revision."""

    to: Index


class Save(OfMatch, frozen=True, tag="save"):
    """The whole record, seed included; with a seat, only what that seat may keep of it."""

    seat: Index | None = None


class Restore(Request, frozen=True, tag="restore"):
    """Go on with a saved match."""

    save: msgspec.Raw


class Verify(Request, frozen=True, tag="verify"):
    """Whether a record is true."""

    save: msgspec.Raw


class Quit(Request, frozen=True, tag="quit"):
    """End; or let go of one match, and go on."""

    match: Name | None = None


Asked = (
    Games
    | Schema
    | New
    | Load
    | Options
    | Act
    | Odds
    | View
    | Scene
    | Suggest
    | Undo
    | Save
    | Restore
    | Verify
    | Quit
)

VERBS = tuple(str(form.__struct_config__.tag) for form in get_args(Asked))

_ASKED: msgspec.json.Decoder[Asked] = msgspec.json.Decoder(Asked)


class _Keyed(msgspec.Struct):
    id: msgspec.Raw = NULL


_KEYED = msgspec.json.Decoder(_Keyed)


def read(data: bytes) -> Asked:
    """Read a request. Raises `TooLarge`, or `BadRequest` naming the field that is wrong."""
    if len(data) > REQUEST_LIMIT:
        raise TooLarge(f"a request may have {REQUEST_LIMIT} bytes")
    try:
        # Text that is passed on unread, as ids and records are, would not be checked otherwise.
        data.decode()
        return _ASKED.decode(data)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        if path == "do":
            message = f"no such verb; there are {', '.join(VERBS)}"
        raise BadRequest(message, at=path or None) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadRequest(f"not JSON: {error}") from None
    except RecursionError:
        raise BadRequest("nested too deeply") from None


def key_of(data: bytes) -> msgspec.Raw:
    """The `id` of a request that was refused; null if it cannot be made out."""
    if len(data) > REQUEST_LIMIT:
        return NULL
    try:
        data.decode()
        return _KEYED.decode(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return NULL
