"""The twelve ways to turn and mirror the hex grid onto itself, written without the code tested."""

from collections.abc import Callable

Hex = tuple[int, int]
Symmetry = Callable[[Hex], Hex]

# N, NE, SE, S, SW, NW.
STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def _symmetry(turns: int, mirrored: bool) -> Symmetry:
    def image(hex_: Hex) -> Hex:
        q, r = hex_
        if mirrored:  # across the north-south axis
            q, r = -q, q + r
        for _ in range(turns):  # by 60 degrees, clockwise
            q, r = -r, q + r
        return q, r

    return image


ROTATIONS: tuple[Symmetry, ...] = tuple(_symmetry(turns, False) for turns in range(6))
SYMMETRIES: tuple[Symmetry, ...] = ROTATIONS + tuple(_symmetry(turns, True) for turns in range(6))


def image_of_direction(symmetry: Symmetry, direction: int) -> int:
    return STEPS.index(symmetry(STEPS[direction]))
