"""What blows and weapons are worth to a fighter of Melee (1977), from the exact odds.

Worth 1 is about the value of putting one enemy out of the fight.
"""

from __future__ import annotations

from functools import lru_cache, reduce

from meleekit.tft.actions import Ready
from meleekit.tft.arena import Arena
from meleekit.tft.blows import StrikePlan, at_least, both
from meleekit.tft.combat import BlowKey, blow_key, if_guarding, plan_strike
from meleekit.tft.dexterity import strength
from meleekit.tft.equipment import ways_to_strike
from meleekit.tft.state import Battle, Guard
from meleekit.tft.tables import Tables
from meleekit.tft.wrestling import fights_with, plan_hth

# A blow that fells for a turn is worth this much of one that ends the fight.
_KNOCK_DOWN = 0.3
_OUT = 0.5


def attack_worth(
    arena: Arena,
    battle: Battle,
    attacker: int,
    target: int,
    weapons: tuple[int, ...],
    *,
    defended: bool = False,
) -> float:
    """Worth of an attack with these weapons, on a target that defends or not."""
    if defended:
        battle = if_guarding(battle, target, Guard.DEFEND)
    tables = arena.tables
    plans = tuple([plan_strike(arena, battle, attacker, target, weapons, item) for item in weapons])
    down_at = arena.characters[target].injuries["knocked_down"].hits_in_turn
    return plans_worth(tables, plans, strength(arena, battle, target), down_at)


@lru_cache(maxsize=8192)
def plans_worth(tables: Tables, plans: tuple[StrikePlan, ...], left: int, down_at: int) -> float:
    """Worth of these blows, one after the other, on an enemy that has `left` STR.

    `down_at` hits in a turn fell it till the next.
    """
    collapses = tables.injury_str.unconscious
    chances = reduce(both, [plan.chances for plan in plans])
    taken = sum([min(n, left) * p for n, p in enumerate(chances)]) / max(1, left)
    out = at_least(chances, left - collapses) if left > collapses else taken
    down = at_least(chances, down_at)
    return (1 - _OUT) * taken + _OUT * out + _KNOCK_DOWN * (1 - out) * down


def best_blow(
    arena: Arena, battle: Battle, attacker: int, target: int, *, defended: bool = False
) -> float:
    """Worth of the attacker's best way to strike the target with what it has ready."""
    # A pole weapon takes both hands, so the main hand tells whether the blow is a charge.
    figures = battle.figures
    main = figures[attacker].main
    key = (blow_key(arena, battle, attacker, target, main), figures[target].hits, defended)
    known = _known_worths(arena)
    worth = known.get(key)
    if worth is None:
        worth = known[key] = max(
            [
                attack_worth(arena, battle, attacker, target, way, defended=defended)
                for way in ways_to_strike(arena, attacker, battle.figures[attacker])
            ],
            default=0.0,
        )
    return worth


@lru_cache(maxsize=64)
def _known_worths(arena: Arena) -> dict[tuple[BlowKey, int, bool], float]:
    """Memo of `best_blow`: the same few meetings come up again and again in a battle."""
    return {}


def blows_worth(arena: Arena, battle: Battle, attacker: int, target: int, item: int) -> float:
    """Worth of an attack in hand-to-hand with a blade, or with bare hands (-1)."""
    plan = plan_hth(arena, battle, attacker, target, item)
    down_at = arena.characters[target].injuries["knocked_down"].hits_in_turn
    return plans_worth(arena.tables, (plan,), strength(arena, battle, target), down_at)


def hth_blow(arena: Arena, battle: Battle, attacker: int, target: int) -> float:
    """Worth of the best attack in hand-to-hand with what is in hand."""
    ways = fights_with(arena, battle, attacker)
    return max([blows_worth(arena, battle, attacker, target, item) for item in ways])


def can_strike(arena: Arena, item: int) -> bool:
    """Whether an item is a weapon for regular attacks."""
    weapon = arena.weapons[item]
    return weapon is not None and not weapon.missile and not weapon.thrown_only


def ready_worth(arena: Arena, who: int, action: Ready) -> float:
    """Average damage of what would be in hand, shields by what they stop; for comparison only."""
    worth = 0.0
    for item in (action.main, action.off):
        if item < 0:
            continue
        weapon, shield = arena.weapons[item], arena.shields[item]
        if weapon is not None and not weapon.missile and not weapon.thrown_only:
            worth += max(0.1, 3.5 * weapon.dice + weapon.modifier)
        elif shield is not None and action.main >= 0:
            worth += shield.stops
    return worth
