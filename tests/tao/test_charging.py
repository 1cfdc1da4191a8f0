"""Charges, from the run to the driving back, and morale."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.tao.actions import Charge
from meleekit.tao.events import Attacked
from meleekit.tao.state import NOBODY, Status
from tests.tao.positions import (
    FULL,
    UNARMED,
    Position,
    albert,
    bala,
    position,
)


def charging(start: str = "0308", ap: int = 5, rows: int = 8, **said: object) -> Position:
    """Albert down the column from Bala, who has many hit points if nothing else is said."""
    row = bala(**{"hp": 100, **said})
    red = albert(hex=start, hp=100, ap=ap)
    return position({"Albert": red}, {"Bala": row}, rules=FULL, rows=rows)


# TAO-CHG-05
def test_case_28_the_charger_wins_or_ties_the_first_blow_five_times_in_six() -> None:
    # Who is unarmed may not strike before contact.
    blue = {"Bala": bala(**UNARMED)}
    now = position({"Albert": albert(hex="0308")}, blue, rules=("attacks", "charging"))
    first: dict[bool, Fraction] = {}

    def run(dice: Dice) -> bool:
        step = now.game.carry_out(now.state, 0, Charge(1, "0304"), dice)
        return any(getattr(event, "charger_first", False) for event in step.events)

    for result, chance in enumerate_outcomes(run):
        first[result] = first.get(result, Fraction(0)) + chance
    assert first == {True: Fraction(30, 36), False: Fraction(6, 36)}


# TAO-CHG-01
def test_five_hexes_at_a_run_cost_two_points() -> None:
    now = charging("0309", ap=4, rows=9, **UNARMED)
    assert now.do("charge", target="Bala", hex="0304", dice=(6, 6, 2)).figure("Albert").ap == 0


# TAO-CHG-01
def test_a_charge_needs_a_free_straight_line_a_start_out_of_melee_and_the_points() -> None:
    assert charging(ap=2).refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"
    assert charging("0408").refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"
    assert charging().refused("charge", target="Bala", hex="0303") == "TAO-CHG-01"
    blue = {"Bala": bala(), "Dora": "0306"}
    blocked = position({"Albert": albert(hex="0308")}, blue, rules=FULL)
    assert blocked.refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"
    blue = {"Bala": bala(), "Dora": "0408"}
    engaged = position({"Albert": albert(hex="0308")}, blue, rules=FULL)
    assert engaged.refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"


# TAO-CHG-01, TAO-VAL-02, TAO-ATT-01
def test_friends_the_fallen_and_nobody_are_not_charged() -> None:
    red = {"Albert": albert(hex="0308"), "Caleb": "0303"}
    now = position(red, {"Bala": bala(hex="0808")}, rules=FULL)
    assert now.refused("charge", target="Caleb", hex="0304") == "TAO-VAL-02"
    assert now.refused("charge", target=99, hex="0304") == "TAO-VAL-02"
    fallen = charging().changed("Bala", hp=0, status=Status.DOWN)
    assert fallen.refused("charge", target="Bala", hex="0304") == "TAO-ATT-01"


# TAO-CHG-02
def test_melee_hexes_on_the_way_cost_nothing() -> None:
    blue = {"Bala": bala(), "Dora": "0207"}
    now = position({"Albert": albert(hex="0309")}, blue, rules=FULL, rows=9)
    assert now.do("charge", target="Bala", hex="0304").figure("Albert").ap == 5 - 4


# TAO-CHG-03
def test_the_target_may_strike_before_contact_for_nothing_or_wait() -> None:
    now = charging().do("charge", target="Bala", hex="0304")
    assert (now.kind, now.seat) == ("brace", 1)
    assert now.game.decisions(now.state)[0].interrupts
    struck = now.do("strike_first", dice=(13, 6, 6, 6, 2))
    assert struck.figure("Albert").hp == 100 - 6
    assert struck.figure("Bala").ap == now.figure("Bala").ap
    waited = now.do("let_come", dice=(6, 6, 2))
    assert waited.figure("Albert").hp == 100


# TAO-CHG-03
@pytest.mark.parametrize("fields", [{"stunned": True}, {"ready": -1}])
def test_who_is_stunned_or_unarmed_does_not_strike_before_contact(
    fields: dict[str, object],
) -> None:
    now = charging().changed("Bala", **fields)
    assert now.do("charge", target="Bala", hex="0304", dice=(6, 6, 2)).kind == "turn"


def blows(now: Position) -> list[tuple[int, int]]:
    """Who has just struck whom, in order."""
    return [(one.figure, one.target) for one in now.events if isinstance(one, Attacked)]


# TAO-CHG-05, TAO-CHG-07
def test_who_wins_the_die_stunned_does_not_strike_first_and_with_bare_hands_does() -> None:
    for fields, dice, struck in (
        ({"stunned": True}, (1, 6, 2), [(0, 1)]),
        ({"ready": -1}, (1, 6, 2, 2), [(1, 0), (0, 1)]),
    ):
        now = charging().changed("Bala", **fields)
        assert blows(now.do("charge", target="Bala", hex="0304", dice=dice)) == struck


# TAO-GRAP-06, TAO-CHG-03, TAO-CHG-05
def test_who_brawls_strikes_at_no_charger() -> None:
    red = {"Albert": albert(hex="0308"), "Caleb": "0808"}
    now = position(red, {"Bala": bala(hp=100)}, rules=FULL)
    now = now.changed("Caleb", hex=now.figure("Bala").hex)
    after = now.do("charge", target="Bala", hex="0304", dice=(1, 6, 2))
    assert blows(after) == [(0, now.number("Bala"))]


# TAO-CHG-04, TAO-CHG-09
def test_whose_morale_breaks_does_not_fight_but_runs_on_its_next_turn() -> None:
    now = charging(morale=7).do("charge", target="Bala", hex="0304", dice=(8,))
    assert (now.kind, now.seat, now.at("Albert")) == ("turn", 0, "0304")
    now = now.do("end_turn")
    assert now.kinds() == {"step"}
    assert now.hexes("step") == {"0302", "0203", "0403"}
    assert now.refused("attack", target="Albert") == "TAO-CHG-09"
    assert now.refused("drop") == "TAO-CHG-09"
    unarmed = now.disarmed("Bala")
    assert unarmed.refused("draw", item=now.figure("Bala").ready) == "TAO-CHG-09"
    assert now.refused("end_turn") == "TAO-CHG-09"
    assert now.refused("step", hex="0204") == "TAO-CHG-09"
    now = now.walk("0302")
    assert now.figure("Bala").ap == 5 - 2  # the usual costs
    now = now.walk("0301", "0201")
    # She has a point left, but nothing is farther from 0304 than this corner: the turn is over.
    assert now.figure("Bala").broken_by == NOBODY
    assert now.seat == 0


# TAO-CHG-04
def test_whose_morale_holds_fights() -> None:
    now = charging(morale=7).do("charge", target="Bala", hex="0304", dice=(7,))
    assert now.kind == "brace"
    assert now.figure("Bala").broken_by == NOBODY


# TAO-CHG-04
def test_morale_can_be_left_out() -> None:
    rules = tuple(rule for rule in FULL if rule != "morale")
    blue = {"Bala": bala(morale=2)}
    now = position({"Albert": albert(hex="0308")}, blue, rules=rules)
    assert now.do("charge", target="Bala", hex="0304").kind == "brace"


# TAO-CHG-09, TAO-STUN-02
def test_a_skipped_turn_counts_as_the_turn_of_running() -> None:
    now = charging().changed("Bala", stunned=True, broken_by=0).do("end_turn")
    assert now.figure("Bala").broken_by == NOBODY
    assert now.seat == 0


# TAO-CHG-09
def test_who_is_broken_and_cornered_ends_its_turn() -> None:
    blue = {"Bala": bala(hex="0101")}
    now = position({"Albert": albert(hex="0202")}, blue, rules=FULL)
    now = now.changed("Bala", broken_by=0).do("end_turn")
    assert now.seat == 0
    assert now.state.round == 2


# TAO-CHG-09, TAO-END-01
def test_who_is_broken_and_cornered_at_its_own_exit_leaves_by_it() -> None:
    blue = {"Bala": bala(hex="0101"), "Dora": "0808"}
    way_out = {"exits": ["0101"], "leave": 2}
    now = position({"Albert": albert(hex="0202")}, blue, rules=FULL, turn="Bala", Blue=way_out)
    assert now.changed("Bala", broken_by=0).kinds() == {"leave"}
    assert now.changed("Bala", broken_by=0).refused("end_turn") == "TAO-CHG-09"


# TAO-CHG-05
def test_the_target_that_wins_the_die_strikes_first_at_plus_2() -> None:
    now = charging().do("charge", target="Bala", hex="0304")
    events = now.do("let_come", dice=(3, 6, 10, 2)).events
    blows = [event for event in events if isinstance(event, Attacked)]
    assert [(one.figure, one.needed) for one in blows] == [(1, 20 - 7 - 2), (0, 20 - 5 - 2)]
    tied = now.do("let_come", dice=(4, 6, 2)).events
    assert [one.figure for one in tied if isinstance(one, Attacked)] == [0]


# TAO-CHG-05, TAO-CHG-06
def test_the_chargers_hit_does_2_more_and_drives_the_target_back() -> None:
    now = charging(**UNARMED).do("charge", target="Bala", hex="0304", dice=(6, 1, 13, 5))
    assert now.figure("Bala").hp == 100 - 5 - 2
    assert now.hexes("fall_to") == {"0203", "0302", "0403"}
    after = now.do("fall_to", hex="0302")
    assert (after.at("Bala"), after.at("Albert")) == ("0302", "0303")


# TAO-CHG-06
def test_the_light_do_not_drive_the_heavy_back() -> None:
    now = charging(weight=1000, **UNARMED)
    after = now.do("charge", target="Bala", hex="0304", dice=(6, 1, 13, 5))
    assert (after.kind, after.at("Bala"), after.at("Albert")) == ("turn", "0303", "0304")


# TAO-CHG-07
def test_a_charger_that_is_put_down_lies_where_it_met_the_target() -> None:
    red = {"Albert": albert(hex="0308", hp=4), "Caleb": "0808"}
    now = position(red, {"Bala": bala()}, rules=FULL).do("charge", target="Bala", hex="0304")
    now = now.do("strike_first", dice=(13, 6))
    assert (now.at("Albert"), now.figure("Albert").status) == ("0304", Status.DOWN)
    assert not any(isinstance(event, Attacked) and event.figure == 0 for event in now.events)


# TAO-CHG-08
def test_a_charge_at_who_has_nowhere_to_go_stuns() -> None:
    held = {"Dora": "0203", "Emil": "0302", "Fritz": "0403"}
    blue = {"Bala": bala(hp=100, **UNARMED), **held}
    now = position({"Albert": albert(hex="0308")}, blue, rules=FULL)
    after = now.do("charge", target="Bala", hex="0304", dice=(6, 1, 13, 1))
    assert after.figure("Bala").stunned
    assert (after.at("Bala"), after.at("Albert")) == ("0303", "0304")
