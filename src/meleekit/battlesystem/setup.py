"""What is decided before a battle: field, sides, their units and where they stand, options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from meleekit.battlesystem.crt import MOST_LETTERS, Crt, CrtTable, crt_from, crt_of
from meleekit.battlesystem.geometry import FACINGS, Field, Pose, full
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import RULE, FacingName, Unit, unit_from
from meleekit.core.errors import BadSetup
from meleekit.core.typed import about, in_file, numbered, read_toml, typed

SIDES = 2
MOST_UNITS = 40
"""Units of a side; the field holds hardly more."""
MOST_CELLS = 120
"""Cells of the field from end to end."""
MOST_HILLS = 40
SCENARIOS_PATH = Path(__file__).with_name("scenarios")
OWN_EDGES: tuple[FacingName, FacingName] = ("S", "N")
"""The edges that the sides come from, unless it is said otherwise."""


class Hill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rectangle of higher ground from its south-west cell; where several lie they add up."""

    x: int
    y: int
    width: Annotated[int, Meta(ge=1, le=MOST_CELLS)]
    height: Annotated[int, Meta(ge=1, le=MOST_CELLS)]
    rise: Annotated[int, Meta(ge=1, le=9)] = 1


class SideSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side (BAT-STATE-01): its name, its units in their owner's order, the edge it comes from.

    Routed units flee towards that edge (BAT-MOR-06).
    """

    name: Annotated[str, Meta(max_length=60)]
    units: tuple[Unit, ...]
    edge: FacingName


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is decided before a battle.

    `rounds` is the last round (BAT-VICT-01), `support_behind_overlap` the looser reading of who
    supports (BAT-ELIG-06), `daylight` matters to those who dislike it (BAT-AR-15). `crt` is the
    Combat Results Table with its hash (BAT-CRT-02): told as a table or as the text of its file, or
    not at all for the one that comes with the game, so that a match keeps what it was played by.
    """

    sides: tuple[SideSetup, ...]
    title: Annotated[str, Meta(max_length=80)] = ""
    about: Annotated[str, Meta(max_length=400)] = ""
    width: Annotated[int, Meta(ge=2, le=MOST_CELLS)] = 40
    height: Annotated[int, Meta(ge=2, le=MOST_CELLS)] = 30
    rounds: Annotated[int, Meta(ge=1, le=1000)] = 20
    daylight: bool = True
    support_behind_overlap: bool = True
    hills: tuple[Hill, ...] = ()
    crt: CrtTable | Annotated[str, Meta(max_length=MOST_LETTERS)] | None = None

    @property
    def units(self) -> Iterator[Unit]:
        """All units, side by side."""
        return (unit for side in self.sides for unit in side.units)


class SideSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side as it is written: its units as `units.unit_from` reads them, perhaps its edge."""

    name: str
    units: tuple[dict[str, Any], ...]
    edge: FacingName | None = None


def setup_from(data: object, tables: Tables | None = None) -> Setup:
    """A complete, checked set-up from plain data. Raises `BadSetup` with the field and the rule.

    Units are filled in from their troop types (`units.unit_from`).
    """
    tables = tables or default_tables()
    if isinstance(data, Setup):
        data = msgspec.to_builtins(data)
    if not isinstance(data, Mapping):
        raise BadSetup("a set-up is a table with fields, or the name of a scenario")
    said = typed(data.get("sides", ()), tuple[SideSaid, ...])
    if len(said) != SIDES:
        raise BadSetup(
            f"two sides fight a battle, not {len(said)}", rule="BAT-STATE-01", at="sides"
        )
    plain = {"width": tables.field.width, "height": tables.field.height}
    plain["rounds"] = tables.field.round_limit
    sides = [_side(one, number, tables) for number, one in enumerate(said)]
    if isinstance(data.get("crt"), Mapping):
        data = {**data, "crt": _crt_said(data["crt"])}
    setup = typed({**plain, **data, "sides": msgspec.to_builtins(sides)}, Setup)
    setup = msgspec.structs.replace(setup, crt=crt_of_setup(setup, tables).table)
    _check(setup, tables)
    return setup


def _side(said: SideSaid, number: int, tables: Tables) -> SideSetup:
    units = []
    for place, row in enumerate(said.units):
        with about(f"sides[{number}].units[{place}]"):
            units.append(unit_from(row, tables))
    return SideSetup(said.name, tuple(units), said.edge or OWN_EDGES[number])


def _crt_said(told: Mapping[str, Any]) -> object:
    """A table as it is told, looked over so that what is wrong is refused by its own rule."""
    with about("crt"):
        return msgspec.to_builtins(crt_from(told).table)


def starting_pose(unit: Unit, tables: Tables) -> Pose:
    """How a unit stands before the battle (BAT-GRID-02)."""
    x, y = unit.at or (0, 0)
    pitch = tables.formations[unit.formation].pitch
    return Pose(x, y, FACINGS.index(unit.facing), unit.files, pitch, full(unit.figures))


def crt_of_setup(setup: Setup, tables: Tables) -> Crt:
    """The Combat Results Table of a battle. Raises `BadSetup` naming BAT-CRT-05 and the field."""
    told = setup.crt
    if told is None:
        return tables.crt
    with about("crt"):
        return crt_of(told) if isinstance(told, str) else crt_from(told)


def _check(setup: Setup, tables: Tables) -> None:
    """Names, and room for everybody (BAT-UNIT-06, BAT-VAL-01)."""
    _check_names(setup)
    if setup.sides[0].edge == setup.sides[1].edge:
        raise _refused("the sides come from different edges", "sides[1].edge")
    if len(setup.hills) > MOST_HILLS:
        raise _refused(f"at most {MOST_HILLS} hills", "hills")
    field = Field(setup.width, setup.height)
    for number, hill in enumerate(setup.hills):
        if not field.bit(hill.x, hill.y):
            raise _refused("it begins on the field", f"hills[{number}]")
    taken, stands = 0, dict[str, int]()
    for number, side in enumerate(setup.sides):
        for place, unit in enumerate(side.units):
            at = f"sides[{number}].units[{place}].at"
            if unit.at is None:
                raise _refused("say where its front-left figure stands: at = [x, y]", at)
            there = field.place(starting_pose(unit, tables))
            if not there:
                raise _refused(f"{unit.name} stands off the map", at)
            if there & taken:
                other = next(name for name, bits in stands.items() if bits & there)
                raise _refused(f"{unit.name} and {other} stand in the same cells", at)
            taken |= there
            stands[unit.name] = there


def _check_names(setup: Setup) -> None:
    for at, text in (("title", setup.title), ("about", setup.about)):
        if not text.isprintable():
            raise BadSetup("a text has printable characters only", at=at)
    seen: set[str] = set()
    for number, side in enumerate(setup.sides):
        at = f"sides[{number}]"
        if not side.name.strip() or not side.name.isprintable():
            raise BadSetup("a side has a name that can be printed", at=f"{at}.name")
        if not 1 <= len(side.units) <= MOST_UNITS:
            raise _refused(f"1 to {MOST_UNITS} units a side", f"{at}.units")
        for place, unit in enumerate(side.units):
            if unit.name in seen:
                said = f"two units are called {unit.name}; each has a name of its own"
                raise _refused(said, f"{at}.units[{place}].name")
            seen.add(unit.name)
    if setup.sides[0].name == setup.sides[1].name:
        raise BadSetup("two sides have the same name", at="sides[1].name")


def _refused(message: str, at: str) -> BadSetup:
    return BadSetup(message, rule=RULE, at=at)


def setup_in(path: Path, tables: Tables | None = None) -> Setup:
    """A set-up from a TOML file. Raises `BadSetup` naming the file and the field."""
    data = read_toml(path)
    with in_file(path):
        return setup_from(data, tables)


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Setup]:
    """The scenarios by the name of their file; the number it begins with is its place."""
    found = {name: setup_in(path) for name, path in numbered(SCENARIOS_PATH).items()}
    return MappingProxyType(found)
