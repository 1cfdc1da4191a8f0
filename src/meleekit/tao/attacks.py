"""Rolling to hit and for damage (TAO-ATT, TAO-CRIT)."""

from __future__ import annotations

from typing import NamedTuple

from meleekit.core.dice import Dice, Roll
from meleekit.core.game import Modifier
from meleekit.tao.actions import Attack
from meleekit.tao.arena import Arena
from meleekit.tao.engagement import is_armed, weapon_of
from meleekit.tao.events import Attacked, Damage, Result
from meleekit.tao.gear import let_fall
from meleekit.tao.harm import hurt
from meleekit.tao.play import Play
from meleekit.tao.state import Battle, Figure, Turn
from meleekit.tao.switches import Switch
from meleekit.tao.tables import Tables, Weapon

Parts = tuple[Modifier, ...]

HURTING = (Result.HIT, Result.CRITICAL)


class Plan(NamedTuple):
    """What the d20 must show, why, and what each of its faces comes to, from 1 on."""

    needed: int
    parts: Parts
    results: tuple[Result, ...]


def plan(
    arena: Arena,
    attacker: int,
    ac: Modifier,
    more: Parts = (),
    *,
    critical: bool = False,
    fumble: bool = False,
) -> Plan:
    """What a roll to hit needs: THAC0 less armour class and bonuses (TAO-ATT-02).

    `ac` is the armour class that counts, `more` are bonuses beyond the attacker's own. A natural
    1 always misses and a 20 always hits (TAO-ATT-03); `critical` and `fumble` say whether more
    can come of them.
    """
    key = (attacker, ac, more, critical, fumble)
    found: Plan | None = arena.plans.get(key)
    if found is None:
        found = arena.plans[key] = _plan(arena, attacker, ac, more, critical, fumble)
    return found


def _plan(
    arena: Arena, attacker: int, ac: Modifier, more: Parts, critical: bool, fumble: bool
) -> Plan:
    one = arena.combatants[attacker]
    bonuses = [Modifier("to-hit bonus", one.to_hit, "TAO-ATT-02")] if one.to_hit else []
    bonuses += more
    parts = (Modifier("THAC0", one.thac0, "TAO-ATT-02"), *map(_less, (ac, *bonuses)))
    needed = sum(part.value for part in parts)
    faces = range(1, arena.tables.to_hit.die + 1)
    results = tuple(
        _result(arena.tables, face, needed, critical=critical, fumble=fumble) for face in faces
    )
    return Plan(needed, parts, results)


def _less(part: Modifier) -> Modifier:
    """The part of a roll as part of what it needs."""
    return Modifier(part.name, -part.value, part.rule)


def _result(tables: Tables, face: int, needed: int, *, critical: bool, fumble: bool) -> Result:
    rules = tables.to_hit
    if face == rules.always_misses:
        return Result.FUMBLE if fumble else Result.MISS
    if face == rules.always_hits:
        # TAO-CRIT-01: so much above what is needed.
        beyond = critical and face >= needed + tables.critical.margin
        return Result.CRITICAL if beyond else Result.HIT
    return Result.HIT if face >= needed else Result.MISS


def armour_class(arena: Arena, target: int) -> Modifier:
    """The armour class that an ordinary attack meets, stunned or not (TAO-STUN-04)."""
    return Modifier("armour class", arena.combatants[target].ac, "TAO-ATT-02")


def drops(arena: Arena, figure: Figure, weapon: Weapon) -> bool:
    """Whether a natural 1 makes the weapon fall: not bare hands nor natural ones (CRIT-02)."""
    struck_with_it = is_armed(arena, figure) and arena.items[figure.ready] is weapon
    return Switch.FUMBLES in arena.rules and struck_with_it and not weapon.natural


def plan_blow(
    arena: Arena, battle: Battle, attacker: int, target: int, weapon: Weapon, more: Parts = ()
) -> Plan:
    """What an ordinary attack with that weapon needs."""
    return plan(
        arena,
        attacker,
        armour_class(arena, target),
        more,
        critical=Switch.CRITICALS in arena.rules,
        fumble=drops(arena, battle.figures[attacker], weapon),
    )


