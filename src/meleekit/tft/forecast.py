"""What an action may bring, exactly, before it is chosen: the rules under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import msgspec

from meleekit.core.game import Chance, Expected, Forecast
from meleekit.tft.actions import (
    Agree,
    AnyAction,
    Attack,
    BreakFree,
    DrawDagger,
    ForceBack,
    Grapple,
    HthAttack,
    Jump,
    Move,
    Shoot,
    Throw,
)
from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import Attacked, Collapsed, Died, Fell, Result, RolledToMiss
from meleekit.tft.blows import HURTING
from meleekit.tft.combat import attack, if_guarding, plan_strike
from meleekit.tft.dexterity import order_dex
from meleekit.tft.enumerated import chance, mean, outcomes
from meleekit.tft.events import Cornered, Stumbled
from meleekit.tft.grapple_forecast import grapple_forecast
from meleekit.tft.moments import PERFORM
from meleekit.tft.options import may_guard
from meleekit.tft.play import Play
from meleekit.tft.state import Act, Battle, CloseIn, Guard, Manner, PreEmpt, SecondShot
from meleekit.tft.trajectory_odds import flight_forecast, struck_in
from meleekit.tft.wrestling import fight, plan_hth


class AttackOdds(msgspec.Struct, frozen=True):
    """Exact chances of an attack action; `hits` are those expected to come off STR."""

    to_hit: Fraction
    wound: Fraction
    knock_down: Fraction
    fell: Fraction
    kill: Fraction
    drop: Fraction
    breaks: Fraction
    hits: Fraction
    others: tuple[tuple[int, Fraction], ...] = ()
    """Others in the target's pile, and the chance that they are hit in its place."""


class _Result(NamedTuple):
    """What one fall of the dice makes of an attack."""

    landed: bool
    hits: int
    knocked_down: bool
    felled: bool
    killed: bool
    dropped: bool
    broken: bool
    strays: frozenset[int]


def attack_odds(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...]
) -> AttackOdds:
    """The chances of a regular attack as things stand, all blows of it together."""
    return _odds(arena, battle, target, lambda play: attack(play, attacker, target, weapons))


def _odds(arena: Arena, battle: Battle, target: int, act: Callable[[Play], None]) -> AttackOdds:
    """The chances of an attack that `act` carries out.

    `to_hit`: some blow lands. `wound`: it costs the target STR. `knock_down`: the target is
    knocked off its feet by it, `fell`: it is out of the fight, `kill`: dead. `drop` and `breaks`:
    a weapon of the attacker's is.
    """
    before = battle.figures[target].hits

    def read(play: Play) -> _Result:
        # Others in a pile may be hurt in its place.
        kinds = {type(event) for event in play.events if getattr(event, "figure", -1) == target}
        results = {event.result for event in play.events if isinstance(event, Attacked)}
        return _Result(
            landed=not results.isdisjoint(HURTING),
            hits=play.figures[target].hits - before,
            knocked_down=Fell in kinds,
            felled=Collapsed in kinds or Died in kinds or play.figures[target].hex < 0,
            killed=Died in kinds,
            dropped=Result.DROPPED in results,
            broken=Result.BROKEN in results,
            strays=frozenset(
                event.figure
                for event in play.events
                if isinstance(event, RolledToMiss) and event.result in HURTING
            ),
        )

    found = outcomes(arena, battle, act, read)
    strays = sorted(frozenset[int]().union(*(r.strays for r, _ in found)))
    return AttackOdds(
        to_hit=chance(found, lambda r: r.landed),
        wound=chance(found, lambda r: r.hits > 0),
        knock_down=chance(found, lambda r: r.knocked_down),
        fell=chance(found, lambda r: r.felled),
        kill=chance(found, lambda r: r.killed),
        drop=chance(found, lambda r: r.dropped),
        breaks=chance(found, lambda r: r.broken),
        hits=mean(found, lambda r: r.hits),
        others=tuple(
            (who, sum([p for r, p in found if who in r.strays], Fraction(0))) for who in strays
        ),
    )


def forecast(arena: Arena, battle: Battle, action: AnyAction) -> Forecast | None:
    """Exact odds of an action of the open decision; None where chance plays no part."""
    task = battle.stack[-1] if battle.stack else None
    if isinstance(task, Act) and isinstance(action, Attack):
        return _attack(arena, battle, task.figure, action.target, action.weapons)
    if isinstance(task, Act | SecondShot) and isinstance(action, Throw | Shoot):
        return flight_forecast(arena, battle, task.figure, action.target, action.item)
    if isinstance(task, Act | CloseIn) and isinstance(action, HthAttack):
        return _in_the_pile(arena, battle, task.figure, action)
    if isinstance(task, PreEmpt):
        return _defence(arena, battle, task, action)
    if isinstance(action, Grapple | Agree | DrawDagger | BreakFree):
        return grapple_forecast(arena, battle, action)
    if isinstance(action, Move | Jump):
        return _stumble(arena, battle, action)
    if isinstance(action, ForceBack) and action.hex < 0:
        return _footing(arena, battle, action)
    return None


