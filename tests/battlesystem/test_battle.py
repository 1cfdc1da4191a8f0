"""Battles as games: decisions, odds, morale, and how they end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from meleekit.battlesystem.actions import ChangeWeapon, Fight
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.events import Ended, Losses
from meleekit.battlesystem.game import BattleSystem
from meleekit.battlesystem.morale import current_morale, holds
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.state import Stage, State
from meleekit.core.dice import Given
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.errors import BadDice, BadRequest, IllegalAction
from meleekit.core.game import Event
from meleekit.core.odds import distribution
from meleekit.core.trial import walk
from tests.battlesystem.cases import Position, position

SYSTEM = BattleSystem()

MEN = {"troop": "man_at_arms", "figures": 12, "files": 6, "at": [10, 10]}
ORCS = {"troop": "orc", "figures": 12, "files": 6, "at": [15, 11], "facing": "S"}

HARMLESS = {"South": {"Men": {**MEN, "thac0": 40}}, "North": {"Orcs": {**ORCS, "thac0": 40}}}


def facing_each_other(**said: Any) -> Position:
    """The two units of case 56 in contact, the south's decision."""
    units = {"South": {"Men": MEN}, "North": {"Orcs": ORCS}}
    return position(**{"to": "pick_melee South", "daylight": False, "units": units, **said})


def lost(events: tuple[Event, ...], name: str) -> int:
    return sum(e.killed for e in events if isinstance(e, Losses) and e.unit == name)


def test_the_expected_losses_of_a_melee_are_exact_before_the_dice() -> None:
    # Case 57. BAT-PROC-03
    now = facing_each_other()

    def killed(state: State, events: tuple[Event, ...]) -> tuple[int, int]:
        return lost(events, "Men"), lost(events, "Orcs")

    fight = Fight("Men", "Orcs")
    chances = distribution(now.game, now.state, 0, fight, killed, alone=True)
    assert sum(chances.values()) == 1
    assert sum(men * p for (men, _), p in chances.items()) == Fraction(5, 2)
    assert sum(orcs * p for (_, orcs), p in chances.items()) == Fraction(43, 18)


def test_losses_of_the_first_attack_take_nothing_from_the_second() -> None:
    # Case 62. BAT-PROC-08: four men die, and all six files and those behind them strike back.
    now = facing_each_other().do([8, 2, 5, 1, 2], do="fight", first="Men", second="Orcs")
    assert now.unit("Men").figures == 8
    attacks = msgspec.json.decode(msgspec.json.encode(now.events))
    contact = {e["unit"]: e["contact"] for e in attacks if e["event"] == "attack"}
    assert contact == {"Men": 6, "Orcs": 6}
    support = {e["unit"]: e["support"] for e in attacks if e["event"] == "attack"}
    assert support == {"Men": 6, "Orcs": 0}


def test_dice_given_by_hand_must_be_dice() -> None:
    # Case 65. BAT-VAL-06
    now = facing_each_other()
    # The men, the orcs; then 2d10 for the men's morale and a die each for initiative.
    morale, initiative = ([8, 6, 21, 3, 5], [8, 6, 1, 3, 5]), ([8, 6, 12, 7, 5], [8, 6, 12, 3, 0])
    for dice in ([13, 7], [1, 7], [7, 13], *morale, *initiative):
        with pytest.raises(BadDice):
            now.do(dice, do="fight", first="Men", second="Orcs")


def test_half_a_unit_cannot_change_its_weapon() -> None:
    # Case 60. BAT-WPN-02: there is no way to say so.
    now = facing_each_other()
    with pytest.raises(BadRequest):
        now.game.action_from(
            {"do": "change_weapon", "unit": "Men", "weapon": "spear", "figures": 6}
        )
    with pytest.raises(IllegalAction):
        now.game.apply(now.state, 0, ChangeWeapon("Men", "spear"), None)  # type: ignore[arg-type]  # never rolled


