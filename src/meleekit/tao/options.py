"""All that a seat may do, in a fixed order, and whether one action is among it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.tao import actions as do
from meleekit.tao import checks
from meleekit.tao import fight_checks as fight
from meleekit.tao.arena import Arena
from meleekit.tao.checks import No
from meleekit.tao.engagement import partner
from meleekit.tao.grappling import put_hexes
from meleekit.tao.harm import fall_back_hexes
from meleekit.tao.sequence import next_up
from meleekit.tao.state import NO_ITEM, NOBODY, Battle, Brace, Choose, FallBack, Place, Turn
from meleekit.tao.switches import Switch

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
    if Switch.ATTACKS in arena.rules:
        found += _attacks(arena, battle, who)
    if checks.end_turn(arena, battle, who) is None:
        found.append(do.EndTurn())
    return found


def _attacks(arena: Arena, battle: Battle, who: int) -> Actions:
    """All that can be done to enemies, by kind."""
    names = arena.names
    found: Actions = []
    if partner(arena, battle, who) != NOBODY:
        if fight.blow(arena, battle, who) is None:
            found.append(do.Blow())
        hexes = fight.break_out_hexes(arena, battle, who)
        return found + [do.BreakOut(names[hex_]) for hex_ in hexes]
    for kind, check in _AT_ONE:
        found += [kind(e) for e in arena.enemies[who] if check(arena, battle, who, e) is None]
    return found + [
        do.Charge(target, names[hex_]) for target, hex_ in fight.charges(arena, battle, who)
    ]


_AT_ONE = (
    (do.Attack, fight.attack),
    (do.Overbear, fight.overbear),
    (do.Grab, fight.grab),
)


def _ways_back(arena: Arena, battle: Battle, task: FallBack) -> Actions:
    hexes = fall_back_hexes(arena, battle, task.figure, task.by)
    return [do.FallTo(arena.names[hex_]) for hex_ in hexes]


def _answers(arena: Arena, battle: Battle, task: Brace) -> Actions:
    return [do.LetCome(), do.StrikeFirst()]


def _places(arena: Arena, battle: Battle, task: Place) -> Actions:
    hexes = put_hexes(arena, battle, task.figure, task.target)
    return [do.PutIn(arena.names[hex_]) for hex_ in hexes]


_OPTIONS: Mapping[type, Callable[[Arena, Battle, Any], Actions]] = {
    Choose: _choices,
    Turn: _in_turn,
    FallBack: _ways_back,
    Brace: _answers,
    Place: _places,
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
    do.Attack: lambda arena, battle, task, a: fight.attack(arena, battle, task.figure, a.target),
    do.Overbear: lambda arena, battle, task, a: fight.overbear(
        arena, battle, task.figure, a.target
    ),
    do.Grab: lambda arena, battle, task, a: fight.grab(arena, battle, task.figure, a.target),
    do.Charge: lambda arena, battle, task, a: fight.charge(
        arena, battle, task.figure, a.target, a.hex
    ),
    do.Blow: lambda arena, battle, task, a: fight.blow(arena, battle, task.figure),
    do.BreakOut: lambda arena, battle, task, a: fight.break_out(arena, battle, task.figure, a.hex),
}


def _fall_to(arena: Arena, battle: Battle, task: FallBack, action: do.FallTo) -> No | None:
    if wrong := checks.hex_fault(arena, action.hex):
        return wrong
    if arena.number[action.hex] in fall_back_hexes(arena, battle, task.figure, task.by):
        return None
    return No("TAO-STUN-05", "a free hex beside it, farther from the attacker")


def _put_in(arena: Arena, battle: Battle, task: Place, action: do.PutIn) -> No | None:
    if wrong := checks.hex_fault(arena, action.hex):
        return wrong
    if arena.number[action.hex] in put_hexes(arena, battle, task.figure, task.target):
        return None
    return No("TAO-GRAP-03", "a free hex beside both, straight beyond, or the grabber's own")


def _fine(arena: Arena, battle: Battle, task: Brace, action: do.AnyAction) -> None:
    return None


_JUDGES: Mapping[type, Mapping[type, _Judge]] = {
    Choose: {do.Take: _take},
    Turn: _IN_TURN,
    FallBack: {do.FallTo: _fall_to},
    Brace: {do.LetCome: _fine, do.StrikeFirst: _fine},
    Place: {do.PutIn: _put_in},
}
