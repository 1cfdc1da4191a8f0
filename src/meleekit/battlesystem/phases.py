"""The round: from one decision to the next (BAT-SEQ-01..06)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import events as ev
from meleekit.battlesystem import marching, options
from meleekit.battlesystem.checks import closing_cells, melee_of
from meleekit.battlesystem.fighting import free_attack as strike_at
from meleekit.battlesystem.fighting import freeze, resolve, tell_of_ends
from meleekit.battlesystem.geometry import moved
from meleekit.battlesystem.morale import (
    are_due,
    break_up,
    check,
    finish_flight,
    is_due,
    rally,
    run_routed,
    start_flight,
)
from meleekit.battlesystem.outcome import ended, survivors, winners
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.state import Assigned, Flight, Stage

# -- what is decided -----------------------------------------------------------------------------


def _order(play: Play, action: act.MoveOrder) -> None:
    state = play.state
    state.first = state.initiative if action.first else 1 - state.initiative
    play.tell(ev.OrderChosen("BAT-SEQ-02", state.first))
    rally(play)
    _start_moves(play, state.first)


def _free_attack(play: Play, action: act.FreeAttack) -> None:
    number, flight = play.battle.number[action.unit], _asked_off(play, action.unit)
    strike_at(play, number, flight.unit)
    # Who touches nobody any more has no figure that could strike (BAT-END-05).
    touched = play.ground.touched(flight.unit)
    left = play.state.flight
    assert left is not None
    asked = tuple([other for other in left.asked if other in touched])
    play.state.flight = Flight(flight.unit, flight.direction, flight.rout, asked)


def _spare(play: Play, action: act.Spare) -> None:
    _asked_off(play, action.unit)
    play.tell(ev.Spared("BAT-END-05", action.unit))


def _asked_off(play: Play, name: str) -> Flight:
    """The flight under way, with one enemy fewer to ask."""
    flight, number = play.state.flight, play.battle.number[name]
    assert flight is not None
    asked = tuple([other for other in flight.asked if other != number])
    play.state.flight = Flight(flight.unit, flight.direction, flight.rout, asked)
    return flight


def _change_weapon(play: Play, action: act.ChangeWeapon) -> None:
    number = play.battle.number[action.unit]
    play.change(number, weapon=action.weapon)
    play.state.done = (*play.state.done, number)
    play.tell(ev.WeaponChanged("BAT-WPN-02", action.unit, action.weapon))


def _lead(play: Play, action: act.Lead) -> None:
    number = play.battle.number[action.unit]
    play.change(number, leads=action.fights)
    play.state.done = (*play.state.done, number)
    name = play.battle.sheets[number].commander
    play.tell(ev.CommanderDecided("BAT-SEQ-06", action.unit, name, action.fights))


def _assign(play: Play, action: act.Assign) -> None:
    number, enemy = play.battle.number[action.unit], play.battle.number[action.enemy]
    play.state.assigned = (*play.state.assigned, Assigned(number, action.figure, enemy))
    play.tell(ev.FigureAssigned("BAT-ELIG-10", action.unit, action.figure, action.enemy))


def _ready(play: Play, action: act.Ready) -> None:
    _NEXT[play.state.stage](play)


def _fight(play: Play, action: act.Fight) -> None:
    number = play.battle.number
    place = melee_of(play.state, number[action.first], number[action.second])
    assert place is not None
    resolve(play, place)


def _close_up(play: Play, action: act.CloseUp) -> None:
    number, enemy = play.battle.number[action.unit], play.battle.number[action.enemy]
    cells = closing_cells(play.ground, number, enemy)
    pose = play.state.units[number].pose
    play.change(number, pose=moved(pose, pose.facing, cells))
    play.state.done = (*play.state.done, number)
    play.tell(ev.ClosedUp("BAT-END-09", action.unit, action.enemy, cells))


# -- one step of the round to the next -----------------------------------------------------------


def _start_moves(play: Play, side: int) -> None:
    """A side moves, its routed units first and by themselves (BAT-MOR-09)."""
    play.state.turn, play.state.stage = side, Stage.MOVE
    run_routed(play, side)


def _start_weapons(play: Play, side: int) -> None:
    play.state.turn, play.state.stage, play.state.done = side, Stage.WEAPONS, ()


def _start_commanders(play: Play) -> None:
    play.state.stage, play.state.done = Stage.COMMANDERS, ()


def _start_assigning(play: Play, side: int) -> None:
    play.state.turn, play.state.stage = side, Stage.ASSIGN


def _after_assigning(play: Play) -> None:
    """The side without initiative assigns first, then the other; then all is frozen (SEQ-04)."""
    state = play.state
    if state.turn != state.initiative:
        _start_assigning(play, state.initiative)
        return
    freeze(play)
    state.assigned = ()
    state.turn, state.stage = state.initiative, Stage.MELEE


def _start_closing(play: Play, side: int) -> None:
    play.state.turn, play.state.stage, play.state.done = side, Stage.CLOSE, ()


def _after_closing(play: Play) -> None:
    """The side with initiative closes up first (BAT-END-09); then morale is checked (MOR-02)."""
    state = play.state
    if state.turn == state.initiative:
        _start_closing(play, 1 - state.initiative)
        return
    tell_of_ends(play)
    state.melees, state.done = (), ()
    state.stage = Stage.MORALE
    state.checks = are_due(play)


_NEXT: Mapping[Stage, Callable[[Play], None]] = {
    Stage.WEAPONS: _start_commanders,
    Stage.ASSIGN: _after_assigning,
    Stage.CLOSE: _after_closing,
}


def _round_start(play: Play) -> bool:
    """A die each, again after a tie; the higher has initiative (BAT-SEQ-02)."""
    state = play.state
    state.round += 1
    play.tell(ev.RoundBegan("BAT-SEQ-01", state.round))
    rolled = play.dice.roll_off(2, why="initiative")
    state.initiative = rolled.order[0]
    play.tell(ev.InitiativeWon("BAT-SEQ-02", state.initiative, rolled.dice))
    state.turn, state.stage = state.initiative, Stage.ORDER
    return True


def _moving(play: Play) -> bool:
    """While a unit of the side has still to move it is asked (BAT-SEQ-03)."""
    state = play.state
    if state.active or options.movers(play.ground):
        return False
    if state.turn == state.first:
        _start_moves(play, 1 - state.first)
    else:
        _start_weapons(play, 1 - state.initiative)
    return True


def _following(play: Play) -> bool:
    state = play.state
    if state.withdrawal and state.withdrawal.asked:
        return False
    state.withdrawal = None
    state.turn, state.stage = 1 - state.turn, Stage.MOVE
    return True


def _striking(play: Play) -> bool:
    """When all have struck or spared it, the unit runs (BAT-END-06)."""
    state, flight = play.state, play.state.flight
    assert flight is not None
    if flight.asked:
        return False
    finish_flight(play)
    state.turn = play.battle.side[flight.unit]
    state.stage = Stage.MORALE if flight.rout else Stage.MOVE
    return True


def _changing_weapons(play: Play) -> bool:
    if options.with_choice_of_weapon(play.ground):
        return False
    _start_commanders(play)
    return True


def _asking_commanders(play: Play) -> bool:
    """Weapons and commanders of the side without initiative first (BAT-WPN-04, BAT-SEQ-06)."""
    if options.with_commander(play.ground):
        return False
    state = play.state
    state.done = ()
    if state.turn != state.initiative:
        _start_weapons(play, state.initiative)
    else:
        _start_assigning(play, 1 - state.initiative)
    return True


def _assigning(play: Play) -> bool:
    if next(options.assignments(play.ground), None):
        return False
    _after_assigning(play)
    return True


def _melees(play: Play) -> bool:
    """Until all are resolved the side with initiative names the next (BAT-PROC-01)."""
    state = play.state
    if not all([melee.fought for melee in state.melees]):
        return False
    _start_closing(play, state.initiative)
    return True


def _closing(play: Play) -> bool:
    if next(options.closings(play.ground), None):
        return False
    _after_closing(play)
    return True


def _morale(play: Play) -> bool:
    """One check after another, each rout carried out before the next (BAT-MOR-02, MOR-06)."""
    state = play.state
    if not state.checks:
        _round_end(play)
        return True
    number, *rest = state.checks
    state.checks = tuple(rest)
    if is_due(play, number) and not check(play, number) and break_up(play, number):
        start_flight(play, number, rout=True)
    return True


def _round_end(play: Play) -> None:
    """Flags of the round are cleared; is the battle over? (BAT-SEQ-04, SEQ-06, BAT-VICT-01)."""
    state, battle = play.state, play.battle
    for number, unit in enumerate(state.units):
        if unit.charged or unit.fled or unit.moved or unit.leads:
            play.change(number, charged=False, fled=False, moved=False, leads=False)
    if not ended(battle, state):
        state.stage = Stage.ROUND_START
        return
    state.stage, state.turn = Stage.OVER, 0
    left = survivors(battle, state)
    wounded = tuple([name for name in left if state.units[battle.number[name]].wounded])
    play.tell(ev.Ended("BAT-VICT-01", winners(battle, state), left, wounded))


_ON: Mapping[Stage, Callable[[Play], bool]] = {
    Stage.ROUND_START: _round_start,
    Stage.ORDER: lambda play: False,
    Stage.MOVE: _moving,
    Stage.FOLLOW: _following,
    Stage.STRIKE: _striking,
    Stage.WEAPONS: _changing_weapons,
    Stage.COMMANDERS: _asking_commanders,
    Stage.ASSIGN: _assigning,
    Stage.MELEE: _melees,
    Stage.CLOSE: _closing,
    Stage.MORALE: _morale,
    Stage.OVER: lambda play: False,
}


def go_on(play: Play) -> None:
    """Whatever comes of itself, up to the next decision (BAT-SEQ-01)."""
    while _ON[play.state.stage](play):
        pass


_MOVES: Mapping[type, Callable[[Play, Any, int], None]] = {
    act.Hold: marching.hold,
    act.Halt: marching.halt,
    act.Advance: marching.advance,
    act.Wheel: marching.wheel,
    act.AboutFace: marching.about_face,
    act.Charge: marching.charge,
    act.Reform: marching.reform,
    act.Withdraw: marching.withdraw,
    act.Follow: marching.follow,
    act.Remain: marching.remain,
    act.Flee: marching.flee,
}
_OTHERS: Mapping[type, Callable[[Play, Any], None]] = {
    act.MoveOrder: _order,
    act.FreeAttack: _free_attack,
    act.Spare: _spare,
    act.ChangeWeapon: _change_weapon,
    act.Lead: _lead,
    act.Assign: _assign,
    act.Ready: _ready,
    act.Fight: _fight,
    act.CloseUp: _close_up,
}


def do(play: Play, action: Any) -> None:  # noqa: ANN401  # actions differ
    """Carry out a legal action, and no more."""
    move = _MOVES.get(type(action))
    if move:
        move(play, action, play.battle.number[action.unit])
    else:
        _OTHERS[type(action)](play, action)
