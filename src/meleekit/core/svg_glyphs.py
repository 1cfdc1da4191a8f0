"""The drawn signs: weapons and things, and the heraldic charges of the sides.

A weapon points up, its grip at (0, 0), and fits between y = 20 and y = -34; each is one filled
outline, so that it can be inked with a paper edge round it.
"""

from __future__ import annotations

from meleekit.core.signs import Glyph
from meleekit.core.svg_ink import num, polar

CHARGES = ("plain", "chevron", "bend", "cross", "saltire", "pale")
FIELD = 21.6  # radius of the roundel that charges are drawn in

_SHAFT = "M-1.5,{foot}V{head}H1.5V{foot}Z"


def _shaft(foot: float, head: float) -> str:
    return _SHAFT.format(foot=num(foot), head=num(head))


def _disc(y: float, radius: float, x: float = 0.0) -> str:
    r, across = num(radius), num(2 * radius)
    return f"M{num(x - radius)},{num(y)}a{r},{r} 0 1 0 {across},0a{r},{r} 0 1 0 -{across},0Z"


GLYPHS: dict[Glyph, str] = {
    Glyph.SWORD: "M-2.2,-1V-25L0,-31L2.2,-25V-1H7V2.2H1.6V8.5H-1.6V2.2H-7V-1Z" + _disc(10, 2.6),
    Glyph.TWO_HANDED_SWORD: "M-2.9,-1V-28L0,-35L2.9,-28V-1H9.5V2.6H1.8V15H-1.8V2.6H-9.5V-1Z"
    + _disc(17, 3),
    Glyph.RAPIER: "M-1.1,-1V-28L0,-34L1.1,-28V-1H6V1H5.5A5.5,5.5 0 0 1 1.3,5.4V9H-1.3V5.4"
    "A5.5,5.5 0 0 1 -5.5,1H-6V-1Z" + _disc(10.5, 2.1),
    Glyph.DAGGER: "M-2.4,-1V-10L0,-16L2.4,-10V-1H5.5V2H1.5V7H-1.5V2H-5.5V-1Z" + _disc(8.4, 2.2),
    Glyph.AXE: _shaft(11, -27) + "M1.5,-25C5,-25.5 8,-27.5 10,-30.5C12.5,-23 12,-16 8.5,-10"
    "C7,-13.5 5,-15.5 1.5,-16Z",
    Glyph.TWO_HANDED_AXE: _shaft(17, -30)
    + "M1.5,-27C5,-27.5 8.5,-30 10.5,-33C13,-25 12.5,-17 9,-10.5C7.5,-14 5,-16 1.5,-16.5Z"
    "M-1.5,-27C-5,-27.5 -8.5,-30 -10.5,-33C-13,-25 -12.5,-17 -9,-10.5C-7.5,-14 -5,-16 -1.5,-16.5Z",
    Glyph.MACE: _shaft(11, -18) + "M-3,-14L-7,-20L-5,-27L0,-30L5,-27L7,-20L3,-14Z",
    Glyph.HAMMER: _shaft(11, -27) + "M-8,-28H6L9,-24.5L6,-18H-8Z",
    Glyph.SPEAR: _shaft(20, -23) + "M0,-36C4.5,-30 4.5,-25 1.6,-21.5H-1.6C-4.5,-25 -4.5,-30 0,-36Z",
    Glyph.POLEARM: _shaft(20, -26)
    + "M0,-37L3,-27H1.5V-26C5,-26 8.5,-28 10,-31C12.5,-24 12,-17 9,-11"
    "C7.5,-14 5,-15.5 1.5,-16V-13H-1.5V-17L-7.5,-20.5L-1.5,-23V-27H-3Z",
    Glyph.BOW: "M-4.5,-29C9.5,-20 9.5,6 -4.5,15L-6,13C4.5,5 4.5,-19 -6,-27ZM-5.6,-28H-4.2V14H-5.6Z",
    Glyph.CROSSBOW: "M-1.9,13V-26H1.9V13Z"
    "M-12,-10C-10.5,-19.5 -5,-23 0,-23C5,-23 10.5,-19.5 12,-10L9.3,-9.5C8,-15.5 4.5,-18.6 0,-18.6"
    "C-4.5,-18.6 -8,-15.5 -9.3,-9.5ZM-12,-10.6H12V-9.2H-12Z",
    Glyph.SLING: "M-1.2,10C-6,-2 -7,-12 -4.5,-20H-2.3C-4.6,-12 -3.6,-3 0,6C3.6,-3 4.6,-12 2.3,-20"
    "H4.5C7,-12 6,-2 1.2,10Z" + _disc(-20.5, 5),
    Glyph.ROCK: "M-7,-6L-5,-13L1,-16L7,-12.5L8,-5.5L3,-1L-4,-1.5Z",
    Glyph.FIST: "M-6,-14Q-6,-17 -3.5,-17H4Q7,-17 7,-14V-6Q7,-3 4.5,-2V4H-4V-2L-6,-5Z",
    Glyph.NATURAL: "M-8,2C-9,-8 -8,-15 -5,-21C-4,-13 -4,-6 -5,2ZM-1.7,2C-2.5,-9 -1.5,-17 1,-24"
    "C2.2,-15 2,-7 1.6,2ZM5,2C4.5,-7 5.5,-13 8,-19C9.2,-11 9,-5 8.2,2Z",
    Glyph.SHIELD: "M-10,-20H10V-10C10,-2 5,3 0,6C-5,3 -10,-2 -10,-10Z",
    Glyph.ITEM: "M0,-18L8,-9L0,0L-8,-9Z",
    Glyph.SOLDIER: "M-6.5,9L-5,-9.5Q0,-13 5,-9.5L6.5,9Z"
    + _disc(-17, 5.2)
    + "M9,10V-22L10.7,-28L12.4,-22V10Z"
    + _disc(-1.5, 6.2, -8),
    Glyph.KNIGHT: "M-9.5,9C-9.5,2 -3,0 -2.5,-6.5C-5.5,-4.5 -8.5,-3 -11,-5C-13.5,-8.5 -8,-12.5"
    " -6.5,-17.5L-5,-24L-1.2,-19.8C8,-19 12,-9 10.5,9Z",
    Glyph.CAMP: "M0,-17L15.5,9H5.5L0,-4L-5.5,9H-15.5ZM-0.9,-15V-26H9L6.5,-23L9,-20H0.9V-15Z",
    Glyph.CATAPULT: "M-15,5V1.5H15V5Z"
    + _disc(6, 4.2, -9)
    + _disc(6, 4.2, 9)
    + "M-10.5,1L7.5,-18.5L10,-16L-6,2.5ZM0,2L4.5,-9L8.5,2Z"
    + _disc(-19, 4.4, 10.5),
    Glyph.COIN: _disc(-7, 11),
}


