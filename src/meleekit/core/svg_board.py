"""The board in SVG: cells, borders and coordinates, and the tints laid over them.

A board is the same from one moment to the next, so its layout and its drawing are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from meleekit.core.cells import (
    HEX_STEPS,
    SQUARE_STEPS,
    hex_place,
    is_square,
    square_place,
)
from meleekit.core.scene import Cell, Scene, Tint
from meleekit.core.svg_ink import (
    HEX_CORNERS,
    INRADIUS,
    SIZE,
    Point,
    around,
    closed,
    num,
    points,
    xml,
)
from meleekit.core.svg_places import draw_place, draw_shores

MARGIN = 10.0


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the cells of a board lie, by cell id, in SVG units."""

    cells: tuple[Cell, ...]

    @cached_property
    def centres(self) -> dict[str, Point]:
        """The middle of every cell."""
        return {cell.id: (cell.x * SIZE, cell.y * SIZE) for cell in self.cells}

    @cached_property
    def corners(self) -> dict[str, tuple[Point, ...]]:
        """The corners of every cell, in order round it."""
        return {
            cell.id: around(self.centres[cell.id], cell.outline, SIZE)
            if cell.outline
            else around(self.centres[cell.id], HEX_CORNERS)
            for cell in self.cells
        }

    @cached_property
    def paths(self) -> dict[str, str]:
        """Every cell as a closed path."""
        return {id: closed(corners) for id, corners in self.corners.items()}

    @cached_property
    def neighbours(self) -> dict[str, tuple[str | None, ...]]:
        """The hex or square beyond each edge, None where the board ends. Other shapes have none."""
        found: dict[str, tuple[str | None, ...]] = {}
        for square, place_of, steps in (
            (False, hex_place, HEX_STEPS),
            (True, square_place, SQUARE_STEPS),
        ):
            places = {
                place_of(cell): cell.id
                for cell in self.cells
                if (is_square(cell) if square else not cell.outline)
            }
            for (column, row), id in places.items():
                found[id] = tuple([places.get((column + dx, row + dy)) for dx, dy in steps])
        return found

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the board with a margin."""
        corners = [point for outline in self.corners.values() for point in outline] or [(0.0, 0.0)]
        left = min(x for x, _ in corners) - MARGIN
        top = min(y for _, y in corners) - MARGIN
        right = max(x for x, _ in corners) + MARGIN
        bottom = max(y for _, y in corners) + MARGIN
        return left, top, right - left, bottom - top

    @cached_property
    def stands(self) -> dict[str, tuple[float, float, float]]:
        """Where pieces stand in a row, relative to the cell's middle, and how wide the row is."""
        return {
            cell.id: (cell.stand[0] * SIZE, cell.stand[1] * SIZE, cell.stand[2] * SIZE)
            for cell in self.cells
            if cell.stand is not None
        }

    def outline(self, ids: Sequence[str]) -> str:
        """The path round a set of cells; cells of other shapes are outlined one by one."""
        inside = set(ids)
        parts = []
        for id in ids:
            beyond = self.neighbours.get(id)
            if beyond is None:
                parts.append(self.paths[id])
                continue
            for edge, other in enumerate(beyond):
                if other not in inside:
                    parts.append(self.edge(id, edge))
        return "".join(parts)

    def edge(self, id: str, edge: int) -> str:
        """One edge of a hex or a square, by direction."""
        corners = self.corners[id]
        (x0, y0), (x1, y1) = corners[edge], corners[(edge + 1) % len(corners)]
        return f"M{num(x0)},{num(y0)}L{num(x1)},{num(y1)}"


_LATELY: dict[int, tuple[tuple[Cell, ...], Layout]] = {}
"""Layouts by the identity of their cells: of a large board even a look at all cells takes long."""
LATELY_AT_MOST = 32


def layout(cells: tuple[Cell, ...]) -> Layout:
    """The layout of a board; the same board gets the same one."""
    known = _LATELY.get(id(cells))
    if known is not None and known[0] is cells:
        return known[1]
    board = _layout(cells)
    if len(_LATELY) >= LATELY_AT_MOST:
        _LATELY.clear()
    _LATELY[id(cells)] = (cells, board)  # as long as it is kept, no other has its identity
    return board


