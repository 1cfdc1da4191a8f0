"""A scene as SVG: for the page, for notebooks and for documents.

The picture is drawn in layers, bottom to top: cells (which take the clicks), printed borders,
tints, lines of flight, counters and things on the ground (which take clicks too), strokes and
signs. All that can change while one plays on a board is in one group of class "live". Looks are
in the stylesheets alone.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from meleekit.core.scene import Scene
from meleekit.core.svg_board import draw_board, draw_hover, draw_tints, layout
from meleekit.core.svg_counters import draw_pieces, draw_rings
from meleekit.core.svg_ink import HEX_CORNERS, closed, num, xml
from meleekit.core.svg_room import places
from meleekit.core.svg_signs import draw_links, draw_marks

HEADING = 44.0
KEY_ROW = 30.0
TEXT_MARGIN = 16.0
STYLES = (
    "board.css",
    "map.css",
    "counters.css",
    "formed.css",
    "picking.css",
)  # what comes later adds to it


@cache
def stylesheet() -> str:
    """The one stylesheet of boards, light and dark."""
    here = files("meleekit.core")
    return "\n".join(here.joinpath(name).read_text(encoding="utf-8") for name in STYLES)


def render_svg(scene: Scene, *, standalone: bool = False, prefix: str = "") -> str:
    """The scene as an `<svg>` element; every thing in it carries its id as `data-id`.

    Standalone, it brings the stylesheet, its title and key, and shows hovers without a script.
    `prefix` goes before the DOM ids, for pages that hold several boards. The same scene gives
    the same text, always.
    """
    left, top, width, height = layout(scene.cells).box
    before = after = ""
    if standalone:
        before, after, above, below = _paper(scene, left, top, width, height)
        top, height = top - above, height + above + below
    kind = "board numbered" if scene.numbered else "board"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="group" '
        f'aria-label="{xml(scene.title)}" '
        f'viewBox="{num(left)} {num(top)} {num(width)} {num(height)}">'
        f"{before}{draw_board(scene.cells, prefix)}{render_live(scene, prefix=prefix)}{after}</svg>"
    )


def render_live(scene: Scene, *, prefix: str = "") -> str:
    """Only what changes from moment to moment: the group of class "live" in `render_svg`."""
    where = places(scene)
    return (
        '<g class="live">'
        f'<g class="over"><g class="now">{draw_tints(scene, scene.tints)}</g>'
        f"{draw_hover(scene)}</g>"
        f'<g class="over">{draw_rings(scene)}{draw_links(scene, where, prefix, above=False)}</g>'
        f"<g>{draw_pieces(scene, where, prefix)}</g>"
        f"<g>{draw_marks(scene, prefix, things=True)}</g>"
        f'<g class="over">{draw_links(scene, where, prefix, above=True)}'
        f"{draw_marks(scene, prefix, things=False)}</g></g>"
    )


def _paper(
    scene: Scene, left: float, top: float, width: float, height: float
) -> tuple[str, str, float, float]:
    """What a picture on its own needs: style and paper before, key after, and their heights."""
    columns = max(1, int(width // 190))
    rows = -(-len(scene.key) // columns)
    below = KEY_ROW * rows + (10.0 if rows else 0.0)
    style = f"<style>{_style_text(stylesheet() + _hover_rules(scene))}</style>"
    paper = (
        f'<rect class="paper" x="{num(left)}" y="{num(top - HEADING)}" width="{num(width)}" '
        f'height="{num(height + HEADING + below)}"/>'
        f'<text class="heading" x="{num(left + TEXT_MARGIN)}" y="{num(top - 12)}" '
        f'font-size="{num(min(25.0, 1.9 * width / max(len(scene.title), 1)))}">'
        f"{xml(scene.title)}</text>"
    )
    hexagon = closed((0.36 * x, 0.36 * y) for x, y in HEX_CORNERS)
    entries = []
    for i, entry in enumerate(scene.key):
        x = left + TEXT_MARGIN + 14 + (i % columns) * (width / columns)
        y = top + height + 14 + KEY_ROW * (i // columns)
        label = f'<text class="key-label" y="5">{xml(entry.label)}</text>' if entry.label else ""
        entries.append(
            f'<g class="key" transform="translate({num(x)},{num(y)})">'
            f'<path class="cell" d="{hexagon}"/>'
            f'<path class="tint tint-{entry.tint}" d="{hexagon}"/>'
            f'<path class="tint-line tint-{entry.tint}" d="{hexagon}"/>'
            f'{label}<text class="key-text" x="21" y="5.5">{xml(entry.text)}</text></g>'
        )
    return style + paper, "".join(entries), HEADING, below


def _hover_rules(scene: Scene) -> str:
    """One rule a target: the page has a script for this, a picture has not."""
    rules = []
    for target in scene.hover:
        name = "".join(c if c.isalnum() and c.isascii() else f"\\{ord(c):x} " for c in target)
        rules.append(
            f'.board:has([data-id="{name}"]:hover) .hover[data-for="{name}"]{{display:inline}}'
        )
        if any(tint.label for tint in scene.hover[target]):
            rules.append(f'.board:has([data-id="{name}"]:hover) .now{{display:none}}')
    return "\n".join(rules)


def _style_text(css: str) -> str:
    """A stylesheet as the content of `<style>`, both as XML and inside an HTML page."""
    return css.replace("&", "&amp;").replace("<", "&lt;")
