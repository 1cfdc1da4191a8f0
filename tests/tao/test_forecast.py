"""What a table is told before it chooses: exact, by the rules themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.core.game import Forecast
from meleekit.core.odds import distribution
from meleekit.tao.attack_odds import blow_odds
from meleekit.tao.engagement import weapon_of
from meleekit.tao.state import Status
from tests.tao.positions import FULL, UNARMED, Position, position

F = Fraction


def asked(now: Position, do: str, **said: object) -> Forecast:
    found = now.game.forecast(now.state, now.seat, now.action(do, **said))
    assert found is not None
    return found


def chances(found: Forecast) -> dict[str, Fraction]:
    return {one.name: one.probability for one in found.chances}


def beside(rules: tuple[str, ...] = ("attacks", "stun"), **said: object) -> Position:
    red, blue = {"hex": "0204"}, {"hex": "0303", **said}
    return position({"Albert": red}, {"Bala": blue}, rules=rules)


# TAO-ATT-02, TAO-ATT-04, TAO-STUN-01
def test_a_long_sword_against_armour_class_5_and_nine_hit_points() -> None:
    found = asked(beside(), "attack", target="Bala")
    # 15 or more; an 8 of 8 leaves one hit point, and 3 or more of nine stuns.
    assert found.needed == "15 or more on a d20"
    assert chances(found) == {"hit": F(3, 10), "stunned": F(3, 10) * F(6, 8)}
    assert found.expected[0].value == F(3, 10) * F(9, 2)
    assert [(part.value, part.rule) for part in found.modifiers] == [
        (20, "TAO-ATT-02"),
        (-5, "TAO-ATT-02"),
    ]


# TAO-HP-01
def test_with_five_hit_points_half_of_the_hits_bring_her_down() -> None:
    found = chances(asked(beside(hp=5), "attack", target="Bala"))
    assert found["down"] == F(3, 10) * F(4, 8)
    assert "dead" not in found


# TAO-CRIT-01
def test_critical_hits_count_in_the_damage_that_is_expected() -> None:
    now = beside(rules=("attacks", "criticals"), hp=200)
    found = asked(now, "attack", target="Bala")
    # Five faces hit, and one does 40/19 of that; beyond 210 hit points nobody counts.
    wanted = F(9, 2) * (F(5, 20) + F(1, 20) * F(40, 19))
    assert 0 < wanted - found.expected[0].value < F(1, 10**20)


# TAO-CRIT-01
def test_what_is_kept_of_blows_is_what_enumerating_the_action_finds() -> None:
    now = position({"Albert": "0204"}, {"Bala": {"hex": "0303", "hp": 12}}, rules=FULL)
    arena = now.game.arena
    odds = blow_odds(arena, now.state, 0, 1, weapon_of(arena, now.figure("Albert")))
    action = now.action("attack", target="Bala")
    found = distribution(
        now.game,
        now.state,
        0,
        action,
        lambda state, events: (state.figures[1].status, state.figures[1].stunned),
    )
    assert sum(found.values()) == 1
    assert odds.dead == found.get((Status.DEAD, False), 0)
    assert odds.down == odds.dead + found.get((Status.DOWN, False), 0)
    assert odds.stun == found[Status.ACTIVE, True]


# TAO-OVB-03
def test_overbearing_by_weight_and_dexterity_alone() -> None:
    red = {"hex": "0204", "weight": 180}
    mail = {"hex": "0303", "ac": 4, "ac_dexterity": 9, "weight": 215, "hp": 20}
    now = position({"Albert": red}, {"Bala": mail}, rules=("attacks", "overbearing"))
    found = asked(now, "overbear", target="Bala")
    assert chances(found) == {"overborne": F(9, 20)}
    assert found.expected[0].value == F(9, 20) * 2
    assert {part.rule for part in found.modifiers} == {"TAO-ATT-02", "TAO-OVB-02", "TAO-OVB-03"}


# TAO-GRAP-01, TAO-GRAP-02
def test_a_grab_has_to_hit_and_to_hold() -> None:
    red = {"hex": "0204", "weight": 170, "strength": 14}
    now = position({"Albert": red}, {"Bala": {"hex": "0303", "weight": 180}}, rules=FULL)
    assert chances(asked(now, "grab", target="Bala")) == {
        "hit": F(3, 10),
        "held": F(3, 10) * F(54, 100),
    }


# TAO-GRAP-05
def test_breaking_out_is_ones_share() -> None:
    red = {"hex": "0204", "weight": 170, "strength": 14, "hp": 90}
    blue = {"hex": "0303", "weight": 180, "strength": 9, "hp": 90}
    now = position({"Albert": red}, {"Bala": blue}, rules=FULL)
    now = now.do("grab", target="Bala", dice=(15, 1)).do("put_in", hex="0204")
    now = now.changed("Albert", ap=5, attacks=0)
    assert chances(asked(now, "break_out", hex="0304")) == {"get out": F(54, 100)}
    # Bare hands: nothing of 90 hit points is brought down or stunned by 1 or 2.
    assert chances(asked(now, "blow"))["hit"] == F(3, 10)


# TAO-CHG-03, TAO-CHG-05
def test_a_charge_says_what_it_may_do_and_what_may_stop_it() -> None:
    rules = ("attacks", "stun", "charging")
    red = {"hex": "0308", "hp": 20}
    now = position({"Albert": red}, {"Bala": {"hex": "0303", "hp": 50}}, rules=rules)
    found = chances(asked(now, "charge", target="Bala", hex="0304"))
    # Bala first in 1 of 6 cases: 11 or more of 20 hits, and 5 or 6 of 6 stuns 20 hit points.
    stopped = F(1, 6) * F(10, 20) * F(2, 6)
    assert found["stopped"] == stopped
    assert found["hit"] == (1 - stopped) * F(8, 20)  # 13 or more
    # The blow before contact, 13 or more, is no matter of dice but of Bala's choice.
    headline = asked(now, "charge", target="Bala", hex="0304").headline
    assert headline.endswith("3% to be stopped, 13% before that if Bala strikes first")
    braced = now.do("charge", target="Bala", hex="0304")
    first = asked(braced, "strike_first")
    assert chances(first)["stopped"] == F(8, 20) * F(2, 6)  # 13 or more against class 7
    assert braced.game.forecast(braced.state, 1, braced.action("let_come")) is None
    # With contact, in which she strikes again in 1 of 6 cases, by 11 or more: 5 or 6 stuns whoever
    # has 20 to 17 hit points left, and 4 whoever has 16.
    again = F(1, 6) * F(10, 20) * (F(12, 20) * F(2, 6) + F(8, 20) * (3 * F(2, 6) + F(3, 6)) / 6)
    strike = braced.action("strike_first")
    alone = distribution(
        braced.game,
        braced.state,
        1,
        strike,
        lambda state, events: state.figures[0].stunned,
        alone=True,
    )
    assert alone[True] == F(8, 20) * F(2, 6) + again


# TAO-CHG-04
def test_a_charge_may_break_its_target() -> None:
    rules = ("attacks", "charging", "morale")
    blue = {"hex": "0303", "morale": 7, **UNARMED}
    now = position({"Albert": "0308"}, {"Bala": blue}, rules=rules)
    found = chances(asked(now, "charge", target="Bala", hex="0304"))
    assert found["morale breaks"] == F(15, 36)  # 8 or more


@pytest.mark.parametrize("do", ["drop", "end_turn"])
def test_what_needs_no_dice_has_no_odds(do: str) -> None:
    now = beside()
    assert now.game.forecast(now.state, 0, now.action(do)) is None
