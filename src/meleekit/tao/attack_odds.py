"""The exact odds of one blow: the rules of attacks under enumerated dice, each kept once found."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.odds import Outcomes, chance, mean
from meleekit.tao.arena import Arena
from meleekit.tao.attacks import HURTING, Parts, blow, drops
from meleekit.tao.events import Attacked, Result
from meleekit.tao.harm import status_at, stuns
from meleekit.tao.play import Play
from meleekit.tao.state import ACTIVE, Battle, Status
from meleekit.tao.tables import Weapon


class Struck(NamedTuple):
    """What a blow may come to: the roll's result, and the hits that come off."""

    result: Result
    hits: int


class BlowOdds(NamedTuple):
    """The odds of a blow, all exact. `stun` is of those who are not brought down by it."""

    outcomes: Outcomes[Struck]
    hit: Fraction
    down: Fraction
    dead: Fraction
    stun: Fraction
    hits: Fraction
    """Hits expected."""
    taken: Fraction
    """Hit points that they take on average, of those that the target has."""

    @property
    def stops(self) -> Fraction:
        """The chance that the target cannot go on: down, or stunned."""
        return self.down + self.stun


def blow_odds(
    arena: Arena,
    battle: Battle,
    attacker: int,
    target: int,
    weapon: Weapon,
    *,
    to_hit: Parts = (),
    damage: Parts = (),
) -> BlowOdds:
    """What a blow with that weapon may come to, as things stand."""
    hp = battle.figures[target].hp
    falls = drops(arena, battle.figures[attacker], weapon)
    key = (attacker, target, hp, weapon.name, falls, to_hit, damage)
    odds: BlowOdds | None = arena.odds.get(key)
    if odds is None:
        odds = arena.odds[key] = _blow_odds(arena, battle, attacker, target, weapon, to_hit, damage)
    return odds


def _blow_odds(
    arena: Arena,
    battle: Battle,
    attacker: int,
    target: int,
    weapon: Weapon,
    to_hit: Parts,
    damage: Parts,
) -> BlowOdds:
    def run(dice: Dice) -> Struck:
        play = Play(arena, battle, dice)
        hits = blow(play, attacker, target, weapon, "TAO-ATT-01", to_hit=to_hit, damage=damage)
        told = next(event for event in play.events if isinstance(event, Attacked))
        return Struck(told.result, hits)

    merged: dict[Struck, Fraction] = {}
    for struck, probability in enumerate_outcomes(run):
        merged[struck] = merged.get(struck, Fraction(0)) + probability
    found = list(merged.items())
    hp = battle.figures[target].hp

    def becomes(struck: Struck) -> Status:
        return status_at(arena, hp - struck.hits)

    return BlowOdds(
        found,
        hit=chance(found, lambda struck: struck.result in HURTING),
        down=chance(found, lambda struck: becomes(struck) is not ACTIVE),
        dead=chance(found, lambda struck: becomes(struck) is Status.DEAD),
        stun=chance(
            found,
            lambda struck: (
                struck.hits > 0 and becomes(struck) is ACTIVE and stuns(arena, hp, struck.hits)
            ),
        ),
        hits=mean(found, lambda struck: struck.hits),
        taken=mean(found, lambda struck: min(struck.hits, hp)),
    )
