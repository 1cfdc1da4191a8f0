"""Where the pieces of a scene are drawn, and how large: those that share a cell make room."""

from __future__ import annotations

from dataclasses import dataclass

from meleekit.core.scene import UPRIGHT, Piece, Scene
from meleekit.core.svg_board import layout
from meleekit.core.svg_formed import block
from meleekit.core.svg_ink import Point

RADIUS = 25.0  # of a standing counter
GAP = 3.0  # between counters that stand in a row


@dataclass(frozen=True)
class Place:
    """Where a piece is drawn, and how large."""

    at: Point
    scale: float = 1.0


def places(scene: Scene) -> dict[str, Place]:
    """Every piece's place; pieces that share a cell make room for each other."""
    board = layout(scene.cells)
    sharing: dict[str, list[Piece]] = {}
    found: dict[str, Place] = {}
    for piece in scene.pieces:
        if piece.formed:
            found[piece.id] = Place(block_of(scene, piece)[0])
        elif piece.also:
            spots = spots_of(scene, piece)
            x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
            found[piece.id] = Place((x, y), 1.0 + 0.25 * len(piece.also))
        else:
            sharing.setdefault(piece.cell, []).append(piece)
    for cell, pieces in sharing.items():
        x, y = board.centres[cell]
        stand = board.stands.get(cell)
        room = _room(pieces) if stand is None else _in_a_row(len(pieces), *stand)
        for piece, (dx, dy, scale) in zip(pieces, room, strict=True):
            found[piece.id] = Place((x + dx, y + dy), scale)
    return found


def spots_of(scene: Scene, piece: Piece) -> list[Point]:
    """The middles of the cells that a piece covers."""
    centres = layout(scene.cells).centres
    return [centres[cell] for cell in (piece.cell, *piece.also)]


def block_of(scene: Scene, piece: Piece) -> tuple[Point, Point]:
    """The block that the cells of a body of figures span: its middle, its width and height."""
    corners = layout(scene.cells).corners
    return block(point for cell in (piece.cell, *piece.also) for point in corners[cell])


def _room(pieces: list[Piece]) -> list[tuple[float, float, float]]:
    """Shift and scale for each of those that share one cell."""
    if len(pieces) == 1:
        return [(0.0, 0.0, 1.0)]
    lying = [piece for piece in pieces if piece.posture not in UPRIGHT]
    if len(lying) == len(pieces) - 1:  # one stands over those who lie
        row = iter(_spread(len(lying), 18.0, 0.5, 22.0))
        return [(0.0, -4.0, 0.86) if p.posture in UPRIGHT else next(row) for p in pieces]
    if len(pieces) == 2:
        return [(-3.0, -14.0, 0.74), (3.0, 14.0, 0.74)]
    if len(pieces) == 3:
        return [(0.0, -20.0, 0.6), (-6.0, 0.0, 0.6), (6.0, 19.0, 0.6)]
    rows = (len(pieces) + 1) // 2
    step = 46.0 / max(rows - 1, 1)
    return [
        (-15.0 + 30.0 * (i % 2), -23.0 + step * (i // 2), min(0.5, 0.9 / rows))
        for i in range(len(pieces))
    ]


def _in_a_row(count: int, x: float, y: float, width: float) -> list[tuple[float, float, float]]:
    """Side by side on a map, smaller where they would not fit."""
    scale = min(0.8, width / (2 * RADIUS * count + GAP * (count - 1)))
    row = _spread(count, (2 * RADIUS + GAP) * scale, scale, y)
    return [(x + dx, dy, scale) for dx, dy, scale in row]


def _spread(count: int, width: float, scale: float, y: float) -> list[tuple[float, float, float]]:
    left = -width * (count - 1) / 2
    return [(left + width * i, y, scale) for i in range(count)]
