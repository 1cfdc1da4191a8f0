"""The printed map: regions with drawn borders, landmarks, names, and where units stand on them."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, hypot, sin

from meleekit.core.scene import Cell
from meleekit.tahta.regions import Point, regions
from meleekit.tahta.tables import BoardRow, Node

SCALE = 54.0
"""Board units to one hex size of the scene, so that four counters fit into a region."""

GRAIN = 12.0  # the length, in board units, of the strokes that a border is drawn with
SWING = 5.0  # how far a border strays from the straight line
PRINT_ABOVE = 34.0  # board units from the middle of a region up to that of its landmark
STAND_BELOW = 40.0  # and down to the row of its units
HEADROOM = 84.0  # from the upper rim of a region to its middle: a castle has a flag
EDGE = 16.0  # what stays free at both ends of the row

_LANDMARKS = ("fields", "woods", "pass", "ford", "vale")


def node_id(node: str) -> str:
    """The scene id of a node's region."""
    return f"node:{node}"


@lru_cache(maxsize=16)
def cells(row: BoardRow) -> tuple[Cell, ...]:
    """The board as a map; everything on it that never changes."""
    return tuple(_cell(node, shape) for node, shape in zip(row.nodes, regions(row), strict=True))


def _cell(node: Node, shape: tuple[Point, ...]) -> Cell:
    kind = {"castle": "castle", "kili": "mountain"}.get(node.kind, "province")
    x, y = _middle(shape)
    top, bottom = min(down for _, down in shape), max(down for _, down in shape)
    y = max(y, top + HEADROOM)
    # In a region too low for a row below its landmark the units stand at its lower rim.
    below = min(y + STAND_BELOW, bottom)
    left, right = _across(shape, below)
    tint = f"land-{node.seat - 1}" if node.seat else "mountain" if kind == "mountain" else "open"
    row = ((left + right) / 2, below)
    return Cell(
        node_id(node.id),
        node.x / SCALE,
        node.y / SCALE,
        title=f"{node.name}, {kind}" + (", marked" if node.plus_one else ""),
        tint=tint,
        group=f"land-{node.seat}" if node.seat else "open",
        outline=tuple(_from(node, point) for point in _drawn(shape)),
        name=node.name,
        landmark=_landmark(node),
        badge="+1" if node.plus_one else "",
        print_at=_from(node, (x, y - PRINT_ABOVE)),
        stand=(*_from(node, row), max(0.0, right - left - 2 * EDGE) / SCALE),
    )


def _from(node: Node, point: Point) -> Point:
    """A point in sizes of the scene, seen from the node."""
    return (point[0] - node.x) / SCALE, (point[1] - node.y) / SCALE


def _landmark(node: Node) -> str:
    """What is drawn on a region: a castle, the mountain, else what its name ends with."""
    if node.kind in ("castle", "kili"):
        return {"castle": "castle", "kili": "peak"}[node.kind]
    last = node.name.rpartition(" ")[2].casefold()
    return last if last in _LANDMARKS else "vale"


def _middle(shape: tuple[Point, ...]) -> Point:
    """The centre of gravity of a region."""
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in zip(shape, (*shape[1:], shape[0]), strict=True):
        cross = x0 * y1 - x1 * y0
        area += cross
        x += (x0 + x1) * cross
        y += (y0 + y1) * cross
    return x / (3 * area), y / (3 * area)


def _across(shape: tuple[Point, ...], y: float) -> tuple[float, float]:
    """From where to where a convex region reaches at that height."""
    found = []
    for (x0, y0), (x1, y1) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (y0 - y) * (y1 - y) <= 0 and y0 != y1:
            found.append(x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    return min(found), max(found)


def _drawn(shape: tuple[Point, ...]) -> list[Point]:
    """The border as a hand would draw it.

    Every point strays by what lies at its place on the map, so that both neighbours of a border
    draw the same one.
    """
    points = []
    for (x0, y0), (x1, y1) in zip(shape, (*shape[1:], shape[0]), strict=True):
        steps = max(1, ceil(hypot(x1 - x0, y1 - y0) / GRAIN))
        for step in range(steps):
            part = step / steps
            points.append(_strayed(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))
    return points


def _strayed(x: float, y: float) -> Point:
    across = sin(x / 23.0 + 1.3 * sin(y / 31.0)) + 0.55 * sin(x / 9.5 + y / 13.0)
    down = sin(y / 21.0 + 1.7 * sin(x / 37.0)) + 0.55 * sin(y / 10.5 - x / 12.0)
    return x + SWING * down, y + SWING * across
