"""The counters in SVG: how a piece shows its side, facing, weapon, shield, hits and posture.

A counter is drawn about the origin in units of `svg_ink.SIZE`, facing up, then turned and put in
its place. Name, charge and pips stay upright whatever way the piece faces.
"""

from __future__ import annotations

from functools import lru_cache

from meleekit.core.scene import Flag, Piece, Posture, Scene, ShieldArc, describe
from meleekit.core.svg_board import layout
from meleekit.core.svg_formed import draw_formed, frame_path
from meleekit.core.svg_glyphs import draw_charge, draw_glyph
from meleekit.core.svg_ink import HEX_CORNERS, Point, arc, closed, num, xml
from meleekit.core.svg_room import RADIUS, Place, block_of, spots_of

PROW = 33.5  # how far its point reaches
COLLAR = 22.0  # inner radius of the front's band
TICKS_AT_MOST = 30  # pips drawn one by one; beyond, each stands for several points


def draw_pieces(scene: Scene, where: dict[str, Place], prefix: str) -> str:
    """All counters: those who lie beneath those who stand, the active ones on top."""
    order = {posture: i for i, posture in enumerate(_BENEATH)}
    pieces = sorted(scene.pieces, key=lambda p: (p.active, order[p.posture]))
    return "".join(_draw_piece(scene, piece, where[piece.id], prefix) for piece in pieces)


_BENEATH = (
    Posture.DEAD,
    Posture.DOWN,
    Posture.PRONE,
    Posture.PILE,
    Posture.KNEELING,
    Posture.STUNNED,
    Posture.STANDING,
    Posture.ALOFT,
)


def draw_rings(scene: Scene) -> str:
    """What lies under the counters: the ground of large pieces, a ring round the active ones.

    A piece of several cells shows all of them in its side's colour; a cell lit with a strong ring
    is one of a piece that the decision is about.
    """
    board = layout(scene.cells)
    out = []
    for piece in scene.pieces:
        if piece.also and not (piece.active or piece.formed):
            covered = (piece.cell, *piece.also)
            ground = "".join(board.paths[cell] for cell in covered)
            out.append(
                f'<g class="{_side_class(piece.side)} is-{piece.posture.value}">'
                f'<path class="footing" d="{ground}"/>'
                f'<path class="footing-line" d="{board.outline(covered)}"/></g>'
            )
    for piece in scene.pieces:
        if piece.active and piece.formed:
            (x, y), box = block_of(scene, piece)
            move = f"translate({num(x)},{num(y)}) rotate({num(piece.heading or 0.0)})"
            frame = frame_path(piece, box)
            out.append(
                f'<g transform="{move}"><path class="ring-edge wide" d="{frame}"/>'
                f'<path class="ring wide" d="{frame}"/></g>'
            )
        elif piece.active:
            covered = (piece.cell, *piece.also)
            # What is printed on a map stays to be read.
            lit = "".join(board.paths[cell] for cell in covered if cell not in board.stands)
            line = board.outline(covered)
            out.append(
                f'<path class="lit" d="{lit}"/><path class="ring-edge" d="{line}"/>'
                f'<path class="ring" d="{line}"/>'
            )
    return "".join(out)


def _draw_piece(scene: Scene, piece: Piece, place: Place, prefix: str) -> str:
    kinds = ["piece", _side_class(piece.side), f"is-{piece.posture.value}"]
    kinds += ["faded"] if piece.faded else []
    kinds += ["active"] if piece.active else []
    kinds += ["unarmed"] if piece.unarmed else []
    kinds += ["formed"] if piece.formed else []
    kinds += ["is-routed"] if Flag.ROUT in piece.flags else []
    x, y = place.at
    move = f"translate({num(x)},{num(y)})"
    if place.scale != 1.0:
        move += f" scale({place.scale:g})"
    words = xml(describe(scene, piece))
    face = (
        draw_formed(piece, *block_of(scene, piece), spots_of(scene, piece))
        if piece.formed
        else _face(piece)
    )
    return (
        f'<g class="{" ".join(kinds)}" id="{xml(prefix + piece.id)}" data-id="{xml(piece.id)}" '
        f'data-cell="{xml(piece.cell)}" role="img" aria-label="{words}" transform="{move}">'
        f"<title>{words}</title>{face}{_badge(piece.badge)}</g>"
    )


def _side_class(side: int | None) -> str:
    return "side-none" if side is None else f"side-{side % 6}"


def _face(piece: Piece) -> str:
    draw = {
        Posture.STANDING: _standing,
        Posture.STUNNED: _stunned,
        Posture.ALOFT: _aloft,
        Posture.KNEELING: _kneeling,
        Posture.PRONE: _lying,
        Posture.PILE: _lying,
        Posture.DOWN: _lying,
        Posture.DEAD: _dead,
    }[piece.posture]
    return draw(piece)


