"""Whatever may be done is told with the rule by which it may."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given, settings

from meleekit.core.dice import Rolled
from meleekit.tft.action_rules import RULES
from meleekit.tft.actions import AnyAction
from meleekit.tft.game import Melee
from meleekit.tft.rulebook import rulebook
from tests.tft.cases import position
from tests.tft.test_properties import kinds, played, random_battle, seeds

BOW = {"strength": 11, "dexterity": 13, "items": ["longbow"]}
RED = {"side": "Red", "at": [0, 1], "facing": "N"}
BLUE = {"side": "Blue", "at": [0, 0], "facing": "S"}


@pytest.mark.parametrize("kind", get_args(AnyAction))
def test_every_kind_of_action_has_its_rule(kind: type) -> None:
    assert RULES[kind] in rulebook().rules


@given(seed=seeds, kind=kinds)
@settings(max_examples=3)
def test_every_action_that_is_offered_has_a_rule_of_the_book(seed: bytes, kind: str) -> None:
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind, beasts=True))
    known = rulebook().rules
    for state, _, _ in played(game, Rolled(seed), chance):
        for action in game.actions(state, game.decisions(state)[0].seat):
            assert game.rule_of(state, action) in known


def rule(
    to: Any,
    said: dict[str, Any],
    ann: dict[str, Any] | None = None,
    bob: dict[str, Any] | None = None,
    **more: Any,
) -> str:
    now = position({"Ann": RED | (ann or {}), "Bob": BLUE | (bob or {})}, to, **more)
    action = now.action(**said)
    assert action in now.legal()
    return now.game.rule_of(now.battle, action).removeprefix("TFT-")


STRIKE = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}
SHOOT = {"do": "shoot", "target": "Bob", "item": "longbow"}
AWAY = {"at": [0, -4]}
PILE = {"at": [0, 0], "grappling": True, "posture": "prone"}
HTH = {"main": "", "grappling": True, "posture": "prone"}


def test_an_attack_is_of_the_disengaged_list_where_that_is_open() -> None:
    # TFT-ACT-12, TFT-ACT-26
    assert rule("act Ann", STRIKE) == "ACT-12"
    assert rule("act Ann", STRIKE, {"engaged_at_start": True}) == "ACT-26"


def test_shots_are_told_apart() -> None:
    # TFT-ACT-17, TFT-ACT-32, TFT-MIS-05
    assert rule("act Ann", SHOOT, BOW, AWAY) == "ACT-17"
    assert rule("act Ann", SHOOT, BOW) == "ACT-32"
    due = BOW | {"acted": True, "second_arrow": "longbow"}
    assert rule("second_shot Ann", SHOOT, due, AWAY | {"acted": True}) == "MIS-05"


def test_a_move_of_the_engaged_is_a_shift() -> None:
    # TFT-MOVE-03, TFT-MOVE-06, TFT-MOVE-08
    go = {"do": "move", "figure": "Ann", "hex": [1, 0]}
    stay = {"do": "move", "figure": "Ann", "hex": [0, 1]}
    assert rule("move Red", go) == "MOVE-06"
    assert rule("move Red", go, None, AWAY) == "MOVE-03"
    assert rule("move Red", stay, {"posture": "kneeling"}) == "MOVE-08"


def test_hand_to_hand_is_entered_by_moving_or_by_acting() -> None:
    # TFT-HTH-03, TFT-HTH-04, TFT-HTH-15
    down = {"posture": "prone"}
    enter = {"do": "grapple", "figure": "Ann", "target": "Bob", "hex": [0, 0], "via": [0, 1]}
    assert rule("move Red", enter, None, down) == "HTH-03"
    assert rule("act Ann", enter, {"engaged_at_start": True}, down) == "HTH-04"
    amy = RED | PILE | {"main": ""}
    now = position({"Ann": RED, "Amy": amy, "Bob": BLUE | HTH}, "move Red")
    join = now.action(**{**enter, "target": ""})
    assert now.game.rule_of(now.battle, join) == "TFT-HTH-15"


def test_what_is_done_in_a_pile_has_rules_of_its_own() -> None:
    # TFT-ACT-36, TFT-HTH-13, TFT-DIS-03, TFT-ACT-39
    ann = PILE | {"items": ["broadsword", "dagger"], "main": "", "moved": True}
    bob = HTH | {"acted": True}
    told = {
        name: rule("act Ann", said, ann, bob)
        for name, said in {
            "hit": {"do": "hth_attack", "target": "Bob"},
            "draw": {"do": "draw_dagger", "item": "dagger"},
            "out": {"do": "break_free", "hex": [0, 1]},
            "lie": {"do": "nothing"},
        }.items()
    }
    assert told == {"hit": "ACT-36", "draw": "HTH-13", "out": "DIS-03", "lie": "ACT-39"}


@pytest.mark.parametrize(
    ("to", "rule_id", "ann"),
    [
        ("act Ann", "ACT-11", {}),
        ({"task": "consent", "figure": "Ann", "attacker": "Bob"}, "HTH-19", {}),
        ("retreat Ann", "RET-07", {"struck": ["Bob"], "acted": True}),
    ],
)
def test_to_let_a_thing_be_is_told_by_what_was_asked(
    to: Any, rule_id: str, ann: dict[str, Any]
) -> None:
    # TFT-ACT-11, TFT-HTH-19, TFT-RET-07
    assert rule(to, {"do": "nothing"}, ann) == rule_id


def test_a_weapon_is_readied_by_the_list_that_is_open() -> None:
    # TFT-ACT-15, TFT-ACT-28
    ann = {"items": ["broadsword", "dagger"]}
    take = {"do": "ready", "kind": "ready", "main": "dagger"}
    assert rule("act Ann", take, ann, AWAY) == "ACT-15"
    change = take | {"kind": "change", "drop": ["broadsword"]}
    assert rule("act Ann", change, ann | {"engaged_at_start": True}) == "ACT-28"
