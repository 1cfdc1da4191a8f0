"""What boards in characters are drawn with: signs, styles, and lines of characters with styles."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len, chop_cells

from meleekit.core.scene import UPRIGHT, Piece, Posture

ARROWS = "↑↗↘↓↙↖"
QUARTER_ARROWS = "↑→↓←"
CORNER_ARROWS = "↗→↘↙←↖"
# One for each side, in the order of the charges on printed counters.
SIGILS = "●▲◆✚×▮"
NO_SIDE = "○"
POSTURE_MARKS: Mapping[Posture, str] = {
    Posture.STANDING: " ",
    Posture.STUNNED: "*",
    Posture.KNEELING: "k",
    Posture.ALOFT: "^",
    Posture.PRONE: "p",
    Posture.DOWN: "x",
    Posture.DEAD: "†",
    Posture.PILE: "&",
}
TINT_MARKS: Mapping[str, str] = {
    "reach": "•",
    "reach-2": "2",
    "reach-half": "½",
    "reach-full": "o",
    "front": "F",
    "side": "S",
    "rear": "R",
    "path": "~",
    "target": "!",
    "danger": "!",
    "melee": "!",
    "strike": "!",
    "overlap": "/",
    "support": "+",
    "support-far": "-",
    "wall": "#",
}
OTHER_TINT = ":"

# Codes of the terminal ("select graphic rendition").
SIDE_STYLES = (
    "1;38;5;16;48;5;166",
    "1;38;5;231;48;5;25",
    "1;38;5;16;48;5;36",
    "1;38;5;16;48;5;178",
    "1;38;5;16;48;5;175",
    "1;38;5;16;48;5;74",
)
NO_SIDE_STYLE = "1;38;5;16;48;5;249"
TINT_STYLE = "32"
FAINT = "2"
STRONG = "1"


def plain(text: str) -> str:
    """The text without anything that could steer a terminal or turn its direction."""
    return "".join(" " if c.isspace() else c for c in text if _printable(c))


def _printable(char: str) -> bool:
    return char.isspace() or unicodedata.category(char)[0] != "C"


def sigil(side: int | None) -> str:
    """The sign of a side; sides beyond the sixth begin again."""
    return NO_SIDE if side is None else SIGILS[side % len(SIGILS)]


def tint_mark(tint: str) -> str:
    """The sign in a cell of that tint: an entrance shows its side's, higher ground its height."""
    kind, _, number = tint.rpartition("-")
    if kind == "entrance" and number.isdigit():
        return sigil(int(number))
    if kind == "height" and number.isdigit():
        return number
    return TINT_MARKS.get(tint, OTHER_TINT)


def by_cell(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Who is drawn on each cell: the active first, then those who stand."""
    found: dict[str, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda p: (not p.active, p.posture not in UPRIGHT)):
        for cell in (piece.cell, *piece.also):
            found.setdefault(cell, []).append(piece)
    return found


def label_of(piece: Piece) -> str:
    """The first two cells' worth of what is printed on the counter."""
    text = plain(piece.short).strip()
    return chop_cells(text, 2)[0] if text else "?"


def arrow_of(piece: Piece) -> str:
    """Where it faces."""
    if piece.facing is not None:
        return ARROWS[piece.facing % 6]
    if piece.quarter is not None:
        return QUARTER_ARROWS[piece.quarter % 4]
    return " " if piece.vertex is None else CORNER_ARROWS[piece.vertex % 6]


def style_of(piece: Piece) -> str:
    """The style of its side; faint once it has had its turn."""
    if piece.posture is Posture.DEAD:
        return FAINT
    style = NO_SIDE_STYLE if piece.side is None else SIDE_STYLES[piece.side % len(SIDE_STYLES)]
    return f"{FAINT};{style}" if piece.faded else style


def put(line: list[tuple[str, str]], x: int, text: str, style: str = "") -> None:
    """Write into a line of characters with styles, wide ones over two of its places."""
    for char in text:
        size = cell_len(char)
        if size == 0 and x > 0:  # a sign that sits on the letter before it
            before, kept = line[x - 1]
            line[x - 1] = (before + char, kept)
            continue
        line[x] = (char, style)
        for extra in range(1, size):
            line[x + extra] = ("", style)
        x += size


def inked(line: Sequence[tuple[str, str]], color: bool) -> str:
    """A line of characters with the terminal's codes, or without."""
    text = "".join(char for char, _ in line).rstrip()
    if not color:
        return text
    out, last, seen = [], "", 0
    for char, style in line:
        if seen >= len(text):
            break
        if style != last:
            out.append(f"\x1b[0;{style}m" if style else "\x1b[0m")
            last = style
        out.append(char)
        seen += len(char)
    return "".join(out) + ("\x1b[0m" if last else "")
