"""What an action may bring, exactly, before it is chosen: the rules under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.game import Chance, Expected, Forecast
from meleekit.core.odds import Outcomes, chance, mean
from meleekit.core.phrases import percent
from meleekit.tao import actions as do
from meleekit.tao.arena import Arena
from meleekit.tao.attack_odds import BlowOdds, blow_odds
from meleekit.tao.attacks import HURTING, Plan, damage_parts, plan_blow
from meleekit.tao.engagement import partner, weapon_of
from meleekit.tao.events import Attacked
from meleekit.tao.grappling import brawl_weapon, plan_grab, share
from meleekit.tao.harm import can_fight
from meleekit.tao.moments import PERFORM
from meleekit.tao.overbearing import plan_overbearing
from meleekit.tao.play import Play
from meleekit.tao.state import ACTIVE, Battle, Brace, Turn
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
        case do.Charge(target=target):
            return _charge(arena, battle, who, action, target)
        case do.Grab(target=target):
            return _grab(arena, who, target)
        case do.BreakOut():
            odds = Fraction(share(arena, who, partner(arena, battle, who)), arena.tables.grab.die)
            return Forecast(f"{percent(odds)} to get out", (Chance("get out", odds),))
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


def _outcomes(
    arena: Arena, battle: Battle, act: Callable[[Play], None], read: Callable[[Play], T]
) -> Outcomes[T]:
    def run(dice: Dice) -> T:
        play = Play(arena, battle, dice)
        act(play)
        return read(play)

    return list(enumerate_outcomes(run))


def _overbearing(
    arena: Arena, battle: Battle, who: int, action: do.Overbear, target: int
) -> Forecast:
    before = battle.figures[target]

    def read(play: Play) -> tuple[bool, bool, bool, int]:
        now = play.figures[target]
        hits = before.hp - now.hp
        return hits > 0, now.status is not ACTIVE, now.stunned and not before.stunned, hits

    task = battle.stack[-1]
    found = _outcomes(arena, battle, lambda play: PERFORM[do.Overbear](play, task, action), read)
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


def _grab(arena: Arena, who: int, target: int) -> Forecast:
    plan = plan_grab(arena, who, target)
    faces = len(plan.results)
    hit = Fraction(sum(result in HURTING for result in plan.results), faces)
    odds = share(arena, who, target)
    held = hit * Fraction(odds, arena.tables.grab.die)
    return Forecast(
        headline=f"{percent(held)} to hold on",
        chances=(Chance("hit", hit), Chance("held", held)),
        needed=_needed(plan),
        modifiers=plan.parts,
        notes=(f"once it hits, {odds} or less on a d{arena.tables.grab.die}",),
    )


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


def _charge(arena: Arena, battle: Battle, who: int, action: do.Charge, target: int) -> Forecast:
    """The odds of a charge whose target waits for contact, and what it risks if it does not."""
    task, before = battle.stack[-1], battle.figures[target]
    braced: list[Battle] = []

    def run(play: Play) -> None:
        PERFORM[do.Charge](play, task, action)
        if isinstance(play.battle.stack[-1], Brace):
            braced.append(play.battle)
            PERFORM[do.LetCome](play, play.battle.stack[-1], do.LetCome())

    def read(play: Play) -> tuple[bool, bool, bool, bool, bool, int]:
        now = play.figures[target]
        blows = [e for e in play.events if isinstance(e, Attacked) and e.figure == who]
        return (
            any(e.result in HURTING for e in blows),
            now.status is not ACTIVE,
            now.stunned and not before.stunned,
            not can_fight(play, who),
            now.broken_by == who,
            before.hp - now.hp,
        )

    found = _outcomes(arena, battle, run, read)
    names = ("hit", "down", "stunned", "stopped", "morale breaks")
    each = [chance([(r[i], p) for r, p in found], bool) for i in range(len(names))]
    hits = mean(found, lambda r: r[5])
    notes = []
    if braced:
        now = braced[0]
        weapon = weapon_of(arena, now.figures[target])
        stops = blow_odds(arena, now, target, who, weapon).stops
        notes.append(f"{percent(stops)} to be stopped first if {arena.name(target)} strikes before")
    return Forecast(
        headline=f"{percent(each[0])} to hit, {float(hits):.1f} damage expected, "
        f"{percent(each[3])} to be stopped",
        chances=tuple(
            Chance(name, p) for name, p in zip(names, each, strict=True) if p or name == "hit"
        ),
        expected=(Expected("damage", hits),),
        notes=tuple(notes),
    )