def _bar(half: float) -> str:
    """An upright bar across the roundel, its ends following the rim."""
    reach = (FIELD**2 - half**2) ** 0.5
    r = num(FIELD)
    return (
        f"M{num(-half)},{num(-reach)}A{r},{r} 0 0 1 {num(half)},{num(-reach)}V{num(reach)}"
        f"A{r},{r} 0 0 1 {num(-half)},{num(reach)}Z"
    )


def _chevron() -> str:
    """A rafter: its feet on the rim, its point near the top."""
    outer_left, outer_right = polar(FIELD, 258), polar(FIELD, 102)
    inner_left, inner_right = polar(FIELD, 222), polar(FIELD, 138)
    r = num(FIELD)

    def at(point: tuple[float, float]) -> str:
        return f"{num(point[0])},{num(point[1])}"

    return (
        f"M{at(outer_left)}L0,{num(-FIELD + 3)}L{at(outer_right)}A{r},{r} 0 0 1 {at(inner_right)}"
        f"L0,-2L{at(inner_left)}A{r},{r} 0 0 1 {at(outer_left)}Z"
    )


# Paths in a roundel of radius FIELD, each with the turn it is drawn at.
_PALE = _bar(6.5)
_ARM = _bar(4.8)
CHARGE_PATHS: dict[str, tuple[tuple[str, float], ...]] = {
    "plain": (),
    "chevron": ((_chevron(), 0),),
    "bend": ((_PALE, -45),),
    "cross": ((_ARM, 0), (_ARM, 90)),
    "saltire": ((_ARM, 45), (_ARM, -45)),
    "pale": ((_PALE, 0),),
}


def draw_charge(side: int | None) -> str:
    """The charge of a side; sides beyond the sixth begin again."""
    if side is None:
        return ""
    return "".join(
        f'<path class="charge" d="{path}"'
        + (f' transform="rotate({num(turn)})"/>' if turn else "/>")
        for path, turn in CHARGE_PATHS[CHARGES[side % len(CHARGES)]]
    )


def draw_glyph(glyph: Glyph, x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """The sign with its grip at (x, y), turned clockwise from pointing up."""
    placed = f"translate({num(x)},{num(y)})"
    if turn:
        placed += f" rotate({num(turn)})"
    if scale != 1.0:
        placed += f" scale({scale:g})"
    return f'<path class="glyph" d="{GLYPHS[glyph]}" transform="{placed}"/>'
