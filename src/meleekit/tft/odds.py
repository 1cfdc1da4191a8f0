"""Exact chances of a blow, quickly: the attack roll's and the damage roll's tables folded together.

`combat.strike` rolls on the tables of a `StrikePlan`; these functions weigh the same tables with
the number of throws behind each total. A test holds them against the enumerated dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from meleekit.core.dice import ways
from meleekit.tft.combat import HURTING, SPECIAL, StrikePlan, hit_results, hits_by_total
from meleekit.tft.tables import Tables

HitChances = tuple[float, ...]
"""Entry n is the probability that exactly n hits come off STR; the sum is 1."""


def strike_chances(tables: Tables, plan: StrikePlan) -> HitChances:
    """Probability of each number of hits that one blow takes off STR."""
    return _chances(
        tables,
        plan.dice,
        plan.at_most,
        plan.weapon.dice,
        sum([m.value for m in plan.bonuses]),
        prod([m.value for m in plan.multipliers]),
        plan.divisor,
        plan.stopped(),
    )


@lru_cache(maxsize=8192)
def _chances(
    tables: Tables,
    dice: int,
    at_most: int,
    damage_dice: int,
    bonus: int,
    pole: int,
    divisor: int,
    stopped: int,
) -> HitChances:
    attack_ways = ways(dice, 6)
    damage_ways = ways(damage_dice, 6)
    results = hit_results(tables, dice, at_most)
    chances = [0.0]
    for result in HURTING:
        share = sum(n for n, r in zip(attack_ways, results, strict=True) if r is result) / 6**dice
        if not share:
            continue
        special = SPECIAL.get(result)
        factor = pole * (special.value if special else 1)
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
