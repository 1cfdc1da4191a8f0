"""A scene with something of everything in it, names of any kind, and what is in a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from meleekit.core.cells import hex_cell
from meleekit.core.scene import (
    Cell,
    KeyEntry,
    Link,
    Mark,
    Piece,
    Posture,
    Scene,
    ShieldArc,
    Tint,
)
from meleekit.core.signs import Glyph

SVG = "{http://www.w3.org/2000/svg}"
NASTY = (
    "<&\"'>",
    "</title><script>alert(1)</script>",
    "]]>&amp;&#0;",
    "אבנר בן־נר",
    "😀👩‍👩‍👧",
    "Maximiliane-Theodora von und zu Hohenstein",
    "\x00\x1b[31m\x0b\ud800\ufffe",
    "‮evil",
    "",
    "   ",
)


def field(radius: int = 3) -> tuple[Cell, ...]:
    """A hexagon of hexes in groups of one column each, with an entrance and a wall."""
    special = {(0, -radius): "entrance-0", (0, radius): "entrance-1", (1, 1): "wall"}
    return tuple(
        hex_cell(q, r, tint=special.get((q, r)), group=str(q // 2))
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    )


def melee(names: tuple[str, ...] = ("Ann", "Bert", "Cleo", "Dirk", "Egon", "Fay")) -> Scene:
    """Something of everything that a scene may hold."""
    a, b, c, d, e, f = (names * 6)[:6]
    return Scene(
        title=f"Melee of {a}",
        cells=field(),
        pieces=(
            Piece(
                id="fig:0",
                cell="hex:0,0",
                name=a,
                side=0,
                facing=1,
                weapon=Glyph.SWORD,
                off_hand=Glyph.DAGGER,
                shield=ShieldArc.FRONT,
                hits=4,
                strength=12,
                active=True,
                status=("engaged",),
            ),
            Piece(id="fig:1", cell="hex:1,-1", name=b, side=1, facing=4, strength=60, hits=1),
            Piece(id="fig:2", cell="hex:-1,0", name=c, side=2, posture=Posture.PRONE, strength=9),
            Piece(id="fig:3", cell="hex:-1,0", name=d, side=3, posture=Posture.DEAD),
            Piece(
                id="fig:4",
                cell="hex:2,0",
                also=("hex:2,-1", "hex:1,0"),
                name=e,
                side=None,
                vertex=2,
                shield=ShieldArc.ALL,
                faded=True,
            ),
            Piece(id="fig:5", cell="hex:-2,2", name=f, side=7, posture=Posture.KNEELING, facing=0),
            Piece(id="fig:6", cell="hex:-2,1", name=f, side=4, posture=Posture.DOWN, strength=10),
        ),
        marks=(
            Mark("item:0", "hex:0,2", "item", a, glyph=Glyph.SHIELD),
            Mark("item:1", "hex:0,0", "item", b),
            Mark("body:0", "hex:-3,3", "body"),
            Mark("aim", "hex:1,-1", "target"),
            Mark("step:1", "hex:0,1", "step", "1"),
            Mark("way", "hex:3,0", "in-the-way"),
            Mark("odd", "hex:3,-1", "odd", c),
        ),
        links=(
            Link("eng:0", "engage", "fig:0", "fig:1"),
            Link("att:0", "attack", "fig:1", "hex:0,2"),
            Link("los:0", "flight", "fig:5", "fig:1"),
        ),
        tints=(Tint("hex:0,1", "reach-2"), Tint("hex:0,2", "reach-half"), Tint("hex:-1,2", "hum")),
        hover={"fig:0": (Tint("hex:1,-1", "front"), Tint("hex:-1,1", "rear"))},
        sides=(a, b),
        key=(KeyEntry("reach-2", f"near {a}"), KeyEntry("front", "front")),
    )


def elements(svg: str) -> Iterator[ET.Element]:
    return ET.fromstring(svg).iter()


def attributes(svg: str, name: str) -> list[str]:
    return [value for element in elements(svg) if (value := element.get(name)) is not None]


def classes(svg: str) -> set[str]:
    return {word for value in attributes(svg, "class") for word in value.split()}
