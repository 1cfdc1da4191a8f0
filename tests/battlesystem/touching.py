"""Two units anywhere on a field, brought into contact: apart they prove little."""

from __future__ import annotations

from itertools import product

from hypothesis import assume
from hypothesis import strategies as st

from meleekit.battlesystem.geometry import DX, DY, Field, Pose, cells_of, moved

Cell = tuple[int, int]
picks = st.integers(0, 10**6)
"""Which figures meet, for `brought_up`."""


def step(cell: Cell, direction: int) -> Cell:
    """The cell next to it."""
    return cell[0] + DX[direction], cell[1] + DY[direction]


def on_field(field: Field, pose: Pose) -> bool:
    """Whether all of its figures stand on the field."""
    return all(0 <= x < field.width and 0 <= y < field.height for x, y in cells_of(pose))


def apart(field: Field, one: Pose, two: Pose) -> bool:
    """Whether both are on the field and no cell is taken twice."""
    both = [*cells_of(one), *cells_of(two)]
    return on_field(field, one) and on_field(field, two) and len(set(both)) == len(both)


def settled(field: Field, pose: Pose) -> Pose:
    """The unit shifted onto the field; what is larger than that is not asked about."""
    columns, rows = zip(*cells_of(pose), strict=True)
    east = max(0, -min(columns)) - max(0, max(columns) - field.width + 1)
    north = max(0, -min(rows)) - max(0, max(rows) - field.height + 1)
    pose = moved(moved(pose, 1, east), 0, north)
    assume(on_field(field, pose))
    return pose


def brought_up(field: Field, one: Pose, two: Pose, pick: int) -> Pose:
    """The second unit where it touches the first; `pick` says which figures of both meet."""
    ways = list(product(cells_of(one), range(4), cells_of(two)))
    for turn in range(len(ways)):
        cell, direction, own = ways[(pick + turn) % len(ways)]
        there = step(cell, direction)
        pose = moved(moved(two, 1, there[0] - own[0]), 0, there[1] - own[1])
        if apart(field, one, pose):
            return pose
    assume(False)
    raise AssertionError