def _attack(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...]
) -> Forecast:
    odds = attack_odds(arena, battle, attacker, target, weapons)
    plan = plan_strike(arena, battle, attacker, target, weapons, weapons[0])
    notes = []
    if plan.stops:
        parts = ", ".join(f"{m.name} {m.value}" for m in plan.stops)
        notes.append(f"{arena.name(target)} stops {plan.stopped()}: {parts}")
    notes += [f"{m.name}: damage x{m.value}" for m in plan.multipliers]
    if may_guard(arena, battle, target, Manner.BLOW):
        defending = if_guarding(battle, target, Guard.DEFEND)
        guarded = attack_odds(arena, defending, attacker, target, weapons)
        notes.append(
            f"if {arena.name(target)} defends: {_percent(guarded.to_hit)} to hit, "
            f"{float(guarded.hits):.1f} hits expected"
        )
    return Forecast(
        headline=f"{_percent(odds.to_hit)} to hit, {float(odds.hits):.1f} hits expected",
        chances=(
            *_chances(odds),
            *(Chance(f"hit {arena.name(who)} instead", p) for who, p in odds.others),
        ),
        expected=(Expected("hits", odds.hits),),
        needed=f"{plan.dice} dice, {plan.needed} or less",
        modifiers=plan.modifiers,
        notes=tuple(notes),
    )


def _in_the_pile(arena: Arena, battle: Battle, who: int, action: HthAttack) -> Forecast:
    """An attack in hand-to-hand: nobody else is ever hit (TFT-FRD-04)."""
    target, item = action.target, action.weapon
    odds = _odds(arena, battle, target, lambda play: fight(play, who, target, item))
    plan = plan_hth(arena, battle, who, target, item)
    weapon = plan.weapon
    return Forecast(
        headline=f"{_percent(odds.to_hit)} to hit, {float(odds.hits):.1f} hits expected",
        chances=_chances(odds),
        expected=(Expected("hits", odds.hits),),
        needed=f"{plan.dice} dice, {plan.needed} or less",
        modifiers=plan.modifiers,
        notes=(
            f"{weapon.name.lower()}: {weapon.dice}d6{weapon.modifier:+d}",
            *(f"{arena.name(target)} stops {m.value}: {m.name}" for m in plan.stops),
        ),
    )


def _chances(odds: AttackOdds) -> tuple[Chance, ...]:
    named = (
        ("hit", odds.to_hit),
        ("wound", odds.wound),
        ("knock down", odds.knock_down),
        ("put out of the fight", odds.fell),
        ("kill", odds.kill),
        ("drop the weapon", odds.drop),
        ("break the weapon", odds.breaks),
    )
    return tuple(Chance(name, p) for name, p in named if p or name == "hit")


def _defence(arena: Arena, battle: Battle, task: PreEmpt, action: AnyAction) -> Forecast:
    """How the declared attack will fare after this answer."""
    before = battle.figures[task.figure].hits

    def read(play: Play) -> tuple[bool, int]:
        if task.manner is Manner.BLOW:
            landed = any(isinstance(e, Attacked) and e.result in HURTING for e in play.events)
        else:
            landed = struck_in(play.events) == task.figure
        return landed, play.figures[task.figure].hits - before

    found = outcomes(arena, battle, lambda play: PERFORM[type(action)](play, task, action), read)
    to_hit = chance(found, lambda result: result[0])
    hits = mean(found, lambda result: result[1])
    return Forecast(
        headline=f"{_percent(to_hit)} to be hit, {float(hits):.1f} hits expected",
        chances=(Chance("be hit", to_hit),),
        expected=(Expected("hits", hits),),
    )


def _stumble(arena: Arena, battle: Battle, action: Move | Jump) -> Forecast | None:
    falls = _chance_of_a_fall(arena, battle, action)
    if not falls:
        return None
    return Forecast(f"{_percent(falls)} to stumble and fall", (Chance("fall", falls),))


def _footing(arena: Arena, battle: Battle, action: ForceBack) -> Forecast:
    falls = _chance_of_a_fall(arena, battle, action)
    needed, modifiers = order_dex(arena, battle, action.target)
    return Forecast(
        headline=f"{_percent(falls)} that {arena.name(action.target)} falls",
        chances=(Chance("fall", falls),),
        needed=f"{arena.tables.rolls.footing} dice, {needed} or less to keep its feet",
        modifiers=modifiers,
    )


def _chance_of_a_fall(arena: Arena, battle: Battle, action: Move | Jump | ForceBack) -> Fraction:
    task = battle.stack[-1]
    found = outcomes(
        arena,
        battle,
        lambda play: PERFORM[type(action)](play, task, action),
        lambda play: any(isinstance(e, Stumbled | Cornered) and e.fell for e in play.events),
    )
    return chance(found, bool)


def _percent(p: Fraction) -> str:
    return f"{float(p):.0%}"
