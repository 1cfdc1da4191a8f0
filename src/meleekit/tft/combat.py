"""Attacks: rolling to hit, damage, armour and shields (TFT-HIT, TFT-DMG, TFT-ARM)."""

from __future__ import annotations

from math import prod

from meleekit.core.game import Modifier
from meleekit.tft.arena import Arena
from meleekit.tft.blows import HURTING, StrikePlan, hit_chances, hit_results
from meleekit.tft.dexterity import (
    attack_dex,
    attacked_from,
    charges,
    order_key,
    receives_charge,
)
from meleekit.tft.engagement import has_front
from meleekit.tft.equipment import break_weapon, let_fall
from meleekit.tft.events import Attacked, Damage, Result
from meleekit.tft.injury import wound
from meleekit.tft.play import Play
from meleekit.tft.rows import Weapon
from meleekit.tft.state import Battle, Condition, Guard, Parry


def attack_dice(battle: Battle, target: int) -> int:
    """Three dice, or four against a target whose defence works on regular attacks (DEF-04)."""
    return 4 if battle.figures[target].guard is Guard.DEFEND else 3


def stops(arena: Arena, battle: Battle, target: int, arc: str) -> tuple[Modifier, ...]:
    """What takes hits off a regular attack from that arc; the parts add up (TFT-ARM-03)."""
    figure = battle.figures[target]
    character = arena.characters[target]
    parts = []
    if character.armour.stops:
        parts.append(Modifier(character.armour.name.lower(), character.armour.stops, "TFT-ARM-01"))
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


def plan_strike(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...], item: int
) -> StrikePlan:
    """What one blow with `item` needs, does and meets; `weapons` are all of the action."""
    foe = battle.figures[target]
    arc = attacked_from(arena, battle.figures[attacker].hex, foe)
    charging = charges(arena, battle, attacker, item)
    set_pole = not charging and receives_charge(arena, battle, attacker, target, item)
    # Everything a plan depends on: few combinations occur in a battle, so plans are kept.
    key = (
        order_key(arena, battle, attacker),
        len(weapons),
        item,
        arc,
        charging,
        set_pole,
        (target, has_front(foe), foe.off, foe.parry, foe.slung, foe.guard),
    )
    plan = arena.plans.get(key)
    if plan is None:
        plan = arena.plans[key] = _plan(
            arena, battle, attacker, target, item, arc, len(weapons) == 2, charging, set_pole
        )
    return plan


def _plan(
    arena: Arena,
    battle: Battle,
    attacker: int,
    target: int,
    item: int,
    arc: str,
    two_blows: bool,
    charging: bool,
    set_pole: bool,
) -> StrikePlan:
    weapon = arena.weapons[item]
    assert weapon is not None  # only weapons attack
    needed, modifiers = attack_dex(arena, battle, attacker, arc, two_blows, set_pole)
    dice = attack_dice(battle, target)
    floor, ceiling = arena.tables.hit_bounds[dice]
    at_most = min(max(needed, floor), ceiling)
    bonuses = damage_bonuses(arena, attacker, weapon)
    multipliers = _pole_multipliers(arena, charging, set_pole)
    stopping = stops(arena, battle, target, arc)
    divisor = arena.kind.weapon_damage_divisor
    return StrikePlan(
        weapon,
        needed,
        modifiers,
        dice,
        hit_results(arena.tables, dice, at_most),
        bonuses,
        multipliers,
        stopping,
        divisor,
        hit_chances(
            arena.tables,
            dice,
            at_most,
            weapon.dice,
            sum(m.value for m in bonuses),
            prod(m.value for m in multipliers),
            divisor,
            sum(m.value for m in stopping),
        ),
    )


def _pole_multipliers(arena: Arena, charging: bool, set_pole: bool) -> tuple[Modifier, ...]:
    factor = arena.tables.pole.multiplier
    if charging:
        return (Modifier("pole weapon charge", factor, "TFT-POLE-02"),)
    if set_pole:
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
