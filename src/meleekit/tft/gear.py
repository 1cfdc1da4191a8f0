"""What gear does for its bearer and to it, on a sheet as in battle: load, hits stopped, DEX.

Functions of table rows alone, so that a sheet and a battle cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meleekit.core.game import Modifier
from meleekit.core.hexgrid import FRONT, REAR, Arc
from meleekit.tft.battle_rows import DexAdjustment
from meleekit.tft.rows import Armour, Carry, Item, Race, Shield, Weapon
from meleekit.tft.state import NO_PARRY, Parry
from meleekit.tft.tables import Tables

Modifiers = tuple[Modifier, ...]


def counted(items: Iterable[Item], carry: Carry) -> list[Item]:
    """The items that count against the limit: all but the free dagger (TFT-CRE-06, CRE-07)."""
    free = carry.free
    found: list[Item] = []
    for item in items:
        if free and isinstance(item, Weapon) and item.klass == carry.free_class:
            free -= 1
        else:
            found.append(item)
    return found


def within_limit(items: Iterable[Item], carry: Carry) -> bool:
    """Whether so much may be carried (TFT-CRE-06, TFT-CRE-07)."""
    return len(counted(items, carry)) <= carry.weapons


def stopped_by(
    arc: Arc,
    armour: Armour,
    ready: Shield | None,
    slung: Sequence[Shield],
    *,
    parrying: Weapon | None = None,
    has_front: bool = True,
) -> Modifiers:
    """What takes hits off a regular attack from that arc; the parts add up (TFT-ARM-01..07).

    `ready` is the shield in hand, `slung` are those on the back (TFT-EQP-03), `parrying` is a
    main-gauche that parries. One who has no front is attacked from the rear always.
    """
    parts = []
    if armour.stops:
        parts.append(Modifier(armour.name.lower(), armour.stops, "TFT-ARM-01"))
    if arc is FRONT:
        if ready is not None:
            parts.append(Modifier(ready.name.lower(), ready.stops, "TFT-ARM-04"))
        if parrying is not None:
            parts.append(Modifier(parrying.name.lower(), parrying.parry, "TFT-MG-04"))
    elif arc is REAR and slung:
        # A shield on the back covers the rear, and every side of one who has no front.
        rule = "TFT-ARM-05" if has_front else "TFT-ARM-06"
        best = max(slung, key=lambda shield: shield.stops)  # only one counts: TFT-ARM-07
        parts.append(Modifier(f"{best.name.lower()} on the back", best.stops, rule))
    return tuple(parts)


def damage_parts(race: Race, weapon: Weapon) -> Modifiers:
    """Flat additions to a weapon's damage roll: its own modifier and the race's (RACE-03)."""
    parts = []
    if weapon.modifier:
        parts.append(Modifier(weapon.name.lower(), weapon.modifier, "TFT-DMG-01"))
    if race.damage_bonus and weapon.klass in race.damage_bonus_classes:
        parts.append(Modifier(race.name.lower(), race.damage_bonus, race.rule))
    return tuple(parts)


def order_parts(
    tables: Tables,
    dexterity: int,
    armour: Armour,
    ready: Shield | None,
    *,
    parry: Parry = NO_PARRY,
    wounded: bool = False,
    weak: bool = False,
) -> Modifiers:
    """The parts of the adjDEX that orders actions (TFT-ACT-07): basic DEX and what changes it.

    Armour (TFT-DEX-03), the shield in hand, `ready` (TFT-DEX-04), and the use of a main-gauche
    (TFT-DEX-05) count; `wounded` is whether last turn's hits shake the bearer, `weak`
    whether its STR is low (TFT-DEX-13).
    """
    rows = tables.dex
    parts = [Modifier("basic DEX", dexterity, "TFT-DEX-01")]
    if armour.dex:
        parts.append(row_modifier(rows[armour.id], armour.name.lower()))
    if ready is not None and ready.dex_ready:
        parts.append(row_modifier(rows[ready.id], f"{ready.name.lower()} ready"))
    if parry is Parry.SHIELD:
        parts.append(row_modifier(rows["mg_shield"], "main-gauche as shield"))
    elif parry is Parry.BOTH:
        parts.append(row_modifier(rows["mg_both"], "main-gauche as second weapon"))
    shaken = tables.injuries["wounded"].dex_adjustment
    if wounded and shaken is not None:
        parts.append(row_modifier(rows[shaken], "wounded last turn"))
    if weak:
        parts.append(row_modifier(rows[tables.injury_str.dex_adjustment], "STR low"))
    return tuple(parts)


def row_modifier(row: DexAdjustment, name: str) -> Modifier:
    """A row of the adjustments table as a part of a sum."""
    return Modifier(name, row.value, row.rule)
