"""Attacks: rolling to hit, damage, armour and shields (TFT-HIT, TFT-DMG, TFT-ARM)."""

from __future__ import annotations

from typing import NamedTuple

from meleekit.core.game import Modifier
from meleekit.core.hexgrid import REAR, Arc
from meleekit.tft.arena import Arena, OrderKey
from meleekit.tft.blow_events import Attacked, Result
from meleekit.tft.blows import HURTING, StrikePlan, hit_results, most_to_hit, plan_of
from meleekit.tft.dexterity import (
    arc_before,
    attack_dex,
    charges,
    miss_dex,
    order_key,
    receives_charge,
)
from meleekit.tft.engagement import has_front
from meleekit.tft.equipment import break_weapon, let_fall
from meleekit.tft.gear import Modifiers, damage_parts, stopped_by
from meleekit.tft.harm import may_be_struck, roll_damage
from meleekit.tft.injury import wound
from meleekit.tft.misses import plan_miss, roll_to_miss
from meleekit.tft.piles import is_pile, living_in
from meleekit.tft.play import Play
from meleekit.tft.rows import Weapon
from meleekit.tft.state import (
    ALOFT,
    NO_PARRY,
    Battle,
    Guard,
    Manner,
    Parry,
    copy_figure,
    with_figure,
)

BlowKey = tuple[
    OrderKey, int, Arc, bool, bool, int, bool, bool, bool, int, Parry, tuple[int, ...], Guard
]
"""The striker's order of action; item, arc, charge, set pole; and the target as it is struck."""


def attack_dice(arena: Arena, battle: Battle, target: int) -> int:
    """How many dice an attack rolls, more against a defence that works (HIT-02, DEF-04)."""
    rolls = arena.tables.rolls
    return rolls.defended_attack if defends(battle, target) else rolls.attack


def defends(battle: Battle, who: int, manner: Manner = Manner.BLOW) -> bool:
    """Whether what a character does works against attacks of that manner (TFT-DEF-01, DEF-02)."""
    return battle.figures[who].guard is GUARD_AGAINST[manner]


GUARD_AGAINST = {
    Manner.BLOW: Guard.DEFEND,
    Manner.THROW: Guard.DODGE,
    Manner.SHOT: Guard.DODGE,
}
"""The only defence that works against each manner of attack (TFT-DEF-01)."""


def if_guarding(battle: Battle, who: int, guard: Guard) -> Battle:
    """The position as it would be if the character defended or dodged."""
    figure = copy_figure(battle.figures[who])
    figure.guard = guard
    return with_figure(battle, who, figure)


def stops(
    arena: Arena, battle: Battle, target: int, arc: Arc, manner: Manner = Manner.BLOW
) -> Modifiers:
    """What takes hits off an attack from that arc; the parts add up (TFT-ARM-03).

    A main-gauche parries blows and thrown weapons, never shots (TFT-MG-04).
    """
    figure = battle.figures[target]
    off = figure.off
    parries = figure.parry is not NO_PARRY and manner is not Manner.SHOT
    return stopped_by(
        arc,
        arena.characters[target].armour,
        arena.shields[off] if off >= 0 else None,
        [shield for item in figure.slung if (shield := arena.shields[item])],
        parrying=arena.weapons[off] if off >= 0 and parries else None,
        has_front=has_front(figure),
    )


def damage_divisor(arena: Arena, weapon: Weapon) -> int:
    """Practice blunts weapons, not hands, teeth or claws (TFT-DMG-03, TFT-BAT-10)."""
    return 1 if weapon.natural else arena.kind.weapon_damage_divisor


def damage_bonuses(arena: Arena, who: int, weapon: Weapon) -> tuple[Modifier, ...]:
    """Flat additions to a weapon's damage roll: its own modifier and the race's (RACE-03)."""
    return damage_parts(arena.characters[who].race, weapon)


def blow_key(arena: Arena, battle: Battle, attacker: int, target: int, item: int) -> BlowKey:
    """All that decides what a blow with `item` needs, does and meets.

    Few combinations occur in a battle, so what follows from one is worth keeping.
    """
    figure, foe = battle.figures[attacker], battle.figures[target]
    front = has_front(foe)
    arc = REAR
    if front:
        body = arena.body[attacker][figure.hex][figure.facing]
        arc = arc_before(arena.shapes[target], foe, body)
    charging = set_pole = False
    if item >= 0 and arena.poles[item]:
        charging = charges(arena, battle, attacker, item)
        set_pole = not charging and receives_charge(arena, battle, attacker, target, item)
    return (
        order_key(arena, battle, attacker),
        item,
        arc,
        charging,
        set_pole,
        target,
        front,
        foe.posture is ALOFT,
        foe.grappling,
        foe.off,
        foe.parry,
        foe.slung,
        foe.guard,
    )


def plan_strike(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...], item: int
) -> StrikePlan:
    """What one blow with `item` needs, does and meets; `weapons` are all of the action."""
    two_blows = len(weapons) == 2
    key = blow_key(arena, battle, attacker, target, item)
    plan = arena.plans.get((two_blows, key))
    if plan is None:
        plan = arena.plans[two_blows, key] = _plan(arena, battle, attacker, key, two_blows)
    return plan


