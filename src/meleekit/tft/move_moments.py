"""Carrying out what is chosen in set-up, initiative and movement: one function a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from meleekit.core.hexes import HexBoard
from meleekit.tft.actions import (
    Charge,
    EndMovement,
    Escape,
    Fly,
    Jump,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    StandUp,
    Stride,
    TurnTo,
    UseParry,
)
from meleekit.tft.charging import charge_facings, charge_way
from meleekit.tft.equipment import holds_main_gauche, let_fall
from meleekit.tft.events import Escaped, KeptBack, OrderChosen, ParryChosen, Placed, StoodUp, Turned
from meleekit.tft.flight import fly
from meleekit.tft.giants import escape_of_giant, face_corner, first_stands, stride
from meleekit.tft.jumps import escape_ways, jump_ways
from meleekit.tft.move_options import may_turn, movable
from meleekit.tft.movement import cost_of, go, reach, set_out
from meleekit.tft.play import Play
from meleekit.tft.reserves import entry_path
from meleekit.tft.sequence import end_of_move
from meleekit.tft.state import (
    NOWHERE,
    STANDING,
    AnyTask,
    ChooseParry,
    Condition,
    Face,
    MoveOne,
    Parry,
    Phase,
)

# -- set-up, initiative --------------------------------------------------------------------------


def _place(play: Play, task: AnyTask, action: PlaceAt) -> None:
    if action.hex < 0:
        play.tell(KeptBack("TFT-MOVE-01", action.figure))
        play.pop()
        return
    figure = play.edit(action.figure)
    if play.arena.giants[action.figure]:
        figure.facing = first_stands(play.arena, play.battle, action.figure)[action.hex][0]
        figure.hex = action.hex
        play.tell(Placed("TFT-BRD-06", action.figure, action.hex))
    else:
        figure.hex = action.hex
        figure.facing = _towards_centre(play, action.hex)
        play.tell(Placed("TFT-MOVE-01", action.figure, action.hex))
    play.pop()
    play.push(Face(action.figure))


def _towards_centre(play: Play, hex_: int) -> int:
    """The facing that looks into the board: what most players would choose."""
    board = play.arena.board
    middle = _middle(board)
    return 0 if hex_ == middle else board.bearing(hex_, middle)[0]


@lru_cache(maxsize=32)
def _middle(board: HexBoard) -> int:
    """The hex from which the others are nearest on the whole."""
    return min(range(board.size), key=lambda h: sum(board.distance[h]))


def _move_first_or_last(play: Play, task: AnyTask, action: MoveLast) -> None:
    battle = play.battle
    winner, *others = battle.order
    if action.last:
        battle.order = (*others, winner)
    rule = "TFT-INIT-02" if len(battle.order) == 2 else "TFT-INIT-03"
    play.tell(OrderChosen(rule, winner, action.last, battle.order))
    play.pop()


# -- movement ------------------------------------------------------------------------------------


def _move(play: Play, task: AnyTask, action: Move) -> None:
    who = action.figure
    set_out(play, who)
    arena = play.arena
    figure = play.edit(who)
    if figure.hex < 0:
        _, layers, stops = reach(arena, play.before, who)
        path = entry_path(arena, layers, action.hex, stops)
        go(play, who, (cost_of(arena.board, layers, action.hex), path))
        # Whether it stands or has stumbled, it has faced nowhere so far.
        figure.facing = _towards_centre(play, figure.hex)
        play.push(Face(who))
        return
    elif action.hex != figure.hex:
        if figure.engagers:
            go(play, who, (1, (figure.hex, action.hex)))
        else:
            _, layers, stops = reach(arena, play.before, who)
            path = arena.board.path(figure.hex, action.hex, layers, stops)
            go(play, who, (cost_of(arena.board, layers, action.hex), path))
    _then_face(play, who)


def _fly(play: Play, task: AnyTask, action: Fly) -> None:
    fly(play, action)
    _then_face(play, action.figure)


def _jump(play: Play, task: AnyTask, action: Jump) -> None:
    way = jump_ways(play.arena, play.battle, action.figure)[action.hex, action.over]
    set_out(play, action.figure)
    go(play, action.figure, way)
    _then_face(play, action.figure)


def _charge(play: Play, task: AnyTask, action: Charge) -> None:
    who = action.figure
    arena, battle = play.arena, play.battle
    way = charge_way(arena, battle, who, (action.hex, action.direction, action.cost))
    set_out(play, who)
    facings = charge_facings(arena, battle, who, action.direction, way[0])
    go(play, who, way, run=action.direction, charge=True)
    if play.figures[who].posture is not STANDING:
        return
    if len(facings) == 1:
        end_of_move(play, who)
    else:
        play.edit(who).facing = action.direction
        play.push(Face(who, facings))


def _then_face(play: Play, who: int) -> None:
    """One on its feet or in the air may set its facing, one low its field of fire (FACE-02)."""
    if may_turn(play.arena, play.figures[who]):
        play.push(Face(who))


def _stride(play: Play, task: AnyTask, action: Stride) -> None:
    """A giant's move says how it faces at its end (TFT-MOVE-20)."""
    stride(play, action)
    end_of_move(play, action.figure)


