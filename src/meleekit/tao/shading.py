"""Which hexes are tinted: what each would cost to reach, and where one would be in melee."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from meleekit.core.scene import KeyEntry, Tint
from meleekit.tao import actions as do
from meleekit.tao.arena import Arena
from meleekit.tao.engagement import holds, melee_hexes, partner
from meleekit.tao.ids import figure_id, hex_id, named_hex_id
from meleekit.tao.movement import Reach, reach
from meleekit.tao.options import decider, options
from meleekit.tao.state import NOBODY, Battle, Turn

Tints = tuple[Tint, ...]

MELEE, GOAL, FAR = "melee", "target", "price-far"
DEAREST = 6
"""From this price on, all look alike but for their figure."""


def tints(arena: Arena, battle: Battle) -> Tints:
    """Where whoever has its turn would be in melee, and where it can go; else what is offered."""
    task = battle.stack[-1] if battle.stack else None
    if not isinstance(task, Turn):
        return _offered(arena, battle)
    who = task.figure
    if _walks(arena, battle, who):
        into = prices(arena, reach(arena, battle, who), battle.figures[who].ap)
    else:
        into = _offered(arena, battle)
    return (*melee(arena, battle, who), *into)


def _walks(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether one may go wherever it can pay for: not in a brawl, nor broken (GRAP-06, CHG-09)."""
    return partner(arena, battle, who) == NOBODY and battle.figures[who].broken_by == NOBODY


def _offered(arena: Arena, battle: Battle) -> Tints:
    """The hexes of which one is to be chosen."""
    into = do.Step | do.BreakOut | do.FallTo | do.PutIn
    found = options(arena, battle, decider(arena, battle))
    return tuple([Tint(named_hex_id(one.hex), GOAL) for one in found if isinstance(one, into)])


def hover(arena: Arena, battle: Battle) -> dict[str, Tints]:
    """By piece: where it would be in melee, and what it could reach in a turn of its own."""
    task = battle.stack[-1] if battle.stack else None
    now = task.figure if isinstance(task, Turn) else NOBODY
    found = {}
    for who, figure in enumerate(battle.figures):
        if who != now and holds(figure):
            into: Tints = ()
            if _walks(arena, battle, who):
                into = prices(arena, reach(arena, battle, who), arena.combatants[who].ap)
            found[figure_id(who)] = (*melee(arena, battle, who), *into)
    return found


def melee(arena: Arena, battle: Battle, who: int) -> Tints:
    """The hexes in which one would be engaged, armed as it is (TAO-MEL-04)."""
    mask = melee_hexes(arena, battle, who)
    return tuple([Tint(hex_id(arena, hex_), MELEE) for hex_ in arena.board.hexes_of(mask)])


def prices(arena: Arena, found: Reach, ap: int, *, beyond: bool = False) -> Tints:
    """What each hex costs to reach, as far as the action points go (TAO-MOV-04).

    With `beyond` those for which they do not are shown too, in grey.
    """
    layers = found.layers[1:] if beyond else found.layers[1 : ap + 1]
    return tuple(
        [
            Tint(hex_id(arena, hex_), _price(cost) if cost <= ap else FAR, str(cost))
            for cost, layer in enumerate(layers, 1)
            for hex_ in arena.board.hexes_of(layer)
        ]
    )


@lru_cache(maxsize=DEAREST * 4)
def _price(cost: int) -> str:
    return f"price-{min(cost, DEAREST)}"


def exit_tint(side: int) -> str:
    """The class of the hexes by which a side may leave the map."""
    return f"entrance-{side}"


def key(arena: Arena, shown: Iterable[Tint], printed: Collection[str]) -> tuple[KeyEntry, ...]:
    """What the tints in use mean."""
    used = {tint.tint for tint in shown} | set(printed)
    priced = sorted(tint for tint in used if tint.startswith("price-"))
    entries = []
    if priced and priced[0] != FAR:
        entries.append(KeyEntry(priced[0], "action points to get there", "n"))
    if FAR in used:
        entries.append(KeyEntry(FAR, "more than it has"))
    more = arena.tables.costs.leave_melee
    entries += [
        KeyEntry(MELEE, f"melee: leaving costs {more} more"),
        KeyEntry("path", "the cheapest way"),
        KeyEntry(GOAL, "may go here"),
        *[KeyEntry(exit_tint(side), f"way out: {name}") for side, name in enumerate(arena.sides)],
    ]
    return tuple([entry for entry in entries if entry.tint in used])
