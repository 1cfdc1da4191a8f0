"""Carrying out each kind of action; legality has been seen to before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.tao import actions as do
from meleekit.tao import attacks, charging, gear, grappling, moves, overbearing
from meleekit.tao.harm import go_back
from meleekit.tao.play import Play
from meleekit.tao.sequence import begin_turn
from meleekit.tao.state import Choose, FallBack


def _take(play: Play, task: Choose, action: do.Take) -> None:
    play.pop()
    begin_turn(play, action.figure)


def _fall_to(play: Play, task: FallBack, action: do.FallTo) -> None:
    play.pop()
    hex_ = play.arena.number[action.hex]
    go_back(play, task.figure, task.by, hex_, follows=task.follows)


# Each function takes the task that its kind of action answers.
PERFORM: Mapping[type, Callable[[Play, Any, Any], None]] = {
    do.Take: _take,
    do.Step: moves.step,
    do.Leave: moves.leave,
    do.EndTurn: moves.end,
    do.Draw: gear.draw,
    do.PickUp: gear.pick_up,
    do.Drop: gear.drop,
    do.Attack: attacks.attack,
    do.Overbear: overbearing.overbear,
    do.Charge: charging.charge,
    do.Grab: grappling.grab,
    do.Blow: grappling.strike_in_brawl,
    do.BreakOut: grappling.break_out,
    do.FallTo: _fall_to,
    do.LetCome: charging.let_come,
    do.StrikeFirst: charging.strike_first,
    do.PutIn: grappling.put_in,
}
