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
            return f"{arena.sides[0]} {one}, {arena.sides[1]} {other}: initiative goes to {first}."
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
        case ev.Grabbed() if event.hold is not None:
            held = "holds on" if event.hold.total <= event.share else "cannot hold on"
            return f"{_tried(arena, event, 'grabs at')}: {who} {held} ({event.share}% or less)."
        case ev.Grabbed():
            return f"{_tried(arena, event, 'grabs at')}."
        case ev.Overbore():
            return f"{_tried(arena, event, 'tries to overbear')}."
        case ev.Attacked(weapon=weapon):
            return f"{_tried(arena, event, 'attacks', f' with {weapon}')}."
        case ev.WentDown():
            return f"{who} is down."
        case ev.Died():
            return f"{who} is dead."
        case ev.Stunned(again=again):
            return f"{who} is {'no more stunned than before' if again else 'stunned'}."
        case ev.FellBack(hex=name):
            return f"{who} falls back to {name}."
        case ev.HeldOn():
            return f"{who} has nowhere to fall back to."
        case ev.Followed(hex=name):
            return f"{who} follows into {name}."
        case ev.Charged(target=target, path=path):
            return f"{who} charges {arena.name(target)}, {len(path)} hexes to {path[-1]}."
        case ev.MoraleChecked(roll=roll, broke=broke, morale=morale):
            stands = "breaks" if broke else "stands"
            return f"{who} rolls {roll.total} against morale {morale} and {stands}."
        case ev.Contact(target=target, charger_first=first):
            return f"{who if first else arena.name(target)} strikes first."
        case ev.PutDown(hex=name):
            return f"{who} is put in {name}."
        case ev.TriedToBreakOut(success=success, hex=name, share=share):
            said = f"breaks out to {name}" if success else "does not get out"
            return f"{who} {said} ({share}% or less)."
        case ev.Ended(winners=winners, reason=reason):
            if not winners:
                return f"A draw: {reason}."
            return f"The fight goes to {arena.sides[winners[0]]}: {reason}."
        case _:
            return ""


def _tried(arena: Arena, event: ev.Attacked, verb: str, how: str = "") -> str:
    """Who tries what against whom, what the d20 shows, and what comes of it."""
    said = f"{arena.name(event.figure)} {verb} {arena.name(event.target)}{how}"
    said += f", {event.needed} or more: {event.roll.total}, {_RESULTS[event.result]}"
    dealt = event.damage
    if dealt is None:
        return said
    times = dealt.multiplier
    of = f", {dealt.hits // times} x{times}" if times > 1 else ""
    return f"{said} for {dealt.hits}{of}"


_RESULTS = {
    ev.Result.FUMBLE: "a fumble",
    ev.Result.MISS: "a miss",
    ev.Result.HIT: "a hit",
    ev.Result.CRITICAL: "a critical hit",
}
