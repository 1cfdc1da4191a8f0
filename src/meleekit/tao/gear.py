"""Weapons in hand, carried, and on the ground (TAO-AP-02)."""

from __future__ import annotations

from meleekit.tao.actions import Draw, Drop, PickUp
from meleekit.tao.events import Drawn, Dropped, PickedUp
from meleekit.tao.play import Play
from meleekit.tao.state import NO_ITEM, Lying, Turn


def draw(play: Play, task: Turn, action: Draw) -> None:
    """A carried weapon is in hand; engagement is what it is from now on (TAO-MEL-09)."""
    figure = play.edit(task.figure)
    figure.ap -= play.arena.tables.costs.draw
    figure.carried = tuple(item for item in figure.carried if item != action.item)
    figure.ready = action.item
    play.tell(Drawn("TAO-AP-02", task.figure, action.item))


def pick_up(play: Play, task: Turn, action: PickUp) -> None:
    """A weapon from one's own hex is in hand."""
    figure = play.edit(task.figure)
    figure.ap -= play.arena.tables.costs.pick_up
    lying = Lying(figure.hex, action.item)
    play.battle.ground = tuple(thing for thing in play.battle.ground if thing != lying)
    figure.ready = action.item
    play.tell(PickedUp("TAO-AP-02", task.figure, action.item))


def drop(play: Play, task: Turn, action: Drop) -> None:
    """The weapon in hand falls into one's hex."""
    play.edit(task.figure).ap -= play.arena.tables.costs.drop
    let_fall(play, task.figure, "TAO-AP-02")


def let_fall(play: Play, who: int, rule: str) -> None:
    """Whatever is in hand and is no part of its body falls into the hex."""
    figure = play.edit(who)
    item = figure.ready
    if item == NO_ITEM or play.arena.items[item].natural:
        return
    figure.ready = NO_ITEM
    play.battle.ground = tuple(sorted((*play.battle.ground, Lying(figure.hex, item))))
    play.tell(Dropped(rule, who, item, play.arena.names[figure.hex]))
