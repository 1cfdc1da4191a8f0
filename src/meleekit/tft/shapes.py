"""Which hexes a figure fills, and which around it are its front, side and rear (TFT-FACE).

Tables of masks made once a board, by hex and facing, so that a figure of another shape costs
those of the usual one nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from meleekit.core import hexgrid
from meleekit.core.hexes import HexBoard

Masks = tuple[tuple[int, ...], ...]
"""A mask for each hex and facing."""

Stand = tuple[int, int]
"""A giant's front corner and the vertex it faces."""


@dataclass(frozen=True, eq=False)
class Shape:
    """Masks by the hex a figure is in and its facing.

    Attributes:
        body: the hexes it fills.
        front: those it strikes at and engages in (TFT-FACE-03, TFT-FACE-08).
        side: those of the two sides.
        rear: those behind it.
        around: all of them, the hexes next to it.
    """

    body: Masks
    front: Masks
    side: Masks
    rear: Masks
    around: Masks


@lru_cache(maxsize=64)
def one_hex(board: HexBoard) -> Shape:
    """Three front hexes, two at the sides, one behind (TFT-FACE-03)."""
    return Shape(
        body=tuple([(bit,) * 6 for bit in board.bit]),
        front=board.front,
        side=board.side,
        rear=board.rear,
        around=tuple([(mask,) * 6 for mask in board.adjacent]),
    )


@lru_cache(maxsize=64)
def all_front_but_one(board: HexBoard) -> Shape:
    """The giant snake's: its side hexes are front hexes for all purposes (TFT-FACE-08)."""
    usual = one_hex(board)
    return Shape(
        body=usual.body,
        front=tuple(
            [
                tuple([ahead | beside for ahead, beside in zip(*masks, strict=True)])
                for masks in zip(board.front, board.side, strict=True)
            ]
        ),
        side=tuple([(0,) * 6 for _ in board.bit]),
        rear=usual.rear,
        around=usual.around,
    )


@lru_cache(maxsize=64)
def three_hexes(board: HexBoard) -> Shape:
    """The giant's: its hex is the front corner A, its facing the corner v of that hex.

    B and C lie behind A (TFT-FACE-09). Of the nine hexes around, four are front, two side and
    three rear ones (TFT-FACE-10). Hexes off the board are left out of the masks; see `fits`.
    """
    steps = hexgrid.DIRECTIONS
    arcs: dict[str, list[tuple[int, ...]]] = {arc: [] for arc in _OF_GIANT}
    for q, r in board.coords:
        for arc, places in _OF_GIANT.items():
            masks = []
            for v in range(6):
                mask = 0
                for way in places:
                    at = (q, r)
                    for turn in way:
                        dq, dr = steps[(v + turn) % 6]
                        at = (at[0] + dq, at[1] + dr)
                    mask |= board.bit[board.index[at]] if at in board.index else 0
                masks.append(mask)
            arcs[arc].append(tuple(masks))
    around = [
        tuple([a | b | c for a, b, c in zip(*masks, strict=True)])
        for masks in zip(arcs["front"], arcs["side"], arcs["rear"], strict=True)
    ]
    return Shape(
        body=tuple(arcs["body"]),
        front=tuple(arcs["front"]),
        side=tuple(arcs["side"]),
        rear=tuple(arcs["rear"]),
        around=tuple(around),
    )


# Each hex as a way from A, in directions counted from v.
_OF_GIANT: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "body": ((), (3,), (4,)),
    "front": ((5,), (0,), (1,), (2,)),
    "side": ((3, 2), (4, 5)),
    "rear": ((3, 3), (3, 4), (4, 4)),
}


def fits(shape: Shape, hex_: int, facing: int) -> bool:
    """Whether all three hexes of a giant would be on the board there."""
    return shape.body[hex_][facing].bit_count() == len(_OF_GIANT["body"])


def turned_about(board: HexBoard, stand: Stand) -> tuple[Stand, Stand]:
    """The same three hexes with another of them as the front corner: B, then C (TFT-FACE-09)."""
    (hex_, v), neighbour = stand, board.neighbour
    return (neighbour[hex_][(v + 3) % 6], (v + 2) % 6), (neighbour[hex_][(v + 4) % 6], (v + 4) % 6)
