"""Walking: the hexes that can be reached, by cost, and a way to walk to one of them.

Hex sets are bit masks laid out in columns of `stride` bits (see `HexBoard.bit`): one step is a
shift, so a whole front of walkers advances at once.
"""

from collections.abc import Sequence
from functools import lru_cache


@lru_cache(maxsize=4096)
def walk_layers(start: int, allowance: int, free: int, stops: int, stride: int) -> tuple[int, ...]:
    """Breadth-first layers from the one-hex mask `start`, as `HexBoard.reach` describes them.

    `free` holds the hexes that may be entered, `stops` those where a walker must stay.
    """
    layers = [start]
    free &= ~start
    go = ~stops
    across = stride - 1
    front = start
    for _ in range(allowance):
        # Two overlapping triangles of steps, {stay, N, NE} then {stay, S, SW}, make all six
        # neighbours in four shifts.
        half = front | front >> 1 | front << across
        front = (half | half << 1 | half >> across) & free
        if not front:
            break
        layers.append(front)
        free ^= front
        front &= go
    return tuple(layers)


def toll_layers(start: int, allowance: int, free: int, tolls: int, stride: int) -> tuple[int, ...]:
    """Layers of equal cost from the one-hex mask `start`: a step costs 1, out of a toll hex 2.

    `layers[c]` holds the hexes whose cheapest way costs c; unlike those of a free walk, a layer
    may be empty with others behind it. `free` holds the hexes that may be entered. They end with
    the last that is not empty, and at `allowance`.
    """
    layers = [start]
    free &= ~start
    across = stride - 1
    for cost in range(1, allowance + 1):
        front = layers[cost - 1] & ~tolls
        if cost > 1:
            front |= layers[cost - 2] & tolls
        half = front | front >> 1 | front << across
        entered = (half | half << 1 | half >> across) & free
        layers.append(entered)
        free ^= entered
        if not entered and not layers[cost - 1]:
            break
    while not layers[-1]:
        layers.pop()
    return tuple(layers)


def straightest_path(
    goal: int,
    layers: Sequence[int],
    stops: int,
    bit: Sequence[int],
    neighbour: Sequence[Sequence[int]],
) -> tuple[int, ...]:
    """A cheapest path to `goal` within `layers`, as `HexBoard.path` describes it.

    Raises:
        ValueError: `goal` is in none of the layers, or the layers were made with other stops.
    """
    goal_bit = bit[goal]
    cost = next((c for c, layer in enumerate(layers) if layer & goal_bit), None)
    if cost is None:
        raise ValueError(f"hex {goal} cannot be reached in {len(layers) - 1} or fewer steps")
    leavable = ~stops | layers[0]
    here, back = goal, _BACKWARDS[0]
    walked = [goal]
    for layer in reversed(layers[:cost]):
        before = neighbour[here][back]
        if before < 0 or not bit[before] & layer & leavable:
            back = _way_back(neighbour[here], layer & leavable, bit)
            before = neighbour[here][back]
        walked.append(before)
        here = before
    walked.reverse()
    return tuple(walked)


# The ways back from a hex that was entered in direction 0, 1, ... 5.
_BACKWARDS = (3, 4, 5, 0, 1, 2)


def _way_back(neighbours: Sequence[int], layer: int, bit: Sequence[int]) -> int:
    for back in _BACKWARDS:
        before = neighbours[back]
        if before >= 0 and bit[before] & layer:
            return back
    raise ValueError("these layers were not made with these stops")
