"""Attacks: rolling to hit, damage, armour and shields (TFT-HIT, TFT-DMG, TFT-ARM)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import prod

import msgspec

from meleekit.core.game import Modifier
from meleekit.tft.arena import Arena
from meleekit.tft.dexterity import attack_dex, attacked_from, charges, receives_charge
from meleekit.tft.engagement import has_front
from meleekit.tft.equipment import break_weapon, let_fall
from meleekit.tft.events import Attacked, Damage, Result
from meleekit.tft.injury import wound
from meleekit.tft.play import Play
from meleekit.tft.rows import Weapon
from meleekit.tft.state import Battle, Condition, Guard, Parry
from meleekit.tft.tables import Tables

_MULTIPLIED = {2: Result.DOUBLE, 3: Result.TRIPLE}


@lru_cache(maxsize=512)
def hit_results(tables: Tables, dice: int, needed: int) -> tuple[Result, ...]:
    """What each total of `dice` dice means for an attack that needs `needed` or less.

    Entry i is for the total ``dice + i`` (TFT-HIT-02..04).
    """
    results = []
    for total in range(dice, 6 * dice + 1):
        special = tables.special_rolls.get((dice, total))
        if special is None:
            results.append(Result.HIT if total <= needed else Result.MISS)
        elif special.breaks:
            results.append(Result.BROKEN)
        elif special.drop:
            results.append(Result.DROPPED)
        elif special.hit:
            results.append(_MULTIPLIED.get(special.multiplier, Result.HIT))
        else:
            results.append(Result.MISS)
    return tuple(results)


def attack_dice(battle: Battle, target: int) -> int:
    """Three dice, or four against a target whose defence works on regular attacks (DEF-04)."""
    return 4 if battle.figures[target].guard is Guard.DEFEND else 3


def stops(arena: Arena, battle: Battle, from_hex: int, target: int) -> tuple[Modifier, ...]:
    """What takes hits off a regular attack from `from_hex`; the parts add up (TFT-ARM-03)."""
    figure = battle.figures[target]
    character = arena.characters[target]
    parts = []
    if character.armour.stops:
        parts.append(Modifier(character.armour.name.lower(), character.armour.stops, "TFT-ARM-01"))
    arc = attacked_from(arena, from_hex, figure)
    if arc == "front":
        ready = arena.shields[figure.off] if figure.off >= 0 else None
        if ready is not None:
            parts.append(Modifier(ready.name.lower(), ready.stops, "TFT-ARM-04"))
        if figure.parry is not Parry.IDLE:
            main_gauche = arena.weapons[figure.off]
            if main_gauche is not None:
                parts.append(Modifier("main-gauche", main_gauche.parry, "TFT-MG-04"))
    elif arc == "rear" and figure.slung:
        # A shield on the back covers the rear, and every side of one who has no front.
        rule = "TFT-ARM-05" if has_front(figure) else "TFT-ARM-06"
        slung = [shield for item in figure.slung if (shield := arena.shields[item])]
        if slung:
            best = max(slung, key=lambda shield: shield.stops)  # only one counts: ARM-07
            parts.append(Modifier(f"{best.name.lower()} on the back", best.stops, rule))
    return tuple(parts)


def damage_bonuses(arena: Arena, who: int, weapon: Weapon) -> tuple[Modifier, ...]:
    """Flat additions to a weapon's damage roll: its own modifier and the race's (RACE-03)."""
    parts = []
    if weapon.modifier:
        parts.append(Modifier(weapon.name.lower(), weapon.modifier, "TFT-DMG-01"))
    race = arena.characters[who].race
    if race.damage_bonus and weapon.klass in race.damage_bonus_classes:
        parts.append(Modifier(race.name.lower(), race.damage_bonus, race.rule))
    return tuple(parts)


class StrikePlan(msgspec.Struct, frozen=True, gc=False):
    """All that is known of one blow before the dice."""

    weapon: Weapon
    needed: int
    modifiers: tuple[Modifier, ...]
    dice: int
    at_most: int
    """`needed`, within the totals that can miss and can hit: the roll hits at this or less."""
    results: tuple[Result, ...]
    """What each total of the attack roll means, from `dice` upwards."""
    bonuses: tuple[Modifier, ...]
    multipliers: tuple[Modifier, ...]
    stops: tuple[Modifier, ...]
    divisor: int

    def multipliers_for(self, result: Result) -> tuple[Modifier, ...]:
        """What the damage is multiplied by; several multiply each other (TFT-DMG-02)."""
        special = SPECIAL.get(result)
        return self.multipliers if special is None else (special, *self.multipliers)

    def rolled_by_total(self, result: Result) -> tuple[int, ...]:
        """Hits before anything stops them for each total of the damage dice (DMG-01, DMG-03)."""
        bonus = sum([m.value for m in self.bonuses])
        factor = prod([m.value for m in self.multipliers_for(result)])
        return hits_by_total(self.weapon.dice, bonus, factor, self.divisor)

    def stopped(self) -> int:
        """Hits that armour, shield and parry stop."""
        return sum([m.value for m in self.stops])


SPECIAL: Mapping[Result, Modifier] = {
    Result.DOUBLE: Modifier("double damage", 2, "TFT-HIT-03"),
    Result.TRIPLE: Modifier("triple damage", 3, "TFT-HIT-03"),
}
HURTING = (Result.HIT, Result.DOUBLE, Result.TRIPLE)


@lru_cache(maxsize=4096)
def hits_by_total(dice: int, bonus: int, factor: int, divisor: int) -> tuple[int, ...]:
    """(total + bonus, at least 0) x factor / divisor for each total of `dice` dice."""
    return tuple(
        max(0, total + bonus) * factor // divisor for total in range(dice, 6 * dice + 1)
    )


def plan_strike(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...], item: int
) -> StrikePlan:
    """What one blow with `item` needs, does and meets; `weapons` are all of the action."""
    weapon = arena.weapons[item]
    assert weapon is not None  # only weapons attack
    needed, modifiers = attack_dex(arena, battle, attacker, target, weapons, item)
    dice = attack_dice(battle, target)
    floor, ceiling = arena.tables.hit_bounds[dice]
    at_most = min(max(needed, floor), ceiling)
    return StrikePlan(
        weapon,
        needed,
        modifiers,
        dice,
        at_most,
        hit_results(arena.tables, dice, at_most),
        damage_bonuses(arena, attacker, weapon),
        _pole_multipliers(arena, battle, attacker, target, item),
        stops(arena, battle, battle.figures[attacker].hex, target),
        arena.kind.weapon_damage_divisor,
    )


def _pole_multipliers(
    arena: Arena, battle: Battle, attacker: int, target: int, item: int
) -> tuple[Modifier, ...]:
    factor = arena.tables.pole.multiplier
    if charges(arena, battle, attacker, item):
        return (Modifier("pole weapon charge", factor, "TFT-POLE-02"),)
    if receives_charge(arena, battle, attacker, target, item):
        return (Modifier("set against a charge", factor, "TFT-POLE-04"),)
    return ()


def _roll_damage(play: Play, plan: StrikePlan, result: Result, who: int, target: int) -> Damage:
    rolled = plan.rolled_by_total(result)
    stopped = plan.stopped()
    hits = tuple([max(0, n - stopped) for n in rolled])
    name = play.arena.name
    why = f"{name(who)}'s {plan.weapon.name.lower()} damages {name(target)}"
    roll = play.dice.roll(plan.weapon.dice, 6, why=why, classes=hits)
    at = roll.total - plan.weapon.dice
    return Damage(
        roll, plan.bonuses, plan.multipliers_for(result), rolled[at], plan.stops, hits[at]
    )


def strike(play: Play, attacker: int, target: int, weapons: tuple[int, ...], item: int) -> None:
    """One attack roll with one weapon, and what comes of it (TFT-HIT-02, TFT-DMG-01)."""
    arena = play.arena
    plan = plan_strike(arena, play.battle, attacker, target, weapons, item)
    why = f"{arena.name(attacker)} attacks {arena.name(target)}"
    roll = play.dice.roll(plan.dice, 6, why=why, classes=plan.results)
    result = plan.results[roll.total - plan.dice]
    damage = None
    if result in HURTING:
        damage = _roll_damage(play, plan, result, attacker, target)
    rule = "TFT-HIT-02" if plan.dice == 3 else "TFT-DEF-04"
    play.tell(
        Attacked(rule, attacker, target, item, roll, plan.needed, plan.modifiers, result, damage)
    )
    if result is Result.DROPPED:
        let_fall(play, attacker, item, "TFT-HIT-05")
    elif result is Result.BROKEN:
        break_weapon(play, attacker, item)
    elif damage is not None and damage.hits:
        figure = play.edit(attacker)
        if target not in figure.struck:
            figure.struck = (*figure.struck, target)
        wound(play, target, damage.hits)


def attack(play: Play, attacker: int, target: int, weapons: tuple[int, ...]) -> None:
    """The attack action: one blow, or one with each weapon, main hand first (MG-03, TWO-01)."""
    play.edit(attacker).acted = True
    for item in weapons:
        if not may_be_struck(play.arena, play.battle, target):
            break
        strike(play, attacker, target, weapons, item)


def may_be_struck(arena: Arena, battle: Battle, target: int) -> bool:
    """Conscious on the board, or unconscious in a battle to the death (TFT-BAT-05, BAT-06)."""
    figure = battle.figures[target]
    if figure.hex < 0:
        return False
    if figure.condition is Condition.UNCONSCIOUS:
        return arena.kind.id == "death"
    return figure.condition is Condition.FIT
