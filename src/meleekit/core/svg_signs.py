"""Marks and links in SVG: things on the ground, targets, paths, strokes between pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import atan2, degrees, hypot

from meleekit.core.scene import Link, Mark, Scene
from meleekit.core.signs import Glyph
from meleekit.core.svg_board import layout
from meleekit.core.svg_glyphs import draw_glyph
from meleekit.core.svg_ink import HEX_CORNERS, INRADIUS, Point, num, xml
from meleekit.core.svg_room import Place

ABOVE = ("engage", "melee", "attack")
LANE = 13.0  # how far an engagement stroke keeps to the right of the straight line
BAR, APART = 8.0, 4.0  # half the length of the strokes of a melee, and half their distance


def draw_marks(scene: Scene, prefix: str, *, things: bool) -> str:
    """Either the things that lie on the ground, or the signs that go above the counters."""
    board = layout(scene.cells)
    taken = {cell for piece in scene.pieces for cell in (piece.cell, *piece.also)}
    chosen = [mark for mark in scene.marks if (mark.kind in ("item", "body")) is things]
    totals = Counter(mark.cell for mark in chosen if mark.kind == "item")
    drawn: Counter[str] = Counter()
    out = []
    for mark in chosen:
        x, y = board.centres[mark.cell]
        scale = 1.0
        if mark.kind == "item":
            dx, dy, scale = _lies(drawn[mark.cell], totals[mark.cell], mark.cell in taken)
            x, y = x + dx, y + dy
            drawn[mark.cell] += 1
        out.append(_draw_mark(mark, (x, y), scale, prefix))
    return "".join(out)


def _lies(nth: int, total: int, beside_piece: bool) -> tuple[float, float, float]:
    """Shift and scale of the nth of the things on a cell: at its foot, or in the lower corners."""
    if not beside_piece:
        step = min(22.0, 52.0 / total)
        return step * (nth - (total - 1) / 2), INRADIUS - 14.0, min(1.0, 3.0 / total)
    side = -1 if nth % 2 == 0 else 1
    return side * (17.5 + 6.0 * (nth // 2)), 26.5 - 11.0 * (nth // 2), 0.62


def _draw_mark(mark: Mark, at: Point, scale: float, prefix: str) -> str:
    words = xml(mark.title or " ".join(filter(None, (mark.kind.replace("-", " "), mark.label))))
    move = f"translate({num(at[0])},{num(at[1])})" + (f" scale({scale:.2g})" if scale != 1 else "")
    return (
        f'<g class="mark mark-{mark.kind}" id="{xml(prefix + mark.id)}" '
        f'data-id="{xml(mark.id)}" data-cell="{xml(mark.cell)}" role="img" aria-label="{words}" '
        f'transform="{move}"><title>{words}</title>{_sign(mark)}</g>'
    )


def _sign(mark: Mark) -> str:
    if mark.kind == "item":
        glyph = mark.glyph or Glyph.ITEM
        return '<circle class="item-ground" r="11"/>' + draw_glyph(glyph, -5.6, 5.6, 45, 0.6)
    if mark.kind == "body":
        return '<path class="cross" d="M0,14V30M-5,19H5"/>'
    if mark.kind == "target":
        return f'<path class="reticle-edge" d="{_RETICLE}"/><path class="reticle" d="{_RETICLE}"/>'
    if mark.kind == "step":
        label = xml(mark.label)
        return f'<circle class="step" r="9.5"/><text class="step-text" y="4.6">{label}</text>'
    if mark.kind == "in-the-way":
        return '<path class="reticle-edge" d="M-9,-30H9"/><path class="reticle" d="M-9,-30H9"/>'
    return f'<text class="mark-text" y="4.6">{xml(mark.label)}</text>'


def draw_links(scene: Scene, where: Mapping[str, Place], prefix: str, *, above: bool) -> str:
    """Strokes in the colour of whoever they come from: those above the counters, or the rest."""
    ends: dict[str, Point] = dict(layout(scene.cells).centres)
    ends.update((mark.id, ends[mark.cell]) for mark in scene.marks)
    ends.update((id, place.at) for id, place in where.items())
    sides = {piece.id: piece.side for piece in scene.pieces}
    out = []
    for link in scene.links:
        if (link.kind in ABOVE) is not above:
            continue
        side = sides.get(link.start)
        tone = "side-none" if side is None else f"side-{side % 6}"
        path = _stroke(link, ends[link.start], ends[link.end])
        words = xml(link.title or link.kind.replace("-", " "))
        out.append(
            f'<g class="link link-{link.kind} {tone}" id="{xml(prefix + link.id)}" '
            f'data-id="{xml(link.id)}" aria-label="{words}">{path}</g>'
        )
    return "".join(out)


def _stroke(link: Link, start: Point, end: Point) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    if length == 0:
        return ""
    if link.kind == "engage":
        # Drawn in its own lane, so that two who engage each other show two strokes.
        half = 10.5
        line = f"M{num(-half)},{num(LANE)}H{num(half - 5)}"
        head = (
            f"M{num(half - 8)},{num(LANE - 5)}L{num(half + 1)},{num(LANE)}"
            f"L{num(half - 8)},{num(LANE + 5)}Z"
        )
        move = _turned((start[0] + dx / 2, start[1] + dy / 2), dx, dy)
        return _arrow(line, head, move)
    if link.kind == "melee":
        bars = f"M{num(-BAR)},{num(-APART)}H{num(BAR)}M{num(-BAR)},{num(APART)}H{num(BAR)}"
        move = _turned((start[0] + dx / 2, start[1] + dy / 2), dx, dy)
        return (
            f'<g transform="{move}"><path class="stroke-edge" d="{bars}"/>'
            f'<path class="stroke" d="{bars}"/></g>'
        )
    if link.kind == "attack":
        near, far = 27.0, max(length - 27.0, 30.0)
        line = f"M{num(near)},0H{num(far - 8)}"
        head = f"M{num(far - 13)},-8L{num(far)},0L{num(far - 13)},8Z"
        return _arrow(line, head, _turned(start, dx, dy))
    path = f"M{num(start[0])},{num(start[1])}L{num(end[0])},{num(end[1])}"
    return f'<path class="stroke-edge" d="{path}"/><path class="stroke" d="{path}"/>'


def _arrow(line: str, head: str, move: str) -> str:
    return (
        f'<g transform="{move}"><path class="stroke-edge" d="{line}"/>'
        f'<path class="head" d="{head}"/><path class="stroke" d="{line}"/></g>'
    )


def _turned(at: Point, dx: float, dy: float) -> str:
    return f"translate({num(at[0])},{num(at[1])}) rotate({num(degrees(atan2(dy, dx)))})"


def _corner_ticks() -> str:
    """Brackets in the six corners of the hex."""
    parts = []
    for k, (x, y) in enumerate(HEX_CORNERS):
        before, after = HEX_CORNERS[k - 1], HEX_CORNERS[(k + 1) % 6]
        near = [(x + (px - x) * 0.21, y + (py - y) * 0.21) for px, py in (before, after)]
        run = (near[0], (x, y), near[1])
        parts.append("M" + "L".join(f"{num(a * 0.93)},{num(b * 0.93)}" for a, b in run))
    return "".join(parts)


_RETICLE = _corner_ticks()