# -- morale --------------------------------------------------------------------------------------


def chance_to_hold(now: Position, name: str) -> Fraction:
    number, battle = now.game.battle.number[name], now.game.battle
    outcomes = enumerate_outcomes(
        lambda dice: holds(Play(Ground(battle, now.state), dice), number, "morale")[2]
    )
    return sum((chance for held, chance in outcomes if held), Fraction(0))


def morale(now: Position, name: str) -> dict[str, int]:
    parts = current_morale(Ground(now.game.battle, now.state), now.game.battle.number[name])
    return {part.name: part.value for part in parts}


def test_morale_is_rolled_under_and_what_changes_it_is_named() -> None:
    # Case 53. BAT-MOR-03, BAT-MOR-05
    now = facing_each_other()
    assert morale(now, "Men") == {"morale": 11, "closed formation": 1}
    assert chance_to_hold(now, "Men") == Fraction(64, 100)
    open_order = {"Men": {"formation": "open", "pitch": 1, "figures": 6, "files": 6}}
    now = facing_each_other(now=open_order, melees=[], to="choose_order South")
    assert morale(now, "Men") == {"morale": 11, "half its figures lost": -2}
    assert chance_to_hold(now, "Men") == Fraction(36, 100)


def test_three_quarters_lost_count_in_place_of_half() -> None:
    # BAT-MOR-03
    now = facing_each_other(now={"Men": {"figures": 3, "files": 3}})
    assert morale(now, "Men")["three quarters of its figures lost"] == -4
    assert "half its figures lost" not in morale(now, "Men")


def test_an_enemy_at_the_rear_and_a_dead_commander_lower_it() -> None:
    # BAT-MOR-03, BAT-MOR-07
    led = {**MEN, "commander": "Ivo", "charisma": 2}
    units = {
        "South": {"Men": led},
        "North": {"Orcs": {**ORCS, "at": [10, 8], "facing": "N"}},
    }
    now = facing_each_other(units=units)
    assert morale(now, "Men")["charisma of Ivo"] == 2
    assert morale(now, "Men")["an enemy at its rear"] == -2
    now = facing_each_other(units=units, now={"Men": {"commander": False}})
    parts = morale(now, "Men")
    assert (parts["its commander is dead"], parts["out of command"]) == (-1, -2)


@pytest.mark.parametrize("flag", ["level_drain", "invulnerable"])
def test_dreadful_enemies_make_a_check_due_in_every_phase_in_contact(flag: str) -> None:
    # BAT-MOR-01, BAT-MOR-10
    units = {"South": {"Men": MEN}, "North": {"Orcs": {**ORCS, "flags": [flag]}}}
    now = facing_each_other(units=units)
    # Both miss what would make a check due otherwise; then morale, 11 + 1 - 3; then initiative.
    now = now.do([12, 12, 9, 1, 2], do="fight", first="Men", second="Orcs")
    told = msgspec.json.decode(msgspec.json.encode(now.events))
    (check,) = [event for event in told if event["event"] == "morale"]
    assert sum(part["value"] for part in check["parts"]) == 9
    assert (check["unit"], check["passed"]) == ("Men", True)


def test_a_routed_unit_checks_no_more_however_dreadful_the_enemy_and_owes_none_later() -> None:
    # BAT-MOR-09, BAT-MOR-01
    units = {"South": {"Men": MEN}, "North": {"Orcs": {**ORCS, "flags": ["level_drain"]}}}
    routed = {"Men": {"formation": "open", "pitch": 1, "routed": True}}
    now = facing_each_other(units=units, now=routed)
    # They do not strike; the orcs miss. Then initiative, or the end: South has nobody else.
    now = now.do([12], do="fight", first="Men", second="Orcs")
    assert now.unit("Men").due == 0


