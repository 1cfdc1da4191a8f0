"""What is refused, by which rule, in which words; and that nothing changes by it (BAD-02..05)."""

from __future__ import annotations

import types
import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.core.dice import Rolled
from meleekit.core.errors import GameOver, IllegalAction, NotYourDecision
from meleekit.tft.actions import AnyAction, Disengage, EndMovement, ForceBack, Move
from meleekit.tft.game import Melee
from meleekit.tft.rulebook import rulebook
from meleekit.tft.state import Battle, StandingOrder
from tests.tft.cases import position
from tests.tft.test_properties import chosen, random_battle, seeds

Row = dict[str, Any]

RED = {"side": "Red"}
BLUE = {"side": "Blue"}
STAFF = {"items": ["broadsword", "large_shield", "dagger"]}

# Ann stands north of Bob: he is in her front hex and she in his.
ANN: Row = {**RED, "at": [0, 0], "facing": "S"}
BOB: Row = {**BLUE, "at": [0, 1], "facing": "N"}
FAR: Row = {**BLUE, "at": [0, 5], "facing": "N"}


def refused(
    rule: str, words: str, fighters: dict[str, Row], to: str, *, said: Row, **more: Any
) -> None:
    """The action is refused by the rule, in a message with those words, and changes nothing."""
    refusal = position(fighters, to, **more).refusal(**said)
    assert refusal.rule == f"TFT-{rule}"
    assert words in refusal.message


Case = tuple[str, str, dict[str, Row], Row]

