"""What steps cost, where one can get to, and the cheapest way there (TAO-MOV, TAO-WD, TAO-ENT)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from meleekit.core.game import Modifier
from meleekit.tao.arena import Arena
from meleekit.tao.engagement import is_engaged, melee_hexes
from meleekit.tao.state import ACTIVE, NOWHERE, Battle

UNREACHABLE = -1


def held_hexes(arena: Arena, battle: Battle, but: int = -1) -> int:
    """Mask of the hexes that nobody may enter: those of active combatants (TAO-ENT-02, ENT-03).

    `but` is left out of it.
    """
    bit = arena.board.bit
    mask = 0
    for who, figure in enumerate(battle.figures):
        if figure.status is ACTIVE and who != but:
            mask |= bit[figure.hex]
    return mask


def free_beside(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of the hexes beside one that may be entered."""
    return arena.board.adjacent[battle.figures[who].hex] & ~held_hexes(arena, battle)


def step_parts(arena: Arena, battle: Battle, who: int) -> tuple[Modifier, ...]:
    """What one's next step costs, part by part: the hex, and leaving melee (TAO-MOV-01, MOV-02).

    The penalty is for the hex that is left, and the same however many engage one (TAO-MOV-03); it
    is due again at every melee hex (TAO-MOV-04).
    """
    costs = arena.tables.costs
    step = Modifier("one hex", costs.step, "TAO-MOV-01")
    if not is_engaged(arena, battle, who):
        return (step,)
    return step, Modifier("leaving a melee hex", costs.leave_melee, "TAO-MOV-02")


def step_cost(arena: Arena, battle: Battle, who: int) -> int:
    """The action points of one's next step, wherever it goes."""
    return sum(part.value for part in step_parts(arena, battle, who))


def can_withdraw(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether one can pay for a step out of its hex and has somewhere to go (TAO-WD-02)."""
    pays = battle.figures[who].ap >= step_cost(arena, battle, who)
    return pays and bool(free_beside(arena, battle, who))


class Reach(msgspec.Struct, frozen=True):
    """What each hex would cost one to reach: `costs` by hex in action points (TAO-MOV-04).

    UNREACHABLE where there is no way. `layers[c]` is the mask of the hexes that cost c.
    """

    start: int
    costs: tuple[int, ...]
    layers: tuple[int, ...]
    melee: int
    """Mask of the hexes where one would be engaged."""

    def within(self, ap: int) -> int:
        """Mask of the hexes that so many action points are enough for, its own left out."""
        mask = 0
        for layer in self.layers[1 : ap + 1]:
            mask |= layer
        return mask


class Ways(NamedTuple):
    """The hexes one can get to: `layers[c]` is the mask of those that cost c action points.

    `melee` is the mask of the hexes where one would be engaged, and pays more for leaving.
    """

    layers: tuple[int, ...]
    melee: int


def ways(arena: Arena, battle: Battle, who: int) -> Ways:
    """What `who` can get to from where it stands, whatever it has left (TAO-MOV-08).

    Engagement is judged hex by hex with its weapon as it is; nobody else moves (TAO-MOV-05).
    """
    board, start = arena.board, battle.figures[who].hex
    melee = melee_hexes(arena, battle, who)
    if is_engaged(arena, battle, who):
        melee |= board.bit[start]  # in a brawl, too
    blocked = held_hexes(arena, battle, who)
    return Ways(board.reach_paying(start, 2 * board.size, blocked, melee), melee)


def reach(arena: Arena, battle: Battle, who: int) -> Reach:
    """`ways` by hex: what each would cost `who` from where it stands (TAO-MOV-08)."""
    board, start = arena.board, battle.figures[who].hex
    layers, melee = ways(arena, battle, who)
    costs = [UNREACHABLE] * board.size
    for cost, layer in enumerate(layers):
        for hex_ in board.hexes_of(layer):
            costs[hex_] = cost
    return Reach(start, tuple(costs), layers, melee)


def cheapest_path(arena: Arena, found: Reach, goal: int) -> tuple[int, ...]:
    """The cheapest way to a hex, both ends included; empty where there is none (TAO-MOV-08).

    Among equally cheap ways the one of fewer steps, and then back from the goal the hex of the
    lower number.
    """
    if goal == NOWHERE or found.costs[goal] == UNREACHABLE:
        return ()
    steps = _fewest_steps(arena, found, found.costs[goal])
    path = [goal]
    while path[-1] != found.start:
        path.append(min(_ways_into(arena, found, path[-1]), key=lambda h: (steps[h], h)))
    path.reverse()
    return tuple(path)


def _ways_into(arena: Arena, found: Reach, hex_: int) -> list[int]:
    """The hexes from which a cheapest way comes into this one."""
    bit, costs = arena.board.bit, found.costs
    return [
        before
        for _, before in arena.board.neighbours[hex_]
        if costs[before] != UNREACHABLE
        and costs[before] + (2 if bit[before] & found.melee else 1) == costs[hex_]
    ]


def _fewest_steps(arena: Arena, found: Reach, most: int) -> dict[int, int]:
    """The fewest steps of a cheapest way to each hex that costs no more than `most`."""
    steps = {found.start: 0}
    for layer in found.layers[1 : most + 1]:
        for hex_ in arena.board.hexes_of(layer):
            steps[hex_] = 1 + min(steps[before] for before in _ways_into(arena, found, hex_))
    return steps
