"""Beasts and monsters as fighters: natural weapons, hides, what they carry (TFT-MON, CRE-12)."""

from __future__ import annotations

from functools import lru_cache

from meleekit.tft.rows import Armour, Monster, Race, Weapon
from meleekit.tft.tables import Tables


@lru_cache(maxsize=64)
def natural_weapon(monster: Monster) -> Weapon:
    """What a monster strikes with if it has nothing else: claws, fangs, fists.

    One that carries a weapon has its bare hands, which do what they do in hand-to-hand
    (TFT-MON-06, TFT-MON-09).
    """
    bare = bool(monster.weapon)
    return Weapon(
        id=f"{monster.id}_natural",
        name=monster.natural,
        str_needed=0,
        dice=monster.hth_dice if bare else monster.dice,
        modifier=monster.hth_modifier if bare else monster.modifier,
        hands=2,
        category="melee",
        throwable=False,
        pole=False,
        missile=False,
        natural=True,
        hth_dice=monster.hth_dice,
        hth_modifier=monster.hth_modifier,
    )


@lru_cache(maxsize=64)
def hide(monster: Monster) -> Armour:
    """A monster's skin as an armour: what it stops of each attack, and its MA (TFT-ARM-01)."""
    return Armour(
        id="hide",
        name=monster.hide,
        stops=monster.stops,
        dex=0,
        ma_human=monster.ma,
        ma_elf=monster.ma,
    )


@lru_cache(maxsize=64)
def carried_weapon(monster: Monster, strength: int) -> Weapon:
    """The weapon that a monster of that basic STR carries (TFT-MON-05).

    A giant's spiked club does one die and one point more for every full so many points of STR,
    wounds not counted. It fills one hand and is not thrown.
    """
    times = max(1, strength // monster.str_per_die) if monster.str_per_die else 0
    return Weapon(
        id="club",
        name=monster.weapon,
        str_needed=monster.str_min,
        dice=times or monster.dice,
        modifier=times or monster.modifier,
        hands=1,
        category="melee",
        throwable=False,
        pole=False,
        missile=False,
        klass="club",
    )


def kind_of(species: str, tables: Tables) -> Race:
    """The race of that name; a monster is to all that asks for one a race with no gifts.

    Raises `KeyError` if there is neither.
    """
    monster = tables.monsters.get(species)
    return tables.races[species] if monster is None else _as_race(monster)


@lru_cache(maxsize=64)
def _as_race(monster: Monster) -> Race:
    return Race(
        id=monster.id,
        name=monster.name,
        rule=monster.rule,
        total=monster.strength + monster.dexterity,
        min_str=monster.str_min,
        min_dex=monster.dex_min,
        ma_column="human",
    )