# Movement: rule, words of the message, fighters, action. Red moves.
MOVEMENT: dict[str, Case] = {
    "a hex beyond the movement allowance": (
        "MOVE-03",
        "is 5 hexes away; Ann may move 4",
        {"Ann": {**ANN, "armour": "plate"}, "Bob": {**BLUE, "at": [5, 1]}},
        {"do": "move", "figure": "Ann", "hex": [0, 5]},
    ),
    "a shift of two hexes": (
        "MOVE-06",
        "Ann is engaged by Bob; it may shift one hex",
        {"Ann": ANN, "Bob": BOB},
        {"do": "move", "figure": "Ann", "hex": [0, -2]},
    ),
    "a shift out of reach of an engaging enemy": (
        "MOVE-06",
        "must stay next to every one of them; it may be in",
        {"Ann": ANN, "Bob": BOB},
        {"do": "move", "figure": "Ann", "hex": [0, -1]},
    ),
    "case 75: moving a prone character": (
        "MOVE-08",
        "Ann lies on the ground",
        {"Ann": {**ANN, "posture": "prone"}, "Bob": FAR},
        {"do": "move", "figure": "Ann", "hex": [1, 0]},
    ),
    "moving a kneeling character": (
        "MOVE-08",
        "Ann kneels",
        {"Ann": {**ANN, "posture": "kneeling"}, "Bob": FAR},
        {"do": "move", "figure": "Ann", "hex": [1, 0]},
    ),
    "a hex in which somebody stands": (
        "MOVE-09",
        "Bob stands in (0, 3)",
        {"Ann": {**ANN, "facing": "N"}, "Bob": {**BLUE, "at": [0, 3], "facing": "S"}},
        {"do": "move", "figure": "Ann", "hex": [0, 3]},
    ),
    "a hex in which somebody conscious lies": (
        "MOVE-11",
        "Bob lies on the ground in (0, 3)",
        {"Ann": ANN, "Bob": {**BLUE, "at": [0, 3], "posture": "prone"}},
        {"do": "move", "figure": "Ann", "hex": [0, 3]},
    ),
    "case 82: walking with a knocked-down character": (
        "MOVE-18",
        "Ann was knocked down",
        {"Ann": {**ANN, "posture": "prone", "down_until": 1}, "Bob": FAR},
        {"do": "move", "figure": "Ann", "hex": [1, 0]},
    ),
    "case 82: dropping things with a knocked-down character": (
        "MOVE-18",
        "Ann was knocked down",
        {"Ann": {**ANN, "posture": "prone", "down_until": 1}, "Bob": FAR},
        {"do": "let_fall", "figure": "Ann", "item": "broadsword"},
    ),
    "moving twice": (
        "INIT-04",
        "Ann has moved already",
        {"Ann": {**ANN, "moved": True}, "Amy": {**RED, "at": [3, 0]}, "Bob": FAR},
        {"do": "move", "figure": "Ann", "hex": [1, 0]},
    ),
    "moving another side's character": (
        "BAD-03",
        "Bob is Blue's; Red moves now",
        {"Ann": ANN, "Bob": FAR},
        {"do": "move", "figure": "Bob", "hex": [1, 4]},
    ),
    "moving the dead": (
        "BAD-03",
        "Ann is dead",
        {"Ann": {**ANN, "condition": "dead"}, "Amy": {**RED, "at": [3, 0]}, "Bob": FAR},
        {"do": "move", "figure": "Ann", "hex": [1, 0]},
    ),
    "standing up when standing": (
        "MOVE-17",
        "Ann stands already",
        {"Ann": ANN, "Bob": FAR},
        {"do": "stand_up", "figure": "Ann"},
    ),
    "case 84: standing up where a friend stands": (
        "MOVE-24",
        "somebody stands in the hex",
        {"Ann": {**ANN, "posture": "prone"}, "Amy": ANN, "Bob": FAR},
        {"do": "stand_up", "figure": "Ann"},
    ),
    "a jump over nobody": (
        "MOVE-12",
        "nobody lies in (0, 1)",
        {"Ann": ANN, "Bob": FAR},
        {"do": "jump", "figure": "Ann", "hex": [0, 2]},
    ),
    "a jump over somebody who kneels": (
        "MOVE-12",
        "Amy kneels in (0, 1)",
        {"Ann": ANN, "Amy": {**RED, "at": [0, 1], "posture": "kneeling"}, "Bob": FAR},
        {"do": "jump", "figure": "Ann", "hex": [0, 2]},
    ),
    "a jump over a body in front of an enemy": (
        "MOVE-12",
        "(0, 1) is in front of an enemy",
        {
            "Ann": ANN,
            "Amy": {**RED, "at": [0, 1], "condition": "dead"},
            "Bob": {**BLUE, "at": [-1, 2], "facing": "N"},
        },
        {"do": "jump", "figure": "Ann", "hex": [0, 2]},
    ),
    "a jump onto somebody": (
        "MOVE-12",
        "Bob stands in (0, 2)",
        {
            "Ann": ANN,
            "Amy": {**RED, "at": [0, 1], "condition": "dead"},
            "Bob": {**BLUE, "at": [0, 2], "facing": "S"},
        },
        {"do": "jump", "figure": "Ann", "hex": [0, 2]},
    ),
    "a jump when engaged": (
        "MOVE-06",
        "Ann is engaged by Bob",
        {"Ann": ANN, "Amy": {**RED, "at": [0, -1], "condition": "dead"}, "Bob": BOB},
        {"do": "jump", "figure": "Ann", "hex": [0, -2]},
    ),
    "a charge without a pole weapon": (
        "POLE-03",
        "Ann has no pole weapon ready",
        {"Ann": ANN, "Bob": FAR},
        {"do": "charge", "figure": "Ann", "hex": [0, 3], "direction": "S"},
    ),
    "a charge of two steps": (
        "POLE-03",
        "a charge ends with 3 straight hexes",
        {"Ann": {**ANN, "armour": "chainmail", "items": ["spear"]}, "Bob": FAR},
        {"do": "charge", "figure": "Ann", "hex": [0, 2], "direction": "S"},
    ),
    "a charge backwards": (
        "POLE-03",
        "a charge ends with 3 straight hexes forward",
        {"Ann": {**ANN, "items": ["spear"]}, "Bob": FAR},
        {"do": "charge", "figure": "Ann", "hex": [0, -3], "direction": "N"},
    ),
    "leaving a battle to the death": (
        "BAT-07",
        "nobody leaves the field",
        {"Ann": {**ANN, "at": [2, -7]}, "Bob": FAR},
        {"do": "escape", "figure": "Ann"},
    ),
    "letting fall what is not in hand": (
        "EQP-06",
        "Ann has no dagger in hand, but broadsword",
        {"Ann": {**ANN, "items": ["broadsword", "dagger"]}, "Bob": FAR},
        {"do": "let_fall", "figure": "Ann", "item": "dagger"},
    ),
    "an order to defend without a weapon": (
        "DEF-03",
        "Ann has no weapon ready",
        {"Ann": {**ANN, "items": ["small_bow"]}, "Bob": FAR},
        {"do": "order", "figure": "Ann", "order": {"order": "always"}},
    ),
    "acting while the sides move": (
        "ACT-01",
        "in phase IV at its own moment; now Red moves its characters",
        {"Ann": ANN, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": []},
    ),
    "turning outside one's movement": (
        "FACE-02",
        "now Red moves its characters",
        {"Ann": ANN, "Bob": BOB},
        {"do": "face", "facing": "N"},
    ),
}


@pytest.mark.parametrize("name", MOVEMENT)
def test_movement_is_refused_for_the_right_reason(name: str) -> None:
    rule, words, fighters, said = MOVEMENT[name]
    refused(rule, words, fighters, "move Red", said=said)


CORRIDOR: Row = {
    "id": "corridor",
    "title": "Corridor",
    "hexes": [*([0, r] for r in range(-3, 7)), [1, 2]],
    "entrances": [[[0, -3], [0, -2]], [[0, 6], [0, 5]]],
}


@pytest.mark.parametrize(
    ("rule", "words", "bob"),
    [
        ("MOVE-15", "stop in front of an enemy", {"at": [1, 2], "facing": "NW"}),
        ("MOVE-10", "stop on a fallen character", {"at": [0, 2], "condition": "dead"}),
        ("MOVE-09", "others stand in the way", {"at": [0, 2], "facing": "S"}),
    ],
)
def test_a_way_that_is_barred_says_by_what(rule: str, words: str, bob: Row) -> None:
    fighters = {"Ann": ANN, "Bob": {**BLUE, **bob}, "Ben": {**BLUE, "at": [0, 6], "facing": "S"}}
    said = {"do": "move", "figure": "Ann", "hex": [0, 4]}
    refused(rule, words, fighters, "move Red", said=said, board=CORRIDOR)


# Actions: Ann acts.
ACTION: dict[str, Case] = {
    "case 71: an attack on an enemy in a side hex": (
        "HIT-01",
        "Bob stands in a side hex of Ann; an attack needs a front hex",
        {"Ann": {**ANN, "facing": "SE"}, "Bob": {**BLUE, "at": [-1, 1], "facing": "NE"}},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword"]},
    ),
    "an attack on an enemy behind": (
        "HIT-01",
        "Bob stands in a rear hex of Ann",
        {"Ann": {**ANN, "facing": "N"}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword"]},
    ),
    "an attack on an enemy far away": (
        "HIT-01",
        "Bob is 5 hexes away",
        {"Ann": ANN, "Bob": FAR},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword"]},
    ),
    "case 73: an attack after six hexes of ten": (
        "ACT-12",
        "Ann has moved 6; CHARGE ATTACK allows 5",
        {"Ann": {**ANN, "steps": 6}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword"]},
    ),
    "an attack on a friend": (
        "HIT-09",
        "Amy is on Ann's own side",
        {"Ann": ANN, "Amy": {**RED, "at": [0, 1]}, "Bob": FAR},
        {"do": "attack", "target": "Amy", "weapons": ["broadsword"]},
    ),
    "an attack on the dead": (
        "HIT-09",
        "Bob is dead",
        {"Ann": ANN, "Bob": {**BOB, "condition": "dead"}, "Ben": FAR},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword"]},
    ),
    "an attack with a slung weapon": (
        "HIT-01",
        "Ann's dagger is slung",
        {"Ann": {**ANN, "items": ["broadsword", "dagger"]}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["dagger"]},
    ),
    "an attack with a shield": (
        "HIT-01",
        "a large shield is no weapon",
        {"Ann": {**ANN, **STAFF}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["large_shield"]},
    ),
    "an attack with somebody else's weapon": (
        "HIT-01",
        "is not Ann's to use",
        {"Ann": ANN, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["Bob.broadsword"]},
    ),
    "an attack with a bow": (
        "MIS-08",
        "small bow is for shooting",
        {"Ann": {**ANN, "items": ["small_bow"]}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["small_bow"]},
    ),
    "an attack with a stone in hand": (
        "HIT-01",
        "is only thrown",
        {"Ann": {**ANN, "items": ["rock"], "ready": ["rock"]}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["rock"]},
    ),
    "an attack with nothing": (
        "HIT-01",
        "Ann can strike with broadsword",
        {"Ann": ANN, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": []},
    ),
    "an attack with one weapon twice": (
        "TWO-01",
        "each once",
        {"Ann": ANN, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword", "broadsword"]},
    ),
    "an attack with a main-gauche that parries": (
        "MG-02",
        "main-gauche parries this turn",
        {
            "Ann": {
                **ANN,
                "items": ["broadsword", "main_gauche"],
                "ready": ["broadsword", "main_gauche"],
                "parry": "shield",
            },
            "Bob": BOB,
        },
        {"do": "attack", "target": "Bob", "weapons": ["main_gauche"]},
    ),
    "defending when not engaged": (
        "ACT-27",
        "nobody engages Ann",
        {"Ann": ANN, "Bob": FAR},
        {"do": "defend"},
    ),
    "defending after two hexes": (
        "ACT-27",
        "Ann has moved 2; DEFEND allows 1",
        {"Ann": {**ANN, "steps": 2}, "Bob": BOB},
        {"do": "defend"},
    ),
    "defending with a shield alone": (
        "DEF-03",
        "shields and bows do not count",
        {"Ann": {**ANN, "items": ["small_shield"]}, "Bob": BOB},
        {"do": "defend"},
    ),
    "dodging when engaged all along": (
        "ACT-13",
        "now by Bob",
        {"Ann": {**ANN, "engaged_at_start": True}, "Bob": BOB},
        {"do": "dodge"},
    ),
    "dodging after six hexes": (
        "ACT-13",
        "Ann has moved 6; DODGE allows 5",
        {"Ann": {**ANN, "steps": 6}, "Bob": FAR},
        {"do": "dodge"},
    ),
    "disengaging when not engaged": (
        "DIS-01",
        "nobody engages Ann",
        {"Ann": ANN, "Bob": FAR},
        {"do": "disengage", "hex": [0, -1]},
    ),
    "disengaging by two hexes": (
        "DIS-01",
        "disengaging is one step",
        {"Ann": ANN, "Bob": BOB},
        {"do": "disengage", "hex": [0, -2]},
    ),
    "disengaging onto an enemy": (
        "DIS-02",
        "Bob stands in (0, 1)",
        {"Ann": ANN, "Bob": BOB},
        {"do": "disengage", "hex": [0, 1]},
    ),
    "going down when engaged all along": (
        "ACT-14",
        "DROP is for those who were free",
        {"Ann": {**ANN, "engaged_at_start": True}, "Bob": BOB},
        {"do": "go_down", "posture": "prone"},
    ),
    "rising in phase IV": (
        "MOVE-17",
        "only in its own movement",
        {"Ann": {**ANN, "posture": "kneeling"}, "Bob": FAR},
        {"do": "go_down", "posture": "standing"},
    ),
    "attacking from one's knees": (
        "ACT-04",
        "Ann kneels",
        {"Ann": {**ANN, "posture": "kneeling"}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword"]},
    ),
    "case 78: readying a sword while kneeling": (
        "PRN-03",
        "Ann kneels",
        {"Ann": {**ANN, **STAFF, "posture": "kneeling"}, "Bob": FAR},
        {"do": "ready", "kind": "ready", "main": "dagger"},
    ),
    "readying after three hexes": (
        "ACT-15",
        "Ann has moved 3; READY allows 2",
        {"Ann": {**ANN, **STAFF, "steps": 3}, "Bob": FAR},
        {"do": "ready", "kind": "ready", "main": "dagger", "off": "large_shield"},
    ),
    "readying what is in hand": (
        "ACT-15",
        "not in hand yet",
        {"Ann": {**ANN, **STAFF}, "Bob": FAR},
        {"do": "ready", "kind": "ready", "main": "broadsword", "off": "large_shield"},
    ),
    "a two-handed weapon beside a shield": (
        "EQP-02",
        "needs both hands",
        {
            "Ann": {
                **ANN,
                "strength": 14,
                "dexterity": 10,
                "items": ["two_handed_sword", "small_shield"],
            },
            "Bob": FAR,
        },
        {"do": "ready", "kind": "ready", "main": "two_handed_sword", "off": "small_shield"},
    ),
    "case 77: changing weapons to a bow": (
        "ACT-28",
        "a small bow is for shooting",
        {
            "Ann": {**ANN, "items": ["broadsword", "small_bow"], "engaged_at_start": True},
            "Bob": BOB,
        },
        {"do": "ready", "kind": "change", "main": "small_bow", "drop": ["broadsword"]},
    ),
    "readying a bow when engaged": (
        "ACT-16",
        "Ann is engaged and may not ready a small bow",
        {"Ann": {**ANN, "items": ["broadsword", "small_bow"]}, "Bob": BOB},
        {"do": "ready", "kind": "ready", "main": "small_bow"},
    ),
    "changing weapons when not engaged": (
        "ACT-28",
        "Ann is not engaged",
        {"Ann": {**ANN, **STAFF}, "Bob": FAR},
        {"do": "ready", "kind": "change", "main": "dagger", "drop": ["broadsword"]},
    ),
    "forcing a retreat in phase IV": (
        "RET-01",
        "in phase V",
        {"Ann": ANN, "Bob": BOB},
        {"do": "force_back", "target": "Bob", "hex": [0, 2]},
    ),
    "moving in phase IV": (
        "TURN-01",
        "in phases II and III",
        {"Ann": ANN, "Bob": BOB},
        {"do": "move", "figure": "Ann", "hex": [0, -1]},
    ),
}


@pytest.mark.parametrize("name", ACTION)
def test_an_action_is_refused_for_the_right_reason(name: str) -> None:
    rule, words, fighters, said = ACTION[name]
    refused(rule, words, fighters, "act Ann", said=said)


@pytest.mark.parametrize("kind", ["arena", "practice"])
def test_the_unconscious_are_spared_outside_battles_to_the_death(kind: str) -> None:
    # TFT-BAT-06
    fighters = {"Ann": ANN, "Bob": {**BOB, "condition": "unconscious", "hits": 11}, "Ben": FAR}
    said = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}
    refused("BAT-06", "Bob is unconscious", fighters, "act Ann", said=said, kind=kind)


@pytest.mark.parametrize(
    ("rule", "words", "since", "at"),
    [
        ("EQP-09", "fell this turn", 2, [0, 0]),  # case 79
        ("ACT-15", "nor stands where it lies", 1, [1, 0]),
    ],
)
def test_what_cannot_be_picked_up_yet_or_here(
    rule: str, words: str, since: int, at: list[int]
) -> None:
    fighters = {"Ann": {**ANN, "items": ["small_axe"], "engaged_at_start": True}, "Bob": BOB}
    ground = [{"item": "Ann.small_axe", "at": at, "since": since}]
    said = {"do": "ready", "kind": "pick_up", "main": "small_axe"}
    refused(rule, words, fighters, "act Ann", said=said, turn=2, ground=ground)


def test_a_pick_up_says_what_must_be_let_fall_to_stay_within_the_limit() -> None:
    # TFT-EQP-12
    fighters = {
        "Ann": {**ANN, "items": ["broadsword", "large_shield"]},
        "Bob": {**FAR, "items": ["small_axe"]},
    }
    ground = [{"item": "Bob.small_axe", "at": [0, 0], "since": 1}]
    said = {"do": "ready", "kind": "ready", "main": "Bob.small_axe", "off": "large_shield"}
    words = "must let fall exactly broadsword"
    refused("EQP-12", words, fighters, "act Ann", said=said, turn=2, ground=ground)


def test_one_under_attack_has_no_other_answer_than_defence() -> None:
    # TFT-ACT-06, DEF-05: its own moment has not come
    asked = position(
        {"Ann": ANN, "Bob": BOB},
        "pre_empt Bob",
        task={"attacker": "Ann", "weapons": ["Ann.broadsword"]},
    )
    refusal = asked.refusal(do="attack", target="Ann", weapons=["broadsword"])
    assert refusal.rule == "TFT-ACT-06"
    assert "defend" in refusal.message
    assert asked.refusal(do="dodge").rule == "TFT-DEF-01"


RETREAT: dict[str, Case] = {
    "an enemy that was not wounded": (
        "RET-01",
        "has taken no STR off Ben",
        {"Ann": {**ANN, "struck": ["Bob"]}, "Bob": BOB, "Ben": {**BLUE, "at": [1, 0]}},
        {"do": "force_back", "target": "Ben", "hex": [2, 0]},
    ),
    "an enemy on the ground": (
        "RET-02",
        "Ben lies on the ground",
        {
            "Ann": {**ANN, "struck": ["Bob", "Ben"]},
            "Bob": BOB,
            "Ben": {**BLUE, "at": [1, 0], "posture": "prone"},
        },
        {"do": "force_back", "target": "Ben", "hex": [2, 0]},
    ),
    "an enemy that is not adjacent": (
        "RET-02",
        "Ben is not next to Ann; it may force back Bob",
        {"Ann": {**ANN, "struck": ["Bob", "Ben"]}, "Bob": BOB, "Ben": {**BLUE, "at": [2, 0]}},
        {"do": "force_back", "target": "Ben", "hex": [3, 0]},
    ),
    "an enemy forced before": (
        "RET-03",
        "Ben has been forced back",
        {
            "Ann": {**ANN, "struck": ["Bob", "Ben"]},
            "Bob": BOB,
            "Ben": {**BLUE, "at": [1, 0], "forced": True},
        },
        {"do": "force_back", "target": "Ben", "hex": [2, 0]},
    ),
    "a hex two away": (
        "RET-04",
        "is not next to Bob",
        {"Ann": {**ANN, "struck": ["Bob"]}, "Bob": BOB},
        {"do": "force_back", "target": "Bob", "hex": [0, 3]},
    ),
    "a hex that is taken": (
        "RET-04",
        "Ben stands in (0, 2)",
        {"Ann": {**ANN, "struck": ["Bob"]}, "Bob": BOB, "Ben": {**BLUE, "at": [0, 2]}},
        {"do": "force_back", "target": "Bob", "hex": [0, 2]},
    ),
    "no hex although there is room": (
        "RET-05",
        "Bob may be moved to",
        {"Ann": {**ANN, "struck": ["Bob"]}, "Bob": BOB},
        {"do": "force_back", "target": "Bob", "hex": []},
    ),
    "a second action": (
        "ACT-01",
        "one action a turn",
        {"Ann": {**ANN, "struck": ["Bob"], "acted": True}, "Bob": BOB},
        {"do": "attack", "target": "Bob", "weapons": ["broadsword"]},
    ),
}


@pytest.mark.parametrize("name", RETREAT)
def test_a_forced_retreat_is_refused_for_the_right_reason(name: str) -> None:
    rule, words, fighters, said = RETREAT[name]
    refused(rule, words, fighters, "retreat Ann", said=said)


@pytest.mark.parametrize(
    ("rule", "words", "said"),
    [
        ("MOVE-01", "no entrance of Red", {"do": "place", "figure": "Ann", "hex": [0, 0]}),  # 16
        ("MOVE-01", "no entrance of Red", {"do": "place", "figure": "Ann", "hex": [-1, 6]}),
        ("MOVE-09", "Amy stands in", {"do": "place", "figure": "Ann", "hex": [2, -7]}),
        ("BAD-02", "Ann is to be placed now", {"do": "place", "figure": "Bob", "hex": [2, -7]}),
    ],
)
def test_a_placement_is_refused_for_the_right_reason(rule: str, words: str, said: Row) -> None:
    # TFT-BAD-02
    fighters = {"Ann": RED, "Amy": {**RED, "at": [2, -7]}, "Bob": BLUE}
    refused(rule, words, fighters, "place Ann", said=said)


def test_a_charge_leaves_only_the_facings_it_may_have_had() -> None:
    # TFT-POLE-03
    charged = position(
        {"Ann": {**ANN, "items": ["spear"], "moved": True}, "Bob": FAR},
        "face Ann",
        phase="movement",
        task={"allowed": [2, 3, 4]},
    )
    refusal = charged.refusal(do="face", facing="N")
    assert refusal.rule == "TFT-POLE-03"
    assert "SE, S, SW" in refusal.message


@pytest.mark.parametrize("number", [-2, -1, 10**30])
def test_numbers_that_mean_nothing_are_refused_clearly(number: int) -> None:
    moving = position({"Ann": ANN, "Bob": BOB}, "move Red")
    assert "there is no character" in moving.refusal_of(Move(number, 0)).message
    assert "there is no hex" in moving.refusal_of(Move(0, number)).message
    acting = position({"Ann": ANN, "Bob": BOB}, "act Ann")
    assert "there is no hex" in acting.refusal_of(Disengage(number)).message
    beating = position({"Ann": {**ANN, "struck": ["Bob"]}, "Bob": BOB}, "retreat Ann")
    assert "there is no character" in beating.refusal_of(ForceBack(number, 0)).message


def test_another_seat_is_told_that_it_is_not_asked() -> None:
    moving = position({"Ann": ANN, "Bob": FAR}, "move Red")
    with pytest.raises(NotYourDecision):
        moving.game.apply(moving.battle, 1, EndMovement(), Rolled(bytes(32)))


# -- whatever is asked ---------------------------------------------------------------------------

numbers = st.one_of(st.integers(-2, 20), st.integers(-2, 20), st.integers())


def anything(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type, sensible or not."""
    if hint is int:
        return numbers
    if hint == tuple[int, ...]:
        return st.lists(numbers, max_size=3).map(tuple)
    if hint is StandingOrder:
        return st.builds(StandingOrder, *map(anything, typing.get_type_hints(hint).values()))
    strategy: st.SearchStrategy[Any] = st.from_type(hint)
    return strategy


def action_of(kind: type) -> st.SearchStrategy[AnyAction]:
    hints = typing.get_type_hints(kind)
    fields = {name: anything(hints[name]) for name in kind.__struct_fields__}  # type: ignore[attr-defined]  # all actions are structs
    return st.builds(kind, **fields)


assert isinstance(AnyAction, types.UnionType)
any_action = st.sampled_from(AnyAction.__args__).flatmap(action_of)


def some_position(seed: bytes, kind: str, moves: int) -> tuple[Melee, Battle]:
    chance, dice = Rolled(seed[::-1]), Rolled(seed)
    game = Melee(random_battle(chance, kind))
    state = game.begin(dice).state
    for _ in range(moves):
        if not game.decisions(state):
            break
        seat = game.decisions(state)[0].seat
        state = game.apply(state, seat, chosen(game.actions(state, seat), chance), dice).state
    return game, state


@given(
    seed=seeds,
    kind=st.sampled_from(["death", "arena", "practice"]),
    moves=st.integers(0, 150),
    wild=st.lists(any_action, min_size=10, max_size=40),
)
@settings(max_examples=60)
def test_whatever_is_asked_is_done_or_refused_by_a_rule_that_exists(
    seed: bytes, kind: str, moves: int, wild: list[AnyAction]
) -> None:
    game, state = some_position(seed, kind, moves)
    before = msgspec.json.encode(state)
    known = set(rulebook().rules)
    for action in wild:
        for seat in (0, 1, 7):
            try:
                game.apply(state, seat, action, Rolled(seed))
            except (NotYourDecision, GameOver):
                continue
            except IllegalAction as refusal:
                assert refusal.rule in known
                assert refusal.rule != "TFT-ACT-02", f"no reason for {action}: {refusal}"
        assert msgspec.json.encode(state) == before
