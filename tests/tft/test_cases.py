"""The worked cases of the rules, read from the situation files in tests/cases/tft.

A case is a position, perhaps some `play` (actions with the dice they take), and what holds
afterwards: `moves` (all the hexes a fighter may go to), `kinds` (all the kinds of action that are
legal), `legal` and `refused` actions, `odds` (exact chances), and what is true `then`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests import case_files
from tests.case_files import Case, all_cases
from tests.tft.cases import Position, position, told

CASES = all_cases("tft")


def _moves(now: Position, wanted: dict[str, list[tuple[int, int]]]) -> None:
    for name, hexes in wanted.items():
        assert now.moves(name) == {(q, r) for q, r in hexes}


def _odds(now: Position, wanted: list[dict[str, Any]]) -> None:
    for row in wanted:
        for what, chance in row["are"].items():
            assert now.chance(what, **row["of"]) == Fraction(chance), what


MORE = {"moves": _moves, "odds": _odds}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_worked_case_comes_out_as_the_rules_say(case: Case) -> None:
    situation, wanted = case_files.split(case, MORE)
    case_files.check(position(**situation), wanted, expect, MORE)


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
