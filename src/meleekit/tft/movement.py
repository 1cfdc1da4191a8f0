"""Moving: where a character may go, and going there (TFT-MOVE, TFT-ENG-05)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from types import MappingProxyType
from typing import NamedTuple

from meleekit.core.dice import Roll
from meleekit.core.hexes import Arc, HexBoard, turn_class
from meleekit.core.phrases import listed
from meleekit.tft.arena import Arena
from meleekit.tft.clinch import fall_among
from meleekit.tft.engagement import enemy_fronts, engagers
from meleekit.tft.equipment import has_pole, let_fall
from meleekit.tft.events import Moved, Stumbled
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.reserves import entry_layers
from meleekit.tft.state import NO_ITEM, Battle, Condition, Figure, Posture

LASTSHOT_KEEP = "VAR-LASTSHOT-KEEP"

Way = tuple[int, tuple[int, ...]]
"""Cost in movement points and the hexes of a way, start and goal included."""


def ground_masks(arena: Arena, battle: Battle, who: int) -> tuple[int, int, int]:
    """What is in the way of `who`: hexes it cannot enter, those where it must stop, and bodies.

    It cannot enter the hex of a conscious character (TFT-MOVE-09, MOVE-11); it must stop in
    front of an enemy and on a fallen character (TFT-MOVE-10, MOVE-15).
    """
    blocked, bodies = held_and_fallen(arena, battle, (who,))
    return blocked, enemy_fronts(arena, battle, who) | bodies, bodies


def shift_hexes(arena: Arena, battle: Battle, who: int, held_by: tuple[int, ...]) -> int:
    """Mask of the hexes an engaged character may shift to, its own included (TFT-MOVE-06).

    Whichever it takes, it must be adjacent to every enemy that engages it.
    """
    figure = battle.figures[who]
    blocked, _, _ = ground_masks(arena, battle, who)
    near = arena.board.adjacent[figure.hex] & ~blocked | arena.board.bit[figure.hex]
    for enemy in held_by:
        foe = battle.figures[enemy]
        near &= arena.shapes[enemy].around[foe.hex][foe.facing]
    return near


def walk_layers(arena: Arena, battle: Battle, who: int) -> tuple[tuple[int, ...], int]:
    """Where a disengaged standing character can walk to, by cost, and the hexes that stop it.

    As far as its MA allows or less (TFT-MOVE-04, MOVE-05); the hex it starts in does not stop it,
    whoever's side or rear that is (TFT-MOVE-16).
    """
    blocked, stops, _ = ground_masks(arena, battle, who)
    start = battle.figures[who].hex
    return arena.board.reach(start, arena.characters[who].ma, blocked, stops), stops


class Reach(NamedTuple):
    """Where a character may move to, jumps and charges apart.

    `held_by` are the enemies that engage it. `layers` are masks of hexes by cost, the first its
    own hex (none for one in reserve); the hexes of `stops` cannot be left again in the same move.
    """

    held_by: tuple[int, ...]
    layers: tuple[int, ...]
    stops: int


def reach(arena: Arena, battle: Battle, who: int) -> Reach:
    """Where `who` may move to in a state that is no longer being changed.

    The last answer is kept: the player who chooses a move, the check that it is legal and the
    move itself all ask for the same.
    """
    asked = arena.reach_asked
    if asked is not None and asked[0] is battle and asked[1] == who:
        known: Reach = asked[2]
        return known
    found = _reach(arena, battle, who)
    arena.reach_asked = (battle, who, found)
    return found


def _reach(arena: Arena, battle: Battle, who: int) -> Reach:
    figure = battle.figures[who]
    held_by = engagers(arena, battle, who)
    if arena.giants[who] and figure.posture is Posture.STANDING:
        return Reach(held_by, (0,), 0)  # it strides: MOVE-20
    if figure.hex < 0:
        blocked, stops, _ = ground_masks(arena, battle, who)
        return Reach((), entry_layers(arena, battle, who, blocked, stops), stops)  # MOVE-01
    own = arena.board.bit[figure.hex]
    if figure.posture is not Posture.STANDING:
        return Reach(held_by, (own,), 0)  # MOVE-08
    if held_by:
        return Reach(held_by, (own, shift_hexes(arena, battle, who, held_by) & ~own), 0)
    return Reach(held_by, *walk_layers(arena, battle, who))


def cost_of(board: HexBoard, layers: tuple[int, ...], hex_: int) -> int:
    """The cost of the cheapest way to a hex, -1 if there is none."""
    bit = board.bit[hex_]
    for cost, layer in enumerate(layers):
        if layer & bit:
            return cost
    return -1


# -- jumping over the fallen ---------------------------------------------------------------------


Jumps = tuple[int, tuple[int, ...]]
"""Where a way with jumps ends, and the hexes jumped over, in order."""

Spent = tuple[int, tuple[int, ...]]
"""Movement points of a way, and those spent by each landing on it."""

_NEVER: Spent = (10**6, ())


def jump_ways(arena: Arena, battle: Battle, who: int) -> Mapping[Jumps, Way]:
    """Ways over the fallen to where walking costs no less (TFT-MOVE-12).

    Each goal is there once for each sequence of hexes that may be jumped: which one it is decides
    where a stumbler lies. More jumps than needed are left out unless they save movement.
    """
    over = _jumpable(arena, battle, who)
    if not over or battle.figures[who].hex < 0:
        return {}
    board = arena.board
    layers, stops = walk_layers(arena, battle, who)
    blocked, _, _ = ground_masks(arena, battle, who)
    return _jump_ways(
        board,
        battle.figures[who].hex,
        arena.characters[who].ma,
        arena.tables.stumble.jump_cost,
        blocked,
        stops,
        over,
        layers,
    )


def _jumpable(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of the hexes held only by the fallen or prone, and in no enemy's front.

    A pile of fighters is not jumped (TFT-MOVE-11).
    """
    figures = battle.figures
    lying = [
        other
        for other, figure in enumerate(figures)
        if figure.posture is Posture.PRONE
        and figure.condition is Condition.FIT
        and figure.hex >= 0
        and not figure.grappling
        and other != who
    ]
    high, low = held_and_fallen(arena, battle, (who, *lying))
    for other in lying:
        low |= arena.body[other][figures[other].hex][figures[other].facing]
    return low & ~high & ~enemy_fronts(arena, battle, who) if low else 0


