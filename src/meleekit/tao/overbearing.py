"""Overbearing: all one's weight against an enemy's (TAO-OVB)."""

from __future__ import annotations

from meleekit.core.game import Modifier
from meleekit.tao.actions import Overbear
from meleekit.tao.arena import Arena
from meleekit.tao.attacks import HURTING, Plan, damage_parts, plan, roll_to_hit
from meleekit.tao.events import Damage, Overbore
from meleekit.tao.harm import drive_back, hurt
from meleekit.tao.play import Play
from meleekit.tao.state import ACTIVE, Turn

WITH = "all its weight"


def weight_ratio(arena: Arena, attacker: int, target: int) -> int:
    """The attacker's weight in percent of the target's, gear included, rounded down (OVB-02)."""
    return 100 * arena.combatants[attacker].weight // arena.combatants[target].weight


def plan_overbearing(arena: Arena, attacker: int, target: int) -> Plan:
    """What it needs: armour counts for nothing, weight does (TAO-OVB-02, TAO-OVB-03).

    Neither a critical hit nor a fumble comes of it.
    """
    ratio = weight_ratio(arena, attacker, target)
    to_hit = arena.tables.overbear_to_hit(ratio)
    assert to_hit is not None  # refused before
    ac = arena.combatants[target].ac_dexterity
    return plan(
        arena,
        attacker,
        Modifier("armour class from Dexterity and shield", ac, "TAO-OVB-03"),
        (Modifier(f"weight, {ratio}%", to_hit, "TAO-OVB-02"),),
    )


def overbear(play: Play, task: Turn, action: Overbear) -> None:
    """All action points that are left, and one roll (TAO-OVB-01, TAO-OVB-04)."""
    who, target, arena = task.figure, action.target, play.arena
    figure = play.edit(who)
    figure.ap = 0
    figure.attacks += 1
    needs = plan_overbearing(arena, who, target)
    roll, result = roll_to_hit(play, who, target, needs)
    dealt = _damage(play, who) if result in HURTING else None
    play.tell(
        Overbore("TAO-OVB-03", who, target, WITH, roll, needs.needed, needs.parts, result, dealt)
    )
    if dealt:
        hurt(play, target, dealt.hits, who, falls=False)
        if play.figures[target].status is ACTIVE:
            drive_back(play, target, who, follows=True)


def _damage(play: Play, who: int) -> Damage:
    """A small die and Strength (TAO-OVB-04), at least 1 (TAO-ATT-04)."""
    tables = play.arena.tables
    roll = play.dice.roll(1, tables.overbearing.damage_sides, why="damage, overbearing")
    bonus = damage_parts(play.arena, who, tables.bare_hands)
    hits = max(tables.to_hit.least_damage, roll.total + sum(part.value for part in bonus))
    return Damage(roll, bonus, hits)
