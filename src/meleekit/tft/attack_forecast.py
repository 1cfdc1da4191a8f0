"""The odds of attacks with their reasons, for a table to show before they are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from meleekit.core.game import Chance, Expected, Forecast
from meleekit.core.phrases import listed, percent
from meleekit.tft.actions import HthAttack
from meleekit.tft.arena import Arena
from meleekit.tft.attack_odds import AttackOdds, attack_odds, flight_odds, odds_of
from meleekit.tft.blows import StrikePlan
from meleekit.tft.combat import GUARD_AGAINST, if_guarding, plan_strike
from meleekit.tft.options import may_guard
from meleekit.tft.shots import Aim, manner_of
from meleekit.tft.state import Battle, Guard, Manner
from meleekit.tft.trajectory import Course, Leg, courses
from meleekit.tft.wrestling import fight, plan_hth

_GUARDING = {Guard.DEFEND: "defends", Guard.DODGE: "dodges"}


def blow_forecast(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...]
) -> Forecast:
    """The odds of a regular attack."""
    plan = plan_strike(arena, battle, attacker, target, weapons, weapons[0])
    notes = [*_stopping(arena, target, plan)]
    notes += [f"{m.name}: damage x{m.value}" for m in plan.multipliers]
    if may_guard(arena, battle, target, Manner.BLOW):
        guarded = if_guarding(battle, target, GUARD_AGAINST[Manner.BLOW])
        odds = attack_odds(arena, guarded, attacker, target, weapons)
        notes.append(_if_guarded(arena, target, Manner.BLOW, odds))
    return _shown(arena, attack_odds(arena, battle, attacker, target, weapons), plan, notes)


def flight_forecast(
    arena: Arena, battle: Battle, attacker: int, target: int, item: int
) -> Forecast:
    """The odds of a throw or shot, with all that it may come to."""
    ways = courses(arena, battle, attacker, target, item)
    aimed = ways[0].legs[ways[0].to_target]
    name, plan = arena.name(target), aimed.plan
    on_ways = [_on_the_way(arena, way) for way in ways]
    notes = []
    for note in dict.fromkeys(chain(*on_ways)):
        on_all = all(note in noted for noted in on_ways)
        notes.append(note if on_all else f"{note}, on one of two ways")
    if len(ways) > 1:
        notes.append(f"a die says to which of two hexes of {name} it goes")
    if aimed.bodies:
        kneels = f"1 to {max(aimed.faces)}"
        notes.append(f"{name} is in shelter: a hit still needs a die of {kneels}")
    if aimed.pile:
        others = listed([arena.name(who) for who in aimed.pile if who != target])
        notes.append(f"a hit may strike {others} in the pile as well as {name}, each as likely")
    notes += _stopping(arena, target, plan)
    manner = manner_of(plan.weapon)
    if may_guard(arena, battle, target, manner):
        guarded = if_guarding(battle, target, GUARD_AGAINST[manner])
        odds = flight_odds(arena, guarded, attacker, target, item)
        notes.append(_if_guarded(arena, target, manner, odds))
    return _shown(arena, flight_odds(arena, battle, attacker, target, item), plan, notes)


def hth_forecast(arena: Arena, battle: Battle, who: int, action: HthAttack) -> Forecast:
    """The odds of an attack in hand-to-hand: nobody else is ever hit (TFT-FRD-04)."""
    target, item = action.target, action.weapon
    odds = odds_of(arena, battle, target, lambda play: fight(play, who, target, item))
    plan = plan_hth(arena, battle, who, target, item)
    weapon = plan.weapon
    dice = f"{weapon.name.lower()}: {weapon.dice}d6{weapon.modifier:+d}"
    return _shown(arena, odds, plan, [dice, *_stopping(arena, target, plan)])


def _on_the_way(arena: Arena, way: Course) -> list[str]:
    """All before and behind the target whom the flight may come to."""
    at = way.to_target
    before = [_passed(arena, leg, "in the way") for leg in way.legs[:at]]
    return before + [_passed(arena, leg, "behind the target") for leg in way.legs[at + 1 :]]


def _passed(arena: Arena, leg: Leg, where: str) -> str:
    """What becomes of one on the way of a flight."""
    roll = "to miss" if leg.aim is Aim.AVOID else "to hit"
    return f"{arena.name(leg.who)} is {where}: {leg.plan.needed} or less {roll}"


def _stopping(arena: Arena, target: int, plan: StrikePlan) -> tuple[str, ...]:
    """What takes hits off the damage, if anything does."""
    if not plan.stops:
        return ()
    parts = ", ".join(f"{m.name} {m.value}" for m in plan.stops)
    return (f"{arena.name(target)} stops {plan.stopped()}: {parts}",)


def _if_guarded(arena: Arena, target: int, manner: Manner, odds: AttackOdds) -> str:
    verb = _GUARDING[GUARD_AGAINST[manner]]
    return f"if {arena.name(target)} {verb}: {_headline(odds)}"


def _headline(odds: AttackOdds) -> str:
    return f"{percent(odds.to_hit)} to hit, {float(odds.hits):.1f} hits expected"


def _shown(arena: Arena, odds: AttackOdds, plan: StrikePlan, notes: Sequence[str]) -> Forecast:
    named = (
        ("hit", odds.to_hit),
        *((f"hit {arena.name(who)} instead", p) for who, p in odds.others.items()),
        ("wound", odds.wound),
        ("knock down", odds.knock_down),
        ("put out of the fight", odds.fell),
        ("kill", odds.kill),
        ("drop the weapon", odds.drop),
        ("break the weapon", odds.breaks),
    )
    return Forecast(
        headline=_headline(odds),
        chances=tuple(Chance(name, p) for name, p in named if p or name == "hit"),
        expected=(Expected("hits", odds.hits),),
        needed=f"{plan.dice} dice, {plan.needed} or less",
        modifiers=plan.modifiers,
        notes=tuple(notes),
    )
