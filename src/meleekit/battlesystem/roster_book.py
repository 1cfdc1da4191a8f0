"""The book of a battle on a real table: its units, and every step that was taken, in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from meleekit.battlesystem.calculator import Moment
from meleekit.battlesystem.crt import Crt, CrtTable, crt_from
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import FormationName, Unit, unit_from
from meleekit.core.dice import Roll
from meleekit.core.errors import BadSave, BadSetup
from meleekit.core.typed import about, fault_of, in_file, read_toml, typed

FORMAT = "meleekit-battle-1"
RULE = "BAT-UNIT-06"
MOST_STEPS = 2_000
_Text = Annotated[str, Meta(max_length=200)]


class BookSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side: its name, and its units as they began (BAT-STATE-01)."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    units: Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=60)]


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was decided before the battle. `crt` is a table of one's own, None for the usual.

    `crt_hash` is that of the table in use, so that results say what they were read from.
    """

    title: Annotated[str, Meta(max_length=80)]
    daylight: bool
    crt_hash: str
    sides: tuple[BookSide, BookSide]
    crt: CrtTable | None = None


class _Step(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="step"
):
    """Something that was done at the table."""


class RoundBegun(_Step, frozen=True, tag="round"):
    """A new round began."""


class Striker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of the book in a melee, with what it does; `weapon` where it changed hands."""

    unit: str
    moment: Moment = Moment()
    weapon: str = ""


class MeleeFought(_Step, frozen=True, tag="melee"):
    """A melee, and the dice in the order in which they were asked for."""

    first: Striker
    second: Striker
    dice: Annotated[tuple[Roll, ...], Meta(max_length=4)]


class MoraleChecked(_Step, frozen=True, tag="morale"):
    """A Morale Check, or with `rally` a try to rally; `because` names modifiers that apply."""

    unit: str
    dice: Annotated[tuple[Roll, ...], Meta(max_length=1)]
    because: tuple[str, ...] = ()
    rally: bool = False


class Corrected(_Step, frozen=True, tag="set"):
    """What the referee sets: missiles, magic, formation, what was told wrong."""

    unit: str
    figures: Annotated[int, Meta(ge=0, le=500)] | None = None
    wounded: Annotated[int, Meta(ge=0, le=1)] | None = None
    formation: FormationName | None = None
    weapon: str | None = None
    routed: bool | None = None
    gone: bool | None = None
    commander: bool | None = None
    check_due: bool | None = None
    note: _Text = ""


AnyStep = RoundBegun | MeleeFought | MoraleChecked | Corrected


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole battle as its file holds it."""

    format: str
    heading: Heading
    steps: Annotated[tuple[AnyStep, ...], Meta(max_length=MOST_STEPS)] = ()


class _SideSaid(msgspec.Struct, frozen=True):
    # What a scenario on a field says besides is no matter on a real table.
    name: str
    units: tuple[dict[str, Any], ...]


class _BattleSaid(msgspec.Struct, frozen=True):
    sides: tuple[_SideSaid, _SideSaid]
    title: str = ""
    daylight: bool = False
    crt: dict[str, Any] | None = None


def new_book(
    data: Mapping[str, Any], *, crt: Crt | None = None, tables: Tables | None = None
) -> Book:
    """A book from two sides as plain data; a scenario of the field will do.

    Raises `BadSetup` naming the field and the rule.
    """
    said = typed(data, _BattleSaid, rule=RULE)
    tables = tables or default_tables()
    if crt is None and said.crt is not None:
        crt = crt_from(said.crt)
    sides = []
    for number, side in enumerate(said.sides):
        at = f"sides[{number}].units"
        units = [_unit(one, f"{at}[{n}]", tables) for n, one in enumerate(side.units)]
        sides.append(BookSide(side.name, tuple(units)))
    heading = Heading(
        title=said.title or f"{sides[0].name} against {sides[1].name}",
        daylight=said.daylight,
        crt_hash=(crt or tables.crt).hash,
        sides=(sides[0], sides[1]),
        crt=crt.table if crt else None,
    )
    # What a file may not hold is refused before there is one.
    book = typed(msgspec.to_builtins(Book(FORMAT, heading)), Book, rule=RULE)
    check_heading(book.heading, tables)
    return book


def _unit(data: Unit | Mapping[str, Any], at: str, tables: Tables) -> Unit:
    with about(at):
        return unit_from(data, tables)


def book_in(path: Path, *, crt: Crt | None = None) -> Book:
    """A book from a TOML file of two sides. Raises `BadSetup` naming file, field and rule."""
    data = read_toml(path)
    with in_file(path):
        return new_book(data, crt=crt)


def check_heading(heading: Heading, tables: Tables) -> Crt:
    """The table in use, once units and names were looked over. Raises `BadSetup`."""
    names: set[str] = set()
    for number, side in enumerate(heading.sides):
        for n, unit in enumerate(side.units):
            at = f"sides[{number}].units[{n}]"
            _unit(unit, at, tables)
            if unit.name in names:
                said = f"two units are called {unit.name}; give one a name"
                raise BadSetup(said, rule=RULE, at=f"{at}.name")
            names.add(unit.name)
    for at, text in (
        ("title", heading.title),
        *((f"sides[{n}].name", s.name) for n, s in enumerate(heading.sides)),
    ):
        if not text.isprintable():
            raise BadSetup("printable characters only", rule=RULE, at=at)
    crt = crt_from(heading.crt) if heading.crt else tables.crt
    if crt.hash != heading.crt_hash:
        said = f"the battle was begun with another Combat Results Table, {heading.crt_hash}"
        raise BadSetup(said, rule="BAT-CRT-05", at="crt_hash")
    return crt


def encode_book(book: Book) -> bytes:
    """The book as its file holds it: JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"


def decode_book(data: bytes) -> Book:
    """The book in a file. Raises `BadSave` naming the field."""
    try:
        book = msgspec.json.decode(data, type=Book)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        raise BadSave(message, at=path or None) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadSave("this is not the file of a battle") from None
    if book.format != FORMAT:
        raise BadSave(f"a format that is not known: {book.format!r}", at="format")
    return book
