"""Phase V: victors force beaten enemies back (TFT-RET)."""

from __future__ import annotations

from meleekit.tft.actions import ForceBack
from meleekit.tft.arena import Arena
from meleekit.tft.dexterity import order_dex
from meleekit.tft.events import Cornered, ForcedBack
from meleekit.tft.occupancy import has_room, open_neighbours
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.state import FIT, PRONE, STANDING, Battle, Follow


def victims(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The enemies that `who` may force back; empty if it has no right to (RET-01, RET-02).

    The victor is on its feet, lost no STR this turn to anything, and struck the victim, which is
    adjacent, on its feet and not yet forced.
    """
    figures = battle.figures
    victor = figures[who]
    if (
        not victor.struck
        or victor.hits_this_turn
        or victor.used_retreat
        or victor.condition is not FIT
        or victor.posture is not STANDING
    ):
        return ()
    near = arena.shapes[who].around[victor.hex][victor.facing]
    return tuple(
        enemy
        for enemy in sorted(victor.struck)
        if figures[enemy].condition is FIT
        and figures[enemy].posture is STANDING
        and not figures[enemy].forced
        and not arena.giants[enemy]  # RET-08
        and near & arena.board.bit[figures[enemy].hex]
        and not (arena.retreats_away and not retreat_hexes(arena, battle, who, enemy))
    )


def retreat_hexes(arena: Arena, battle: Battle, victor: int, target: int) -> tuple[int, ...]:
    """Where the victor may move the enemy: next to it, vacant or with the fallen only (RET-04).

    Under VAR-RET-AWAY only hexes farther from the victor count, and there is no retreat without.
    """
    hex_ = battle.figures[target].hex
    room = open_neighbours(arena, battle, hex_)
    if not arena.retreats_away:
        return room
    figure = battle.figures[victor]
    body = arena.board.hexes_of(arena.body[victor][figure.hex][figure.facing])
    distance = arena.board.distance

    def far(hex_: int) -> int:
        return min([distance[own][hex_] for own in body])

    return tuple([h for h in room if far(h) > far(hex_)])


def force_back(play: Play, victor: int, action: ForceBack) -> None:
    """Move the victim, or where it has no room see whether it keeps its feet (RET-04, RET-05)."""
    arena = play.arena
    play.edit(victor).used_retreat = True
    figure = play.edit(action.target)
    figure.forced = True
    if action.hex >= 0:
        left = figure.hex
        figure.hex = action.hex
        play.tell(ForcedBack("TFT-RET-04", victor, action.target, left, action.hex))
        if has_room(arena, play.battle, victor, left):
            play.push(Follow(victor, left))
        return
    needed, _ = order_dex(arena, play.battle, action.target)
    why = f"{arena.name(action.target)} has no room to give ground"
    dice = arena.tables.rolls.footing
    stays = tuple(total <= needed for total in range(dice, 6 * dice + 1))
    roll = play.dice.roll(dice, 6, why=why, classes=stays)
    fell = not stays[roll.total - dice]
    if fell:
        go_to_ground(figure, PRONE)
    play.tell(Cornered("TFT-RET-05", victor, action.target, roll, needed, fell))
