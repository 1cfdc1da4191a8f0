"""Games of two where both choose at once and one gets what the other pays, given as a matrix.

Solved by linear programming where SciPy is installed (`pip install meleekit[lab]`), and by regret
matching in plain Python where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

Matrix = Sequence[Sequence[float]]

CLOSE = 1e-9
"""How near to unbeatable both solvers come, as a share of the spread of the payoffs."""
ROUNDS = 20_000
"""When regret matching stops all the same."""
LOOK = 50
"""After how many rounds regret matching looks how near it is."""


class Saddle(NamedTuple):
    """How both play at their best: chances of rows and columns; `value` is what rows may expect."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(payoffs: Matrix) -> Saddle:
    """The best play of both; `payoffs[i][j]` goes to the row player. Both have a choice or more.

    Where several are as good, which one is found hangs on what is installed: bots, whose games
    must be the same on every machine, ask for one way by name.
    """
    programming = linear_programming()
    return by_regret(payoffs) if programming is None else by_programming(payoffs, programming)


def exploitability(payoffs: Matrix, saddle: Saddle) -> float:
    """What the best answers to both win together; 0 if neither can do better, never less."""
    return max(_row_worths(payoffs, saddle.columns)) - min(_column_worths(payoffs, saddle.rows))


def _row_worths(payoffs: Matrix, columns: Sequence[float]) -> list[float]:
    return [sum([a * q for a, q in zip(row, columns, strict=True)]) for row in payoffs]


def _column_worths(payoffs: Matrix, rows: Sequence[float]) -> list[float]:
    return [sum([a * p for a, p in zip(c, rows, strict=True)]) for c in zip(*payoffs, strict=True)]


# -- linear programming --------------------------------------------------------------------------


@cache
def linear_programming() -> Callable[..., Any] | None:
    """SciPy's solver of linear programs; None where SciPy is not installed."""
    try:
        found: Callable[..., Any] = import_module("scipy.optimize").linprog
    except ImportError:
        return None
    return found


def by_programming(payoffs: Matrix, programming: Callable[..., Any]) -> Saddle:
    """The best play of both, found by HiGHS: the row player's program and its dual."""
    rows, columns = len(payoffs), len(payoffs[0])
    found = programming(
        [0.0] * rows + [-1.0],
        A_ub=[[-payoffs[i][j] for i in range(rows)] + [1.0] for j in range(columns)],
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, None)] * rows + [(None, None)],
        method="highs",
    )
    dual = [max(0.0, -float(price)) for price in found.ineqlin.marginals]
    return _saddle(payoffs, [float(p) for p in found.x[:rows]], dual)


def _saddle(payoffs: Matrix, rows: Sequence[float], columns: Sequence[float]) -> Saddle:
    rows, columns = _shares(rows), _shares(columns)
    low = min(_column_worths(payoffs, rows))
    high = max(_row_worths(payoffs, columns))
    return Saddle((low + high) / 2, tuple(rows), tuple(columns))


def _shares(weights: Sequence[float]) -> list[float]:
    """Weights as chances; even ones where all are nothing."""
    kept = [weight if weight > 0 else 0.0 for weight in weights]
    total = sum(kept)
    return [w / total for w in kept] if total else [1 / len(kept)] * len(kept)


# -- regret matching -----------------------------------------------------------------------------


def by_regret(payoffs: Matrix, close: float = CLOSE, rounds: int = ROUNDS) -> Saddle:
    """The best play of both by regret matching: what did better than the rest is played more.

    Regrets never fall below nothing, each round guesses that the next will be like it, and late
    rounds weigh more in the average ("predictive regret matching plus"). The average says which
    choices are used; where exact chances for those leave nothing to win, they are taken.
    `close` is how near to unbeatable it must be, as a share of the spread of the payoffs.
    """
    spread = max(map(max, payoffs)) - min(map(min, payoffs))
    count, others = len(payoffs), len(payoffs[0])
    regrets, last = [0.0] * count, [0.0] * count
    counter_regrets, counter_last = [0.0] * others, [0.0] * others
    row_sum, column_sum = [0.0] * count, [0.0] * others
    rows, columns = [1 / count] * count, [1 / others] * others
    best = _saddle(payoffs, rows, columns)
    for number in range(1, rounds + 1):
        worths = _row_worths(payoffs, columns)
        regrets, last = _regretted(regrets, worths, rows)
        rows = _shares([max(0.0, r + g) for r, g in zip(regrets, last, strict=True)])
        costs = [-worth for worth in _column_worths(payoffs, rows)]
        counter_regrets, counter_last = _regretted(counter_regrets, costs, columns)
        columns = _shares(
            [max(0.0, r + g) for r, g in zip(counter_regrets, counter_last, strict=True)]
        )
        weight = float(number * number)
        row_sum = [s + weight * p for s, p in zip(row_sum, rows, strict=True)]
        column_sum = [s + weight * q for s, q in zip(column_sum, columns, strict=True)]
        if number % LOOK == 0 or number == rounds:
            average = _saddle(payoffs, row_sum, column_sum)
            latest = _saddle(payoffs, rows, columns)
            for found in (average, latest, _exact(payoffs, average)):
                if found and exploitability(payoffs, found) < exploitability(payoffs, best):
                    best = found
            if exploitability(payoffs, best) <= close * spread:
                break
    return best


def _regretted(
    regrets: Sequence[float], worths: Sequence[float], played: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Regrets after a round, and what the round added to them."""
    got = sum([w * p for w, p in zip(worths, played, strict=True)])
    added = [worth - got for worth in worths]
    return [max(0.0, r + g) for r, g in zip(regrets, added, strict=True)], added


def _exact(payoffs: Matrix, near: Saddle) -> Saddle | None:
    """Chances that make every choice in use worth the same; None where there are none such."""
    used = [i for i, p in enumerate(near.rows) if p > 1e-3 / len(near.rows)]
    met = [j for j, q in enumerate(near.columns) if q > 1e-3 / len(near.columns)]
    if len(used) != len(met):
        return None
    block = [[payoffs[i][j] for j in met] for i in used]
    columns = _level(block)
    rows = _level([list(column) for column in zip(*block, strict=True)])
    if not rows or not columns:
        return None
    all_rows, all_columns = [0.0] * len(near.rows), [0.0] * len(near.columns)
    for i, p in zip(used, rows, strict=True):
        all_rows[i] = p
    for j, q in zip(met, columns, strict=True):
        all_columns[j] = q
    return _saddle(payoffs, all_rows, all_columns)


def _level(block: Sequence[Sequence[float]]) -> list[float] | None:
    """Chances of the columns under which all rows are worth the same (Gauss's elimination)."""
    size = len(block)
    table = [[*row, -1.0, 0.0] for row in block] + [[1.0] * size + [0.0, 1.0]]
    for at in range(size + 1):
        pivot = max(range(at, size + 1), key=lambda i: abs(table[i][at]))
        if abs(table[pivot][at]) < 1e-12:
            return None
        table[at], table[pivot] = table[pivot], table[at]
        top = table[at]
        for i in range(size + 1):
            if i != at and table[i][at]:
                by = table[i][at] / top[at]
                table[i] = [a - by * b for a, b in zip(table[i], top, strict=True)]
    found = [table[i][-1] / table[i][i] for i in range(size)]
    return found if min(found) >= -1e-12 else None
