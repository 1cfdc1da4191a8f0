"""Attacks, wounds and the other actions as lines of a fight report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.game import Event
from meleekit.core.phrases import listed
from meleekit.core.signs import Glyph
from meleekit.tft.actions import ReadyKind
from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import (
    AimedAt,
    Attacked,
    Collapsed,
    Died,
    DroppedOut,
    Fell,
    PileStruck,
    Result,
    RolledToMiss,
    Shaken,
    ShelterTested,
)
from meleekit.tft.events import (
    Cornered,
    Defended,
    Dodged,
    FellOnGround,
    ForcedBack,
    HandsChanged,
    Reloaded,
    SteppedIn,
    StoppedEngaging,
    TieRolled,
    WeaponBroke,
)
from meleekit.tft.ids import hex_name
from meleekit.tft.kit import glyph_of, hands_words
from meleekit.tft.phrases import damage_words, signed, thrown_words
from meleekit.tft.state import Manner

# How a blow with a weapon of that look is told; all others strike.
_BLOWS: Mapping[Glyph, str] = {
    Glyph.RAPIER: "thrusts at {} with the {}",
    Glyph.SPEAR: "thrusts at {} with the {}",
    Glyph.DAGGER: "stabs at {} with the {}",
    Glyph.AXE: "hews at {} with the {}",
    Glyph.TWO_HANDED_AXE: "hews at {} with the {}",
    Glyph.TWO_HANDED_SWORD: "swings the {1} at {0}",
    Glyph.POLEARM: "swings the {1} at {0}",
    Glyph.MACE: "swings the {1} at {0}",
    Glyph.HAMMER: "swings the {1} at {0}",
    Glyph.NATURAL: "goes for {} with the {}",
}
_STRIKE = "strikes at {} with the {}"
_FLIES: Mapping[Manner, str] = {
    Manner.THROW: "throws the {1} at {0}",
    Manner.SHOT: "shoots at {} with the {}",
}


# -- actions -------------------------------------------------------------------------------------


def _tie(arena: Arena, event: TieRolled) -> str:
    thrown = thrown_words([arena.name(who) for who in event.figures], event.dice)
    order = ", then ".join(arena.name(who) for who in event.order)
    return f"Equal adjDEX{f', they roll: {thrown}' if thrown else ''}. In order: {order}."


def _defended(arena: Arena, event: Defended) -> str:
    name = arena.name(event.figure)
    return f"{name} defends before the blow falls." if event.early else f"{name} defends."


def _dodged(arena: Arena, event: Dodged) -> str:
    name = arena.name(event.figure)
    return f"{name} dodges before the dice fall." if event.early else f"{name} dodges."


def _attacked(arena: Arena, event: Attacked) -> str:
    weapon = _weapon(arena, event.weapon)
    words = f"goes for {arena.name(event.target)} with bare hands"
    if event.weapon >= 0:
        blow = _FLIES.get(event.manner) or _BLOWS.get(glyph_of(arena.items[event.weapon]), _STRIKE)
        words = blow.format(arena.name(event.target), weapon)
    count = event.roll.count
    dice = "" if count == arena.tables.rolls.attack else f" on {count} dice"
    roll = f"{event.roll.total}{dice} against {event.needed}"
    tail = ""
    if event.damage is not None:
        tail = f" {damage_words(event.damage)}"
    return f"{arena.name(event.attacker)} {words}: {roll}, {_outcome(event, weapon)}.{tail}"


def _rolled_to_miss(arena: Arena, event: RolledToMiss) -> str:
    attacker, name = arena.name(event.attacker), arena.name(event.figure)
    weapon = arena.weapons[event.weapon]
    shot = weapon is not None and weapon.missile
    what = f"{attacker}'s {'shot' if shot else arena.item_name(event.weapon)}"
    roll = f"{event.roll.total} against {event.needed}"
    if event.result is Result.MISS:
        return f"{what} passes {name}: {roll}."
    if event.damage is None:
        return f"{what} does not miss {name}: {roll}. It does no harm."
    return f"{what} does not miss {name}: {roll}. {damage_words(event.damage)}"


def _aimed_at(arena: Arena, event: AimedAt) -> str:
    aims = f"{arena.name(event.attacker)} aims at {arena.name(event.target)}"
    return f"{aims} in {hex_name(arena, event.hex)} (a die shows {event.roll.total})."


def _shelter(arena: Arena, event: ShelterTested) -> str:
    name, struck = arena.name(event.figure), arena.name(event.struck)
    tail = damage_words(event.damage) if event.damage is not None else ""
    if event.struck == event.figure:
        return f"{name}'s shelter does not help: {event.roll.total}. {tail}".rstrip()
    end = tail or "It takes no harm."
    return f"{name} is in shelter: {event.roll.total}, {struck}'s body is hit. {end}"


def _pile_struck(arena: Arena, event: PileStruck) -> str:
    struck = arena.name(event.struck)
    thrown = thrown_words([arena.name(who) for who in event.figures], event.dice)
    end = damage_words(event.damage) if event.damage is not None else "It does no harm."
    return f"In the pile {struck} is hit{f' ({thrown})' if thrown else ''}. {end}"


def _reloaded(arena: Arena, event: Reloaded) -> str:
    words = f"{arena.name(event.figure)} loads the {arena.item_name(event.item)}"
    if not event.left:
        return f"{words} (loaded next turn)."
    return f"{words}; {event.left} more action{'s' * (event.left > 1)} to go."


def _weapon(arena: Arena, item: int) -> str:
    """A weapon's name in a sentence; -1 are bare hands."""
    return arena.item_name(item) if item >= 0 else "bare hands"


