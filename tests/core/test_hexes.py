"""The board's tables: numbering, neighbours, arcs, masks, walking, fields of fire."""

import copy
import pickle
from heapq import heappop, heappush
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.hexes import HexBoard, hexagon_board, megahex_board
from tests.core.symmetries import STEPS, SYMMETRIES, Hex, Symmetry, image_of_direction

ARENA2 = HexBoard(megahex_board(2))
ARENA3 = HexBoard(megahex_board(3))

coord_sets = st.sets(st.sampled_from(hexagon_board(4)), min_size=1)
boards = coord_sets.map(HexBoard) | st.sampled_from([ARENA2, ARENA3])
directions = st.integers(0, 5)
symmetries = st.sampled_from(SYMMETRIES)


def step(hex_: Hex, direction: int) -> Hex:
    return hex_[0] + STEPS[direction][0], hex_[1] + STEPS[direction][1]


def hexes_apart(a: Hex, b: Hex) -> int:
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def coords_of(board: HexBoard, mask: int) -> set[Hex]:
    return {board.coords[h] for h in board.hexes_of(mask)}


def some_hexes(board: HexBoard) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, board.size - 1))


# Numbering


def test_hexes_are_numbered_whatever_order_they_come_in() -> None:
    coords = megahex_board(2)
    backwards = HexBoard(reversed(coords))
    assert backwards.coords == ARENA2.coords
    assert ARENA2.size == len(ARENA2.coords) == 133  # case 16


@given(boards)
def test_the_index_finds_every_hex_and_no_other(board: HexBoard) -> None:
    assert [board.index[hex_] for hex_ in board.coords] == list(range(board.size))
    assert (50, 50) not in board.index


def test_a_hex_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(1, 0\) is given twice"):
        HexBoard([(1, 0), (0, 0), (1, 0)])


def test_a_board_without_hexes_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one hex"):
        HexBoard([])


def test_boards_of_the_same_hexes_are_equal() -> None:
    again = HexBoard(megahex_board(2))
    assert again == ARENA2
    assert hash(again) == hash(ARENA2)
    assert ARENA2 != ARENA3


def test_a_board_survives_pickling() -> None:
    again = pickle.loads(pickle.dumps(ARENA2))
    assert again == ARENA2
    assert again.reach(5, 3, 0, 0) == ARENA2.reach(5, 3, 0, 0)


def test_a_copy_of_a_board_is_the_board() -> None:
    assert copy.copy(ARENA2) is ARENA2
    assert copy.deepcopy([ARENA2])[0] is ARENA2


def test_a_board_cannot_be_changed() -> None:
    board = HexBoard([(0, 0)])
    with pytest.raises(AttributeError, match="never changes"):
        board.size = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="never changes"):
        del board.size
    assert board.size == 1


# Neighbours and distances


@given(boards)
def test_the_neighbour_in_each_direction_is_one_step_away_or_off_the_board(
    board: HexBoard,
) -> None:
    for h, hex_ in enumerate(board.coords):
        expected = [board.index.get(step(hex_, d), -1) for d in range(6)]
        assert list(board.neighbour[h]) == expected
        assert list(board.neighbours[h]) == [(d, h2) for d, h2 in enumerate(expected) if h2 != -1]


@given(boards, st.data())
def test_the_distance_table_counts_hexes(board: HexBoard, data: st.DataObject) -> None:
    h = data.draw(st.integers(0, board.size - 1))
    expected = [hexes_apart(board.coords[h], hex_) for hex_ in board.coords]
    assert list(board.distance[h]) == expected


def test_a_large_board_is_made_without_the_distances_that_nobody_asks_for() -> None:
    board = HexBoard([(q, r) for q in range(40) for r in range(40)])
    assert not board.distance
    assert board.distance[0][-1] == 78
    assert list(board.distance) == [0]


@given(boards, st.data())
def test_discs_widen_by_one_hex_until_the_two_farthest_hexes_see_each_other(
    board: HexBoard, data: st.DataObject
) -> None:
    h = data.draw(st.integers(0, board.size - 1))
    apart = [hexes_apart(board.coords[h], hex_) for hex_ in board.coords]
    most = max(hexes_apart(a, b) for a in board.coords for b in board.coords)
    expected = [{n for n, far in enumerate(apart) if far <= near} for near in range(most + 1)]
    assert [set(board.hexes_of(disc)) for disc in board.discs(h)] == expected


@given(directions)
def test_the_direction_between_neighbours_is_that_of_the_step(direction: int) -> None:
    middle, near = ARENA2.index[0, 0], ARENA2.index[STEPS[direction]]
    assert ARENA2.direction_between(middle, near) == direction


@pytest.mark.parametrize("other", [(0, 0), (0, -2), (2, -1)])
def test_there_is_no_direction_between_hexes_apart(other: Hex) -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        ARENA2.direction_between(ARENA2.index[0, 0], ARENA2.index[other])


