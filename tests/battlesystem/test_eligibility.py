"""Who may attack whom: worked cases 42 to 50, and the assignment of figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.battlesystem.eligibility import (
    Arc,
    Claim,
    arc,
    claim,
    contested,
    default_share,
    share_out,
    uphill,
)
from meleekit.battlesystem.geometry import EAST, NORTH, SOUTH, WEST, Field, Pose, full, slots

FIELD = Field()
X, Y = 10, 15
"""Where the cases have x 0 and y 0."""


def line(
    x: int, y: int, files: int, figures: int, facing: int = NORTH, pitch: int = 1
) -> tuple[int, int]:
    """The cells of a unit and its facing; x and y as the cases count them."""
    return FIELD.place(Pose(X + x, Y + y, facing, files, pitch, full(figures))), facing


def attacks(
    unit: tuple[int, int],
    enemy: tuple[int, int],
    rows_behind: int = 0,
    *,
    closed: bool = True,
    behind_overlap: bool = True,
) -> tuple[int, int, int, int]:
    """How many attack by contact, by overlap, and from the second and third row."""
    found = claim(
        FIELD,
        unit[0],
        enemy[0],
        unit[1],
        closed=closed,
        rows_behind=rows_behind,
        behind_overlap=behind_overlap,
    )
    contact, overlap, second, third = (figures.bit_count() for figures in found)
    return contact, overlap, second, third


BLOCK = line(0, 0, 5, 15)
FACING_IT = line(3, 1, 3, 3, SOUTH)


@pytest.mark.parametrize(
    ("rows_behind", "behind_overlap", "wanted"),
    [
        (0, True, (3, 2, 0, 0)),
        (1, True, (3, 2, 5, 0)),
        (2, True, (3, 2, 5, 5)),
        (1, False, (3, 2, 3, 0)),
        (2, False, (3, 2, 3, 3)),
    ],
)
def test_a_closed_block_overlaps_and_supports(
    rows_behind: int, behind_overlap: bool, wanted: tuple[int, int, int, int]
) -> None:
    # Case 42. BAT-ELIG-02, BAT-ELIG-03, BAT-ELIG-04, BAT-ELIG-06
    assert attacks(BLOCK, FACING_IT, rows_behind, behind_overlap=behind_overlap) == wanted


def test_nobody_stands_beyond_the_ends_of_a_line_that_is_touched_all_along() -> None:
    # Case 42. BAT-ELIG-03
    assert attacks(FACING_IT, BLOCK) == (3, 0, 0, 0)


def test_open_formation_fights_with_figures_in_contact_alone() -> None:
    # Case 43. BAT-ELIG-08
    open_block = line(-2, 0, 5, 15, pitch=2)
    assert attacks(open_block, FACING_IT, 2, closed=False) == (1, 0, 0, 0)
    assert attacks(BLOCK, FACING_IT, 2, closed=False) == (3, 0, 0, 0)


def test_an_open_enemy_breaks_the_row_and_the_gaps_overlap() -> None:
    # Case 44. BAT-ELIG-03, BAT-ELIG-08
    open_line = line(0, 0, 3, 3, pitch=2)
    closed_row = line(6, 1, 9, 9, SOUTH)
    assert attacks(open_line, closed_row, closed=False) == (3, 0, 0, 0)
    assert attacks(closed_row, open_line) == (3, 4, 0, 0)


def test_there_is_no_support_from_a_rank_that_is_not_there() -> None:
    # Case 45. BAT-ELIG-04
    assert attacks(line(0, 0, 3, 6), line(2, 1, 3, 3, SOUTH), 2) == (3, 0, 3, 0)


def test_a_short_rank_supports_with_those_it_has() -> None:
    # Case 46. BAT-ELIG-04
    assert attacks(line(0, 0, 4, 7), line(3, 1, 4, 4, SOUTH), 1) == (4, 0, 3, 0)


def test_pikes_do_not_support_towards_the_flank() -> None:
    # Case 47. BAT-ELIG-05, BAT-ELIG-03
    attackers = line(5, -3, 5, 5, WEST)
    assert attackers[0] == sum(FIELD.bit(X + 5, Y + y) for y in range(-3, 2))
    assert attacks(BLOCK, attackers, 2) == (3, 0, 0, 0)
    assert attacks(attackers, BLOCK) == (3, 2, 0, 0)


def test_a_corner_is_no_melee() -> None:
    # Case 48. BAT-GRID-03
    assert attacks(BLOCK, line(5, 1, 1, 1, SOUTH)) == (0, 0, 0, 0)


def test_lines_that_are_offset_overlap_each_other() -> None:
    # Case 49. BAT-ELIG-03
    here, there = line(0, 0, 4, 4), line(5, 1, 4, 4, SOUTH)
    assert attacks(here, there) == (2, 1, 0, 0)
    assert attacks(there, here) == (2, 1, 0, 0)


def test_a_lone_figure_meets_three() -> None:
    # Case 50. BAT-ELIG-03
    alone, row = line(1, 0, 1, 1), line(2, 1, 3, 3, SOUTH)
    assert attacks(alone, row) == (1, 0, 0, 0)
    assert attacks(row, alone) == (1, 2, 0, 0)


def test_figures_of_class_a_never_count_as_support_too() -> None:
    # BAT-ELIG-07: the corner of the second rank is touched from the flank.
    both = line(4, 1, 3, 3, SOUTH)[0] | line(5, 1, 3, 3, WEST)[0] | FIELD.bit(X + 5, Y - 1)
    found = claim(FIELD, BLOCK[0], both, NORTH, closed=True, rows_behind=2)
    assert found.contact & found.second == 0
    assert found.contact.bit_count() == 4
    # Four attack to the front. Behind one of them stands a figure in contact: it supports nobody,
    # and nobody supports through it.
    assert (found.second.bit_count(), found.third.bit_count()) == (3, 3)


@pytest.mark.parametrize(
    ("attacker", "defender_facing", "wanted"),
    [
        (line(3, 1, 3, 3, SOUTH), NORTH, Arc.FRONT),
        (line(5, -2, 3, 3, WEST), NORTH, Arc.FLANK),
        (line(0, -3, 5, 5, NORTH), NORTH, Arc.REAR),
        (line(3, 1, 3, 3, SOUTH), SOUTH, Arc.REAR),
        (line(3, 1, 3, 3, SOUTH), EAST, Arc.FLANK),
    ],
)
def test_an_attack_comes_from_the_side_that_most_figures_touch(
    attacker: tuple[int, int], defender_facing: int, wanted: Arc
) -> None:
    # BAT-AR-14
    assert arc(FIELD, attacker[0], BLOCK[0], defender_facing) == wanted


def test_a_tie_and_a_figure_that_touches_two_sides_go_to_the_worse_side() -> None:
    # BAT-AR-14
    front, flank = FIELD.bit(X, Y + 1), FIELD.bit(X + 5, Y)
    assert arc(FIELD, front | flank, BLOCK[0], NORTH) == Arc.FRONT
    assert arc(FIELD, front | flank | FIELD.bit(X + 5, Y - 1), BLOCK[0], NORTH) == Arc.FLANK
    lone = FIELD.bit(X, Y)
    corner = FIELD.bit(X - 1, Y) | FIELD.bit(X, Y + 1)
    assert arc(FIELD, lone, corner, SOUTH) == Arc.FRONT
    assert arc(FIELD, lone, corner, EAST) == Arc.FRONT
    assert arc(FIELD, lone, corner, NORTH) == Arc.FLANK


def test_more_than_half_of_those_in_contact_must_stand_lower() -> None:
    # BAT-AR-08
    low, high = line(0, 0, 4, 4)[0], line(3, 1, 4, 4, SOUTH)[0]
    hill = [FIELD.bit(X + x, Y + 1) for x in range(4)]
    assert uphill(FIELD, low, high, [sum(hill)])
    assert uphill(FIELD, low, high, [sum(hill[:3])])
    assert not uphill(FIELD, low, high, [sum(hill[:2])])
    assert not uphill(FIELD, high, low, [sum(hill)])
    assert not uphill(FIELD, low, high, [sum(hill) | low])
    assert uphill(FIELD, low, high, [sum(hill) | low, sum(hill)])


@pytest.mark.parametrize(("dx", "dy"), [(0, 1), (1, 0), (0, -1), (-1, 0)])
def test_uphill_is_so_on_every_side(dx: int, dy: int) -> None:
    # BAT-AR-08: two of three are touched from higher ground, and one from beside it.
    low = [FIELD.bit(X + 3 * n, Y + 3 * n) for n in range(3)]
    high = [FIELD.bit(X + 3 * n + dx, Y + 3 * n + dy) for n in range(3)]
    assert uphill(FIELD, sum(low), sum(high), [high[0] | high[1]])
    assert not uphill(FIELD, sum(low), sum(high), [high[0]])
    assert not uphill(FIELD, sum(low), sum(high), [low[0] | high[0] | low[1] | high[1]])


FIRST = Claim(0b0001, 0b0010, 0b0100, 0b1000)
SECOND = Claim(0b0010, 0b0100, 0b1001, 0b0000)


def test_a_figure_goes_where_it_is_in_contact_then_where_it_overlaps_then_behind() -> None:
    # BAT-ELIG-10
    assert contested([FIRST, SECOND]) == 0b1111
    one, other = default_share([FIRST, SECOND])
    assert one == Claim(0b0001, 0, 0, 0)
    # The last one would stand in the third row here, in the second there.
    assert other == Claim(0b0010, 0b0100, 0b1000, 0)


def test_among_equal_claims_the_enemy_with_the_lower_id_comes_first() -> None:
    # BAT-ELIG-10
    same = Claim(0b1, 0, 0, 0)
    assert default_share([same, same]) == (same, Claim(0, 0, 0, 0))


def test_the_owner_may_assign_each_figure_by_its_own_place() -> None:
    # BAT-ELIG-10, BAT-ELIG-11
    one, other = share_out([FIRST, SECOND], [0b0100, 0b0001])
    assert one == Claim(0, 0, 0b0100, 0)
    assert other == Claim(0b0010, 0, 0b1001, 0)


@given(st.lists(st.integers(0, 255), min_size=8, max_size=8), st.integers(0, 255))
def test_nobody_fights_twice_and_nobody_who_may_fight_is_idle(bits: list[int], named: int) -> None:
    # BAT-ELIG-07, BAT-ELIG-10
    def disjoint(kinds: list[int]) -> Claim:
        seen, found = 0, []
        for kind in kinds:
            found.append(kind & ~seen)
            seen |= kind
        return Claim(*found)

    claims = [disjoint(bits[:4]), disjoint(bits[4:])]
    chosen = [named & claims[0].all, ~named & claims[1].all & 15]
    chosen[1] &= ~chosen[0]
    shares = share_out(claims, chosen)
    assert shares[0].all & shares[1].all == 0
    assert shares[0].all | shares[1].all == claims[0].all | claims[1].all
    for share, wish in zip(shares, chosen, strict=True):
        assert share.all & wish == wish
    assert all(slot < 8 for share in shares for slot in slots(share.all))
