"""The roll to miss: who is passed by, and who is hit, when an attack goes wide (TFT-LOF-03)."""

from __future__ import annotations

from functools import lru_cache

from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import TIMES, Result, RolledToMiss
from meleekit.tft.blows import HURTING, StrikePlan, most_to_hit, plan_of
from meleekit.tft.gear import Modifiers
from meleekit.tft.harm import may_be_struck, roll_damage
from meleekit.tft.injury import wound
from meleekit.tft.play import Play
from meleekit.tft.rows import Weapon
from meleekit.tft.tables import Tables

MISS_TABLE = "VAR-MISS-TABLE"


def plan_miss(
    arena: Arena, dex: Modifiers, weapon: Weapon, bonuses: Modifiers, stops: Modifiers, divisor: int
) -> StrikePlan:
    """The roll that must miss a character, and what the weapon does to it otherwise (TFT-LOF-03).

    Three dice against the sum of `dex`, however it defends (TFT-DEF-07): the lowest totals that
    always hit are those that always miss it. The damage is single (TFT-LOF-04), unless
    VAR-MISS-TABLE has another result.
    """
    tables = arena.tables
    dice = tables.rolls.attack
    at_most = most_to_hit(tables, dice, sum(m.value for m in dex))
    results = miss_results(tables, at_most, MISS_TABLE in arena.variants)
    return plan_of(weapon, dex, dice, results, bonuses, (), stops, divisor)


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
    play: Play, attacker: int, other: int, item: int, plan: StrikePlan, rule: str
) -> Result:
    """What comes of an attack for a character that it was not meant for (TFT-LOF-03).

    `plan` has the roll (`plan_miss`). Whoever is not missed takes the damage, if it can be harmed.
    `rule` has it rolled for.
    """
    arena = play.arena
    why = f"{arena.name(attacker)} must miss {arena.name(other)}"
    roll = play.dice.roll(plan.dice, 6, why=why, classes=plan.results)
    result = plan.results[roll.total - plan.dice]
    dealt = None
    if result in HURTING and may_be_struck(arena, play.battle, other):
        dealt = roll_damage(play, plan, result, attacker, other)
    play.tell(
        RolledToMiss(rule, attacker, other, item, roll, plan.needed, plan.modifiers, result, dealt)
    )
    if dealt is not None and dealt.hits:
        wound(play, other, dealt.hits)
    return result