def test_there_is_no_direction_off_the_board() -> None:
    corner = ARENA2.index[3, -7]
    assert ARENA2.neighbour[corner][0] == -1
    with pytest.raises(ValueError, match="not adjacent"):
        ARENA2.direction_between(corner, -1)


def test_an_attack_from_afar_bears_from_the_defender_to_the_attacker() -> None:
    # TFT-GEO-09, case 18
    defender = ARENA2.index[0, 0]
    assert ARENA2.bearing(defender, ARENA2.index[2, -1]) == (1, 2)
    assert ARENA2.bearing(defender, ARENA2.index[3, -1]) == (2,)


# Arcs


def test_three_hexes_are_front_two_side_and_one_rear() -> None:  # case 8
    h = ARENA2.index[0, 0]
    assert coords_of(ARENA2, ARENA2.front[h][0]) == {(0, -1), (1, -1), (-1, 0)}
    assert coords_of(ARENA2, ARENA2.side[h][0]) == {(1, 0), (-1, 1)}
    assert coords_of(ARENA2, ARENA2.rear[h][0]) == {(0, 1)}


@given(boards, directions)
def test_the_arcs_share_out_the_neighbours(board: HexBoard, facing: int) -> None:
    for h in range(board.size):
        arcs = [board.front[h][facing], board.side[h][facing], board.rear[h][facing]]
        assert sum(arcs) == board.adjacent[h]
        expected = {board.coords[h2] for _, h2 in board.neighbours[h]}
        assert coords_of(board, board.adjacent[h]) == expected


@given(coord_sets, directions, symmetries)
def test_arcs_turn_and_mirror_with_the_board(
    coords: set[Hex], facing: int, symmetry: Symmetry
) -> None:
    board, image = HexBoard(coords), HexBoard(symmetry(hex_) for hex_ in coords)
    turned = image_of_direction(symmetry, facing)
    for h, hex_ in enumerate(board.coords):
        h2 = image.index[symmetry(hex_)]
        for arc, arc_of_image in (
            (board.front[h][facing], image.front[h2][turned]),
            (board.side[h][facing], image.side[h2][turned]),
            (board.rear[h][facing], image.rear[h2][turned]),
        ):
            assert {symmetry(c) for c in coords_of(board, arc)} == coords_of(image, arc_of_image)


def test_a_field_of_fire_is_the_wedge_on_the_board() -> None:  # case 9
    fire = coords_of(ARENA2, ARENA2.field_of_fire(ARENA2.index[0, 0], 0))
    assert {(0, -5), (3, -3), (3, -4), (-3, 0), (-4, -1)} <= fire
    assert not {(4, -3), (1, 0), (2, -1), (-5, 1), (0, 0)} & fire


@given(coord_sets, st.data(), directions)
def test_a_field_of_fire_is_all_within_60_degrees_of_the_facing(  # TFT-GEO-08
    coords: set[Hex], data: st.DataObject, facing: int
) -> None:
    board = HexBoard(coords)
    here, (kq, kr) = data.draw(st.sampled_from(board.coords)), STEPS[facing]
    fire = coords_of(board, board.field_of_fire(board.index[here], facing))
    for there in board.coords:
        q, r = there[0] - here[0], there[1] - here[1]
        # With steps of length 1: cosine = product / (2 length), at least 1/2.
        product = 2 * q * kq + 2 * r * kr + q * kr + r * kq
        length_squared = q * q + q * r + r * r
        assert (there in fire) == (product > 0 and product**2 >= length_squared)


@given(st.sampled_from(ARENA2.coords), directions)
def test_a_field_of_fire_begins_with_the_front_hexes(hex_: Hex, facing: int) -> None:
    h = ARENA2.index[hex_]
    assert ARENA2.field_of_fire(h, facing) & ARENA2.adjacent[h] == ARENA2.front[h][facing]


@given(coord_sets, st.data(), directions, symmetries)
def test_fields_of_fire_turn_and_mirror_with_the_board(
    coords: set[Hex], data: st.DataObject, facing: int, symmetry: Symmetry
) -> None:
    board, image = HexBoard(coords), HexBoard(symmetry(hex_) for hex_ in coords)
    hex_ = data.draw(st.sampled_from(board.coords))
    fire = coords_of(board, board.field_of_fire(board.index[hex_], facing))
    turned = image_of_direction(symmetry, facing)
    fire_of_image = image.field_of_fire(image.index[symmetry(hex_)], turned)
    assert {symmetry(c) for c in fire} == coords_of(image, fire_of_image)


# Masks


