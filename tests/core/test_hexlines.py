"""Lines of flight: what they pass through, in which order, and what lies behind the target."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.hexes import HexBoard, hexagon_board, megahex_board
from meleekit.core.hexlines import hexes_in_the_way, in_the_way, line_through, overshoot
from tests.core.symmetries import STEPS, SYMMETRIES, Hex, Symmetry

ARENA2 = HexBoard(megahex_board(2))

hexes = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
symmetries = st.sampled_from(SYMMETRIES)


def hexes_apart(a: Hex, b: Hex) -> int:
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


Point = tuple[Fraction, Fraction]


def side_of_edge(a: Point, b: Point, point: Point) -> Fraction:
    """Positive on one side of the line from a to b, negative on the other, 0 on it."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def exact(hex_: Hex) -> Point:
    return Fraction(hex_[0]), Fraction(hex_[1])


def open_chord(start: Hex, end: Hex, hex_: Hex) -> tuple[Fraction, Fraction] | None:
    """Where the segment runs inside the hexagon, by clipping it at the six edges.

    The corners lie at a third of the sum of two neighbouring steps. Being inside is being
    strictly on the inner side of every edge, which holds in skewed axes as well.
    """
    corners = []
    for (aq, ar), (bq, br) in zip(STEPS, STEPS[1:] + STEPS[:1], strict=True):
        corners.append((hex_[0] + Fraction(aq + bq, 3), hex_[1] + Fraction(ar + br, 3)))
    enter, leave = Fraction(0), Fraction(1)
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        inner = side_of_edge(a, b, exact(hex_))
        at_start = side_of_edge(a, b, exact(start)) * inner
        at_end = side_of_edge(a, b, exact(end)) * inner
        if at_start <= 0 and at_end <= 0:
            return None
        if at_start > 0 >= at_end:
            leave = min(leave, at_start / (at_start - at_end))
        elif at_end > 0 >= at_start:
            enter = max(enter, at_start / (at_start - at_end))
    return (enter, leave) if enter < leave else None


def passed_by_clipping(start: Hex, end: Hex) -> list[Hex]:
    near = [
        (q, r)
        for q in range(min(start[0], end[0]) - 2, max(start[0], end[0]) + 3)
        for r in range(min(start[1], end[1]) - 2, max(start[1], end[1]) + 3)
    ]
    chords = {hex_: chord for hex_ in near if (chord := open_chord(start, end, hex_))}
    return sorted(chords, key=lambda hex_: chords[hex_])


@pytest.mark.parametrize(
    ("start", "end", "between"),
    [
        ((0, 0), (2, -1), []),  # case 10: along an edge
        ((0, 0), (3, -1), [(1, 0), (2, -1)]),  # TFT-GEO-06, case 11
        ((-3, 3), (0, 1), [(-2, 2), (-1, 2)]),
        ((2, 2), (-1, 0), [(1, 2), (1, 1), (0, 1), (0, 0)]),
        ((-2, 1), (2, -1), [(0, 0)]),
        ((0, 0), (0, -3), [(0, -1), (0, -2)]),
        ((0, 0), (0, 1), []),
        ((4, -2), (4, -2), []),
    ],
)
def test_in_the_way_is_what_the_line_passes_through(
    start: Hex, end: Hex, between: list[Hex]
) -> None:
    # TFT-GEO-04
    assert in_the_way(start, end) == tuple(between)


def test_the_line_holds_both_its_ends() -> None:
    assert line_through((0, 0), (3, -1)) == ((0, 0), (1, 0), (2, -1), (3, -1))


def test_the_line_from_a_hex_to_itself_is_that_hex() -> None:
    assert line_through((4, -2), (4, -2)) == ((4, -2),)


@given(hexes, hexes)
def test_a_line_passes_what_clipping_at_the_edges_says_in_that_order(start: Hex, end: Hex) -> None:
    # TFT-GEO-05, GEO-06
    expected = passed_by_clipping(start, end) if start != end else [start]
    assert list(line_through(start, end)) == expected


