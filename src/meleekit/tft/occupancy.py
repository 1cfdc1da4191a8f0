"""Who is in which hex: the conscious, who hold theirs, and the fallen, who do not (TFT-MOVE)."""

from __future__ import annotations

from collections.abc import Container

from meleekit.tft.arena import Arena
from meleekit.tft.shapes import fits
from meleekit.tft.state import ALOFT, FIT, Battle


def held_and_fallen(arena: Arena, battle: Battle, besides: Container[int] = ()) -> tuple[int, int]:
    """Masks of the hexes with conscious characters, and of those with unconscious or dead ones.

    A hex may be in both. The characters `besides` are left out, and those in the air: they stand
    in nobody's way (TFT-MOVE-22). A giant holds three hexes, on its feet or not (TFT-MON-08).
    """
    bit = arena.board.bit
    held = fallen = 0
    for who, figure in enumerate(battle.figures):
        if figure.hex >= 0 and who not in besides and figure.posture is not ALOFT:
            if figure.condition is FIT:
                held |= bit[figure.hex]
            else:
                fallen |= bit[figure.hex]
    for who in arena.any_giants:
        figure = battle.figures[who]
        if figure.hex >= 0 and who not in besides:
            body = arena.body[who][figure.hex][figure.facing]
            if figure.condition is FIT:
                held |= body
            else:
                fallen |= body
    return held, fallen


def has_room(arena: Arena, battle: Battle, who: int, hex_: int) -> bool:
    """Whether `who` may step to a hex next to its own, facing as it does.

    All hexes it would fill are on the board, and vacant or with the fallen only (RET-06, RET-08).
    """
    facing, shape = battle.figures[who].facing, arena.shapes[who]
    held, _ = held_and_fallen(arena, battle, (who,))
    whole = fits(shape, hex_, facing) if arena.giants[who] else True
    return whole and not shape.body[hex_][facing] & held


def open_neighbours(arena: Arena, battle: Battle, hex_: int) -> tuple[int, ...]:
    """Hexes next to `hex_` that are vacant or hold only the fallen (TFT-DIS-02, RET-04)."""
    held, _ = held_and_fallen(arena, battle)
    bit = arena.board.bit
    return tuple([h for _, h in arena.board.neighbours[hex_] if not held & bit[h]])
