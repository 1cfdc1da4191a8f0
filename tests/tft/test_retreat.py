"""Disengaging and forced retreat (DIS, RET)."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.tft.events import Cornered, Stumbled
from meleekit.tft.state import Posture
from tests.tft.cases import Position, position

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 1], "facing": "N", "struck": ["Bob"]}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "S", "hits": 3, "hits_this_turn": 3}
LAST: Row = {"side": "Red", "at": [5, 0], "dexterity": 8, "strength": 16}


def to_retreats(ann: Row | None = None, bob: Row | None = None, **others: Any) -> Position:
    """The position after the last action of a turn in which Ann has wounded Bob."""
    rows = {
        "Ann": {**ANN, "acted": True, **(ann or {})},
        "Bob": {**BOB, "acted": True, **(bob or {})},
        **others,
        "Zoe": LAST,
    }
    return position(rows, "act Zoe").do(do="nothing")


@pytest.mark.parametrize(
    ("ann", "bob"),
    [
        ({"hits": 1, "hits_this_turn": 1}, {}),
        ({"posture": "prone"}, {}),
        ({"posture": "kneeling"}, {}),
        ({"condition": "unconscious", "hits": 11}, {}),
        ({"struck": []}, {}),
        ({}, {"at": [0, -1]}),
        ({}, {"posture": "prone"}),
        ({}, {"posture": "kneeling"}),
        ({}, {"condition": "unconscious", "hits": 11}),
        ({}, {"condition": "dead", "hits": 12}),
        ({}, {"forced": True}),
    ],
)
def test_who_has_no_right_to_force_a_retreat(ann: Row, bob: Row) -> None:
    # TFT-RET-01, RET-02, RET-03
    ben = {"side": "Blue", "at": [-5, 0], "acted": True}
    now = position(
        {
            "Ann": {**ANN, "acted": True, **ann},
            "Bob": {**BOB, "acted": True, **bob},
            "Ben": ben,
            "Zoe": LAST,
        },
        "act Zoe",
    )
    assert now.do([6, 1], do="nothing").battle.turn == 2


def test_hits_of_an_earlier_turn_do_not_count_against_the_victor() -> None:
    # TFT-RET-01
    assert to_retreats({"hits": 5}).open == "retreat Ann"


def test_the_right_may_be_let_pass() -> None:
    # TFT-RET-07
    now = to_retreats().do([6, 1], do="nothing")
    assert now.battle.turn == 2
    assert now.at(now.figure("Bob").hex) == (0, 0)


def test_victors_come_in_the_order_of_adjdex() -> None:
    # TFT-RET-03
    ben = {"side": "Blue", "at": [5, -1], "facing": "S", "struck": ["Zoe"], "dexterity": 14}
    rows = {
        "Ann": {**ANN, "acted": True},
        "Bob": {**BOB, "acted": True},
        "Ben": {**ben, "acted": True},
        "Zoe": {**LAST, "acted": True, "hits": 2, "hits_this_turn": 2},
        "Amy": {"side": "Red", "at": [-5, 0], "strength": 16, "dexterity": 8},
    }
    now = position(rows, "act Amy").do(do="nothing")
    assert now.open == "retreat Ben"
    assert now.do(do="nothing").open == "retreat Ann"


def test_a_victim_is_forced_once_a_turn() -> None:
    # TFT-RET-03: Amy has wounded Bob too; one step leaves him next to her
    amy = {"side": "Red", "at": [1, 0], "facing": "NW", "struck": ["Bob"], "acted": True}
    now = to_retreats({"dexterity": 14}, Amy=amy)
    now = now.do(do="force_back", target="Bob", hex=[1, -1])
    now = now.do([6, 1], do="nothing")
    assert now.battle.turn == 2


def test_a_victor_forces_one_victim_only() -> None:
    # TFT-RET-03
    cid = {**BOB, "at": [1, 0], "acted": True}
    now = to_retreats({"struck": ["Bob", "Cid"]}, Cid=cid)
    now = now.do(do="force_back", target="Bob", hex=[0, -1]).do([6, 1], do="nothing")
    assert now.battle.turn == 2


def test_a_forced_victor_keeps_its_right_where_it_is_still_adjacent() -> None:
    # TFT-RET-03: Bob has wounded Cat, who stands beside him after the step too
    cat = {**BOB, "side": "Red", "at": [1, -1], "acted": True}
    bob = {"struck": ["Cat"], "hits_this_turn": 0, "hits": 0}
    now = to_retreats({"dexterity": 14}, bob, Cat=cat)
    now = now.do(do="force_back", target="Bob", hex=[0, -1]).do(do="nothing")
    assert now.open == "retreat Bob"


def test_the_victim_goes_to_free_hexes_or_onto_the_fallen_without_a_roll() -> None:
    # TFT-RET-04
    rows: dict[str, Row] = {
        "Cid": {"side": "Blue", "at": [0, -1], "acted": True},
        "Dan": {"side": "Blue", "at": [1, -1], "condition": "dead"},
        "Eli": {"side": "Red", "at": [1, 0], "posture": "prone", "acted": True},
    }
    now = to_retreats(**rows)
    free = {
        tuple(hex_)
        for hex_ in ([0, -1], [1, -1], [1, 0], [-1, 1], [-1, 0], [0, 1])
        if now.allows(do="force_back", target="Bob", hex=hex_)
    }
    assert free == {(1, -1), (-1, 1), (-1, 0)}
    after = now.do(do="force_back", target="Bob", hex=[1, -1])
    assert not after.said(Stumbled)
    assert after.figure("Bob").posture is Posture.STANDING


CORNER: Row = {
    "id": "corner",
    "title": "Corner",
    "hexes": [[0, 0], [0, 1], [0, 2], [0, 3]],
    "entrances": [[[0, 2], [0, 3]], [[0, 0]]],
}


@pytest.mark.parametrize(("total", "stands"), [(9, True), (10, False), (3, True), (18, False)])
def test_without_room_the_victim_rolls_to_keep_its_feet(total: int, stands: bool) -> None:
    # TFT-RET-05: adjDEX 9, plain 3d6
    bob = {**BOB, "strength": 15, "dexterity": 9, "acted": True}
    now = position({"Ann": {**ANN, "acted": True}, "Bob": bob}, "retreat Ann", board=CORNER)
    assert now.kinds() == {"force_back", "nothing"}
    after = now.do([total, 6, 1], do="force_back", target="Bob", hex=[])
    assert (after.figure("Bob").posture is Posture.STANDING) is stands
    assert after.said(Cornered)[0].needed == 9


def test_adjdex_for_keeping_ones_feet_takes_no_automatic_results() -> None:
    # TFT-RET-05, DEX-17: goblin, DEX 4 in plate is -1: it falls on every roll
    bob = {
        **BOB,
        "race": "goblin",
        "strength": 14,
        "dexterity": 4,
        "armour": "plate",
        "acted": True,
    }
    now = position({"Ann": {**ANN, "acted": True}, "Bob": bob}, "retreat Ann", board=CORNER)
    assert now.chance("fall", do="force_back", target="Bob", hex=[]) == 1


def test_the_victor_may_step_in_and_turn() -> None:
    # TFT-RET-06
    now = to_retreats().do(do="force_back", target="Bob", hex=[1, -1])
    assert now.kinds() == {"step_in", "nothing"}
    now = now.do(do="step_in").do([6, 1], do="face", facing="NE")
    assert (now.at(now.figure("Ann").hex), now.figure("Ann").facing) == ((0, 0), 1)


def test_nobody_steps_in_where_somebody_conscious_still_lies() -> None:
    # TFT-RET-06, MOVE-11: Cid lay in the hex in which Bob had risen
    cid = {"side": "Blue", "at": [0, 0], "posture": "prone", "acted": True}
    now = to_retreats(Cid=cid).do([6, 1], do="force_back", target="Bob", hex=[1, -1])
    assert now.battle.turn == 2


# -- disengaging ---------------------------------------------------------------------------------

HELD: Row = {"side": "Red", "at": [0, 1], "facing": "N", "dexterity": 14, "engaged_at_start": True}
FOE: Row = {"side": "Blue", "at": [0, 0], "facing": "S"}


def test_disengaging_leads_to_any_free_hex_or_onto_the_fallen() -> None:
    # TFT-DIS-01, DIS-02
    rows = {"Ann": HELD, "Bob": FOE, "Cid": {"side": "Blue", "at": [0, 2], "condition": "dead"}}
    now = position(rows, "act Ann")
    around = ([0, 0], [1, 0], [1, 1], [0, 2], [-1, 2], [-1, 1])
    free = [hex_ for hex_ in around if now.allows(do="disengage", hex=hex_)]
    assert free == [[1, 0], [1, 1], [0, 2], [-1, 2], [-1, 1]]
    assert not now.do(do="disengage", hex=[0, 2]).said(Stumbled)


def test_one_that_disengages_sets_its_facing_and_has_acted() -> None:
    # TFT-DIS-02, DIS-07
    now = position({"Ann": HELD, "Bob": FOE}, "act Ann").do(do="disengage", hex=[1, 0])
    assert now.open == "face Ann"
    now = now.do(do="face", facing="NW")
    assert now.open == "act Bob"
    assert now.figure("Ann").acted
