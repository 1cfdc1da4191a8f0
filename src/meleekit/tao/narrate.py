"""Events as lines of a fight report."""

from __future__ import annotations

from meleekit.core.game import Event
from meleekit.tao import events as ev
from meleekit.tao.arena import Arena


def narrate(arena: Arena, event: Event) -> str:
    """The event as a line; empty for those not worth one."""
    who = arena.name(event.figure) if isinstance(event, ev.OfFigure) else ""
    match event:
        case ev.InitiativeRolled(dice=(one, other)):
            first = arena.sides[0] if one > other else arena.sides[1]
            return f"{arena.sides[0]} rolls {one}, {arena.sides[1]} {other}: {first} goes first."
        case ev.RoundBegan(round=number):
            return f"Round {number}."
        case ev.TurnSkipped():
            return f"{who} is stunned and loses the turn."
        case ev.Stepped(hex=name, parts=parts):
            cost = sum(part.value for part in parts)
            out = ", out of melee" if len(parts) > 1 else ""
            return f"{who} steps to {name}{out} ({cost} AP)."
        case ev.LeftMap():
            return f"{who} leaves the map."
        case ev.Drawn(item=item):
            return f"{who} draws {arena.item_name(item)}."
        case ev.PickedUp(item=item):
            return f"{who} picks up {arena.item_name(item)}."
        case ev.Dropped(item=item, hex=name):
            return f"{who}'s {arena.item_name(item)} falls in {name}."
        case ev.Ended(winners=winners, reason=reason):
            if not winners:
                return f"A draw: {reason}."
            return f"{arena.sides[winners[0]]} wins: {reason}."
        case _:
            return ""
