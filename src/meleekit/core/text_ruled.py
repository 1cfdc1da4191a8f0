"""A board of squares wide enough for counters, in characters: ruled, and a line to a square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, chop_cells, set_cell_size

from meleekit.core.cells import SQUARE_SIDE, square_place
from meleekit.core.scene import Cell, Mark, Piece, Scene
from meleekit.core.text_ink import (
    FAINT,
    POSTURE_MARKS,
    STRONG,
    TINT_STYLE,
    arrow_of,
    by_cell,
    inked,
    label_of,
    plain,
    put,
    sigil,
    style_of,
    tint_mark,
)

NARROWEST, WIDEST = 5, 7  # characters from one upright line to the next


def can_be_ruled(cells: Sequence[Cell], width: int) -> bool:
    """Whether these squares are made for counters, and a counter's letters fit into each."""
    wide = all(cell.outline[1][0] >= SQUARE_SIDE / 2 for cell in cells)
    return wide and _pitch(cells, width) >= NARROWEST


def _pitch(cells: Sequence[Cell], width: int) -> int:
    columns = [square_place(cell)[0] for cell in cells]
    return min(WIDEST, (width - 1) // (max(columns) - min(columns) + 1))


class Ruled:
    """The characters of such a board while it is being drawn, each with its style."""

    def __init__(self, cells: Sequence[Cell], width: int) -> None:
        self.at = {cell.id: square_place(cell) for cell in cells}
        self.left = min(x for x, _ in self.at.values())
        self.top = min(y for _, y in self.at.values())
        self.pitch = _pitch(cells, width)
        self.inner = self.pitch - 1
        columns = max(x for x, _ in self.at.values()) - self.left + 1
        rows = max(y for _, y in self.at.values()) - self.top + 1
        self.lines = [[(" ", "")] * (columns * self.pitch + 1) for _ in range(2 * rows + 1)]

    def draw(
        self,
        scene: Scene,
        tints: Mapping[str, str],
        figures: Mapping[str, str],
        labels: bool,
        color: bool,
    ) -> list[str]:
        """The board in lines; `labels` prints the labels of empty squares that have a sign too."""
        for cell in scene.cells:
            self._border(cell.id)
            self._ground(cell, tints.get(cell.id), figures.get(cell.id, ""), labels)
        standing = by_cell(scene.pieces)
        for id, pieces in standing.items():
            self._counter(id, pieces)
        for mark in scene.marks:
            self._mark(mark, mark.cell in standing)
        return [inked(line, color) for line in self.lines]

    def _put(self, id: str, shift: int, text: str, style: str = "", below: int = 0) -> None:
        """Write into a square, so many characters behind its left line."""
        x, y = self.at[id]
        line = self.lines[2 * (y - self.top) + 1 + below]
        put(line, (x - self.left) * self.pitch + 1 + shift, text, style)

    def _middle(self, id: str, text: str, style: str) -> None:
        fitting = chop_cells(text, self.inner)[0] if text else ""
        before = " " * ((self.inner - cell_len(fitting)) // 2)
        self._put(id, 0, set_cell_size(before + fitting, self.inner), style)

    def _border(self, id: str) -> None:
        for below in (-1, 1):
            self._put(id, -1, f"+{'-' * self.inner}+", FAINT, below)
        self._sides(id, "||", FAINT)

    def _sides(self, id: str, signs: str, style: str) -> None:
        for shift, sign in zip((-1, self.inner), signs, strict=True):
            self._put(id, shift, sign, style)

    def _ground(self, cell: Cell, tint: str | None, figure: str, labels: bool) -> None:
        sign = figure + (tint_mark(tint) if tint else "")
        label = plain(cell.label)
        if tint == "wall":
            self._put(cell.id, 0, tint_mark(tint) * self.inner, FAINT)
        elif labels and sign and cell_len(label + sign) < self.inner:
            self._middle(cell.id, f"{label} {sign}", TINT_STYLE)
        elif sign:
            self._middle(cell.id, sign, TINT_STYLE)
        elif cell_len(label) <= self.inner:
            self._middle(cell.id, label, FAINT)

    def _counter(self, id: str, pieces: Sequence[Piece]) -> None:
        """The sign of its side, its letters, where it faces; posture and what is left of it."""
        first, *others = pieces
        name = sigil(first.side) + set_cell_size(label_of(first), 2) + arrow_of(first)
        left = str(max(first.strength - first.hits, 0)) if first.strength else ""
        state = POSTURE_MARKS[first.posture].strip() + (plain(first.badge)[:2] or left)
        state = f"+{len(others)}" if others else state
        room = self.inner - cell_len(name)
        self._put(id, 0, name + set_cell_size(state.rjust(room), room), style_of(first))
        if any(piece.active for piece in pieces):
            self._sides(id, "«»", STRONG)

    def _mark(self, mark: Mark, occupied: bool) -> None:
        if mark.kind == "target":
            self._sides(mark.cell, "><", STRONG)
        elif not occupied:
            sign = {"item": "*", "body": "†", "in-the-way": "!"}.get(mark.kind)
            self._middle(mark.cell, sign or plain(mark.label) or "*", STRONG)
