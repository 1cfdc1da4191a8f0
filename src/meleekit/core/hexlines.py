"""Straight lines over hexes, in exact integers: what lies in the way and what lies behind.

A line runs from the centre of one hex to the centre of another. It passes through the hexes
whose inside it crosses; touching a corner or running along an edge does not count (TFT-GEO-04).
"""

from functools import lru_cache
from math import prod
from typing import Final

from meleekit.core.hexes import HexBoard
from meleekit.core.hexgrid import Coord, distance

OVERSHOOT: Final = 10
"""How far past its target a line is followed, in hexes (TFT-GEO-07)."""


def line_through(start: Coord, end: Coord) -> tuple[Coord, ...]:
    """The hexes the line passes through, in order, the first and last among them (TFT-GEO-06).

    From a hex to itself it is that hex alone. Hexes need not be on any board.

    >>> line_through((0, 0), (2, -1))
    ((0, 0), (2, -1))
    """
    q, r = start
    passed = _passed_offsets(end[0] - q, end[1] - r)
    return tuple((q + off_q, r + off_r) for off_q, off_r in passed)


def in_the_way(start: Coord, end: Coord) -> tuple[Coord, ...]:
    """The hexes the line passes through between the two, in order, on a board or not.

    >>> in_the_way((0, 0), (3, -1))
    ((1, 0), (2, -1))
    """
    return line_through(start, end)[1:-1]


def hexes_in_the_way(board: HexBoard, start: int, end: int) -> tuple[int, ...] | None:
    """The hexes of the board between two of its hexes, in order of the line.

    None when the line passes through a hex that is off the board: there is no line of flight
    (TFT-LOF-10).
    """
    return _board_line(board, start, end)


def overshoot(board: HexBoard, start: int, end: int, reach: int = OVERSHOOT) -> tuple[int, ...]:
    """The hexes the same line passes through after leaving `end`, in order (TFT-GEO-07).

    They end with the board, or where they would be more than `reach` hexes from `end`. From a
    hex to itself there is no direction and so nothing behind.
    """
    return _board_overshoot(board, start, end, reach)


@lru_cache(maxsize=4096)
def _passed_offsets(dq: int, dr: int) -> tuple[Coord, ...]:
    """The hexes passed through from (0, 0) to (dq, dr), by TFT-GEO-05.

    A point is inside a hex when the three differences of its cube coordinates, taken from the
    hex's centre, are all smaller than 1. Along the line each difference changes at a steady
    rate, so each is small in one open interval of t, and the hex is passed through where the
    three overlap. Times are kept in units of 1/`unit`, which makes all bounds integers.
    """
    if dq == dr == 0:
        return ((0, 0),)
    rates = _differences(dq, dr)
    unit = prod(abs(rate) for rate in rates if rate)
    passed: list[tuple[int, Coord]] = []
    # The inside of a hex is less than 1 from its centre in q and in r, hence this box.
    for q in range(min(0, dq), max(0, dq) + 1):
        for r in range(min(0, dr), max(0, dr) + 1):
            enter, leave = 0, unit
            for rate, centre in zip(rates, _differences(q, r), strict=True):
                if rate:
                    middle, half = centre * unit // rate, unit // abs(rate)
                    enter, leave = max(enter, middle - half), min(leave, middle + half)
                elif centre:
                    # Beside the hex, or along its edge, for ever.
                    leave = enter
            if enter < leave:
                passed.append((enter, (q, r)))
    return tuple(offset for _, offset in sorted(passed))


def _differences(q: int, r: int) -> tuple[int, int, int]:
    """The differences x - y, y - z, z - x of the cube coordinates x = q, y = r, z = -q - r."""
    return q - r, q + 2 * r, -2 * q - r


@lru_cache(maxsize=16384)
def _board_line(board: HexBoard, start: int, end: int) -> tuple[int, ...] | None:
    hexes: list[int] = []
    for coord in in_the_way(board.coords[start], board.coords[end]):
        h = board.index.get(coord)
        if h is None:
            return None
        hexes.append(h)
    return tuple(hexes)


@lru_cache(maxsize=16384)
def _board_overshoot(board: HexBoard, start: int, end: int, reach: int) -> tuple[int, ...]:
    if start == end:
        return ()
    (q, r), target = board.coords[start], board.coords[end]
    dq, dr = target[0] - q, target[1] - r
    # A whole number of times as far, so that the longer line ends in a hex centre beyond reach.
    length = distance((0, 0), (dq, dr))
    times = 1 + reach // length + 1
    ray = line_through((q, r), (q + times * dq, r + times * dr))
    hexes: list[int] = []
    for coord in ray[ray.index(target) + 1 :]:
        h = board.index.get(coord)
        if h is None or distance(target, coord) > reach:
            break
        hexes.append(h)
    return tuple(hexes)
