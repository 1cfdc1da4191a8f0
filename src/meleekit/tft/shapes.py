"""Which hexes a figure fills, and which around it are its front, side and rear (TFT-FACE).

Tables of masks made once a board, by hex and facing, so that a figure of another shape costs
those of the usual one nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from meleekit.core.hexes import HexBoard

Masks = tuple[tuple[int, ...], ...]
"""A mask for each hex and facing."""


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