def _plan(
    arena: Arena,
    battle: Battle,
    attacker: int,
    key: BlowKey,
    two_blows: bool,
) -> StrikePlan:
    _, item, arc, charging, set_pole, target, _, _, grappling, *_ = key
    weapon = arena.weapons[item]
    assert weapon is not None  # only weapons attack
    needed, modifiers = attack_dex(
        arena, battle, attacker, target, arc, two_blows, set_pole, grappling=grappling
    )
    dice = attack_dice(arena, battle, target)
    at_most = most_to_hit(arena.tables, dice, needed)
    return plan_of(
        weapon,
        modifiers,
        dice,
        hit_results(arena.tables, dice, at_most, weapon.natural),
        damage_bonuses(arena, attacker, weapon),
        _pole_multipliers(arena, charging, set_pole),
        stops(arena, battle, target, arc),
        damage_divisor(arena, weapon),
    )


def _pole_multipliers(arena: Arena, charging: bool, set_pole: bool) -> tuple[Modifier, ...]:
    factor = arena.tables.pole.multiplier
    if charging:
        return (Modifier("pole weapon charge", factor, "TFT-POLE-02"),)
    if set_pole:
        return (Modifier("set against a charge", factor, "TFT-POLE-04"),)
    return ()


class Blow(NamedTuple):
    """What one attack roll came to: its result, and the hits that come off STR."""

    result: Result
    hits: int


def blow(play: Play, attacker: int, target: int, item: int, plan: StrikePlan, rule: str) -> Blow:
    """Roll to hit, and for damage if it does; a weapon may be dropped or broken (HIT-05, HIT-06).

    The hits are not taken yet: what they do beyond wounding is the kind of attack's to say.
    """
    arena = play.arena
    why = f"{arena.name(attacker)} attacks {arena.name(target)}"
    roll = play.dice.roll(plan.dice, 6, why=why, classes=plan.results)
    result = plan.results[roll.total - plan.dice]
    damage = None
    if result in HURTING:
        damage = roll_damage(play, plan, result, attacker, target)
    play.tell(
        Attacked(rule, attacker, target, item, roll, plan.needed, plan.modifiers, result, damage)
    )
    if result is Result.DROPPED:
        let_fall(play, attacker, item, "TFT-HIT-05")
    elif result is Result.BROKEN:
        break_weapon(play, attacker, item)
    return Blow(result, damage.hits if damage is not None else 0)


def strike(play: Play, attacker: int, target: int, weapons: tuple[int, ...], item: int) -> None:
    """One attack roll with one weapon, and what comes of it (TFT-HIT-02, TFT-DMG-01)."""
    plan = plan_strike(play.arena, play.battle, attacker, target, weapons, item)
    rule = "TFT-DEF-04" if defends(play.battle, target) else "TFT-HIT-02"
    result, hits = blow(play, attacker, target, item, plan, rule)
    if hits:
        figure = play.edit(attacker)
        if target not in figure.struck:
            figure.struck = (*figure.struck, target)
        wound(play, target, hits)
    elif result is Result.MISS and _is_in_a_pile(play.arena, play.battle, target):
        miss_the_others(play, attacker, target, weapons, item)


def _is_in_a_pile(arena: Arena, battle: Battle, target: int) -> bool:
    """Whether a blow at the target goes into a pile; it may lie there unconscious (TFT-FRD-02)."""
    foe = battle.figures[target]
    return foe.posture is not ALOFT and is_pile(arena, battle, foe.hex)


def miss_the_others(
    play: Play, attacker: int, target: int, weapons: tuple[int, ...], item: int
) -> None:
    """A blow at a pile that misses its target may hit any of the others (TFT-FRD-02).

    They are rolled for in random order, until one is hit. A weapon dropped or broken ends the
    attack before (TFT-FRD-03).
    """
    there = living_in(play.arena, play.battle, play.figures[target].hex)
    others = [who for who in there if who != target]
    if len(others) > 1:
        rolled = play.dice.roll_off(len(others), 6, why="who is in the way of the blow first")
        others = [others[i] for i in rolled.order]
    for other in others:
        plan = plan_to_miss(play.arena, play.battle, attacker, other, weapons, item)
        if roll_to_miss(play, attacker, other, item, plan, "TFT-FRD-02") is not Result.MISS:
            return


def plan_to_miss(
    arena: Arena, battle: Battle, attacker: int, other: int, weapons: tuple[int, ...], item: int
) -> StrikePlan:
    """What a blow that has missed its target needs to miss another in the pile as well."""
    plan = plan_strike(arena, battle, attacker, other, weapons, item)
    dex = miss_dex(arena, battle, attacker, len(weapons) == 2)
    return plan_miss(arena, dex, plan.weapon, plan.bonuses, plan.stops, plan.divisor)


def attack(play: Play, attacker: int, target: int, weapons: tuple[int, ...]) -> None:
    """The attack action: one blow, or one with each weapon, main hand first (MG-03, TWO-01)."""
    play.edit(attacker).acted = True
    for item in weapons:
        if not may_be_struck(play.arena, play.battle, target):
            break
        strike(play, attacker, target, weapons, item)
