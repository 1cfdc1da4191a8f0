"""What an action may bring, exactly, before it is chosen: the rules under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

import msgspec

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.game import Chance, Expected, Forecast
from meleekit.core.odds import Outcomes, chance, mean
from meleekit.core.phrases import percent
from meleekit.tao import actions as do
from meleekit.tao.arena import Arena
from meleekit.tao.attack_odds import BlowOdds, blow_odds
from meleekit.tao.attacks import HURTING, Plan, damage_parts, plan_blow
from meleekit.tao.charging import first_blow, may_brace, run_up, strike_home
from meleekit.tao.engagement import partner, weapon_of
from meleekit.tao.events import Attacked, Grabbed
from meleekit.tao.grappling import brawl_weapon, plan_grab, share
from meleekit.tao.harm import can_fight
from meleekit.tao.moments import PERFORM
from meleekit.tao.overbearing import plan_overbearing
from meleekit.tao.play import Play
from meleekit.tao.state import ACTIVE, Battle, Brace, Place, Turn
from meleekit.tao.tables import Weapon

T = TypeVar("T")


def forecast(arena: Arena, battle: Battle, action: do.AnyAction) -> Forecast | None:
    """Exact odds of an action of the open decision; None where chance plays no part."""
    task = battle.stack[-1] if battle.stack else None
    if isinstance(task, Brace) and isinstance(action, do.StrikeFirst):
        return _before_contact(arena, battle, task)
    if not isinstance(task, Turn):
        return None
    who = task.figure
    match action:
        case do.Attack(target=target):
            weapon = weapon_of(arena, battle.figures[who])
            return _blow(arena, battle, who, target, weapon)
        case do.Blow():
            weapon = brawl_weapon(arena, battle.figures[who])
            return _blow(arena, battle, who, partner(arena, battle, who), weapon)
        case do.Overbear(target=target):
            return _overbearing(arena, battle, who, action, target)
        case do.Charge():
            return _charge(arena, battle, who, action)
        case do.Grab(target=target):
            return _grab(arena, battle, who, action, target)
        case do.BreakOut():
            return _break_out(arena, battle, who, action)
        case _:
            return None


def _needed(plan: Plan) -> str:
    return f"{plan.needed} or more on a d{len(plan.results)}"


def _damage_words(arena: Arena, who: int, weapon: Weapon) -> str:
    parts = damage_parts(arena, who, weapon)
    added = sum(part.value for part in parts)
    return f"{weapon.name}: {weapon.dice}D{weapon.sides}" + (f"{added:+d}" if added else "")


def _chances(odds: BlowOdds) -> tuple[Chance, ...]:
    found = (("hit", odds.hit), ("down", odds.down), ("dead", odds.dead), ("stunned", odds.stun))
    return tuple(Chance(name, p) for name, p in found if p or name == "hit")


def _blow(arena: Arena, battle: Battle, who: int, target: int, weapon: Weapon) -> Forecast:
    odds = blow_odds(arena, battle, who, target, weapon)
    plan = plan_blow(arena, battle, who, target, weapon)
    said = f"{percent(odds.hit)} to hit, {float(odds.hits):.1f} damage expected"
    return Forecast(
        headline=f"{said}, {percent(odds.down)} to bring down",
        chances=_chances(odds),
        expected=(Expected("damage", odds.hits),),
        needed=_needed(plan),
        modifiers=plan.parts,
        notes=(_damage_words(arena, who, weapon),),
    )


def _outcomes(arena: Arena, battle: Battle, act: Callable[[Play], T]) -> Outcomes[T]:
    """What `act` finds as it is carried out, over all the ways the dice can fall."""

    def run(dice: Dice) -> T:
        return act(Play(arena, battle, dice))

    return list(enumerate_outcomes(run))


def _merged(found: Iterable[tuple[T, Fraction]]) -> Outcomes[T]:
    """The same with equal results put together."""
    kept: dict[bytes, tuple[T, Fraction]] = {}
    for result, p in found:
        key = msgspec.msgpack.encode(result)
        kept[key] = (result, p + kept[key][1]) if key in kept else (result, p)
    return list(kept.values())


def _overbearing(
    arena: Arena, battle: Battle, who: int, action: do.Overbear, target: int
) -> Forecast:
    task, before = battle.stack[-1], battle.figures[target]

    def act(play: Play) -> tuple[bool, bool, bool, int]:
        PERFORM[do.Overbear](play, task, action)
        now = play.figures[target]
        hits = before.hp - now.hp
        return hits > 0, now.status is not ACTIVE, now.stunned and not before.stunned, hits

    found = _outcomes(arena, battle, act)
    over, down = chance(found, lambda r: r[0]), chance(found, lambda r: r[1])
    stun, hits = chance(found, lambda r: r[2]), mean(found, lambda r: r[3])
    plan = plan_overbearing(arena, who, target)
    named = (("overborne", over), ("down", down), ("stunned", stun))
    return Forecast(
        headline=f"{percent(over)} to overbear, {float(hits):.1f} damage expected",
        chances=tuple(Chance(name, p) for name, p in named if p or name == "overborne"),
        expected=(Expected("damage", hits),),
        needed=_needed(plan),
        modifiers=plan.parts,
    )


def _grab(arena: Arena, battle: Battle, who: int, action: do.Grab, target: int) -> Forecast:
    task = battle.stack[-1]

    def act(play: Play) -> tuple[bool, bool]:
        PERFORM[do.Grab](play, task, action)
        hit = any(isinstance(e, Grabbed) and e.result in HURTING for e in play.events)
        return hit, isinstance(play.battle.stack[-1], Place)

    found = _outcomes(arena, battle, act)
    hit, held = chance(found, lambda r: r[0]), chance(found, lambda r: r[1])
    plan, odds = plan_grab(arena, who, target), share(arena, who, target)
    return Forecast(
        headline=f"{percent(held)} to hold on",
        chances=(Chance("hit", hit), Chance("held", held)),
        needed=_needed(plan),
        modifiers=plan.parts,
        notes=(f"once it hits, {odds} or less on a d{arena.tables.grab.die}",),
    )


def _break_out(arena: Arena, battle: Battle, who: int, action: do.BreakOut) -> Forecast:
    task, here = battle.stack[-1], battle.figures[who].hex

    def act(play: Play) -> bool:
        PERFORM[do.BreakOut](play, task, action)
        return play.figures[who].hex != here

    out = chance(_outcomes(arena, battle, act), bool)
    return Forecast(f"{percent(out)} to get out", (Chance("get out", out),))


def _before_contact(arena: Arena, battle: Battle, task: Brace) -> Forecast:
    """The odds of the target's own blow, before the charge goes on."""
    weapon = weapon_of(arena, battle.figures[task.figure])
    found = _blow(arena, battle, task.figure, task.charger, weapon)
    odds = blow_odds(arena, battle, task.figure, task.charger, weapon)
    return Forecast(
        headline=f"{percent(odds.hit)} to hit, {percent(odds.stops)} to stop the charge",
        chances=(*found.chances, Chance("stopped", odds.stops)),
        expected=found.expected,
        needed=found.needed,
        modifiers=found.modifiers,
        notes=found.notes,
    )


