"""The teaching situations: every answer is what the rules give."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from meleekit.core.situation import Lesson, lesson_of, parsed
from meleekit.terminal.odds import percent
from meleekit.tft.game import MeleeSystem
from tests.tft.cases import Position
from tests.tft.test_cases import check

SYSTEM = MeleeSystem()
LESSONS = SYSTEM.situations()
RULE = re.compile(r"TFT-[A-Z0-9]+-[A-Z0-9]+")


def lesson(name: str) -> Lesson:
    found = lesson_of(parsed(LESSONS[name]))
    assert found is not None
    return found


def test_there_are_enough_of_them_in_the_order_of_their_files() -> None:
    assert len(LESSONS) >= 12
    assert next(iter(LESSONS)) == "who_strikes_first"


@pytest.mark.parametrize("name", LESSONS)
def test_the_answer_is_what_the_rules_give(name: str) -> None:
    game, state = SYSTEM.load_situation(name)
    check(Position(game, state), lesson(name).proof)


@pytest.mark.parametrize("name", LESSONS)
def test_the_odds_proved_are_those_of_the_answer(name: str) -> None:
    told = lesson(name)
    for row in told.proof.get("odds", ()):
        for what, exact in row["are"].items():
            value = Fraction(exact)
            shown = f"{float(value):.2f}" if what == "hits" else percent(value)
            assert shown in told.answer


@pytest.mark.parametrize("name", LESSONS)
def test_the_rules_that_explain_it_exist_and_are_those_that_refuse(name: str) -> None:
    told = lesson(name)
    named = set(RULE.findall(told.why))
    assert named
    assert named <= set(SYSTEM.rulebook().rules)
    assert {f"TFT-{one['rule']}" for one in told.proof.get("refused", ())} <= named


@pytest.mark.parametrize("name", LESSONS)
def test_it_has_a_title_and_says_what_has_happened(name: str) -> None:
    game, _ = SYSTEM.load_situation(name)
    assert game.setup.title
    assert game.setup.about
