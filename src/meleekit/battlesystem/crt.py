"""The Combat Results Table: exact hit dice of damage by Attack Roll and column (BAT-CRT-01..06)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import TypeAlias

import msgspec

from meleekit.battlesystem.columns import COLUMNS, Damage
from meleekit.core.errors import BadSetup
from meleekit.core.typed import in_file, read_text, toml_of, typed

RULE = "BAT-CRT-05"
Exact: TypeAlias = "int | Fraction"
"""An exact number: whole wherever it can be, since whole numbers add up faster (BAT-STATE-04)."""
MOST_CELL = 9999
MOST_LETTERS = 200_000
"""Letters of a table's file."""
FIRST_ROLL, LAST_ROLL = -99, 199
"""Within these a table's rolls lie."""
EXAMPLE = (16, "D8", 6)
"""Roll, column and cell that the rules themselves show."""

MOST_PARTS = 10**18
"""Into so many parts a hit die can be divided: more decimals than a computer's own numbers have."""

# Whatever is written here can be written in lowest terms here, too: a set-up holds it so.
_FRACTION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,18})?|[0-9]{1,22}/[0-9]{1,19}")


class CrtRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cells of one Attack Roll; numbers, or exact ones as text ("5/2", "2.5")."""

    roll: int
    cells: tuple[int | float | str, ...]


class CrtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table as its file and a set-up hold it. In a set-up its cells are whole or "a/b".

    `hash` is that of the contents; where it is given it must be right.
    """

    columns: tuple[str, ...]
    roll_min: int
    roll_max: int
    row: tuple[CrtRow, ...]
    title: str = ""
    reconstructed: bool = False
    hash: str = ""


class Crt:
    """A table ready for use. Nothing in it changes; equal contents have the same `hash`.

    `warnings` say where it grows as the roll grows or shrinks along a row (BAT-CRT-05).
    """

    def __init__(self, table: CrtTable) -> None:
        """From a table as it was read. Raises `BadSetup` naming BAT-CRT-05 and the field."""
        rows = _checked(table)
        self.title = table.title or "a table of one's own"
        self.reconstructed = table.reconstructed
        self.first, self.last = table.roll_min, table.roll_max
        self.rows: tuple[tuple[Exact, ...], ...] = rows
        self.hash = _hash(self.first, rows)
        if table.hash and table.hash != self.hash:
            raise BadSetup(f"its contents have the hash {self.hash}", rule=RULE, at="hash")
        self.warnings = tuple(_warnings(self.first, rows))

    def __eq__(self, other: object) -> bool:
        """Whether the contents are the same."""
        return isinstance(other, Crt) and other.hash == self.hash

    def __hash__(self) -> int:
        """That of the contents."""
        return hash(self.hash)

    def row(self, roll: int) -> tuple[Exact, ...]:
        """The cells of an Attack Roll; beyond the ends those of the last one (BAT-CRT-03)."""
        return self.rows[min(max(roll, self.first), self.last) - self.first]

    def per_figure(self, roll: int, damage: Damage) -> Exact:
        """Hit dice of damage by each attack (BAT-PROC-05): all blows by one roll (BAT-MULT-02)."""
        row = self.row(roll)
        return whole(
            sum(read.times * row[read.column] for blow in damage.blows for read in blow.reads)
        )

    @property
    def holds_example(self) -> bool:
        """Whether the example of the rules holds (BAT-CRT-06)."""
        roll, column, cell = EXAMPLE
        return self.row(roll)[COLUMNS.index(column)] == cell

    @property
    def oddities(self) -> tuple[str, ...]:
        """What to look at again: whether the example holds (BAT-CRT-06), then the warnings."""
        roll, column, cell = EXAMPLE
        broken = f"roll {roll} in column {column} is not {cell}, as the rules have it"
        return self.warnings if self.holds_example else (broken, *self.warnings)

    @property
    def table(self) -> CrtTable:
        """The table as a set-up holds it, with its hash."""
        rows = tuple(
            CrtRow(self.first + n, tuple(c if isinstance(c, int) else str(c) for c in cells))
            for n, cells in enumerate(self.rows)
        )
        return CrtTable(
            COLUMNS, self.first, self.last, rows, self.title, self.reconstructed, self.hash
        )


def whole(value: Exact) -> Exact:
    """The same number, as an `int` if it is one."""
    return value.numerator if value.denominator == 1 else value


def crt_of(text: str, name: str = "table") -> Crt:
    """A table from TOML text. Raises `BadSetup` naming the line, or BAT-CRT-05 and the field."""
    return Crt(_typed(toml_of(text, name)))