@lru_cache(maxsize=512)
def _jump_ways(
    board: HexBoard,
    start: int,
    allowance: int,
    jump_cost: int,
    blocked: int,
    stops: int,
    over: int,
    layers: tuple[int, ...],
) -> Mapping[Jumps, Way]:
    """Dijkstra over (hex, jumps made so far), then the goals that jumping is good for.

    It begins with the first landings and leaves every hex that is walked to for less: what lies
    behind it is then walked to for less as well. Of ways that cost the same the one that jumps
    sooner is taken: what a stumbler has spent when it falls must not hang on the numbering of
    hexes.
    """
    bit, neighbour = board.bit, board.neighbour
    cheaper = [0]  # by cost: the hexes walked to for less
    for layer in layers:
        cheaper.append(cheaper[-1] | layer)
    cheaper += cheaper[-1:] * (allowance + 2 - len(cheaper))
    best: dict[Jumps, Spent] = {}
    came: dict[Jumps, tuple[int, ...]] = {}
    queue: list[tuple[Spent, Jumps]] = []

    def arrive(spent: Spent, node: Jumps, way: tuple[int, ...]) -> None:
        cost = spent[0]
        if (
            cost <= allowance
            and not cheaper[cost] & bit[node[0]]
            and spent < best.get(node, _NEVER)
        ):
            best[node] = spent
            came[node] = way
            heappush(queue, (spent, node))

    def leap(here: int, direction: int, jumped: tuple[int, ...]) -> int:
        """Where a jump in that direction lands, -1 if there is none."""
        middle = neighbour[here][direction]
        if middle < 0 or not over & bit[middle] or middle in jumped:
            return -1
        landing = neighbour[middle][direction]
        return landing if landing >= 0 and not blocked & bit[landing] else -1

    for cost, layer in enumerate(layers[: max(0, allowance - jump_cost + 1)]):
        near = layer & board.spread(over) & (~stops if cost else -1)
        for here in board.hexes_of(near):
            for direction in range(6):
                landing = leap(here, direction, ())
                if landing >= 0 and not cheaper[cost + jump_cost] & bit[landing]:
                    middle = neighbour[here][direction]
                    way = (*board.path(start, here, layers, stops), middle, landing)
                    after = cost + jump_cost
                    arrive((after, (after,)), (landing, (middle,)), way)
    while queue:
        spent, node = heappop(queue)
        here, jumped = node
        if spent != best[node] or stops & bit[here]:
            continue
        cost, landed = spent
        way = came[node]
        for direction in range(6):
            next_hex = neighbour[here][direction]
            if next_hex >= 0 and not blocked & bit[next_hex]:
                arrive((cost + 1, landed), (next_hex, jumped), (*way, next_hex))
            landing = leap(here, direction, jumped)
            if landing >= 0:
                middle, after = next_hex, cost + jump_cost
                to = landing, (*jumped, middle)
                arrive((after, (*landed, after)), to, (*way, middle, landing))
    costs = {node: cost for node, (cost, _) in best.items()}
    return _worth_jumping(board, start, allowance, layers, costs, came)


