"""Worked cases of killed and wounded figures (section E)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.battlesystem.crt import Exact
from meleekit.battlesystem.losses import Ranks, Toll, after, toll_of


def _after(figures: int, wounded: int, damage: Exact, figure_hd: int = 10) -> Ranks:
    return after(Ranks(figures, wounded), toll_of(damage, figure_hd, figures))


@pytest.mark.parametrize(
    ("case", "before", "damage", "left"),
    [
        # BAT-LOSS-01, BAT-LOSS-02
        ("30", (10, 0), 30, (7, 0)),
        ("31", (10, 0), 35, (7, 1)),
        ("31", (10, 0), 31, (7, 0)),
        # BAT-LOSS-03, BAT-LOSS-04
        ("32", (6, 1), 25, (3, 0)),
        # BAT-LOSS-04, BAT-LOSS-10
        ("34", (1, 1), 3, (0, 0)),
        # BAT-LOSS-03, BAT-LOSS-05
        ("35", (2, 1), 10, (1, 1)),
        ("35", (2, 1), 15, (0, 0)),
        ("36", (4, 0), 95, (0, 0)),
        # BAT-LOSS-06: a wounded figure counts as a whole one.
        ("a wounded unit keeps its wound", (4, 1), 0, (4, 1)),
    ],
)
def test_cases_30_to_36(
    case: str, before: tuple[int, int], damage: int, left: tuple[int, int]
) -> None:
    assert _after(*before, damage) == Ranks(*left), case


@pytest.mark.parametrize(
    ("figure_hd", "damage", "wounds"),
    [(20, 5, 1), (20, 4, 0), (10, Fraction(5, 2), 1), (21, 5, 0), (21, 6, 1)],
)
def test_case_33_a_quarter_of_a_figure_wounds(figure_hd: int, damage: Exact, wounds: int) -> None:
    # BAT-LOSS-02
    toll = toll_of(damage, figure_hd, 3)
    assert (toll.killed, toll.wounds, toll.left_over) == (0, wounds, damage)


def test_case_36_damage_beyond_the_last_figure_is_lost() -> None:
    # BAT-LOSS-01
    assert toll_of(95, 10, 4) == Toll(4, 0, 55)
    # BAT-LOSS-05: enough for all of them to the last; nobody is left whom 5 more could wound.
    assert toll_of(45, 10, 4) == Toll(4, 0, 5)


def test_case_38_two_melees_are_two_damages_whose_wounds_come_together() -> None:
    # BAT-LOSS-09
    assert after(_after(10, 0, 13), toll_of(13, 10, 9)) == Ranks(7, 0)
    assert _after(10, 0, 26) == Ranks(8, 1)


def test_case_39_two_scratches_are_nothing() -> None:
    # BAT-LOSS-09
    assert after(_after(10, 0, 2), toll_of(2, 10, 10)) == Ranks(10, 0)


@given(
    st.integers(1, 60),
    st.integers(0, 1),
    st.fractions(0, 400, max_denominator=4),
    st.integers(1, 45),
)
def test_losses_are_what_taking_figures_off_one_by_one_says(
    figures: int, wounded: int, damage: Fraction, figure_hd: int
) -> None:
    # BAT-LOSS-01..05, one hit at a time on figures that are True where they are wounded
    ranks = [False] * (figures - wounded) + [True] * wounded
    left = damage
    while ranks and left >= figure_hd:
        ranks.remove(False) if False in ranks else ranks.remove(True)
        left -= figure_hd
    if ranks and left >= Fraction(figure_hd, 4):
        wounds = sum(ranks) + 1
        if wounds == 2:
            ranks = [False] * (len(ranks) - 1)
        else:
            ranks = [False] * (len(ranks) - 1) + [True]
    assert _after(figures, wounded, damage, figure_hd) == Ranks(len(ranks), sum(ranks))
