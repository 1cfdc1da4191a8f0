"""Moving: where a character may go, and going there (TFT-MOVE, TFT-ENG-05)."""

from __future__ import annotations

from typing import NamedTuple

from meleekit.core.dice import Roll
from meleekit.core.hexes import HexBoard
from meleekit.core.phrases import listed
from meleekit.tft.arena import Arena
from meleekit.tft.clinch import fall_among
from meleekit.tft.engagement import enemy_fronts, engagers
from meleekit.tft.equipment import let_fall
from meleekit.tft.events import Moved, Stumbled
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.reserves import entry_layers
from meleekit.tft.state import NO_ITEM, PRONE, STANDING, Battle, Figure

LASTSHOT_KEEP = "VAR-LASTSHOT-KEEP"

Way = tuple[int, tuple[int, ...]]
"""Cost in movement points and the hexes of a way, start and goal included."""


def ground_masks(arena: Arena, battle: Battle, who: int) -> tuple[int, int, int]:
    """What is in the way of `who`: hexes it cannot enter, those where it must stop, and bodies.

    It cannot enter the hex of a conscious character (TFT-MOVE-09, MOVE-11); it must stop in
    front of an enemy and on a fallen character (TFT-MOVE-10, MOVE-15).
    """
    blocked, bodies = held_and_fallen(arena, battle, (who,))
    return blocked, enemy_fronts(arena, battle, who) | bodies, bodies


def shift_hexes(arena: Arena, battle: Battle, who: int, held_by: tuple[int, ...]) -> int:
    """Mask of the hexes an engaged character may shift to, its own included (TFT-MOVE-06).

    Whichever it takes, it must be adjacent to every enemy that engages it.
    """
    figure = battle.figures[who]
    blocked, _, _ = ground_masks(arena, battle, who)
    near = arena.board.adjacent[figure.hex] & ~blocked | arena.board.bit[figure.hex]
    for enemy in held_by:
        foe = battle.figures[enemy]
        near &= arena.shapes[enemy].around[foe.hex][foe.facing]
    return near


def walk_layers(arena: Arena, battle: Battle, who: int) -> tuple[tuple[int, ...], int]:
    """Where a disengaged standing character can walk to, by cost, and the hexes that stop it.

    As far as its MA allows or less (TFT-MOVE-04, MOVE-05); the hex it starts in does not stop it,
    whoever's side or rear that is (TFT-MOVE-16).
    """
    blocked, stops, _ = ground_masks(arena, battle, who)
    start = battle.figures[who].hex
    return arena.board.reach(start, arena.characters[who].ma, blocked, stops), stops


class Reach(NamedTuple):
    """Where a character may move to, jumps and charges apart.

    `held_by` are the enemies that engage it. `layers` are masks of hexes by cost, the first its
    own hex (none for one in reserve); the hexes of `stops` cannot be left again in the same move.
    """

    held_by: tuple[int, ...]
    layers: tuple[int, ...]
    stops: int


def reach(arena: Arena, battle: Battle, who: int) -> Reach:
    """Where `who` may move to in a state that is no longer being changed.

    The last answer is kept: the player who chooses a move, the check that it is legal and the
    move itself all ask for the same.
    """
    asked = arena.reach_asked
    if asked is not None and asked[0] is battle and asked[1] == who:
        known: Reach = asked[2]
        return known
    found = _reach(arena, battle, who)
    arena.reach_asked = (battle, who, found)
    return found


def _reach(arena: Arena, battle: Battle, who: int) -> Reach:
    figure = battle.figures[who]
    held_by = engagers(arena, battle, who)
    if arena.giants[who] and figure.posture is STANDING:
        return Reach(held_by, (0,), 0)  # it strides: MOVE-20
    if figure.hex < 0:
        blocked, stops, _ = ground_masks(arena, battle, who)
        return Reach((), entry_layers(arena, battle, who, blocked, stops), stops)  # MOVE-01
    own = arena.board.bit[figure.hex]
    if figure.posture is not STANDING:
        return Reach(held_by, (own,), 0)  # MOVE-08
    if held_by:
        return Reach(held_by, (own, shift_hexes(arena, battle, who, held_by) & ~own), 0)
    return Reach(held_by, *walk_layers(arena, battle, who))


