"""What an action may bring, exactly, before it is chosen: the rules under enumerated dice."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import msgspec

from meleekit.core.game import Chance, Expected, Forecast
from meleekit.tft.actions import AnyAction, Attack, ForceBack, Jump, Move, Shoot, Throw
from meleekit.tft.arena import Arena
from meleekit.tft.blows import HURTING
from meleekit.tft.combat import attack, if_guarding, plan_strike
from meleekit.tft.dexterity import order_dex
from meleekit.tft.enumerated import chance, mean, outcomes
from meleekit.tft.events import Attacked, Collapsed, Cornered, Died, Fell, Result, Stumbled
from meleekit.tft.moments import PERFORM
from meleekit.tft.options import may_guard
from meleekit.tft.play import Play
from meleekit.tft.state import Act, Battle, Guard, Manner, PreEmpt, SecondShot
from meleekit.tft.trajectory_odds import flight_forecast, struck_in


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


class _Result(NamedTuple):
    """What one fall of the dice makes of an attack."""

    landed: bool
    hits: int
    knocked_down: bool
    felled: bool
    killed: bool
    dropped: bool
    broken: bool


def attack_odds(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...]
) -> AttackOdds:
    """The chances of the attack as things stand, all blows of it together.

    `to_hit`: some blow lands. `wound`: it costs the target STR. `knock_down`: the target is
    knocked off its feet by it, `fell`: it is out of the fight, `kill`: dead. `drop` and `breaks`:
    a weapon of the attacker's is.
    """
    before = battle.figures[target].hits

    def read(play: Play) -> _Result:
        kinds = {type(event) for event in play.events}
        results = {event.result for event in play.events if isinstance(event, Attacked)}
        return _Result(
            landed=not results.isdisjoint(HURTING),
            hits=play.figures[target].hits - before,
            knocked_down=Fell in kinds,
            felled=Collapsed in kinds or Died in kinds or play.figures[target].hex < 0,
            killed=Died in kinds,
            dropped=Result.DROPPED in results,
            broken=Result.BROKEN in results,
        )

    found = outcomes(arena, battle, lambda play: attack(play, attacker, target, weapons), read)
    return AttackOdds(
        to_hit=chance(found, lambda r: r.landed),
        wound=chance(found, lambda r: r.hits > 0),
        knock_down=chance(found, lambda r: r.knocked_down),
        fell=chance(found, lambda r: r.felled),
        kill=chance(found, lambda r: r.killed),
        drop=chance(found, lambda r: r.dropped),
        breaks=chance(found, lambda r: r.broken),
        hits=mean(found, lambda r: r.hits),
    )


def forecast(arena: Arena, battle: Battle, action: AnyAction) -> Forecast | None:
    """Exact odds of an action of the open decision; None where chance plays no part."""
    task = battle.stack[-1] if battle.stack else None
    if isinstance(task, Act) and isinstance(action, Attack):
        return _attack(arena, battle, task.figure, action.target, action.weapons)
    if isinstance(task, Act | SecondShot) and isinstance(action, Throw | Shoot):
        return flight_forecast(arena, battle, task.figure, action.target, action.item)
    if isinstance(task, PreEmpt):
        return _defence(arena, battle, task, action)
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
        chances=_chances(odds),
        expected=(Expected("hits", odds.hits),),
        needed=f"{plan.dice} dice, {plan.needed} or less",
        modifiers=plan.modifiers,
        notes=tuple(notes),
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
