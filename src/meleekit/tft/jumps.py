"""Jumping over the fallen, on the way somewhere or out of the arena (TFT-MOVE-12, TFT-BAT-07)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from types import MappingProxyType

from meleekit.core.hexes import HexBoard
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import enemy_fronts
from meleekit.tft.movement import Way, cost_of, ground_masks, walk_layers
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.state import FIT, PRONE, Battle

Jumps = tuple[int, tuple[int, ...]]
"""Where a way with jumps ends, and the hexes jumped over, in order."""

Spent = tuple[int, tuple[int, ...]]
"""Movement points of a way, and those spent by each landing on it."""

_NEVER: Spent = (10**6, ())


def jump_ways(arena: Arena, battle: Battle, who: int) -> Mapping[Jumps, Way]:
    """Ways over the fallen to where walking costs no less (TFT-MOVE-12).

    Each goal is there once for each sequence of hexes that may be jumped: which one it is decides
    where a stumbler lies. More jumps than needed are left out unless they save movement.
    """
    over = _jumpable(arena, battle, who)
    if not over or battle.figures[who].hex < 0:
        return {}
    board = arena.board
    layers, stops = walk_layers(arena, battle, who)
    blocked, _, _ = ground_masks(arena, battle, who)
    return _jump_ways(
        board,
        battle.figures[who].hex,
        arena.characters[who].ma,
        arena.tables.stumble.jump_cost,
        blocked,
        stops,
        over,
        layers,
    )


def _jumpable(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of the hexes held only by the fallen or prone, and in no enemy's front.

    A pile of fighters is not jumped (TFT-MOVE-11).
    """
    figures = battle.figures
    low_down = [
        other
        for other, figure in enumerate(figures)
        if (figure.condition is not FIT or figure.posture is PRONE)
        and figure.hex >= 0
        and other != who
    ]
    if not low_down:
        return 0
    lying = [
        other
        for other in low_down
        if figures[other].condition is FIT and not figures[other].grappling
    ]
    high, low = held_and_fallen(arena, battle, (who, *lying))
    for other in lying:
        low |= arena.body[other][figures[other].hex][figures[other].facing]
    return low & ~high & ~enemy_fronts(arena, battle, who) if low else 0


@lru_cache(maxsize=512)
def _jump_ways(
    board: HexBoard,
    start: int,
    allowance: int,
    jump_cost: int,
    blocked: int,
    stops: int,
    over: int,
    layers: tuple[int, ...],
) -> Mapping[Jumps, Way]:
    """Dijkstra over (hex, jumps made so far), then the goals that jumping is good for.

    It begins with the first landings and leaves every hex that is walked to for less: what lies
    behind it is then walked to for less as well. Of ways that cost the same the one that jumps
    sooner is taken: what a stumbler has spent when it falls must not hang on the numbering of
    hexes.
    """
    bit, neighbour = board.bit, board.neighbour
    cheaper = [0]  # by cost: the hexes walked to for less
    for layer in layers:
        cheaper.append(cheaper[-1] | layer)
    cheaper += cheaper[-1:] * (allowance + 2 - len(cheaper))
    best: dict[Jumps, Spent] = {}
    came: dict[Jumps, tuple[int, ...]] = {}
    queue: list[tuple[Spent, Jumps]] = []

    def arrive(spent: Spent, node: Jumps, way: tuple[int, ...]) -> None:
        cost = spent[0]
        if (
            cost <= allowance
            and not cheaper[cost] & bit[node[0]]
            and spent < best.get(node, _NEVER)
        ):
            best[node] = spent
            came[node] = way
            heappush(queue, (spent, node))

    def leap(here: int, direction: int, jumped: tuple[int, ...]) -> int:
        """Where a jump in that direction lands, -1 if there is none."""
        middle = neighbour[here][direction]
        if middle < 0 or not over & bit[middle] or middle in jumped:
            return -1
        landing = neighbour[middle][direction]
        return landing if landing >= 0 and not blocked & bit[landing] else -1

    for cost, layer in enumerate(layers[: max(0, allowance - jump_cost + 1)]):
        near = layer & board.spread(over) & (~stops if cost else -1)
        for here in board.hexes_of(near):
            for direction in range(6):
                landing = leap(here, direction, ())
                if landing >= 0 and not cheaper[cost + jump_cost] & bit[landing]:
                    middle = neighbour[here][direction]
                    way = (*board.path(start, here, layers, stops), middle, landing)
                    after = cost + jump_cost
                    arrive((after, (after,)), (landing, (middle,)), way)
    while queue:
        spent, node = heappop(queue)
        here, jumped = node
        if spent != best[node] or stops & bit[here]:
            continue
        cost, landed = spent
        way = came[node]
        for direction in range(6):
            next_hex = neighbour[here][direction]
            if next_hex >= 0 and not blocked & bit[next_hex]:
                arrive((cost + 1, landed), (next_hex, jumped), (*way, next_hex))
            landing = leap(here, direction, jumped)
            if landing >= 0:
                middle, after = next_hex, cost + jump_cost
                to = landing, (*jumped, middle)
                arrive((after, (*landed, after)), to, (*way, middle, landing))
    costs = {node: cost for node, (cost, _) in best.items()}
    return _worth_jumping(board, start, allowance, layers, costs, came)


