"""Damage rolled once a blow has landed, however it came to land (TFT-DMG-01..03)."""

from __future__ import annotations

from math import prod

from meleekit.core.game import Modifier
from meleekit.tft.blow_events import Damage
from meleekit.tft.blows import hits_by_total
from meleekit.tft.play import Play
from meleekit.tft.rows import Weapon


def roll_harm(
    play: Play,
    weapon: Weapon,
    bonuses: tuple[Modifier, ...],
    multipliers: tuple[Modifier, ...],
    stops: tuple[Modifier, ...],
    divisor: int,
    who: int,
    target: int,
) -> Damage:
    """The weapon's dice and what is left of them: (roll + bonuses) x multipliers, less the stops.

    `divisor` halves the damage of blunted weapons (TFT-DMG-03).
    """
    factor = prod([m.value for m in multipliers])
    rolled = hits_by_total(weapon.dice, sum([m.value for m in bonuses]), factor, divisor)
    stopped = sum([m.value for m in stops])
    hits = tuple([max(0, n - stopped) for n in rolled])
    name = play.arena.name
    why = f"{name(who)}'s {weapon.name.lower()} damages {name(target)}"
    roll = play.dice.roll(weapon.dice, 6, why=why, classes=hits)
    at = roll.total - weapon.dice
    return Damage(roll, bonuses, multipliers, rolled[at], stops, hits[at])
