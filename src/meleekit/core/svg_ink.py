"""The pen: numbers, text and shapes as they are written into SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin, sqrt

SIZE = 40.0  # SVG units from the centre of a hex to a corner
INRADIUS = SIZE * sqrt(3) / 2  # to the middle of an edge

Point = tuple[float, float]

# Corner k and corner k+1 bound the edge towards direction k.
HEX_CORNERS: tuple[Point, ...] = tuple(
    (SIZE * cos(radians(60 * k - 120)), SIZE * sin(radians(60 * k - 120))) for k in range(6)
)

# XML 1.0 knows no other control characters, no surrogates and no non-characters.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\n": " ", "\r": " "}
)


@lru_cache(maxsize=2048)
def xml(text: str) -> str:
    """The text, safe between tags and in a quoted attribute; what XML forbids becomes U+FFFD."""
    return _NOT_XML.sub("\ufffd", text).translate(_ESCAPES)


def num(value: float) -> str:
    """A tenth of a unit is finer than the eye; short numbers keep the picture small."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def points(corners: Iterable[Point]) -> str:
    """The `points` of a polygon."""
    return " ".join(f"{num(x)},{num(y)}" for x, y in corners)


def closed(corners: Iterable[Point]) -> str:
    """A closed path through the corners."""
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in corners) + "Z"


def around(centre: Point, corners: Iterable[Point], scale: float = 1.0) -> tuple[Point, ...]:
    """Corners given relative to a centre, where they lie on the board."""
    x, y = centre
    return tuple((x + dx * scale, y + dy * scale) for dx, dy in corners)


def polar(radius: float, degrees: float) -> Point:
    """The point at a distance and an angle clockwise from straight up."""
    return radius * sin(radians(degrees)), -radius * cos(radians(degrees))


def arc(radius: float, start: float, end: float) -> str:
    """An open arc about the origin, clockwise from one angle to another (degrees from up)."""
    x0, y0 = polar(radius, start)
    x1, y1 = polar(radius, end)
    large = int((end - start) % 360 > 180)
    return f"M{num(x0)},{num(y0)}A{num(radius)},{num(radius)} 0 {large} 1 {num(x1)},{num(y1)}"
