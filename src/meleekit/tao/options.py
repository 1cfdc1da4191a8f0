"""All that a seat may do, in a fixed order, and whether one action is among it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.tao import actions as do
from meleekit.tao import checks
from meleekit.tao.arena import Arena
from meleekit.tao.checks import No
from meleekit.tao.sequence import next_up
from meleekit.tao.state import NO_ITEM, NOBODY, Battle, Choose, Turn

Actions = list[do.AnyAction]


def decider(arena: Arena, battle: Battle) -> int:
    """The seat that the game waits for, NOBODY after the end. A seat is a side."""
    if not battle.stack:
        return NOBODY
    task = battle.stack[-1]
    return task.side if isinstance(task, Choose) else arena.side_of[task.figure]


def options(arena: Arena, battle: Battle, seat: int) -> Actions:
    """What the seat may do; nothing unless the game waits for it."""
    if seat == NOBODY or decider(arena, battle) != seat:
        return []
    task = battle.stack[-1]
    return _OPTIONS[type(task)](arena, battle, task)


def _choices(arena: Arena, battle: Battle, task: Choose) -> Actions:
    return [do.Take(who) for who in next_up(arena, battle)]


def _in_turn(arena: Arena, battle: Battle, task: Turn) -> Actions:
    who, names = task.figure, arena.names
    figure = battle.figures[who]
    found: Actions = [do.Step(names[hex_]) for hex_ in checks.steps(arena, battle, who)]
    if checks.leave(arena, battle, who) is None:
        found.append(do.Leave())
    if figure.ready == NO_ITEM:
        found += [
            do.Draw(item)
            for item in figure.carried
            if checks.draw(arena, battle, who, item) is None
        ]
        found += [
            do.PickUp(thing.item)
            for thing in battle.ground
            if thing.hex == figure.hex and checks.pick_up(arena, battle, who, thing.item) is None
        ]
    if checks.drop(arena, battle, who) is None:
        found.append(do.Drop())
    if checks.end_turn(arena, battle, who) is None:
        found.append(do.EndTurn())
    return found


_OPTIONS: Mapping[type, Callable[[Arena, Battle, Any], Actions]] = {
    Choose: _choices,
    Turn: _in_turn,
}


# -- one action ------------------------------------------------------------------------------------

_NOT_NOW = No("TAO-VAL-02", "that is not what is to be decided now")


def against(arena: Arena, battle: Battle, action: do.AnyAction) -> No | None:
    """What is against an action of whoever is asked; None where it is legal."""
    task = battle.stack[-1]
    judge = _JUDGES[type(task)].get(type(action))
    return judge(arena, battle, task, action) if judge else _NOT_NOW


def _take(arena: Arena, battle: Battle, task: Choose, action: do.Take) -> No | None:
    if action.figure in next_up(arena, battle):
        return None
    return No("TAO-INIT-03", "one of those who come next: " + _names(arena, battle))


def _names(arena: Arena, battle: Battle) -> str:
    return ", ".join(arena.name(who) for who in next_up(arena, battle))


_Judge = Callable[[Arena, Battle, Any, Any], No | None]

_IN_TURN: Mapping[type, _Judge] = {
    do.Step: lambda arena, battle, task, a: checks.step(arena, battle, task.figure, a.hex),
    do.Leave: lambda arena, battle, task, a: checks.leave(arena, battle, task.figure),
    do.Draw: lambda arena, battle, task, a: checks.draw(arena, battle, task.figure, a.item),
    do.PickUp: lambda arena, battle, task, a: checks.pick_up(arena, battle, task.figure, a.item),
    do.Drop: lambda arena, battle, task, a: checks.drop(arena, battle, task.figure),
    do.EndTurn: lambda arena, battle, task, a: checks.end_turn(arena, battle, task.figure),
}
_JUDGES: Mapping[type, Mapping[type, _Judge]] = {
    Choose: {do.Take: _take},
    Turn: _IN_TURN,
}
