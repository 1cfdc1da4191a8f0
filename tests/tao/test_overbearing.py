"""Overbearing: weight, the roll, driving back."""

from __future__ import annotations

import pytest

from meleekit.tao.actions import Overbear
from meleekit.tao.events import Result
from meleekit.tao.overbearing import plan_overbearing, weight_ratio
from meleekit.tao.tables import default_tables
from tests.tao.positions import (
    FULL,
    Position,
    albert,
    bala,
    beside,
    position,
)

TABLES = default_tables()


def weights(attacker: int, defender: int) -> Position:
    red, blue = albert(weight=attacker), bala(weight=defender)
    return position({"Albert": red}, {"Bala": blue}, rules=FULL)


# TAO-OVB-02
@pytest.mark.parametrize(
    ("attacker", "defender", "ratio", "modifier"),
    [(180, 215, 83, -1), (160, 40, 400, 10), (40, 160, 25, -12)],
)
def test_case_25_weight_ratios_and_their_modifiers(
    attacker: int, defender: int, ratio: int, modifier: int
) -> None:
    now = weights(attacker, defender)
    assert weight_ratio(now.game.arena, 0, 1) == ratio
    assert TABLES.overbear_to_hit(ratio) == modifier
    assert Overbear(1) in now.game.actions(now.state, 0)


def overbearing(**said: object) -> Position:
    mail = bala(ac=4, weight=215, **said)
    return position({"Albert": albert(weight=180)}, {"Bala": mail, "Dora": "0808"}, rules=FULL)


# TAO-OVB-03
def test_case_26_armour_counts_for_nothing_but_shield_and_dexterity_do() -> None:
    found = plan_overbearing(overbearing(ac_dexterity=9).game.arena, 0, 1)
    assert found.needed == 12
    assert list(found.results).count(Result.HIT) == 9
    assert set(found.results) == {Result.HIT, Result.MISS}  # neither critical nor fumble


# TAO-OVB-01
def test_overbearing_takes_three_points_and_all_there_are() -> None:
    assert beside(ap=2).refused("overbear", target="Bala") == "TAO-OVB-01"
    now = beside(ap=4).do("overbear", target="Bala", dice=(1,))
    assert (now.figure("Albert").ap, now.figure("Albert").attacks) == (0, 1)  # TAO-ATT-05
    assert now.state.ground == ()  # a 1 is no fumble: TAO-OVB-03


# TAO-OVB-04, TAO-ATT-04
@pytest.mark.parametrize(("bonus", "die", "hits"), [(0, 3, 3), (2, 1, 3), (-1, 3, 2), (-3, 1, 1)])
def test_overbearing_does_a_die_of_three_and_strength_at_least_1(
    bonus: int, die: int, hits: int
) -> None:
    red, blue = {"Albert": albert(weight=180, damage=bonus)}, {"Bala": bala(hp=50, weight=180)}
    now = position(red, blue, rules=FULL).do("overbear", target="Bala", dice=(19, die))
    assert now.figure("Bala").hp == 50 - hits


# TAO-OVB-04
def test_who_cannot_be_driven_back_is_stunned_and_nobody_moves() -> None:
    held = {"Dora": "0302", "Emil": "0403", "Fritz": "0404"}
    red, blue = {"Albert": albert(weight=180)}, {"Bala": bala(hp=50, weight=180), **held}
    after = position(red, blue, rules=FULL).do("overbear", target="Bala", dice=(19, 1))
    assert (after.at("Albert"), after.at("Bala")) == ("0204", "0303")
    assert after.figure("Bala").stunned


# TAO-OVB-04, TAO-STUN-01, TAO-STUN-05
def test_a_stun_in_overbearing_has_no_fall_back_of_its_own() -> None:
    now = overbearing(hp=8).do("overbear", target="Bala", dice=(19, 2))
    assert now.figure("Bala").stunned
    after = now.do("fall_to", hex="0302")
    assert after.kind != "fall_back"
    assert after.at("Bala") == "0302"
