"""The endless grid: directions, distances, bearings, megahexes, shapes of boards."""

from math import atan2, degrees, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.hexgrid import (
    DIRECTION_NAMES,
    DIRECTIONS,
    Arc,
    bearing_of,
    distance,
    hexagon_board,
    is_connected,
    megahex,
    megahex_board,
    megahex_centre,
    megahex_distance,
    turn_class,
)
from tests.core.symmetries import ROTATIONS, STEPS, SYMMETRIES, Hex, Symmetry, image_of_direction

hexes = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
offsets = hexes.filter(lambda offset: offset != (0, 0))
directions = st.integers(0, 5)
symmetries = st.sampled_from(SYMMETRIES)


def minus(a: Hex, b: Hex) -> Hex:
    return a[0] - b[0], a[1] - b[1]


def test_the_symmetries_of_these_tests_are_twelve_and_turn_steps_into_steps() -> None:
    pictures = {tuple(image_of_direction(s, k) for k in range(6)) for s in SYMMETRIES}
    assert len(pictures) == 12
    assert (1, 2, 3, 4, 5, 0) in pictures
    assert (0, 5, 4, 3, 2, 1) in pictures


def test_directions_run_clockwise_from_north() -> None:  # TFT-GEO-01, GEO-02
    assert DIRECTIONS == STEPS
    assert DIRECTION_NAMES == ("N", "NE", "SE", "S", "SW", "NW")


@given(directions)
def test_three_hexes_are_front_two_are_side_and_one_is_rear(facing: int) -> None:  # TFT-FACE-03
    ahead, right, back_right, behind, back_left, left = (
        turn_class((facing + turn) % 6, facing) for turn in range(6)
    )
    assert ahead is left is right is Arc.FRONT
    assert back_left is back_right is Arc.SIDE
    assert behind is Arc.REAR


@pytest.mark.parametrize(
    ("a", "b", "hexes_apart"),
    [
        ((2, -7), (0, 3), 10),
        ((2, -7), (-2, 7), 14),
        ((0, 1), (0, 2), 1),
        ((3, 3), (3, 3), 0),
        ((0, 0), (2, -1), 2),
        ((0, 0), (2, 1), 3),
    ],
)
def test_distance_counts_hexes(a: Hex, b: Hex, hexes_apart: int) -> None:  # TFT-GEO-03, case 15
    assert distance(a, b) == hexes_apart


@given(hexes, hexes, symmetries)
def test_distance_is_the_same_back_and_under_every_symmetry(
    a: Hex, b: Hex, symmetry: Symmetry
) -> None:
    assert distance(a, b) == distance(b, a) == distance(symmetry(a), symmetry(b))


def test_a_line_through_a_corner_bears_in_two_directions() -> None:  # TFT-GEO-09, case 18
    assert bearing_of((2, -1)) == (1, 2)


def test_a_line_beside_the_corner_bears_in_one_direction() -> None:  # TFT-GEO-09, case 18
    assert bearing_of((3, -1)) == (2,)


def test_a_hex_has_no_bearing_to_itself() -> None:
    with pytest.raises(ValueError, match="no bearing"):
        bearing_of((0, 0))


@given(offsets)
def test_the_bearing_is_the_direction_at_the_smallest_angle(offset: Hex) -> None:
    q, r = offset
    clockwise_from_north = degrees(atan2(1.5 * q, -sqrt(3) * (r + q / 2)))
    off = [abs((clockwise_from_north - 60 * k + 180) % 360 - 180) for k in range(6)]
    nearest = tuple(k for k in range(6) if off[k] < min(off) + 1e-9)
    assert bearing_of(offset) == nearest


@given(offsets, symmetries)
def test_the_bearing_turns_and_mirrors_with_the_grid(offset: Hex, symmetry: Symmetry) -> None:
    turned = {image_of_direction(symmetry, k) for k in bearing_of(offset)}
    assert set(bearing_of(symmetry(offset))) == turned


@pytest.mark.parametrize(
    ("hex_", "centre", "mega"),
    [
        ((0, 0), (0, 0), (0, 0)),
        ((1, 1), (2, 1), (1, 0)),
        ((0, 2), (-1, 3), (0, 1)),
        ((-1, -2), (-2, -1), (-1, 0)),
    ],
)
def test_a_hex_lies_in_its_megahex(hex_: Hex, centre: Hex, mega: Hex) -> None:
    # TFT-GEO-10, GEO-11, case 14
    assert megahex(hex_) == mega
    assert megahex_centre(mega) == centre


