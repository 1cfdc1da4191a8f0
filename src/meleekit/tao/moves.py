"""Steps, and walking off the map (TAO-MOV, TAO-END-01)."""

from __future__ import annotations

from meleekit.core.game import Modifier
from meleekit.tao.actions import EndTurn, Leave, Step
from meleekit.tao.events import LeftMap, Stepped
from meleekit.tao.movement import step_parts
from meleekit.tao.play import Play
from meleekit.tao.sequence import end_turn
from meleekit.tao.state import NOWHERE, Status, Turn


def step(play: Play, task: Turn, action: Step) -> None:
    """One hex; nobody gets a blow for it (TAO-MOV-07).

    A step from one melee hex into another is as good a way out as any (TAO-WD-03).
    """
    arena = play.arena
    start = arena.names[play.figures[task.figure].hex]
    parts = _pay(play, task.figure)
    play.edit(task.figure).hex = arena.number[action.hex]
    rule = "TAO-MOV-02" if len(parts) > 1 else "TAO-MOV-01"
    play.tell(Stepped(rule, task.figure, start, action.hex, parts))


def leave(play: Play, task: Turn, action: Leave) -> None:
    """Off the map, for the price of a step (TAO-END-01)."""
    start = play.arena.names[play.figures[task.figure].hex]
    parts = _pay(play, task.figure)
    figure = play.edit(task.figure)
    figure.hex = NOWHERE
    figure.status = Status.LEFT
    play.tell(LeftMap("TAO-END-01", task.figure, start, parts))


def _pay(play: Play, who: int) -> tuple[Modifier, ...]:
    """The action points of a step, as things stand before it (TAO-MOV-05)."""
    parts = step_parts(play.arena, play.battle, who)
    play.edit(who).ap -= sum(part.value for part in parts)
    return parts


def end(play: Play, task: Turn, action: EndTurn) -> None:
    """Enough is done."""
    end_turn(play, task.figure)
