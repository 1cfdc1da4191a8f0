"""What one clicks for an action: the ids it touches, in the order of the clicks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.hexgrid import DIRECTIONS
from meleekit.tft.actions import (
    Action,
    AnyAction,
    Attack,
    BreakFree,
    Charge,
    ComeDownAt,
    Declare,
    Disengage,
    Escape,
    Fly,
    ForceBack,
    GiveOrder,
    Grapple,
    HthAttack,
    Jump,
    LetFall,
    Move,
    PlaceAt,
    Ready,
    Shoot,
    StandUp,
    StepIn,
    Stride,
    Throw,
    TurnTo,
)
from meleekit.tft.arena import Arena
from meleekit.tft.ids import coord_id, figure_id, hex_id, item_id
from meleekit.tft.state import Battle, Face, Follow, MoveOne

Picks = tuple[str, ...]
_OfFigure = Escape | StandUp | LetFall | GiveOrder | Declare


def picks(arena: Arena, battle: Battle, action: AnyAction) -> Picks:
    """The ids on the board that the action touches; none for one that is only a button.

    All of them are in the scene: a character that is not on the board yet is not named.
    """
    find = _PICKS.get(type(action))
    return find(arena, battle, action) if find else ()


def _place(arena: Arena, battle: Battle, action: PlaceAt) -> Picks:
    return (hex_id(arena, action.hex),) if action.hex >= 0 else ()


def _goal(arena: Arena, battle: Battle, action: Move | Jump | Charge | Fly) -> Picks:
    if action.hex == battle.figures[action.figure].hex:
        return (figure_id(action.figure),)  # it stays, and stands in the way of its hex
    return figure_id(action.figure), hex_id(arena, action.hex)


def _stride(arena: Arena, battle: Battle, action: Stride) -> Picks:
    """One hex, or the giant itself where it stands in that hex already."""
    figure = battle.figures[action.figure]
    body = arena.body[action.figure][figure.hex][figure.facing] if figure.hex >= 0 else 0
    giant = figure_id(action.figure)
    own = body & arena.board.bit[action.hex]
    return (giant,) if own else (giant, hex_id(arena, action.hex))


def _figure(arena: Arena, battle: Battle, action: _OfFigure) -> Picks:
    return (figure_id(action.figure),)


def _ahead(arena: Arena, battle: Battle, action: TurnTo) -> Picks:
    """The neighbouring cell in that direction, be it a wall; none where the board ends."""
    task = battle.stack[-1] if battle.stack else None
    if not isinstance(task, Face) or battle.figures[task.figure].hex < 0:
        return ()
    if arena.giants[task.figure]:
        return ()  # a corner is no cell
    q, r = arena.board.coords[battle.figures[task.figure].hex]
    dq, dr = DIRECTIONS[action.facing]
    ahead = (q + dq, r + dr)
    return (coord_id(ahead),) if ahead in arena.board.index or ahead in arena.spec.walls else ()


def _grapple(arena: Arena, battle: Battle, action: Grapple) -> Picks:
    """The one to be grappled, after the hex it is entered from where that is to be chosen."""
    whom: Picks = (hex_id(arena, action.hex),)
    if action.target >= 0:
        # Which of a giant's hexes is entered is a choice as well: HTH-20.
        giant = arena.giants[action.target]
        whom = (figure_id(action.target), *whom) if giant else (figure_id(action.target),)
    if battle.stack and isinstance(battle.stack[-1], MoveOne):
        mine = figure_id(action.figure)
        stays = action.via == battle.figures[action.figure].hex
        return (mine, *whom) if stays else (mine, hex_id(arena, action.via), *whom)
    return whom


def _target(arena: Arena, battle: Battle, action: Attack | Throw | Shoot | HthAttack) -> Picks:
    return (figure_id(action.target),)


def _hex(arena: Arena, battle: Battle, action: Disengage | BreakFree | ComeDownAt) -> Picks:
    return (hex_id(arena, action.hex),)


def _lifted(arena: Arena, battle: Battle, action: Ready) -> Picks:
    """The items that would be taken up from the ground."""
    lying = {ground.item for ground in battle.ground}
    wanted = (action.main, action.off, action.sling)
    return tuple(item_id(item) for item in wanted if item in lying)


def _forced(arena: Arena, battle: Battle, action: ForceBack) -> Picks:
    target = figure_id(action.target)
    return (target, hex_id(arena, action.hex)) if action.hex >= 0 else (target,)


def _vacated(arena: Arena, battle: Battle, action: StepIn) -> Picks:
    task = battle.stack[-1] if battle.stack else None
    return (hex_id(arena, task.hex),) if isinstance(task, Follow) else ()


_PICKS: Mapping[type[Action], Callable[[Arena, Battle, Any], Picks]] = {
    PlaceAt: _place,
    Move: _goal,
    Stride: _stride,
    Fly: _goal,
    Jump: _goal,
    Charge: _goal,
    Escape: _figure,
    StandUp: _figure,
    LetFall: _figure,
    GiveOrder: _figure,
    Declare: _figure,
    TurnTo: _ahead,
    Attack: _target,
    Throw: _target,
    Shoot: _target,
    Disengage: _hex,
    ComeDownAt: _hex,
    Grapple: _grapple,
    HthAttack: _target,
    BreakFree: _hex,
    Ready: _lifted,
    ForceBack: _forced,
    StepIn: _vacated,
}
