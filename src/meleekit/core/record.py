"""How a match is written down: one entry a revision, and the file that holds them all.

A record is JSON. What was intended (seat and action) and what chance did (rolls) stand beside
what came of them (events and state), so that a record can be read without the rules that made
it, and checked against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from meleekit.core.dice import Roll
from meleekit.core.errors import BadSave, MeleekitError
from meleekit.core.game import ActionT, Event, Game, StateT
from meleekit.core.phrases import verdict
from meleekit.core.system import System
from meleekit.core.typed import fault_of, under

FORMAT = "meleekit-match/1"

T = TypeVar("T")
EventT = TypeVar("EventT", bound=Event)

# Streams are read at most this far; more would not fit the eight bytes that count its blocks.
_Position = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
_Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Entry(
    msgspec.Struct, Generic[StateT, ActionT, EventT], frozen=True, forbid_unknown_fields=True
):
    """One revision of a match: what was intended, what chance did, and what came of it.

    `seat` is -1 and `action` None in the opening entry, where the game set itself up. `by_hand`
    tells that the dice were given and not rolled from the seed. `position` is how many bytes of
    the seed's stream are used after this entry.
    """

    seat: Annotated[int, msgspec.Meta(ge=-1)]
    action: ActionT | None
    rolls: tuple[Roll, ...]
    by_hand: bool
    position: _Position
    events: tuple[EventT, ...]
    state: StateT


class _Format(msgspec.Struct, frozen=True):
    format: str


class _File(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    format: str
    game: str
    rules_version: str
    setup: Any
    commitment: _Digest
    undone: _Count
    seed: _Digest | None = None
    from_situation: bool = False
    entries: list[msgspec.Raw]


_FORMAT = msgspec.json.Decoder(_Format)
_FILE = msgspec.json.Decoder(_File)


class Record(msgspec.Struct, Generic[StateT, ActionT], frozen=True, kw_only=True):
    """A record as read: the rules it was played by, what it committed to, and its entries.

    `rules_version` is the one it was begun under. `seed` is None where the record keeps it back.
    A match begun `from_situation` has in its opening entry the state that it was begun with.
    """

    system: System
    game: Game[StateT, ActionT, Any]
    rules_version: str
    commitment: str
    undone: int
    seed: bytes | None
    from_situation: bool
    entries: list[Entry[StateT, ActionT, Event]]


def encode_entry(entry: Entry[Any, Any, Any]) -> bytes:
    """The entry as it stands in a record, for stores that keep one row a revision."""
    return msgspec.json.encode(entry)


def encode_heading(record: Record[Any, Any]) -> bytes:
    """The record without its entries; `assemble` puts the two together."""
    return msgspec.json.encode(
        _File(
            format=FORMAT,
            game=record.system.key,
            rules_version=record.rules_version,
            setup=record.game.setup,
            commitment=record.commitment,
            undone=record.undone,
            seed=None if record.seed is None else record.seed.hex(),
            from_situation=record.from_situation,
            entries=[],
        )
    )


def assemble(heading: bytes, entries: Iterable[bytes]) -> bytes:
    """A whole record from its heading and its entries, each as written by `encode_entry`.

    Raises `BadSave` if the heading is none.
    """
    file = _decoded(heading, _FILE)
    raw = [msgspec.Raw(entry) for entry in entries]
    return msgspec.json.encode(msgspec.structs.replace(file, entries=raw))


def read_record(data: bytes, systems: Mapping[str, System]) -> Record[Any, Any]:
    """Read a record. Nothing is replayed: an old match shows what happened then.

    Raises `BadSave` naming the field that is wrong, also where the entries can be read but not be
    told, since they speak of what is not there. Whether the seed is the one committed to is
    for the caller to judge.
    """
    version = _decoded(data, _FORMAT).format
    if version != FORMAT:
        raise BadSave(f"this is {version!r}, and only {FORMAT!r} can be read", at="format")
    file = _decoded(data, _FILE)
    system = systems.get(file.game)
    if system is None:
        known = ", ".join(systems) or "none"
        raise BadSave(f"no game {file.game!r} (there are: {known})", at="game")
    try:
        game = system.game(system.setup_from(file.setup))
    except MeleekitError as error:
        raise error.restated(BadSave, at=under("setup", error.at)) from None
    entries = _read_entries(file, game)
    return Record(
        system=system,
        game=game,
        rules_version=file.rules_version,
        commitment=file.commitment,
        undone=file.undone,
        seed=None if file.seed is None else bytes.fromhex(file.seed),
        from_situation=file.from_situation,
        entries=entries,
    )


def _read_entries(file: _File, game: Game[Any, Any, Any]) -> list[Entry[Any, Any, Event]]:
    if not file.entries:
        raise BadSave("a record has at least its opening entry", at="entries")
    kind = Entry[game.state_type, game.action_type, game.event_type]  # type: ignore[name-defined]  # types known only to the game
    decoder: msgspec.json.Decoder[Entry[Any, Any, Event]] = msgspec.json.Decoder(kind)
    entries: list[Entry[Any, Any, Event]] = []
    position = 0
    for revision, raw in enumerate(file.entries):
        at = f"entries[{revision}]"
        try:
            entry = _decoded(raw, decoder, at)
        except BadSave as error:
            if file.rules_version == game.rules_version:
                raise
            versions = f"recorded under rules {file.rules_version}, read by {game.rules_version}"
            said = f"{error.message} ({versions})"
            raise error.restated(BadSave, at=error.at, message=said) from None
        opening = revision == 0
        if opening != (entry.seat == -1):
            raise BadSave("seat -1 marks the opening entry and no other", at=f"{at}.seat")
        if opening != (entry.action is None):
            raise BadSave("every entry but the opening has its action", at=f"{at}.action")
        if entry.position < position:
            raise BadSave("the seed's stream never runs back", at=f"{at}.position")
        position = entry.position
        _check_entry(game, entry, entries[-1].state if entries else None, at)
        entries.append(entry)
    _check_present(game, entries[-1].state, f"entries[{len(entries) - 1}].state")
    return entries


@contextmanager
def told_of(at: str) -> Iterator[None]:
    """What fails inside fails because of what the record says there: raises `BadSave`."""
    try:
        yield
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise BadSave("this contradicts the set-up, or itself", at=at) from error


def _check_entry(
    game: Game[Any, Any, Any], entry: Entry[Any, Any, Event], before: object, at: str
) -> None:
    """Whether the entry can be told. `before` is the state that its action was done in."""
    state = entry.state
    _check_seats(game, (entry.seat,) if entry.action is not None else (), f"{at}.seat")
    try:
        game.check_state(state)
    except BadSave as error:
        raise error.restated(BadSave, at=under(f"{at}.state", error.at)) from None
    with told_of(f"{at}.state"):
        waiting, end = game.decisions(state), game.outcome(state)
        _check_seats(game, [decision.seat for decision in waiting], f"{at}.state")
        _check_seats(game, end.winners if end else (), f"{at}.state")
        game.status(state)
        for decision in waiting:
            game.prompt(state, decision)
        if end:
            verdict(game.seats, end)
    if bool(waiting) == (end is not None):
        wrong = "over and still asks" if end else "not over and asks nothing"
        raise BadSave(f"the match is {wrong}", at=f"{at}.state")
    for number, event in enumerate(entry.events):
        with told_of(f"{at}.events[{number}]"):
            game.narrate(event)
    if entry.action is not None:
        with told_of(f"{at}.action"):
            game.label(before, entry.action)


def _check_present(game: Game[Any, Any, Any], state: object, at: str) -> None:
    """Whether one can go on from the last state: it can be drawn, and what it asks be answered."""
    with told_of(at):
        game.scene(state, None)
        for decision in game.decisions(state):
            if not game.actions(state, decision.seat):
                raise BadSave(f"seat {decision.seat} is asked and can do nothing", at=at)


def _check_seats(game: Game[Any, Any, Any], seats: Iterable[int], at: str) -> None:
    last = len(game.seats) - 1
    for seat in seats:
        if not 0 <= seat <= last:
            raise BadSave(f"there is no seat {seat}, only 0 to {last}", at=at)


def _decoded(data: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[T], inside: str = "") -> T:
    """Decode JSON, turning every fault of the data into a `BadSave` that says where it is."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        raise BadSave(message, at=under(inside, path)) from None
    except msgspec.DecodeError as error:
        raise BadSave(f"not a record: {error}", at=inside or None) from None
    except RecursionError:
        raise BadSave("not a record: nested too deeply", at=inside or None) from None
    except UnicodeDecodeError:
        raise BadSave("not a record: not UTF-8", at=inside or None) from None