@pytest.mark.parametrize(
    ("orcs", "owes"),
    [({}, True), ({"morale": "none"}, False), ({"figures": 2, "files": 2}, False)],
)
def test_undead_and_units_that_are_destroyed_owe_no_check(orcs: dict[str, Any], owes: bool) -> None:
    # BAT-MOR-01, BAT-MOR-04: a quarter of twelve orcs falls, or the only two.
    units = {"South": {"Men": MEN}, "North": {"Orcs": {**ORCS, **orcs}}}
    now = facing_each_other(units=units)
    after = now.game.carry_out(now.state, 0, Fight("Men", "Orcs"), Given([2, 12])).state
    assert 4 * after.units[1].figures <= 3 * now.unit("Orcs").figures
    assert bool(after.units[1].due) is owes


def test_whether_the_enemy_is_uphill_goes_by_the_figures_that_attack_it() -> None:
    # BAT-AR-08, BAT-ELIG-10: one of two stands below the ridge; the other attacks elsewhere.
    two = {"troop": "heavy_foot", "figures": 2, "files": 2, "at": [10, 10]}
    ridge = {"troop": "orc", "figures": 2, "files": 2, "at": [11, 11], "facing": "S"}
    flank = {"troop": "orc", "figures": 1, "at": [12, 10], "facing": "W"}
    now = position(
        to="assign_figures South",
        initiative="North",
        units={"South": {"Two": two}, "North": {"Ridge": ridge, "Flank": flank}},
        hills=[{"x": 10, "y": 11, "width": 1, "height": 1}],
    )
    parted = now.do(do="assign", unit="Two", figure=1, enemy="Flank")
    together = now.do(do="assign", unit="Two", figure=1, enemy="Ridge")
    for after, uphill in ((parted, True), (together, False)):
        front = after.state.melees[0].first
        assert after.game.battle.names[after.state.melees[0].second.unit] == "Ridge"
        assert front.how.uphill is uphill


def test_a_step_up_from_a_hill_is_uphill_too() -> None:
    # BAT-AR-08: the men stand one step high, the orcs before them two.
    hills = [
        {"x": 10, "y": 10, "width": 6, "height": 2},
        {"x": 10, "y": 11, "width": 6, "height": 1},
    ]
    (melee,) = facing_each_other(hills=hills).state.melees
    assert (melee.first.how.uphill, melee.second.how.uphill) == (True, False)
    (melee,) = facing_each_other(hills=hills[:1]).state.melees
    assert (melee.first.how.uphill, melee.second.how.uphill) == (False, False)


def test_what_a_scenario_says_of_a_unit_itself_lowers_its_morale() -> None:
    # BAT-MOR-10
    units = {
        "South": {"Men": {**MEN, "flags": ["magic_losses", "failed_charge_open"]}},
        "North": {"Orcs": ORCS},
    }
    parts = morale(facing_each_other(units=units), "Men")
    assert parts["figures lost to magic"] == -1
    assert parts["its charge fell short"] == -3


# -- decisions and the end -----------------------------------------------------------------------


def test_whatever_is_decided_is_one_of_nine_kinds() -> None:
    # BAT-SEQ-05
    kinds = {
        decision.kind
        for name, setup in SYSTEM.scenarios().items()
        for moment in walk(SYSTEM.game(setup), name, 5, 150)
        for decision in moment.game.decisions(moment.state)
    }
    assert kinds <= {
        *("choose_order", "unit_move", "follow_or_stay", "take_free_attack", "weapon_change"),
        *("commander_fights", "assign_figures", "pick_melee", "close_up"),
    }
    assert {"choose_order", "unit_move"} <= kinds


def test_a_melee_holds_both_fronts_until_the_phase_is_over() -> None:
    # BAT-STATE-03
    now = facing_each_other()
    (melee,) = now.state.melees
    assert (melee.first.unit, melee.second.unit) == (0, 1)
    assert (melee.first.contact, melee.first.support, melee.second.contact) == (6, 6, 6)
    assert not melee.fought
    after = now.do([12, 12, 1, 2], do="fight", first="Men", second="Orcs")
    assert after.state.melees == ()


