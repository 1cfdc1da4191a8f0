"""Where a bot for Tao melee walks: what it is worth to stand in a hex, and the next step there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from meleekit.bots.tao.position import Position
from meleekit.tao import actions as do
from meleekit.tao.engagement import is_armed, weapon_of
from meleekit.tao.movement import step_cost, ways
from meleekit.tao.state import Figure
from meleekit.tao.tables import Weapon

PRICE = 0.1
"""Worth of an action point that getting away costs oneself less, or the others more."""
NEARER = 0.01
"""Worth of a hex nearer to an enemy."""
BESET = 0.004
"""What every enemy beside one takes from the worth of a hex."""
SHORTER = 0.0001
"""Worth of an action point that is not spent: of ways that lead as far the cheapest is taken."""

Prospect = Callable[[int, int], float]
"""What is worth to come to a hex with so many action points left."""


def standing(position: Position, who: int, hex_: int) -> float:
    """What it is worth to be in a hex when the turn is over."""
    known = position.standings.get((who, hex_))
    if known is None:
        known = position.standings[who, hex_] = _standing(position, who, hex_)
    return known


def _standing(position: Position, who: int, hex_: int) -> float:
    side = position.arena.side_of[who]
    worth = 0.0
    if position.has_to_leave(0) or position.has_to_leave(1):
        there = position.placed(who, hex_)
        if position.has_to_leave(side):
            worth -= PRICE * position.price_away(there, who)
        if position.has_to_leave(1 - side):
            worth += PRICE * position.price_of_side(there, 1 - side)
    if position.is_fight or position.has_to_leave(1 - side):
        worth -= _far(position, who, hex_)
    return worth


def _far(position: Position, who: int, hex_: int) -> float:
    """How far from the nearest enemy a hex is, beyond the reach of one's weapon, and how beset."""
    arena, figures = position.arena, position.battle.figures
    row = arena.board.distance[hex_]
    away = [row[figures[enemy].hex] for enemy in position.foes(who)]
    reach = weapon_of(arena, figures[who]).reach
    return NEARER * max(min(away, default=0) - reach, 0) + BESET * away.count(1)


def prospects(
    position: Position, who: int, steps: Sequence[do.Step], prospect: Prospect
) -> list[float]:
    """By step, the best hex that it leads to on a cheapest way; -inf for one that leads nowhere."""
    if not steps:
        return []
    arena, battle = position.arena, position.battle
    bit, ap = arena.board.bit, battle.figures[who].ap
    layers, _ = ways(arena, battle, who)
    goals = [
        (prospect(hex_, ap - cost) - SHORTER * cost, cost, bit[hex_])
        for cost, layer in enumerate(layers[1 : ap + 1], 1)
        for hex_ in arena.board.hexes_of(layer)
    ]
    goals.sort(reverse=True)
    paid = step_cost(arena, battle, who)
    found = []
    for step in steps:
        start = arena.number[step.hex]
        onward, _ = ways(arena, position.placed(who, start, ap - paid), who)
        further = range(len(onward))
        leads = (
            worth
            for worth, cost, goal in goals
            if cost - paid in further and onward[cost - paid] & goal
        )
        found.append(next(leads, -inf))
    return found


def arming(position: Position, who: int, actions: Sequence[do.AnyAction]) -> do.AnyAction | None:
    """A melee weapon taken in hand: who is armed is engaged by fewer, and engages all (MEL-05).

    A missile weapon is dropped for it, since it arms nobody (TAO-MEL-08).
    """
    arena, figure = position.arena, position.battle.figures[who]
    if is_armed(arena, figure):
        return None
    takes = [a for a in actions if isinstance(a, do.Draw | do.PickUp) and arena.melee[a.item]]
    if takes:
        return position.best(takes, lambda take: _mean(arena.items[take.item]))
    return do.Drop() if _better_dropped(position, figure) and do.Drop() in actions else None


def _better_dropped(position: Position, figure: Figure) -> bool:
    """Whether a melee weapon can be drawn once the hands are empty."""
    arena = position.arena
    costs = arena.tables.costs
    carried = any([arena.melee[item] for item in figure.carried])
    return figure.ready >= 0 and carried and figure.ap >= costs.drop + costs.draw


def _mean(weapon: Weapon) -> float:
    """Mean damage of a weapon."""
    return weapon.dice * (weapon.sides + 1) / 2 + weapon.add
