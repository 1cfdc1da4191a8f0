"""Games given as a matrix, by whichever way they are solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.lab import matrix_games
from meleekit.lab.matrix_games import (
    Matrix,
    Saddle,
    by_programming,
    by_regret,
    exploitability,
    linear_programming,
    solve,
)

Solver = Callable[[Matrix], Saddle]


def _solvers() -> dict[str, Solver]:
    found: dict[str, Solver] = {"regret": by_regret, "installed": solve}
    programming = linear_programming()
    if programming is not None:
        found["programming"] = lambda payoffs: by_programming(payoffs, programming)
    return found


SOLVERS = _solvers()
each_solver = pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)


@each_solver
def test_stone_paper_scissors_is_played_evenly(solver: Solver) -> None:
    found = solver([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found.value == pytest.approx(0, abs=1e-9)
    assert found.rows == pytest.approx((1 / 3,) * 3)
    assert found.columns == pytest.approx((1 / 3,) * 3)


@each_solver
def test_what_is_worse_in_every_case_is_not_played(solver: Solver) -> None:
    found = solver([[3, 2, 9], [1, 0, 8]])
    assert (found.value, found.rows) == (pytest.approx(2), pytest.approx((1, 0), abs=1e-6))


@each_solver
def test_chances_follow_from_what_is_at_stake(solver: Solver) -> None:
    # Both rows must be worth the same: 3q = 1 - q, and both columns: 3p = 1 - p.
    found = solver([[3, 0], [0, 1]])
    assert found.value == pytest.approx(3 / 4)
    assert found.rows == pytest.approx((1 / 4, 3 / 4))
    assert found.columns == pytest.approx((1 / 4, 3 / 4))


@each_solver
def test_who_has_no_choice_is_answered(solver: Solver) -> None:
    assert solver([[2.0, 1.0, 4.0]]).columns == pytest.approx((0, 1, 0), abs=1e-6)
    assert solver([[2.0], [5.0]]).rows == pytest.approx((0, 1), abs=1e-6)
    assert solver([[2.0, 2.0], [2.0, 2.0]]).value == pytest.approx(2)


def test_linear_programming_is_used_where_there_is_any(monkeypatch: pytest.MonkeyPatch) -> None:
    used = []

    def noted(*args: Any, **kinds: Any) -> Any:
        used.append(kinds["method"])
        raise RuntimeError

    monkeypatch.setattr(matrix_games, "linear_programming", lambda: noted)
    with pytest.raises(RuntimeError):
        solve([[0.0]])
    assert used == ["highs"]


@settings(max_examples=80, deadline=None)
@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(-9, 9), min_size=width, max_size=width), min_size=1, max_size=5
        )
    )
)
def test_nobody_can_do_better_than_the_solution(payoffs: list[list[int]]) -> None:
    for solver in SOLVERS.values():
        found = solver(payoffs)
        assert 0 <= exploitability(payoffs, found) + 1e-9 < 1e-6
        assert sum(found.rows) == pytest.approx(1)
        assert sum(found.columns) == pytest.approx(1)
        assert min(found.rows + found.columns) >= 0
