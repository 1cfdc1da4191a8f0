"""Which hexes are tinted, and why: what the board answers before it is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from meleekit.core.hexgrid import FRONT, REAR, SIDE, Arc
from meleekit.core.hexlines import hexes_in_the_way, overshoot
from meleekit.core.scene import KeyEntry, Tint
from meleekit.tft.act_options import act_options
from meleekit.tft.actions import BreakFree, Disengage, ForceBack, Shoot, Throw
from meleekit.tft.arena import Arena
from meleekit.tft.coming_down import landing_places
from meleekit.tft.engagement import has_front
from meleekit.tft.flight import flight
from meleekit.tft.giants import strides
from meleekit.tft.ids import figure_id, hex_id
from meleekit.tft.jumps import jump_ways
from meleekit.tft.move_options import movable, place_options
from meleekit.tft.movement import reach
from meleekit.tft.options import retreat_options, second_shot_options
from meleekit.tft.reserves import in_reserve
from meleekit.tft.state import (
    STANDING,
    Act,
    Battle,
    ComeDown,
    Condition,
    Face,
    Figure,
    Follow,
    MoveOne,
    Place,
    Retreat,
    SecondShot,
    Task,
)
from meleekit.tft.trajectory import open_to_flight, stands_in_the_way

Tints = tuple[Tint, ...]

_REACH = ("reach", "reach-2", "reach-half", "reach-full")
"""Classes of hexes by what a character that walks there may still do (TFT-ACT-11..33)."""
WALL = "wall"
FLIGHT = "path"
RISK = "danger"
GOAL = _REACH[0]
"""The class of hexes to choose from where no movement is counted."""


def tints(arena: Arena, battle: Battle) -> Tints:
    """The tints of the open decision: where somebody may go, or the arcs it is turning."""
    if not battle.stack:
        return ()
    task = battle.stack[-1]
    find = _TINTED.get(type(task))
    return find(arena, battle, task) if find else ()


def hover(arena: Arena, battle: Battle) -> dict[str, Tints]:
    """By piece: its front, side and rear, and where it may go if its player is to choose that."""
    task = battle.stack[-1] if battle.stack else None
    choosing = _left_to_move(arena, battle, task) if isinstance(task, MoveOne) else ()
    found = {}
    for who, figure in enumerate(battle.figures):
        if in_reserve(figure) and who in choosing:
            found[figure_id(who)] = moves_open(arena, battle, who)
        if figure.hex < 0 or figure.condition is Condition.DEAD:
            continue
        shown = arcs(arena, who, figure)
        if who in choosing and len(choosing) > 1:
            shown += moves_open(arena, battle, who)
        found[figure_id(who)] = shown
    if isinstance(task, Act | SecondShot):
        for target in _aimed_at(arena, battle, task):
            way = course(arena, battle, task.figure, target)
            crossed = {tint.cell for tint in way}
            aside = [tint for tint in found[figure_id(target)] if tint.cell not in crossed]
            found[figure_id(target)] = (*aside, *way)
    return found


def _aimed_at(arena: Arena, battle: Battle, task: Act | SecondShot) -> Sequence[int]:
    """Those whom the character at its moment may throw or shoot at."""
    if isinstance(task, SecondShot):
        options = second_shot_options(arena, battle, task)
    elif arena.any_flies or arena.any_shoots:
        options = act_options(arena, battle, task)
    else:
        return ()
    return tuple({option.target: None for option in options if isinstance(option, Throw | Shoot)})


def course(arena: Arena, battle: Battle, who: int, target: int) -> Tints:
    """The hexes that a throw or shot goes through, and those in it who may be hit instead.

    They stand in the way (TFT-LOF-01) or behind the target (TFT-LOF-06). Where it may come to
    either of two hexes of a giant, both ways are shown (TFT-LOF-09).
    """
    board, figures = arena.board, battle.figures
    here, far = figures[who].hex, arena.tables.geometry.overshoot_hexes
    upright = 0
    for other, figure in enumerate(figures):
        if other not in (who, target) and figure.hex >= 0 and stands_in_the_way(figure):
            upright |= arena.body[other][figure.hex][figure.facing]
    found: dict[int, str] = {}
    for end in open_to_flight(arena, battle, who, target):
        between = hexes_in_the_way(board, here, end) or ()
        found.update((h, FLIGHT) for h in between if not upright & board.bit[h])
        beyond = overshoot(board, here, end, far)
        found.update((h, RISK) for h in (*between, *beyond) if upright & board.bit[h])
    return tuple([Tint(hex_id(arena, h), tint) for h, tint in found.items()])


def arcs(arena: Arena, who: int, figure: Figure) -> Tints:
    """Front, side and rear hexes of `who`; all are rear without a front (FACE-03..05)."""
    shape = arena.shapes[who]
    masks = {FRONT: shape.front, SIDE: shape.side, REAR: shape.rear}
    if not has_front(figure):
        masks = {REAR: shape.around}
    return tuple(
        [
            Tint(hex_id(arena, h), arc.value)
            for arc, mask in masks.items()
            for h in arena.board.hexes_of(mask[figure.hex][figure.facing])
        ]
    )


def moves_open(arena: Arena, battle: Battle, who: int) -> Tints:
    """Where a character may move to, its own hex included, by what it may still do there."""
    held_by, layers, _ = reach(arena, battle, who)
    costs = {h: cost for cost, layer in enumerate(layers) for h in arena.board.hexes_of(layer)}
    if battle.figures[who].posture is STANDING and not held_by and not arena.giants[who]:
        for (h, _), (cost, _) in jump_ways(arena, battle, who).items():
            costs[h] = min(cost, costs.get(h, cost))
    if arena.giants[who]:
        for (h, _), cost in strides(arena, battle, who).items():
            costs[h] = min(cost, costs.get(h, cost))
    character = arena.characters[who]
    classes = {h: _class_of(character.limits, cost) for h, cost in costs.items()}
    if arena.flying_ma[who]:
        flown, _, land = flight(arena, battle, who)
        for cost, layer in enumerate(flown):
            for h in arena.board.hexes_of(layer & land):
                by_wing = _class_of(character.flying_limits, cost)
                classes[h] = min(by_wing, classes.get(h, by_wing))
    # The strictest class first: where outlines meet, the first one shows.
    ranked = sorted((rank, h) for h, rank in classes.items())
    return tuple([Tint(hex_id(arena, h), _REACH[rank]) for rank, h in ranked])


def _class_of(limits: Mapping[str, int], cost: int) -> int:
    """The class of a hex at that cost, by what may still be done there."""
    return sum(cost > limits[entry] for entry in ("attack", "ready", "charge_attack"))


def _left_to_move(arena: Arena, battle: Battle, task: MoveOne) -> Sequence[int]:
    return [who for who in arena.of_seat[task.seat] if movable(battle, who)]


def _of_move(arena: Arena, battle: Battle, task: MoveOne) -> Tints:
    left = _left_to_move(arena, battle, task)
    return moves_open(arena, battle, left[0]) if len(left) == 1 else ()


def _of_face(arena: Arena, battle: Battle, task: Face) -> Tints:
    return arcs(arena, task.figure, battle.figures[task.figure])


def _of_place(arena: Arena, battle: Battle, task: Place) -> Tints:
    return _goals(arena, [option.hex for option in place_options(arena, battle, task)])


def _of_act(arena: Arena, battle: Battle, task: Act) -> Tints:
    options = act_options(arena, battle, task)
    return _goals(
        arena, [option.hex for option in options if isinstance(option, Disengage | BreakFree)]
    )


def _of_retreat(arena: Arena, battle: Battle, task: Retreat) -> Tints:
    options = retreat_options(arena, battle, task)
    return _goals(arena, [option.hex for option in options if isinstance(option, ForceBack)])


def _of_come_down(arena: Arena, battle: Battle, task: ComeDown) -> Tints:
    return _goals(arena, landing_places(arena, battle, task.figure))


def _of_follow(arena: Arena, battle: Battle, task: Follow) -> Tints:
    return _goals(arena, [task.hex])


def _goals(arena: Arena, hexes: Sequence[int]) -> Tints:
    return tuple([Tint(hex_id(arena, h), GOAL) for h in dict.fromkeys(hexes) if h >= 0])


_TINTED: Mapping[type[Task], Callable[[Arena, Battle, Any], Tints]] = {
    Place: _of_place,
    MoveOne: _of_move,
    Face: _of_face,
    Act: _of_act,
    Retreat: _of_retreat,
    ComeDown: _of_come_down,
    Follow: _of_follow,
}

# -- the key -------------------------------------------------------------------------------------

_GOAL_TEXT: Mapping[type[Task], str] = {
    Place: "free entrance hex",
    Act: "may disengage here",
    Retreat: "may be forced here",
    ComeDown: "may come down here",
    Follow: "may follow here",
}
_TEXTS: Mapping[str, str] = {
    "reach": "any action",
    "reach-2": "attack, dodge, ready",
    "reach-half": "attack or dodge",
    "reach-full": "no action",
    **{arc.value: arc.value for arc in Arc},
    FLIGHT: "line of flight",
    RISK: "may be hit instead",
}


def key(arena: Arena, battle: Battle, used: Collection[str]) -> tuple[KeyEntry, ...]:
    """What the tints in use mean, entrances and walls of the board among them."""
    texts = dict(_TEXTS)
    if battle.stack:
        texts[GOAL] = _GOAL_TEXT.get(type(battle.stack[-1]), texts[GOAL])
    texts.update({entrance(side): f"entrance: {name}" for side, name in enumerate(arena.sides)})
    texts[WALL] = "wall"
    return tuple([KeyEntry(tint, text) for tint, text in texts.items() if tint in used])


def entrance(side: int) -> str:
    """The class of a side's entrance hexes."""
    return f"entrance-{side}"