def _escape(play: Play, task: AnyTask, action: Escape) -> None:
    giant = play.arena.giants[action.figure]
    out = escape_of_giant(play.arena, play.battle, action.figure) if giant else None
    cost, path = out or escape_ways(play.arena, play.battle, action.figure)[action.over]
    set_out(play, action.figure)
    figure = play.edit(action.figure)
    if not giant:
        go(play, action.figure, (cost - 1, path))
    if figure.posture is not STANDING:
        return
    figure.steps = cost
    figure.hex = figure.moved_to = NOWHERE
    figure.condition = Condition.ESCAPED
    play.tell(Escaped("TFT-BAT-07", action.figure))


def _stand_up(play: Play, task: AnyTask, action: StandUp) -> None:
    """Rise in movement, free or engaged, with nothing else this turn (TFT-ACT-18, ACT-33)."""
    set_out(play, action.figure)
    figure = play.edit(action.figure)
    figure.posture = STANDING
    figure.stood_up = True
    figure.acted = True
    if figure.off >= 0 and holds_main_gauche(play.arena, figure):
        figure.parry = Parry.SHIELD
    play.tell(StoodUp("TFT-MOVE-17", action.figure))
    play.push(Face(action.figure))


def _let_fall(play: Play, task: AnyTask, action: LetFall) -> None:
    let_fall(play, action.figure, action.item, "TFT-EQP-06")


def _end_movement(play: Play, task: MoveOne, action: EndMovement) -> None:
    """The rest stay: S0 and E0 are taken now (TFT-ENG-05, TFT-MOVE-19)."""
    for who in play.arena.of_seat[task.seat]:
        if movable(play.battle, who):
            set_out(play, who)
    play.pop()


def _turn_to(play: Play, task: Face, action: TurnTo) -> None:
    figure = play.edit(task.figure)
    if figure.facing != action.facing:
        if play.arena.giants[task.figure]:
            face_corner(play, task.figure, action.facing)
        figure.facing = action.facing
        play.tell(Turned("TFT-FACE-02", task.figure, action.facing))
    play.pop()
    if play.battle.phase is Phase.MOVEMENT:
        end_of_move(play, task.figure)


def _use_parry(play: Play, task: ChooseParry, action: UseParry) -> None:
    play.edit(task.figure).parry = action.mode
    play.tell(ParryChosen("TFT-MG-02", task.figure, action.mode))
    play.pop()


PERFORM_MOVES: Mapping[type, Callable[[Play, Any, Any], None]] = {
    PlaceAt: _place,
    MoveLast: _move_first_or_last,
    Move: _move,
    Stride: _stride,
    Fly: _fly,
    Jump: _jump,
    Charge: _charge,
    Escape: _escape,
    StandUp: _stand_up,
    LetFall: _let_fall,
    EndMovement: _end_movement,
    TurnTo: _turn_to,
    UseParry: _use_parry,
}