@lru_cache(maxsize=32)
def _layout(cells: tuple[Cell, ...]) -> Layout:
    return Layout(cells)


def draw_board(cells: tuple[Cell, ...], prefix: str) -> str:
    """Everything that does not change while one plays on the board; the same one is kept."""
    return _draw_board(layout(cells), prefix)


@lru_cache(maxsize=32)
def _draw_board(board: Layout, prefix: str) -> str:
    cells = board.cells
    out = [draw_shores(board.paths[region] for region in board.stands), '<g class="cells">']
    for cell in cells:
        kind = f"cell tint-{cell.tint}" if cell.tint else "cell"
        out.append(
            f'<polygon class="{kind}" id="{xml(prefix + cell.id)}" data-id="{xml(cell.id)}" '
            f'points="{points(board.corners[cell.id])}">'
            f"<title>{xml(cell.title or cell.label or cell.id)}</title></polygon>"
        )
    out.append('</g><g class="print" aria-hidden="true">')
    printed = tuple(Tint(cell.id, cell.tint) for cell in cells if cell.tint)
    for tint, ids in _by_tint(printed).items():
        out.append(f'<path class="tint-line tint-{tint}" d="{board.outline(ids)}"/>')
    out.append(_borders(board))
    out += [draw_place(cell, board.centres[cell.id]) for cell in cells]
    for cell in cells:
        if cell.label:
            x, y = board.centres[cell.id]
            y += 0.0 if cell.outline else 10.5 - INRADIUS
            kind = "coord"
            if is_square(cell):
                kind, y = "coord mid", y + 6
            out.append(f'<text class="{kind}" x="{num(x)}" y="{num(y)}">{xml(cell.label)}</text>')
    out.append("</g>")
    return "".join(out)


def draw_tints(scene: Scene, tints: Sequence[Tint]) -> str:
    """One wash and one outline a class; where outlines meet, the class that came first shows.

    Cells with a figure in them are told apart by that and need no outline.
    """
    board = layout(scene.cells)
    by_tint = _by_tint(tints)
    outlined = _by_tint([tint for tint in tints if not tint.label])
    wash = [
        f'<path class="tint tint-{tint}" d="{"".join(board.paths[id] for id in ids)}"/>'
        for tint, ids in by_tint.items()
    ]
    lines = [
        f'<path class="tint-line tint-{tint}" d="{board.outline(ids)}"/>'
        for tint, ids in reversed(outlined.items())
    ]
    figures = [
        f'<text class="tint-label" x="{num(board.centres[tint.cell][0])}" '
        f'y="{num(board.centres[tint.cell][1] + 8.5)}">{xml(tint.label)}</text>'
        for tint in tints
        if tint.label
    ]
    return "".join(wash + lines + figures)


def draw_hover(scene: Scene) -> str:
    """The tints of every hover, unseen until their piece or cell is pointed at."""
    return "".join(
        f'<g class="hover" data-for="{xml(target)}">{draw_tints(scene, tints)}</g>'
        for target, tints in scene.hover.items()
        if tints
    )


def _borders(board: Layout) -> str:
    """Group borders, each once, and the rim of the board."""
    groups = {cell.id: cell.group for cell in board.cells}
    inner, rim = [], []
    for id, beyond in board.neighbours.items():
        for edge, other in enumerate(beyond):
            if other is None:
                rim.append(board.edge(id, edge))
            elif 2 * edge < len(beyond) and groups[id] != groups[other]:
                inner.append(board.edge(id, edge))
    drawn = (("group-line", inner), ("rim-line", rim), ("rim-edge", rim))
    return "".join(f'<path class="{kind}" d="{"".join(d)}"/>' for kind, d in drawn if d)


def _by_tint(tints: Sequence[Tint]) -> dict[str, list[str]]:
    cells: dict[str, list[str]] = {}
    for tint in tints:
        cells.setdefault(tint.tint, []).append(tint.cell)
    return cells
