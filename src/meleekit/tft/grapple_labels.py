"""Buttons for hand-to-hand: going to grips, and fighting in a pile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.phrases import listed
from meleekit.tft.actions import (
    Action,
    Agree,
    BreakFree,
    DrawDagger,
    Grapple,
    HthAttack,
    KeepBlade,
)
from meleekit.tft.arena import Arena
from meleekit.tft.equipment import carried
from meleekit.tft.grapple import asks_consent, way_to
from meleekit.tft.ids import hex_name
from meleekit.tft.kit import item_words
from meleekit.tft.move_labels import flown_words, said_of, spent_words
from meleekit.tft.state import (
    Act,
    Battle,
    OfFigure,
)


def _grapple(arena: Arena, battle: Battle, action: Grapple) -> str:
    """Whom, from where if that is a choice, and for what; asking first where that is needed."""
    task = battle.stack[-1] if battle.stack else None
    whom = arena.name(action.target) if action.target >= 0 else _pile_at(arena, action.hex)
    if action.target >= 0 and arena.giants[action.target]:
        whom += f" in {hex_name(arena, action.hex)}"  # one of its three: HTH-20
    if action.flying:
        flown = flown_words(arena, battle, action.figure, action.via, 1)
        words = f"land on {whom} from {hex_name(arena, action.via)}{flown}"
        return said_of(arena, action.figure, words)
    verb = "grapple" if action.target >= 0 else "join"
    if asks_consent(arena, battle, action):
        verb = "ask for hand-to-hand with"
    if isinstance(task, Act):
        return f"{verb[0].upper()}{verb[1:]} {whom}"
    over = listed([hex_name(arena, hex_) for hex_ in action.over])
    jump = f" with a jump over {over}" if over else ""
    where = f" from {hex_name(arena, action.via)}{jump}"
    cost = way_to(arena, battle, action)[0] + 1
    return said_of(
        arena, action.figure, f"{verb} {whom}{where}{spent_words(arena, action.figure, cost)}"
    )


def _pile_at(arena: Arena, hex_: int) -> str:
    return f"the pile at {hex_name(arena, hex_)}"


def _agree(arena: Arena, battle: Battle, action: Agree) -> str:
    return "Agree to hand-to-hand"


def _keep_blade(arena: Arena, battle: Battle, action: KeepBlade) -> str:
    return f"Have {_own_item(arena, battle, action.item)} in hand"


def _own_item(arena: Arena, battle: Battle, item: int) -> str:
    """An item of the one who decides, told from others of its name."""
    task = battle.stack[-1] if battle.stack else None
    mine = carried(battle.figures[task.figure]) if isinstance(task, OfFigure) else ()
    return item_words(arena, item, mine)


def _hth_attack(arena: Arena, battle: Battle, action: HthAttack) -> str:
    if action.weapon < 0:
        return f"Attack {arena.name(action.target)} with bare hands"
    return f"Attack {arena.name(action.target)} with {_own_item(arena, battle, action.weapon)}"


def _draw_dagger(arena: Arena, battle: Battle, action: DrawDagger) -> str:
    return f"Try to draw {_own_item(arena, battle, action.item)}"


def _break_free(arena: Arena, battle: Battle, action: BreakFree) -> str:
    return f"Try to break free to {hex_name(arena, action.hex)}"


GRAPPLE_LABELS: Mapping[type[Action], Callable[[Arena, Battle, Any], str]] = {
    Grapple: _grapple,
    Agree: _agree,
    KeepBlade: _keep_blade,
    HthAttack: _hth_attack,
    DrawDagger: _draw_dagger,
    BreakFree: _break_free,
}