@given(boards)
def test_every_hex_has_a_bit_of_its_own_in_ascending_order(board: HexBoard) -> None:
    assert all(bit.bit_count() == 1 for bit in board.bit)
    assert list(board.bit) == sorted(set(board.bit))
    assert board.all_mask == sum(board.bit)


@given(boards, st.data())
def test_a_mask_gives_back_its_hexes_in_ascending_order(
    board: HexBoard, data: st.DataObject
) -> None:
    hexes = data.draw(some_hexes(board))
    assert board.hexes_of(board.mask(hexes)) == tuple(sorted(hexes))


@pytest.mark.parametrize("board", [ARENA2, ARENA3])
def test_the_mask_of_all_gives_back_all(board: HexBoard) -> None:
    assert board.hexes_of(board.all_mask) == tuple(range(board.size))
    assert board.hexes_of(0) == ()


@given(boards, st.data())
def test_a_complement_gives_back_the_other_hexes(board: HexBoard, data: st.DataObject) -> None:
    hexes = data.draw(some_hexes(board))
    others = set(range(board.size)) - hexes
    assert board.hexes_of(~board.mask(hexes)) == tuple(sorted(others))


@given(boards, st.data())
def test_spreading_adds_the_neighbours(board: HexBoard, data: st.DataObject) -> None:
    hexes = data.draw(some_hexes(board))
    near = {h2 for h in hexes for _, h2 in board.neighbours[h]}
    assert board.spread(board.mask(hexes)) == board.mask(hexes | near)


@given(boards, directions)
def test_one_shift_is_one_step_of_all_hexes(board: HexBoard, direction: int) -> None:
    stride = board.stride
    shift = (-1, stride - 1, stride, 1, 1 - stride, -stride)[direction]
    moved = board.all_mask << shift if shift > 0 else board.all_mask >> -shift
    expected = {row[direction] for row in board.neighbour} - {-1}
    assert set(board.hexes_of(moved)) == expected


def test_three_hexes_round_a_corner_have_nine_neighbours() -> None:  # case 17
    footprint = ARENA2.mask(ARENA2.index[hex_] for hex_ in [(0, 0), (0, 1), (-1, 1)])
    front = {(-1, 0), (0, -1), (1, -1), (1, 0)}
    side, rear = {(1, 1), (-2, 1)}, {(0, 2), (-1, 2), (-2, 2)}
    assert coords_of(ARENA2, ARENA2.spread(footprint) & ~footprint) == front | side | rear


# Walking


def walk(
    coords: set[Hex], start: Hex, allowance: int, blocked: set[Hex], stops: set[Hex]
) -> dict[Hex, int]:
    """The cheapest cost of every hex, hex by hex."""
    cost = {start: 0}
    queue = [start]
    for here in queue:
        if cost[here] == allowance or (here in stops and here != start):
            continue
        for d in range(6):
            there = step(here, d)
            if there in coords and there not in blocked and there not in cost:
                cost[there] = cost[here] + 1
                queue.append(there)
    return cost


