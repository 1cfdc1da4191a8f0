"""Which set-ups and movements are refused, by which rule, in which words (BAD-02, BAD-03)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tft.cases import position, refused

Row = dict[str, Any]
Case = tuple[str, str, dict[str, Row], Row]
"""The rule, words of its message, the fighters, and the action that is refused."""

RED = {"side": "Red"}
BLUE = {"side": "Blue"}

# Ann stands north of Bob: he is in her front hex and she in his.
ANN: Row = {**RED, "at": [0, 0], "facing": "S"}
BOB: Row = {**BLUE, "at": [0, 1], "facing": "N"}
FAR: Row = {**BLUE, "at": [0, 5], "facing": "N"}


# Red moves.
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
    "moving onto an enemy who stands": (
        "MOVE-09",
        "one grapples an enemy by moving onto it, TFT-HTH-01",
        {"Ann": ANN, "Bob": BOB},
        {"do": "move", "figure": "Ann", "hex": [0, 1]},
    ),
    "moving onto an enemy on the ground": (
        "MOVE-11",
        "one grapples an enemy by moving onto it, TFT-HTH-01",
        {"Ann": ANN, "Bob": {**BOB, "posture": "prone"}},
        {"do": "move", "figure": "Ann", "hex": [0, 1]},
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
        {"do": "jump", "figure": "Ann", "hex": [0, 2], "over": [[0, 1]]},
    ),
    "a jump over somebody who kneels": (
        "MOVE-12",
        "Amy kneels in (0, 1)",
        {"Ann": ANN, "Amy": {**RED, "at": [0, 1], "posture": "kneeling"}, "Bob": FAR},
        {"do": "jump", "figure": "Ann", "hex": [0, 2], "over": [[0, 1]]},
    ),
    "a jump over a body in front of an enemy": (
        "MOVE-12",
        "(0, 1) is in front of an enemy",
        {
            "Ann": ANN,
            "Amy": {**RED, "at": [0, 1], "condition": "dead"},
            "Bob": {**BLUE, "at": [-1, 2], "facing": "N"},
        },
        {"do": "jump", "figure": "Ann", "hex": [0, 2], "over": [[0, 1]]},
    ),
    "a jump onto somebody": (
        "MOVE-12",
        "Bob stands in (0, 2)",
        {
            "Ann": ANN,
            "Amy": {**RED, "at": [0, 1], "condition": "dead"},
            "Bob": {**BLUE, "at": [0, 2], "facing": "S"},
        },
        {"do": "jump", "figure": "Ann", "hex": [0, 2], "over": [[0, 1]]},
    ),
    "a jump when engaged": (
        "MOVE-06",
        "Ann is engaged by Bob",
        {"Ann": ANN, "Amy": {**RED, "at": [0, -1], "condition": "dead"}, "Bob": BOB},
        {"do": "jump", "figure": "Ann", "hex": [0, -2], "over": [[0, -1]]},
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
    fighters: dict[str, Row] = {"Ann": RED, "Amy": {**RED, "at": [2, -7]}, "Bob": BLUE}
    refused(rule, words, fighters, "place Ann", said=said)


def test_a_charge_leaves_only_the_facings_it_may_have_had() -> None:
    # TFT-POLE-03
    charged = position(
        {"Ann": {**ANN, "items": ["spear"], "moved": True}, "Bob": FAR},
        "face Ann",
        phase="movement",
        task={"allowed": ["SE", "S", "SW"]},
    )
    refusal = charged.refusal(do="face", facing="N")
    assert refusal.rule == "TFT-POLE-03"
    assert "SE, S, SW" in refusal.message
