"""The rules as a page of Markdown, on a rulebook of two rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from meleekit.core.reference import RuleTable, markdown
from meleekit.core.rulebook import Rulebook, load_rulebook

BOOK = """
[[section]]
key = "WALK"
number = 1
title = "Walking"
[rule.TOY-WALK-01]
title = "Steps"
text = "One step a turn; but see WALK-02, and never WALK-03 *or* a|b."
ruling = "As TOY-WALK-02 says."
[rule.TOY-WALK-02]
title = "Runs"
text = "Two steps."
"""
SPEEDS = RuleTable(
    "Speeds & such", "WALK", ("who", "steps"), (("Ann", "1"), ("Bob", "TOY-WALK-02"))
)


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    file = tmp_path / "rulebook.toml"
    file.write_text(BOOK)
    return load_rulebook(file, "TOY")


def page(book: Rulebook, *tables: RuleTable) -> list[str]:
    return markdown("Toy", book, tables, written_by="make page").splitlines()


def test_the_page_says_what_it_is_and_how_it_was_written(book: Rulebook) -> None:
    lines = page(book)
    assert lines[0] == "# Toy: the rules"
    assert "`make page`" in lines[2]


def test_contents_name_every_section_and_table(book: Rulebook) -> None:
    lines = page(book, SPEEDS)
    assert "- [1. Walking](#WALK) (WALK)" in lines
    assert "- [Speeds & such](#table-speeds-such)" in lines


def test_ids_in_words_lead_to_rules_that_there_are(book: Rulebook) -> None:
    lines = page(book)
    text = r"One step a turn; but see [WALK-02](#TOY-WALK-02), and never WALK-03 \*or\* a\|b."
    assert text in lines
    assert "> *Ruling:* As [TOY-WALK-02](#TOY-WALK-02) says." in lines
    assert '<a id="TOY-WALK-02"></a>' in lines


def test_tables_follow_the_rules_and_are_named_in_their_section(book: Rulebook) -> None:
    lines = page(book, SPEEDS)
    assert "Tables: [Speeds & such](#table-speeds-such)" in lines
    at = lines.index("| who | steps |")
    assert lines[at + 1 : at + 4] == [
        "| --- | --- |",
        "| Ann | 1 |",
        "| Bob | [TOY-WALK-02](#TOY-WALK-02) |",
    ]
    assert at > lines.index("Two steps.")


def test_a_book_without_tables_has_no_chapter_of_them(book: Rulebook) -> None:
    assert "## Tables" not in page(book)
