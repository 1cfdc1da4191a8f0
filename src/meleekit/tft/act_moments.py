"""Carrying out actions that are no attacks, and forced retreat: one function a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.tft.actions import ComeDownAt, Disengage, ForceBack, GoDown, Ready, Reload, StepIn
from meleekit.tft.coming_down import land_at
from meleekit.tft.equipment import take_in_hand
from meleekit.tft.events import SteppedIn, StoppedEngaging, WentDown
from meleekit.tft.loading import reload
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.retreat import force_back
from meleekit.tft.state import Act, ComeDown, Face, Follow, Retreat

# -- actions -------------------------------------------------------------------------------------


def _reload(play: Play, task: Act, action: Reload) -> None:
    play.pop()
    reload(play, task.figure, action.item)


def _disengage(play: Play, task: Act, action: Disengage) -> None:
    """Step away; no stumble roll in this phase, facing set after the step (TFT-DIS-02).

    It is the action, so nothing is attacked in that turn (TFT-DIS-07).
    """
    play.pop()
    figure = play.edit(task.figure)
    left = figure.hex
    figure.hex = action.hex
    figure.acted = True
    play.tell(StoppedEngaging("TFT-DIS-01", task.figure, left, action.hex))
    play.push(Face(task.figure))


def _go_down(play: Play, task: Act, action: GoDown) -> None:
    play.pop()
    figure = play.edit(task.figure)
    figure.acted = True
    go_to_ground(figure, action.posture)
    play.tell(WentDown("TFT-ACT-14", task.figure, action.posture))


def _ready(play: Play, task: Act, action: Ready) -> None:
    play.pop()
    play.edit(task.figure).acted = True
    take_in_hand(play, task.figure, action)


def _come_down(play: Play, task: ComeDown, action: ComeDownAt) -> None:
    play.pop()
    land_at(play, task.figure, action.hex)


# -- forced retreat ------------------------------------------------------------------------------


def _force_back(play: Play, task: Retreat, action: ForceBack) -> None:
    play.pop()
    force_back(play, task.figure, action)


def _step_in(play: Play, task: Follow, action: StepIn) -> None:
    play.pop()
    play.edit(task.figure).hex = task.hex
    play.tell(SteppedIn("TFT-RET-06", task.figure, task.hex))
    play.push(Face(task.figure))


PERFORM_ACTS: Mapping[type, Callable[[Play, Any, Any], None]] = {
    Reload: _reload,
    Disengage: _disengage,
    GoDown: _go_down,
    Ready: _ready,
    ComeDownAt: _come_down,
    ForceBack: _force_back,
    StepIn: _step_in,
}