def _worth_jumping(
    board: HexBoard,
    start: int,
    allowance: int,
    layers: tuple[int, ...],
    costs: Mapping[Jumps, int],
    ways: Mapping[Jumps, tuple[int, ...]],
) -> Mapping[Jumps, Way]:
    """One jump where walking costs no less; more of them only where that saves movement."""
    least: dict[tuple[int, int], int] = {}
    for (goal, jumped), cost in costs.items():
        key = goal, len(jumped)
        least[key] = min(cost, least.get(key, cost))
    limit: dict[int, int] = {}
    good = set()
    for (goal, jumps), cost in sorted(least.items(), key=lambda entry: entry[0][1]):
        if jumps and goal != start:
            walked = cost_of(board, layers, goal)
            most = limit.get(goal, walked if walked >= 0 else allowance + 1)
            if cost < most or (cost == most and jumps == 1):
                good.add((goal, jumps))
            limit[goal] = min(cost, most)
    return MappingProxyType(
        {
            node: (cost, ways[node])
            for node, cost in sorted(costs.items())
            if (node[0], len(node[1])) in good and cost == least[node[0], len(node[1])]
        }
    )


def escape_ways(arena: Arena, battle: Battle, who: int) -> Mapping[tuple[int, ...], Way]:
    """Ways out of the arena, by the hexes jumped on them (TFT-BAT-07).

    Out leads any entrance hex where the character need not stop, and leaving it costs one more.
    On foot if that is possible; else each cheapest way with jumps, the sooner ones if several
    cost the same.
    """
    board, ma = arena.board, arena.characters[who].ma
    start = battle.figures[who].hex
    layers, stops = walk_layers(arena, battle, who)
    for cost, layer in enumerate(layers[:ma]):
        gates = layer & arena.all_entrances
        if cost:
            gates &= ~stops
        if gates:
            path = board.path(start, board.hexes_of(gates)[0], layers, stops)
            return {(): (cost + 1, path)}
    out: dict[tuple[int, ...], Way] = {}
    gates = arena.all_entrances & ~stops

    def spent(way: Way, over: tuple[int, ...]) -> tuple[int, list[int]]:
        return way[0], [way[1].index(hex_) for hex_ in over]

    for (goal, over), (cost, path) in jump_ways(arena, battle, who).items():
        if board.bit[goal] & gates and cost < ma:
            way = cost + 1, path
            if over not in out or spent(way, over) < spent(out[over], over):
                out[over] = way
    return out
