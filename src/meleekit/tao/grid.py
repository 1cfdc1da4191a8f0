"""Numbered hexes: names such as 0304, and the board they lie on (TAO-HEX-01, HEX-02, HEX-04).

Two digits of column, two of row. Odd columns are shoved down half a hex, so that in the core's
axial coordinates the hex in column c and row r is (c, r - c // 2); its directions run clockwise
from straight up a column. A later hex has a higher number, in its name as on the board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from meleekit.core.errors import BadSetup
from meleekit.core.hexes import Coord, HexBoard

MOST_COLUMNS = MOST_ROWS = 40
"""A map is drawn hex by hex and searched in full; this keeps it within reach."""

_NAME = re.compile(r"(?P<column>\d\d)(?P<row>\d\d)", re.ASCII)


def name_of(column: int, row: int) -> str:
    """A hex's name (TAO-HEX-01).

    >>> name_of(3, 4)
    '0304'
    """
    return f"{column:02d}{row:02d}"


def coord_of(column: int, row: int) -> Coord:
    """A hex's axial coordinates (TAO-HEX-02).

    >>> coord_of(3, 3), coord_of(2, 4), coord_of(2, 5)
    ((3, 2), (2, 3), (2, 4))
    """
    return column, row - column // 2


def place_of(coord: Coord) -> tuple[int, int]:
    """Column and row of a hex from its axial coordinates."""
    q, r = coord
    return q, r + q // 2


def fault_of_name(name: str, columns: int, rows: int) -> str:
    """What is wrong with a hex's name on a map of that size; empty if nothing is (TAO-VAL-01)."""
    found = _NAME.fullmatch(name)
    if found is None:
        return f"{name!r} is no hex: two digits of column and two of row, such as 0304"
    column, row = int(found["column"]), int(found["row"])
    if not column or not row:
        return f"{name!r} is no hex: columns and rows are counted from 01"
    if column > columns or row > rows:
        return f"{name!r} is off the map, which ends at {name_of(columns, rows)}"
    return ""


def check_name(name: str, columns: int, rows: int, at: str) -> None:
    """Raise `BadSetup` at that field unless there is such a hex (TAO-VAL-01)."""
    if fault := fault_of_name(name, columns, rows):
        raise BadSetup(fault, rule="TAO-VAL-01", at=at)


class Grid:
    """The hexes of a map by name and number: `names` by number, `number` by name."""

    __slots__ = ("board", "columns", "names", "number", "rows")

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        places = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
        self.board = HexBoard([coord_of(*place) for place in places])
        self.names = tuple(name_of(*place_of(coord)) for coord in self.board.coords)
        self.number: Mapping[str, int] = MappingProxyType(
            {name: number for number, name in enumerate(self.names)}
        )


@lru_cache(maxsize=16)
def grid_of(columns: int, rows: int) -> Grid:
    """The map of that size; its tables are made once."""
    return Grid(columns, rows)
