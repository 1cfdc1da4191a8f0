"""Games of all kinds played at random, with many attacks: positions that tests look over."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from meleekit.core.dice import Rolled
from meleekit.core.match import Match
from meleekit.tahta.actions import Attack, Press
from meleekit.tahta.game import Fists, FistsSystem
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import NOBODY, Lot, Stage, State
from meleekit.tahta.tables import CAMP, KNIGHT, UNITS, BoardRow

SYSTEM = FistsSystem()
NAMES = ("Raven", "Sun: the bright", "Old Thorn", 'Grey "Wolf"')


def random_match(scenario: str, seed: int, **options: Any) -> Match[Any, Any]:
    """A ready set-up played at random to its end."""
    setup = SYSTEM.with_options(SYSTEM.setup_from(scenario), options)
    match = Match.start(SYSTEM, setup, seed=seed.to_bytes(32, "big"))
    rng = random.Random(seed)
    while match.decisions:
        seat = rng.choice(match.decisions).seat
        match.act(seat, rng.choice(match.game.actions(match.state, seat)))
    return match


def random_setup(chance: Rolled) -> Setup:
    """Any number of players, any mode, any options."""
    count = 2 + chance.below(3)
    return Setup(
        players=NAMES[:count],
        mode=("standard", "standard", "basic")[chance.below(3)],
        coin_supply=("unlimited", "unlimited", 15 * count, 15 * count + 7)[chance.below(4)],
        castle_scoring=("occupied", "always", "never")[chance.below(3)],
        kingmaker_rule=chance.below(4) > 0,
    )


def random_board(chance: Rolled, count: int, most: int = 12) -> BoardRow:
    """A board that the rules allow, and nothing else is to be said for (TAH-BOARD-12).

    Fewer than `most` provinces are nobody's land.
    """
    nodes: list[dict[str, Any]] = [{"id": "k", "name": "Top", "kind": "kili", "seat": 0}]
    edges: set[tuple[str, str]] = set()
    free = ["k"]
    for seat in range(1, count + 1):
        lands = [f"a{seat}", f"b{seat}"]
        nodes.append({"id": f"c{seat}", "name": f"Castle {seat}", "kind": "castle", "seat": seat})
        nodes += [{"id": n, "name": n.upper(), "kind": "land", "seat": seat} for n in lands]
        edges |= {(f"c{seat}", land) for land in lands}
        # One of them, or both, on the way to the mountain (TAH-BOARD-05).
        ways = (lands[:1], lands[1:], lands)[chance.below(3)]
        edges |= {("k", land) for land in ways}
        free += lands
    for number in range(chance.below(most)):
        nodes.append({"id": f"n{number}", "name": f"Open {number}", "kind": "open", "seat": 0})
        edges.add((free[chance.below(len(free))], f"n{number}"))
        free.append(f"n{number}")
    for _ in range(chance.below(2 * len(free))):
        one, other = (free[chance.below(len(free))] for _ in range(2))
        if one != other and not {(one, other), (other, one)} & edges:
            edges.add((one, other))
    for at, node in enumerate(nodes):
        node |= {"x": 60.0 * (1 + at % 6), "y": 60.0 * (1 + at // 6)}
        node["plus_one"] = node["kind"] != "castle" and not chance.below(4)
    board = {"id": "random", "players": count, "size": [420, 420], "nodes": nodes}
    return msgspec.convert({**board, "edges": sorted(edges)}, BoardRow)


def crowd(chance: Rolled, game: Fists, state: State) -> None:
    """Units on the board of a draft that begins, gold in the hands, a bid on every card.

    Informers and War Levy lie open: whoever has them is asked what nobody else is.
    """
    kingdom, board = game.kingdom, game.kingdom.board
    for node in board.everywhere:
        seat = board.owner_of_castle.get(node, chance.below(kingdom.count))
        if state.owner[node] != NOBODY or chance.below(3) == 0:
            continue
        for unit in range(len(UNITS)):
            barred = (unit == KNIGHT and node == board.mountain) or (
                unit == CAMP and node in board.owner_of_castle
            )
            if not barred and chance.below(5) < 2 and kingdom.supply(state, seat, unit) > 0:
                state.owner[node] = seat
                state.units[node] |= 1 << unit
    if game.setup.coin_supply == "unlimited":
        for seat in range(kingdom.count):
            more = chance.below(12)
            state.gold[seat] += more
            state.paid_out += more
    lots: list[Lot] = []
    dealt = ["SA21", "SA08", *(lot.card for lot in state.lots)]
    for lot in map(Lot, list(dict.fromkeys(dealt))[: len(state.lots)]):
        seat = chance.below(kingdom.count)
        free = [unit for unit in range(len(UNITS)) if kingdom.supply(state, seat, unit) > 0]
        if free and state.gold[seat]:
            state.gold[seat] -= 1
            lot = Lot(lot.card, seat, 1, free[chance.below(len(free))])
        lots.append(lot)
        state.lots = tuple(lots)


def played(number: int) -> Iterator[tuple[Fists, State]]:
    """Every moment of a random game; every other game begins with a crowded board."""
    chance = Rolled(number.to_bytes(32, "big"))
    game = Fists(random_setup(chance))
    state = game.begin(chance).state
    if number % 2:
        state = state.copy()
        crowd(chance, game, state)
    while True:
        yield game, state
        waiting = game.decisions(state)
        if not waiting:
            return
        seat = waiting[chance.below(len(waiting))].seat
        legal = game.actions(state, seat)
        # One kind of action is as likely as another, but attacks come first more often than not.
        kinds = list(dict.fromkeys(type(action) for action in legal))
        kind = kinds[chance.below(len(kinds))]
        for fierce in (Attack, Press):
            if fierce in kinds and chance.below(4):
                kind = fierce
        alike = [action for action in legal if type(action) is kind]
        state = game.apply(state, seat, alike[chance.below(len(alike))], chance).state


NUMBERS = (-2, -1, 0, 1, 2, 3, 5, 15, 16, 99)
WORDS = (
    *("tax", "recruit", "attack", "SA21", "SA06", "Veterans", "TAH-END-01", "TAH-END-03", "", "x"),
    *("Raven", "guess Raven", "auction", "winter", "hn", "c1", "soldier", "Raven: soldier", "?"),
)
STAGES = tuple(stage.value for stage in Stage)


def garbled(plain: Any, chance: Rolled) -> Any:
    """Plain data of the same shape, with one thing in it another one."""
    if isinstance(plain, dict) and plain:
        key = list(plain)[chance.below(len(plain))]
        return {**plain, key: garbled(plain[key], chance)}
    if isinstance(plain, list) and plain:
        at = chance.below(len(plain) + 1)
        if at == len(plain):
            return plain[:-1]
        return [*plain[:at], garbled(plain[at], chance), *plain[at + 1 :]]
    if isinstance(plain, bool):
        return not plain
    if isinstance(plain, int):
        return NUMBERS[chance.below(len(NUMBERS))]
    if isinstance(plain, str):
        known = STAGES if plain in STAGES and chance.below(2) else WORDS
        return known[chance.below(len(known))]
    return (None, 3, ["tax"], [], "tax")[chance.below(5)]
