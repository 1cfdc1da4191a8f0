"""How units stand and turn on the grid."""

from __future__ import annotations

from itertools import product

import pytest

from meleekit.battlesystem.geometry import (
    EAST,
    FACINGS,
    NORTH,
    SOUTH,
    WEST,
    Field,
    Pose,
    cells_of,
    full,
    turned_block,
    turned_in_place,
    wheeled,
)
from meleekit.battlesystem.movement import charge_path, flight, march, spread, without

FIELD = Field()


def block(x: int, y: int, files: int, figures: int, facing: int = NORTH, pitch: int = 1) -> Pose:
    return Pose(x, y, facing, files, pitch, full(figures))


def test_x_runs_east_y_north_and_the_field_is_forty_by_thirty() -> None:
    # BAT-GRID-01
    assert (FIELD.width, FIELD.height) == (40, 30)
    assert FACINGS == "NESW"
    assert cells_of(block(5, 5, 2, 2, NORTH)) == [(5, 5), (6, 5)]
    assert cells_of(block(5, 5, 2, 2, EAST)) == [(5, 5), (5, 4)]
    assert cells_of(block(5, 5, 2, 2, SOUTH)) == [(5, 5), (4, 5)]
    assert cells_of(block(5, 5, 2, 2, WEST)) == [(5, 5), (5, 6)]


def test_slots_fill_rank_by_rank_from_the_left_and_the_last_rank_may_be_short() -> None:
    # BAT-GRID-02
    assert cells_of(block(0, 5, 3, 5)) == [(0, 5), (1, 5), (2, 5), (0, 4), (1, 4)]


@pytest.mark.parametrize(("pitch", "second", "behind"), [(1, 1, 4), (2, 2, 3), (3, 3, 2)])
def test_formations_differ_in_the_cells_between_figures(
    pitch: int, second: int, behind: int
) -> None:
    # BAT-GRID-02
    assert cells_of(block(0, 5, 2, 3, pitch=pitch)) == [(0, 5), (second, 5), (0, behind)]


def test_every_figure_takes_one_cell() -> None:
    # BAT-UNIT-07
    assert FIELD.place(block(3, 9, 4, 11)).bit_count() == 11


def test_an_edge_is_contact_and_a_corner_is_not() -> None:
    # Case 48. BAT-GRID-03, BAT-GRID-04
    here = FIELD.place(block(10, 10, 2, 2))
    assert FIELD.touches(here, FIELD.place(block(11, 11, 2, 2, SOUTH)))
    assert not FIELD.touches(here, FIELD.place(block(12, 11, 1, 1, SOUTH)))
    assert FIELD.touches(here, FIELD.place(block(12, 10, 1, 1, SOUTH)))


def test_the_ends_of_rows_are_not_next_to_each_other() -> None:
    # BAT-GRID-03
    assert not FIELD.touches(FIELD.bit(39, 4), FIELD.bit(0, 5))
    assert not FIELD.touches(FIELD.bit(0, 4), FIELD.bit(39, 3))


@pytest.mark.parametrize(
    ("x", "y", "facing"), [(-1, 5, NORTH), (37, 5, NORTH), (5, 0, NORTH), (5, 30, NORTH)]
)
def test_a_unit_that_is_partly_off_the_field_is_nowhere(x: int, y: int, facing: int) -> None:
    # BAT-UNIT-06
    assert FIELD.place(block(x, y, 4, 8, facing)) == 0


def test_about_face_lays_the_block_out_anew_with_the_short_rank_last() -> None:
    # Case 68. BAT-MOVE-03, BAT-GRID-02
    after = turned_block(block(0, 0, 4, 7), 2)
    assert (after.facing, after.x, after.y) == (SOUTH, 3, -1)
    assert cells_of(after) == [(3, -1), (2, -1), (1, -1), (0, -1), (3, 0), (2, 0), (1, 0)]


def test_a_turn_sideways_makes_the_ranks_the_files() -> None:
    # Case 70. BAT-END-07
    after = turned_block(block(0, 0, 4, 7), -1)
    assert (after.facing, after.files, after.x, after.y) == (WEST, 2, 0, -1)
    assert cells_of(after) == [(0, -1), (0, 0), (1, -1), (1, 0), (2, -1), (2, 0), (3, -1)]