def cost_of(board: HexBoard, layers: tuple[int, ...], hex_: int) -> int:
    """The cost of the cheapest way to a hex, -1 if there is none."""
    bit = board.bit[hex_]
    for cost, layer in enumerate(layers):
        if layer & bit:
            return cost
    return -1


# -- going there ---------------------------------------------------------------------------------


def set_out(play: Play, who: int) -> None:
    """Note S0 and E0, and where the movement began (TFT-ENG-05)."""
    figure = play.edit(who)
    held_by = reach(play.arena, play.before, who).held_by
    figure.engagers = held_by
    figure.engaged_at_start = bool(held_by)
    figure.came_from = figure.moved_to = figure.hex
    if play.arena.giants[who] and figure.hex >= 0:
        figure.came_facing = figure.facing
    figure.moved = True
    if figure.last_shot >= 0:
        _drop_after_last_shot(play, who, figure)


def _drop_after_last_shot(play: Play, who: int, figure: Figure) -> None:
    """Before any movement of its own it lets the weapon of its last shot fall (TFT-EQP-07)."""
    item, figure.last_shot = figure.last_shot, NO_ITEM
    keeps = LASTSHOT_KEEP in play.arena.variants and not figure.engaged_at_start
    if item in (figure.main, figure.off) and not keeps:
        let_fall(play, who, item, "TFT-EQP-07")


def stumble_roll(play: Play, who: int) -> tuple[Roll, bool]:
    """The roll over a fallen body, and whether the character falls (TFT-MOVE-13)."""
    fall_on = play.arena.tables.stumble.fall_on
    why = f"{play.arena.name(who)} stumbles on {listed([*map(str, fall_on)], last='or')}"
    classes = tuple(face in fall_on for face in range(1, 7))
    roll = play.dice.roll(1, 6, why=why, classes=classes)
    return roll, classes[roll.total - 1]


def go(play: Play, who: int, way: Way, *, run: int = -1, charge: bool = False) -> None:
    """Take a way hex by hex; jumps and bodies underfoot ask for a stumble roll (TFT-MOVE-13).

    `run` is the direction of the straight run the way ends with, -1 for none. A character that
    stumbles lies prone where it fell, and its movement ends there.
    """
    arena = play.arena
    figure = play.edit(who)
    cost, path = way
    if not cost:
        return
    held, bodies = held_and_fallen(arena, play.battle, (who,))
    rolls: list[Roll] = []
    spent = 0
    fell = False
    end = len(path) - 1
    jumping = False
    for at in range(1, end + 1):
        bit = arena.board.bit[path[at]]
        landed = jumping
        # One passes a hex with somebody in it only by a jump.
        jumping = at < end and bool((held | bodies) & bit)
        spent += 0 if jumping else arena.tables.stumble.jump_cost if landed else 1
        # A jump is rolled for over the jumped hex, and its landing needs no roll of its own.
        if jumping or (at == end and not landed and bodies & bit):
            roll, fell = stumble_roll(play, who)
            rolls.append(roll)
            if fell:
                end = at
                spent += arena.tables.stumble.jump_cost if jumping else 0
                break
    figure.hex = figure.moved_to = path[end]
    figure.steps = spent
    figure.run = run
    if path[0] < 0:
        play.tell(Moved("TFT-MOVE-01", who, path[1 : end + 1], spent, entering=True))
    else:
        play.tell(Moved("TFT-MOVE-03", who, path[: end + 1], spent, charge))
    for roll in rolls:
        down = fell and roll is rolls[-1]
        play.tell(Stumbled("TFT-MOVE-13", who, roll, down))
    if fell:
        go_to_ground(figure, PRONE)
        fall_among(play, who)
