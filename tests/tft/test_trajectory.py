"""Throws and shots beyond the worked cases: odds, forecasts, early dodges, words, loading."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from meleekit.core.errors import BadSave
from meleekit.tft.actions import Shoot, Throw
from meleekit.tft.attack_odds import flight_odds
from meleekit.tft.blow_events import RolledToMiss
from meleekit.tft.shots import passes
from meleekit.tft.soundness import check_battle
from meleekit.tft.state import Manner, PreEmpt, SecondShot, Unloaded
from meleekit.tft.trajectory import Leg, courses
from tests.tft.cases import Position, position

RED, BLUE = {"side": "Red"}, {"side": "Blue"}
ANN = {**RED, "at": [0, 3], "facing": "N", "items": ["light_crossbow"]}
BOB = {**BLUE, "at": [0, -3], "facing": "S", "acted": True}
TWO_IN_THE_WAY = {
    "Ann": ANN,
    "Abe": {**RED, "at": [0, 1], "facing": "N"},
    "Amy": {**RED, "at": [0, -1], "facing": "N"},
    "Bob": BOB,
}


def flight(now: Position, item: int) -> tuple[Leg, ...]:
    """The rolls of Ann's shot at Bob."""
    (way,) = courses(now.game.arena, now.battle, now.who("Ann"), now.who("Bob"), item)
    return way.legs


def to_miss(needed: int) -> Fraction:
    """P(three dice show `needed` or less), counted throw by throw."""
    faces = range(1, 7)
    return Fraction(sum(a + b + c <= needed for a in faces for b in faces for c in faces), 216)


def test_the_odds_of_a_shot_past_two_friends_are_exact() -> None:
    # TFT-LOF-02, TFT-LOF-03, TFT-LOF-05: range costs nothing to the first, one point to the others
    now = position(TWO_IN_THE_WAY, "act Ann")
    arena, who = now.game.arena, now.who
    item = now.item("light_crossbow", "Ann")
    needed = [leg.plan.needed for leg in flight(now, item)]
    odds = flight_odds(arena, now.battle, who("Ann"), who("Bob"), item)
    first, second, last = (to_miss(n) for n in needed)
    assert odds.others[who("Abe")] == 1 - first
    assert odds.others[who("Amy")] == first * (1 - second)
    assert odds.to_hit == first * second * last
    # Two dice on an unarmoured target, doubled on 4 and tripled on 3 of three dice: mean 7.
    mean = 7 * (last + Fraction(3, 216) + 2 * Fraction(1, 216))
    assert odds.hits == first * second * mean


def test_they_are_known_within_twenty_milliseconds() -> None:
    now = position(TWO_IN_THE_WAY, "act Ann")
    arena, who, item = now.game.arena, now.who, now.item("light_crossbow", "Ann")
    best = 1.0
    for _ in range(20):
        start = time.process_time()
        flight_odds(arena, now.battle, who("Ann"), who("Bob"), item)
        best = min(best, time.process_time() - start)
    assert best < 0.02


def test_legs_tell_the_same_chances_as_the_enumerated_dice() -> None:
    fighters = {**TWO_IN_THE_WAY, "Bea": {**BLUE, "at": [0, -5], "facing": "N", "acted": True}}
    now = position(fighters, "act Ann")
    arena, who, item = now.game.arena, now.who, now.item("light_crossbow", "Ann")
    odds = flight_odds(arena, now.battle, who("Ann"), who("Bob"), item)
    on = 1.0
    for leg in flight(now, item):
        exact = odds.to_hit if leg.who == who("Bob") else odds.others[leg.who]
        fumbles = 4 / 216 if leg.who == who("Bob") else 0.0
        assert on * (1 - passes(leg.plan) - fumbles) == pytest.approx(float(exact))
        on *= passes(leg.plan)


def test_the_forecast_says_who_is_in_the_way_and_who_may_be_hit() -> None:
    now = position({**TWO_IN_THE_WAY, "Bob": {**BOB, "acted": False}}, "act Ann")
    action = now.action(do="shoot", target="Bob", item="light_crossbow")
    shown = now.game.forecast(now.battle, now.seat, action)
    assert shown is not None
    assert "Abe is in the way: 12 or less to miss" in shown.notes
    assert any(note.startswith("if Bob dodges: ") for note in shown.notes)
    assert {"hit Abe instead", "hit Amy instead"} < {chance.name for chance in shown.chances}