def _outcome(event: Attacked, weapon: str) -> str:
    """Hit or miss, and whether that is so whatever the number needed (TFT-HIT-03, HIT-04)."""
    total, needed = event.roll.total, event.needed
    if event.result is Result.HIT:
        return "a hit" if total <= needed else "which always hits"
    if event.result is Result.MISS:
        return "a miss" if total > needed else "which always misses"
    return {
        Result.DOUBLE: "a telling hit for double damage",
        Result.TRIPLE: "a perfect hit for triple damage",
        Result.DROPPED: f"a bad miss: the {weapon} slips from the hand",
        Result.BROKEN: f"the worst of misses: the {weapon} breaks",
    }[event.result]


def _hands(arena: Arena, event: HandsChanged) -> str:
    name = arena.name(event.figure)
    hands = hands_words(arena, event.main, event.off)
    if event.lifted:
        lifted = listed([f"the {arena.item_name(item)}" for item in event.lifted])
        then = f"; ready next turn: {hands}" if hands else ""
        return f"{name} bends down and picks up {lifted}{then}."
    verb = "readies" if event.kind is ReadyKind.READY else "changes to"
    return f"{name} {verb} {hands} (ready next turn)."


def _disengaged(arena: Arena, event: StoppedEngaging) -> str:
    start, end = hex_name(arena, event.from_hex), hex_name(arena, event.to_hex)
    return f"{arena.name(event.figure)} disengages from {start} to {end}."


# -- what blows do -------------------------------------------------------------------------------


def _fell_on_ground(arena: Arena, event: FellOnGround) -> str:
    name, item, where = (
        arena.name(event.figure),
        arena.item_name(event.item),
        hex_name(arena, event.hex),
    )
    if event.rule in ("TFT-EQP-06", "TFT-EQP-07"):
        return f"{name} drops the {item} at {where}."
    if event.rule == "TFT-THR-03":
        return f"The {item} lies at {where}."
    return f"{name}'s {item} falls to the ground at {where}."


def _weapon_broke(arena: Arena, event: WeaponBroke) -> str:
    return f"{arena.name(event.figure)}'s {arena.item_name(event.item)} is broken for good."


def _fell(arena: Arena, event: Fell) -> str:
    if event.rule == "TFT-INJ-05":
        return f"{arena.name(event.figure)} is stunned and can do nothing till after next turn."
    return f"{arena.name(event.figure)} is knocked down."


def _shaken(arena: Arena, event: Shaken) -> str:
    row = arena.tables.injuries["wounded"].dex_adjustment
    dex = f": {signed(arena.tables.dex[row].value)} DEX next turn" if row else ""
    return f"{arena.name(event.figure)} is shaken{dex}."


def _collapsed(arena: Arena, event: Collapsed) -> str:
    return f"{arena.name(event.figure)} collapses, unconscious."


def _died(arena: Arena, event: Died) -> str:
    name = arena.name(event.figure)
    # With no friend left to fight on, the unconscious are slain: TFT-BAT-03.
    return (
        f"{name} lies helpless and is slain." if event.rule == "TFT-BAT-03" else f"{name} is dead."
    )


def _dropped_out(arena: Arena, event: DroppedOut) -> str:
    return f"{arena.name(event.figure)} has had enough and drops out of the bout."


# -- forced retreat ------------------------------------------------------------------------------


def _forced_back(arena: Arena, event: ForcedBack) -> str:
    victor, beaten = arena.name(event.victor), arena.name(event.figure)
    start, end = hex_name(arena, event.from_hex), hex_name(arena, event.to_hex)
    return f"{victor} forces {beaten} back from {start} to {end}."


def _cornered(arena: Arena, event: Cornered) -> str:
    victor, beaten = arena.name(event.victor), arena.name(event.figure)
    end = "falls" if event.fell else "keeps standing"
    roll = f"{event.roll.total} against {event.needed}"
    return f"{victor} presses {beaten}, who has no room to give: {roll}, {beaten} {end}."


def _stepped_in(arena: Arena, event: SteppedIn) -> str:
    return f"{arena.name(event.figure)} steps into {hex_name(arena, event.hex)}."


TOLD_ACTS: Mapping[type[Event], Callable[[Arena, Any], str]] = {
    FellOnGround: _fell_on_ground,
    WeaponBroke: _weapon_broke,
    TieRolled: _tie,
    Defended: _defended,
    Dodged: _dodged,
    Attacked: _attacked,
    RolledToMiss: _rolled_to_miss,
    AimedAt: _aimed_at,
    ShelterTested: _shelter,
    PileStruck: _pile_struck,
    Reloaded: _reloaded,
    Fell: _fell,
    Shaken: _shaken,
    Collapsed: _collapsed,
    Died: _died,
    DroppedOut: _dropped_out,
    HandsChanged: _hands,
    StoppedEngaging: _disengaged,
    ForcedBack: _forced_back,
    Cornered: _cornered,
    SteppedIn: _stepped_in,
}
