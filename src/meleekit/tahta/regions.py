"""The map of a board: a region round every node, made from the graph alone.

A region is all that lies nearer to its node than to any other. Where two nodes are adjacent the
regions share a border; where they are not, wild land is left between them, so that the map never
shows a way that is none.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from meleekit.tahta.board import Board
from meleekit.tahta.tables import BoardRow

Point = tuple[float, float]

MARGIN = 60.0
WILDS = 11.0
"""Half the width of the wild land between regions that are not adjacent, in board units.

Nodes lie further apart than twice that (`board.APART`), so that every region has room.
"""


@lru_cache(maxsize=16)
def regions(row: BoardRow) -> tuple[tuple[Point, ...], ...]:
    """The corners of every node's region, in board units, in the order of the nodes."""
    board = Board(row)
    width, height = row.size
    # From the rim inwards: the outermost nodes are nearer to it than a margin.
    frame = [
        (-MARGIN, -MARGIN),
        (width + MARGIN, -MARGIN),
        (width + MARGIN, height + MARGIN),
        (-MARGIN, height + MARGIN),
    ]
    found = []
    for at, node in enumerate(row.nodes):
        shape = frame
        for other, beyond in enumerate(row.nodes):
            if other != at:
                gap = 0.0 if other in board.near[at] else WILDS
                shape = _nearer(shape, (node.x, node.y), (beyond.x, beyond.y), gap)
        found.append(tuple(shape))
    return tuple(found)


def _nearer(shape: list[Point], here: Point, there: Point, gap: float) -> list[Point]:
    """The part of a convex shape that is nearer to `here` by at least the gap."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    length = hypot(dx, dy)
    dx, dy = dx / length, dy / length
    limit = length / 2 - gap

    def beyond(point: Point) -> float:
        return (point[0] - here[0]) * dx + (point[1] - here[1]) * dy - limit

    kept: list[Point] = []
    for one, other in zip(shape, [*shape[1:], shape[0]], strict=True):
        a, b = beyond(one), beyond(other)
        if a <= 0:
            kept.append(one)
        if (a < 0 < b) or (b < 0 < a):
            part = a / (a - b)
            kept.append((one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
    return kept
