"""Grabs and brawls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.tao.actions import Grab
from meleekit.tao.engagement import partner
from meleekit.tao.events import Attacked, Grabbed, Overbore, Result
from meleekit.tao.grappling import share
from meleekit.tao.state import NOBODY
from tests.tao.positions import (
    FULL,
    UNARMED,
    Position,
    albert,
    bala,
    beside,
    engaged_by,
    position,
)


# TAO-GRAP-02
def test_case_27_the_share_of_170_pounds_and_strength_14_against_180_is_54() -> None:
    red, blue = albert(weight=170, strength=14), bala(weight=180, strength=25)
    now = position({"Albert": red}, {"Bala": blue}, rules=FULL)
    assert share(now.game.arena, 0, 1) == 54
    chances: dict[bool, Fraction] = {}

    def run(dice: Dice) -> bool:
        return bool(now.game.carry_out(now.state, 0, Grab(1), dice).state.figures[1].stunned)

    for held, chance in enumerate_outcomes(run):
        chances[held] = chances.get(held, Fraction(0)) + chance
    assert chances[True] == Fraction(6, 20) * Fraction(54, 100)


# TAO-GRAP-02
@pytest.mark.parametrize(
    ("weight", "strength", "other", "percent"),
    [(77, 10, 93, 53), (150, 10, 180, 50), (100, 18, 400, 27)],
)
def test_a_share_is_rounded_down(weight: int, strength: int, other: int, percent: int) -> None:
    # 107 / 200, 180 / 360 and 154 / 554
    red, blue = albert(weight=weight, strength=strength), bala(weight=other)
    assert share(position({"Albert": red}, {"Bala": blue}).game.arena, 0, 1) == percent


def grabbed(**setup: object) -> Position:
    red, blue = albert(weight=170, strength=14), bala(weight=180)
    now = position({"Albert": red}, {"Bala": blue}, rules=FULL, **setup)
    return now.do("grab", target="Bala", dice=(15, 54))


# TAO-GRAP-03
def test_held_hexes_are_not_available() -> None:
    red, blue = albert(weight=500), {"Bala": bala(), "Dora": "0403", "Emil": "0203"}
    now = position({"Albert": red}, blue, rules=FULL).do("grab", target="Bala", dice=(15, 1))
    assert now.hexes("put_in") == {"0304", "0204"}


# TAO-GRAP-03
def test_the_hex_straight_beyond_may_be_the_corner_of_the_map_and_not_off_it() -> None:
    red, blue = {"Albert": albert(hex="0103", weight=500)}, {"Bala": bala(hex="0102")}
    now = position(red, blue, rules=FULL).do("grab", target="Bala", dice=(15, 1))
    assert now.hexes("put_in") == {"0101", "0103", "0203"}
    red, blue = {"Albert": albert(hex="0102", weight=500)}, {"Bala": bala(hex="0101")}
    now = position(red, blue, rules=FULL).do("grab", target="Bala", dice=(15, 1))
    assert now.hexes("put_in") == {"0102", "0202"}


# TAO-GRAP-04
def test_a_hit_that_does_not_hold_is_nothing() -> None:
    red, blue = albert(weight=170, strength=14), bala(weight=180)
    now = position({"Albert": red}, {"Bala": blue}, rules=FULL)
    after = now.do("grab", target="Bala", dice=(15, 55))
    assert (after.kind, after.at("Bala")) == ("turn", "0303")
    assert not after.figure("Bala").stunned
    (event,) = [one for one in after.events if isinstance(one, Grabbed)]
    assert event.result is Result.HIT


# TAO-GRAP-01
def test_a_grab_takes_a_free_hand_and_three_points() -> None:
    two_hands = {"Albert": albert(weapon="two-handed sword")}
    now = position(two_hands, {"Bala": bala()}, rules=FULL)
    assert now.refused("grab", target="Bala") == "TAO-GRAP-01"
    assert now.do("drop").do("grab", target="Bala", dice=(2,)).figure("Albert").ap == 2
    assert beside(ap=2).refused("grab", target="Bala") == "TAO-GRAP-01"


# TAO-CRIT-02, TAO-GRAP-01
def test_a_1_in_a_grab_drops_nothing() -> None:
    assert beside().do("grab", target="Bala", dice=(1,)).state.ground == ()


def brawl(**red: object) -> Position:
    """Bala pulled into 0204, Albert's turn."""
    row = albert(weight=170, strength=14, hp=40, **red)
    blue = {"Bala": bala(hp=40, weight=180), "Dora": "0205"}
    now = position({"Albert": row, "Caleb": "0203"}, blue, rules=FULL)
    now = now.do("grab", target="Bala", dice=(15, 1)).do("put_in", hex="0204")
    return now.changed("Bala", stunned=False).changed("Albert", ap=5, attacks=0)


