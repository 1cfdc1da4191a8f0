"""The tables one blow rolls on: what each total of its dice means, fixed before they fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod

import msgspec

from meleekit.core.dice import ways
from meleekit.core.game import Modifier
from meleekit.tft.blow_events import TIMES, Result
from meleekit.tft.rows import Weapon
from meleekit.tft.tables import Tables

HitChances = tuple[float, ...]
"""Entry n is the probability that exactly n hits come off STR; the sum is 1."""


@lru_cache(maxsize=512)
def hit_results(
    tables: Tables, dice: int, needed: int, natural: bool = False
) -> tuple[Result, ...]:
    """What each total of `dice` dice means for an attack that needs `needed` or less.

    Entry i is for the total ``dice + i`` (TFT-HIT-02..04). A `natural` weapon is neither dropped
    nor broken: such a total is a miss (TFT-HIT-07).
    """
    results = []
    for total in range(dice, 6 * dice + 1):
        special = tables.special_rolls.get((dice, total))
        if special is None:
            results.append(Result.HIT if total <= needed else Result.MISS)
        elif natural and not special.hit:
            results.append(Result.MISS)
        elif special.breaks:
            results.append(Result.BROKEN)
        elif special.drop:
            results.append(Result.DROPPED)
        elif special.hit:
            results.append(TIMES[special.multiplier])
        else:
            results.append(Result.MISS)
    return tuple(results)


SPECIAL: Mapping[Result, Modifier] = {
    result: Modifier(f"{result} damage", times, "TFT-HIT-03")
    for times, result in TIMES.items()
    if times > 1
}
HURTING = tuple(TIMES.values())


@lru_cache(maxsize=4096)
def hits_by_total(dice: int, bonus: int, factor: int, divisor: int) -> tuple[int, ...]:
    """(total + bonus, at least 0) x factor / divisor for each total of `dice` dice.

    Rounded down (TFT-GEN-05); the divisor blunts the weapons of a practice bout (TFT-DMG-03).
    """
    return tuple(max(0, total + bonus) * factor // divisor for total in range(dice, 6 * dice + 1))


@lru_cache(maxsize=4096)
def hits_past(rolled: tuple[int, ...], stopped: int) -> tuple[int, ...]:
    """What is left of each when so many are stopped (TFT-ARM-03)."""
    return tuple([max(0, hits - stopped) for hits in rolled])


@lru_cache(maxsize=8192)
def hit_chances(
    results: tuple[Result, ...],
    dice: int,
    damage_dice: int,
    bonus: int,
    multiplier: int,
    divisor: int,
    stopped: int,
) -> HitChances:
    """Probability of each number of hits, given what each total of `dice` dice means.

    The throws behind each total weigh it. `multiplier` is the pole weapon's.
    """
    attack_ways = ways(dice, 6)
    damage_ways = ways(damage_dice, 6)
    chances = [0.0]
    for result in HURTING:
        share = sum(n for n, r in zip(attack_ways, results, strict=True) if r is result) / 6**dice
        if not share:
            continue
        special = SPECIAL.get(result)
        factor = multiplier * (special.value if special else 1)
        rolled = hits_by_total(damage_dice, bonus, factor, divisor)
        chances += [0.0] * (max(0, rolled[-1] - stopped) + 1 - len(chances))
        for n, total in zip(damage_ways, rolled, strict=True):
            chances[max(0, total - stopped)] += share * n / 6**damage_dice
    chances[0] += 1 - sum(chances)
    return tuple(chances)


@lru_cache(maxsize=8192)
def both(first: HitChances, second: HitChances) -> HitChances:
    """Chances of the sum of two blows that do not depend on each other."""
    chances = [0.0] * (len(first) + len(second) - 1)
    for i, p in enumerate(first):
        for j, q in enumerate(second):
            chances[i + j] += p * q
    return tuple(chances)


def expected(chances: Sequence[float]) -> float:
    """Hits to be expected."""
    return sum([n * p for n, p in enumerate(chances)])


def at_least(chances: Sequence[float], hits: int) -> float:
    """Probability of `hits` or more."""
    return sum(chances[max(0, hits) :]) if hits < len(chances) else 0.0


class StrikePlan(msgspec.Struct, frozen=True, gc=False, eq=False):
    """All that is known of one blow before the dice. Plans are compared by identity."""

    weapon: Weapon
    needed: int
    modifiers: tuple[Modifier, ...]
    dice: int
    results: tuple[Result, ...]
    """What each total of the attack roll means, from `dice` upwards."""
    bonuses: tuple[Modifier, ...]
    multipliers: tuple[Modifier, ...]
    stops: tuple[Modifier, ...]
    divisor: int
    chances: HitChances
    """Exact probability of each number of hits that come off STR."""

    def multipliers_for(self, result: Result) -> tuple[Modifier, ...]:
        """What the damage is multiplied by; several multiply each other (TFT-DMG-02)."""
        special = SPECIAL.get(result)
        return self.multipliers if special is None else (special, *self.multipliers)

    def stopped(self) -> int:
        """Hits that armour, shield and parry stop."""
        return sum([m.value for m in self.stops])


def most_to_hit(tables: Tables, dice: int, needed: int) -> int:
    """The highest total of `dice` dice that hits: the lowest always do, the highest never."""
    floor, ceiling = tables.hit_bounds[dice]
    return min(max(needed, floor), ceiling)


def plan_of(
    weapon: Weapon,
    modifiers: tuple[Modifier, ...],
    dice: int,
    results: tuple[Result, ...],
    bonuses: tuple[Modifier, ...],
    multipliers: tuple[Modifier, ...],
    stops: tuple[Modifier, ...],
    divisor: int,
) -> StrikePlan:
    """The plan of a blow with these parts: they add up to what is needed, done and stopped."""
    chances = hit_chances(
        results,
        dice,
        weapon.dice,
        sum([m.value for m in bonuses]),
        prod([m.value for m in multipliers]),
        divisor,
        sum([m.value for m in stops]),
    )
    needed = sum([m.value for m in modifiers])
    return StrikePlan(
        weapon, needed, modifiers, dice, results, bonuses, multipliers, stops, divisor, chances
    )
