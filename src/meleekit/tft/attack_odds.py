"""Exact chances of attacks, whatever their manner: the rules under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from meleekit.core.game import Event
from meleekit.core.odds import chance, mean
from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import (
    Attacked,
    Collapsed,
    Died,
    Fell,
    PileStruck,
    Result,
    RolledToMiss,
    ShelterTested,
)
from meleekit.tft.blows import HURTING
from meleekit.tft.combat import attack
from meleekit.tft.enumerated import outcomes
from meleekit.tft.play import Play
from meleekit.tft.state import Battle
from meleekit.tft.trajectory import courses, fly


class AttackOdds(msgspec.Struct, frozen=True):
    """Exact chances of an attack, all blows or the whole flight of it together.

    `to_hit`: the target is struck. `wound`: that costs it STR. `knock_down`: it is knocked off
    its feet, `fell`: it is out of the fight, `kill`: dead. `drop` and `breaks`: a weapon of the
    attacker's is. `hits` are those expected to come off the target's STR.
    """

    to_hit: Fraction
    wound: Fraction
    knock_down: Fraction
    fell: Fraction
    kill: Fraction
    drop: Fraction
    breaks: Fraction
    hits: Fraction
    others: Mapping[int, Fraction]
    """For each other character that may be struck, the chance of it: those in the target's pile
    or on the way of a flight, and the bodies a target shelters behind."""


class _Result(NamedTuple):
    """What one fall of the dice makes of an attack."""

    struck: frozenset[int]
    hits: int
    knocked_down: bool
    felled: bool
    killed: bool
    dropped: bool
    broken: bool


def struck_in(events: Iterable[Event]) -> list[int]:
    """Whom attacks have struck, by their events, in order."""
    struck: list[int] = []
    for event in events:
        if isinstance(event, ShelterTested | PileStruck):
            struck[-1] = event.struck  # in place of whom it was for
        elif isinstance(event, RolledToMiss) and event.result in HURTING:
            struck.append(event.figure)
        elif isinstance(event, Attacked) and event.result in HURTING:
            struck.append(event.target)
    return struck


def odds_of(arena: Arena, battle: Battle, target: int, act: Callable[[Play], None]) -> AttackOdds:
    """The chances of an attack on the target that `act` carries out."""
    before = battle.figures[target].hits

    def read(play: Play) -> _Result:
        kinds = {type(event) for event in play.events if getattr(event, "figure", -1) == target}
        results = {event.result for event in play.events if isinstance(event, Attacked)}
        figure = play.figures[target]
        return _Result(
            struck=frozenset(struck_in(play.events)),
            hits=figure.hits - before,
            knocked_down=Fell in kinds,
            felled=Collapsed in kinds or Died in kinds or figure.hex < 0,
            killed=Died in kinds,
            dropped=Result.DROPPED in results,
            broken=Result.BROKEN in results,
        )

    found = outcomes(arena, battle, act, read)
    others = sorted(frozenset[int]().union(*(r.struck for r, _ in found)) - {target})
    return AttackOdds(
        to_hit=chance(found, lambda r: target in r.struck),
        wound=chance(found, lambda r: r.hits > 0),
        knock_down=chance(found, lambda r: r.knocked_down),
        fell=chance(found, lambda r: r.felled),
        kill=chance(found, lambda r: r.killed),
        drop=chance(found, lambda r: r.dropped),
        breaks=chance(found, lambda r: r.broken),
        hits=mean(found, lambda r: r.hits),
        others={who: sum([p for r, p in found if who in r.struck], Fraction(0)) for who in others},
    )


def attack_odds(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...]
) -> AttackOdds:
    """The chances of a regular attack as things stand, all blows of it together."""
    return odds_of(arena, battle, target, lambda play: attack(play, attacker, target, weapons))


def flight_odds(arena: Arena, battle: Battle, attacker: int, target: int, item: int) -> AttackOdds:
    """The chances of a throw or shot as things stand, the defence already declared included."""
    ways = courses(arena, battle, attacker, target, item)
    return odds_of(arena, battle, target, lambda play: fly(play, attacker, target, item, ways))
