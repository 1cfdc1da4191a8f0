"""The teaching situations of every game: every answer is what the rules give."""

from __future__ import annotations

import re
from typing import Any

import pytest

from meleekit.core.match import Match
from meleekit.core.situation import Lesson, lesson_of, parsed
from meleekit.core.verify import verify
from meleekit.systems import SYSTEMS
from meleekit.terminal.trace import PACKAGE
from tests import case_files
from tests.case_files import terms_of
from tests.catalogues import catalogue

OTHERWISE = "otherwise"
"""Further proofs, each from the moment itself."""

each_lesson = pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in SYSTEMS for name in SYSTEMS[game].situations()]
)


def lesson(game: str, name: str) -> Lesson:
    found = lesson_of(parsed(SYSTEMS[game].situations()[name]))
    assert found is not None
    return found


@pytest.mark.parametrize("game", SYSTEMS)
def test_there_are_enough_of_them_numbered_in_the_order_in_which_they_are_read(game: str) -> None:
    files = sorted((PACKAGE / game / "situations").glob("*.toml"))
    numbers, names = zip(*(file.stem.split("_", 1) for file in files), strict=True)
    assert list(map(int, numbers)) == list(range(1, len(files) + 1))
    assert names == tuple(SYSTEMS[game].situations())
    assert len(files) >= catalogue(game).lessons


@each_lesson
def test_the_answer_is_what_the_rules_give(game: str, name: str) -> None:
    terms = terms_of(game)
    now = terms.at(*SYSTEMS[game].load_situation(name))
    proof = dict(lesson(game, name).proof)
    for wanted in (*proof.pop(OTHERWISE, ()), proof):
        case_files.check(now, wanted, terms.expect, terms.more)


@each_lesson
def test_the_rules_that_explain_it_exist_and_are_those_that_refuse(game: str, name: str) -> None:
    prefix, told = terms_of(game).at.prefix, lesson(game, name)
    named = set(re.findall(rf"{prefix}[A-Z0-9]+-[A-Z0-9]+", told.why))
    book = SYSTEMS[game].rulebook()
    assert named
    assert book is not None
    assert named <= set(book.rules)
    assert {f"{prefix}{one['rule']}" for one in told.proof.get("refused", ())} <= named


@each_lesson
def test_it_has_a_title_says_what_has_happened_and_what_is_asked(game: str, name: str) -> None:
    data, told = parsed(SYSTEMS[game].situations()[name]), lesson(game, name)
    assert data["title"]
    assert data["about"]
    assert told.question.endswith("?")
    assert told.answer


@each_lesson
def test_it_is_read_again_as_it_was_written_down(game: str, name: str) -> None:
    system = SYSTEMS[game]
    moment, state = system.load_situation(name)
    assert system.load_situation(system.dump_situation(moment, state))[1] == state


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_match_can_begin_in_it(game: str) -> None:
    system = SYSTEMS[game]
    start = system.load_situation(next(iter(system.situations())))
    match: Match[Any, Any] = Match.from_situation(system, *start, seed=bytes(32))
    assert match.state == start[1]
    while match.outcome is None and match.revision < 40:
        seat = match.decisions[0].seat
        match.act(seat, match.game.actions(match.state, seat)[0])
    record = match.save(reveal_seed=True)
    assert Match.load(record, SYSTEMS).entries == match.entries
    assert verify(record, SYSTEMS).ok
