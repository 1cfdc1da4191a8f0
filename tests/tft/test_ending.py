"""How battles end, and what they earn (BAT, XP)."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import GameOver
from meleekit.tft.actions import DoNothing, LetFall
from meleekit.tft.blow_events import Died, DroppedOut
from meleekit.tft.events import BattleEnded, ExperienceGained
from meleekit.tft.state import Condition
from tests.tft.cases import Position, position, told

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 1], "facing": "N"}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "S", "acted": True}
BLOW: Row = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}


def winners(now: Position) -> list[str]:
    assert now.battle.outcome is not None
    return [now.game.arena.sides[seat] for seat in now.battle.outcome.winners]


def earned(now: Position) -> dict[str, int]:
    """Experience by name, for those who got or lost any."""
    return {now.name(event.figure): event.points for event in now.said(ExperienceGained)}


def test_to_the_death_the_beaten_who_lie_unconscious_are_slain() -> None:
    # TFT-BAT-03
    rows = {"Ann": ANN, "Bob": {**BOB, "hits": 9}}
    now = position(rows, "act Ann").do([9, 2], **BLOW)
    assert now.figure("Bob").condition is Condition.DEAD
    assert [event.rule for event in now.said(Died)] == ["TFT-BAT-03"]
    assert winners(now) == ["Red"]


def test_in_the_arena_a_side_whose_last_lie_unconscious_is_beaten_and_lives() -> None:
    # TFT-BAT-04, XP-03
    rows = {"Ann": ANN, "Bob": {**BOB, "hits": 9}}
    now = position(rows, "act Ann", kind="arena").do([9, 2], **BLOW)
    assert now.figure("Bob").condition is Condition.UNCONSCIOUS
    assert winners(now) == ["Red"]
    assert (told(now, "Ann", "xp"), told(now, "Bob", "xp")) == (30, 20)


def test_a_battle_ends_in_phase_vi_and_not_before() -> None:
    # TFT-BAT-02: Amy, on the winning side, still acts
    rows = {"Ann": ANN, "Amy": {**ANN, "at": [5, 0], "dexterity": 8, "strength": 16}}
    now = position({**rows, "Bob": {**BOB, "hits": 9}}, "act Ann").do([9, 9], **BLOW)
    assert now.open == "act Amy"
    assert now.do(do="nothing").open == "over"


def test_a_battle_goes_on_while_two_of_three_sides_can_fight() -> None:
    # TFT-BAT-02
    rows = {
        "Ann": ANN,
        "Bob": {**BOB, "hits": 9},
        "Cid": {"side": "Green", "at": [3, 0], "acted": True},
    }
    now = position(rows, "act Ann", board="ring6").do([9, 9, 6, 1], **BLOW)
    assert now.battle.turn == 2


def test_with_nobody_left_it_is_a_draw() -> None:
    # TFT-BAT-02: both leave the arena in one turn
    gate = {"facing": "N", "moved": False}
    rows = {
        "Ann": {"side": "Red", "at": [2, -7], **gate},
        "Bob": {"side": "Blue", "at": [-2, 7], **gate},
    }
    now = position(rows, "move Red", kind="arena").do(do="escape", figure="Ann")
    now = now.do(do="escape", figure="Bob")
    assert now.open == "over"
    assert winners(now) == []


def test_runaways_of_a_draw_lose_ten_points() -> None:
    # TFT-XP-09, XP-07
    rows = {"Ann": {**ANN, "at": [2, -7]}, "Bob": {**BOB, "at": [-2, 7], "hits": 2}}
    now = position(rows, "move Red", kind="arena").do(do="escape", figure="Ann")
    now = now.do(do="escape", figure="Bob")
    assert earned(now) == {
        "Ann": -10,
        "Bob": 20,
    }


def test_a_side_that_has_left_the_arena_is_beaten() -> None:
    # TFT-BAT-04, BAT-07, XP-03
    rows = {"Ann": {**ANN, "at": [2, -7]}, "Bob": {**BOB, "moved": True}}
    now = position(rows, "move Red", kind="arena").do(do="escape", figure="Ann")
    assert winners(now) == ["Blue"]
    assert earned(now) == {"Ann": -10, "Bob": 30}


@pytest.mark.parametrize(("turn", "over"), [(2, False), (3, True)])
def test_a_turn_limit_ends_an_undecided_battle_as_a_draw(turn: int, over: bool) -> None:
    # TFT-BAT-11
    rows = {"Ann": ANN, "Bob": {**BOB, "at": [0, -5]}}
    now = position(rows, "act Ann", turn=turn, turn_limit=3)
    after = now.do([] if over else [6, 1], do="nothing")
    assert (after.open == "over") is over
    if over:
        assert winners(after) == []
        assert after.said(BattleEnded)[0].rule == "TFT-BAT-11"


def test_a_decision_in_the_last_turn_counts_before_the_limit() -> None:
    # TFT-BAT-11, BAT-02
    rows = {"Ann": ANN, "Bob": {**BOB, "hits": 9}}
    now = position(rows, "act Ann", turn_limit=1).do([9, 9], **BLOW)
    assert winners(now) == ["Red"]


# -- practice ------------------------------------------------------------------------------------


def test_in_practice_one_at_strength_3_leaves_and_its_side_fights_on() -> None:
    # TFT-BAT-09
    rows = {"Ann": ANN, "Bob": {**BOB, "hits": 7}, "Ben": {**BOB, "at": [5, 0]}}
    now = position(rows, "act Ann", kind="practice").do([9, 4, 6, 1], **BLOW)
    bob = now.figure("Bob")
    assert (bob.condition, bob.hex) == (Condition.DROPPED_OUT, -1)
    assert [now.at(thing.hex) for thing in now.battle.ground] == [(0, 0)]
    assert now.battle.turn == 2


def test_in_practice_a_single_blow_can_still_kill() -> None:
    # TFT-BAT-09: 12 halved is 6, tripled before that 18
    rows = {"Ann": ANN, "Bob": {**BOB, "hits": 6}}
    now = position(rows, "act Ann", kind="practice").do([3, 12], **BLOW)
    assert now.figure("Bob").condition is Condition.DEAD
    assert not now.said(DroppedOut)


def test_in_practice_those_still_in_get_ten() -> None:
    # TFT-XP-05
    rows = {
        "Ann": ANN,
        "Bob": {**BOB, "hits": 8},
        "Amy": {**ANN, "condition": "dropped_out", "at": None},
    }
    now = position(rows, "act Ann", kind="practice").do([9, 2], **BLOW)
    assert earned(now) == {"Ann": 10}


# -- experience ----------------------------------------------------------------------------------


def test_only_survivors_of_the_winning_side_earn_in_a_battle_to_the_death() -> None:
    # TFT-XP-02, XP-08: the unconscious survive, the dead and the beaten get nothing
    rows = {
        "Ann": ANN,
        "Amy": {**ANN, "at": [5, 0], "condition": "unconscious", "hits": 11},
        "Ada": {**ANN, "at": [4, 0], "condition": "dead", "hits": 12},
        "Bob": {**BOB, "hits": 9},
    }
    now = position(rows, "act Ann").do([9, 9], **BLOW)
    assert earned(now) == {
        "Ann": 50,
        "Amy": 50,
    }


def test_after_the_end_there_is_still_an_answer_to_what_a_drawer_would_hold() -> None:
    now = position({"Ann": ANN, "Bob": {**BOB, "hits": 9}}, "act Ann").do([9, 2], **BLOW)
    assert not now.battle.stack
    assert now.game.is_aside(now.battle, LetFall(0, 0))
    assert not now.game.is_aside(now.battle, DoNothing())


def test_nothing_can_be_done_after_the_end() -> None:
    now = position({"Ann": ANN, "Bob": {**BOB, "hits": 9}}, "act Ann").do([9, 9], **BLOW)
    with pytest.raises(GameOver):
        now.game.apply(now.battle, 0, DoNothing(), Given(()))
