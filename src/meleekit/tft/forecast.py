"""What an action may bring, exactly, before it is chosen: the rules under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from meleekit.core.dice import Dice, enumerate_outcomes
from meleekit.core.game import Chance, Forecast
from meleekit.tft.actions import AnyAction, Attack, ForceBack, Jump, Move
from meleekit.tft.arena import Arena
from meleekit.tft.blows import HURTING
from meleekit.tft.combat import attack, plan_strike
from meleekit.tft.dexterity import order_dex
from meleekit.tft.events import Attacked, Collapsed, Cornered, Died, Fell, Result, Stumbled
from meleekit.tft.moments import PERFORM
from meleekit.tft.options import may_defend
from meleekit.tft.play import Play
from meleekit.tft.state import Act, Battle, Guard, PreEmpt


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


def attack_odds(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...]
) -> AttackOdds:
    """The chances of the attack as things stand, all blows of it together.

    `to_hit`: some blow lands. `wound`: it costs the target STR. `knock_down`: the target is
    knocked off its feet by it, `fell`: it is out of the fight, `kill`: dead. `drop` and `breaks`:
    a weapon of the attacker's is.
    """
    before = battle.figures[target].hits

    def run(dice: Dice) -> tuple[bool, int, bool, bool, bool, bool, bool]:
        play = Play(arena, battle, dice)
        attack(play, attacker, target, weapons)
        kinds = {type(event) for event in play.events}
        results = {event.result for event in play.events if isinstance(event, Attacked)}
        return (
            any(result in HURTING for result in results),
            play.figures[target].hits - before,
            Fell in kinds,
            Collapsed in kinds or Died in kinds or play.figures[target].hex < 0,
            Died in kinds,
            Result.DROPPED in results,
            Result.BROKEN in results,
        )

    outcomes = list(enumerate_outcomes(run))

    def chance(holds: Callable[[tuple[bool, int, bool, bool, bool, bool, bool]], bool]) -> Fraction:
        return sum((p for result, p in outcomes if holds(result)), Fraction(0))

    return AttackOdds(
        to_hit=chance(lambda r: r[0]),
        wound=chance(lambda r: r[1] > 0),
        knock_down=chance(lambda r: r[2]),
        fell=chance(lambda r: r[3]),
        kill=chance(lambda r: r[4]),
        drop=chance(lambda r: r[5]),
        breaks=chance(lambda r: r[6]),
        hits=sum((r[1] * p for r, p in outcomes), Fraction(0)),
    )


def forecast(arena: Arena, battle: Battle, action: AnyAction) -> Forecast | None:
    """Exact odds of an action of the open decision; None where chance plays no part."""
    task = battle.stack[-1] if battle.stack else None
    if isinstance(task, Act) and isinstance(action, Attack):
        return _attack(arena, battle, task.figure, action.target, action.weapons)
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
    if may_defend(arena, battle, target):
        guarded = attack_odds(arena, _defending(battle, target), attacker, target, weapons)
        notes.append(
            f"if {arena.name(target)} defends: {_percent(guarded.to_hit)} to hit, "
            f"{float(guarded.hits):.1f} hits expected"
        )
    return Forecast(
        headline=f"{_percent(odds.to_hit)} to hit, {float(odds.hits):.1f} hits expected",
        chances=_chances(odds),
        expected=(Chance("hits", odds.hits),),
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


def _defending(battle: Battle, who: int) -> Battle:
    """The position as it would be if the character defended."""
    figures = battle.figures.copy()
    figures[who] = msgspec.structs.replace(figures[who], guard=Guard.DEFEND)
    return msgspec.structs.replace(battle, figures=figures)


def _defence(arena: Arena, battle: Battle, task: PreEmpt, action: AnyAction) -> Forecast:
    """How the declared attack will fare after this answer."""

    def run(dice: Dice) -> tuple[bool, int]:
        play = Play(arena, battle, dice)
        PERFORM[type(action)](play, task, action)
        landed = any(isinstance(e, Attacked) and e.result in HURTING for e in play.events)
        return landed, play.figures[task.figure].hits - battle.figures[task.figure].hits

    outcomes = list(enumerate_outcomes(run))
    to_hit = sum((p for (landed, _), p in outcomes if landed), Fraction(0))
    hits = sum((n * p for (_, n), p in outcomes), Fraction(0))
    return Forecast(
        headline=f"{_percent(to_hit)} to be hit, {float(hits):.1f} hits expected",
        chances=(Chance("be hit", to_hit),),
        expected=(Chance("hits", hits),),
    )


def _stumble(arena: Arena, battle: Battle, action: Move | Jump) -> Forecast | None:
    def run(dice: Dice) -> bool:
        play = Play(arena, battle, dice)
        PERFORM[type(action)](play, battle.stack[-1], action)
        return any(isinstance(event, Stumbled) and event.fell for event in play.events)

    falls = sum((p for fell, p in enumerate_outcomes(run) if fell), Fraction(0))
    if not falls:
        return None
    return Forecast(f"{_percent(falls)} to stumble and fall", (Chance("fall", falls),))


def _footing(arena: Arena, battle: Battle, action: ForceBack) -> Forecast:
    def run(dice: Dice) -> bool:
        play = Play(arena, battle, dice)
        PERFORM[ForceBack](play, battle.stack[-1], action)
        return any(isinstance(event, Cornered) and event.fell for event in play.events)

    falls = sum((p for fell, p in enumerate_outcomes(run) if fell), Fraction(0))
    needed, modifiers = order_dex(arena, battle, action.target)
    return Forecast(
        headline=f"{_percent(falls)} that {arena.name(action.target)} falls",
        chances=(Chance("fall", falls),),
        needed=f"3 dice, {needed} or less to keep its feet",
        modifiers=modifiers,
    )


def _percent(p: Fraction) -> str:
    return f"{float(p):.0%}"
