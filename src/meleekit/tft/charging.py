"""Charging with a pole weapon: where a straight run may end, and how it is run (TFT-POLE-03)."""

from __future__ import annotations

from functools import lru_cache

from meleekit.core.hexes import HexBoard, turn_class
from meleekit.core.hexgrid import FRONT
from meleekit.tft.arena import Arena
from meleekit.tft.equipment import has_pole
from meleekit.tft.movement import Way, ground_masks
from meleekit.tft.state import Battle

EVERYWHERE = -1
"""The mask of all hexes."""

ChargeEnd = tuple[int, int, int]
"""Where a charge ends, its direction, and what it costs."""


def charge_ends(
    arena: Arena, battle: Battle, who: int, among: int = EVERYWHERE
) -> tuple[ChargeEnd, ...]:
    """The charges open to a character: three straight steps at the end of its way (POLE-03).

    Only for a character with a ready pole weapon, within half its movement allowance. A run from
    the very hex it stands in needs the facing it has; for two more points it may step out and
    back first, and face as it likes. `among` is the mask of the ends that are of interest.
    """
    figure = battle.figures[who]
    run = arena.tables.pole.charge_steps
    half = arena.characters[who].half_ma
    if half < run or figure.hex < 0 or not has_pole(arena, figure):
        return ()
    blocked, stops, _ = ground_masks(arena, battle, who)
    ends = arena.board.all_mask & ~blocked & among
    return _charge_ends(
        arena.board, figure.hex, figure.facing, half - run, run, ends, blocked, stops
    )


@lru_cache(maxsize=1024)
def _charge_ends(
    board: HexBoard,
    start: int,
    facing: int,
    before: int,
    run: int,
    ends: int,
    blocked: int,
    stops: int,
) -> tuple[ChargeEnd, ...]:
    """`before` is what may be walked before the run of `run` steps to a hex of `ends` begins."""
    own = board.bit[start]
    layers = board.reach(start, before, blocked, stops)
    on_the_way = board.all_mask & ~(blocked | stops)
    # Somebody may lie in its hex: then it has left it for good, or must stop there.
    may_return = before >= _OUT_AND_BACK and on_the_way & own
    out_and_back = may_return and len(layers) > 1 and layers[1] & ~stops
    found: list[ChargeEnd] = []
    for direction in range(6):
        back = (direction + 3) % 6
        starts = board.shifted(ends & ~own, back)
        for _ in range(run - 1):
            starts = board.shifted(starts & on_the_way, back)
        if not starts:
            continue
        if starts & own:
            end = _run_end(board, start, direction, run)
            if turn_class(direction, facing) is FRONT:
                found.append((end, direction, run))
            if out_and_back:
                found.append((end, direction, run + _OUT_AND_BACK))
        for cost, layer in enumerate(layers[1:], 1):
            for hex_ in board.hexes_of(layer & starts & ~stops):
                found.append((_run_end(board, hex_, direction, run), direction, cost + run))
    return tuple(sorted(found))


def _run_end(board: HexBoard, hex_: int, direction: int, steps: int) -> int:
    """Where a straight run from a hex ends, on a board known to go that far."""
    for _ in range(steps):
        hex_ = board.neighbour[hex_][direction]
    return hex_


_OUT_AND_BACK = 2  # movement points for a step and the step back


def charge_way(arena: Arena, battle: Battle, who: int, end: ChargeEnd) -> Way:
    """The way of a charge that `charge_ends` lists."""
    board = arena.board
    goal, direction, cost = end
    run = arena.tables.pole.charge_steps
    straight = [goal]
    for _ in range(run):
        straight.append(board.neighbour[straight[-1]][(direction + 3) % 6])
    first = straight.pop()
    blocked, stops, _ = ground_masks(arena, battle, who)
    start = battle.figures[who].hex
    layers = board.reach(start, cost - run, blocked, stops)
    if first == start and cost > run:
        aside = board.hexes_of(layers[1] & ~stops)[0]
        return cost, (start, aside, start, *reversed(straight))
    return cost, (*board.path(start, first, layers, stops), *reversed(straight))


def charge_facings(
    arena: Arena, battle: Battle, who: int, direction: int, cost: int
) -> tuple[int, ...]:
    """The facings a charge may have had: forward along the run (TFT-POLE-03)."""
    facing = battle.figures[who].facing
    if cost == arena.tables.pole.charge_steps:
        return (facing,)
    return tuple(turn for turn in range(6) if turn_class(direction, turn) is FRONT)
