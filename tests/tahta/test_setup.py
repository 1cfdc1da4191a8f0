"""The worked cases of boards and set-ups, which come before there is a situation: C-01 to C-04."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from meleekit.core.dice import Given, Rolled
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.errors import BadSetup, MeleekitError
from meleekit.tahta.actions import BidOnCard, Pass, Recruit
from meleekit.tahta.board import Board
from meleekit.tahta.game import Fists, FistsSystem
from meleekit.tahta.tables import default_tables

SYSTEM = FistsSystem()
NAMES = ("Raven", "Sun", "Thorn", "Grey")


def game_for(count: int, **options: object) -> Fists:
    return SYSTEM.game(SYSTEM.setup_from({"players": NAMES[:count], **options}))


# -- C-01 ----------------------------------------------------------------------------------------


def test_a_game_for_four_begins_with_gold_and_a_soldier_each() -> None:
    # C-01: TAH-SETUP-02, TAH-SETUP-06, TAH-SETUP-07, TAH-COMP-02, TAH-COMP-05
    game = game_for(4)
    dice = Given([6, 1, 1, 1, 1, 1, 1, 1, 1])
    state = game.begin(dice).state
    dice.check_used_up()
    kingdom = game.kingdom
    for seat, castle in enumerate(kingdom.board.castle_of):
        assert (state.gold[seat], state.owner[castle], state.units[castle]) == (15, seat, 1)
        assert [kingdom.supply(state, seat, unit) for unit in range(4)] == [2, 2, 3, 2]
    assert sum(map(bool, state.units)) == 4
    # More than the 35 coins of the list: the treasury has no end.
    assert (state.paid_out, kingdom.left_in_treasury(state)) == (60, None)
    assert len(set(state.lots)) == len(state.lots) == 5
    assert len(kingdom.tables.cards) - len(state.lots) == 16


def test_every_seat_is_as_likely_to_be_first_and_every_deal_to_fall() -> None:
    # TAH-SETUP-04, TAH-SETUP-07, TAH-SETUP-08: 2 seats and 21 * 20 * 19 / 6 sets of cards
    game = game_for(2)
    ways = list(enumerate_outcomes(lambda dice: game.begin(dice).state))
    assert len(ways) == 2 * 1330
    assert len({chance for _, chance in ways}) == 1


# -- C-02 ----------------------------------------------------------------------------------------


def board(id: str) -> Board:
    return Board(default_tables().boards[id])


Mark = tuple[object, ...]


def symmetries(on: Board) -> int:
    """How many maps of the nodes onto themselves keep edges, kinds and marks: all are tried.

    Where a map takes the castles is tried first; another node can only go where the same kind of
    node is as far from each of them.
    """
    here = [_mark(on, on.castle_of, node) for node in on.everywhere]
    found = 0
    for order in permutations(on.castle_of):
        there = [_mark(on, order, node) for node in on.everywhere]
        found += sum(1 for _ in _maps(on, here, there, {}))
    return found


def _mark(on: Board, castles: Sequence[int], node: int) -> Mark:
    row = on.nodes[node]
    return row.kind, row.plus_one, *(on.distances[castle][node] for castle in castles)


def _maps(
    on: Board, here: list[Mark], there: list[Mark], chosen: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Every way to go on with a map of which part is chosen."""
    node = len(chosen)
    if node == len(here):
        yield chosen
        return
    for image in on.everywhere:
        if image in chosen.values() or here[node] != there[image]:
            continue
        if all((a in on.near[node]) == (b in on.near[image]) for a, b in chosen.items()):
            yield from _maps(on, here, there, {**chosen, node: image})


def ways_of_a_knight(on: Board, start: str) -> dict[str, int]:
    """The steps of a knight to every node: never over the mountain."""
    steps = {on.number[start]: 0}
    rim = [on.number[start]]
    while rim:
        rim = [n for at in rim for n in on.neighbours[at] if _reach(on, steps, at, n)]
    return {on.ids[node]: far for node, far in steps.items()}


