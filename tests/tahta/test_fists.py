"""The attack as a game of two: C-67 to C-80, and the tables of the rules' section on it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.lab import matrix_games
from meleekit.lab.matrix_games import by_regret
from meleekit.tahta.fists import (
    Mix,
    chain,
    chain_mix,
    grain,
    guess_set,
    informed,
    mix,
    quick_chain,
    single,
    stakes,
    value,
    worths,
)

TABLES = tomllib.loads(Path(__file__).with_name("fists.toml").read_text(encoding="utf-8"))


def fractions(said: Sequence[str] | str) -> tuple[Fraction, ...]:
    parts = said.replace(",", " ").split() if isinstance(said, str) else said
    return tuple(Fraction(part) for part in parts)


def best_answers(won: Sequence[Any], lost: Sequence[Any], guesses: int, found: Mix[Any]) -> Any:
    """What both could win together by answering best; every set of guesses is tried."""
    attacker = max(
        success - (success - failure) * named
        for success, failure, named in zip(won, lost, found.guesses, strict=True)
    )
    sets = combinations(range(len(won)), min(guesses, len(won)))
    defender = min(
        sum(p * (lost[i] if i in named else won[i]) for i, p in enumerate(found.bids))
        for named in sets
    )
    return attacker - defender


# -- one attack ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guesses", "prize", "gold", "worth", "success"),
    [
        (1, 8, 5, "7/2", "3/4"),  # C-67
        (1, 5, 1, "-1", "0"),  # C-68
        (1, 5, 2, "1", "1/2"),
        (1, 5, 3, "4/3", "2/3"),
        (1, 5, 4, "4/3", "2/3"),
        (1, 5, 5, "4/3", "2/3"),
        (1, 5, 20, "4/3", "2/3"),
        (1, 12, 8, "33/5", "4/5"),  # C-69
        (1, 2, 3, "-1/2", "1/2"),  # C-70
        (2, 8, 2, "-1", "0"),  # C-71
        (2, 8, 3, "2/3", "1/3"),
        (2, 8, 4, "3/2", "1/2"),
        (2, 8, 5, "9/5", "3/5"),
        (2, 8, 6, "11/6", "2/3"),
        (2, 12, 8, "32/7", "5/7"),  # C-72
        (2, 2, 4, "-1", "0"),  # C-73
        (2, 4, 5, "-1/2", "1/2"),
        (3, 20, 8, "8", "5/8"),  # C-74
        (3, 12, 4, "1/2", "1/4"),
    ],
)
def test_what_an_attack_is_worth(
    guesses: int, prize: int, gold: int, worth: str, success: str
) -> None:
    # TAH-GT-01, TAH-GT-03, TAH-GT-05
    found = single(gold, guesses, Fraction(prize))
    assert (found.value, found.success) == (Fraction(worth), Fraction(success))


@pytest.mark.parametrize(
    ("guesses", "prize", "gold", "most", "mean", "named"),
    [
        (1, 8, 5, 4, "5/2", "7/16 5/16 3/16 1/16 0"),  # C-67
        (1, 5, 2, 2, "3/2", "3/5 2/5"),  # C-68
        (1, 5, 5, 3, "2", "8/15 1/3 2/15 0 0"),
        (1, 12, 8, 5, "3", "11/30 17/60 1/5 7/60 1/30 0 0 0"),  # C-69
        (2, 8, 4, 4, "5/2", "11/16 9/16 7/16 5/16"),  # C-71
        (2, 12, 8, 7, "4", "15/28 19/42 31/84 2/7 17/84 5/42 1/28 0"),  # C-72
    ],
)
def test_how_an_attack_is_bid_and_guessed(
    guesses: int, prize: int, gold: int, most: int, mean: str, named: str
) -> None:
    # TAH-GT-04
    found = single(gold, guesses, Fraction(prize))
    assert found.bids == (Fraction(1, most),) * most + (0,) * (gold - most)
    assert found.mean_bid == Fraction(mean)
    assert found.guesses == fractions(named)
    assert sum(found.guesses) == guesses


@pytest.mark.parametrize("row", TABLES["single"], ids=str)
def test_the_table_of_single_attacks(row: dict[str, Any]) -> None:
    # TAH-GT-03, TAH-GT-04
    found = single(row["gold"], row["guesses"], Fraction(row["prize"]))
    assert found.value == Fraction(row["value"])
    assert found.success == Fraction(row["success"])
    assert found.bids == fractions(row["bids"])
    if row["named"]:
        assert found.guesses == fractions(row["named"])


def test_where_two_mixes_are_as_good_the_value_is_one() -> None:
    # C-75: TAH-GT-05
    found = single(4, 1, Fraction(3))
    assert found.value == 0
    half, third, none = Fraction(1, 2), Fraction(1, 3), Fraction(0)
    won, lost = worths(4, Fraction(3))
    for bids in ((half, half, none, none), (third, third, third, none)):
        assert best_answers(won, lost, 1, Mix(none, bids, found.guesses)) == 0


def test_best_answers_to_even_play() -> None:
    # C-76: TAH-GT-01, TAH-GT-08
    won, lost = worths(5, Fraction(8))
    fifth = (Fraction(1, 5),) * 5
    against_even_guesses = [w - (w - f) / 5 for w, f in zip(won, lost, strict=True)]
    assert max(against_even_guesses) == against_even_guesses[0] == Fraction(27, 5)
    for named in range(5):
        got = sum(p * (lost[i] if i == named else won[i]) for i, p in enumerate(fifth))
        assert got == Fraction(17, 5)
    assert single(5, 1, Fraction(8)).value - Fraction(17, 5) == Fraction(1, 10)


def test_a_unit_lost_with_the_attack_has_a_worth() -> None:
    # C-77: TAH-GT-02
    found = single(5, 1, Fraction(6), Fraction(2))
    assert found.value == Fraction(3, 2)
    assert (found.bids, found.guesses) == single(5, 1, Fraction(8))[1:]


@pytest.mark.parametrize("guesses", [1, 2, 3])
@pytest.mark.parametrize("gold", [1, 3, 6])
def test_where_gold_is_worth_nothing_even_bids_are_best(guesses: int, gold: int) -> None:
    # TAH-GT-08, TAH-ATK-09
    found = chain_mix((guesses,), gold)
    assert found.value == max(Fraction(0), 1 - Fraction(guesses, gold))
    if gold > guesses:
        assert found.bids == (Fraction(1, gold),) * gold


# -- several in a row, and informers -------------------------------------------------------------


@pytest.mark.parametrize(
    ("guesses", "by_gold"),
    [
        ((2,), {3: "1/3", 4: "1/2", 5: "3/5", 6: "2/3"}),  # C-78
        ((2, 2), {5: "0", 6: "3/20", 7: "12/49", 8: "90/287", 10: "280/643"}),
        ((1, 1), {3: "0", 4: "2/7", 5: "12/29", 6: "36/73"}),  # C-79
        ((1, 2), {5: "1/5", 6: "3/10", 7: "12/31"}),
    ],
)
def test_the_chance_to_beat_several(guesses: tuple[int, ...], by_gold: dict[int, str]) -> None:
    # TAH-GT-06
    for gold, chance in by_gold.items():
        assert chain(guesses, gold) == Fraction(chance)
        assert quick_chain(guesses, gold) == pytest.approx(float(Fraction(chance)), abs=1e-12)


@pytest.mark.parametrize(
    ("guesses", "gold", "bids", "named"),
    [
        ((2, 2), 6, "1/4 3/10 9/20", "3/4 7/10 11/20"),  # C-78
        ((1, 1), 4, "3/7 4/7", "4/7 3/7"),  # C-79
    ],
)
def test_the_first_bid_and_guess_of_several(
    guesses: tuple[int, ...], gold: int, bids: str, named: str
) -> None:
    # TAH-GT-06
    found = chain_mix(guesses, gold)
    assert tuple(p for p in found.bids if p) == fractions(bids)
    assert tuple(p for p in found.guesses if p) == fractions(named)


@pytest.mark.parametrize("row", TABLES["chain"], ids=str)
def test_the_table_of_several_defenders(row: dict[str, Any]) -> None:
    # TAH-GT-06
    guesses = tuple(row["guesses"])
    assert chain(guesses, row["gold"]) == Fraction(row["success"])
    if row["bids"]:
        found = chain_mix(guesses, row["gold"])
        assert tuple(p for p in found.bids if p) == fractions(row["bids"])
        assert tuple(p for p in found.guesses if p) == fractions(row["named"])


@pytest.mark.parametrize(
    ("prize", "gold", "worth", "odd"), [(8, 5, "7/3", 3), (12, 6, "5", 3), (8, 2, "-1", 1)]
)
def test_against_informers_only_odd_bids_are_good(
    prize: int, gold: int, worth: str, odd: int
) -> None:
    # C-80: TAH-GT-07
    found = informed(*worths(gold, Fraction(prize)), 1)
    assert found.value == Fraction(worth)
    assert found.success == 1 - Fraction(1, odd)
    assert [i + 1 for i, p in enumerate(found.bids) if p] == list(range(1, 2 * odd, 2))
    assert {p for p in found.bids if p} == {Fraction(1, odd)}


@pytest.mark.parametrize("row", TABLES["informed"], ids=str)
def test_the_table_of_informers(row: dict[str, Any]) -> None:
    # TAH-GT-07
    found = informed(*worths(row["gold"], Fraction(row["prize"])), 1)
    assert (found.value, found.success) == (Fraction(row["value"]), Fraction(row["success"]))
    assert sum(p > 0 for p in found.bids) == row["odd_bids"]


@pytest.mark.parametrize("guesses", [1, 2, 3])
@pytest.mark.parametrize("gold", [2, 5, 9])
@pytest.mark.parametrize("prize", [1, 8, 30])
def test_informers_are_answered_at_best(guesses: int, gold: int, prize: int) -> None:
    # TAH-GT-07, TAH-CARD-21: no bid of either parity gains, no guesses after the answer save more.
    won, lost = worths(gold, Fraction(prize))
    found = informed(won, lost, guesses)
    answers = [w - (w - f) * q for w, f, q in zip(won, lost, found.guesses, strict=True)]
    saved = Fraction(0)
    for at in (0, 1):
        shares = sorted((p * prize for p in found.bids[at::2]), reverse=True)
        saved += sum(shares[:guesses])
        assert sum(found.guesses[at::2]) == min(guesses, len(won[at::2]))
    assert max(answers) == found.value
    assert sum(p * w for p, w in zip(found.bids, won, strict=True)) - saved == found.value


def test_a_prize_for_one_defender_is_that_of_a_single_attack() -> None:
    # TAH-GT-01, TAH-GT-02
    assert stakes((2,), 6, Fraction(9), Fraction(2)) == worths(6, Fraction(9), Fraction(2))


def test_a_prize_for_several_defenders_is_won_from_the_last_back() -> None:
    # TAH-GT-03: against (1, 1) with 3 gold and a prize of 12. After a bid of 1, two coins against
    # one guess are worth 12 / 2 - 3 / 2 = 9/2; after a bid of 2, one coin always fails (ATK-09),
    # and who stops has lost what was spent.
    won, lost = stakes((1, 1), 3, Fraction(12))
    assert won == [Fraction(9, 2) - 1, -2, -3]
    assert lost == [-1, -2, -3]


def test_without_a_prize_success_alone_counts() -> None:
    # TAH-GT-06, C-79
    won, lost = stakes((1, 1), 5, None)
    assert (mix(won, lost, 1).value, set(lost)) == (Fraction(12, 29), {0})


# -- against other ways to find it ---------------------------------------------------------------


def attack(gold: int, guesses: int, prize: int) -> tuple[list[list[float]], list[tuple[int, ...]]]:
    """The whole matrix of an attack: bids against every set of guesses."""
    sets = list(combinations(range(1, gold + 1), min(guesses, gold)))
    rows = [[(0 if bid in named else prize) - bid for named in sets] for bid in range(1, gold + 1)]
    return [[float(worth) for worth in row] for row in rows], sets


GRID = [
    (guesses, prize, gold)
    for guesses in (1, 2, 3)
    for prize in (1, 3, 8, 20)
    for gold in (1, 2, 4, 7)
]


def check_like(found: matrix_games.Saddle, guesses: int, prize: int, gold: int) -> None:
    payoffs, sets = attack(gold, guesses, prize)
    exact = single(gold, guesses, Fraction(prize))
    assert found.value == pytest.approx(float(exact.value), abs=1e-6)
    named = [
        sum(q for q, numbers in zip(found.columns, sets, strict=True) if bid in numbers)
        for bid in range(1, gold + 1)
    ]
    won, lost = worths(gold, Fraction(prize))
    floats = [float(w) for w in won], [float(w) for w in lost]
    as_mix = Mix(found.value, found.rows, tuple(named))
    assert best_answers(*floats, guesses, as_mix) < 1e-6
    assert matrix_games.exploitability(payoffs, found) < 1e-6


@pytest.mark.parametrize(("guesses", "prize", "gold"), GRID)
def test_regret_matching_finds_the_same(guesses: int, prize: int, gold: int) -> None:
    # TAH-GT-03
    check_like(by_regret(attack(gold, guesses, prize)[0]), guesses, prize, gold)


@pytest.mark.parametrize(("guesses", "prize", "gold"), GRID)
def test_whatever_solver_is_installed_finds_the_same(guesses: int, prize: int, gold: int) -> None:
    # TAH-GT-03: linear programming with SciPy, regret matching without.
    check_like(matrix_games.solve(attack(gold, guesses, prize)[0]), guesses, prize, gold)


figures = st.fractions(min_value=-20, max_value=20, max_denominator=6)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(figures, st.fractions(min_value=0, max_value=20)), min_size=1, max_size=7),
    st.integers(1, 3),
)
def test_nobody_can_do_better_whatever_bids_are_worth(
    bids: list[tuple[Fraction, Fraction]], guesses: int
) -> None:
    # TAH-GT-01, TAH-GT-06: exactly, for any worths of success and failure.
    lost = [failure for failure, _ in bids]
    won = [failure + gain for failure, gain in bids]
    found = mix(won, lost, guesses)
    assert best_answers(won, lost, guesses, found) == 0
    assert sum(found.bids) == 1
    assert sum(found.guesses) == min(guesses, len(won))
    assert max(found.guesses) <= 1
    assert value(won, lost, guesses) == found.value


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 25), st.integers(1, 3), st.floats(0.1, 60))
def test_floats_come_as_near_as_can_be(gold: int, guesses: int, prize: float) -> None:
    # TAH-GT-03: quick play is as unbeatable as exact play.
    won = [prize - bid for bid in range(1, gold + 1)]
    lost = [-float(bid) for bid in range(1, gold + 1)]
    assert best_answers(won, lost, guesses, mix(won, lost, guesses)) < 1e-6


# -- drawing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "guesses", "prize"), [(5, 1, 8), (4, 2, 8), (8, 2, 12), (8, 3, 20)]
)
def test_guesses_are_drawn_with_exactly_their_chances(gold: int, guesses: int, prize: int) -> None:
    # TAH-GT-04, TAH-ATK-08
    named = single(gold, guesses, Fraction(prize)).guesses
    steps = grain(named)
    times = [0] * gold
    for step in range(steps):
        numbers = guess_set(named, Fraction(step, steps))
        assert len(numbers) == len(set(numbers)) == guesses
        for number in numbers:
            times[number - 1] += 1
    assert tuple(Fraction(t, steps) for t in times) == named


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 20), st.integers(1, 3), st.floats(0.1, 60), st.floats(0, 1, exclude_max=True))
def test_as_many_numbers_are_drawn_as_there_are_guesses(
    gold: int, guesses: int, prize: float, at: float
) -> None:
    # TAH-ATK-08
    won = [prize - bid for bid in range(1, gold + 1)]
    lost = [-float(bid) for bid in range(1, gold + 1)]
    numbers = guess_set(mix(won, lost, guesses).guesses, at)
    assert len(set(numbers)) == len(numbers) == min(guesses, gold)
    assert all(1 <= number <= gold for number in numbers)
