"""How units stand on the grid: cells of a layout, contact, and the turns of a block.

The field is a rectangle of square cells, x to the east and y to the north (BAT-GRID-01). Cells
are bits of one whole number, so that contact, paths and free ground are a few shifts. A column
of cells that nobody stands in parts the rows, so that nothing is shifted from one into another.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

NORTH, EAST, SOUTH, WEST = range(4)
FACINGS = "NESW"
"""The facings by number, clockwise from the north (BAT-GRID-01)."""
DX = (0, 1, 0, -1)
DY = (1, 0, -1, 0)

Cell = tuple[int, int]


def turned(facing: int, quarters: int) -> int:
    """The direction so many quarter turns clockwise.

    >>> FACINGS[turned(NORTH, 1)], FACINGS[turned(NORTH, -1)], FACINGS[turned(EAST, 2)]
    ('E', 'W', 'W')
    """
    return (facing + quarters) % 4


class Pose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Where and how a unit stands: its front-left cell, facing, files and spacing (BAT-GRID-02).

    A figure stands in every slot whose bit is set in `filled`; slots are numbered rank by rank,
    left to right as the unit looks forward. `pitch` is how many cells from one file or rank to
    the next.
    """

    x: int
    y: int
    facing: int
    files: int
    pitch: int
    filled: int

    @property
    def figures(self) -> int:
        """How many figures stand there."""
        return self.filled.bit_count()

    @property
    def ranks(self) -> int:
        """How many ranks, a short last one too."""
        return -(-self.filled.bit_length() // self.files)

    @property
    def depth(self) -> int:
        """Cells from the front rank to the last, both counted."""
        return (self.ranks - 1) * self.pitch + 1


def full(figures: int) -> int:
    """The slots of so many figures, filled rank by rank from the left (BAT-GRID-02).

    >>> bin(full(7))
    '0b1111111'
    """
    return (1 << figures) - 1


def trimmed(pose: Pose) -> Pose:
    """The same figures without the files that are empty: a lone rank is as wide as it reaches.

    A unit has no more files than figures side by side (BAT-UNIT-06).
    """
    wide = pose.filled.bit_length()
    if not 0 < wide < pose.files:
        return pose
    return Pose(pose.x, pose.y, pose.facing, wide, pose.pitch, pose.filled)


def slot_cell(pose: Pose, slot: int) -> Cell:
    """The cell of a slot: front-left + file · pitch · right - rank · pitch · facing (GRID-02)."""
    rank, file = divmod(slot, pose.files)
    facing, right = pose.facing, (pose.facing + 1) % 4
    across, back = file * pose.pitch, rank * pose.pitch
    return (
        pose.x + across * DX[right] - back * DX[facing],
        pose.y + across * DY[right] - back * DY[facing],
    )


def slots(filled: int) -> Iterator[int]:
    """The numbers of the filled slots, in order.

    >>> list(slots(0b1011))
    [0, 1, 3]
    """
    while filled:
        lowest = filled & -filled
        yield lowest.bit_length() - 1
        filled ^= lowest


def cells_of(pose: Pose) -> list[Cell]:
    """The cells of the figures, in the order of their slots; they may lie off the field."""
    return [slot_cell(pose, slot) for slot in slots(pose.filled)]


class _Shape(NamedTuple):
    """A layout apart from where it stands: bits from its lowest corner, and how far it reaches."""

    bits: int
    west: int
    south: int
    east: int
    north: int


@lru_cache(maxsize=1 << 15)
def _shape(facing: int, files: int, pitch: int, filled: int, stride: int) -> _Shape:
    cells = cells_of(Pose(0, 0, facing, files, pitch, filled))
    west, south = min(x for x, _ in cells), min(y for _, y in cells)
    bits = 0
    for x, y in cells:
        bits |= 1 << (y - south) * stride + (x - west)
    return _Shape(bits, west, south, max(x for x, _ in cells), max(y for _, y in cells))


class Field:
    """The rectangle of cells of a battle, and what can be asked of the cells in it."""

    __slots__ = ("height", "steps", "stride", "width")

    def __init__(self, width: int = 40, height: int = 30) -> None:
        self.width = width
        self.height = height
        self.stride = width + 1
        self.steps = (self.stride, 1, -self.stride, -1)

    def bit(self, x: int, y: int) -> int:
        """The bit of a cell of the field; none of a cell beside it."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return 1 << y * self.stride + x
        return 0

    def cells(self, bits: int) -> list[Cell]:
        """The cells of those bits, row by row from the south."""
        return [divmod(at, self.stride)[::-1] for at in slots(bits)]

    def place(self, pose: Pose) -> int:
        """The bits of a unit's figures, a cell each whatever their size (BAT-UNIT-07).

        0 if there are none, or one is off the field.
        """
        if not pose.filled:
            return 0
        shape = _shape(pose.facing, pose.files, pose.pitch, pose.filled, self.stride)
        west, south = pose.x + shape.west, pose.y + shape.south
        if west < 0 or south < 0:
            return 0
        if pose.x + shape.east >= self.width or pose.y + shape.north >= self.height:
            return 0
        return shape.bits << south * self.stride + west

    def shift(self, bits: int, direction: int) -> int:
        """The cells one step on; beside the field there is nothing to be met."""
        step = self.steps[direction]
        return bits << step if step > 0 else bits >> -step

    def around(self, bits: int) -> int:
        """All cells that share an edge with one of these: whatever is there is in contact.

        A corner is not an edge (BAT-GRID-03).
        """
        stride = self.stride
        return bits << 1 | bits >> 1 | bits << stride | bits >> stride

    def touches(self, bits: int, others: int) -> bool:
        """Whether a figure of one unit is in base contact with one of the other (BAT-GRID-04)."""
        return self.around(bits) & others != 0

    def contacts(self, bits: int, enemy: int) -> tuple[int, int, int, int]:
        """By direction, the figures that have an enemy figure next to them there (BAT-GRID-03)."""
        stride = self.stride
        return (
            bits & (enemy >> stride),
            bits & (enemy >> 1),
            bits & (enemy << stride),
            bits & (enemy << 1),
        )

    def room(self, pose: Pose, direction: int) -> int:
        """How many steps a unit may take before a figure would leave the field."""
        shape = _shape(pose.facing, pose.files, pose.pitch, pose.filled, self.stride)
        if direction == NORTH:
            return self.height - 1 - pose.y - shape.north
        if direction == EAST:
            return self.width - 1 - pose.x - shape.east
        return pose.y + shape.south if direction == SOUTH else pose.x + shape.west


def moved(pose: Pose, direction: int, cells: int) -> Pose:
    """The same layout so many cells on in that direction."""
    return Pose(
        pose.x + cells * DX[direction],
        pose.y + cells * DY[direction],
        pose.facing,
        pose.files,
        pose.pitch,
        pose.filled,
    )


def wheeled(pose: Pose, quarter: int) -> Pose:
    """After a wheel by a quarter turn about a front corner: 1 to the right, -1 left (MOVE-03).

    The figure at that corner keeps its cell.
    """
    x, y = pose.x, pose.y
    if quarter == 1:
        facing, right = pose.facing, turned(pose.facing, 1)
        wide = (pose.files - 1) * pose.pitch
        x += wide * (DX[right] + DX[facing])
        y += wide * (DY[right] + DY[facing])
    turn = turned(pose.facing, quarter)
    return Pose(x, y, turn, pose.files, pose.pitch, pose.filled)


def swept(pose: Pose, quarter: int) -> list[Cell]:
    """The cells that the front rank sweeps over in a wheel: a quarter of a disc (BAT-MOVE-03).

    Its middle is the figure about which the unit turns, and the front is its radius.
    """
    facing, right = pose.facing, turned(pose.facing, 1)
    wide = (pose.files - 1) * pose.pitch
    corner = wide if quarter == 1 else 0
    along = -1 if quarter == 1 else 1
    return [
        (
            pose.x + (corner + along * side) * DX[right] + ahead * DX[facing],
            pose.y + (corner + along * side) * DY[right] + ahead * DY[facing],
        )
        for ahead in range(wide + 1)
        for side in range(wide + 1)
        if ahead * ahead + side * side <= wide * wide
    ]


def turned_block(pose: Pose, quarters: int) -> Pose:
    """The unit laid out anew in its own block, facing elsewhere (BAT-MOVE-03, BAT-END-07).

    Turned about, its old rear-right corner is its front-left cell; a turn to the side makes the
    ranks its files. A short rank is again the last.
    """
    return trimmed(_turned_block(pose, quarters)) if quarters % 4 else pose


def _turned_block(pose: Pose, quarters: int) -> Pose:
    """The same with all files of the block, those too in which nobody stands then."""
    quarters %= 4
    facing, right = pose.facing, turned(pose.facing, 1)
    wide, deep = (pose.files - 1) * pose.pitch, (pose.ranks - 1) * pose.pitch
    across = wide if quarters in (1, 2) else 0
    back = deep if quarters in (2, 3) else 0
    files = pose.ranks if quarters % 2 else pose.files
    return Pose(
        pose.x + across * DX[right] - back * DX[facing],
        pose.y + across * DY[right] - back * DY[facing],
        turned(facing, quarters),
        files,
        pose.pitch,
        full(pose.figures),
    )


def turned_in_place(pose: Pose, quarters: int) -> Pose:
    """The same turn, but every figure keeps its cell (BAT-MOVE-03)."""
    block = _turned_block(pose, quarters)
    standing = set(cells_of(pose))
    filled = 0
    for slot in range(pose.files * pose.ranks):
        if slot_cell(block, slot) in standing:
            filled |= 1 << slot
    return trimmed(msgspec.structs.replace(block, filled=filled))


def block_cells(pose: Pose) -> list[Cell]:
    """All cells of a unit's block, those too in which the last rank has no figure."""
    return [slot_cell(pose, slot) for slot in range(pose.files * pose.ranks)]