def test_each_of_two_bodies_is_as_likely_to_stop_a_shot() -> None:
    # TFT-PRN-05
    body = {**RED, "at": [0, 0], "condition": "dead"}
    fighters = {
        "Ann": {**ANN, "at": [0, 1], "dexterity": 13},
        "Abe": body,
        "Amy": body,
        "Bob": {**BOB, "at": [0, -1], "posture": "prone"},
    }
    now = position(fighters, "act Ann")
    odds = flight_odds(
        now.game.arena,
        now.battle,
        now.who("Ann"),
        now.who("Bob"),
        now.item("light_crossbow", "Ann"),
    )
    assert odds.to_hit == Fraction(3, 16)
    assert set(odds.others.values()) == {Fraction(3, 32)}


@pytest.mark.parametrize(
    ("orders", "dodges"),
    [
        ({"order": "always"}, True),
        ({"order": "never"}, False),
        ({"order": "if_expected", "above": 1}, True),
        ({"order": "if_expected", "above": 6}, False),
    ],
)
def test_a_standing_order_dodges_as_it_defends(orders: dict[str, Any], dodges: bool) -> None:
    # TFT-DEF-05, TFT-DEF-06: some 5 hits are expected
    now = position(
        {"Ann": ANN, "Bob": {**BOB, "acted": False, "orders": orders}},
        "act Ann",
    )
    # 16 misses on three dice and on four; one that has dodged has had its action, too.
    dice = [16, 6, 1] if dodges else [16]
    told = now.do(dice, do="shoot", target="Bob", item="light_crossbow")
    assert any(event.__struct_config__.tag == "dodged" for event in told.events) == dodges


def test_under_var_def_strict_nobody_dodges_early() -> None:
    # TFT-DEF-05
    now = position(
        {"Ann": {**ANN, "at": [0, 0]}, "Bob": {**BOB, "acted": False}},
        "act Ann",
        variants=["VAR-DEF-STRICT"],
    )
    assert now.do([16], do="shoot", target="Bob", item="light_crossbow").open == "act Bob"


def test_who_is_engaged_as_movement_begins_is_noted_for_archers() -> None:
    # TFT-ENG-05, TFT-ACT-32
    fighters = {
        "Ann": {**ANN, "at": [0, 1], "acted": True},
        "Abe": {**RED, "at": [3, 3], "facing": "N", "items": ["longbow"], "acted": True},
        "Bob": {**BOB, "at": [0, 0], "acted": False},
    }
    after = position(fighters, "act Bob").do([6, 1], do="nothing")
    assert after.battle.turn == 2
    assert after.figure("Ann").engaged_before
    assert not after.figure("Abe").engaged_before


def test_a_fast_loader_who_picks_up_a_crossbow_has_it_loaded_after_a_turn_in_hand() -> None:
    # TFT-EQP-13, TFT-MIS-06, TFT-TURN-03
    fighters = {"Ann": {**ANN, "dexterity": 14, "acted": True}, "Bob": {**BOB, "acted": False}}
    now = position(fighters, "act Bob", unloaded={"Ann.light_crossbow": -1})
    assert now.do([6, 1], do="nothing").battle.unloaded == ()


def test_second_arrows_may_be_kept() -> None:
    # TFT-MIS-05
    archer = {**ANN, "items": ["small_bow"], "dexterity": 15, "second_arrow": "small_bow"}
    now = position({"Ann": {**archer, "acted": True}, "Bob": BOB}, "second_shot Ann")
    assert now.game.label(now.battle, now.action(do="nothing")) == "Keep the second arrow"
    after = now.do([6, 1], do="nothing")
    assert after.battle.turn == 2
    assert after.figure("Ann").second_arrow == -1


def test_a_second_arrow_that_has_no_target_is_not_asked_for() -> None:
    # TFT-MIS-02, TFT-MIS-05
    archer = {**ANN, "facing": "S", "items": ["small_bow"], "second_arrow": "small_bow"}
    now = position({"Ann": {**archer, "acted": True}, "Bob": {**BOB, "acted": False}}, "act Bob")
    assert now.do([6, 1], do="nothing").battle.turn == 2


def test_a_friend_that_is_hit_is_told_of() -> None:
    # TFT-FRD-01
    now = position(TWO_IN_THE_WAY, "act Ann")
    after = now.do([16, 7, 6, 1], do="shoot", target="Bob", item="light_crossbow")
    (told,) = after.said(RolledToMiss)
    assert told.figure == now.who("Abe")
    assert told.damage is not None
    assert told.damage.hits == 7


