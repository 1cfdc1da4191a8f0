"""The worked cases of every game's rules, read from the situation files in tests/cases."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from meleekit.systems import SYSTEMS
from tests import case_files
from tests.case_files import Case, all_cases, terms_of
from tests.catalogues import TESTS, catalogue

CASES = [(game, case) for game in SYSTEMS for case in all_cases(game)]
NUMBER = re.compile(r"(?:C-)?(\d+)\b")
# "C-07", "case 7", "Cases 7, 9 and 12 to 14"; and so in the name of a test.
NAMED = re.compile(
    r"(?<![A-Z])C-(?P<one>\d\d)\b"
    r"|(?<![A-Za-z])[Cc]ases?[ _](?P<some>\d+(?:(?:, |[ _]and[ _]|[ _]to[ _])\d+)*)"
)


@pytest.mark.parametrize(
    ("game", "case"), CASES, ids=[f"{game} {case['name']}" for game, case in CASES]
)
def test_the_worked_case_comes_out_as_the_rules_say(game: str, case: Case) -> None:
    terms = terms_of(game)
    situation, wanted = case_files.split(case, terms.more)
    case_files.check(terms.position(**situation), wanted, terms.expect, terms.more)


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_case_has_a_name_of_its_own(game: str) -> None:
    names = [case["name"] for case in all_cases(game)]
    assert names
    assert len(names) == len(set(names))


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_worked_case_is_held_to(game: str) -> None:
    in_files = [NUMBER.match(case["name"]) for case in all_cases(game)]
    found = {int(number[1]) for number in in_files if number} | set(numbers_in_code(game))
    assert set(range(1, catalogue(game).cases + 1)) <= found


def numbers_in_code(game: str) -> Iterator[int]:
    """The cases that a game's own tests name, and others in a line with one of its rules."""
    prefix = terms_of(game).at.prefix
    for path in TESTS.rglob("test_*.py"):
        own = path.parent == TESTS / game
        for line in path.read_text(encoding="utf-8").splitlines():
            if own or prefix in line:
                yield from numbers_in(line)


def numbers_in(line: str) -> Iterator[int]:
    """The numbers of the cases that a line names."""
    for named in NAMED.finditer(line):
        first = 0
        for link, digits in re.findall(r"(to[ _])?(\d+)", named["one"] or named["some"]):
            number = int(digits)
            yield from range(first + 1 if link else number, number + 1)
            first = number


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("# C-07: TAH-GT-02, C-12", [7, 12]),
        ("def test_cases_12_to_14_and_20_ends() -> None:", [12, 13, 14, 20]),
        ("# Cases 1, 3 and 5", [1, 3, 5]),
        ("# TAH-MAGIC-07, in 2 cases", []),
    ],
)
def test_cases_are_found_in_a_line(line: str, numbers: list[int]) -> None:
    assert list(numbers_in(line)) == numbers
