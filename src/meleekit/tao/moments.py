"""Carrying out each kind of action; legality has been seen to before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.tao import actions as do
from meleekit.tao import gear, moves
from meleekit.tao.play import Play
from meleekit.tao.sequence import begin_turn
from meleekit.tao.state import Choose


def _take(play: Play, task: Choose, action: do.Take) -> None:
    play.pop()
    begin_turn(play, action.figure)


# Each function takes the task that its kind of action answers.
PERFORM: Mapping[type, Callable[[Play, Any, Any], None]] = {
    do.Take: _take,
    do.Step: moves.step,
    do.Leave: moves.leave,
    do.EndTurn: moves.end,
    do.Draw: gear.draw,
    do.PickUp: gear.pick_up,
    do.Drop: gear.drop,
}
