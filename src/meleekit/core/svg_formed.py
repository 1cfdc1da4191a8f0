"""Bodies of figures in SVG: a frame with its front, the figures in it, and what they are.

Drawn about the middle of the block that the figures' cells span. The figures show the formation by
their spacing; a roundel with the side's charge, the weapon and the number left lie over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meleekit.core.scene import Flag, Piece
from meleekit.core.svg_glyphs import draw_charge, draw_glyph
from meleekit.core.svg_ink import Point, num, xml

INSET = 2.5  # from the rim of the cells to the frame
PROW = (17.0, 15.0)  # half the width of the front's point, and how far it reaches
FIGURE = 11.5  # radius of a figure
ALONG, ACROSS = 122.0, 47.0  # room that roundel, weapon and number want side by side
LARGEST, SMALLEST = 1.2, 0.42

Box = tuple[float, float]


def block(corners: Iterable[Point]) -> tuple[Point, Box]:
    """The middle of the block that cells with these corners span, and its width and height."""
    across, down = zip(*corners, strict=True)
    left, right, top, bottom = min(across), max(across), min(down), max(down)
    return ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top)


def draw_formed(piece: Piece, middle: Point, box: Box, spots: Sequence[Point]) -> str:
    """A body of figures about the middle of its block; `spots` are the middles of its cells."""
    places = [(x - middle[0], y - middle[1]) for x, y in spots]
    hurt = len(places) - min(max(piece.hurt, 0), len(places))
    return (
        _frame(piece, box)
        + _figures(places[:hurt], "figure")
        + _figures(places[hurt:], "figure hurt")
        + _plaque(piece, box)
        + _flags(piece, box)
    )


def frame_path(piece: Piece, box: Box) -> str:
    """The frame about its own middle, facing up; turn it by the piece's heading."""
    wide, deep = _as_it_faces(piece, box)
    x, y = wide / 2 - INSET, deep / 2 - INSET
    half, reach = min(PROW[0], x - 2), PROW[1]
    prow = f"L{num(-half)},{num(-y)}L0,{num(-y - reach)}L{num(half)},{num(-y)}"
    if piece.quarter is None:
        prow = ""
    return f"M{num(-x)},{num(y)}V{num(-y)}{prow}H{num(x)}V{num(y)}Z"


def _as_it_faces(piece: Piece, box: Box) -> Box:
    return box if (piece.quarter or 0) % 2 == 0 else (box[1], box[0])


def _frame(piece: Piece, box: Box) -> str:
    path = frame_path(piece, box)
    drawn = f'<path class="body" d="{path}"/><path class="rim" d="{path}"/>'
    if piece.quarter is not None:
        wide, deep = _as_it_faces(piece, box)
        x, y, half = wide / 2 - INSET, deep / 2 - INSET, min(PROW[0], wide / 2 - INSET - 2)
        drawn += (
            f'<path class="collar" d="M{num(-x)},{num(-y)}H{num(-half)}L0,{num(-y - PROW[1])}'
            f'L{num(half)},{num(-y)}H{num(x)}V{num(-y + 4.5)}H{num(-x)}Z"/>'
        )
    turn = piece.heading
    return f'<g transform="rotate({num(turn)})">{drawn}</g>' if turn else drawn


def _figures(places: Sequence[Point], kind: str) -> str:
    if not places:
        return ""
    r, across = num(FIGURE), num(2 * FIGURE)
    path = "".join(
        f"M{num(x - FIGURE)},{num(y)}a{r},{r} 0 1 0 {across},0a{r},{r} 0 1 0 -{across},0Z"
        for x, y in places
    )
    return f'<path class="{kind}" d="{path}"/>'


def _plaque(piece: Piece, box: Box) -> str:
    """Weapon, roundel and number, side by side or one above the other, as there is room."""
    across = min(box[0] / ALONG, box[1] / ACROSS)
    down = min(box[0] / ACROSS, box[1] / ALONG)
    scale = max(SMALLEST, min(LARGEST, max(across, down)))
    upright = down > across
    shift = (0.0, 40.0) if upright else (42.0, 0.0)
    drawn = (
        f'<circle class="roundel" r="22"/>{draw_charge(piece.side)}'
        '<circle class="roundel-rim" r="22"/>'
    )
    text = piece.short.strip()[:3]
    size = 20 if len(text) < 3 else 15
    drawn += f'<text class="initials" y="{num(size * 0.36)}" font-size="{size}">{xml(text)}</text>'
    if piece.weapon:
        x, y, turn = (0.0, -29.0, 45.0) if upright else (-37.0, 11.0, 0.0)
        drawn += draw_glyph(piece.weapon, x, y, turn, 0.85)
    if piece.strength:
        left = piece.strength - piece.hits
        said = f"{left}/{piece.strength}" if piece.hits else str(left)
        wide = 11 * len(said) + 10
        x, y = shift if upright else (26 + wide / 2, 0.0)
        drawn += (
            f'<g class="count" transform="translate({num(x)},{num(y)})">'
            f'<rect x="{num(-wide / 2)}" y="-13" width="{num(wide)}" height="26" rx="4"/>'
            f'<text y="7">{said}</text></g>'
        )
    return f'<g transform="scale({scale:.3g})">{drawn}</g>'


_BANNER = "M0,14V-30M0,-30H20L14,-22.5L20,-15H0Z"
_WHITE_FLAG = "M0,14V-30M0,-29C6,-33 12,-25 20,-29V-15C12,-11 6,-19 0,-15Z"
_RUSHING = "M-9,0L0,-9L9,0M-9,9L0,0L9,9"


def _flags(piece: Piece, box: Box) -> str:
    """A leader's banner and a white flag on the upper rim; strokes behind who charges or runs."""
    staffs = (
        (Flag.LEADER, -box[0] / 2 + 7, _BANNER),
        (Flag.ROUT, box[0] / 2 - 25, _WHITE_FLAG),
    )
    out = [
        f'<path class="flag flag-{flag.value}" d="{path}" '
        f'transform="translate({num(x)},{num(-box[1] / 2 + 6)})"/>'
        for flag, x, path in staffs
        if flag in piece.flags
    ]
    wide, deep = _as_it_faces(piece, box)
    signs = "".join(
        f'<path d="{_RUSHING}" transform="translate({num(x)},{num(deep / 2 + 8)})"/>'
        for x in (-wide / 4, wide / 4)
    )
    out += [
        f'<g class="rush rush-{flag.value}" transform="rotate({num(piece.heading or 0.0)})">'
        f"{signs}</g>"
        for flag in (Flag.CHARGE, Flag.FLIGHT)
        if flag in piece.flags
    ]
    return "".join(out)