def _standing(piece: Piece, grip: tuple[float, float, float] = (27, 7, 0)) -> str:
    """Upright, the weapon in hand held at `grip`: x, y and its turn."""
    heading = piece.heading
    # The prow breaks through the shield: where somebody faces must stay plain.
    turned = _shield(piece.shield) if piece.shield else ""
    turned += _ROUND if heading is None else _BODY
    if piece.weapon:
        turned += draw_glyph(piece.weapon, *grip)
    if piece.off_hand:
        turned += draw_glyph(piece.off_hand, -27, 7)
    return (
        _turn(heading, turned)
        + draw_charge(piece.side)
        + _foot_arc(piece.hits, piece.strength)
        + (draw_glyph(piece.figure, 0, 8.5) if piece.figure else _initials(piece, 21, -2.5))
    )


def _stunned(piece: Piece) -> str:
    """The weapon hangs, and stars are seen."""
    return f'{_standing(piece, (26, 4, 155))}<path class="stars" d="{_STARS}"/>'


def _star(x: float, y: float) -> str:
    return f"M{num(x)},{num(y - 8)}l2.2,5.8l5.8,2.2l-5.8,2.2l-2.2,5.8l-2.2,-5.8l-5.8,-2.2l5.8,-2.2Z"


_STARS = _star(-4, -28) + _star(12, -27) + _star(25, -18)


def _badge(text: str) -> str:
    """A short figure at the left shoulder."""
    if not text:
        return ""
    return (
        '<g class="points" transform="translate(-20,-19)"><circle r="11"/>'
        f'<text y="5.4">{xml(text[:3])}</text></g>'
    )


def _aloft(piece: Piece) -> str:
    return f'<path class="wings" d="{_WINGS}"/>' + _standing(piece)


_WINGS = (
    "M-20,-6C-34,-22 -42,-20 -46,-8C-40,-8 -38,-4 -38,2C-32,0 -28,2 -26,8L26,8"
    "C28,2 32,0 38,2C38,-4 40,-8 46,-8C42,-20 34,-22 20,-6Z"
)


def _kneeling(piece: Piece) -> str:
    shield = _shield(piece.shield) if piece.shield else ""
    return (
        _turn(piece.heading, shield)
        + f'<path class="body" d="{_DOME}"/>'
        + f'<g transform="translate(0,3) scale(0.92,0.7)">{draw_charge(piece.side)}</g>'
        + f'<path class="rim" d="{_DOME}"/><path class="ground" d="M-29,17H29"/>'
        + _foot_bar(piece.hits, piece.strength, 22.5, 44)
        + _hand(piece, 24.5, 6)
        + _turn(piece.heading, _SIGHT if piece.heading is not None else "")
        + _initials(piece, 18, 4)
    )


def _lying(piece: Piece) -> str:
    down = piece.posture is Posture.DOWN
    sight = _SIGHT if piece.heading is not None and piece.posture is Posture.PRONE else ""
    shield = _shield(piece.shield) if piece.shield else ""
    return (
        _turn(piece.heading, shield)
        + f'<path class="body" d="{_OVAL}"/>'
        + f'<g transform="scale(1.36,0.68)">{draw_charge(piece.side)}</g>'
        + f'<path class="rim" d="{_OVAL}"/>'
        + ('<path class="struck" d="M-25,-15L25,15M-25,15L25,-15"/>' if down else "")
        + _foot_bar(piece.hits, piece.strength, 20.5, 44)
        + _turn(piece.heading, sight)
        + _initials(piece, 18, 0)
    )


def _dead(piece: Piece) -> str:
    return (
        f'<path class="body" d="{_OVAL}"/>'
        '<path class="struck" d="M0,-27V-13M-5,-22.5H5"/>' + _initials(piece, 18, 0)
    )


def _hand(piece: Piece, x: float, y: float) -> str:
    """The weapon of a piece whose body does not turn."""
    return draw_glyph(piece.weapon, x, y, 0, 0.8) if piece.weapon else ""


def _turn(heading: float | None, drawing: str) -> str:
    if not drawing or not heading:
        return drawing
    return f'<g transform="rotate({num(heading)})">{drawing}</g>'


def _initials(piece: Piece, size: float, y: float) -> str:
    text = piece.short.strip()[:4]
    if len(text) > 2:
        size *= 2.3 / len(text)
    line = num(y + size * 0.36)
    return f'<text class="initials" y="{line}" font-size="{num(size)}">{xml(text)}</text>'


