"""The teaching situations: every answer is what the rules give."""

from __future__ import annotations

import re

import pytest

from meleekit.core.situation import Lesson, lesson_of, parsed
from tests import case_files
from tests.tahta.cases import SYSTEM, Position, expect

LESSONS = SYSTEM.situations()
RULE = re.compile(r"TAH-[A-Z]+-\d\d")
OTHERWISE = "otherwise"
"""Further proofs, each from the moment itself."""


def lesson(name: str) -> Lesson:
    found = lesson_of(parsed(LESSONS[name]))
    assert found is not None
    return found


def test_there_are_enough_of_them_in_the_order_of_their_files() -> None:
    assert len(LESSONS) >= 12
    assert next(iter(LESSONS)) == "two_coins_at_the_gate"


@pytest.mark.parametrize("name", LESSONS)
def test_the_answer_is_what_the_rules_give(name: str) -> None:
    now = Position(*SYSTEM.load_situation(name))
    proof = dict(lesson(name).proof)
    for wanted in (*proof.pop(OTHERWISE, ()), proof):
        case_files.check(now, wanted, expect, {})


@pytest.mark.parametrize("name", LESSONS)
def test_the_rules_that_explain_it_exist_and_are_those_that_refuse(name: str) -> None:
    told = lesson(name)
    named = set(RULE.findall(told.why))
    assert named
    assert named <= set(SYSTEM.rulebook().rules)
    assert {f"TAH-{one['rule']}" for one in told.proof.get("refused", ())} <= named


@pytest.mark.parametrize("name", LESSONS)
def test_it_has_a_title_says_what_has_happened_and_what_is_asked(name: str) -> None:
    setup = SYSTEM.load_situation(name)[0].setup
    assert setup.title
    assert setup.about
    assert lesson(name).question.endswith("?")
    assert lesson(name).answer


@pytest.mark.parametrize("name", LESSONS)
def test_nothing_is_written_that_goes_without_saying(name: str) -> None:
    game, state = SYSTEM.load_situation(name)
    assert SYSTEM.load_situation(SYSTEM.dump_situation(game, state))[1] == state
