"""Giants on three hexes: where they are put up, how they move and turn (TFT-MOVE-20, BRD-06).

A giant's `hex` is its front corner A, its `facing` the corner v of that hex which it looks out of
(TFT-FACE-09).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from meleekit.core.hexes import HexBoard
from meleekit.tft.actions import PlaceAt, Stride
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import enemy_fronts, engagers
from meleekit.tft.events import Moved, Stumbled, Turned
from meleekit.tft.movement import Way, set_out, stumble_roll
from meleekit.tft.occupancy import has_room, held_and_fallen
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.shapes import Shape, Stand, fits, turned_about
from meleekit.tft.state import PRONE, STANDING, Battle, Figure, Phase


@lru_cache(maxsize=16384)
def _steps(board: HexBoard, shape: Shape, stand: Stand) -> tuple[tuple[Stand, int], ...]:
    """What one movement point does, and the hexes entered by it (TFT-MOVE-20).

    It goes one hex, passes the front corner on, or wheels about it.
    """
    hex_, v = stand
    ways = [(board.neighbour[hex_][k], v) for k in range(6)]
    ways += [*turned_about(board, stand), (hex_, (v + 1) % 6), (hex_, (v + 5) % 6)]
    own = shape.body[hex_][v]
    return tuple(
        [
            ((h, turn), shape.body[h][turn] & ~own)
            for h, turn in ways
            if h >= 0 and fits(shape, h, turn)
        ]
    )


class Walk(NamedTuple):
    """Where a giant gets to and at what cost; from the stands of `free` it may go on."""

    found: Mapping[Stand, int]
    free: Mapping[Stand, int]


@lru_cache(maxsize=256)
def _walk(
    board: HexBoard,
    shape: Shape,
    starts: tuple[Stand, ...],
    spent: int,
    allowance: int,
    held: int,
    stops: int,
) -> Walk:
    """From any of the starts, entered for `spent` points, step by step.

    It enters no hex that is `held`, and goes no farther from one of `stops` that it enters. At
    the end it faces any way within its hexes.
    """
    found = dict.fromkeys(starts, spent)
    edge = [s for s in starts if not spent or not shape.body[s[0]][s[1]] & stops]
    free = dict.fromkeys(edge, spent)
    for cost in range(spent + 1, allowance + 1):
        reached = []
        for stand in edge:
            for step, entered in _steps(board, shape, stand):
                if entered & held:
                    continue
                found.setdefault(step, cost)
                if not entered & stops and step not in free:
                    free[step] = cost
                    reached.append(step)
        edge = reached
    return Walk(_faced(board, found), free)


def _faced(board: HexBoard, found: Mapping[Stand, int]) -> dict[Stand, int]:
    """The stands with those that the free turn within the three hexes adds (TFT-FACE-02)."""
    all_round: dict[Stand, int] = {}
    for stand, cost in found.items():
        for same in (stand, *turned_about(board, stand)):
            all_round[same] = min(cost, all_round.get(same, cost))
    return dict(sorted(all_round.items()))


def _body(arena: Arena, battle: Battle, who: int) -> int:
    figure = battle.figures[who]
    return arena.body[who][figure.hex][figure.facing] if figure.hex >= 0 else 0


def _walked(arena: Arena, battle: Battle, who: int) -> Walk:
    figure = battle.figures[who]
    board, shape = arena.board, arena.shapes[who]
    held, fallen = held_and_fallen(arena, battle, (who,))
    starts: tuple[Stand, ...] = ((figure.hex, figure.facing),)
    if figure.hex < 0:
        entries = first_stands(arena, battle, who)
        starts = tuple([(hex_, v) for hex_, corners in entries.items() for v in corners])
    stops = enemy_fronts(arena, battle, who) | fallen
    allowance = arena.characters[who].ma
    return _walk(board, shape, starts, int(figure.hex < 0), allowance, held, stops)


def strides(arena: Arena, battle: Battle, who: int) -> Mapping[Stand, int]:
    """Every stand a giant on its feet may move to, with its cost; its own three cost nothing.

    It stops as soon as one of its hexes enters a front hex of an enemy or one with a body. If it
    is engaged it makes one step at most, and stays next to all that engage it (TFT-MOVE-06).
    """
    figure = battle.figures[who]
    if figure.posture is not STANDING:
        return {}
    held_by = engagers(arena, battle, who)
    if not held_by:
        return _walked(arena, battle, who).found
    board, shape = arena.board, arena.shapes[who]
    start = (figure.hex, figure.facing)
    held, _ = held_and_fallen(arena, battle, (who,))
    bodies = [_body(arena, battle, enemy) for enemy in held_by]
    found = {start: 0}
    for (hex_, v), entered in _steps(board, shape, start):
        near = shape.around[hex_][v]
        if not entered & held and all([near & body for body in bodies]):
            found.setdefault((hex_, v), 1)
    return _faced(board, found)


def stride_options(arena: Arena, battle: Battle, who: int) -> list[Stride]:
    """The stands open to a giant on its feet, its own among them, in the order of hexes."""
    return [Stride(who, hex_, v) for hex_, v in strides(arena, battle, who)]


def stride(play: Play, action: Stride) -> None:
    """Move there; on a body that was entered it may stumble (TFT-MOVE-13)."""
    arena, who = play.arena, action.figure
    cost = strides(arena, play.before, who)[action.hex, action.facing]
    set_out(play, who)
    figure = play.edit(who)
    left, before, own = figure.hex, figure.facing, _body(arena, play.battle, who)
    figure.hex = figure.moved_to = action.hex
    figure.facing, figure.steps = action.facing, cost
    if left < 0:
        play.tell(Moved("TFT-MOVE-01", who, (action.hex,), cost, entering=True))
    elif cost:
        play.tell(Moved("TFT-MOVE-20", who, (left, action.hex), cost))
    if action.facing != before or left < 0:
        play.tell(Turned("TFT-MOVE-20", who, action.facing))
    _, fallen = held_and_fallen(arena, play.battle, (who,))
    if fallen & _body(arena, play.battle, who) & ~own:
        roll, fell = stumble_roll(play, who)
        play.tell(Stumbled("TFT-MOVE-13", who, roll, fell))
        if fell:
            go_to_ground(figure, PRONE)


# -- turning -------------------------------------------------------------------------------------


def corners_open(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The corners a giant may face: within its three hexes, or as it is being put up (MOVE-20)."""
    figure = battle.figures[who]
    if battle.phase is Phase.SETUP:
        return first_stands(arena, battle, who).get(figure.hex, (figure.facing,))
    other = [v for _, v in turned_about(arena.board, (figure.hex, figure.facing))]
    return tuple(sorted((figure.facing, *other)))


