"""Falling out of the air: where a flier that can no longer fly comes down (TFT-MOVE-25)."""

from __future__ import annotations

from meleekit.tft.actions import ComeDownAt
from meleekit.tft.arena import Arena
from meleekit.tft.clinch import fall_among
from meleekit.tft.events import CameDown
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.play import Play
from meleekit.tft.state import ALOFT, FIT, PRONE, Battle, ComeDown


def landing_places(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """Where a flier that can no longer fly comes down (TFT-MOVE-25).

    In the hex below it, unless somebody stands or kneels there, or a pile lies there: then in the
    nearest hex that is free or holds only the fallen, one of several equally near ones.
    """
    board, here = arena.board, battle.figures[who].hex
    upright = 0
    for other, figure in enumerate(battle.figures):
        lies = figure.posture is PRONE and not figure.grappling
        if other != who and not lies and figure.posture is not ALOFT:
            upright |= arena.body[other][figure.hex][figure.facing] if figure.hex >= 0 else 0
    if not upright & board.bit[here]:
        return (here,)
    held, _ = held_and_fallen(arena, battle, (who,))
    for disc in board.discs(here):
        if free := disc & ~held:
            return board.hexes_of(free)
    return (here,)


def come_down(play: Play, who: int) -> None:
    """Fall out of the air; where several places are as near, its player chooses (MOVE-25)."""
    places = landing_places(play.arena, play.battle, who)
    if len(places) > 1:
        play.push(ComeDown(who))
    else:
        land_at(play, who, places[0])


def land_at(play: Play, who: int, hex_: int) -> None:
    """Lie in that hex now, in hand-to-hand with a conscious enemy on whom it falls (MOVE-14)."""
    figure = play.edit(who)
    play.tell(CameDown("TFT-MOVE-25", who, figure.hex, hex_))
    figure.hex = hex_
    if figure.condition is FIT:
        fall_among(play, who)


def come_down_options(arena: Arena, battle: Battle, task: ComeDown) -> tuple[ComeDownAt, ...]:
    """The nearest hexes with room (TFT-MOVE-25)."""
    return tuple(ComeDownAt(hex_) for hex_ in landing_places(arena, battle, task.figure))
