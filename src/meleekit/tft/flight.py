"""Flying: where to, and landing there or staying in the air (TFT-MOVE-21, TFT-MOVE-22)."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from meleekit.tft.actions import Fly
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import engagers, is_aloft
from meleekit.tft.events import Flew, Stumbled, Swooped
from meleekit.tft.movement import cost_of, set_out, stumble_roll
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.state import ALOFT, PRONE, STANDING, Battle, Figure


class Flight(NamedTuple):
    """Where a flier may get to: masks by cost, and the hexes it may be over or land in."""

    layers: tuple[int, ...]
    over: int
    land: int


_NONE = Flight((), 0, 0)


def may_fly(arena: Arena, who: int, figure: Figure) -> bool:
    """Whether it has wings and is on its feet or in the air (TFT-MOVE-08, TFT-MOVE-21)."""
    return bool(arena.flying_ma[who] and figure.hex >= 0) and (
        figure.posture is STANDING or figure.posture is ALOFT
    )


def flight(arena: Arena, battle: Battle, who: int) -> Flight:
    """Where `who` may fly to in its movement (TFT-MOVE-21).

    Nobody is in a flier's way, only walls are. It lands where it could stand. One that is
    engaged may only take off by a shift: one hex, next to all that engage it (TFT-MOVE-06).
    """
    figure = battle.figures[who]
    if not may_fly(arena, who, figure):
        return _NONE
    board = arena.board
    own = board.bit[figure.hex]
    held_by = engagers(arena, battle, who)
    if held_by:
        near = board.adjacent[figure.hex]
        for enemy in held_by:
            foe = battle.figures[enemy]
            near &= arena.shapes[enemy].around[foe.hex][foe.facing]
        return Flight((own, near), near, 0)
    layers = board.reach(figure.hex, arena.flying_ma[who], 0, 0)
    held, _ = held_and_fallen(arena, battle, (who,))
    over = reduce(or_, layers)
    # To stay where and as it is takes no wings.
    aloft = is_aloft(figure)
    return Flight(layers, over & ~own if aloft else over, over & ~held & ~(0 if aloft else own))


def fly_options(arena: Arena, battle: Battle, who: int) -> list[Fly]:
    """Every flight open to `who`, landings first."""
    if not arena.flying_ma[who]:
        return []
    _, over, land = flight(arena, battle, who)
    hexes_of = arena.board.hexes_of
    return [
        *(Fly(who, hex_, True) for hex_ in hexes_of(land)),
        *(Fly(who, hex_, False) for hex_ in hexes_of(over)),
    ]


def fly(play: Play, action: Fly) -> None:
    """Fly to a hex and land, which on a body asks for a stumble roll, or stay in the air."""
    arena, who = play.arena, action.figure
    layers, _, _ = flight(arena, play.before, who)
    set_out(play, who)
    figure = play.edit(who)
    left = figure.hex
    _, fallen = held_and_fallen(arena, play.battle, (who,))
    figure.hex = figure.moved_to = action.hex
    figure.steps = cost_of(arena.board, layers, action.hex)
    figure.flew = True
    figure.posture = STANDING if action.land else ALOFT
    play.tell(Flew("TFT-MOVE-21", who, left, action.hex, figure.steps, action.land))
    if action.land and fallen & arena.board.bit[action.hex]:
        roll, fell = stumble_roll(play, who)
        play.tell(Stumbled("TFT-MOVE-13", who, roll, fell))
        if fell:
            go_to_ground(figure, PRONE)


def swoop(play: Play, who: int, via: int, hex_: int) -> None:
    """Fly to `via`, from where the enemies in `hex_` are landed on (TFT-HTH-05).

    It lands in `via` if it is repelled, on its feet, with no stumble roll.
    """
    arena = play.arena
    layers, _, _ = flight(arena, play.before, who)
    set_out(play, who)
    figure = play.edit(who)
    left = figure.hex
    figure.hex = figure.moved_to = via
    figure.steps = cost_of(arena.board, layers, via)
    figure.flew = True
    figure.posture = STANDING
    play.tell(Swooped("TFT-HTH-05", who, left, via, hex_, figure.steps + 1))
