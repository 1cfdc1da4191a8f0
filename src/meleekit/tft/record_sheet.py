"""What stands on a fighter's record sheet (TFT-CRE-11), every figure from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from meleekit.core.dice import ways
from meleekit.core.game import Modifier
from meleekit.core.hexgrid import FRONT, REAR, SIDE
from meleekit.tft.bestiary import kind_of, natural_weapon
from meleekit.tft.blows import HURTING, hit_results
from meleekit.tft.creation import (
    NO_VARIANTS,
    FighterSheet,
    adj_dex_at_entry,
    armour_worn,
    hits_stopped,
    movement_allowance,
    ready_hands,
)
from meleekit.tft.gear import counted, damage_parts, order_parts, row_modifier
from meleekit.tft.phrases import signed
from meleekit.tft.rows import Item, Monster, Shield, Weapon
from meleekit.tft.tables import Tables, default_tables

ARCS = (FRONT, SIDE, REAR)


class ArmsLine(msgspec.Struct, frozen=True):
    """A weapon on the sheet.

    `carried` is where it is on entering: "main hand", "off hand", "both hands" or "slung";
    "natural" for claws and fangs.
    `needed` is what 3d6 must not exceed, from the front, the side and the rear of the target;
    `chances` are the exact chances of that, `defended` of hitting from the front one who dodges
    or defends, on four dice. Notes are what else the weapon can do.
    """

    id: str
    name: str
    carried: str
    strength: int
    damage: str
    parts: tuple[Modifier, ...]
    needed: tuple[int, int, int]
    chances: tuple[Fraction, Fraction, Fraction]
    defended: Fraction
    notes: tuple[str, ...]


class ShieldLine(msgspec.Struct, frozen=True):
    """A shield on the sheet, ready or on the back."""

    id: str
    name: str
    carried: str
    stops: int
    dexterity: int


class Limit(msgspec.Struct, frozen=True):
    """What may be done by one who has moved no more than `hexes` this turn."""

    hexes: int
    disengaged: tuple[str, ...]
    engaged: tuple[str, ...]


class RecordSheet(msgspec.Struct, frozen=True):
    """A record sheet: the fighter, and all that follows (TFT-CRE-11).

    `weak_from` is the number of hits from which low STR costs DEX (TFT-INJ-03), `down_at` that
    at which the fighter collapses, `dead_at` that at which it dies (TFT-DMG-04). `stops` are the
    hits stopped from front, side and rear.
    """

    fighter: FighterSheet
    race: str
    armour: str
    adj_dex: int
    dex_parts: tuple[Modifier, ...]
    ma: int
    ma_flying: int
    """MA in the air; 0 for those who do not fly (TFT-MON-04)."""
    stops: tuple[int, int, int]
    limits: tuple[Limit, ...]
    arms: tuple[ArmsLine, ...]
    shields: tuple[ShieldLine, ...]
    weak_from: int
    down_at: int
    dead_at: int
    notes: tuple[str, ...]
    """What is odd about it: how hard it is to hit, which of its hexes are front."""
    next_point: int
    """XP still wanted for the next point of STR or DEX (TFT-XP-01)."""


def record_sheet(
    sheet: FighterSheet, tables: Tables | None = None, variants: frozenset[str] = NO_VARIANTS
) -> RecordSheet:
    """The record sheet of a fighter that the rules allow (`creation.check_sheet`)."""
    tables = tables or default_tables()
    adj_dex, parts = adj_dex_at_entry(sheet, tables, variants)
    ma = movement_allowance(sheet, tables, variants)
    front, side, rear = (hits_stopped(sheet, tables, variants, arc) for arc in ARCS)
    injury = tables.injury_str
    price = tables.experience.xp_per_point
    places = _places(sheet, tables)
    items = [(tables.items[item], place) for item, place in zip(sheet.items, places, strict=True)]
    monster = tables.monsters.get(sheet.race)
    if monster is not None:
        items.append((natural_weapon(monster), "natural"))
    return RecordSheet(
        fighter=sheet,
        race=kind_of(sheet.race, tables).name,
        armour=armour_worn(sheet, tables, variants).name,
        adj_dex=adj_dex,
        dex_parts=parts,
        ma=ma,
        ma_flying=monster.ma_flying if monster else 0,
        stops=(front, side, rear),
        limits=_limits(ma, tables, monster),
        arms=tuple(
            _arms(sheet, item, place, tables, variants)
            for item, place in items
            if isinstance(item, Weapon)
        ),
        notes=_own_notes(monster) if monster else (),
        shields=tuple(
            ShieldLine(item.id, item.name, place, item.stops, item.dex_ready)
            for item, place in items
            if isinstance(item, Shield)
        ),
        weak_from=max(0, sheet.strength - injury.low),
        down_at=sheet.strength - injury.unconscious,
        dead_at=sheet.strength - injury.dead,
        next_point=max(0, price - sheet.xp),
    )


def may_carry(sheet: FighterSheet, tables: Tables | None = None) -> tuple[Item, ...]:
    """The weapons that its basic STR allows, and all shields (TFT-CRE-05).

    Points of STR that experience bought count. Beasts and monsters carry what they come with, and
    nothing else (TFT-CRE-12).
    """
    tables = tables or default_tables()
    if sheet.race in tables.monsters:
        return ()
    return tuple(
        item
        for item in tables.items.values()
        if item.is_shield or (isinstance(item, Weapon) and item.str_needed <= sheet.strength)
    )


def room_left(sheet: FighterSheet, tables: Tables | None = None) -> tuple[int, int]:
    """What may be carried beside what it has: weapons or shields, and free daggers (CRE-06)."""
    tables = tables or default_tables()
    if sheet.race in tables.monsters:
        return 0, 0
    carry = tables.carry
    items = [tables.items[item] for item in sheet.items]
    load = counted(items, carry)
    return max(0, carry.weapons - len(load)), carry.free - (len(items) - len(load))


def hit_chance(tables: Tables, dice: int, needed: int) -> Fraction:
    """The chance that so many dice hit where `needed` or less is wanted (TFT-HIT-02..04)."""
    results = hit_results(tables, dice, needed)
    hits = sum(n for n, result in zip(ways(dice, 6), results, strict=True) if result in HURTING)
    return Fraction(hits, 6**dice)


def _places(sheet: FighterSheet, tables: Tables) -> list[str]:
    """Where each item carried is on entering, in the order of the items (TFT-CRE-09)."""
    main, off = ready_hands(sheet, tables)
    places = ["slung"] * len(sheet.items)
    for held, word in ((main, "main hand"), (off, "off hand")):
        for index, item in enumerate(sheet.items):
            if item == held and places[index] == "slung":
                places[index] = "both hands" if tables.items[item].hands > 1 else word
                break
    return places


def _arms(
    sheet: FighterSheet, weapon: Weapon, place: str, tables: Tables, variants: frozenset[str]
) -> ArmsLine:
    race = kind_of(sheet.race, tables)
    _, off = ready_hands(sheet, tables)
    shield = tables.shields.get(off) if off and weapon.hands == 1 else None
    worn = armour_worn(sheet, tables, variants)
    parts = list(order_parts(tables, sheet.dexterity, worn, shield))
    if weapon.missile and race.ranged_dex_adjustment:
        parts.append(row_modifier(tables.dex[race.ranged_dex_adjustment], race.name.lower()))
    base = sum(part.value for part in parts)
    # One shoots as well at a back as at a front: facing is for blows (TFT-MIS-02).
    extra = {FRONT: 0}
    extra |= {a: 0 if weapon.missile else tables.dex[a].value for a in (SIDE, REAR)}
    front, side, rear = (base + extra[arc] for arc in ARCS)
    dice = tables.rolls.attack
    bonus = sum(part.value for part in damage_parts(race, weapon))
    if weapon.missile:
        bonus += race.ranged_damage_bonus
    return ArmsLine(
        id=weapon.id,
        name=weapon.name,
        carried=place,
        strength=weapon.str_needed,
        damage=_dice_words(weapon.dice, bonus),
        parts=tuple(parts),
        needed=(front, side, rear),
        chances=(
            hit_chance(tables, dice, front),
            hit_chance(tables, dice, side),
            hit_chance(tables, dice, rear),
        ),
        defended=hit_chance(tables, tables.rolls.defended_attack, front),
        notes=_notes(weapon, base, tables),
    )


def _notes(weapon: Weapon, adj_dex: int, tables: Tables) -> tuple[str, ...]:
    notes = []
    if weapon.pole:
        times = {2: "double", 3: "triple"}.get(tables.pole.multiplier, str(tables.pole.multiplier))
        notes.append(f"charge: {times} damage after {tables.pole.charge_steps} straight hexes")
    if weapon.parry:
        notes.append(f"parries {weapon.parry} in front")
    if weapon.thrown_only:
        notes.append("for throwing only, −1 a hex")
    elif weapon.throwable:
        notes.append("may be thrown, −1 a hex")
    if weapon.hth_dice:
        notes.append(f"hand-to-hand {_dice_words(weapon.hth_dice, weapon.hth_modifier)}")
    if weapon.reload_actions:
        fast = weapon.fast_dex is not None and adj_dex >= weapon.fast_dex
        actions = weapon.reload_actions_fast if fast else weapon.reload_actions
        if actions:
            notes.append(f"{actions} {'turn' if actions == 1 else 'turns'} to reload")
    if weapon.two_shots_at_dex is not None:
        due = weapon.two_shots_at_dex
        notes.append("two shots a turn" if adj_dex >= due else f"two shots from adjDEX {due}")
    return tuple(notes)


def _own_notes(monster: Monster) -> tuple[str, ...]:
    notes = []
    if monster.to_hit_it:
        notes.append(f"{signed(monster.to_hit_it)} to hit it")
    if monster.to_hit_it_flying:
        notes.append(f"{signed(monster.to_hit_it_flying)} to hit it in the air")
    if monster.side_is_front:
        notes.append("its sides are front")
    return tuple(notes)


def _dice_words(dice: int, bonus: int) -> str:
    return f"{dice}d6{signed(bonus) if bonus else ''}"


# What is done on one's own initiative, as a sheet says it; the limits are the table's.
_DONE: Mapping[str, str] = {
    "none": "no action",
    "charge_attack": "attack",
    "hth_entry_move": "grapple",
    "dodge": "dodge",
    "drop": "drop",
    "ready": "ready",
    "missile_attack": "shoot",
    "stand_up": "stand up",
    "attack": "attack",
    "hth_attempt": "grapple",
    "defend": "defend",
    "change_weapons": "change weapons",
    "disengage": "disengage",
    "pick_up": "pick up",
    "last_shot": "last shot",
}


# What wants something to hold: claws and fangs do not serve for it (TFT-MON-06).
_WITH_ITEMS = frozenset(
    {"ready", "missile_attack", "defend", "change_weapons", "pick_up", "last_shot"}
)


# Whoever fills more hexes than one goes for nobody hand-to-hand (TFT-HTH-01).
_ENTRIES = frozenset({"hth_entry_move", "hth_attempt"})


def _limits(ma: int, tables: Tables, monster: Monster | None) -> tuple[Limit, ...]:
    """The action limits, longest way first; each line holds what its own limit adds."""
    barred: frozenset[str] = frozenset()
    if monster is not None:
        barred |= _ENTRIES if monster.hexes > 1 else frozenset()
        barred |= frozenset() if monster.weapon else _WITH_ITEMS
    rows = [
        (tables.actions[key].limit(ma), tables.actions[key].status, word)
        for key, word in _DONE.items()
        if key not in barred
    ]
    return tuple(
        Limit(
            hexes,
            tuple(word for limit, status, word in rows if limit == hexes and status != "engaged"),
            tuple(word for limit, status, word in rows if limit == hexes and status == "engaged"),
        )
        for hexes in sorted({limit for limit, _, _ in rows}, reverse=True)
    )
