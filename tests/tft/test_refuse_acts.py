"""Which actions and forced retreats are refused, and in which words (TFT-BAD-04, BAD-05)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tft.cases import refused

Row = dict[str, Any]
Case = tuple[str, str, dict[str, Row], Row]
"""The rule, words of its message, the fighters, and the action that is refused."""

RED = {"side": "Red"}
BLUE = {"side": "Blue"}
STAFF = {"items": ["broadsword", "large_shield", "dagger"]}

# Ann stands north of Bob: he is in her front hex and she in his.
ANN: Row = {**RED, "at": [0, 0], "facing": "S"}
BOB: Row = {**BLUE, "at": [0, 1], "facing": "N"}
FAR: Row = {**BLUE, "at": [0, 5], "facing": "N"}


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
    "throwing a ready axe at an enemy three hexes away": (
        "HIT-01",
        "the small axe can be thrown (THROW)",
        {"Ann": {**ANN, "items": ["small_axe"]}, "Bob": {**FAR, "at": [0, 3]}},
        {"do": "attack", "target": "Bob", "weapons": ["small_axe"]},
    ),
    "shooting a ready longbow": (
        "HIT-01",
        "the longbow can be shot with (SHOOT)",
        {"Ann": {**ANN, "items": ["longbow"]}, "Bob": FAR},
        {"do": "attack", "target": "Bob", "weapons": ["longbow"]},
    ),
    "an attack on a friend": (
        "HIT-09",
        "Amy is on Ann's own side",
        {"Ann": ANN, "Amy": {**RED, "at": [0, 1]}, "Bob": FAR},
        {"do": "attack", "target": "Amy", "weapons": ["broadsword"]},
    ),
    "an attack on oneself": (
        "HIT-09",
        "Ann does not attack itself",
        {"Ann": ANN, "Bob": FAR},
        {"do": "attack", "target": "Ann", "weapons": ["broadsword"]},
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
        "shields, bows and claws do not count",
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
    "changing weapons to two new ones": (
        "ACT-28",
        "CHANGE WEAPONS readies one new weapon, a shield, or both",
        {
            "Ann": {
                **ANN,
                "items": ["broadsword", "shortsword", "dagger"],
                "ready": ["broadsword"],
                "engaged_at_start": True,
            },
            "Bob": BOB,
        },
        {
            "do": "ready",
            "kind": "change",
            "main": "shortsword",
            "off": "dagger",
            "drop": ["broadsword"],
        },
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
