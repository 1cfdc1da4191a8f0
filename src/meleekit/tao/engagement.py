"""Who is in melee with whom, worked out anew from where they stand (TAO-MEL-01..11).

Nothing is remembered (TAO-MEL-09): opposing combatants in adjacent hexes are in melee at once, on
anybody's turn, and whoever steps up brings it about for the other too (TAO-MEL-01, MEL-03).
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.tao.arena import Arena
from meleekit.tao.state import ACTIVE, NOBODY, Battle, Figure
from meleekit.tao.tables import Weapon


def is_armed(arena: Arena, figure: Figure) -> bool:
    """Whether one has a melee weapon ready, or natural ones (TAO-MEL-08)."""
    return figure.ready >= 0 and arena.melee[figure.ready]


def weapon_of(arena: Arena, figure: Figure) -> Weapon:
    """What one strikes with: the weapon in hand, else bare hands (TAO-ATT-04)."""
    return arena.items[figure.ready] if is_armed(arena, figure) else arena.tables.bare_hands


def holds(figure: Figure) -> bool:
    """Whether a combatant holds its hex and engages; who is down or dead does not (TAO-MEL-10).

    Who is stunned still does (TAO-STUN-04).
    """
    return figure.status is ACTIVE


def partner(arena: Arena, battle: Battle, who: int) -> int:
    """The enemy with whom one brawls in the same hex, NOBODY if there is none (TAO-GRAP-05)."""
    figures = battle.figures
    if not holds(figures[who]):
        return NOBODY
    hex_ = figures[who].hex
    for enemy in arena.enemies[who]:
        if figures[enemy].hex == hex_ and holds(figures[enemy]):
            return enemy
    return NOBODY


def engages(arena: Arena, battle: Battle, enemy: int, who: int) -> bool:
    """Whether the enemy engages `who` (TAO-MEL-04..06); one-way where one of them is unarmed.

    In a brawl each engages the other whatever their arms (TAO-GRAP-05).
    """
    figure, other = battle.figures[who], battle.figures[enemy]
    if not holds(figure) or not holds(other):
        return False
    apart = arena.board.distance[figure.hex][other.hex]
    if apart > 1:
        return False  # TAO-MEL-02
    return not apart or arena.tables.engaged[is_armed(arena, figure), is_armed(arena, other)]


def engagers(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The enemies that engage `who`; any one of them is enough (TAO-MEL-07)."""
    return tuple([e for e in arena.enemies[who] if engages(arena, battle, e, who)])


class Engagement(NamedTuple):
    """`by` engages `who`; `both` says that the same holds the other way (TAO-MEL-05)."""

    by: int
    who: int
    both: bool


def engagements(arena: Arena, battle: Battle) -> tuple[Engagement, ...]:
    """Everybody who is engaged and by whom; those who engage each other are named once."""
    return tuple(
        [
            Engagement(by, who, both)
            for who in range(len(arena.combatants))
            for by in engagers(arena, battle, who)
            if not (both := engages(arena, battle, who, by)) or by > who
        ]
    )


def melee_hexes(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of the hexes in which `who`, armed as it is now, would be engaged (TAO-MOV-05)."""
    figures = battle.figures
    armed = is_armed(arena, figures[who])
    engaged, adjacent = arena.tables.engaged, arena.board.adjacent
    mask = 0
    for enemy in arena.enemies[who]:
        other = figures[enemy]
        if other.status is ACTIVE and engaged[armed, is_armed(arena, other)]:
            mask |= adjacent[other.hex]
    return mask


def is_engaged(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether one stands in a melee hex (TAO-MEL-04)."""
    figure = battle.figures[who]
    if not holds(figure):
        return False
    if melee_hexes(arena, battle, who) & arena.board.bit[figure.hex]:
        return True
    return partner(arena, battle, who) != NOBODY


def melee_groups(arena: Arena, battle: Battle) -> tuple[tuple[int, ...], ...]:
    """Who hangs together by engagement in either direction, for display (TAO-MEL-11).

    Groups of two and more, by their first member; members in their own order.
    """
    near: dict[int, set[int]] = {one.index: set() for one in arena.combatants}
    for who in near:
        for enemy in engagers(arena, battle, who):
            near[who].add(enemy)
            near[enemy].add(who)
    groups = []
    seen: set[int] = set()
    for who in near:
        if who in seen or not near[who]:
            continue
        group, frontier = {who}, [who]
        while frontier:
            found = near[frontier.pop()] - group
            group |= found
            frontier += found
        seen |= group
        groups.append(tuple(sorted(group)))
    return tuple(groups)
