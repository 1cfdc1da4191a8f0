"""The cells of regular boards: hexes and squares, where they lie, and their places in order.

Hexes are flat-topped and of size 1, the distance from the centre to the corners; x runs to the
right, y down. Directions 0-5 run clockwise from straight up, and so do the quarters 0-3 of squares.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from meleekit.core.scene import Cell

SQUARE_SIDE = 1.7
"""Of the squares that `square_cell` makes; about as wide as a hex from side to side."""
# From a hex to its neighbours, in columns and half rows, by direction.
HEX_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
# From a square to its neighbours, in columns and rows, by quarter.
SQUARE_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def hex_centre(q: int, r: int) -> tuple[float, float]:
    """Where the flat-topped hex with axial coordinates (q, r) lies, in hex sizes."""
    return 1.5 * q, sqrt(3) * (r + q / 2)


def hex_place(cell: Cell) -> tuple[int, int]:
    """Column and half row of a hex: neighbours differ by `HEX_STEPS`, whatever the rounding."""
    return round(cell.x / 1.5), round(cell.y * 2 / sqrt(3))


def hex_cell(
    q: int,
    r: int,
    *,
    id: str = "",
    label: str = "",
    title: str = "",
    tint: str | None = None,
    group: str = "",
) -> Cell:
    """The hex at axial (q, r). Id and label default to "hex:q,r" and "q,r"."""
    x, y = hex_centre(q, r)
    label = label or f"{q},{r}"
    return Cell(id or f"hex:{q},{r}", x, y, label, title or f"hex {label}", tint, group)


def square_cell(
    column: int,
    row: int,
    *,
    id: str = "",
    label: str | None = None,
    title: str = "",
    tint: str | None = None,
    group: str = "",
    side: float = SQUARE_SIDE,
) -> Cell:
    """The square in a column from the left and a row from the top, wide enough for a counter.

    Id and label default to "cell:column,row" and "column,row"; an empty label is none. Boards of
    many squares have a `side` of 1: bodies of figures are drawn for it.
    """
    x, y = side * column, side * row
    place = f"{column},{row}"
    shown = place if label is None else label
    words = title or f"square {shown or place}"
    return Cell(id or f"cell:{place}", x, y, shown, words, tint, group, outline=_square(side))


@lru_cache(maxsize=16)
def _square(side: float) -> tuple[tuple[float, float], ...]:
    """The corners from the upper left; edge k lies towards quarter k."""
    half = side / 2
    return ((-half, -half), (half, -half), (half, half), (-half, half))


def is_square(cell: Cell) -> bool:
    """Whether it is a cell that `square_cell` makes."""
    return len(cell.outline) == len(SQUARE_STEPS) and cell.outline == _square(_side(cell))


def square_place(cell: Cell) -> tuple[int, int]:
    """Column and row of a square: neighbours differ by `SQUARE_STEPS`."""
    side = _side(cell)
    return round(cell.x / side), round(cell.y / side)


def _side(cell: Cell) -> float:
    return cell.outline[1][0] - cell.outline[0][0]
