"""Moving, facing, engagement, jumps, leaving the arena (MOVE, FACE, ENG, BAT-07)."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.hexgrid import DIRECTION_NAMES, distance
from meleekit.tft.engagement import is_engaged
from meleekit.tft.events import Stumbled
from meleekit.tft.state import Condition, Parry, Posture
from tests.tft.cases import Position, position

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 0], "facing": "N"}
AMY: Row = {"side": "Red", "at": [-5, 0], "facing": "N"}
FAR: Row = {"side": "Blue", "at": [3, -7], "facing": "N"}
BODY: Row = {"side": "Red", "condition": "dead"}


def moving(**fighters: Row) -> Position:
    return position({"Ann": ANN, "Bob": FAR, **fighters}, "move Red")


@pytest.mark.parametrize(("armour", "allowance"), [("plate", 4), ("chainmail", 6)])
@pytest.mark.parametrize("facing", ["N", "SW"])
def test_each_hex_costs_one_whatever_the_facing(armour: str, allowance: int, facing: str) -> None:
    # TFT-MOVE-02, MOVE-03
    now = moving(Ann={**ANN, "armour": armour, "facing": facing}, Bob={**FAR, "facing": "N"})
    board = now.game.arena.board.coords
    near = {h for h in board if distance((0, 0), h) <= allowance and h != (3, -7)}
    assert now.moves("Ann") == near


@pytest.mark.parametrize("at", [(1, 0), (0, 1), (-1, 1)])
def test_starting_at_an_enemys_side_or_rear_does_not_hinder(at: tuple[int, int]) -> None:
    # TFT-MOVE-16, MOVE-05
    now = moving(Ann={**ANN, "at": list(at)}, Bob={**FAR, "at": [0, 0]})
    assert (at[0], at[1] + 4) in now.moves("Ann")


def test_one_on_the_ground_stays() -> None:
    # TFT-MOVE-08
    assert moving(Ann={**ANN, "posture": "prone"}).moves("Ann") == {(0, 0)}


def test_one_on_the_ground_is_asked_no_facing() -> None:
    # TFT-MOVE-08: it could change it, but nothing looks at it before missiles fly
    now = moving(Ann={**ANN, "posture": "prone"}).do(do="move", figure="Ann", hex=[0, 0])
    assert now.open == "move Blue"


@pytest.mark.parametrize("posture", ["standing", "kneeling", "prone"])
@pytest.mark.parametrize("side", ["Red", "Blue"])
def test_nobody_enters_the_hex_of_a_conscious_character(side: str, posture: str) -> None:
    # TFT-MOVE-09, MOVE-11
    other = {"side": side, "at": [0, -3], "facing": "N", "posture": posture}
    assert (0, -3) not in moving(Cid=other).moves("Ann")


def test_a_walk_ends_on_a_fallen_character() -> None:
    # TFT-MOVE-10: plate allows 4; round the body to (0, -4) costs 5
    now = moving(Ann={**ANN, "armour": "plate"}, Amy={**BODY, "at": [0, -1]})
    assert (0, -1) in now.moves("Ann")
    assert (0, -4) not in now.moves("Ann")


def test_facing_is_free_at_the_end_of_every_movement() -> None:
    # TFT-FACE-02
    for hex_ in ([0, 0], [0, -1]):
        now = moving().do(do="move", figure="Ann", hex=hex_)
        assert now.open == "face Ann"
        assert [now.allows(do="face", facing=name) for name in DIRECTION_NAMES] == [True] * 6


# -- engagement ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bob",
    [
        {"posture": "prone"},
        {"posture": "kneeling"},
        {"bending": True},
        {"condition": "unconscious"},
    ],
)
def test_one_without_a_front_engages_nobody(bob: Row) -> None:
    # TFT-ENG-02
    now = moving(Bob={"side": "Blue", "at": [0, 1], "facing": "N", **bob})
    assert not is_engaged(now.game.arena, now.battle, now.who("Ann"))


@pytest.mark.parametrize("posture", ["prone", "kneeling"])
def test_one_on_the_ground_may_be_engaged(posture: str) -> None:
    # TFT-ENG-03
    now = moving(Ann={**ANN, "posture": posture}, Bob={**FAR, "at": [0, 1]})
    assert is_engaged(now.game.arena, now.battle, now.who("Ann"))


def test_an_unarmed_enemy_engages_too() -> None:
    # TFT-ENG-01
    now = moving(Bob={**FAR, "at": [0, 1], "items": []})
    assert is_engaged(now.game.arena, now.battle, now.who("Ann"))


# -- the fallen underfoot ------------------------------------------------------------------------


def test_a_jump_costs_three_in_all() -> None:
    # TFT-MOVE-12
    now = moving(Amy={**BODY, "at": [0, -1]}).do(
        [1], do="jump", figure="Ann", hex=[0, -2], over=[[0, -1]]
    )
    assert now.figure("Ann").steps == 3


def test_one_may_walk_on_after_a_jump() -> None:
    # TFT-MOVE-12, MOVE-13: one roll, for the jump
    now = moving(Amy={**BODY, "at": [0, -1]}).do(
        [5], do="jump", figure="Ann", hex=[0, -3], over=[[0, -1]]
    )
    assert now.at(now.figure("Ann").hex) == (0, -3)
    assert now.figure("Ann").steps == 4


def test_a_prone_friend_is_jumped_over_but_not_walked_on() -> None:
    # TFT-MOVE-11, MOVE-12
    now = moving(Amy={"side": "Red", "at": [0, -1], "posture": "prone"})
    assert (0, -1) not in now.moves("Ann")
    assert now.allows(do="jump", figure="Ann", hex=[0, -2], over=[[0, -1]])


def test_landing_on_a_body_asks_for_one_roll_only() -> None:
    # TFT-MOVE-13
    now = moving(Amy={**BODY, "at": [0, -1]}, Ada={**BODY, "at": [0, -2]})
    now = now.do([5], do="jump", figure="Ann", hex=[0, -2], over=[[0, -1]])
    assert len(now.said(Stumbled)) == 1
    assert now.figure("Ann").posture is Posture.STANDING


def test_two_jumps_may_take_all_the_movement_there_is() -> None:
    # TFT-MOVE-12: chainmail allows 6; in a corridor there is no way round the bodies
    rows: dict[str, Row] = {
        "Ann": {**ANN, "armour": "chainmail", "at": [0, 3]},
        "Amy": {**BODY, "at": [0, 2]},
        "Ada": {**BODY, "at": [0, 0]},
        "Bob": {**FAR, "at": [0, -3], "facing": "N"},
    }
    now = position(rows, "move Red", kind="arena", board=CORRIDOR)
    assert now.allows(do="jump", figure="Ann", hex=[0, -1], over=[[0, 2], [0, 0]])


def test_a_jump_over_two_bodies_in_a_row_is_not_one_jump() -> None:
    # TFT-MOVE-12: plate allows 4 and a jump costs 3
    rows = {"Amy": {**BODY, "at": [0, -1]}, "Ada": {**BODY, "at": [0, -2]}}
    now = moving(Ann={**ANN, "armour": "plate"}, **rows)
    assert not now.allows(do="jump", figure="Ann", hex=[0, -3], over=[[0, -1]])


def test_one_that_stumbles_where_it_walked_lies_there_and_is_done() -> None:
    # TFT-MOVE-13
    now = moving(Amy={**BODY, "at": [0, -2]}).do([6], do="move", figure="Ann", hex=[0, -2])
    ann = now.figure("Ann")
    assert (now.at(ann.hex), ann.posture, ann.steps) == ((0, -2), Posture.PRONE, 2)
    assert now.open == "move Blue"


def test_a_shift_onto_a_body_asks_for_a_roll() -> None:
    # TFT-MOVE-06, MOVE-13
    rows = {"Amy": {**BODY, "at": [1, 0]}, "Bob": {**FAR, "at": [0, 1]}}
    now = moving(**rows).do([6], do="move", figure="Ann", hex=[1, 0])
    assert now.figure("Ann").posture is Posture.PRONE


def test_staying_on_a_body_asks_for_no_roll() -> None:
    # TFT-MOVE-13
    now = moving(Amy={**BODY, "at": [0, 0]}).do(do="move", figure="Ann", hex=[0, 0])
    assert not now.said(Stumbled)


def test_a_stumble_is_no_knock_down() -> None:
    # TFT-MOVE-13
    now = moving(Amy={**BODY, "at": [0, -2]}).do([6], do="move", figure="Ann", hex=[0, -2])
    assert now.figure("Ann").down_until == 0


# -- standing up ---------------------------------------------------------------------------------


@pytest.mark.parametrize("posture", ["prone", "kneeling"])
def test_standing_up_takes_the_turn_and_sets_the_facing(posture: str) -> None:
    # TFT-MOVE-17, ACT-05
    now = moving(Ann={**ANN, "posture": posture}, Bob={**FAR, "at": [0, 1]})
    now = now.do(do="stand_up", figure="Ann")
    assert now.open == "face Ann"
    now = now.do(do="face", facing="S").do(do="end_movement")
    assert now.open == "act Bob"
    ann = now.figure("Ann")
    assert (ann.posture, ann.steps, ann.acted) == (Posture.STANDING, 0, True)


def test_one_knocked_down_may_only_stand_up_or_stay_down() -> None:
    # TFT-MOVE-18
    now = moving(Ann={**ANN, "posture": "prone", "down_until": 1})
    assert now.kinds() == {"move", "stand_up", "order", "end_movement"}
    assert now.moves("Ann") == {(0, 0)}


def test_a_friend_on_the_ground_does_not_keep_one_from_rising() -> None:
    # TFT-MOVE-24: one rises, the other waits
    low = {**ANN, "posture": "prone"}
    now = moving(Ann=low, Amy=low).do(do="stand_up", figure="Ann").do(do="face", facing="N")
    assert not now.allows(do="stand_up", figure="Amy")


# -- main-gauche ---------------------------------------------------------------------------------

FENCER: Row = {**ANN, "items": ["rapier", "main_gauche"]}


def test_the_use_of_a_main_gauche_is_asked_at_the_end_of_movement() -> None:
    # TFT-MOVE-23
    now = moving(Ann=FENCER).do(do="move", figure="Ann", hex=[0, 1]).do(do="face", facing="N")
    assert now.open == "parry Ann"
    assert now.do(do="parry", mode="both").figure("Ann").parry is Parry.BOTH


def test_without_a_word_a_main_gauche_parries() -> None:
    # TFT-MOVE-23
    now = position({"Ann": FENCER, "Bob": {**FAR, "acted": True}}, "act Ann")
    now = now.do(do="nothing", dice=[6, 1])
    assert now.figure("Ann").parry is Parry.SHIELD


@pytest.mark.parametrize("posture", ["prone", "kneeling"])
def test_on_the_ground_a_main_gauche_is_idle(posture: str) -> None:
    # TFT-MOVE-23, MG-05
    down = {**FENCER, "posture": posture, "acted": True}
    now = position({"Ann": down, "Bob": FAR}, "act Bob").do([6, 1], do="nothing")
    assert now.figure("Ann").parry is Parry.IDLE


def test_going_down_ends_a_main_gauches_use() -> None:
    # TFT-MG-05: no parry, no penalty
    now = position(
        {"Ann": {**FENCER, "parry": "shield"}, "Bob": {**FAR, "dexterity": 8, "strength": 16}},
        "act Ann",
    )
    now = now.do(do="go_down", posture="kneeling")
    assert now.figure("Ann").parry is Parry.IDLE


# -- leaving the arena ---------------------------------------------------------------------------

GATE: Row = {"side": "Red", "facing": "N"}


def leaving(**rows: Row) -> Position:
    fighters = {"Ann": {}, "Bob": {**FAR, "at": [0, 5]}, **rows}
    return position(fighters, "move Red", kind="arena")


def test_leaving_costs_one_more_than_the_way_to_the_gate() -> None:
    # TFT-BAT-07: from (2, -4) to (2, -7) and out is 4, all that plate allows
    now = leaving(Ann={**GATE, "at": [2, -4], "armour": "plate"}, Amy=AMY)
    assert now.allows(do="escape", figure="Ann")
    now = leaving(Ann={**GATE, "at": [2, -3], "armour": "plate"}, Amy=AMY)
    assert not now.allows(do="escape", figure="Ann")


def test_one_that_left_is_out_of_the_battle() -> None:
    # TFT-BAT-07
    now = leaving(Ann={**GATE, "at": [2, -6]}, Amy=AMY).do(do="escape", figure="Ann")
    assert now.figure("Ann").condition is Condition.ESCAPED
    assert now.open == "move Red"


def test_any_gate_serves() -> None:
    # TFT-BAT-07
    now = leaving(Ann={**GATE, "at": [-2, 6]}, Amy=AMY)
    assert now.allows(do="escape", figure="Ann")


def test_the_engaged_do_not_leave() -> None:
    # TFT-BAT-07
    now = leaving(Ann={**GATE, "at": [2, -7]}, Bob={**FAR, "at": [2, -6], "facing": "N"})
    assert not now.allows(do="escape", figure="Ann")


def test_one_that_has_to_stop_at_the_gate_does_not_leave() -> None:
    # TFT-BAT-07, MOVE-15: Bob looks on all three entrance hexes or stands in one
    rows = {
        "Ann": {**GATE, "at": [1, -5], "armour": "plate"},
        "Bob": {**FAR, "at": [2, -7], "facing": "SW"},
        "Ben": {**FAR, "at": [3, -6], "facing": "N"},
    }
    assert not leaving(**rows).allows(do="escape", figure="Ann")


def test_the_prone_do_not_leave() -> None:
    # TFT-BAT-07
    now = leaving(Ann={**GATE, "at": [2, -7], "posture": "prone"}, Amy=AMY)
    assert not now.allows(do="escape", figure="Ann")


# A way out that is one hex wide: its northern gate lies behind Amy's body, Ada bars the others.
CORRIDOR: Row = {
    "id": "corridor",
    "title": "Corridor",
    "hexes": [[0, r] for r in range(-3, 7)],
    "entrances": [[[0, 4], [0, 5], [0, 6]], [[0, -3]]],
}


def behind_a_body(ann: Row) -> Position:
    rows = {
        "Ann": {**GATE, "armour": "plate", **ann},
        "Amy": {**BODY, "at": [0, -2]},
        "Ada": {**GATE, "at": [0, 4]},
        "Bob": {**FAR, "at": [0, 6]},
    }
    return position(rows, "move Red", kind="arena", board=CORRIDOR)


def test_one_leaves_by_a_jump_over_a_body_where_no_other_way_leads_out() -> None:
    # TFT-BAT-07, MOVE-10, MOVE-12: 3 for the jump to the gate and 1 to leave, all plate allows
    now = behind_a_body({"at": [0, -1]})
    assert (0, -3) not in now.moves("Ann")
    now = now.do([5], do="escape", figure="Ann", over=[[0, -2]])
    assert (now.figure("Ann").condition, now.figure("Ann").steps) == (Condition.ESCAPED, 4)
    assert now.open == "move Red"


def test_one_that_could_not_pay_for_jump_and_gate_does_not_leave() -> None:
    # TFT-BAT-07, MOVE-12: a step, the jump and leaving cost 5
    now = behind_a_body({"at": [0, 0]})
    assert now.refusal(do="escape", figure="Ann", over=[[0, -2]]).rule == "TFT-BAT-07"
    now = behind_a_body({"at": [0, 0], "armour": "chainmail"})
    assert now.allows(do="escape", figure="Ann", over=[[0, -2]])


def test_one_that_stumbles_on_its_way_out_lies_there_and_has_not_left() -> None:
    # TFT-BAT-07, MOVE-13: prone in the jumped hex
    now = behind_a_body({"at": [0, -1]}).do([6], do="escape", figure="Ann", over=[[0, -2]])
    ann = now.figure("Ann")
    assert (ann.condition, ann.posture, now.at(ann.hex)) == (
        Condition.FIT,
        Posture.PRONE,
        (0, -2),
    )
    assert now.open == "move Red"
