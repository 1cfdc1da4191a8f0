"""Buttons for set-up and movement. MA are points of the movement allowance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.phrases import listed
from meleekit.core.scene import COMPASS, CORNERS
from meleekit.tft.actions import (
    Action,
    Charge,
    ComeDownAt,
    EndMovement,
    Escape,
    Fly,
    GiveOrder,
    Jump,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    StandUp,
    Stride,
    TurnTo,
    UseParry,
)
from meleekit.tft.arena import Arena
from meleekit.tft.equipment import carried
from meleekit.tft.flight import flight
from meleekit.tft.giants import strides
from meleekit.tft.ids import hex_name
from meleekit.tft.jumps import jump_ways
from meleekit.tft.kit import item_words
from meleekit.tft.move_options import may_turn, movable
from meleekit.tft.movement import cost_of, reach
from meleekit.tft.phrases import order_words, signed
from meleekit.tft.state import (
    ALOFT,
    STANDING,
    Battle,
    Face,
    MoveOne,
    Parry,
    PreEmpt,
)


def _place_at(arena: Arena, battle: Battle, action: PlaceAt) -> str:
    if action.hex < 0:
        return f"Keep {arena.name(action.figure)} in reserve"
    return f"Place {arena.name(action.figure)} at {hex_name(arena, action.hex)}"


def _move_last(arena: Arena, battle: Battle, action: MoveLast) -> str:
    return "Move last" if action.last else "Move first"


def said_of(arena: Arena, figure: int, words: str) -> str:
    """What a figure may do, with its name wherever its player has others too."""
    if len(arena.of_seat[arena.seat_of[figure]]) > 1:
        return f"{arena.name(figure)}: {words}"
    return words[0].upper() + words[1:]


def spent_words(arena: Arena, who: int, cost: int | None) -> str:
    """What a move costs of the movement allowance, where that is known."""
    return "" if cost is None or cost < 0 else f" ({cost} of {arena.characters[who].ma} MA)"


def _move(arena: Arena, battle: Battle, action: Move) -> str:
    who = action.figure
    figure = battle.figures[who]
    if action.hex == figure.hex:
        if figure.posture is ALOFT:
            return said_of(arena, who, "stay in the air and set facing")
        if figure.posture is STANDING:
            return said_of(arena, who, "stay and set facing")
        turns = may_turn(arena, figure)
        return said_of(arena, who, "stay down and set facing" if turns else "stay down")
    layers = reach(arena, battle, who).layers
    cost = cost_of(arena.board, layers, action.hex)
    verb = "enter and move to" if figure.hex < 0 and cost > 1 else "move to"
    verb = "enter at" if figure.hex < 0 and cost <= 1 else verb
    words = f"{verb} {hex_name(arena, action.hex)}{spent_words(arena, who, cost)}"
    return said_of(arena, who, words)


def _stride(arena: Arena, battle: Battle, action: Stride) -> str:
    who, figure = action.figure, battle.figures[action.figure]
    if (action.hex, action.facing) == (figure.hex, figure.facing):
        return said_of(arena, who, "stay and set facing")
    cost = strides(arena, battle, who).get((action.hex, action.facing))
    corner = CORNERS[action.facing]
    words = f"move to {hex_name(arena, action.hex)} facing {corner}{spent_words(arena, who, cost)}"
    if action.hex == figure.hex:
        words = f"wheel to face {corner}{spent_words(arena, who, cost)}"
    return said_of(arena, who, words)


def _fly(arena: Arena, battle: Battle, action: Fly) -> str:
    who, there = action.figure, hex_name(arena, action.hex)
    spent = flown_words(arena, battle, who, action.hex)
    words = (
        f"fly to {there} and land{spent}" if action.land else f"fly to {there} and stay up{spent}"
    )
    if action.hex == battle.figures[who].hex:
        words = "land" if action.land else "take off and stay up"
    return said_of(arena, who, words)


def flown_words(arena: Arena, battle: Battle, who: int, hex_: int, more: int = 0) -> str:
    """What a flight to a hex costs, and so many steps more."""
    cost = cost_of(arena.board, flight(arena, battle, who).layers, hex_)
    return f" ({cost + more} of {arena.flying_ma[who]} MA in flight)" if cost >= 0 else ""


def _come_down(arena: Arena, battle: Battle, action: ComeDownAt) -> str:
    return f"Come down at {hex_name(arena, action.hex)}"


def _jump(arena: Arena, battle: Battle, action: Jump) -> str:
    who = action.figure
    way = jump_ways(arena, battle, who).get((action.hex, action.over))
    spent = spent_words(arena, who, way[0] if way else None)
    over = listed([hex_name(arena, hex_) for hex_ in action.over])
    goal = hex_name(arena, action.hex)
    return said_of(arena, who, f"move to {goal} with a jump over {over}{spent}")


def _charge(arena: Arena, battle: Battle, action: Charge) -> str:
    who = action.figure
    words = f"charge {COMPASS[action.direction]} to {hex_name(arena, action.hex)}"
    return said_of(arena, who, words + spent_words(arena, who, action.cost))


def _escape(arena: Arena, battle: Battle, action: Escape) -> str:
    over = listed([hex_name(arena, hex_) for hex_ in action.over])
    jump = f" with a jump over {over}" if over else ""
    return said_of(arena, action.figure, f"leave the arena{jump}")


def _stand_up(arena: Arena, battle: Battle, action: StandUp) -> str:
    return said_of(arena, action.figure, "stand up")


def _let_fall(arena: Arena, battle: Battle, action: LetFall) -> str:
    among = carried(battle.figures[action.figure])
    return said_of(arena, action.figure, f"drop {item_words(arena, action.item, among)}")


def _give_order(arena: Arena, battle: Battle, action: GiveOrder) -> str:
    words = order_words(action.order)
    if battle.stack and isinstance(battle.stack[-1], PreEmpt):
        return f"{words[0].upper()}{words[1:]} from now on"
    return said_of(arena, action.figure, words)


def _end_movement(arena: Arena, battle: Battle, action: EndMovement) -> str:
    task = battle.stack[-1] if battle.stack else None
    if not isinstance(task, MoveOne):
        return "End movement"
    left = [arena.name(who) for who in arena.of_seat[task.seat] if movable(battle, who)]
    return f"End movement: {listed(left)} {'stays' if len(left) == 1 else 'stay'} as now"


def _turn_to(arena: Arena, battle: Battle, action: TurnTo) -> str:
    task = battle.stack[-1] if battle.stack else None
    kept = isinstance(task, Face) and battle.figures[task.figure].facing == action.facing
    giant = isinstance(task, Face) and arena.giants[task.figure]
    where = (CORNERS if giant else COMPASS)[action.facing]
    return f"{'Keep facing' if kept else 'Face'} {where}"


def _use_parry(arena: Arena, battle: Battle, action: UseParry) -> str:
    rows = arena.tables.dex
    if action.mode is Parry.SHIELD:
        return f"Parry with the main-gauche ({signed(rows['mg_shield'].value)} DEX)"
    if action.mode is Parry.BOTH:
        return f"Parry and strike with the main-gauche ({signed(rows['mg_both'].value)} DEX)"
    return "Leave the main-gauche idle"


MOVE_LABELS: Mapping[type[Action], Callable[[Arena, Battle, Any], str]] = {
    PlaceAt: _place_at,
    MoveLast: _move_last,
    Move: _move,
    Stride: _stride,
    Fly: _fly,
    Jump: _jump,
    Charge: _charge,
    Escape: _escape,
    StandUp: _stand_up,
    LetFall: _let_fall,
    GiveOrder: _give_order,
    EndMovement: _end_movement,
    TurnTo: _turn_to,
    UseParry: _use_parry,
    ComeDownAt: _come_down,
}
