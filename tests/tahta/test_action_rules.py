"""Whatever may be done is told with the rule by which it may."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tahta.cases import SYSTEM, attack, move, position
from tests.tahta.random_play import played

RULES = SYSTEM.rulebook().rules


def test_every_action_that_is_offered_has_a_rule_of_the_book() -> None:
    for number in range(16):
        for game, state in played(number):
            for decision in game.decisions(state):
                for action in game.actions(state, decision.seat):
                    assert game.rule_of(state, action) in RULES


RECRUIT = {"to": "recruit Raven", "units": {"n": "Raven: camp"}}
MARCH = {"to": "activate Raven", "units": {"hn": "Raven: soldier, knight, catapult"}}
STEP = {**MARCH, "open": {"unit": "soldier", "node": "hn", "steps": 1}}
CATAPULT = {**MARCH, "units": {**MARCH["units"], "n": "Sun: catapult", "c2": "Sun: soldier"}}  # type: ignore[dict-item]
LOTS = {
    "to": "draft Raven",
    "lots": [
        {"card": "SA01"},
        {"card": "SA02", "bid": 1, "by": "Raven", "marker": "camp"},
        {"card": "SA03", "bid": 1, "by": "Sun", "marker": "camp"},
    ],
}


def bid(card: str) -> dict[str, Any]:
    return {"do": "bid_on_card", "card": card, "amount": 2, "marker": "camp"}


def recruit(node: str) -> dict[str, Any]:
    return {"do": "recruit", "unit": "soldier", "node": node}


@pytest.mark.parametrize(
    ("cards", "moment", "action", "rule"),
    [
        ([], {"to": "draft Raven"}, recruit("a1"), "DRAFT-02"),
        ([], LOTS, bid("SA01"), "DRAFT-05"),
        ([], LOTS, bid("SA02"), "DRAFT-07"),
        ([], LOTS, bid("SA03"), "DRAFT-06"),
        ([], RECRUIT, recruit("a1"), "REC-03"),
        ([], RECRUIT, recruit("n"), "REC-04"),
        (["SA05"], RECRUIT, recruit("hn"), "CARD-05"),
        (["SA08"], {"to": "levy Raven"}, recruit("a1"), "CARD-08"),
        (["SA08"], {"to": "levy Raven"}, {"do": "finish"}, "CARD-08"),
        ([], RECRUIT, {"do": "finish"}, "REC-01"),
        ([], MARCH, {"do": "finish"}, "MA-02"),
        ([], {"to": "select"}, {"do": "select", "cards": ["tax"]}, "SEL-01"),
        (
            [],
            {"to": "select", "season": "winter"},
            {"do": "select", "cards": ["recruit", "tax"]},
            "WINT-01",
        ),
        ([], MARCH, move("soldier", "hn", "n"), "MOV-02"),
        ([], MARCH, move("knight", "hn", "n"), "MOV-03"),
        ([], CATAPULT, move("knight", "hn", "n"), "CAT-08"),
        (["SA14"], MARCH, move("knight", "hn", "k"), "CARD-14"),
        (["SA09"], STEP, move("soldier", "hn", "n"), "CARD-09"),
        (["SA09"], STEP, move("knight", "hn", "n"), "MOV-03"),
        ([], CATAPULT, attack("catapult", "hn", "n"), "CAT-07"),
        (["SA13"], CATAPULT, attack("catapult", "hn", "c2"), "CARD-13"),
        (
            [],
            {"to": "activate Raven", "units": {"k": "Raven: catapult", "c2": "Sun: soldier"}},
            attack("catapult", "k", "c2"),
            "CAT-02",
        ),
        (
            ["SA10"],
            {**STEP, "units": {"hn": "Raven: soldier", "n": "Sun: camp"}},
            attack("soldier", "hn", "n"),
            "CARD-10",
        ),
        (
            ["SA14"],
            {"to": "activate Raven", "units": {"hn": "Raven: knight", "k": "Sun: camp"}},
            attack("knight", "hn", "k"),
            "CARD-14",
        ),
        (
            [],
            {"to": "activate Raven", "units": {"hn": "Raven: knight", "n": "Sun: camp"}},
            attack("knight", "hn", "n"),
            "ATK-01",
        ),
    ],
)
def test_the_rule_is_what_the_position_makes_of_it(
    cards: list[str], moment: dict[str, Any], action: dict[str, Any], rule: str
) -> None:
    now = position({"Raven": {"cards": cards}}, **moment)
    assert now.allows(**action)
    assert now.game.rule_of(now.state, now.action(**action)[1]) == f"TAH-{rule}"
    assert f"TAH-{rule}" in RULES