def face_corner(play: Play, who: int, facing: int) -> None:
    """Pass the front corner to the hex of its three that looks that way; set up, only turn."""
    figure, battle = play.edit(who), play.battle
    if battle.phase is not Phase.SETUP:
        for hex_, v in turned_about(play.arena.board, (figure.hex, figure.facing)):
            if v == facing:
                figure.hex = hex_
                if battle.phase is Phase.MOVEMENT:
                    figure.moved_to = hex_
                break
    figure.facing = facing


def stand_facing(arena: Arena, figure: Figure, facing: int) -> Stand:
    """Where its front corner is when it faces that corner within its three hexes."""
    stand = (figure.hex, figure.facing)
    return next(s for s in (stand, *turned_about(arena.board, stand)) if s[1] == facing)


def giant_steps(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The hexes next to its front corner that it may step to as a whole (TFT-DIS-02)."""
    neighbours = arena.board.neighbours[battle.figures[who].hex]
    return tuple([h for _, h in neighbours if has_room(arena, battle, who, h)])


def escape_of_giant(arena: Arena, battle: Battle, who: int) -> Way | None:
    """The cheapest way out: any of its hexes is an entrance and it need not stop (BRD-06)."""
    figure = battle.figures[who]
    if figure.hex < 0 or engagers(arena, battle, who):
        return None
    shape = arena.shapes[who]
    costs = [
        (cost, hex_)
        for (hex_, v), cost in _walked(arena, battle, who).free.items()
        if shape.body[hex_][v] & arena.all_entrances
    ]
    if not costs or min(costs)[0] >= arena.characters[who].ma:
        return None
    cost, hex_ = min(costs)
    return cost + 1, (figure.hex, hex_)


# -- set-up --------------------------------------------------------------------------------------


def first_stands(arena: Arena, battle: Battle, who: int) -> Mapping[int, tuple[int, ...]]:
    """Where a giant may be put up: front corners, and the facings for each (TFT-BRD-06).

    One of its hexes at least is an own entrance hex. Where there is no room for that, it waits in
    reserve, and enters as near to one as there is room without bodies (TFT-MOVE-01).
    """
    board = arena.board
    gates = arena.entrances[arena.side_of[who]]
    held, fallen = held_and_fallen(arena, battle, (who,))
    found = _stands_at(board, arena.shapes[who], gates, held)
    if found or battle.phase is Phase.SETUP:
        return found
    for near in zip(*[board.discs(gate) for gate in board.hexes_of(gates)], strict=True):
        found = _stands_at(board, arena.shapes[who], reduce(or_, near), held | fallen)
        if found:
            break
    return found


@lru_cache(maxsize=256)
def _stands_at(
    board: HexBoard, shape: Shape, near: int, taken: int
) -> Mapping[int, tuple[int, ...]]:
    """The stands with a hex of the mask `near` and none of `taken`."""
    found = {}
    for hex_ in board.hexes_of(board.spread(near) | near):
        bodies = shape.body[hex_]
        corners = [
            v
            for v in range(6)
            if bodies[v] & near and not bodies[v] & taken and fits(shape, hex_, v)
        ]
        if corners:
            found[hex_] = tuple(corners)
    return found


def giant_place_options(arena: Arena, battle: Battle, who: int) -> tuple[PlaceAt, ...]:
    """The hexes its front corner may be in at the start."""
    return tuple(PlaceAt(who, hex_) for hex_ in first_stands(arena, battle, who))
