"""Random fighters and beasts, legal by construction: no kit is drawn and then thrown away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from meleekit.tft.creation import FighterSheet
from meleekit.tft.rows import Weapon
from meleekit.tft.tables import Tables, default_tables

T = TypeVar("T")
Choose = Callable[[int], int]

NAMES = (
    *("Adela", "Bram", "Corvin", "Dagny", "Edda", "Florian", "Gisla", "Harrow", "Isbel"),
    *("Jorund", "Katla", "Leofric", "Merete", "Norbert", "Oswin", "Petra", "Quill", "Ragna"),
    *("Sigward", "Thora", "Ulric", "Vesna", "Wystan", "Yrsa", "Zdenka"),
)


def random_fighter(
    choose: Choose,
    tables: Tables | None = None,
    race: str | None = None,
    missiles: bool = True,
) -> FighterSheet:
    """A random legal fighter of that race, or of a random one.

    `choose(n)` must give a number from 0 to n - 1; it is the only source of chance. Every split
    of points, armour, shield, and weapon that the fighter is strong enough for can come up;
    missile weapons only if `missiles`, since practice has none. What is in hand at the start is a
    weapon, with a shield, main-gauche or second weapon beside it where a hand is free.

    Raises:
        KeyError: the tables have no such race.
    """
    tables = tables or default_tables()
    kind = tables.races[race] if race else _one_of(choose, list(tables.races.values()))
    strength = kind.min_str + choose(kind.total - kind.min_str - kind.min_dex + 1)
    armour = _one_of(choose, list(tables.armours))
    items, ready = _kit(choose, tables, strength, missiles)
    return FighterSheet(
        name=_one_of(choose, NAMES),
        race=kind.id,
        strength=strength,
        dexterity=kind.total - strength,
        armour=armour,
        items=items,
        ready=ready,
    )


def random_beast(
    choose: Choose, tables: Tables | None = None, species: str | None = None
) -> FighterSheet:
    """A random beast or monster of that species, or of a random one, legal (TFT-MON-07).

    Its STR and DEX are up to `VARIATION` points off those suggested for its kind.

    Raises:
        KeyError: the tables have no such species.
    """
    tables = tables or default_tables()
    monsters = tables.monsters
    known = list(monsters.values())
    kind = monsters[species] if species else _one_of(choose, known)
    return FighterSheet(
        name=kind.name,
        race=kind.id,
        strength=_near(choose, kind.strength, kind.str_min, kind.str_max),
        dexterity=_near(choose, kind.dexterity, kind.dex_min, kind.dex_max),
    )


VARIATION = 2
"""How far a random beast may be from the usual one of its kind, in points."""


def _near(choose: Choose, usual: int, least: int, most: int) -> int:
    """A number near the usual one, within the bounds of the kind; a greatest of 0 is none."""
    low = max(least, usual - VARIATION)
    high = usual + VARIATION if not most else min(most, usual + VARIATION)
    return low + choose(high - low + 1)


def _one_of(choose: Choose, among: Sequence[T]) -> T:
    return among[choose(len(among))]


def _kit(
    choose: Choose, tables: Tables, strength: int, missiles: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is carried and what of it is in hand: a weapon, perhaps another item, a dagger."""
    usable = [
        weapon
        for weapon in tables.weapons.values()
        if weapon.str_needed <= strength and (missiles or not weapon.missile)
    ]
    main = _one_of(choose, [weapon for weapon in usable if _is_main(weapon)])
    items, ready = [main.id], [main.id]
    # The first of the choices is to carry nothing else.
    second = _one_of(choose, [None, *tables.shields.values(), *usable])
    if second is not None:
        items.append(second.id)
        thrown_only = isinstance(second, Weapon) and second.thrown_only
        if main.hands + second.hands <= 2 and not thrown_only:
            ready.append(second.id)
    free = [weapon for weapon in usable if weapon.klass == tables.carry.free_class]
    if free and tables.carry.free and choose(2):
        items.append(_one_of(choose, free).id)
    return tuple(items), tuple(ready)


def _is_main(weapon: Weapon) -> bool:
    """Whether one would go to a fight with it: not a stone, not the left-hand dagger alone."""
    return not weapon.thrown_only and not weapon.parry
