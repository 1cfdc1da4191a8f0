"""Exact odds of a throw or a shot, its whole flight together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from meleekit.core.game import Chance, Event, Expected, Forecast
from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import (
    Attacked,
    Collapsed,
    Died,
    Fell,
    Result,
    RolledToMiss,
    ShelterTested,
)
from meleekit.tft.blows import HURTING
from meleekit.tft.combat import GUARD_AGAINST, if_guarding
from meleekit.tft.enumerated import chance, mean, outcomes
from meleekit.tft.options import may_guard
from meleekit.tft.play import Play
from meleekit.tft.shots import Aim, manner_of
from meleekit.tft.state import Battle
from meleekit.tft.trajectory import Leg, fly, legs

NOBODY = -1


class FlightOdds(NamedTuple):
    """Chances of a flight: for the target, for all others it may strike, and for the weapon.

    `to_hit` is the chance that the target is struck, `others` that for each other character, the
    bodies it shelters behind among them. `hits` are those expected to come off the target's STR.
    """

    to_hit: Fraction
    others: Mapping[int, Fraction]
    wound: Fraction
    knock_down: Fraction
    fell: Fraction
    kill: Fraction
    drop: Fraction
    breaks: Fraction
    hits: Fraction


class _Result(NamedTuple):
    """What one fall of the dice makes of a flight."""

    struck: int
    hits: int
    knocked_down: bool
    felled: bool
    killed: bool
    fumble: Result | None


def struck_in(events: Iterable[Event]) -> int:
    """Whom a flight struck, by its events; NOBODY if it did not."""
    struck = NOBODY
    for event in events:
        if isinstance(event, ShelterTested):
            struck = event.struck
        elif isinstance(event, RolledToMiss) and event.result in HURTING:
            struck = event.figure
        elif isinstance(event, Attacked) and event.result in HURTING:
            struck = event.target
    return struck


def flight_odds(arena: Arena, battle: Battle, attacker: int, target: int, item: int) -> FlightOdds:
    """The chances of a throw or shot as things stand, the defence already declared included."""
    before = battle.figures[target].hits

    def read(play: Play) -> _Result:
        struck = struck_in(play.events)
        kinds = {type(event) for event in play.events} if struck == target else set()
        results = [event.result for event in play.events if isinstance(event, Attacked)]
        figure = play.figures[target]
        return _Result(
            struck,
            figure.hits - before,
            Fell in kinds,
            Collapsed in kinds or Died in kinds or figure.hex < 0,
            Died in kinds,
            next((r for r in results if r in (Result.DROPPED, Result.BROKEN)), None),
        )

    course = legs(arena, battle, attacker, target, item)
    found = outcomes(arena, battle, lambda play: fly(play, attacker, target, item, course), read)
    others: dict[int, Fraction] = {}
    for result, p in found:
        if result.struck not in (NOBODY, target):
            others[result.struck] = others.get(result.struck, Fraction(0)) + p
    return FlightOdds(
        to_hit=chance(found, lambda r: r.struck == target),
        others=others,
        wound=chance(found, lambda r: r.hits > 0),
        knock_down=chance(found, lambda r: r.knocked_down),
        fell=chance(found, lambda r: r.felled),
        kill=chance(found, lambda r: r.killed),
        drop=chance(found, lambda r: r.fumble is Result.DROPPED),
        breaks=chance(found, lambda r: r.fumble is Result.BROKEN),
        hits=mean(found, lambda r: r.hits),
    )


def flight_forecast(
    arena: Arena, battle: Battle, attacker: int, target: int, item: int
) -> Forecast:
    """The odds of a throw or shot with their reasons, for the table to show."""
    odds = flight_odds(arena, battle, attacker, target, item)
    course = legs(arena, battle, attacker, target, item)
    aimed = next(leg for leg in course if leg.aim is Aim.TARGET)
    name, plan = arena.name(target), aimed.plan
    notes = [_note(arena, leg, course.index(leg) > course.index(aimed)) for leg in course]
    if aimed.bodies:
        kneels = f"1 to {max(aimed.faces)}"
        notes.append(f"{name} is in shelter: a hit still needs a die of {kneels}")
    if plan.stops:
        parts = ", ".join(f"{m.name} {m.value}" for m in plan.stops)
        notes.append(f"{name} stops {plan.stopped()}: {parts}")
    manner = manner_of(plan.weapon)
    if may_guard(arena, battle, target, manner):
        dodging = if_guarding(battle, target, GUARD_AGAINST[manner])
        guarded = flight_odds(arena, dodging, attacker, target, item)
        notes.append(
            f"if {name} dodges: {_percent(guarded.to_hit)} to hit, "
            f"{float(guarded.hits):.1f} hits expected"
        )
    return Forecast(
        headline=f"{_percent(odds.to_hit)} to hit, {float(odds.hits):.1f} hits expected",
        chances=_chances(arena, odds),
        expected=(Expected("hits", odds.hits),),
        needed=f"{plan.dice} dice, {plan.needed} or less",
        modifiers=plan.modifiers,
        notes=tuple([note for note in notes if note]),
    )


def _note(arena: Arena, leg: Leg, behind: bool) -> str:
    """What becomes of one on the way; nothing to say of the target."""
    if leg.aim is Aim.TARGET:
        return ""
    where = "behind the target" if behind else "in the way"
    roll = "to miss" if leg.aim is Aim.AVOID else "to hit"
    return f"{arena.name(leg.who)} is {where}: {leg.plan.needed} or less {roll}"


def _chances(arena: Arena, odds: FlightOdds) -> tuple[Chance, ...]:
    named = [
        ("hit", odds.to_hit),
        *((f"hit {arena.name(who)} instead", p) for who, p in sorted(odds.others.items())),
        ("wound", odds.wound),
        ("knock down", odds.knock_down),
        ("put out of the fight", odds.fell),
        ("kill", odds.kill),
        ("drop the weapon", odds.drop),
        ("break the weapon", odds.breaks),
    ]
    return tuple(Chance(name, p) for name, p in named if p or name == "hit")


def _percent(p: Fraction) -> str:
    return f"{float(p):.0%}"
