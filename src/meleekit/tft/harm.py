"""Whom attacks may harm, and the damage rolled once one has landed (TFT-DMG-01..03)."""

from __future__ import annotations

from math import prod

from meleekit.core.game import Modifier
from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import Damage, Result
from meleekit.tft.blows import StrikePlan, hits_by_total, hits_past
from meleekit.tft.play import Play
from meleekit.tft.rows import Weapon
from meleekit.tft.state import FIT, Battle, Condition


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
    hits = hits_past(rolled, sum([m.value for m in stops]))
    name = play.arena.name
    why = f"{name(who)}'s {weapon.name.lower()} damages {name(target)}"
    roll = play.dice.roll(weapon.dice, 6, why=why, classes=hits)
    at = roll.total - weapon.dice
    return Damage(roll, bonuses, multipliers, rolled[at], stops, hits[at])


def roll_damage(play: Play, plan: StrikePlan, result: Result, who: int, target: int) -> Damage:
    """The damage of an attack by `who` that came to `result` (TFT-DMG-01, TFT-DMG-02)."""
    multipliers = plan.multipliers_for(result)
    return roll_harm(
        play, plan.weapon, plan.bonuses, multipliers, plan.stops, plan.divisor, who, target
    )


def may_be_struck(arena: Arena, battle: Battle, target: int) -> bool:
    """Conscious on the board, or unconscious where that is allowed (TFT-BAT-05, BAT-06)."""
    figure = battle.figures[target]
    if figure.hex < 0:
        return False
    if figure.condition is Condition.UNCONSCIOUS:
        return arena.kind.fallen_may_be_struck
    return figure.condition is FIT