def _worth_jumping(
    board: HexBoard,
    start: int,
    allowance: int,
    layers: tuple[int, ...],
    costs: Mapping[Jumps, int],
    ways: Mapping[Jumps, tuple[int, ...]],
) -> Mapping[Jumps, Way]:
    """One jump where walking costs no less; more of them only where that saves movement."""
    least: dict[tuple[int, int], int] = {}
    for (goal, jumped), cost in costs.items():
        key = goal, len(jumped)
        least[key] = min(cost, least.get(key, cost))
    limit: dict[int, int] = {}
    good = set()
    for (goal, jumps), cost in sorted(least.items(), key=lambda entry: entry[0][1]):
        if jumps and goal != start:
            walked = cost_of(board, layers, goal)
            most = limit.get(goal, walked if walked >= 0 else allowance + 1)
            if cost < most or (cost == most and jumps == 1):
                good.add((goal, jumps))
            limit[goal] = min(cost, most)
    return MappingProxyType(
        {
            node: (cost, ways[node])
            for node, cost in sorted(costs.items())
            if (node[0], len(node[1])) in good and cost == least[node[0], len(node[1])]
        }
    )


# -- charging with a pole weapon -----------------------------------------------------------------


ChargeEnd = tuple[int, int, int]
"""Where a charge ends, its direction, and what it costs."""


def charge_ends(arena: Arena, battle: Battle, who: int) -> tuple[ChargeEnd, ...]:
    """The charges open to a character: three straight steps at the end of its way (POLE-03).

    Only for a character with a ready pole weapon, within half its movement allowance. A run from
    the very hex it stands in needs the facing it has; for two more points it may step out and
    back first, and face as it likes.
    """
    figure = battle.figures[who]
    run = arena.tables.pole.charge_steps
    half = arena.characters[who].half_ma
    if half < run or figure.hex < 0 or not has_pole(arena, figure):
        return ()
    blocked, stops, _ = ground_masks(arena, battle, who)
    return _charge_ends(arena.board, figure.hex, figure.facing, half - run, run, blocked, stops)


@lru_cache(maxsize=1024)
def _charge_ends(
    board: HexBoard, start: int, facing: int, before: int, run: int, blocked: int, stops: int
) -> tuple[ChargeEnd, ...]:
    """`before` is what may be walked before the run of `run` steps begins."""
    layers = board.reach(start, before, blocked, stops)
    own = board.bit[start]
    out_and_back = (
        before >= _OUT_AND_BACK
        and len(layers) > 1
        and layers[1] & ~stops
        # Somebody may lie in its hex: then it has left it for good, or must stop there.
        and not own & (blocked | stops)
    )
    found: set[ChargeEnd] = set()
    for direction in range(6):
        free, passed = board.all_mask & ~blocked, own
        for cost, layer in enumerate(layers[1:], 1):
            ends = _run_ends(board, layer & ~stops, direction, run, free, stops) & ~passed
            passed |= ends
            found.update([(hex_, direction, cost + run) for hex_ in board.hexes_of(ends)])
        for hex_ in board.hexes_of(_run_ends(board, own, direction, run, free, stops)):
            if turn_class(direction, facing) is Arc.FRONT:
                found.add((hex_, direction, run))
            if out_and_back:
                found.add((hex_, direction, run + _OUT_AND_BACK))
    return tuple(sorted(found))


def _run_ends(
    board: HexBoard, starts: int, direction: int, steps: int, free: int, stops: int
) -> int:
    """Mask of the hexes where straight runs from `starts` end, through `free` hexes alone."""
    hexes = starts
    for _ in range(steps - 1):
        hexes = board.shifted(hexes, direction) & free & ~stops
    return board.shifted(hexes, direction) & free


_OUT_AND_BACK = 2  # movement points for a step and the step back


def charge_way(arena: Arena, battle: Battle, who: int, end: ChargeEnd) -> Way:
    """The way of a charge that `charge_ends` lists."""
    board = arena.board
    goal, direction, cost = end
    run = arena.tables.pole.charge_steps
    straight = [goal]
    for _ in range(run):
        straight.append(board.neighbour[straight[-1]][(direction + 3) % 6])
    first = straight.pop()
    blocked, stops, _ = ground_masks(arena, battle, who)
    start = battle.figures[who].hex
    layers = board.reach(start, cost - run, blocked, stops)
    if first == start and cost > run:
        aside = board.hexes_of(layers[1] & ~stops)[0]
        return cost, (start, aside, start, *reversed(straight))
    return cost, (*board.path(start, first, layers, stops), *reversed(straight))


def charge_facings(
    arena: Arena, battle: Battle, who: int, direction: int, cost: int
) -> tuple[int, ...]:
    """The facings a charge may have had: forward along the run (TFT-POLE-03)."""
    facing = battle.figures[who].facing
    if cost == arena.tables.pole.charge_steps:
        return (facing,)
    return tuple(turn for turn in range(6) if turn_class(direction, turn) is Arc.FRONT)