def _charge(arena: Arena, battle: Battle, who: int, action: do.Charge) -> Forecast:
    """The odds of a charge whose target waits for contact, and what it risks if it does not.

    They are found a step of the charge at a time: what comes to the same goes on once.
    """
    target, before = action.target, battle.figures[action.target]

    def run(play: Play) -> Battle | None:
        return play.battle if run_up(play, who, action) else None

    def meet(play: Play) -> Battle:
        first_blow(play, who, target)
        return play.battle

    def strike(play: Play) -> tuple[bool, bool, bool, bool, int]:
        strike_home(play, who, target)
        now = play.figures[target]
        blows = [e for e in play.events if isinstance(e, Attacked)]
        return (
            any(e.result in HURTING for e in blows),
            now.status is not ACTIVE,
            now.stunned and not before.stunned,
            not can_fight(play, who),
            before.hp - now.hp,
        )

    ran = _merged(_outcomes(arena, battle, run))
    stands = [(now, p) for now, p in ran if now is not None]
    met = _merged((now, p * q) for at, p in stands for now, q in _outcomes(arena, at, meet))
    found = [(end, p * q) for at, p in met for end, q in _outcomes(arena, at, strike)]
    names = ("hit", "down", "stunned", "stopped")
    each = {name: chance([(r[i], p) for r, p in found], bool) for i, name in enumerate(names)}
    each["morale breaks"] = chance(ran, lambda now: now is None)
    hits = mean(found, lambda r: r[-1])
    before_that, notes = "", []
    for now, _ in stands:
        if may_brace(arena, now, target):
            weapon = weapon_of(arena, now.figures[target])
            stops = percent(blow_odds(arena, now, target, who, weapon).stops)
            before_that = f", {stops} before that if {arena.name(target)} strikes first"
            notes.append(f"{stops} to be stopped first if {arena.name(target)} strikes before")
    return Forecast(
        headline=f"{percent(each['hit'])} to hit, {float(hits):.1f} damage expected, "
        f"{percent(each['stopped'])} to be stopped{before_that}",
        chances=tuple(Chance(name, p) for name, p in each.items() if p or name == "hit"),
        expected=(Expected("damage", hits),),
        notes=tuple(notes),
    )
