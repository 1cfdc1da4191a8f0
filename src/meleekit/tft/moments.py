"""Carrying out each kind of action; what answers several kinds of task is here itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.tft.act_moments import PERFORM_ACTS
from meleekit.tft.actions import DoNothing, GiveOrder
from meleekit.tft.attack_moments import PERFORM_ATTACKS, go_on_with, guard_early
from meleekit.tft.events import OrderGiven
from meleekit.tft.grapple_moments import PERFORM_GRAPPLE, keep_nothing, refuse
from meleekit.tft.move_moments import PERFORM_MOVES
from meleekit.tft.play import Play
from meleekit.tft.state import (
    NO_ITEM,
    Act,
    AnyTask,
    Consent,
    Order,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
)


def _nothing(play: Play, task: AnyTask, action: DoNothing) -> None:
    if isinstance(task, Consent):
        refuse(play, task)
        return
    if isinstance(task, TakeBlade):
        keep_nothing(play, task)
        return
    play.pop()
    if isinstance(task, Act):
        play.edit(task.figure).acted = True
    elif isinstance(task, PreEmpt):
        go_on_with(play, task)
    elif isinstance(task, SecondShot):
        play.edit(task.figure).second_arrow = NO_ITEM
    elif isinstance(task, Retreat):
        play.edit(task.figure).used_retreat = True


def _give_order(play: Play, task: AnyTask, action: GiveOrder) -> None:
    """An order in movement, or as the answer to an attack, which it decides too (DEF-06)."""
    play.edit(action.figure).orders = action.order
    play.tell(OrderGiven("TFT-DEF-06", action.figure, action.order))
    if isinstance(task, PreEmpt):
        play.pop()
        if action.order.order is Order.ALWAYS:
            guard_early(play, task.figure, task.manner)
        go_on_with(play, task)


# Each function takes the task its kind of action answers; legality has been seen to before.
PERFORM: Mapping[type, Callable[[Play, Any, Any], None]] = {
    **PERFORM_MOVES,
    **PERFORM_ATTACKS,
    **PERFORM_ACTS,
    **PERFORM_GRAPPLE,
    DoNothing: _nothing,
    GiveOrder: _give_order,
}
