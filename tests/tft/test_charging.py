"""Charges with pole weapons: whither, how far, facing which way (POLE-02, POLE-03)."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.hexgrid import DIRECTION_NAMES
from tests.tft.cases import Position, position

Row = dict[str, Any]

SPEAR: Row = {"side": "Red", "at": [0, 0], "facing": "N", "items": ["spear"]}
FAR: Row = {"side": "Blue", "at": [3, -7], "facing": "N"}
# Somebody still has to act, so that the turn goes on.
LATE: Row = {**FAR, "strength": 16, "dexterity": 8}


def moving(**fighters: Row) -> Position:
    return position({"Ann": SPEAR, "Bob": FAR, **fighters}, "move Red")


@pytest.mark.parametrize(("direction", "goal"), [("N", [0, -3]), ("NE", [3, -3]), ("NW", [-3, 0])])
def test_a_charge_from_the_spot_goes_forward_and_keeps_the_facing(
    direction: str, goal: list[int]
) -> None:
    # TFT-POLE-03
    now = moving(Ann=SPEAR).do(do="charge", figure="Ann", hex=goal, direction=direction)
    assert now.open == "move Blue"
    assert now.figure("Ann").facing == 0


def test_a_charge_after_a_step_may_have_any_forward_facing() -> None:
    # TFT-POLE-03: half of MA 10 leaves steps before the run
    now = moving(Ann=SPEAR).do(do="charge", figure="Ann", hex=[0, 4], direction="S", cost=4)
    assert now.open == "face Ann"
    allowed = {name for name in DIRECTION_NAMES if now.allows(do="face", facing=name)}
    assert allowed == {"SE", "S", "SW"}
    assert now.figure("Ann").steps == 4


BACKWARDS: Row = {**SPEAR, "facing": "S"}


def test_one_that_steps_out_and_back_may_charge_whither_it_did_not_look() -> None:
    # TFT-POLE-03: a step, the step back, three straight steps, with any forward facing
    now = moving(Ann=BACKWARDS)
    assert not now.allows(do="charge", figure="Ann", hex=[0, -3], direction="N", cost=3)
    now = now.do(do="charge", figure="Ann", hex=[0, -3], direction="N", cost=5)
    assert now.open == "face Ann"
    allowed = {name for name in DIRECTION_NAMES if now.allows(do="face", facing=name)}
    assert allowed == {"NW", "N", "NE"}
    assert (now.at(now.figure("Ann").hex), now.figure("Ann").steps) == ((0, -3), 5)


def test_a_charge_out_and_back_strikes_twice_as_hard() -> None:
    # TFT-POLE-02, POLE-03, ACT-12: five of half of MA 10
    rows = {"Bob": {**FAR, "at": [0, -4], "acted": True}, "Ben": LATE}
    now = moving(Ann=BACKWARDS, **rows)
    now = now.do(do="charge", figure="Ann", hex=[0, -3], direction="N", cost=5)
    now = now.do(do="face", facing="N").do(do="end_movement")
    assert now.open == "act Ann"
    now = now.do([9, 4], do="attack", target="Bob", weapons=["spear"])
    assert now.figure("Bob").hits == 2 * (4 + 1)


def test_half_a_movement_of_four_is_too_short_for_out_and_back() -> None:
    # TFT-POLE-03, MOVE-02: leather allows 8
    now = moving(Ann={**BACKWARDS, "armour": "leather"})
    refusal = now.refusal(do="charge", figure="Ann", hex=[0, -3], direction="N", cost=5)
    assert refusal.rule == "TFT-POLE-03"


def test_in_a_lane_one_steps_out_and_back_on_the_way_of_the_charge_itself() -> None:
    # TFT-POLE-03: there is but one hex to step out to
    lane = {
        "id": "lane",
        "title": "Lane",
        "hexes": [[0, r] for r in range(-5, 1)],
        "entrances": [[[0, 0]], [[0, -5]]],
    }
    rows = {"Ann": BACKWARDS, "Bob": {**FAR, "at": [0, -5]}}
    now = position(rows, "move Red", board=lane)
    now = now.do(do="charge", figure="Ann", hex=[0, -3], direction="N", cost=5)
    assert (now.at(now.figure("Ann").hex), now.figure("Ann").steps) == ((0, -3), 5)


@pytest.mark.parametrize("facing", ["SE", "S", "SW"])
def test_a_charge_of_three_keeps_the_old_facing_though_a_longer_one_could_set_it(
    facing: str,
) -> None:
    # TFT-POLE-03
    now = moving(Ann={**SPEAR, "facing": facing})
    assert now.allows(do="charge", figure="Ann", hex=[0, 3], direction="S", cost=5)
    now = now.do(do="charge", figure="Ann", hex=[0, 3], direction="S", cost=3)
    assert now.open == "move Blue"
    assert now.figure("Ann").facing == DIRECTION_NAMES.index(facing)


def test_a_run_does_not_pass_in_front_of_an_enemy() -> None:
    # TFT-POLE-03, MOVE-15
    now = moving(Ann={**SPEAR, "armour": "chainmail"}, Bob={**FAR, "at": [1, -2], "facing": "SW"})
    assert not now.allows(do="charge", figure="Ann", hex=[0, -3], direction="N")


def test_a_run_may_end_in_front_of_an_enemy() -> None:
    # TFT-POLE-03
    now = moving(Ann=SPEAR, Bob={**FAR, "at": [0, -4], "facing": "S"})
    assert now.allows(do="charge", figure="Ann", hex=[0, -3], direction="N")