@pytest.mark.parametrize(
    ("a", "b", "megahexes_apart"),
    [((0, 1), (0, 2), 1), ((2, -7), (0, 3), 3), ((2, -7), (-2, 7), 4), ((0, 0), (1, 0), 0)],
)
def test_range_counts_megahexes(a: Hex, b: Hex, megahexes_apart: int) -> None:
    # TFT-GEO-12, case 15
    assert megahex_distance(megahex(a), megahex(b)) == megahexes_apart


@given(hexes)
def test_the_seven_hexes_round_a_centre_are_one_megahex(mega: Hex) -> None:
    q, r = megahex_centre(mega)
    cluster = [(q, r)] + [(q + dq, r + dr) for dq, dr in STEPS]
    assert {megahex(hex_) for hex_ in cluster} == {mega}


@given(hexes)
def test_every_hex_is_at_most_one_step_from_the_centre_of_its_megahex(hex_: Hex) -> None:
    assert distance(hex_, megahex_centre(megahex(hex_))) <= 1


@given(hexes, hexes)
def test_megahex_distance_is_that_of_the_steps_between_neighbouring_centres(a: Hex, b: Hex) -> None:
    # Neighbouring megahexes touch: their centres are three hexes apart.
    assert (megahex_distance(a, b) == 1) == (
        a != b and distance(megahex_centre(a), megahex_centre(b)) == 3
    )


@given(hexes, hexes, st.sampled_from(ROTATIONS))
def test_megahexes_turn_with_the_grid(a: Hex, b: Hex, rotation: Symmetry) -> None:
    same = megahex(a) == megahex(b)
    assert (megahex(rotation(a)) == megahex(rotation(b))) == same


def test_the_board_of_19_megahexes_has_133_hexes() -> None:  # TFT-BRD-01, case 16
    board = megahex_board(2)
    assert len(board) == len(set(board)) == 133
    assert (min(q for q, _ in board), max(q for q, _ in board)) == (-7, 7)
    assert {(1, -6), (2, -7), (3, -7), (-1, 6), (-2, 7), (-3, 7)} <= set(board)


def test_the_board_of_37_megahexes_has_259_hexes() -> None:  # TFT-BRD-01
    assert len(set(megahex_board(3))) == 259


@pytest.mark.parametrize("radius", [0, 1, 2, 3])
def test_a_megahex_board_is_whole_megahexes_and_the_same_after_a_half_turn(radius: int) -> None:
    board = set(megahex_board(radius))
    assert board == {(-q, -r) for q, r in board}
    megahexes = [megahex(hex_) for hex_ in board]
    assert all(megahexes.count(mega) == 7 for mega in megahexes)
    assert {max(abs(a), abs(b), abs(a + b)) for a, b in megahexes} == set(range(radius + 1))


@pytest.mark.parametrize(("radius", "size"), [(0, 1), (1, 7), (2, 19), (5, 91)])
def test_a_hexagon_board_is_all_hexes_within_its_radius(radius: int, size: int) -> None:
    board = hexagon_board(radius)
    assert len(board) == len(set(board)) == size
    assert all(distance((0, 0), hex_) <= radius for hex_ in board)


def test_boards_come_sorted() -> None:
    assert hexagon_board(3) == sorted(hexagon_board(3))
    assert megahex_board(2) == sorted(megahex_board(2))


def test_no_board_has_a_negative_radius() -> None:
    with pytest.raises(ValueError, match="radius"):
        hexagon_board(-1)
    with pytest.raises(ValueError, match="radius"):
        megahex_board(-1)


@pytest.mark.parametrize("coords", [[(4, 4)], hexagon_board(2), [(0, 0), (1, 0), (1, 1), (0, 2)]])
def test_hexes_in_one_piece_are_connected(coords: list[Hex]) -> None:
    assert is_connected(coords)


@pytest.mark.parametrize("coords", [[], [(0, 0), (2, -1)], [(0, 0), (1, 1)], [(0, 0), (0, 2)]])
def test_hexes_apart_are_not_connected(coords: list[Hex]) -> None:
    assert not is_connected(coords)


@given(st.sets(st.sampled_from(hexagon_board(3)), min_size=1), symmetries)
def test_connection_does_not_depend_on_order_or_symmetry(
    coords: set[Hex], symmetry: Symmetry
) -> None:
    connected = is_connected(sorted(coords))
    assert is_connected(sorted(coords, reverse=True)) == connected
    assert is_connected([symmetry(hex_) for hex_ in coords]) == connected