def _reach(on: Board, steps: dict[int, int], at: int, node: int) -> bool:
    if node in steps or node == on.mountain:
        return False
    steps[node] = steps[at] + 1
    return True


def test_the_board_for_four_is_the_one_described() -> None:
    # C-02: TAH-BOARD-02, TAH-BOARD-06, TAH-BOARD-08, TAH-BOARD-09
    on = board("board4")
    near = {id: {on.ids[n] for n in on.neighbours[number]} for id, number in on.number.items()}
    assert near["hn"] == {"a1", "a2", "b1", "b2", "k", "n"}
    assert near["c1"] == {"a1", "b1"}
    assert on.distances[on.number["c1"]][on.number["c3"]] == 4
    assert ways_of_a_knight(on, "c1")["c3"] == 6
    assert (len(on.nodes), sum(map(len, on.neighbours)) // 2) == (19, 38)
    assert symmetries(on) == 4


@pytest.mark.parametrize(
    ("id", "provinces", "edges", "maps"), [("board2", 7, 16, 4), ("board3", 10, 24, 6)]
)
def test_so_are_the_others(id: str, provinces: int, edges: int, maps: int) -> None:
    # TAH-BOARD-06, TAH-BOARD-08
    on = board(id)
    assert len(on.nodes) - len(on.castle_of) == provinces
    assert sum(map(len, on.neighbours)) // 2 == edges
    assert symmetries(on) == maps


@pytest.mark.parametrize("id", ["board2", "board3", "board4"])
def test_castles_are_four_steps_apart_and_two_from_the_mountain(id: str) -> None:
    # TAH-BOARD-05, TAH-BOARD-09
    on = board(id)
    for castle in on.castle_of:
        assert on.distances[castle][on.mountain] == 2
        assert {on.distances[castle][other] for other in on.castle_of} == {0, 4}
        walks = ways_of_a_knight(on, on.ids[castle])
        far = sorted(walks[on.ids[other]] for other in on.castle_of if other != castle)
        assert far == ([4, 4, 6] if id == "board4" else [4] * (len(on.castle_of) - 1))


# -- C-03, C-04 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        {"players": ["A", "B", "C", "D", "E"]},
        {"players": ["A", "B", "C"], "coin_supply": 40},
        {"players": ["A", "B", "C"], "board": "board4"},
        {"players": ["A", "B"], "mode": "fast"},
    ],
)
def test_set_ups_that_cannot_be_are_refused(data: dict[str, object]) -> None:
    # C-03: TAH-SETUP-09, TAH-COMP-01, TAH-COMP-05
    with pytest.raises(BadSetup) as refusal:
        SYSTEM.setup_from(data)
    assert refusal.value.reason == "E_CONFIG"


def test_a_treasury_of_35_coins_has_5_left_for_two() -> None:
    # C-03: TAH-SETUP-03, TAH-COMP-05
    game = game_for(2, coin_supply=35)
    state = game.begin(Rolled(bytes(32))).state
    assert game.kingdom.left_in_treasury(state) == 35 - 30


def test_three_cards_lie_open_for_two_and_none_in_the_basic_game() -> None:
    # C-04: TAH-SETUP-07, TAH-MODE-01, TAH-MODE-02
    state = game_for(2).begin(Rolled(bytes(32))).state
    assert (len(state.lots), state.paid_out) == (3, 30)
    game = game_for(2, mode="basic")
    basic = game.begin(Rolled(bytes(32))).state
    assert basic.lots == ()
    assert {type(action) for action in game.actions(basic, basic.turn)} == {Recruit, Pass}
    with pytest.raises(MeleekitError) as refusal:
        game.apply(basic, basic.turn, BidOnCard("SA01", 1, "camp"), Given(()))
    assert refusal.value.reason == "E_NOT_YOUR_DECISION"
