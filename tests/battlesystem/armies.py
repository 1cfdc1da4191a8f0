"""Units and melees of the worked cases, built in one line."""

from __future__ import annotations

from typing import Any

from meleekit.battlesystem.columns import Damage, damage_of
from meleekit.battlesystem.crt import Exact
from meleekit.battlesystem.melee import Attack, plan_attack
from meleekit.battlesystem.rating import Circumstances, attack_rating
from meleekit.battlesystem.tables import default_tables
from meleekit.battlesystem.units import Profile, profile_of, unit_from

TABLES = default_tables()


def unit(troop: str = "", figures: int = 10, **fields: Any) -> Profile:
    """A unit of a ready troop type with fields of its own, or of fields alone."""
    return profile_of(unit_from({"troop": troop, "figures": figures, **fields}))


def plain(**fields: Any) -> Profile:
    """Figures of 10 HD with long swords and AC 8, each field as one likes."""
    usual = {"name": "plain", "hd": "1", "ac": 8, "thac0": 17, "weapons": ["long sword"]}
    return unit(**{**usual, **fields})


def armed(damage: str, **fields: Any) -> Profile:
    """Plain figures whose weapon does that damage to everybody."""
    weapon = {"name": "test", "damage_sm": damage, "damage_l": damage}
    return plain(weapons=[weapon], **fields)


def ar(attacker: Profile, defender: Profile, **how: Any) -> int:
    """The adjusted Attack Rating."""
    return sum(
        part.value for part in attack_rating(attacker, defender, Circumstances(**how), TABLES)
    )


def attack(
    attacker: Profile, defender: Profile, contact: int, support: int = 0, **how: Any
) -> Attack:
    """An attack with the weapon in hand and the table that comes with the game."""
    weapon = attacker.unit.in_hand
    return plan_attack(
        attacker, defender, weapon, contact, support, Circumstances(**how), TABLES.crt, TABLES
    )


def at_roll(roll: int, damage: str | Damage) -> Exact:
    """Hit dice a figure at an Attack Roll."""
    read = damage if isinstance(damage, Damage) else damage_of(damage)
    return TABLES.crt.per_figure(roll, read)
