"""The roll to miss: who is passed by, and who is hit, when an attack goes wide (TFT-LOF-03)."""

from __future__ import annotations

from collections.abc import Callable

from meleekit.tft.blow_events import Damage, Result, RolledToMiss
from meleekit.tft.gear import Modifiers
from meleekit.tft.injury import wound
from meleekit.tft.play import Play


def roll_to_miss(
    play: Play,
    attacker: int,
    other: int,
    item: int,
    dex: Modifiers,
    damage: Callable[[], Damage | None],
    rule: str,
) -> bool:
    """Whether an attack misses a character that it was not meant for (TFT-LOF-03).

    Always three dice, however it defends (TFT-DEF-07), against the sum of `dex`: the lowest
    totals that always hit are those that always miss it. Whoever is not missed takes `damage`,
    which rolls it, with no multiple (TFT-LOF-04); None if it cannot be harmed. `rule` has it
    rolled for.
    """
    arena = play.arena
    needed = sum([m.value for m in dex])
    dice = arena.tables.rolls.attack
    floor, ceiling = arena.tables.hit_bounds[dice]
    at_most = min(max(needed, floor), ceiling)
    classes = tuple(total <= at_most for total in range(dice, 6 * dice + 1))
    why = f"{arena.name(attacker)} must miss {arena.name(other)}"
    roll = play.dice.roll(dice, 6, why=why, classes=classes)
    missed = classes[roll.total - dice]
    dealt = None if missed else damage()
    result = Result.MISS if missed else Result.HIT
    play.tell(RolledToMiss(rule, attacker, other, item, roll, needed, dex, result, dealt))
    if dealt is not None and dealt.hits:
        wound(play, other, dealt.hits)
    return missed
