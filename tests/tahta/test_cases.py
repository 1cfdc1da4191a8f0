"""The worked cases of the rules, read from the situation files in tests/cases/tahta."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import case_files
from tests.case_files import Case, all_cases
from tests.tahta.cases import expect, position

CASES = all_cases("tahta")
NUMBERS = [f"C-{number:02}" for number in range(1, 81)]
NUMBER = re.compile(r"(?<![A-Z])C-\d\d\b")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_worked_case_comes_out_as_the_rules_say(case: Case) -> None:
    situation, wanted = case_files.split(case, {})
    case_files.check(position(**situation), wanted, expect, {})


def numbers_in_code() -> set[str]:
    """The cases that tests of this folder name: those that no file can say."""
    files = Path(__file__).parent.glob("test_*.py")
    texts = [file.read_text(encoding="utf-8") for file in files if file.name != "test_cases.py"]
    return {number for text in texts for number in NUMBER.findall(text)}


def test_every_worked_case_is_held_to() -> None:
    in_files = {number for case in CASES for number in NUMBER.findall(case["name"])}
    assert in_files | numbers_in_code() >= set(NUMBERS)


def test_every_situation_file_has_cases_with_names_of_their_own() -> None:
    names = [case["name"] for case in CASES]
    assert len(names) == len(set(names))
    assert all(name.split()[0] in NUMBERS for name in names)