@st.composite
def walks(draw: st.DrawFn) -> tuple[HexBoard, Hex, int, set[Hex], set[Hex]]:
    board = draw(boards)
    # A few at a time, so that there is often somewhere to walk to.
    some = st.sets(st.sampled_from(board.coords), max_size=board.size // 4)
    start = draw(st.sampled_from(board.coords))
    return board, start, draw(st.integers(0, 12)), draw(some), draw(some)


def reached(
    board: HexBoard, start: Hex, allowance: int, blocked: set[Hex], stops: set[Hex]
) -> tuple[int, ...]:
    return board.reach(
        board.index[start],
        allowance,
        board.mask(board.index[hex_] for hex_ in blocked),
        board.mask(board.index[hex_] for hex_ in stops),
    )


@given(walks())
def test_reach_is_what_walking_hex_by_hex_finds(
    walk_: tuple[HexBoard, Hex, int, set[Hex], set[Hex]],
) -> None:
    board, start, allowance, blocked, stops = walk_
    cost = walk(set(board.coords), start, allowance, blocked, stops)
    layers = reached(board, start, allowance, blocked, stops)
    found = {hex_: c for c, layer in enumerate(layers) for hex_ in coords_of(board, layer)}
    assert found == cost
    assert all(layers)


def dijkstra(
    coords: set[Hex], start: Hex, allowance: int, blocked: set[Hex], tolls: set[Hex]
) -> dict[Hex, int]:
    """The cheapest cost of every hex where leaving a toll hex costs 1 more."""
    cost: dict[Hex, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if spent > allowance or here in cost:
            continue
        cost[here] = spent
        for d in range(6):
            there = step(here, d)
            if there in coords and there not in blocked:
                heappush(queue, (spent + 1 + (here in tolls), there))
    return cost


@given(walks())
def test_reach_paying_tolls_is_what_dijkstra_finds(
    walk_: tuple[HexBoard, Hex, int, set[Hex], set[Hex]],
) -> None:
    board, start, allowance, blocked, tolls = walk_
    cost = dijkstra(set(board.coords), start, allowance, blocked, tolls)
    layers = board.reach_paying(
        board.index[start],
        allowance,
        board.mask(board.index[hex_] for hex_ in blocked),
        board.mask(board.index[hex_] for hex_ in tolls),
    )
    found = {hex_: c for c, layer in enumerate(layers) for hex_ in coords_of(board, layer)}
    assert found == cost
    assert layers[-1]


def test_on_an_open_board_cost_is_distance() -> None:
    layers = ARENA2.reach(ARENA2.index[0, 0], 4, 0, 0)
    assert [layer.bit_count() for layer in layers] == [1, 6, 12, 18, 24]


def test_a_walker_stops_in_a_front_hex() -> None:  # case 20
    enemy = ARENA2.index[0, 0]
    start = ARENA2.index[1, -3]
    layers = ARENA2.reach(start, 2, ARENA2.bit[enemy], ARENA2.front[enemy][0])
    assert (1, -1) in coords_of(ARENA2, layers[2])
    boxed_in = ARENA2.all_mask & ~ARENA2.mask(
        ARENA2.index[hex_] for hex_ in [(1, -3), (1, -2), (1, -1), (1, 0)]
    )
    layers = ARENA2.reach(start, 10, boxed_in, ARENA2.front[enemy][0])
    assert [coords_of(ARENA2, layer) for layer in layers] == [{(1, -3)}, {(1, -2)}, {(1, -1)}]


def test_a_walker_gets_round_to_the_rear() -> None:  # case 21
    enemy = ARENA2.index[0, 0]
    layers = ARENA2.reach(ARENA2.index[3, -1], 5, ARENA2.bit[enemy], ARENA2.front[enemy][0])
    assert (0, 1) in coords_of(ARENA2, layers[3])


def test_a_stop_hex_may_be_left_when_the_walk_starts_in_it() -> None:
    board = HexBoard([(0, 0), (0, 1), (0, 2)])
    layers = board.reach(0, 5, 0, board.all_mask)
    assert [coords_of(board, layer) for layer in layers] == [{(0, 0)}, {(0, 1)}]


@given(walks(), st.data())
def test_a_path_is_a_cheapest_way_by_the_rules_of_reach(
    walk_: tuple[HexBoard, Hex, int, set[Hex], set[Hex]], data: st.DataObject
) -> None:
    board, start, allowance, blocked, stops = walk_
    cost = walk(set(board.coords), start, allowance, blocked, stops)
    goal = data.draw(st.sampled_from(sorted(cost)))
    stop_mask = board.mask(board.index[hex_] for hex_ in stops)
    layers = reached(board, start, allowance, blocked, stops)
    path = board.path(board.index[start], board.index[goal], layers, stop_mask)
    way = [board.coords[h] for h in path]
    assert (way[0], way[-1]) == (start, goal)
    assert len(way) == cost[goal] + 1
    assert all(hexes_apart(a, b) == 1 for a, b in pairwise(way))
    assert not blocked & set(way[1:])
    assert not stops & set(way[1:-1])


def test_a_path_arrives_straight() -> None:
    # Two steps N and two NE: the lower direction, N, comes last and in one piece.
    start, goal = ARENA2.index[0, 0], ARENA2.index[2, -4]
    path = ARENA2.path(start, goal, ARENA2.reach(start, 4, 0, 0), 0)
    assert [ARENA2.coords[h] for h in path] == [(0, 0), (1, -1), (2, -2), (2, -3), (2, -4)]


def test_a_path_may_start_in_a_stop_hex() -> None:
    board = HexBoard([(0, 0), (0, 1), (0, 2)])
    layers = board.reach(0, 2, 0, board.bit[0])
    assert board.path(0, 2, layers, board.bit[0]) == (0, 1, 2)


def test_there_is_no_path_to_a_hex_out_of_reach() -> None:
    start = ARENA2.index[0, 0]
    with pytest.raises(ValueError, match="cannot be reached"):
        ARENA2.path(start, ARENA2.index[0, 4], ARENA2.reach(start, 3, 0, 0), 0)


def test_a_path_needs_the_layers_of_its_start() -> None:
    layers = ARENA2.reach(ARENA2.index[0, 0], 3, 0, 0)
    with pytest.raises(ValueError, match="do not start"):
        ARENA2.path(ARENA2.index[0, 1], ARENA2.index[0, 2], layers, 0)


def test_a_path_needs_the_stops_of_its_layers() -> None:
    board = HexBoard([(0, 0), (0, 1), (0, 2)])
    layers = board.reach(0, 2, 0, 0)
    with pytest.raises(ValueError, match="these stops"):
        board.path(0, 2, layers, board.bit[1])
