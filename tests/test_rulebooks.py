"""The words of every game's rules, and its tables: complete, numbered, in whole sentences."""

from __future__ import annotations

from collections import Counter

import pytest

from meleekit.core.reference import RuleTable
from meleekit.core.rulebook import Rulebook
from meleekit.core.trial import walks
from meleekit.systems import SYSTEMS
from tests.catalogues import catalogue


def book_of(game: str) -> Rulebook:
    """The game's rulebook."""
    book = SYSTEMS[game].rulebook()
    assert book is not None
    return book


@pytest.mark.parametrize("game", SYSTEMS)
def test_the_catalogue_is_complete(game: str) -> None:
    rules = book_of(game).rules
    assert Counter(rule.section for rule in rules.values()) == catalogue(game).sections


@pytest.mark.parametrize("game", SYSTEMS)
def test_rules_of_a_section_are_numbered_without_a_gap_save_for_lists(game: str) -> None:
    listed = catalogue(game)
    for key, count in listed.sections.items():
        skipped = listed.skipped.get(key, ())
        wanted = [n for n in range(1, count + len(skipped) + 1) if n not in skipped]
        numbers = [int(rule.id.rpartition("-")[2]) for rule in book_of(game).of_section(key)]
        assert numbers == wanted


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_rule_has_a_title_and_a_text_of_whole_sentences(game: str) -> None:
    for rule in book_of(game).rules.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert not rule.ruling or rule.ruling.endswith(".")


@pytest.mark.parametrize(
    ("game", "table"),
    [(game, table) for game, system in SYSTEMS.items() for table in system.rule_tables()],
    ids=lambda value: value if isinstance(value, str) else value.title,
)
def test_a_table_belongs_to_a_section_and_fills_all_of_its_columns(
    game: str, table: RuleTable
) -> None:
    assert table.section in book_of(game).sections
    assert table.rows
    assert {len(row) for row in table.rows} == {len(table.columns)}


@pytest.mark.parametrize("game", SYSTEMS)
def test_whatever_may_be_done_and_whatever_happens_has_a_rule_of_the_book(game: str) -> None:
    known = book_of(game).rules
    for moment in walks(SYSTEMS[game], (11,), 60):
        rules = {moment.game.rule_of(moment.state, action) for action in moment.legal}
        assert rules | {event.rule for event in moment.step.events} <= known.keys(), moment
