"""The boards of the game against what the rules say of them, counted from the lists of edges."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection
from itertools import combinations, pairwise
from math import atan2

import pytest

from meleekit.tahta.board import Board
from meleekit.tahta.tables import BoardRow, default_tables
from tests.tahta.mirrors import automorphisms

BOARDS = list(default_tables().boards.values())
SIZES = {2: (7, 2, 16), 3: (10, 3, 24), 4: (15, 4, 38)}
MARKED = {2: {"n", "s", "k"}, 3: {"p1", "p2", "p3", "k"}, 4: {"n", "s", "w", "e", "k"}}


@pytest.fixture(params=BOARDS, ids=lambda row: row.id)
def row(request: pytest.FixtureRequest) -> BoardRow:
    found: BoardRow = request.param
    return found


def reached(row: BoardRow, start: str, without: Collection[str] = ()) -> dict[str, int]:
    """Steps to every place that can be reached without entering some."""
    steps = {start: 0}
    rim = deque([start])
    while rim:
        here = rim.popleft()
        for edge in row.edges:
            for one, other in (edge, edge[::-1]):
                if one == here and other not in steps and other not in without:
                    steps[other] = steps[here] + 1
                    rim.append(other)
    return steps


def test_there_is_a_board_for_each_number_of_players() -> None:
    # TAH-BOARD-01, TAH-SETUP-01
    assert [row.players for row in BOARDS] == [2, 3, 4]


def test_sizes(row: BoardRow) -> None:
    # C-02; TAH-BOARD-06, TAH-BOARD-03: castles are not among the provinces
    kinds = Counter(node.kind == "castle" for node in row.nodes)
    assert (kinds[False], kinds[True], len(row.edges)) == SIZES[row.players]


def test_neighbours() -> None:
    # C-02: TAH-BOARD-02
    board = Board(BOARDS[-1])
    near = {id: {board.ids[n] for n in board.neighbours[at]} for id, at in board.number.items()}
    assert near["hn"] == {"a1", "a2", "b1", "b2", "k", "n"}
    assert near["c1"] == {"a1", "b1"}


def test_marked_provinces(row: BoardRow) -> None:
    # TAH-BOARD-07, TAH-KIL-05
    assert {node.id for node in row.nodes if node.plus_one} == MARKED[row.players]


def test_lands_are_a_castle_with_its_two_neighbours_and_no_two_players_share_any() -> None:
    # TAH-BOARD-04, TAH-BOARD-02
    for row in BOARDS:
        board = Board(row)
        lands = [{row.nodes[n].id for n in some} for some in board.lands]
        castles = [node.id for node in row.nodes if node.kind == "castle"]
        for castle, own in zip(castles, lands, strict=True):
            near = {b if a == castle else a for a, b in row.edges if castle in (a, b)}
            assert own == {castle} | near
            assert len(near) == 2
        assert not any(one & other for one, other in combinations(lands, 2))


def test_distances(row: BoardRow) -> None:
    # TAH-BOARD-02, TAH-BOARD-05, TAH-BOARD-09; C-02
    castles = [node.id for node in row.nodes if node.kind == "castle"]
    assert all(reached(row, castle)["k"] == 2 for castle in castles)
    board = Board(row)
    for one, other in combinations(castles, 2):
        assert reached(row, one)[other] == 4
        assert board.distances[board.number[one]][board.number[other]] == 4
        opposite = {one, other} in ({"c1", "c3"}, {"c2", "c4"}) and row.players == 4
        assert reached(row, one, {"k"})[other] == (6 if opposite else 4)


def test_no_place_holds_the_map_together(row: BoardRow) -> None:
    # TAH-BOARD-10
    ids = [node.id for node in row.nodes]
    for gone in ids:
        start = next(id for id in ids if id != gone)
        assert len(reached(row, start, {gone})) == len(ids) - 1


def test_no_two_edges_cross(row: BoardRow) -> None:
    # TAH-BOARD-10
    at = {node.id: (node.x, node.y) for node in row.nodes}

    def side(a: str, b: str, c: str) -> float:
        (ax, ay), (bx, by), (cx, cy) = at[a], at[b], at[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    for (a, b), (c, d) in combinations(row.edges, 2):
        if not {a, b} & {c, d}:
            assert not (side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0)


def test_seats_go_round_clockwise(row: BoardRow) -> None:
    # TAH-BOARD-11
    castles = [node for node in row.nodes if node.kind == "castle"]
    width, height = row.size
    # Downwards is positive, so that clockwise angles rise; the first seat is where they begin.
    angles = [atan2(node.y - height / 2, node.x - width / 2) for node in castles]
    turns = [(angle - angles[0]) % 6.283185307 for angle in angles]
    assert all(one < other for one, other in pairwise(turns))
    first = castles[0]
    left, top = first.x < width / 2, first.y < height / 2
    assert (left, top) == {2: (True, False), 3: (False, True), 4: (True, True)}[row.players]


@pytest.mark.parametrize(("players", "maps"), [(2, 4), (3, 6), (4, 4)])
def test_each_castle_can_be_carried_to_any_other(players: int, maps: int) -> None:
    # TAH-BOARD-08; C-02
    board = Board(next(row for row in BOARDS if row.players == players))
    found = automorphisms(board)
    assert len(found) == maps
    assert {image.seats[0] for image in found} == set(range(players))
