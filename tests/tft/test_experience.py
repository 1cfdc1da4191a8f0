"""Experience earned in each kind of combat, and spent."""

from __future__ import annotations

import pytest

from meleekit.core.errors import BadSetup
from meleekit.tft.creation import FighterSheet, problems
from meleekit.tft.experience import Award, Member, awards, earn, spend

ANN = FighterSheet(name="Ann", strength=12, dexterity=12, xp=250)


def member(
    total: int, alive: bool = True, escaped: bool = False, out: bool = False, hits: int = 1
) -> Member:
    return Member(
        strength=total - 10,
        dexterity=10,
        alive=alive,
        escaped=escaped,
        dropped_out=out,
        hits_taken=hits,
    )


def xp(kind: str, sides: list[list[Member]], winner: int | None) -> list[list[int]]:
    return [[award.xp for award in side] for side in awards(kind, sides, winner)]


def test_survivors_get_50_against_an_enemy_three_points_above_them() -> None:
    # Case 66
    assert xp("death", [[member(24)], [member(27, alive=False)]], 0) == [[50], [0]]


def test_survivors_get_70_against_an_enemy_four_points_above_them() -> None:
    # Case 66
    sides = [[member(24), member(24, alive=False)], [member(28, alive=False)]]
    assert xp("death", sides, 0) == [[70, 0], [0]]


def test_the_defeated_get_nothing_to_the_death() -> None:
    assert xp("death", [[member(24)], [member(24)]], 0) == [[50], [0]]


def test_averages_count_the_dead_and_are_not_rounded() -> None:
    # TFT-XP-06: the enemies average 27 1/3, more than 3 above 24.
    enemies = [member(27, False), member(27, False), member(28, False)]
    assert xp("death", [[member(24)], enemies], 0)[0] == [70]


def test_in_the_arena_the_weaker_defeated_get_ten_more_but_not_a_runaway() -> None:
    # Case 67
    losers = [member(24), member(24, escaped=True, hits=0), member(24, alive=False)]
    assert xp("arena", [[member(27)], losers], 0) == [[30], [30, -10, 0]]


def test_in_the_arena_weaker_winners_get_ten_more_too() -> None:
    # TFT-XP-04
    assert xp("arena", [[member(24)], [member(27, escaped=True)]], 0) == [[40], [20]]


def test_in_the_arena_two_points_are_not_weaker() -> None:
    assert xp("arena", [[member(24)], [member(26)]], 1) == [[20], [30]]


def test_a_winner_that_left_the_arena_does_not_get_the_winners_share() -> None:
    # TFT-XP-07
    left_early = [member(24), member(24, escaped=True), member(24, escaped=True, hits=0)]
    assert xp("arena", [left_early, [member(24)]], 0) == [[30, 20, -10], [20]]


def test_practice_gives_ten_to_those_still_in() -> None:
    # TFT-XP-05
    sides = [[member(24), member(24, out=True)], [member(24, out=True), member(24, alive=False)]]
    assert xp("practice", sides, 0) == [[10, 0], [0, 0]]


def test_a_draw_gives_nothing_to_the_death_and_in_practice() -> None:
    # TFT-XP-09
    sides = [[member(24)], [member(28)]]
    assert xp("death", sides, None) == xp("practice", sides, None) == [[0], [0]]


def test_a_draw_in_the_arena_treats_the_living_as_defeated() -> None:
    # TFT-XP-09
    sides = [[member(24), member(24, alive=False)], [member(27), member(27, escaped=True, hits=0)]]
    assert xp("arena", sides, None) == [[30, 0], [20, -10]]


def test_with_three_sides_the_enemy_is_all_the_others_together() -> None:
    # TFT-XP-06: the others average (24 + 32) / 2 = 28.
    sides = [[member(24)], [member(24, alive=False)], [member(32, alive=False)]]
    assert xp("death", sides, 0)[0] == [70]


def test_an_award_names_the_rules_behind_it() -> None:
    given = awards("arena", [[member(27)], [member(24)]], 0)
    assert given == ((Award(30, ("TFT-XP-03",)),), (Award(30, ("TFT-XP-03", "TFT-XP-04")),))


def test_experience_does_not_fall_below_zero() -> None:
    # TFT-XP-07
    beginner = FighterSheet(name="Ann", strength=12, dexterity=12, xp=4)
    assert earn(beginner, Award(-10, ())).xp == 0
    assert earn(ANN, Award(-10, ())).xp == 240


def test_a_hundred_points_of_experience_buy_a_point_and_the_sheet_stays_legal() -> None:
    # TFT-XP-01, CRE-03: one attribute grows, the other does not shrink
    better = spend(spend(ANN, "strength"), "dexterity")
    assert (better.strength, better.dexterity, better.xp, better.gained) == (13, 13, 50, 2)
    assert problems(better) == []


@pytest.mark.parametrize("held", [0, 99])
def test_less_than_a_hundred_points_buy_nothing(held: int) -> None:
    # Case 80
    poor = FighterSheet(name="Ann", strength=12, dexterity=12, xp=held)
    with pytest.raises(BadSetup, match=f"a point costs 100 XP; Ann has {held}") as refusal:
        spend(poor, "dexterity")
    assert refusal.value.rule == "TFT-BAD-06"


def test_experience_buys_nothing_else_and_nothing_during_a_battle() -> None:
    with pytest.raises(BadSetup, match="not charm") as refusal:
        spend(ANN, "charm")  # type: ignore[arg-type]  # a caller without types
    assert refusal.value.rule == "TFT-BAD-06"
    with pytest.raises(BadSetup, match="between battles"):
        spend(ANN, "strength", in_battle=True)


def test_the_cap_ends_buying_at_eight_points() -> None:
    veteran = FighterSheet(name="Ann", strength=16, dexterity=16, xp=100, gained=8)
    assert spend(veteran, "strength").gained == 9
    with pytest.raises(BadSetup, match="at most 8"):
        spend(veteran, "strength", variants=frozenset({"VAR-XP-CAP"}))
