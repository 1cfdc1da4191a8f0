"""Who meets whom."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from time import monotonic

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.dice import Rolled
from meleekit.season.book import Order
from meleekit.season.fixtures import _matched, battles_in_all, fixtures, next_battle
from meleekit.season.standing import Fighter, after, standing
from tests.season.seasons import OWN, SEED, begin, fight, fight_all, opened, pair_up, won_by


@given(st.integers(2, 12), st.integers(1, 5))
def test_in_a_list_of_fixtures_all_meet_all_as_often_as_there_are_rounds(
    stables: int, rounds: int
) -> None:
    met = Counter(frozenset(pair) for pair in fixtures(stables, rounds))
    assert len(met) == stables * (stables - 1) // 2
    assert set(met.values()) == {rounds}
    assert all(len(pair) == 2 for pair in met)


@given(st.integers(2, 12))
def test_nobody_fights_twice_before_all_have_fought_whose_number_is_even(stables: int) -> None:
    listed = fixtures(stables, 1)
    a_day = stables // 2
    for first in range(0, len(listed), a_day):
        day = [stable for pair in listed[first : first + a_day] for stable in pair]
        assert len(day) == len(set(day))


@pytest.mark.parametrize("order", list(Order))
def test_a_season_has_an_end(order: Order) -> None:
    now = fight_all(opened(order=order, rounds=1))
    assert 0 < len(now.fought) <= battles_in_all(now)
    assert next_battle(now) is None


def test_the_same_seed_gives_the_same_season() -> None:
    one, other = fight(fight(opened())), fight(fight(opened()))
    assert one.season == other.season
    assert standing(one.season) == other


def test_another_seed_gives_another_season() -> None:
    other = begin(seed=bytes(32))
    assert begin().heading.stables[1:] != other.heading.stables[1:]


def test_those_who_have_fought_least_are_sent() -> None:
    now = opened(rounds=10)
    for _ in range(4):
        battle = next_battle(now)
        assert battle is not None
        now = after(after(now, battle), won_by(battle, None))
    battles = [fighter.battles for fighter in now.living(0)]
    assert max(battles) - min(battles) <= 1


def test_no_side_is_larger_than_the_other() -> None:
    now = opened(size=2)
    battle = pair_up(now)
    now = after(after(now, battle), won_by(battle, 0, dies=True))
    while (battle := next_battle(now)) is not None:
        sizes = {len(party.fighters) for party in battle.parties}
        assert len(sizes) == 1
        now = after(after(now, battle), won_by(battle, None))


def test_matches_by_strength_are_as_even_as_the_two_stables_allow() -> None:
    now = opened(order=Order.STRENGTH)
    battle = next_battle(now)
    assert battle is not None
    a, b = (now.fighters[party.fighters[0]].strength for party in battle.parties)
    stables = [now.living(party.stable) for party in battle.parties]
    closest = min(abs(x.strength - y.strength) for x in stables[0] for y in stables[1])
    assert abs(a - b) == closest


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_pairs_are_drawn_as_from_the_list_of_all_of_them(size: int, seed: int) -> None:
    chance = random.Random(seed)

    def stable(name: str) -> list[Fighter]:
        sheets = [
            msgspec.structs.replace(OWN[0], name=f"{name}{i}", strength=chance.randint(9, 12))
            for i in range(chance.randint(size, 7))
        ]
        return [Fighter(sheet, 0, battles=chance.randint(0, 2)) for sheet in sheets]

    ours, theirs = stable("a"), stable("b")
    pairs = [(a, b) for a in combinations(ours, size) for b in combinations(theirs, size)]

    def gap(pair: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]) -> tuple[int, int]:
        a, b = (sum(f.strength for f in team) for team in pair)
        return abs(a - b), sum(f.battles for team in pair for f in team)

    least = min(map(gap, pairs))
    equals = [pair for pair in pairs if gap(pair) == least]
    dice, again = Rolled(SEED), Rolled(SEED)
    for _ in range(5):
        drawn = equals[again.below(len(equals))] if len(equals) > 1 else equals[0]
        assert _matched(ours, theirs, size, dice) == drawn
    assert dice.position == again.position


def test_the_largest_stables_are_matched_in_time() -> None:
    own = tuple(msgspec.structs.replace(OWN[0], name=f"F{number}") for number in range(40))
    now = standing(begin(own, order=Order.STRENGTH, size=3))
    begun = monotonic()
    assert next_battle(now) is not None  # of 97 million pairs
    assert monotonic() - begun < 5


def test_a_stable_with_nobody_left_falls_out_of_the_list() -> None:
    now = opened(rounds=1)
    for _ in range(2):
        battle = pair_up(now, 0, 1)
        now = after(after(now, battle), won_by(battle, 0, dies=True))
    assert now.living(1) == ()
    battle = next_battle(now)
    assert battle is None or 1 not in {party.stable for party in battle.parties}