# TAO-GRAP-05, TAO-HEX-05
def test_in_a_brawl_each_engages_the_other_whatever_their_arms() -> None:
    now = brawl(**UNARMED)
    assert now.at("Bala") == now.at("Albert") == "0204"
    assert partner(now.game.arena, now.state, 0) == now.number("Bala")
    assert "Bala" in engaged_by(now, "Albert")
    assert "Albert" in engaged_by(now, "Bala")  # though she is armed and he is not


# TAO-GRAP-05, TAO-GRAP-06, TAO-ATT-05
def test_brawlers_strike_with_bare_hands_and_do_little_else() -> None:
    now = brawl()
    assert now.kinds() == {"blow", "break_out", "drop", "end_turn"}
    assert now.refused("step", hex="0304") == "TAO-GRAP-06"
    assert now.refused("attack", target="Bala") == "TAO-GRAP-06"
    assert now.refused("overbear", target="Dora") == "TAO-GRAP-06"
    after = now.do("blow", dice=(15, 2))
    (event,) = [one for one in after.events if isinstance(one, Attacked)]
    assert (event.weapon, after.figure("Bala").hp) == ("bare hands", 38)
    assert after.figure("Albert").ap == 3
    assert after.refused("blow") == "TAO-ATT-05"
    fumbled = now.do("blow", dice=(1,))
    assert fumbled.state.ground == ()  # the sword was not used


# TAO-GRAP-05, TAO-GRAP-06
def test_a_dagger_can_be_drawn_and_used_in_a_brawl_and_a_mace_cannot() -> None:
    now = brawl(carried=["dagger", "mace"]).do("drop")
    assert now.refused("draw", item="mace") == "TAO-GRAP-06"
    now = now.do("draw", item="dagger")
    (event,) = [e for e in now.do("blow", dice=(15, 4)).events if isinstance(e, Attacked)]
    assert event.weapon == "dagger"


# TAO-GRAP-02, TAO-GRAP-05
def test_breaking_out_is_a_trial_of_ones_own_share() -> None:
    now = brawl()
    assert now.hexes("break_out") == {"0304", "0303", "0103", "0104"}
    out = now.do("break_out", hex="0304", dice=(54,))
    assert (out.at("Albert"), out.figure("Albert").ap) == ("0304", 3)
    assert out.figure("Albert").attacks == 0  # TAO-ATT-05
    held = now.do("break_out", hex="0304", dice=(55,))
    assert (held.at("Albert"), held.figure("Albert").ap) == ("0204", 3)
    assert now.refused("break_out", hex="0205") == "TAO-ENT-02"
    assert now.refused("break_out", hex="0203") == "TAO-ENT-02"


# TAO-GRAP-05
def test_a_blow_in_a_brawl_takes_a_brawl_and_two_points() -> None:
    assert beside().refused("blow") == "TAO-GRAP-05"
    assert brawl().turn("Albert", 1).refused("blow") == "TAO-GRAP-05"
    assert brawl().turn("Albert", 2).do("blow", dice=(2,)).figure("Albert").ap == 0
    twice = brawl(attacks=2).do("blow", dice=(2,)).do("blow", dice=(2,))
    assert twice.figure("Albert").ap == 1


# TAO-GRAP-05, TAO-CHG-09
def test_breaking_out_takes_a_brawl_two_points_and_an_adjacent_hex() -> None:
    now = brawl()
    assert beside().refused("break_out", hex="0205") == "TAO-GRAP-05"
    assert now.turn("Albert", 1).refused("break_out", hex="0304") == "TAO-GRAP-05"
    assert now.turn("Albert", 2).do("break_out", hex="0304", dice=(55,)).figure("Albert").ap == 0
    assert now.refused("break_out", hex="0305") == "TAO-GRAP-05"
    assert now.refused("break_out", hex="0909") == "TAO-VAL-01"
    assert now.changed("Albert", broken_by=2).refused("break_out", hex="0304") == "TAO-CHG-09"


# TAO-GRAP-06, TAO-STUN-05
def test_a_brawler_that_is_driven_back_leaves_the_hex_and_the_brawl() -> None:
    now = brawl().changed("Bala", hp=4).do("blow", dice=(15, 1))
    assert (now.kind, now.seat) == ("fall_back", 1)
    assert now.hexes("fall_to") == {"0304", "0303", "0103", "0104"}
    after = now.do("fall_to", hex="0303")
    assert partner(after.game.arena, after.state, 0) == NOBODY


# TAO-GRAP-06, TAO-OVB-04
def test_a_brawler_that_is_overborne_leaves_it_and_the_attacker_does_not_get_in() -> None:
    now = brawl().turn("Caleb").do("overbear", target="Bala", dice=(19, 1))
    after = now.do("fall_to", hex=sorted(now.hexes("fall_to"))[0])
    assert after.at("Albert") == "0204"
    assert after.at("Caleb") == "0203"
    (event,) = [one for one in now.events if isinstance(one, Overbore)]
    assert event.result is Result.HIT
