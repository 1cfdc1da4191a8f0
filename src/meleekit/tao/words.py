"""What actions and decisions are called, and where the game stands."""

from __future__ import annotations

from meleekit.core.phrases import listed
from meleekit.tao import actions as do
from meleekit.tao.arena import Arena
from meleekit.tao.attacks import attack_cost
from meleekit.tao.charging import charge_cost, run_to
from meleekit.tao.engagement import partner, weapon_of
from meleekit.tao.grappling import brawl_weapon
from meleekit.tao.movement import step_cost
from meleekit.tao.sequence import next_up
from meleekit.tao.state import Battle, Brace, Choose, FallBack, Place, Turn


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
        case do.Attack(target=target):
            assert isinstance(task, Turn)
            figure = battle.figures[task.figure]
            weapon, cost = weapon_of(arena, figure).name, attack_cost(arena, figure)
            return f"Attack {arena.name(target)} with {weapon} ({cost} AP)"
        case do.Overbear(target=target):
            return f"Overbear {arena.name(target)} (all AP)"
        case do.Charge(target=target, hex=name):
            assert isinstance(task, Turn)
            run = run_to(arena, battle, task.figure, arena.number[name])
            return f"Charge {arena.name(target)} by {name} ({charge_cost(arena, len(run))} AP)"
        case do.Grab(target=target):
            return f"Grab {arena.name(target)} ({costs.grab} AP)"
        case do.Blow():
            assert isinstance(task, Turn)
            other = arena.name(partner(arena, battle, task.figure))
            weapon = brawl_weapon(arena, battle.figures[task.figure]).name
            return f"Strike {other} with {weapon} ({costs.blow} AP)"
        case do.BreakOut(hex=name):
            return f"Break out to {name} ({costs.break_out} AP)"
        case do.FallTo(hex=name):
            return f"Back to {name}"
        case do.LetCome():
            return "Wait for contact"
        case do.StrikeFirst():
            return "Strike before contact"
        case do.PutIn(hex=name):
            return _put(arena, battle, name)
        case _:
            return "End the turn"


def _put(arena: Arena, battle: Battle, name: str) -> str:
    task = battle.stack[-1]
    assert isinstance(task, Place)
    if arena.number[name] == battle.figures[task.figure].hex:
        return f"Pull it into {name}, to brawl"
    return f"Put it in {name}"


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
    if isinstance(task, FallBack):
        return f"{side}: where does {name} fall back to, away from {arena.name(task.by)}?"
    if isinstance(task, Brace):
        return f"{side}: {arena.name(task.charger)} charges; does {name} strike before contact?"
    if isinstance(task, Place):
        return f"{side}: where does {name} put {arena.name(task.target)}?"
    return f"{side}: {name}'s turn, {battle.figures[task.figure].ap} AP left"


def status(arena: Arena, battle: Battle) -> str:
    """Where the game stands, and when it is over at the latest."""
    limit = arena.setup.round_limit
    said = f"Round {battle.round}{f' of {limit}' if limit else ''}"
    return f"{said}, over" if battle.outcome else said
