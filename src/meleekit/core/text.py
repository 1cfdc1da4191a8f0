"""A scene in characters, for the terminal: the board, what the signs mean, and who is who.

A hex is drawn two lines high, so that a board of fifteen columns fits into 80 characters. Borders
inside a group of hexes (a megahex) are dotted, those between groups drawn through.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from textwrap import wrap

from rich.cells import cell_len, chop_cells, set_cell_size

from meleekit.core.beside import Card
from meleekit.core.cells import hex_place, is_square
from meleekit.core.scene import Cell, Mark, Piece, Scene, Tint, carried
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
from meleekit.core.text_ruled import Ruled, can_be_ruled
from meleekit.core.text_squares import Squares

Place = tuple[int, int]


def render_text(
    scene: Scene,
    *,
    color: bool = False,
    width: int = 80,
    labels: bool = False,
    hover: str | None = None,
) -> str:
    """The scene in lines of at most `width` characters, as far as the board allows.

    `labels` prints the coordinates of empty hexes where they fit, as on numbered boards. `hover`
    adds the tints that belong to that id. With `color`, sides are coloured too, with the codes of
    ANSI terminals.
    """
    tints = {cell.id: cell.tint for cell in scene.cells if cell.tint}
    shown = _shown(scene, hover)
    tints.update((tint.cell, tint.tint) for tint in shown if not tint.label)
    figures = {tint.cell: plain(tint.label) for tint in shown if tint.label}
    if scene.cells and all(map(is_square, scene.cells)):
        kind = Ruled if can_be_ruled(scene.cells, width) else Squares
        board = kind(scene.cells, width).draw(scene, tints, figures, labels, color)
    elif any(cell.outline for cell in scene.cells):
        board = _places(scene)
    else:
        board = _Sheet(scene.cells, width).draw(
            scene, tints, figures, labels or scene.numbered, color
        )
    parts = [
        [plain(scene.title)] if scene.title else [],
        _track(scene),
        board,
        _key(scene, tints.values(), bool(figures), width),
        _ground(scene),
        [] if any(cell.stand for cell in scene.cells) else _roster(scene, width),
        _panels(scene, width),
        _cards(scene, width),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _shown(scene: Scene, hover: str | None) -> tuple[Tint, ...]:
    """The tints of the moment and of what is pointed at; in a cell there is room for one figure."""
    above = scene.hover.get(hover, ()) if hover is not None else ()
    return above if any(tint.label for tint in above) else (*scene.tints, *above)


class _Sheet:
    """The characters of a hex board while it is being drawn, each with its style."""

    def __init__(self, cells: tuple[Cell, ...], width: int) -> None:
        self.at = {cell.id: hex_place(cell) for cell in cells}
        self.cells = {place: cell for cell, place in zip(cells, self.at.values(), strict=True)}
        columns = [column for column, _ in self.cells] or [0]
        halves = [half for _, half in self.cells] or [0]
        self.left, self.top = min(columns), min(halves)
        count = max(columns) - self.left + 1
        self.pitch = max(4, min(7, (width - 1) // count))
        self.inner = self.pitch - 1
        size = count * self.pitch + 1
        self.lines = [[(" ", "")] * size for _ in range(max(halves) - self.top + 3)]

    def draw(
        self,
        scene: Scene,
        tints: Mapping[str, str],
        figures: Mapping[str, str],
        labels: bool,
        color: bool,
    ) -> list[str]:
        for place, cell in self.cells.items():
            self.border(place, cell)
        standing = by_cell(scene.pieces)
        marks: dict[str, list[Mark]] = {}
        for mark in scene.marks:
            marks.setdefault(mark.cell, []).append(mark)
        for cell in scene.cells:
            pieces = standing.get(cell.id, [])
            if pieces:
                self.counter(cell, pieces)
            else:
                self.empty(cell, tints.get(cell.id), figures.get(cell.id, ""), labels)
            self.signs(cell, marks.get(cell.id, []), bool(pieces))
        return [inked(line, color) for line in self.lines]

    def put(self, line: int, x: int, text: str, style: str = "") -> None:
        put(self.lines[line], x, text, style)

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Line and column where the inside of the hex begins."""
        column, half = self.at[cell.id]
        return half - self.top + 1, (column - self.left) * self.pitch + 1

    def border(self, place: Place, cell: Cell) -> None:
        line, x = self.corner(cell)
        column, half = place
        right = x + self.inner
        flat = "_" * self.inner
        edges = (
            ((column, half - 2), line - 1, x, flat),
            ((column + 1, half - 1), line, right, "\\"),
            ((column + 1, half + 1), line + 1, right, "/"),
            ((column, half + 2), line + 1, x, flat),
            ((column - 1, half + 1), line + 1, x - 1, "\\"),
            ((column - 1, half - 1), line, x - 1, "/"),
        )
        for beyond, where, start, text in edges:
            other = self.cells.get(beyond)
            within = other is not None and other.group == cell.group and cell.group != ""
            if within:
                text = "·" if len(text) == 1 else " " * self.inner
            self.put(where, start, text, FAINT if within else "")

    def counter(self, cell: Cell, pieces: Sequence[Piece]) -> None:
        first, *others = pieces
        line, x = self.corner(cell)
        style = style_of(first)
        name = set_cell_size(label_of(first), 2)
        arrow = arrow_of(first) if first.cell == cell.id else " "
        above = (sigil(first.side) + name + arrow) if self.inner > 3 else name + arrow
        self.put(line, x, above.center(self.inner), style)
        if len(others) == 1:
            other = others[0]
            mark = POSTURE_MARKS[other.posture]
            below = set_cell_size(
                sigil(other.side) + set_cell_size(label_of(other), 2) + mark, self.inner
            )
            self.put(line + 1, x, below, style_of(other))
        else:
            self.put(line + 1, x, self.condition(first, len(others)), style)
        if any(piece.active for piece in pieces):
            self.put(line, x - 1, "«", STRONG)
            self.put(line, x + self.inner, "»", STRONG)

    def condition(self, piece: Piece, others: int) -> str:
        """Posture, strength left and shield of a piece; or how many more share its hex."""
        if others:
            return f"+{others}".center(self.inner, "_")
        left = str(max(piece.strength - piece.hits, 0)) if piece.strength else ""
        posture = POSTURE_MARKS[piece.posture].strip() or ("u" if piece.unarmed else "_")
        left = plain(piece.badge)[:2] or left
        shield = ")" if piece.shield and self.inner > 3 else "_"
        return f"{posture}{left:_>2}{shield}"[: self.inner].ljust(self.inner, "_")

    def empty(self, cell: Cell, tint: str | None, figure: str, labels: bool) -> None:
        line, x = self.corner(cell)
        if tint == "wall":
            self.put(line, x, "#" * self.inner, FAINT)
            self.put(line + 1, x, "#" * self.inner, FAINT)
        elif tint is not None or figure:
            sign = chop_cells(figure + (tint_mark(tint) if tint else ""), self.inner)[0]
            self.put(line, x + (self.inner - cell_len(sign)) // 2, sign, TINT_STYLE)
        label = plain(cell.label)
        if labels and tint != "wall" and label and cell_len(label) <= self.inner:
            self.put(line + 1, x + (self.inner - cell_len(label)) // 2, label, FAINT)

    def signs(self, cell: Cell, marks: Sequence[Mark], occupied: bool) -> None:
        line, x = self.corner(cell)
        for mark in marks:
            if mark.kind == "target":
                self.put(line + 1, x - 1, ">", STRONG)
                self.put(line + 1, x + self.inner, "<", STRONG)
            elif not occupied:
                sign = {"item": "*", "body": "†", "in-the-way": "!"}.get(mark.kind)
                text = sign or plain(mark.label)[:2] or "*"
                self.put(line + 1, x + self.inner // 2, set_cell_size(text, 1), STRONG)


def _places(scene: Scene) -> list[str]:
    """A board that is no hex field, as a list of its places and who is there."""
    standing = by_cell(scene.pieces)
    lines = []
    for cell in scene.cells:
        who = ", ".join(map(_on_map, standing.get(cell.id, [])))
        lines.append(f"{plain(cell.title or cell.label or cell.id)}: {who or '-'}")
    return lines


def _on_map(piece: Piece) -> str:
    """A piece in the list of places: its side's sign, its letters, and what it is about."""
    sign = "»" if piece.active else ""
    done = " (done)" if piece.faded else ""
    return f"{sign}{sigil(piece.side)}{label_of(piece)}{done}"


def _track(scene: Scene) -> list[str]:
    if scene.track is None:
        return []
    stages = enumerate(scene.track.stages)
    now = scene.track.now
    return [" · ".join(f"[{plain(one)}]" if at == now else plain(one) for at, one in stages)]


def _panels(scene: Scene, width: int) -> list[str]:
    """Everybody's things, a paragraph each."""
    lines: list[str] = []
    for panel in scene.panels:
        name = plain(scene.side_name(panel.seat))
        notes = f" ({plain(', '.join(panel.notes))})" if panel.notes else ""
        parts = [plain(gauge.title or f"{gauge.value} {gauge.name}") for gauge in panel.gauges]
        parts += [_card(card) for card in panel.cards]
        said = f"{sigil(panel.seat)} {name}{notes}: {', '.join(parts)}"
        lines += wrap(said, width, subsequent_indent="  ")
    return lines


def _cards(scene: Scene, width: int) -> list[str]:
    """What lies open, or in the hand, with what it says."""
    lines: list[str] = []
    for card in scene.cards:
        bid = f" (bid {card.bid} by {scene.side_name(card.bidder)})" if card.bid else ""
        said = f"{_card(card)}{plain(bid)}: {plain(card.text)}"
        lines += wrap(said, width, subsequent_indent="  ")
    return lines


def _card(card: Card) -> str:
    if not card.name:
        return "a card face down"
    return plain(card.name) + (" face down" if card.down else "")


def _key(scene: Scene, shown: Collection[str], figures: bool, width: int) -> list[str]:
    entries = [
        f"{plain(e.label) or tint_mark(e.tint)} {plain(e.text)}"
        for e in scene.key
        if e.tint in shown or (e.label and figures)
    ]
    lines: list[str] = []
    for entry in entries:
        if lines and cell_len(lines[-1]) + 3 + cell_len(entry) <= width:
            lines[-1] += f"   {entry}"
        else:
            lines.append(entry)
    return lines


def _ground(scene: Scene) -> list[str]:
    names = {cell.id: plain(cell.label or cell.id) for cell in scene.cells}
    lying: dict[str, list[str]] = {}
    for mark in scene.marks:
        if mark.kind in ("item", "body"):
            lying.setdefault(mark.cell, []).append(plain(mark.label or mark.title or mark.kind))
    return [f"* {names[cell]}: {', '.join(things)}" for cell, things in lying.items()]


def _roster(scene: Scene, width: int) -> list[str]:
    """A line a piece: sign, name, side, strength left of all, posture, arms, what else holds."""
    rows = []
    for piece in scene.pieces:
        left = f"{max(piece.strength - piece.hits, 0)}/{piece.strength}" if piece.strength else ""
        notes = [*piece.status]
        if piece.shield:
            notes.insert(0, f"shield {piece.shield.value}")
        notes += ["done"] if piece.faded else []
        sign = "»" if piece.active else " "
        rows.append(
            (
                f"{sign}{sigil(piece.side)}{set_cell_size(label_of(piece), 2)}{arrow_of(piece)}",
                _fit(plain(piece.name), 20),
                _fit(plain(scene.side_name(piece.side)), 10),
                left,
                "" if piece.formed else piece.posture.value,
                plain(", ".join(filter(None, (carried(piece), *notes)))),
            )
        )
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        _fit("  ".join(map(set_cell_size, row, widths)).rstrip(), width).rstrip() for row in rows
    ]


def _fit(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"
