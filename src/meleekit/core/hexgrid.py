"""The endless hex grid: directions, distances, bearings, megahexes and the shapes of boards.

Flat-top hexes in axial integer coordinates (q, r); the third cube coordinate is -q - r
(TFT-GEO-01). Nothing here knows a board; `meleekit.core.hexes` adds one.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

Coord = tuple[int, int]
"""A hex by its axial coordinates (q, r)."""

DIRECTIONS: tuple[Coord, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The step in each direction 0-5, clockwise from north (TFT-GEO-02)."""

DIRECTION_NAMES: tuple[str, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""The compass names of the directions 0-5."""


class Arc(StrEnum):
    """On which side of one that faces somewhere a neighbouring hex lies."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


# By themselves for the rules, which ask for them all the time: looking up a member in its enum
# takes longer than most of what is then done with it.
FRONT, SIDE, REAR = Arc.FRONT, Arc.SIDE, Arc.REAR

ARC_OF_TURN: tuple[Arc, ...] = (FRONT, FRONT, SIDE, REAR, SIDE, FRONT)
"""The arc of each direction, counted clockwise from the facing."""


def turn_class(direction: int, facing: int) -> Arc:
    """The arc in which `direction` lies for one that faces `facing`.

    >>> turn_class(5, 0), turn_class(1, 5), turn_class(4, 1)
    (<Arc.FRONT: 'front'>, <Arc.SIDE: 'side'>, <Arc.REAR: 'rear'>)
    """
    return ARC_OF_TURN[(direction - facing) % 6]


def distance(a: Coord, b: Coord) -> int:
    """Distance in hexes between two hexes (TFT-GEO-03).

    >>> distance((2, -7), (-2, 7))
    14
    """
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=4096)
def _nearest_directions(dq: int, dr: int) -> tuple[int, ...]:
    products = [2 * dq * q + 2 * dr * r + dq * r + dr * q for q, r in DIRECTIONS]
    largest = max(products)
    return tuple(k for k, product in enumerate(products) if product == largest)


def bearing_of(offset: Coord) -> tuple[int, ...]:
    """The direction, or the two tied ones, in which `offset` points best (TFT-GEO-09).

    Directions are compared by their exact scalar product with the offset and come in
    ascending order. Two tie when the offset runs exactly through a corner of the hex.

    Raises:
        ValueError: the offset is (0, 0), which points nowhere.

    >>> bearing_of((3, -1)), bearing_of((2, -1))
    ((2,), (1, 2))
    """
    if offset == (0, 0):
        raise ValueError("a hex has no bearing to itself")
    return _nearest_directions(*offset)


def is_connected(coords: Iterable[Coord]) -> bool:
    """Whether every hex can be walked to from every other; False when there is no hex."""
    unseen = set(coords)
    if not unseen:
        return False
    frontier = [unseen.pop()]
    while frontier:
        q, r = frontier.pop()
        for dq, dr in DIRECTIONS:
            near = (q + dq, r + dr)
            if near in unseen:
                unseen.remove(near)
                frontier.append(near)
    return not unseen


_BY_RESIDUE: dict[int, Coord] = {(q + 5 * r) % 7: (q, r) for q, r in ((0, 0), *DIRECTIONS)}

MEGAHEX_OFFSETS: tuple[Coord, ...] = tuple(_BY_RESIDUE[residue] for residue in range(7))
"""Where in its megahex a hex lies, seen from the middle, by (q + 5r) mod 7 (TFT-GEO-10).

The seven hexes of a megahex have seven different residues.
"""


def megahex(hex_: Coord) -> Coord:
    """The megahex coordinates (A, B) of the megahex a hex belongs to (TFT-GEO-10/11).

    >>> megahex((1, 1))
    (1, 0)
    """
    q, r = hex_
    off_q, off_r = MEGAHEX_OFFSETS[(q + 5 * r) % 7]
    centre_q, centre_r = q - off_q, r - off_r
    return (3 * centre_q + centre_r) // 7, (2 * centre_r - centre_q) // 7


def megahex_centre(mega: Coord) -> Coord:
    """The hex in the middle of megahex (A, B) (TFT-GEO-11)."""
    a, b = mega
    return 2 * a - b, a + 3 * b


def megahex_distance(a: Coord, b: Coord) -> int:
    """Distance in megahexes between two megahexes (A, B); 0 for the same one (TFT-GEO-12)."""
    return distance(a, b)


def hexagon_board(radius: int) -> list[Coord]:
    """All hexes within `radius` hexes of (0, 0), sorted: 3 radius (radius + 1) + 1 of them.

    Raises:
        ValueError: the radius is negative.
    """
    if radius < 0:
        raise ValueError(f"the radius of a board must be 0 or more, not {radius}")
    reach = range(-radius, radius + 1)
    return [(q, r) for q in reach for r in reach if abs(q + r) <= radius]


def megahex_board(radius: int) -> list[Coord]:
    """All hexes of the megahexes within `radius` megahexes of the middle one, sorted.

    Raises:
        ValueError: the radius is negative.
    """
    centres = [megahex_centre(mega) for mega in hexagon_board(radius)]
    return sorted(
        (q + off_q, r + off_r) for q, r in centres for off_q, off_r in ((0, 0), *DIRECTIONS)
    )
