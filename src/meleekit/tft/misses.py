"""The roll to miss: who is passed by, and who is hit, when an attack goes wide (TFT-LOF-03)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from meleekit.tft.blow_events import TIMES, Damage, Result, RolledToMiss
from meleekit.tft.blows import HURTING
from meleekit.tft.gear import Modifiers
from meleekit.tft.injury import wound
from meleekit.tft.play import Play
from meleekit.tft.tables import Tables

MISS_TABLE = "VAR-MISS-TABLE"


@lru_cache(maxsize=256)
def miss_results(tables: Tables, at_most: int, by_table: bool) -> tuple[Result, ...]:
    """What each total of a roll to miss means: a miss up to `at_most`, else a hit (TFT-LOF-03).

    `by_table`: high totals hit whatever the DEX, and hit harder, as VAR-MISS-TABLE has it.
    """
    dice = tables.rolls.attack
    rows = {row.total: TIMES[row.multiplier] for row in tables.miss_rolls} if by_table else {}
    return tuple(
        rows.get(total, Result.MISS if total <= at_most else Result.HIT)
        for total in range(dice, 6 * dice + 1)
    )


def roll_to_miss(
    play: Play,
    attacker: int,
    other: int,
    item: int,
    dex: Modifiers,
    damage: Callable[[Result], Damage | None],
    rule: str,
) -> bool:
    """Whether an attack misses a character that it was not meant for (TFT-LOF-03).

    Always three dice, however it defends (TFT-DEF-07), against the sum of `dex`: the lowest
    totals that always hit are those that always miss it. Whoever is not missed takes `damage`,
    which rolls it, single (TFT-LOF-04) unless VAR-MISS-TABLE has another result; None if it cannot
    be harmed. `rule` has it rolled for.
    """
    arena = play.arena
    needed = sum([m.value for m in dex])
    dice = arena.tables.rolls.attack
    floor, ceiling = arena.tables.hit_bounds[dice]
    at_most = min(max(needed, floor), ceiling)
    results = miss_results(arena.tables, at_most, MISS_TABLE in arena.variants)
    why = f"{arena.name(attacker)} must miss {arena.name(other)}"
    roll = play.dice.roll(dice, 6, why=why, classes=results)
    result = results[roll.total - dice]
    dealt = damage(result) if result in HURTING else None
    play.tell(RolledToMiss(rule, attacker, other, item, roll, needed, dex, result, dealt))
    if dealt is not None and dealt.hits:
        wound(play, other, dealt.hits)
    return result is Result.MISS
