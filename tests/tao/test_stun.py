"""Stun and falling back."""

from __future__ import annotations

import pytest

from meleekit.core.dice import Given
from meleekit.tao.events import Attacked
from meleekit.tao.harm import hurt
from meleekit.tao.play import Play
from meleekit.tao.state import FallBack
from tests.tao.positions import (
    FULL,
    Position,
    albert,
    bala,
    beside,
    position,
)


def hits_in_order(*hits: int) -> list[tuple[bool, str]]:
    """Whether Bala, of 29 hit points, is stunned after each hit, and where she stands."""
    now = beside(hp=29)
    found = []
    for hit in hits:
        play = Play(now.game.arena, now.state, Given(()))
        hurt(play, 1, hit, 0)
        now = Position(now.game, play.battle)
        if isinstance(play.battle.stack[-1], FallBack):
            now = now.do("fall_to", hex=sorted(now.hexes("fall_to"))[0])
        found.append((now.figure("Bala").stunned, now.at("Bala")))
    return found


# TAO-STUN-01, TAO-STUN-03, TAO-STUN-05
def test_case_23_each_hit_is_judged_by_the_hit_points_before_it() -> None:
    assert [stunned for stunned, _ in hits_in_order(7, 5, 3)] == [False, False, False]
    assert hits_in_order(3, 7, 5) == [(False, "0303"), (True, "0302"), (True, "0301")]


# TAO-STUN-01
@pytest.mark.parametrize(("damage", "stuns"), [(5, False), (6, True)])
def test_a_quarter_of_what_is_left_is_enough(damage: int, stuns: bool) -> None:
    assert [stunned for stunned, _ in hits_in_order(5, damage)] == [False, stuns]  # of 24


# TAO-STUN-05
def test_where_only_one_hex_is_free_nobody_is_asked() -> None:
    held = {"Dora": "0302", "Emil": "0403"}
    now = position({"Albert": albert()}, {"Bala": bala(hp=20), **held}, rules=FULL)
    assert now.do("attack", target="Bala", dice=(15, 8)).at("Bala") == "0404"


# TAO-STUN-05
def test_falling_back_can_be_left_out() -> None:
    now = beside(hp=20, rules=("attacks", "stun")).do("attack", target="Bala", dice=(15, 8))
    assert now.figure("Bala").stunned
    assert now.at("Bala") == "0303"


# TAO-STUN-04
def test_stun_leaves_the_armour_class_alone() -> None:
    plain, stunned = beside(), beside().changed("Bala", stunned=True)
    seen = [now.do("attack", target="Bala", dice=(14,)).events[0] for now in (plain, stunned)]
    assert isinstance(seen[0], Attacked)
    assert seen[0] == seen[1]