def load_crt(path: Path) -> Crt:
    """A table from a TOML file (BAT-CRT-02). Raises `BadSetup` naming file and field."""
    text = read_text(path)
    with in_file(path):
        return Crt(_typed(toml_of(text, "table")))


def crt_from(data: CrtTable | Mapping[str, object]) -> Crt:
    """A table from plain data, such as a set-up's. Raises `BadSetup` naming BAT-CRT-05."""
    return _ready(data if isinstance(data, CrtTable) else _typed(data))


@lru_cache(maxsize=16)
def _ready(table: CrtTable) -> Crt:
    """A table that was looked over; battles of one table do that once."""
    return Crt(table)


def _typed(data: object) -> CrtTable:
    return typed(data, CrtTable, rule=RULE)


def _checked(table: CrtTable) -> tuple[tuple[Exact, ...], ...]:
    """The cells by roll, without gaps (BAT-CRT-05, BAT-VAL-01)."""
    if not table.title.isprintable() or len(table.title) > 80:
        raise BadSetup("a title of at most 80 printable characters", rule=RULE, at="title")
    if table.columns != COLUMNS:  # BAT-CRT-01
        raise BadSetup(f"the columns are {' '.join(COLUMNS)}", rule=RULE, at="columns")
    if not FIRST_ROLL <= table.roll_min <= table.roll_max <= LAST_ROLL:
        said = f"rolls run upwards, between {FIRST_ROLL} and {LAST_ROLL}"
        raise BadSetup(said, rule=RULE, at="roll_min")
    found: dict[int, tuple[Exact, ...]] = {}
    for number, row in enumerate(table.row):
        at = f"row[{number}]"
        if not table.roll_min <= row.roll <= table.roll_max:
            said = f"the rolls run from {table.roll_min} to {table.roll_max}"
            raise BadSetup(said, rule=RULE, at=f"{at}.roll")
        if row.roll in found:
            raise BadSetup(f"there are two rows for roll {row.roll}", rule=RULE, at=f"{at}.roll")
        if len(row.cells) != len(COLUMNS):
            raise BadSetup(f"{len(COLUMNS)} cells a row", rule=RULE, at=f"{at}.cells")
        found[row.roll] = tuple(_cell(cell, f"{at}.cells[{n}]") for n, cell in enumerate(row.cells))
    for roll in range(table.roll_min, table.roll_max + 1):
        if roll not in found:
            raise BadSetup(f"there is no row for roll {roll}", rule=RULE, at="row")
    return tuple(found[roll] for roll in sorted(found))


def _cell(cell: float | str, at: str) -> Exact:
    """A cell exactly as it is written: 2.5 is 5/2."""
    said = f'a cell is a number from 0 to {MOST_CELL}, such as 3, 2.5 or "5/2"'
    value = _exact(cell)
    if value is None or not 0 <= value <= MOST_CELL:
        raise BadSetup(said, rule=RULE, at=at)
    if value.denominator > MOST_PARTS:
        raise BadSetup("a cell has at most 18 decimals", rule=RULE, at=at)
    return whole(value)


def _exact(cell: float | str) -> Fraction | None:
    """The number that is written there; None if it is none."""
    if isinstance(cell, int):
        return Fraction(cell)
    if isinstance(cell, float):
        return Fraction(repr(cell)) if isfinite(cell) else None
    text = cell.strip()
    over = text.partition("/")[2]
    if not _FRACTION.fullmatch(text) or (over and not over.strip("0")):
        return None
    return Fraction(text)


def _hash(first: int, rows: tuple[tuple[Exact, ...], ...]) -> str:
    """SHA-256 in hex of the contents, line by line: the roll and its cells."""
    lines = [f"{first + n}:{','.join(map(str, cells))}\n" for n, cells in enumerate(rows)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _warnings(first: int, rows: tuple[tuple[Exact, ...], ...]) -> list[str]:
    said = []
    for n, (above, below) in enumerate(pairwise(rows)):
        for name, a, b in zip(COLUMNS, above, below, strict=True):
            if b > a:
                said.append(f"{name} grows from roll {first + n} to {first + n + 1}: {a}, {b}")
    for n, cells in enumerate(rows):
        for (left, a), (right, b) in pairwise(zip(COLUMNS, cells, strict=True)):
            if b < a:
                said.append(f"roll {first + n} shrinks from {left} to {right}: {a}, {b}")
    return said