def test_after_the_last_round_whoever_has_more_hit_dice_has_won_and_survivors_are_told() -> None:
    # BAT-VICT-01, BAT-CAMP-01
    now = facing_each_other(
        units=HARMLESS,
        rounds=3,
        round=3,
        now={"Men": {"figures": 11, "files": 6, "wounded": 1}},
    )
    after = now.do([12, 12], do="fight", first="Men", second="Orcs")
    assert after.state.stage is Stage.OVER
    ended = after.events[-1]
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.wounded) == ((1,), ("Men",))
    assert ended.survivors == {"Men": 11, "Orcs": 12}
    outcome = after.game.outcome(after.state)
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((1,), "BAT-VICT-01")


def test_equal_hit_dice_after_the_last_round_are_a_draw() -> None:
    # BAT-VICT-01
    now = facing_each_other(units=HARMLESS, rounds=1)
    after = now.do([12, 12], do="fight", first="Men", second="Orcs")
    outcome = after.game.outcome(after.state)
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.reason.startswith("equal")


def test_a_side_of_routed_units_has_lost_however_many_they_are() -> None:
    # BAT-VICT-01: 120 HD run from 90.
    routed = {"formation": "open", "pitch": 1, "routed": True}
    now = facing_each_other(units=HARMLESS, now={"Men": {"figures": 9}, "Orcs": routed})
    after = now.do([12], do="fight", first="Men", second="Orcs")
    outcome = after.game.outcome(after.state)
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize("flag", ["charged", "fled", "moved"])
def test_at_the_end_of_a_round_nobody_has_charged_fled_or_moved_any_more(flag: str) -> None:
    # BAT-SEQ-04
    now = facing_each_other(units=HARMLESS, now={"Orcs": {flag: True}})
    assert getattr(now.unit("Orcs"), flag)
    # Who fled does not strike (BAT-PROC-10). Then initiative.
    dice = [12, 1, 2] if flag == "fled" else [12, 12, 1, 2]
    after = now.do(dice, do="fight", first="Men", second="Orcs")
    assert after.state.stage is Stage.ORDER
    assert not getattr(after.unit("Orcs"), flag)


def test_a_commander_says_anew_each_round_whether_he_fights() -> None:
    # BAT-SEQ-04, BAT-SEQ-06
    units = {
        "South": {"Men": {**HARMLESS["South"]["Men"], "commander": "Ivo"}},
        "North": HARMLESS["North"],
    }
    now = facing_each_other(units=units, melees=[], to="commander_fights South")
    now = now.do(do="lead", unit="Men", fights=True)
    assert now.unit("Men").leads
    after = now.do([12, 12, 1, 2], do="fight", first="Men", second="Orcs")
    assert not after.unit("Men").leads


def test_hit_dice_not_figures_decide_after_the_last_round() -> None:
    # BAT-VICT-01: nine men of 10 HD each against four ogres of 21, and against five.
    big = {**HARMLESS["North"]["Orcs"], "troop": "ogre"}
    for ogres, winner in ((4, 0), (5, 1)):
        units = {
            "South": {"Men": {**HARMLESS["South"]["Men"], "figures": 9, "files": 9}},
            "North": {"Ogres": {**big, "figures": ogres, "files": ogres}},
        }
        now = facing_each_other(units=units, rounds=1)
        after = now.do([12, 12], do="fight", first="Men", second="Ogres")
        outcome = after.game.outcome(after.state)
        assert outcome is not None
        assert outcome.winners == (winner,)


def test_the_side_that_is_not_asked_may_do_nothing() -> None:
    # BAT-VAL-04
    now = facing_each_other()
    assert list(now.game.actions(now.state, 0)) == [Fight("Men", "Orcs")]
    assert list(now.game.actions(now.state, 1)) == []
