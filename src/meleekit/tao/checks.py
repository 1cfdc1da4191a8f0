"""What one may do in a turn, each question with its checks and one answer: None, or what is wrong.

What may be chosen and why the rest is refused come from the same functions (TAO-VAL-02).
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.tao.arena import Arena
from meleekit.tao.engagement import is_engaged, partner
from meleekit.tao.grid import fault_of_name
from meleekit.tao.movement import free_beside, step_cost
from meleekit.tao.state import ACTIVE, NO_ITEM, NOBODY, NOWHERE, Battle, Figure, Lying


class No(NamedTuple):
    """Why something is refused: the rule, and what would be right."""

    rule: str
    message: str


def hex_fault(arena: Arena, name: str) -> No | None:
    """Whether there is a hex of that name (TAO-VAL-01)."""
    if name in arena.number:
        return None
    return No("TAO-VAL-01", fault_of_name(name, arena.setup.columns, arena.setup.rows))


def too_dear(figure: Figure, cost: int, rule: str) -> No | None:
    """Whether its action points are enough."""
    if figure.ap >= cost:
        return None
    return No(rule, f"that costs {cost} AP, and it has {figure.ap}")


def out_of_brawl(arena: Arena, battle: Battle, who: int, what: str) -> No | None:
    """Who brawls does little else (TAO-GRAP-06)."""
    if partner(arena, battle, who) == NOBODY:
        return None
    return No("TAO-GRAP-06", f"in a brawl nobody can {what}: strike, break out, or see to a dagger")


def unbroken(battle: Battle, who: int) -> No | None:
    """Who is broken does nothing but run (TAO-CHG-09)."""
    if battle.figures[who].broken_by == NOBODY:
        return None
    return No("TAO-CHG-09", "it is broken and can only move away from who charged it")


# -- moving ----------------------------------------------------------------------------------------


def may_step(arena: Arena, battle: Battle, who: int) -> No | None:
    """Whether one can take a step at all: not in a brawl, and if it can pay (TAO-MOV-06)."""
    if wrong := out_of_brawl(arena, battle, who, "step"):
        return wrong
    # TAO-WD-01: who cannot pay for leaving must stay.
    rule = "TAO-WD-02" if is_engaged(arena, battle, who) else "TAO-MOV-06"
    return too_dear(battle.figures[who], step_cost(arena, battle, who), rule)


def step(arena: Arena, battle: Battle, who: int, name: str) -> No | None:
    """Whether one may step into that hex (TAO-VAL-02, TAO-ENT-01, TAO-ENT-02)."""
    if wrong := hex_fault(arena, name):
        return wrong
    hex_ = arena.number[name]
    figure = battle.figures[who]
    if arena.board.distance[figure.hex][hex_] != 1:
        return No("TAO-VAL-02", f"a step goes to a hex adjacent to {arena.names[figure.hex]}")
    if wrong := free(arena, battle, hex_) or may_step(arena, battle, who):
        return wrong
    return away(arena, battle, who, hex_)


def free(arena: Arena, battle: Battle, hex_: int) -> No | None:
    """Whether nobody holds the hex, friend or foe (TAO-ENT-01..03, TAO-HEX-05)."""
    for other, figure in enumerate(battle.figures):
        if figure.hex == hex_ and figure.status is ACTIVE:
            return No("TAO-ENT-02", f"{arena.name(other)} holds {arena.names[hex_]}")
    return None


def away(arena: Arena, battle: Battle, who: int, hex_: int) -> No | None:
    """Whether a step takes one who is broken farther from who charged it (TAO-CHG-09)."""
    figure = battle.figures[who]
    if figure.broken_by == NOBODY:
        return None
    there = battle.figures[figure.broken_by].hex
    if there != NOWHERE:
        row = arena.board.distance[there]
        if row[hex_] > row[figure.hex]:
            return None
    return No("TAO-CHG-09", "it is broken: every step must take it farther from who charged it")


def steps(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The hexes into which one may step, in order: what `step` allows, all at once."""
    if may_step(arena, battle, who):
        return ()
    found = arena.board.hexes_of(free_beside(arena, battle, who))
    if battle.figures[who].broken_by == NOBODY:
        return found
    return tuple([hex_ for hex_ in found if away(arena, battle, who, hex_) is None])


def leave(arena: Arena, battle: Battle, who: int) -> No | None:
    """Whether one may walk off the map here: by an exit of its side (TAO-END-01)."""
    if not arena.exits[arena.side_of[who]] & arena.board.bit[battle.figures[who].hex]:
        return No("TAO-END-01", "nobody walks off the map but by an exit of its own side")
    return may_step(arena, battle, who)


# -- gear ------------------------------------------------------------------------------------------


def draw(arena: Arena, battle: Battle, who: int, item: int) -> No | None:
    """Whether one may take a carried weapon in hand (TAO-AP-02, TAO-VAL-02)."""
    figure = battle.figures[who]
    if item not in figure.carried:
        return No("TAO-VAL-02", "it does not carry that; only what is carried can be drawn")
    return _take_in_hand(arena, battle, who, item, arena.tables.costs.draw)


def pick_up(arena: Arena, battle: Battle, who: int, item: int) -> No | None:
    """Whether one may take a weapon from its own hex in hand (TAO-AP-02)."""
    if Lying(battle.figures[who].hex, item) not in battle.ground:
        return No("TAO-AP-02", "that does not lie in its hex; only what does can be picked up")
    return _take_in_hand(arena, battle, who, item, arena.tables.costs.pick_up)


def _take_in_hand(arena: Arena, battle: Battle, who: int, item: int, cost: int) -> No | None:
    figure = battle.figures[who]
    if wrong := unbroken(battle, who):
        return wrong
    if figure.ready != NO_ITEM:
        held = arena.item_name(figure.ready)
        return No("TAO-AP-02", f"it holds {held}: hands must be empty, and dropping costs nothing")
    if partner(arena, battle, who) != NOBODY and not arena.items[item].brawl:
        return No("TAO-GRAP-06", "in a brawl only a dagger can be drawn or picked up")
    return too_dear(figure, cost, "TAO-AP-02")


def drop(arena: Arena, battle: Battle, who: int) -> No | None:
    """Whether one has something in hand that can fall (TAO-AP-02)."""
    figure = battle.figures[who]
    if wrong := unbroken(battle, who):
        return wrong
    if figure.ready == NO_ITEM or arena.items[figure.ready].natural:
        return No("TAO-AP-02", "it has nothing in hand that could be dropped")
    return too_dear(figure, arena.tables.costs.drop, "TAO-AP-02")


def end_turn(arena: Arena, battle: Battle, who: int) -> No | None:
    """Who is broken goes on as long as it can get away (TAO-CHG-09)."""
    if battle.figures[who].broken_by == NOBODY or not can_run(arena, battle, who):
        return None
    return No("TAO-CHG-09", "it is broken and must move away while it can")


def can_run(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether one who is broken can still get farther away (TAO-CHG-09)."""
    return bool(steps(arena, battle, who)) or leave(arena, battle, who) is None