def test_figures_that_keep_their_cells_in_a_turn_leave_a_gap_where_it_was() -> None:
    # BAT-MOVE-03
    pose = block(0, 0, 4, 7)
    for quarters in range(4):
        assert set(cells_of(turned_in_place(pose, quarters))) == set(cells_of(pose))


@pytest.mark.parametrize(
    ("facing", "quarters", "pitch"), list(product(range(4), (1, 2, 3), (1, 2, 3)))
)
def test_a_full_block_covers_the_same_cells_whichever_way_it_turns(
    facing: int, quarters: int, pitch: int
) -> None:
    # BAT-MOVE-03, BAT-END-07
    pose = block(20, 15, 3, 6, facing, pitch)
    after = turned_block(pose, quarters)
    assert after.facing == (facing + quarters) % 4
    assert set(cells_of(after)) == set(cells_of(pose))


@pytest.mark.parametrize("facing", range(4))
def test_in_a_wheel_the_figure_at_the_corner_keeps_its_cell(facing: int) -> None:
    # BAT-MOVE-03
    pose = block(20, 15, 4, 8, facing)
    first, last = cells_of(pose)[0], cells_of(pose)[3]
    assert cells_of(wheeled(pose, -1))[0] == first
    assert cells_of(wheeled(pose, 1))[3] == last


def test_a_wheel_swings_the_front_forward() -> None:
    # BAT-MOVE-03
    pose = block(10, 10, 3, 3)
    assert cells_of(wheeled(pose, -1)) == [(10, 10), (10, 11), (10, 12)]
    assert cells_of(wheeled(pose, 1)) == [(12, 12), (12, 11), (12, 10)]


def test_what_is_left_of_a_rank_has_no_empty_files_whatever_it_does() -> None:
    # BAT-UNIT-06, BAT-MOVE-03, BAT-MOR-05: in contact at both ends, the middle is lost first.
    ends = Pose(10, 10, NORTH, 7, 1, 0b1000001)
    about = turned_block(ends, 2)
    assert cells_of(about) == [(16, 10), (15, 10)]
    assert about.files == 2
    assert cells_of(turned_in_place(ends, 2)) == [(16, 10), (10, 10)]
    assert cells_of(spread(FIELD, ends, 2, 0)) == [(10, 10), (12, 10)]
    assert without(FIELD, ends, 1, 0).files == 1


def test_who_flees_with_somebody_in_the_gap_of_the_last_rank_keeps_all_cells() -> None:
    # BAT-END-07, BAT-MOVE-03: laid out anew that cell would stay empty too, but the block is taken.
    pose = block(20, 15, 4, 5)
    assert cells_of(pose)[4] == (20, 14)
    crowded = flight(FIELD, pose, WEST, 3, FIELD.bit(23, 14))
    assert set(cells_of(crowded.pose)) == {(17, 15), (18, 15), (19, 15), (20, 15), (17, 14)}
    alone = flight(FIELD, pose, WEST, 3, 0)
    assert cells_of(alone.pose) == [(17, 14), (17, 15), (18, 14), (18, 15), (19, 14)]
    assert (crowded.pose.facing, alone.pose.files) == (WEST, 2)


def test_a_charge_is_stopped_by_who_stands_in_its_way_not_by_who_stands_beside_it() -> None:
    # BAT-MOVE-04, BAT-MOVE-02: three abreast on x 10-12 go north from y 5; one enemy stands beside
    # their way at (13, 8), another in it at (11, 11), which is five cells ahead of their front.
    men = block(10, 5, 3, 3)
    beside, ahead = FIELD.bit(13, 8), FIELD.bit(11, 11)
    both = beside | ahead
    assert charge_path(FIELD, men, 8, both, both) == 5
    assert march(FIELD, men, NORTH, 12, both, both) == 3
    assert charge_path(FIELD, men, 8, beside, beside) == 0
    # One and a half moves of 3 are 4 cells: too few.
    assert charge_path(FIELD, men, 3, both, both) == 0
    # Somebody of their own stands nearer than the enemy.
    own = FIELD.bit(10, 9)
    assert charge_path(FIELD, men, 8, both | own, both) == 0
