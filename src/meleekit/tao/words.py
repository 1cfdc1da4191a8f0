"""What actions and decisions are called, and where the game stands."""

from __future__ import annotations

from meleekit.core.phrases import listed
from meleekit.tao import actions as do
from meleekit.tao.arena import Arena
from meleekit.tao.movement import step_cost
from meleekit.tao.sequence import next_up
from meleekit.tao.state import Battle, Choose, Turn


def label(arena: Arena, battle: Battle, action: do.AnyAction) -> str:
    """The action as a button says it."""
    costs = arena.tables.costs
    task = battle.stack[-1] if battle.stack else None
    match action:
        case do.Take(figure=who):
            return f"{arena.name(who)} is next"
        case do.Step(hex=name):
            assert isinstance(task, Turn)
            return f"Step to {name} ({step_cost(arena, battle, task.figure)} AP)"
        case do.Leave():
            assert isinstance(task, Turn)
            return f"Leave the map ({step_cost(arena, battle, task.figure)} AP)"
        case do.Draw(item=item):
            return f"Draw {_item(arena, item)} ({costs.draw} AP)"
        case do.PickUp(item=item):
            return f"Pick up {_item(arena, item)} ({costs.pick_up} AP)"
        case do.Drop():
            return f"Drop what is in hand ({costs.drop} AP)"
        case _:
            return "End the turn"


def _item(arena: Arena, item: int) -> str:
    """A weapon, told from others of its kind by whose it was."""
    owner = next(one.name for one in arena.combatants if item in one.items)
    return f"{owner}'s {arena.item_name(item)}"


def prompt(arena: Arena, battle: Battle) -> str:
    """The decision in words: "Red: Albert's turn, 3 AP left"."""
    task = battle.stack[-1]
    if isinstance(task, Choose):
        who = listed([arena.name(one) for one in next_up(arena, battle)], "or")
        return f"{arena.sides[task.side]}: who is next, {who}?"
    side, name = arena.sides[arena.side_of[task.figure]], arena.name(task.figure)
    return f"{side}: {name}'s turn, {battle.figures[task.figure].ap} AP left"


def status(battle: Battle) -> str:
    """Where the game stands."""
    return "Over" if battle.outcome else f"Round {battle.round}"