def blow(
    play: Play,
    attacker: int,
    target: int,
    weapon: Weapon,
    rule: str,
    *,
    to_hit: Parts = (),
    damage: Parts = (),
) -> int:
    """Roll to hit, and for damage if it does: the hits that come off, which are not taken yet.

    On a fumble the weapon falls into the attacker's hex (TAO-CRIT-02).
    """
    arena = play.arena
    needs = plan_blow(arena, play.battle, attacker, target, weapon, to_hit)
    roll, result = roll_to_hit(play, attacker, target, needs)
    dealt = None
    if result in HURTING:
        critical = result is Result.CRITICAL
        dealt = roll_damage(play, attacker, target, weapon, damage, critical=critical)
    play.tell(
        Attacked(
            rule, attacker, target, weapon.name, roll, needs.needed, needs.parts, result, dealt
        )
    )
    if result is Result.FUMBLE:
        let_fall(play, attacker, "TAO-CRIT-02")
    return dealt.hits if dealt else 0


def roll_to_hit(play: Play, attacker: int, target: int, needs: Plan) -> tuple[Roll, Result]:
    """The d20 and what it comes to."""
    arena = play.arena
    why = f"{arena.name(attacker)} attacks {arena.name(target)}"
    roll = play.dice.roll(1, len(needs.results), why=why, classes=needs.results)
    return roll, needs.results[roll.total - 1]


def damage_parts(arena: Arena, attacker: int, weapon: Weapon, more: Parts = ()) -> Parts:
    """What is added to a weapon's dice: its own, Strength and magic, the moment (TAO-ATT-04)."""
    bonus = arena.combatants[attacker].damage
    own = [Modifier(weapon.name, weapon.add, "TAO-ATT-04")] if weapon.add else []
    own += [Modifier("Strength and magic", bonus, "TAO-ATT-04")] if bonus else []
    return (*own, *more)


def roll_damage(
    play: Play,
    attacker: int,
    target: int,
    weapon: Weapon,
    more: Parts = (),
    *,
    critical: bool = False,
) -> Damage:
    """Weapon dice with all that is added, at least 1; a critical multiplies that (TAO-CRIT-01)."""
    tables = play.arena.tables
    parts = damage_parts(play.arena, attacker, weapon, more)
    roll = play.dice.roll(weapon.dice, weapon.sides, why=f"damage, {weapon.name}")
    hits = max(tables.to_hit.least_damage, roll.total + sum(part.value for part in parts))
    if not critical:
        return Damage(roll, parts, hits)
    left = play.figures[target].hp - tables.fall.dead
    bare = not play.arena.combatants[target].helmet
    times, again = multiplier(play.dice, tables, bare=bare, enough=-(-left // hits))
    return Damage(roll, parts, hits * times, times, again)


def multiplier(
    dice: Dice, tables: Tables, *, bare: bool, enough: int
) -> tuple[int, tuple[Roll, ...]]:
    """How often a critical hit's damage counts, and the further d20 (TAO-CRIT-01).

    They end where `enough` is reached, from which on the target is dead whatever they show.
    """
    rules = tables.critical
    faces = range(1, tables.to_hit.die + 1)
    classes = [_again(rules.again, rules.once_more_if_bare if bare else 0, face) for face in faces]
    times, rolls = rules.multiplier, []
    while times < enough:
        roll = dice.roll(1, len(classes), why="again after a critical hit", classes=classes)
        rolls.append(roll)
        more = classes[roll.total - 1]
        times += more != "stop"
        if more != "again":
            break
    return times, tuple(rolls)


def _again(again: int, once: int, face: int) -> str:
    return "again" if face == again else "once" if face == once else "stop"


def attack_cost(arena: Arena, figure: Figure) -> int:
    """The action points of an attack, armed or not (TAO-AP-02, TAO-ATT-04)."""
    costs = arena.tables.costs
    return costs.attack if is_armed(arena, figure) else costs.unarmed_attack


def attack(play: Play, task: Turn, action: Attack) -> None:
    """The attack action, with whatever is in hand (TAO-ATT-01)."""
    who, arena = task.figure, play.arena
    figure = play.edit(who)
    figure.ap -= attack_cost(arena, figure)
    figure.attacks += 1
    strike(play, who, action.target, weapon_of(arena, figure), "TAO-ATT-01")


def strike(play: Play, attacker: int, target: int, weapon: Weapon, rule: str) -> None:
    """An ordinary attack, and what comes of it."""
    hits = blow(play, attacker, target, weapon, rule)
    if hits:
        hurt(play, target, hits, attacker)
