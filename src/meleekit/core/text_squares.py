"""A board of squares in characters: two to a square where they fit, and bodies of figures on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, chop_cells, set_cell_size

from meleekit.core.cells import SQUARE_STEPS, square_place
from meleekit.core.scene import Cell, Mark, Piece, Scene
from meleekit.core.text_ink import (
    FAINT,
    STRONG,
    TINT_STYLE,
    arrow_of,
    by_cell,
    inked,
    label_of,
    plain,
    sigil,
    style_of,
    tint_mark,
)

WIDE = 2  # characters of a square where there is room
RULED = 5  # every so many squares there is a point, and what their labels say beside the board


class Squares:
    """The characters of a square board while it is being drawn, each with its style."""

    def __init__(self, cells: Sequence[Cell], width: int) -> None:
        self.at = {cell.id: square_place(cell) for cell in cells}
        self.places = {place: id for id, place in self.at.items()}
        self.left = min(x for x, _ in self.places)
        self.top = min(y for _, y in self.places)
        columns = max(x for x, _ in self.places) - self.left + 1
        rows = max(y for _, y in self.places) - self.top + 1
        self.bottom = self.top + rows - 1
        self.pitch = WIDE if WIDE * columns <= width else 1
        self.lines = [[(" ", "")] * (columns * self.pitch) for _ in range(rows)]

    def draw(
        self,
        scene: Scene,
        tints: Mapping[str, str],
        figures: Mapping[str, str],
        labels: bool,
        color: bool,
    ) -> list[str]:
        """The board in lines; `labels` prints the labels of empty squares where they fit."""
        for cell in scene.cells:
            self._ground(cell, tints.get(cell.id), figures.get(cell.id, ""), labels)
        for mark in scene.marks:
            self._mark(mark)
        for id, pieces in by_cell(scene.pieces).items():
            self._figure(id, pieces[0])
        return [inked(line, color) for line in self.lines]

    def _put(self, id: str, text: str, style: str) -> None:
        x, y = self.at[id]
        start = (x - self.left) * self.pitch
        signs = [c for c in set_cell_size(text, self.pitch) if cell_len(c) == 1]
        for shift, char in enumerate(signs[: self.pitch]):
            self.lines[y - self.top][start + shift] = (char, style)

    def _ground(self, cell: Cell, tint: str | None, figure: str, labels: bool) -> None:
        """A tint's sign, a label, or a point on every fifth square so that they can be counted."""
        label = plain(cell.label)
        x, y = self.at[cell.id]
        if tint or figure:
            sign = figure + (tint_mark(tint) if tint else "")
            self._put(cell.id, chop_cells(sign, self.pitch)[0], TINT_STYLE)
        elif label and (labels or cell_len(label) <= self.pitch):
            self._put(cell.id, label if cell_len(label) <= self.pitch else "·", FAINT)
        elif (x - self.left) % RULED == 0 and (self.bottom - y) % RULED == 0:
            self._put(cell.id, "·", FAINT)

    def _mark(self, mark: Mark) -> None:
        sign = {"item": "*", "body": "†", "in-the-way": "!", "target": "!"}.get(mark.kind)
        self._put(mark.cell, sign or plain(mark.label) or "*", STRONG)

    def _figure(self, id: str, piece: Piece) -> None:
        """A figure in its side's sign; the first has its body's letters, front ones the facing."""
        style = style_of(piece)
        if id == piece.cell:
            self._put(id, label_of(piece), style)
            return
        front = piece.quarter is not None and self._before(id, piece) not in _squares_of(piece)
        self._put(id, (arrow_of(piece) if front else "") + sigil(piece.side), style)

    def _before(self, id: str, piece: Piece) -> str | None:
        """The square in front of that one, as the piece faces."""
        x, y = self.at[id]
        dx, dy = SQUARE_STEPS[(piece.quarter or 0) % 4]
        return self.places.get((x + dx, y + dy))


def _squares_of(piece: Piece) -> frozenset[str]:
    """All squares that a piece stands on."""
    return frozenset((piece.cell, *piece.also))