# -- what people read ----------------------------------------------------------------------------


def labelled(now: Position, **said: Any) -> str:
    return now.game.label(now.battle, now.action(**said))


def test_buttons_say_what_is_thrown_shot_and_loaded() -> None:
    engaged = {"Ann": {**ANN, "at": [0, 1]}, "Bob": {**BOB, "at": [0, 0]}}
    shoot = {"do": "shoot", "target": "Bob", "item": "light_crossbow"}
    now = position({"Ann": ANN, "Bob": BOB}, "act Ann")
    assert labelled(now, **shoot) == "Shoot at Bob with light crossbow"
    now = position(engaged, "act Ann")
    assert labelled(now, **shoot) == "Last shot at Bob with light crossbow, which falls next turn"
    now = position({"Ann": {**ANN, "items": ["small_axe"]}, "Bob": BOB}, "act Ann")
    assert labelled(now, do="throw", target="Bob", item="small_axe") == "Throw small axe at Bob"
    heavy = {**ANN, "items": ["heavy_crossbow"], "strength": 15}
    now = position({"Ann": heavy, "Bob": BOB}, "act Ann", unloaded={"Ann.heavy_crossbow": 2})
    words = labelled(now, do="reload", item="heavy_crossbow")
    assert words == "Load heavy crossbow (1 of 2 actions)"


def test_the_question_to_one_shot_at_is_whether_it_dodges() -> None:
    # TFT-DEF-05
    now = position({"Ann": ANN, "Bob": {**BOB, "acted": False}}, "act Ann")
    asked = now.do([], do="shoot", target="Bob", item="light_crossbow")
    (decision,) = asked.game.decisions(asked.battle)
    words = asked.game.prompt(asked.battle, decision)
    assert words == "Blue: Ann shoots at Bob with light crossbow: dodge?"
    assert labelled(asked, do="dodge") == "Dodge now, in place of a later action"


def test_the_line_of_a_declared_shot_names_who_is_in_the_way() -> None:
    now = position({**TWO_IN_THE_WAY, "Bob": {**BOB, "acted": False}}, "act Ann")
    asked = now.do([], do="shoot", target="Bob", item="light_crossbow")
    titles = [link.title for link in asked.game.scene(asked.battle, None).links]
    assert "Ann shoots at Bob; in the way: Abe and Amy" in titles


def test_a_counter_tells_of_an_unloaded_crossbow() -> None:
    now = position({"Ann": ANN, "Bob": BOB}, "act Ann", unloaded={"Ann.light_crossbow": 1})
    (ann,) = [piece for piece in now.game.scene(now.battle, None).pieces if piece.name == "Ann"]
    assert ann.kit == "light crossbow (unloaded)"


# -- states that contradict themselves -----------------------------------------------------------


def test_read_states_that_point_at_what_cannot_be_are_refused() -> None:
    now = position({"Ann": ANN, "Abe": {**RED, "at": [3, 3]}, "Bob": BOB}, "act Ann")
    sword = now.item("broadsword", "Abe")
    bow = now.item("light_crossbow", "Ann")
    ann, bob = now.who("Ann"), now.who("Bob")
    replace = msgspec.structs.replace
    for stack, at in (
        ((PreEmpt(bob, ann, (sword,), Manner.SHOT),), "stack[0].weapons"),
        ((PreEmpt(bob, ann, (bow, bow), Manner.SHOT),), "stack[0].weapons"),
        ((SecondShot(ann),), "stack[0].figure"),
    ):
        with pytest.raises(BadSave) as refused:
            check_battle(now.game.arena, replace(now.battle, stack=stack))
        assert refused.value.at == at
    for unloaded, at in (
        ((Unloaded(sword, 1),), "unloaded[0].item"),
        ((Unloaded(bow, -2),), "unloaded[0].left"),
        ((Unloaded(bow, 1), Unloaded(bow, 2)), "unloaded"),
    ):
        with pytest.raises(BadSave) as refused:
            check_battle(now.game.arena, replace(now.battle, unloaded=unloaded))
        assert refused.value.at == at


def test_actions_are_written_as_their_tags() -> None:
    assert msgspec.to_builtins(Throw(1, 2)) == {"do": "throw", "target": 1, "item": 2}
    assert msgspec.to_builtins(Shoot(1, 2)) == {"do": "shoot", "target": 1, "item": 2}
