"""Worked cases of the whole procedure (sections B and F), and exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.battlesystem.losses import Ranks
from meleekit.battlesystem.melee import NO_ATTACK, Side, fight, strike
from meleekit.core.dice import Given, Rolled
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.errors import BadDice
from tests.battlesystem.armies import TABLES, armed, attack, plain, unit

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def _casualties(attack_: Any, figures: int, wounded: int = 0) -> dict[tuple[int, int], Fraction]:
    """The exact chance of (killed, wounded after it) on figures of 10 HD."""
    attacked = Side(None, Ranks(figures, wounded), 10)
    chances: dict[tuple[int, int], Fraction] = {}
    attacker = Side(attack_, Ranks(99), 10)
    for (_, hurt), chance in enumerate_outcomes(lambda dice: fight(attacker, attacked, dice)):
        key = (figures - hurt.left.figures, hurt.left.wounded)
        chances[key] = chances.get(key, Fraction(0)) + chance
    return chances


def test_case_10_the_example_of_the_rules() -> None:
    # BAT-PROC-02, BAT-PROC-03, BAT-PROC-04, BAT-PROC-05, BAT-PROC-06, BAT-LOSS-01
    planned = attack(plain(thac0=17), plain(ac=8), 10)
    struck = strike(planned, Given([7]), "attack")
    assert (planned.attack_rating, planned.base, struck.attack_roll) == (17, 9, 16)
    assert (planned.damage.words, struck.per_figure, struck.damage) == ("D8", 6, 60)
    side = Side(planned, Ranks(10), 10)
    _, orcs = fight(side, Side(None, Ranks(10), 10), Given([7]))
    assert orcs.toll.killed == 6


def test_case_15_the_dice_left_open() -> None:
    # BAT-PROC-03, BAT-CRT-04, BAT-LOSS-01
    found = _casualties(attack(plain(thac0=17), plain(ac=8), 10), 10)
    ways = {(4, 0): 3, (5, 0): 7, (6, 0): 11, (7, 0): 9, (8, 0): 5, (9, 0): 1}
    assert found == {key: Fraction(n, 36) for key, n in ways.items()}
    assert sum(killed * chance for (killed, _), chance in found.items()) == Fraction(25, 4)


def test_case_16_hit_dice_of_a_single_figure() -> None:
    # BAT-CRT-04
    planned = attack(armed("D8", thac0=18), plain(ac=0), 1)
    chances: Counter[object] = Counter()
    for number, damage in enumerate(planned.damages):
        chances[damage] += WAYS[number + 2]
    assert chances == {4: 3, 3: 7, 2: 11, 1: 9, 0: 6}
    mean = sum(n * Fraction(d) for d, n in zip(planned.damages, WAYS.values(), strict=True)) / 36
    assert mean == Fraction(16, 9)


def test_case_17_six_orcs() -> None:
    # BAT-PROC-03, BAT-LOSS-01, BAT-LOSS-02
    found = _casualties(attack(unit("orc"), plain(ac=6), 6), 12)
    ways = {(1, 0): 3, (1, 1): 7, (2, 1): 11, (3, 0): 9, (3, 1): 5, (4, 0): 1}
    assert found == {key: Fraction(n, 36) for key, n in ways.items()}
    assert sum(killed * chance for (killed, _), chance in found.items()) == Fraction(13, 6)


def _case_56() -> tuple[Side, Side]:
    orc, men = unit("orc", 12), unit("man_at_arms", 12)
    return (
        Side(attack(orc, men, 6), Ranks(12), 10),
        Side(attack(men, orc, 6, 6), Ranks(12), 10),
    )


def test_case_56_a_full_phase() -> None:
    # BAT-PROC-07, BAT-PROC-08, BAT-SCOPE-02
    orcs, men = fight(*_case_56(), Given([6, 8]))
    assert (orcs.struck.attack_roll, orcs.struck.damage) == (18, 30)
    assert (men.struck.attack_roll, men.struck.damage) == (23, 24)
    assert (men.toll.killed, men.toll.wounds, men.left) == (3, 0, Ranks(9, 0))
    assert (orcs.toll.killed, orcs.toll.wounds, orcs.toll.left_over) == (2, 1, 4)
    assert orcs.left == Ranks(10, 1)


def test_case_57_the_means_before_the_dice() -> None:
    # BAT-PROC-03
    first, second = _case_56()
    lost = [Fraction(0), Fraction(0)]
    for sides, chance in enumerate_outcomes(lambda dice: fight(first, second, dice)):
        for n, side in enumerate(sides):
            lost[n] += chance * (12 - side.left.figures)
    assert lost == [Fraction(43, 18), Fraction(5, 2)]


def test_case_40_both_sides_may_fall() -> None:
    # BAT-PROC-08, BAT-END-01
    strong = Side(attack(armed("D20", thac0=-20), plain(), 1), Ranks(1), 10)
    for one, other in (fight(strong, strong, Rolled(bytes([n] * 32))) for n in range(5)):
        assert one.left == other.left == Ranks(0)


def test_case_41_a_unit_that_is_already_destroyed_still_attacks() -> None:
    # BAT-PROC-09, BAT-LOSS-10: what is left of its ranks is no part of its attack.
    planned = attack(plain(), plain(), 3)
    gone = Side(planned, Ranks(0), 10)
    enemy = Side(planned, Ranks(3), 10)
    still, hurt = fight(gone, enemy, Given([7, 7]))
    assert (still.struck.damage, hurt.struck.damage) == (18, 18)
    assert (still.toll.killed, still.left) == (0, Ranks(0))
    assert hurt.toll.killed == 1


def test_case_62_the_second_attack_does_not_see_the_losses_of_the_first() -> None:
    # BAT-PROC-08
    first, second = _case_56()
    for one, other in product(range(2, 13), repeat=2):
        struck = [side.struck.damage for side in fight(first, second, Given([one, other]))]
        assert struck == [first.attack.damages[one - 2], second.attack.damages[other - 2]]


def test_case_65_a_total_that_2d6_cannot_show_is_refused() -> None:
    # BAT-VAL-06
    for wrong in (13, 1, 0):
        with pytest.raises(BadDice):
            fight(*_case_56(), Given([7, wrong]))


def test_a_side_without_attackers_rolls_no_dice() -> None:
    # BAT-PROC-11
    idle = attack(plain(), plain(), 0, 0)
    dice = Given([7])
    one, _ = fight(Side(idle, Ranks(5), 10), Side(attack(plain(), plain(), 5), Ranks(5), 10), dice)
    assert one.struck == NO_ATTACK
    assert len(dice.rolls) == 1


def test_a_unit_loses_more_figures_than_are_in_contact() -> None:
    # Case 37, BAT-LOSS-07
    planned = attack(plain(thac0=17), plain(ac=8), 10)
    _, hit = fight(Side(planned, Ranks(10), 10), Side(None, Ranks(10), 10), Given([7]))
    assert hit.left == Ranks(4)


_troops = st.sampled_from(sorted(TABLES.troops))


@settings(max_examples=60)
@given(_troops, _troops, st.integers(1, 20), st.integers(1, 20), st.integers(0, 1), st.data())
def test_exact_odds_are_what_all_36_times_36_throws_give(
    one: str, other: str, a: int, b: int, wounded: int, data: st.DataObject
) -> None:
    # BAT-PROC-03..08: every throw of four dice through the rules with given dice.
    first, second = unit(one, a), unit(other, b)
    contact = data.draw(st.integers(0, a))
    sides = (
        Side(attack(first, second, contact), Ranks(a, wounded), first.figure_hd),
        Side(attack(second, first, b, data.draw(st.integers(0, b))), Ranks(b), second.figure_hd),
    )
    exact: Counter[object] = Counter()
    for result, chance in enumerate_outcomes(lambda dice: fight(*sides, dice)):
        exact[tuple(side.left for side in result)] += chance  # type: ignore[assignment]
    counted: Counter[object] = Counter()
    for x, y in product(WAYS, repeat=2):
        thrown = [y] if not contact else [x, y]
        result = fight(*sides, Given(thrown))
        counted[tuple(side.left for side in result)] += WAYS[x] * WAYS[y]
    assert exact == {key: Fraction(n, 36**2) for key, n in counted.items()}


@given(_troops, _troops, st.integers(1, 20), st.integers(1, 20))
def test_which_side_rolls_first_changes_nothing_but_the_order_of_the_dice(
    one: str, other: str, x: int, y: int
) -> None:
    # BAT-PROC-08: swap the sides and their dice.
    first, second = unit(one, x), unit(other, y)
    a = Side(attack(first, second, x), Ranks(x), first.figure_hd)
    b = Side(attack(second, first, y), Ranks(y), second.figure_hd)
    for dice in product((2, 7, 12), repeat=2):
        assert fight(a, b, Given(dice)) == fight(b, a, Given(dice[::-1]))[::-1]


# -- by other means --------------------------------------------------------------------------------


def _cell_by_hand(roll: int, sides: int) -> int:
    """A cell of the table from its formula, in whole numbers: halves go up (BAT-CRT-04)."""
    hitting = min(20, max(0, 28 - roll))
    return (2 * hitting * (sides + 1) * 5 + 90) // 180


def _by_hand(
    base: int,
    dice: tuple[int, int, int],
    rate: tuple[int, int],
    attackers: tuple[int, int],
    target: tuple[int, int, int],
) -> dict[tuple[int, int], int]:
    """Casualties counted over 36 throws with nothing of the engine in it.

    `dice` are number, sides and plus, `rate` is attacks as a fraction, `attackers` those in
    front and behind, `target` figures, wounded and HD a figure. All HD are kept times the
    denominator of the rate.
    """
    number, sides, plus = dice
    columns = [2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    counted: dict[tuple[int, int], int] = {}
    for one in range(1, 7):
        for two in range(1, 7):
            roll = base + one + two
            place, each = columns.index(sides), (number - 1) * _cell_by_hand(roll, sides)
            for _ in range(plus):
                if place == 10:
                    each += _cell_by_hand(roll, 20)
                place = (place + 1) % 11
            each += _cell_by_hand(roll, columns[place])
            left = each * (attackers[0] * rate[0] + attackers[1] * rate[1])
            figures, wounded, hd = target
            while figures and left >= hd * rate[1]:
                figures, left = figures - 1, left - hd * rate[1]
            wounded = min(wounded, figures)
            if figures and 4 * left >= hd * rate[1]:
                wounded += 1
            if wounded == 2:
                figures, wounded = figures - 1, 0
            key = (target[0] - figures, wounded)
            counted[key] = counted.get(key, 0) + 1
    return counted


@given(
    thac0=st.integers(0, 30), ac=st.integers(-5, 10), number=st.integers(1, 4),
    sides=st.sampled_from([2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20]), plus=st.integers(0, 15),
    rate=st.sampled_from([(1, 1), (2, 1), (3, 2), (5, 2), (1, 2)]), contact=st.integers(1, 15),
    support=st.integers(0, 10), figures=st.integers(1, 20), wounded=st.integers(0, 1),
    hd=st.sampled_from(["1/2", "1-1", "1", "2", "3+1"]),
)  # fmt: skip
def test_casualties_are_those_counted_by_hand(
    thac0: int, ac: int, number: int, sides: int, plus: int, rate: tuple[int, int], contact: int,
    support: int, figures: int, wounded: int, hd: str,
) -> None:  # fmt: skip
    # BAT-PROC-02..06, BAT-CRT-04, BAT-CONV-01..06, BAT-MULT-04, BAT-LOSS-01..05
    attacker = armed(f"{number}D{sides}+{plus}", thac0=thac0, attacks=f"{rate[0]}/{rate[1]}")
    target = plain(ac=ac, hd=hd)
    figure_hd = {"1/2": 5, "1-1": 8, "1": 10, "2": 20, "3+1": 32}[hd]
    attack_side = Side(attack(attacker, target, contact, support), Ranks(99), 10)
    found: dict[tuple[int, int], Fraction] = {}
    hurt = Side(None, Ranks(figures, wounded), figure_hd)
    for (_, own), chance in enumerate_outcomes(lambda dice: fight(attack_side, hurt, dice)):
        key = (figures - own.left.figures, own.left.wounded)
        found[key] = found.get(key, Fraction(0)) + chance
    by_hand = _by_hand(
        thac0 - ac, (number, sides, plus), rate, (contact, support), (figures, wounded, figure_hd)
    )
    assert found == {key: Fraction(ways, 36) for key, ways in by_hand.items()}