@given(hexes, hexes)
def test_a_line_passes_the_same_hexes_back(start: Hex, end: Hex) -> None:
    assert line_through(end, start) == line_through(start, end)[::-1]


@given(hexes, hexes, symmetries)
def test_a_line_turns_and_mirrors_with_the_grid(start: Hex, end: Hex, symmetry: Symmetry) -> None:
    image = tuple(symmetry(hex_) for hex_ in line_through(start, end))
    assert line_through(symmetry(start), symmetry(end)) == image


@given(hexes, hexes, hexes)
def test_a_line_may_lie_anywhere(start: Hex, end: Hex, shift: Hex) -> None:
    def moved(hex_: Hex) -> Hex:
        return hex_[0] + shift[0], hex_[1] + shift[1]

    image = tuple(moved(hex_) for hex_ in line_through(start, end))
    assert line_through(moved(start), moved(end)) == image


@pytest.mark.parametrize(
    ("start", "end", "behind"),
    [
        # case 12
        ((-3, 3), (0, 1), [(1, 0), (2, 0), (3, -1), (4, -2), (5, -2), (6, -3), (7, -4)]),
        # case 13
        ((0, 0), (2, -1), [(4, -2), (6, -3)]),
        ((0, 0), (0, 0), []),
    ],
)
def test_overshoot_runs_on_to_the_edge_of_the_board(
    start: Hex, end: Hex, behind: list[Hex]
) -> None:
    # TFT-GEO-07
    found = overshoot(ARENA2, ARENA2.index[start], ARENA2.index[end])
    assert [ARENA2.coords[h] for h in found] == behind


def test_overshoot_ends_at_a_gap_in_the_board() -> None:
    board = HexBoard(hex_ for hex_ in megahex_board(2) if hex_ != (4, -2))
    found = overshoot(board, board.index[-3, 3], board.index[0, 1])
    assert [board.coords[h] for h in found] == [(1, 0), (2, 0), (3, -1)]


def test_overshoot_ends_ten_hexes_behind_the_target() -> None:
    # TFT-GEO-07
    board = HexBoard((0, r) for r in range(20))
    found = overshoot(board, board.index[0, 0], board.index[0, 1])
    assert [board.coords[h] for h in found] == [(0, r) for r in range(2, 12)]


def test_overshoot_ends_where_it_is_told() -> None:
    board = HexBoard((0, r) for r in range(20))
    found = overshoot(board, board.index[0, 0], board.index[0, 6], reach=3)
    assert [board.coords[h] for h in found] == [(0, 7), (0, 8), (0, 9)]


@given(
    st.sets(st.sampled_from(hexagon_board(6)), min_size=2),
    st.data(),
    st.integers(0, 8),
)
def test_overshoot_is_the_longer_line_cut_at_the_board_and_at_its_reach(
    coords: set[Hex], data: st.DataObject, reach: int
) -> None:
    board = HexBoard(coords)
    start, end = data.draw(st.lists(st.sampled_from(board.coords), min_size=2, max_size=2))
    expected = []
    if start != end:
        far = (end[0] + 13 * (end[0] - start[0]), end[1] + 13 * (end[1] - start[1]))
        for hex_ in line_through(end, far)[1:]:
            if hexes_apart(end, hex_) <= reach:
                if hex_ not in coords:
                    break
                expected.append(hex_)
    found = overshoot(board, board.index[start], board.index[end], reach)
    assert [board.coords[h] for h in found] == expected


def test_a_line_over_the_board_gives_its_hexes() -> None:  # case 11
    between = hexes_in_the_way(ARENA2, ARENA2.index[0, 0], ARENA2.index[3, -1])
    assert between == (ARENA2.index[1, 0], ARENA2.index[2, -1])


def test_there_is_no_line_of_flight_past_the_rim_of_the_board() -> None:  # TFT-LOF-10, case 83
    assert (-7, 3) in in_the_way((-7, 4), (-6, 1))
    assert hexes_in_the_way(ARENA2, ARENA2.index[-7, 4], ARENA2.index[-6, 1]) is None
