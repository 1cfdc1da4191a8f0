"""Charging with a pole weapon: where a straight run may end, and how it is run (TFT-POLE-03)."""

from __future__ import annotations

from functools import lru_cache

from meleekit.core.hexes import Arc, HexBoard, turn_class
from meleekit.tft.arena import Arena
from meleekit.tft.equipment import has_pole
from meleekit.tft.movement import Way, ground_masks
from meleekit.tft.state import Battle

ChargeEnd = tuple[int, int, int]
"""Where a charge ends, its direction, and what it costs."""


def charge_ends(arena: Arena, battle: Battle, who: int) -> tuple[ChargeEnd, ...]:
    """The charges open to a character: three straight steps at the end of its way (POLE-03).

    Only for a character with a ready pole weapon, within half its movement allowance. A run from
    the very hex it stands in needs the facing it has; for two more points it may step out and
    back first, and face as it likes.
    """
    figure = battle.figures[who]
    run = arena.tables.pole.charge_steps
    half = arena.characters[who].half_ma
    if half < run or figure.hex < 0 or not has_pole(arena, figure):
        return ()
    blocked, stops, _ = ground_masks(arena, battle, who)
    return _charge_ends(arena.board, figure.hex, figure.facing, half - run, run, blocked, stops)


@lru_cache(maxsize=1024)
def _charge_ends(
    board: HexBoard, start: int, facing: int, before: int, run: int, blocked: int, stops: int
) -> tuple[ChargeEnd, ...]:
    """`before` is what may be walked before the run of `run` steps begins."""
    layers = board.reach(start, before, blocked, stops)
    own = board.bit[start]
    out_and_back = (
        before >= _OUT_AND_BACK
        and len(layers) > 1
        and layers[1] & ~stops
        # Somebody may lie in its hex: then it has left it for good, or must stop there.
        and not own & (blocked | stops)
    )
    found: set[ChargeEnd] = set()
    for direction in range(6):
        free, passed = board.all_mask & ~blocked, own
        for cost, layer in enumerate(layers[1:], 1):
            ends = _run_ends(board, layer & ~stops, direction, run, free, stops) & ~passed
            passed |= ends
            found.update([(hex_, direction, cost + run) for hex_ in board.hexes_of(ends)])
        for hex_ in board.hexes_of(_run_ends(board, own, direction, run, free, stops)):
            if turn_class(direction, facing) is Arc.FRONT:
                found.add((hex_, direction, run))
            if out_and_back:
                found.add((hex_, direction, run + _OUT_AND_BACK))
    return tuple(sorted(found))


def _run_ends(
    board: HexBoard, starts: int, direction: int, steps: int, free: int, stops: int
) -> int:
    """Mask of the hexes where straight runs from `starts` end, through `free` hexes alone."""
    hexes = starts
    for _ in range(steps - 1):
        hexes = board.shifted(hexes, direction) & free & ~stops
    return board.shifted(hexes, direction) & free


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
    return tuple(turn for turn in range(6) if turn_class(direction, turn) is Arc.FRONT)
