"""Dice that are thrown anew, roll-offs, draws, cards dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import factorial

import pytest

from meleekit.core.dice import Dice, Given, Rolled
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.errors import BadDice, TooLarge

SEED = bytes(range(32))


def test_a_die_is_thrown_anew_while_it_shows_what_does_not_count() -> None:
    dice = Given([6, 6, 5])
    assert dice.roll_anew(again=(6,), why="test").total == 5
    dice.check_used_up()


def test_what_does_not_count_leaves_the_other_faces_equally_likely() -> None:
    def face(dice: Dice) -> int:
        return dice.roll_anew(again=(6,), why="test").total

    def low(dice: Dice) -> bool:
        classes = [face <= 2 for face in range(1, 7)]
        return dice.roll_anew(again=(6,), why="test", classes=classes).total <= 2

    assert dict(enumerate_outcomes(face)) == {n: Fraction(1, 5) for n in range(1, 6)}
    assert dict(enumerate_outcomes(low)) == {True: Fraction(2, 5), False: Fraction(3, 5)}


def test_a_die_that_never_counts_is_refused() -> None:
    with pytest.raises(BadDice):
        Given([6] * 100).roll_anew(again=(6,), why="test")


def test_the_higher_die_is_first() -> None:
    off = Given([2, 6, 3]).roll_off(3, why="order")
    assert off.order == (1, 2, 0)
    assert off.dice == ((2,), (6,), (3,))


def test_equal_dice_are_thrown_again_among_those_who_tie() -> None:
    off = Given([4, 6, 4, 4, 4, 1, 5]).roll_off(3, why="order")
    assert off.order == (1, 2, 0)
    assert off.dice == ((4, 4, 1), (6,), (4, 4, 5))


def test_one_contender_throws_nothing() -> None:
    dice = Given([])
    assert dice.roll_off(1, why="order").order == (0,)
    assert dice.rolls == []


@pytest.mark.parametrize(("contenders", "orders"), [(1, 1), (2, 2), (3, 6), (4, 24)])
def test_every_order_is_as_likely(contenders: int, orders: int) -> None:
    chances = dict(enumerate_outcomes(lambda d: d.roll_off(contenders, why="").order))
    assert len(chances) == orders
    assert set(chances.values()) == {Fraction(1, orders)}


def test_orders_of_many_are_never_listed() -> None:
    first = next(enumerate_outcomes(lambda d: d.roll_off(48, why="").order))
    assert first == (tuple(range(48)), Fraction(1, factorial(48)))


def test_too_many_ways_are_refused_as_soon_as_that_is_seen() -> None:
    thrown: list[int] = []

    def run(dice: Dice) -> int:
        thrown.append(0)
        dice.roll(1, why="")
        return dice.roll_off(9, why="").order[0]

    with pytest.raises(TooLarge, match="more than 1000 ways"):
        next(enumerate_outcomes(run, most=1000))
    assert len(thrown) == 1


@pytest.mark.parametrize(("most", "fits"), [(36, True), (35, False)])
def test_just_so_many_ways_as_may_be_are_gone_through(most: int, fits: bool) -> None:
    ways = enumerate_outcomes(lambda d: d.roll(1, why="").total + d.roll(1, why="").total, most)
    if fits:
        assert sum(chance for _, chance in ways) == 1
    else:
        with pytest.raises(TooLarge):
            list(ways)


def test_rolled_orders_are_as_likely_as_the_enumerated_ones() -> None:
    dice = Rolled(SEED)
    counts = Counter(dice.roll_off(3, why="").order for _ in range(6000))
    # 1,000 of each are expected; the standard deviation is about 29.
    assert len(counts) == 6
    assert all(abs(n - 1000) < 5 * 29 for n in counts.values())


def test_dice_that_tie_without_end_are_refused() -> None:
    with pytest.raises(BadDice, match="order"):
        Given([3] * 5000).roll_off(2, why="order")


def test_ties_that_end_at_last_are_ranked() -> None:
    off = Given([3, 3] * 99 + [1, 2]).roll_off(2, why="order")
    assert off.order == (1, 0)


def test_one_is_drawn_by_the_highest_die() -> None:
    drawn = Given([2, 6, 3]).draw(3, why="who")
    assert (drawn.number, drawn.dice) == (1, ((2,), (6,), (3,)))


def test_only_the_highest_who_tie_throw_again_to_be_drawn() -> None:
    drawn = Given([1, 1, 6, 6, 6, 2, 5, 5, 3, 4]).draw(5, why="who")
    assert drawn.number == 4
    assert drawn.dice == ((1,), (1,), (6, 2), (6, 5, 3), (6, 5, 4))


def test_one_alone_is_drawn_without_a_die() -> None:
    assert Given([]).draw(1, why="who").number == 0


@pytest.mark.parametrize("contenders", [1, 2, 3, 7])
def test_each_is_drawn_as_likely(contenders: int) -> None:
    chances = dict(enumerate_outcomes(lambda d: d.draw(contenders, why="").number))
    assert chances == dict.fromkeys(range(contenders), Fraction(1, contenders))


def test_rolled_dice_draw_each_as_likely() -> None:
    dice = Rolled(SEED)
    counts = Counter(dice.draw(3, why="").number for _ in range(6000))
    # 2,000 of each are expected; the standard deviation is about 37.
    assert all(abs(counts[number] - 2000) < 5 * 37 for number in range(3))


def test_a_draw_that_ties_without_end_is_refused() -> None:
    with pytest.raises(BadDice, match="who"):
        Given([3] * 5000).draw(2, why="who")


@pytest.mark.parametrize(("faces", "cards"), [([4, 1], (0, 3)), ([4, 3], (2, 3)), ([1, 1], (0, 1))])
def test_a_face_tells_the_place_of_a_card_among_those_left(
    faces: list[int], cards: tuple[int, ...]
) -> None:
    dice = Given(faces)
    assert dice.deal(2, 4, why="test") == cards
    assert [roll.sides for roll in dice.rolls] == [4, 3]


@pytest.mark.parametrize(
    "deal", [lambda d: d.deal(2, 4, why=""), lambda d: Dice.deal(d, 2, 4, why="")]
)
def test_every_set_of_cards_is_as_likely_counted_or_drawn(
    deal: Callable[[Dice], tuple[int, ...]],
) -> None:
    chances: dict[tuple[int, ...], Fraction] = {}
    for cards, chance in enumerate_outcomes(deal):
        chances[cards] = chances.get(cards, Fraction(0)) + chance
    assert chances == dict.fromkeys(combinations(range(4), 2), Fraction(1, 6))
