"""What one would click for each action, in order."""

from __future__ import annotations

from meleekit.tao import actions as do
from meleekit.tao.ids import figure_id, item_id, named_hex_id


def picks(action: do.AnyAction) -> tuple[str, ...]:
    """The scene ids that the action touches."""
    match action:
        case do.Take(figure=who):
            return (figure_id(who),)
        case do.Charge(target=target, hex=name):
            return figure_id(target), named_hex_id(name)
        case do.Step(hex=name) | do.FallTo(hex=name) | do.PutIn(hex=name) | do.BreakOut(hex=name):
            return (named_hex_id(name),)
        case do.Attack(target=target) | do.Overbear(target=target) | do.Grab(target=target):
            return (figure_id(target),)
        case do.PickUp(item=item):
            return (item_id(item),)
        case _:
            return ()
