"""Initiative, who moves and acts when, early defence (INIT, TURN, ACT, DEF)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from meleekit.tft.blow_events import Attacked
from meleekit.tft.dexterity import order_dex
from meleekit.tft.events import Defended, InitiativeRolled, OrderChosen, TieRolled, TurnBegan
from tests.tft.cases import position, told

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 0], "facing": "S"}
AMY: Row = {"side": "Red", "at": [-5, 0], "facing": "S"}
BOB: Row = {"side": "Blue", "at": [0, 1], "facing": "N"}
FAR: Row = {"side": "Blue", "at": [0, 5], "facing": "N"}
BLOW: Row = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}


def test_equal_dice_for_initiative_are_thrown_again() -> None:
    # TFT-INIT-01
    now = position({"Ann": ANN, "Bob": FAR}, "act Ann").do(do="nothing")
    now = now.do(do="nothing", dice=[4, 4, 2, 3])
    assert now.said(InitiativeRolled)[0].dice == ((4, 2), (4, 3))
    assert now.open == "initiative Blue"


@pytest.mark.parametrize(("last", "first_to_move"), [(False, "Red"), (True, "Blue")])
def test_of_two_players_the_winner_moves_first_or_second(last: bool, first_to_move: str) -> None:
    # TFT-INIT-02
    now = position({"Ann": ANN, "Bob": FAR}, "initiative Red")
    assert now.do(do="initiative", last=last).open == f"move {first_to_move}"


def test_of_two_players_the_choice_is_made_by_the_rule_for_two() -> None:
    # TFT-INIT-02
    now = position({"Ann": ANN, "Bob": FAR}, "initiative Red").do(do="initiative", last=True)
    assert now.said(OrderChosen)[0].rule == "TFT-INIT-02"


@pytest.mark.parametrize(
    ("last", "order"), [(False, ["Red", "Blue", "Green"]), (True, ["Blue", "Green", "Red"])]
)
def test_of_three_players_the_winner_moves_first_or_last_by_the_rule_for_more(
    last: bool, order: list[str]
) -> None:
    # TFT-INIT-03: Blue has rolled better than Green
    rows = {"Ann": ANN, "Bob": FAR, "Cid": {"side": "Green", "at": [3, 0]}}
    now = position(rows, "initiative Red", board="ring6").do(do="initiative", last=last)
    (chosen,) = now.said(OrderChosen)
    assert chosen.rule == "TFT-INIT-03"
    assert [now.game.arena.sides[seat] for seat in chosen.order] == order


def test_only_players_with_somebody_able_to_fight_roll() -> None:
    # TFT-INIT-01, TURN-04
    now = position(
        {
            "Ann": {**ANN, "side": "A"},
            "Bob": {**FAR, "side": "B", "acted": True},
            "Cid": {"side": "C", "at": [2, 0], "condition": "unconscious"},
        },
        "act Ann",
        board="ring6",
    )
    now = now.do(do="nothing", dice=[1, 6])
    assert now.said(InitiativeRolled)[0].seats == (0, 1)


def test_a_prone_character_is_able_to_fight() -> None:
    # TFT-TURN-04
    now = position({"Ann": ANN, "Bob": {**FAR, "posture": "prone", "acted": True}}, "act Ann")
    assert now.do(do="nothing", dice=[6, 1]).open == "initiative Red"


def test_a_player_moves_all_its_characters_in_any_order_before_the_next() -> None:
    # TFT-INIT-04
    now = position({"Ann": ANN, "Amy": AMY, "Bob": FAR}, "move Red")
    now = now.do(do="move", figure="Amy", hex=[-5, 1]).do(do="face", facing="S")
    assert now.open == "move Red"
    now = now.do(do="move", figure="Ann", hex=[0, 0]).do(do="face", facing="S")
    assert now.open == "move Blue"


def test_characters_not_moved_have_stayed() -> None:
    # TFT-MOVE-19
    now = position({"Ann": ANN, "Amy": AMY, "Bob": BOB}, "move Red").do(do="end_movement")
    assert now.open == "move Blue"
    assert [now.figure(name).steps for name in ("Ann", "Amy")] == [0, 0]


def test_status_at_the_start_of_movement_is_taken_when_one_sets_out() -> None:
    # TFT-ENG-05
    now = position({"Ann": ANN, "Amy": AMY, "Bob": BOB}, "move Red")
    now = now.do(do="move", figure="Ann", hex=[0, 0])
    assert now.figure("Ann").engaged_at_start
    assert [now.name(who) for who in now.figure("Ann").engagers] == ["Bob"]


def test_status_of_one_not_moved_is_taken_at_the_end_of_its_players_movement() -> None:
    # TFT-ENG-05: Bob comes up to Amy after Red's movement, so that she was free in it
    now = position({"Ann": ANN, "Amy": {**AMY, "at": [0, 3]}, "Bob": FAR}, "move Red")
    now = now.do(do="end_movement").do(do="move", figure="Bob", hex=[0, 4])
    assert not now.figure("Amy").engaged_at_start


def test_the_highest_adjdex_acts_first() -> None:
    # TFT-ACT-06
    fighters = {
        "Zed": {**AMY, "dexterity": 16},
        "Ann": {**ANN, "armour": "plate"},
        "Bob": {**FAR, "armour": "leather"},
    }
    now = position(fighters, "act Zed").do(do="nothing")
    assert now.open == "act Bob"
    assert now.do(do="nothing").open == "act Ann"


def test_armour_shield_and_main_gauche_count_for_the_order() -> None:
    # TFT-ACT-07: 12 - 2; 12 - 1; 12 - 2
    rows = {
        "Ann": {**ANN, "armour": "leather"},
        "Bob": {**BOB, "items": ["broadsword", "large_shield"]},
        "Amy": {**AMY, "items": ["rapier", "main_gauche"], "parry": "shield"},
        "Ben": {**FAR, "items": ["broadsword", "small_shield"]},
    }
    now = position(rows, "act Ann")
    assert [told(now, name, "dex") for name in rows] == [10, 11, 10, 12]


def test_there_is_no_delaying() -> None:
    # TFT-ACT-09
    rows = {"Ann": {**ANN, "dexterity": 13}, "Bob": {**FAR, "dexterity": 10, "strength": 14}}
    now = position({**rows, "Amy": AMY}, "act Ann").do(do="nothing").do(do="nothing")
    assert now.open == "act Bob"
    assert now.figure("Ann").acted


def test_one_that_can_only_do_nothing_is_not_asked() -> None:
    # TFT-ACT-10
    rows = {
        "Ann": ANN,
        "Bob": {**FAR, "strength": 13, "dexterity": 11, "steps": 6},
        "Amy": {**AMY, "dexterity": 10, "strength": 14},
    }
    assert position(rows, "act Ann").do(do="nothing").open == "act Amy"


def test_a_roll_between_equals_holds_for_forced_retreats_too() -> None:
    # TFT-ACT-08, RET-03: Bob won the roll against Ann; both have beaten somebody
    rows = {
        "Zed": {**AMY, "dexterity": 14},
        "Ann": ANN,
        "Amy": {"side": "Red", "at": [3, 0]},
        "Bob": {"side": "Blue", "at": [3, 1], "facing": "N", "struck": ["Amy"]},
        "Ben": {**BOB, "hits_this_turn": 2, "hits": 2, "acted": True},
    }
    rows["Amy"] |= {"hits_this_turn": 2, "hits": 2, "acted": True}
    rows["Ann"] = {**ANN, "struck": ["Ben"]}
    now = position(rows, "act Zed").do(do="nothing", dice=[1, 6])
    assert now.said(TieRolled)
    assert now.open == "act Bob"
    now = now.do(do="nothing").do(do="nothing")
    assert now.open == "retreat Bob"
    assert not now.said(TieRolled)


def tie_rolled(kept: Sequence[Sequence[str]], dice: dict[str, int]) -> list[str]:
    """The order of equals who roll those dice, as it is told and then played.

    `kept` are the orders rolled between some of them earlier in the turn.
    """
    rows = {
        name: {**(AMY if place < 3 else FAR), "at": [place, 0]} for place, name in enumerate(dice)
    }
    now = position({**rows, "Zed": {**FAR, "dexterity": 14}}, "act Zed")
    now.battle.tied = tuple(tuple(map(now.who, names)) for names in kept)
    now = now.do(list(dice.values()), do="nothing")
    (rolled,) = now.said(TieRolled)
    order = [now.name(who) for who in rolled.order]
    assert sorted(order) == sorted(dice)
    for name in order[:-1]:
        assert now.open == f"act {name}"
        now = now.do(do="nothing")
    assert now.open == f"act {order[-1]}"
    return order


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ({"Xia": 2, "Yan": 5, "New": 6}, ["New", "Xia", "Yan"]),
        ({"Xia": 5, "Yan": 2, "New": 6}, ["New", "Xia", "Yan"]),
        ({"Xia": 2, "Yan": 6, "New": 4}, ["Xia", "New", "Yan"]),
        ({"Xia": 6, "Yan": 2, "New": 4}, ["Xia", "New", "Yan"]),
        ({"Xia": 4, "Yan": 6, "New": 2}, ["Xia", "Yan", "New"]),
    ],
)
def test_when_another_joins_equals_all_roll_and_the_old_keep_their_order_in_their_places(
    dice: dict[str, int], order: list[str]
) -> None:
    # TFT-ACT-08: Xia came before Yan in the roll that is kept between the two
    assert tie_rolled([["Xia", "Yan"]], dice) == order


def test_when_two_groups_of_equals_meet_each_keeps_its_order() -> None:
    # TFT-ACT-08: the dice say which places a group wins, the kept rolls who of it is where
    for dice in permutations((6, 5, 4, 3)):
        won = dict(zip(("Ann", "Abe", "Eve", "Eli"), dice, strict=True))
        order = tie_rolled([["Ann", "Abe"], ["Eve", "Eli"]], won)
        groups = ["A" if name in ("Ann", "Abe") else "E" for name in order]
        by_dice = sorted(won, key=lambda name: -won[name])
        assert groups == ["A" if name in ("Ann", "Abe") else "E" for name in by_dice]
        assert order.index("Ann") < order.index("Abe")
        assert order.index("Eve") < order.index("Eli")


def test_a_roll_among_more_holds_for_those_who_are_left() -> None:
    # TFT-ACT-08: Abe has acted; the others do not roll again
    rows = {
        "Ann": ANN,
        "Ada": {**AMY, "at": [-4, 0]},
        "Abe": {**AMY, "at": [-3, 0], "acted": True},
        "Zed": {**FAR, "dexterity": 14},
    }
    now = position(rows, "act Zed")
    now.battle.tied = (tuple(map(now.who, ("Abe", "Ada", "Ann"))),)
    now = now.do(do="nothing")
    assert now.open == "act Ada"


def test_what_belonged_to_the_last_turn_is_cleared() -> None:
    # TFT-TURN-02
    rows = {
        "Ann": {**ANN, "steps": 3, "engaged_at_start": True},
        "Bob": {**FAR, "acted": True, "guard": "dodge", "hits": 4, "hits_this_turn": 4},
    }
    now = position(rows, "act Ann").do(do="nothing", dice=[6, 1])
    assert now.said(TurnBegan)
    ann, bob = now.figure("Ann"), now.figure("Bob")
    assert (ann.moved, ann.acted, ann.steps, ann.engaged_at_start) == (False, False, 0, False)
    assert (bob.guard.value, bob.hits, bob.hits_this_turn) == ("none", 4, 0)


def test_one_shaken_twice_running_has_the_loss_in_each_of_the_turns_after() -> None:
    # TFT-INJ-02, TFT-TURN-02: five hits in turn 1 and five in turn 2
    bob = {**FAR, "acted": True, "dexterity": 8, "strength": 16}
    bob |= {"hits": 10, "hits_this_turn": 5, "shaken_turn": 2}
    now = position({"Ann": ANN, "Bob": bob}, "act Ann", turn=2)
    assert order_dex(now.game.arena, now.battle, now.who("Bob"))[0] == 6
    now = now.do(do="nothing", dice=[6, 1])
    assert (now.battle.turn, order_dex(now.game.arena, now.battle, now.who("Bob"))[0]) == (3, 6)


# -- early defence -------------------------------------------------------------------------------


def answered(**orders: Any) -> bool:
    """Whether Bob, in leather, defends early under his orders; 3.87 hits are to be expected."""
    rows = {
        "Ann": ANN,
        "Bob": {**BOB, "dexterity": 10, "strength": 14, "armour": "leather", "orders": orders},
    }
    now = position(rows, "act Ann", turn_limit=1)
    dice = [14] if orders.get("order") == "always" or orders.get("above", 9) < 4 else [13]
    return bool(now.do(dice, **BLOW).said(Defended))


@pytest.mark.parametrize(
    ("orders", "defends"),
    [
        ({"order": "always"}, True),
        ({"order": "never"}, False),
        ({"order": "if_expected", "above": 3}, True),
        ({"order": "if_expected", "above": 4}, False),
    ],
)
def test_a_standing_order_is_followed_without_asking(orders: Row, defends: bool) -> None:
    # TFT-DEF-06
    assert answered(**orders) is defends


@pytest.mark.parametrize(
    "bob",
    [
        {"acted": True},
        {"steps": 2},
        {"items": ["small_bow"]},
        {"items": []},
        {"posture": "kneeling"},
        {"down_until": 1},
        {"bending": True},
    ],
)
def test_one_that_may_not_defend_is_not_asked(bob: Row) -> None:
    # TFT-DEF-05, DEF-03, ACT-27, ACT-04, INJ-04
    rows = {"Ann": {**ANN, "dexterity": 14}, "Amy": {**AMY, "dexterity": 13}, "Bob": {**BOB, **bob}}
    if bob.get("bending"):
        rows["Bob"]["acted"] = True
    now = position(rows, "act Ann").do([16], **BLOW)
    assert now.said(Attacked)


def test_one_attacked_from_behind_may_defend_too() -> None:
    # TFT-DEF-05, ACT-27: it is engaged by its attacker, whichever way it looks
    now = position({"Ann": ANN, "Bob": {**BOB, "facing": "S"}}, "act Ann").do(**BLOW)
    assert now.open == "pre_empt Bob"


def test_letting_the_attack_come_keeps_the_own_action() -> None:
    # TFT-DEF-05
    now = position({"Ann": ANN, "Bob": {**BOB, "dexterity": 10, "strength": 14}}, "act Ann")
    now = now.do(**BLOW).do(do="nothing", dice=[16])
    assert now.open == "act Bob"


@pytest.mark.parametrize(("order", "early"), [("never", False), ("always", True)])
def test_an_order_under_attack_answers_it_and_stays(order: str, early: bool) -> None:
    # TFT-DEF-06
    now = position(
        {"Ann": ANN, "Amy": {**AMY, "dexterity": 13}, "Bob": BOB},
        "pre_empt Bob",
        task={"attacker": "Ann", "weapons": ["Ann.broadsword"]},
    )
    now = now.do([16], do="order", figure="Bob", order={"order": order})
    assert bool(now.said(Defended)) is early
    assert now.figure("Bob").orders.order.value == order


def test_a_defence_lasts_for_all_attacks_of_the_turn() -> None:
    # TFT-DEF-02
    rows = {
        "Ann": {**ANN, "dexterity": 13},
        "Amy": {**ANN, "at": [1, 0], "facing": "SW"},
        "Bob": {**BOB, "guard": "defend", "acted": True},
    }
    now = position(rows, "act Ann").do([20], **BLOW)
    assert now.open == "act Amy"
    assert now.chance("hit", **BLOW) == Fraction(145, 432)


def test_a_defence_ends_with_the_turn_even_for_one_that_collapsed() -> None:
    # TFT-DEF-02: adjDEX 12 + 4 against one on the ground, with three dice again
    rows = {
        "Ann": {**ANN},
        "Bob": {**BOB, "guard": "defend", "condition": "unconscious", "hits": 11},
        "Ben": {**FAR, "acted": True},
    }
    now = position(rows, "act Ann").do(do="nothing", dice=[6, 1])
    now = now.do(do="initiative", last=False).do(do="end_movement").do([6, 1], do="end_movement")
    assert now.open == "act Ann"
    assert now.chance("hit", **BLOW) == Fraction(103, 108)


def test_the_attack_is_made_as_declared_whatever_the_answer() -> None:
    # TFT-DEF-05, DEF-04
    now = position({"Ann": ANN, "Bob": BOB, "Ben": FAR}, "act Ann").do(**BLOW)
    now = now.do([20], do="defend")
    (blow,) = now.said(Attacked)
    assert (now.name(blow.target), blow.roll.count) == ("Bob", 4)


def test_one_that_collapses_defends_no_more_against_the_next_attack() -> None:
    # TFT-DMG-04, DEF-02, BAT-05: it cannot fight, so three dice again, at 12 + 4
    rows = {
        "Ann": {**ANN, "dexterity": 13},
        "Amy": {**ANN, "at": [1, 0], "facing": "SW"},
        "Bob": {**BOB, "guard": "defend", "acted": True, "hits": 9},
        "Ben": {**FAR, "acted": True},
    }
    now = position(rows, "act Ann", kind="death").do([13, 2], **BLOW)
    (blow,) = now.said(Attacked)
    assert blow.roll.count == 4
    assert now.figure("Bob").condition.value == "unconscious"
    assert now.open == "act Amy"
    assert now.chance("hit", **BLOW) == Fraction(103, 108)
    (blow,) = now.do([16, 6, 1], **BLOW).said(Attacked)
    assert (blow.roll.count, blow.result.value) == (3, "miss")