def _shield(shield: ShieldArc) -> str:
    path = _SHIELDS[shield]
    return f'<path class="shield-edge" d="{path}"/><path class="shield" d="{path}"/>'


@lru_cache(maxsize=1024)
def _foot_arc(hits: int, strength: int) -> str:
    """Pips round the foot of a round counter, from the left; those lost are hollow."""
    if strength <= 0:
        return ""
    radius, span = 20.0, 150.0
    ticks, lost = _ticks(hits, strength)
    step = span / ticks
    gap = min(2.6, step * 0.24)
    left: list[str] = []
    gone: list[str] = []
    for i in range(ticks):
        # Clockwise angles shrink from left to right along the foot.
        end = 180 + span / 2 - step * i - gap / 2
        (left if i < ticks - lost else gone).append(arc(radius, end - step + gap, end))
    track = arc(radius, 180 - span / 2 - 3, 180 + span / 2 + 3)
    return _pips(track, "".join(left), "".join(gone))


@lru_cache(maxsize=1024)
def _foot_bar(hits: int, strength: int, y: float, width: float) -> str:
    """Pips in a straight row under a counter that kneels or lies."""
    if strength <= 0:
        return ""
    ticks, lost = _ticks(hits, strength)
    step = width / ticks
    gap = min(1.2, step * 0.24)
    left: list[str] = []
    gone: list[str] = []
    for i in range(ticks):
        start = -width / 2 + step * i
        line = f"M{num(start + gap / 2)},{num(y)}H{num(start + step - gap / 2)}"
        (left if i < ticks - lost else gone).append(line)
    track = f"M{num(-width / 2 - 1)},{num(y)}H{num(width / 2 + 1)}"
    return _pips(track, "".join(left), "".join(gone))


def _ticks(hits: int, strength: int) -> tuple[int, int]:
    """How many pips, and how many of them are lost: none only if unhurt, all only at the end."""
    hits = min(max(hits, 0), strength)
    if strength <= TICKS_AT_MOST:
        return strength, hits
    lost = round(TICKS_AT_MOST * hits / strength)
    if 0 < hits < strength:
        lost = min(max(lost, 1), TICKS_AT_MOST - 1)
    return TICKS_AT_MOST, lost


def _pips(track: str, left: str, gone: str) -> str:
    drawn = (("pip-track", track), ("pip", left), ("pip-lost", gone))
    return "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in drawn if d)


def _standing_body() -> str:
    """A round counter drawn out to a point; its front half wears a collar of ink."""
    (x, y) = _tangent()
    r, inner = num(RADIUS), num(COLLAR)
    prow = f"{num(-x)},{num(y)}L0,{num(-PROW)}L{num(x)},{num(y)}"
    body = f"M{prow}A{r},{r} 0 1 1 {num(-x)},{num(y)}Z"
    collar = (
        f"M{num(-RADIUS)},0A{r},{r} 0 0 1 {prow}A{r},{r} 0 0 1 {num(RADIUS)},0"
        f"L{inner},0A{inner},{inner} 0 0 0 {num(-COLLAR)},0Z"
    )
    return (
        f'<path class="body" d="{body}"/><path class="rim" d="{body}"/>'
        f'<path class="collar" d="{collar}"/>'
    )


def _tangent() -> Point:
    """Where the right side of the prow touches the roundel."""
    y = -RADIUS * RADIUS / PROW
    return (RADIUS**2 - y**2) ** 0.5, y


def _along(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _shield_path(first: int, last: int, reach: float, trim: float) -> str:
    """Along the edges of the guarded hexes, drawn in a little at both ends."""
    corners = [(x * reach, y * reach) for x, y in HEX_CORNERS]
    run = [corners[k % 6] for k in range(first, last + 2)]
    run[0], run[-1] = _along(run[0], run[1], trim), _along(run[-1], run[-2], trim)
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in run)


_BODY = _standing_body()
_ROUND = (
    f'<circle class="body" r="{num(RADIUS)}"/>'
    f'<path class="rim" d="{arc(RADIUS, 0, 180)}{arc(RADIUS, 180, 360)}"/>'
)
_DOME = "M-25,16.5C-25,-6 -14,-15 0,-15C14,-15 25,-6 25,16.5Z"
_OVAL = "M-29,0A29,15.5 0 1 0 29,0A29,15.5 0 1 0 -29,0Z"
_SIGHT = '<path class="sight" d="M-7,-24L0,-33L7,-24"/>'
_SHIELDS = {
    ShieldArc.FRONT: _shield_path(-1, 1, 0.88, 0.12),
    ShieldArc.BACK: _shield_path(3, 3, 0.86, 0.06),
    ShieldArc.ALL: closed((x * 0.86, y * 0.86) for x, y in HEX_CORNERS),
}