def escape_ways(arena: Arena, battle: Battle, who: int) -> Mapping[tuple[int, ...], Way]:
    """Ways out of the arena, by the hexes jumped on them (TFT-BAT-07).

    Out leads any entrance hex where the character need not stop, and leaving it costs one more.
    On foot if that is possible; else each cheapest way with jumps, the sooner ones if several
    cost the same.
    """
    board, ma = arena.board, arena.characters[who].ma
    start = battle.figures[who].hex
    layers, stops = walk_layers(arena, battle, who)
    for cost, layer in enumerate(layers[:ma]):
        gates = layer & arena.all_entrances
        if cost:
            gates &= ~stops
        if gates:
            path = board.path(start, board.hexes_of(gates)[0], layers, stops)
            return {(): (cost + 1, path)}
    out: dict[tuple[int, ...], Way] = {}
    gates = arena.all_entrances & ~stops

    def spent(way: Way, over: tuple[int, ...]) -> tuple[int, list[int]]:
        return way[0], [way[1].index(hex_) for hex_ in over]

    for (goal, over), (cost, path) in jump_ways(arena, battle, who).items():
        if board.bit[goal] & gates and cost < ma:
            way = cost + 1, path
            if over not in out or spent(way, over) < spent(out[over], over):
                out[over] = way
    return out


# -- going there ---------------------------------------------------------------------------------


def set_out(play: Play, who: int) -> None:
    """Note S0 and E0, and where the movement began (TFT-ENG-05)."""
    figure = play.edit(who)
    held_by = reach(play.arena, play.before, who).held_by
    figure.engagers = held_by
    figure.engaged_at_start = bool(held_by)
    figure.came_from = figure.moved_to = figure.hex
    if play.arena.giants[who] and figure.hex >= 0:
        figure.came_facing = figure.facing
    figure.moved = True
    if figure.last_shot >= 0:
        _drop_after_last_shot(play, who, figure)


def _drop_after_last_shot(play: Play, who: int, figure: Figure) -> None:
    """Before any movement of its own it lets the weapon of its last shot fall (TFT-EQP-07)."""
    item, figure.last_shot = figure.last_shot, NO_ITEM
    keeps = LASTSHOT_KEEP in play.arena.variants and not figure.engaged_at_start
    if item in (figure.main, figure.off) and not keeps:
        let_fall(play, who, item, "TFT-EQP-07")


def stumble_roll(play: Play, who: int) -> tuple[Roll, bool]:
    """The roll over a fallen body, and whether the character falls (TFT-MOVE-13)."""
    fall_on = play.arena.tables.stumble.fall_on
    why = f"{play.arena.name(who)} stumbles on {listed([*map(str, fall_on)], last='or')}"
    classes = tuple(face in fall_on for face in range(1, 7))
    roll = play.dice.roll(1, 6, why=why, classes=classes)
    return roll, classes[roll.total - 1]


def go(play: Play, who: int, way: Way, *, run: int = -1, charge: bool = False) -> None:
    """Take a way hex by hex; jumps and bodies underfoot ask for a stumble roll (TFT-MOVE-13).

    `run` is the direction of the straight run the way ends with, -1 for none. A character that
    stumbles lies prone where it fell, and its movement ends there.
    """
    arena = play.arena
    figure = play.edit(who)
    cost, path = way
    if not cost:
        return
    held, bodies = held_and_fallen(arena, play.battle, (who,))
    rolls: list[Roll] = []
    spent = 0
    fell = False
    end = len(path) - 1
    jumping = False
    for at in range(1, end + 1):
        bit = arena.board.bit[path[at]]
        landed = jumping
        # One passes a hex with somebody in it only by a jump.
        jumping = at < end and bool((held | bodies) & bit)
        spent += 0 if jumping else arena.tables.stumble.jump_cost if landed else 1
        # A jump is rolled for over the jumped hex, and its landing needs no roll of its own.
        if jumping or (at == end and not landed and bodies & bit):
            roll, fell = stumble_roll(play, who)
            rolls.append(roll)
            if fell:
                end = at
                spent += arena.tables.stumble.jump_cost if jumping else 0
                break
    figure.hex = figure.moved_to = path[end]
    figure.steps = spent
    figure.run = run
    if path[0] < 0:
        play.tell(Moved("TFT-MOVE-01", who, path[1 : end + 1], spent, entering=True))
    else:
        play.tell(Moved("TFT-MOVE-03", who, path[: end + 1], spent, charge))
    for roll in rolls:
        down = fell and roll is rolls[-1]
        play.tell(Stumbled("TFT-MOVE-13", who, roll, down))
    if fell:
        go_to_ground(figure, Posture.PRONE)
        fall_among(play, who)
