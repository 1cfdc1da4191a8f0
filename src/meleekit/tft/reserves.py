"""Those who find no room at the entrance wait in reserve, and enter later (TFT-MOVE-01).

One in reserve is fit and in no hex once all are placed; it is able to fight (TFT-TURN-04), but
nobody reaches it and it reaches nobody.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from meleekit.core.hexreach import straightest_path
from meleekit.tft.arena import Arena
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.state import FIT, NOWHERE, Battle, Figure


def in_reserve(figure: Figure) -> bool:
    """Whether a character waits to enter, or to be placed before the first turn."""
    return figure.hex < 0 and figure.condition is FIT


def may_be_kept_back(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether so many are still to be placed that all free entrance hexes fill without `who`."""
    side = arena.side_of[who]
    waiting = sum(arena.side_of[other] == side for other in battle.placing)
    return waiting >= free_entrances(arena, battle, side).bit_count()


def free_entrances(arena: Arena, battle: Battle, side: int) -> int:
    """Mask of the side's entrance hexes in which nobody is."""
    held, fallen = held_and_fallen(arena, battle)
    return arena.entrances[side] & ~(held | fallen)


def entry_hexes(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of the hexes in which `who` may enter from reserve, for one movement point.

    They are its side's entrance hexes that are free or hold only the fallen. If there are none,
    the empty hexes of the board that are nearest to one of them.
    """
    held, fallen = held_and_fallen(arena, battle)
    gates = arena.entrances[arena.side_of[who]]
    if gates & ~held:
        return gates & ~held
    board = arena.board
    empty = board.all_mask & ~(held | fallen)
    around = [board.discs(gate) for gate in board.hexes_of(gates)]
    rings = (reduce(or_, near) & empty for near in zip(*around, strict=True))
    return next((ring for ring in rings if ring), 0)


def entry_layers(
    arena: Arena, battle: Battle, who: int, blocked: int, stops: int
) -> tuple[int, ...]:
    """Where `who` gets to from reserve, by cost; at no cost nowhere.

    It may go on from the hex it enters by, unless it must stop there (TFT-MOVE-10, MOVE-15).
    """
    board = arena.board
    gates = entry_hexes(arena, battle, who)
    left = arena.characters[who].ma - 1
    beyond = board.reach_from(gates & ~stops, left, blocked | gates, stops)
    return (0, gates, *beyond[1:])


def entry_path(arena: Arena, layers: tuple[int, ...], goal: int, stops: int) -> tuple[int, ...]:
    """A cheapest way to a goal of `entry_layers`: `NOWHERE`, then the hexes entered."""
    board = arena.board
    if layers[1] & board.bit[goal]:
        return (NOWHERE, goal)
    walk = (layers[1] & ~stops, *layers[2:])
    return (NOWHERE, *straightest_path(goal, walk, stops, board.bit, board.neighbour))
