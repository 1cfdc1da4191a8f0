"""The worked cases of the rules, read from the situation files in tests/cases/tft.

A case is a position, perhaps some `play` (actions with the dice they take), and what holds
afterwards: `moves` (all the hexes a fighter may go to), `kinds` (all the kinds of action that are
legal), `legal` and `refused` actions, `odds` (exact chances), and what is true `then`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.tft.cases import Position, all_cases, position, told

EXPECTATIONS = {"moves", "kinds", "legal", "refused", "odds", "play", "then"}
CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_worked_case_comes_out_as_the_rules_say(case: dict[str, Any]) -> None:
    situation = {k: v for k, v in case.items() if k not in EXPECTATIONS and k != "name"}
    check(position(**situation), case)


def check(now: Position, case: dict[str, Any]) -> None:
    """What a case, or the proof of a lesson, expects of a position."""
    assert EXPECTATIONS & case.keys(), "a case that expects nothing"
    for said in case.get("play", ()):
        dice = said.get("dice", ())
        now = now.do(dice, **{k: v for k, v in said.items() if k != "dice"})
    for name, hexes in case.get("moves", {}).items():
        assert now.moves(name) == {(q, r) for q, r in hexes}
    if "kinds" in case:
        assert now.kinds() == set(case["kinds"])
    for said in case.get("legal", ()):
        assert now.allows(**said), said
    for said in case.get("refused", ()):
        rule = said["rule"]
        assert now.refusal(**{k: v for k, v in said.items() if k != "rule"}).rule == f"TFT-{rule}"
    for row in case.get("odds", ()):
        for what, chance in row["are"].items():
            assert now.chance(what, **row["of"]) == Fraction(chance), what
    expect(now, case.get("then", {}))


def expect(now: Position, then: dict[str, Any]) -> None:
    for key, value in then.items():
        if key == "open":
            assert now.open == value
        elif key == "turn":
            assert now.battle.turn == value
        elif key == "ground":
            assert {
                now.item_name(thing.item): list(now.at(thing.hex) or ())
                for thing in now.battle.ground
            } == value
        elif key == "unloaded":
            left = {now.item_name(thing.item): thing.left for thing in now.battle.unloaded}
            assert left == value
        elif key == "winners":
            outcome = now.battle.outcome
            assert outcome is not None
            assert [now.game.arena.sides[seat] for seat in outcome.winners] == value
        else:
            for what, wanted in value.items():
                assert told(now, key, what) == wanted, f"{key}: {what}"


def test_every_situation_file_has_cases_with_names_of_their_own() -> None:
    names = [case["name"] for case in CASES]
    assert len(names) == len(set(names)) > 30
