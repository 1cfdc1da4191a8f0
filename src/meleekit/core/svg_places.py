"""What is printed on a map: the waters round its regions, their landmarks, names and badges.

A landmark is drawn about the origin, some 44 units wide and 36 high. One that has no drawing here
is left out; looks are in map.css.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from meleekit.core.scene import Cell
from meleekit.core.svg_ink import SIZE, Point, num, xml

SHORES = (26, 17, 8)  # widths of the lines along the coast, as charts have them

_TREE = "M{x},{foot}V{low}M{left},{low}L{x},{top}L{right},{low}Z"


def _trees(*places: tuple[float, float]) -> str:
    return "".join(
        _TREE.format(
            x=num(x),
            foot=num(y + 4),
            low=num(y),
            top=num(y - 17),
            left=num(x - 6),
            right=num(x + 6),
        )
        for x, y in places
    )


# Each landmark as paths by class: "stone" is paper with an ink outline, "ink" filled, "line" drawn
# through, "flag" filled with the colour of whose land it is.
LANDMARKS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "castle": (
        (
            "stone",
            "M-20,15V-10H-16.5V-7H-14V-10H-10.5V-7H-8.5V-19H-5V-16H-2V-19H2V-16H5V-19H8.5V-7H10.5V-10"
            "H14V-7H16.5V-10H20V15Z",
        ),
        ("line", "M-8.5,-7V15M8.5,-7V15M-15,-1V3M15,-1V3M0,-11V-7"),
        ("ink", "M-4.5,15V6A4.5,4.5 0 0 1 4.5,6V15Z"),
        ("line", "M0,-19V-33"),
        ("flag", "M0,-33L15,-29L0,-25Z"),
    ),
    "peak": (
        ("stone", "M-34,16L-10,-24L2,-6L10,-17L32,16Z"),
        ("line", "M-10,-24L-4,-12L-9,-8L-14,-13L-17,-11.5M10,-17L13,-10L9,-8"),
        ("line", "M-6,-3L2,13M0,-1L7,11M15,-4L23,11M-12,2L-8,13M18,2L25,13"),
    ),
    "woods": (("stone", _trees((-13, 8), (13, 8), (0, 3), (-6, 12), (7, 13))),),
    "fields": (
        (
            "line",
            "M-24,12C-10,3 8,3 24,12M-21,5.5C-9,-2 9,-2 21,5.5M-16,-0.5C-7,-5.5 7,-5.5 16,-0.5",
        ),
        ("line", "M-9,13L-4,-3M9,13L4,-3M0,11V-4"),
        ("stone", "M4,-5V-12L10,-17L16,-12V-5Z"),
    ),
    "pass": (
        ("stone", "M-26,14L-13,-14L-1,14Z"),
        ("stone", "M1,14L14,-18L27,14Z"),
        ("line", "M-11,-3L-6,10M16,-6L22,9M-14,2L-12,10M14,2L17,10"),
        ("line", "M0,18C-5,13 5,11 0,5"),
    ),
    "ford": (
        ("water", "M-26,-4Q-19.5,-10 -13,-4T0,-4T13,-4T26,-4M-26,5Q-19.5,-1 -13,5T0,5T13,5T26,5"),
        ("water", "M-18,14Q-11.5,8 -5,14T8,14T21,14"),
        (
            "stone",
            "M-13,1A4,2.6 0 1 0 -5,1A4,2.6 0 1 0 -13,1ZM0,6A4,2.6 0 1 0 8,6A4,2.6 0 1 0 0,6Z",
        ),
    ),
    "vale": (
        ("stone", "M-28,14C-18,-12 -8,-12 2,14Z"),
        ("stone", "M-8,14C2,-5 16,-5 26,14Z"),
        ("line", "M-14,0C-11,-2 -9,4 -7,9M11,5C13,4 15,8 17,12"),
    ),
}


def draw_shores(paths: Iterable[str]) -> str:
    """Lines along the coasts of all regions, under them; the inner ones lie on the outer."""
    land = "".join(paths)
    if not land:
        return ""
    lines = "".join(
        f'<path class="shore shore-{i}" stroke-width="{width}" d="{land}"/>'
        for i, width in enumerate(SHORES)
    )
    return f'<g class="print" aria-hidden="true">{lines}</g>'


def draw_place(cell: Cell, centre: Point) -> str:
    """Landmark, name and badge of a region; nothing for other cells."""
    drawing = LANDMARKS.get(cell.landmark, ())
    if not (drawing or cell.name or cell.badge):
        return ""
    x, y = centre[0] + cell.print_at[0] * SIZE, centre[1] + cell.print_at[1] * SIZE
    kind = f"place tint-{cell.tint}" if cell.tint else "place"
    art = "".join(f'<path class="{tone}" d="{path}"/>' for tone, path in drawing)
    out = f'<g class="{kind}" transform="translate({num(x)},{num(y)})">{art}'
    if cell.name:
        out += f'<text class="place-name" y="30">{xml(cell.name)}</text>'
    if cell.badge:
        out += (
            '<g class="badge" transform="translate(34,-10)"><circle r="10"/>'
            f'<circle class="milled" r="7.6"/><text y="4">{xml(cell.badge)}</text></g>'
        )
    return out + "</g>"
