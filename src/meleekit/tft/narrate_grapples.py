"""Hand-to-hand as lines of a fight report (TFT-HTH)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.game import Event
from meleekit.core.phrases import listed
from meleekit.tft.arena import Arena
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.grapple_events import (
    BladeKept,
    BrokeFree,
    ConsentAnswered,
    DaggerDrawn,
    DefenceRolled,
    FreeHit,
    HthEnded,
    WentToGrips,
)
from meleekit.tft.ids import hex_name
from meleekit.tft.phrases import damage_words


def _consent(arena: Arena, event: ConsentAnswered) -> str:
    answer = "accepts" if event.agreed else "will not have"
    return f"{arena.name(event.figure)} {answer} hand-to-hand with {arena.name(event.attacker)}."


def _defence(arena: Arena, event: DefenceRolled) -> str:
    who, attacker = arena.name(event.figure), arena.name(event.attacker)
    end = {
        HthOutcome.BARE_HANDS: f"{who} is pulled down",
        HthOutcome.BLADE: f"{who} is pulled down, but may have a blade",
        HthOutcome.REPELLED: f"{who} throws {attacker} back",
        HthOutcome.STRUCK: f"{who} throws {attacker} back and strikes",
    }[event.outcome]
    behind = " from behind" if event.from_behind else ""
    return f"{attacker} grapples {who}{behind}: {end} ({event.roll.total})."


def _grips(arena: Arena, event: WentToGrips) -> str:
    others = listed([arena.name(who) for who in event.figures if who != event.figure])
    where = hex_name(arena, event.hex)
    return f"{arena.name(event.figure)} is in hand-to-hand with {others} at {where}."


def _free_hit(arena: Arena, event: FreeHit) -> str:
    who, target = arena.name(event.attacker), arena.name(event.target)
    weapon = "bare hands" if event.weapon < 0 else f"the {arena.item_name(event.weapon)}"
    return f"{who} hits {target} with {weapon}. {damage_words(event.damage)}"


def _blade_kept(arena: Arena, event: BladeKept) -> str:
    return f"{arena.name(event.figure)} has the {arena.item_name(event.item)} in hand."


def _dagger_drawn(arena: Arena, event: DaggerDrawn) -> str:
    end = "draws" if event.drawn else "does not get at"
    item = arena.item_name(event.item)
    return f"{arena.name(event.figure)} {end} the {item} ({event.roll.total})."


def _broke_free(arena: Arena, event: BrokeFree) -> str:
    name = arena.name(event.figure)
    if event.free:
        where = hex_name(arena, event.to_hex)
        return f"{name} breaks free and is up at {where} ({event.roll.total})."
    return f"{name} does not get free ({event.roll.total})."


def _hth_ended(arena: Arena, event: HthEnded) -> str:
    return f"{arena.name(event.figure)} has no enemy left in the pile and lies there."


TOLD_GRAPPLES: Mapping[type[Event], Callable[[Arena, Any], str]] = {
    ConsentAnswered: _consent,
    DefenceRolled: _defence,
    WentToGrips: _grips,
    FreeHit: _free_hit,
    BladeKept: _blade_kept,
    DaggerDrawn: _dagger_drawn,
    BrokeFree: _broke_free,
    HthEnded: _hth_ended,
}
