"""Battles go alike however the field lies, whoever is first, however units are listed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.battlesystem.eligibility import arc, claim
from meleekit.battlesystem.geometry import Field, Pose, full, turned
from meleekit.battlesystem.movement import charge_path, flight_direction, march, wheel
from meleekit.battlesystem.setup import Setup
from meleekit.battlesystem.state import UnitState
from meleekit.core.dice import Rolled
from tests.battlesystem.mirrors import (
    SYSTEM,
    Eye,
    NamedDice,
    by_key,
    in_columns,
    in_mirror,
    listed_backwards,
    seen,
    swapped,
    turned_half,
    without_morale,
)
from tests.battlesystem.touching import apart, brought_up, picks, settled

SCENARIOS = SYSTEM.scenarios()


def check_alike(
    setup: Setup, other: Setup, seed: int, eye: Eye = Eye.PLAIN, *, swap: bool = False
) -> int:
    """Play both at random, with the same choices and dice; every moment must be the same.

    In a mirror that holds until a rank is short. Returns how many moments were compared.
    """
    choice = Rolled(bytes([seed]) * 32)
    games = (SYSTEM.game(setup), SYSTEM.game(other))
    dice = (NamedDice(seed), NamedDice(seed, swapped=swap))
    states = [game.begin(own).state for game, own in zip(games, dice, strict=True)]
    for moment in range(400):
        one, two = states
        assert seen(games[0], one) == seen(games[1], two, eye)
        if not games[0].decisions(one):
            assert sorted(dice[0].thrown.items()) == sorted(dice[1].thrown.items())
            return moment
        mine, theirs = by_key(games[0], one), by_key(games[1], two, eye)
        keys = sorted(key for key in mine if '"reform"' not in key)
        if eye is Eye.MIRROR:
            # What a reform is free to do hangs on its front-left cell (BAT-MOVE-03).
            assert keys == sorted(key for key in theirs if '"reform"' not in key)
        else:
            assert set(mine) == set(theirs)
            keys = keys or sorted(mine)
        key = keys[choice.below(len(keys))]
        after = [
            game.apply(state, game.decisions(state)[0].seat, legal[key], own).state
            for game, state, legal, own in zip(games, states, (mine, theirs), dice, strict=True)
        ]
        if eye is Eye.MIRROR and not all(map(keeps_whole_ranks, one.units, after[0].units)):
            return moment
        states = after
    return 400


def keeps_whole_ranks(before: UnitState, after: UnitState) -> bool:
    """Whether no rank has become short: those who are left stand to the left (BAT-GRID-02)."""
    return after.figures == before.figures or after.figures % before.pose.files == 0


each_battle = pytest.mark.parametrize("name", SCENARIOS)


@each_battle
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_turned_half_round_goes_alike(name: str, seed: int) -> None:
    setup = SCENARIOS[name]
    check_alike(setup, turned_half(setup), seed, Eye.HALF_TURN)


@each_battle
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_of_columns_in_a_mirror_goes_alike(name: str, seed: int) -> None:
    # BAT-GRID-02, BAT-MOR-05: short ranks and spreading figures begin at the left, in a mirror
    # too; columns have no short ranks until they turn in flight, and nobody checks here.
    setup = in_columns(without_morale(SCENARIOS[name]))
    assert check_alike(setup, in_mirror(setup), seed, Eye.MIRROR) > 50


@each_battle
@pytest.mark.parametrize("seed", range(3))
def test_which_side_is_first_decides_nothing(name: str, seed: int) -> None:
    # BAT-PROC-01, BAT-SEQ-02
    setup = SCENARIOS[name]
    check_alike(setup, swapped(setup), seed, swap=True)


@each_battle
@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_units_are_listed_decides_nothing_but_who_breaks_first(
    name: str, seed: int
) -> None:
    # BAT-MOR-02: checks and routs are in the owner's order, so nobody checks here.
    setup = without_morale(SCENARIOS[name])
    check_alike(setup, listed_backwards(setup), seed)


# -- left and right ------------------------------------------------------------------------------

SQUARE = Field(20, 20)
blocks = st.builds(
    lambda x, y, facing, files, ranks, pitch: settled(
        SQUARE, Pose(x, y, facing, files, pitch, full(files * ranks))
    ),
    *(st.integers(3, 16), st.integers(3, 16), st.integers(0, 3)),
    *(st.integers(1, 5), st.integers(1, 3), st.integers(1, 2)),
)


def mirrored(pose: Pose) -> Pose:
    """The block seen in a mirror that swaps east and west; its right is then its left."""
    wide = (pose.files - 1) * pose.pitch
    facing = (-pose.facing) % 4
    x, y = 19 - pose.x, pose.y
    # The old front-left cell is the new front-right one.
    left = turned(facing, -1)
    x += wide * (0, 1, 0, -1)[left]
    y += wide * (1, 0, -1, 0)[left]
    return Pose(x, y, facing, pose.files, pose.pitch, pose.filled)


def flipped(bits: int) -> int:
    """Cells in the same mirror."""
    return sum(SQUARE.bit(19 - x, y) for x, y in SQUARE.cells(bits))


@given(blocks, blocks, picks, st.integers(0, 2))
def test_who_may_attack_is_the_same_in_a_mirror(
    one: Pose, two: Pose, pick: int, behind: int
) -> None:
    # BAT-ELIG-02, BAT-ELIG-03, BAT-ELIG-04, BAT-AR-14
    two = brought_up(SQUARE, one, two, pick)
    here, there = SQUARE.place(one), SQUARE.place(two)
    assert SQUARE.place(mirrored(one)) == flipped(here)
    found = claim(SQUARE, here, there, one.facing, closed=one.pitch == 1, rows_behind=behind)
    other = claim(
        SQUARE,
        flipped(here),
        flipped(there),
        mirrored(one).facing,
        closed=one.pitch == 1,
        rows_behind=behind,
    )
    assert tuple(map(flipped, found)) == other
    same = arc(SQUARE, flipped(here), flipped(there), mirrored(two).facing)
    assert arc(SQUARE, here, there, two.facing) == same


Question = Callable[[Pose, int], object]
QUESTIONS: list[Question] = [
    lambda pose, there: march(SQUARE, pose, pose.facing, 12, there, there),
    lambda pose, there: charge_path(SQUARE, pose, 8, there, there),
    lambda pose, there: wheel(SQUARE, pose, 1, there) is None,
    lambda pose, there: wheel(SQUARE, pose, -1, there) is None,
]


@given(blocks, blocks)
def test_ways_are_as_long_in_a_mirror_and_left_is_right(one: Pose, two: Pose) -> None:
    # BAT-MOVE-02, BAT-MOVE-03, BAT-MOVE-04
    if not apart(SQUARE, one, two):
        return
    there = SQUARE.place(two)
    ahead, charge, right, left = [ask(one, there) for ask in QUESTIONS]
    assert [ask(mirrored(one), flipped(there)) for ask in QUESTIONS] == [ahead, charge, left, right]


@given(blocks, blocks, picks)
def test_who_flees_runs_the_other_way_in_a_mirror(one: Pose, two: Pose, pick: int) -> None:
    # BAT-END-07
    here, there = SQUARE.place(one), SQUARE.place(brought_up(SQUARE, one, two, pick))
    found = flight_direction(SQUARE, here, there, one.facing)
    other = flight_direction(SQUARE, flipped(here), flipped(there), mirrored(one).facing)
    assert other == (None if found is None else -found % 4)
