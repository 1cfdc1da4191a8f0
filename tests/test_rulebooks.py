"""The words of every game's rules, and its tables: complete, numbered, in whole sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from meleekit.core.reference import RuleTable
from meleekit.core.rulebook import Rulebook
from meleekit.systems import SYSTEMS

# How many rules each section of the catalogues has.
COUNTS: Mapping[str, Mapping[str, int]] = {
    "tft": {
        "GEN": 7,
        "GEO": 12,
        "BRD": 6,
        "FACE": 11,
        "ENG": 6,
        "STATE": 6,
        "CRE": 13,
        "EQP": 13,
        "TURN": 4,
        "INIT": 4,
        "MOVE": 25,
        "ACT": 33,
        "DEX": 17,
        "HIT": 10,
        "DMG": 4,
        "ARM": 7,
        "MG": 6,
        "TWO": 2,
        "POLE": 6,
        "THR": 3,
        "LOF": 10,
        "MIS": 8,
        "PRN": 6,
        "FRD": 4,
        "HTH": 20,
        "DIS": 7,
        "DEF": 7,
        "RET": 8,
        "INJ": 7,
        "RACE": 8,
        "MON": 9,
        "BAT": 11,
        "XP": 9,
        "BAD": 6,
        "VAR": 1,
        "AI": 17,
    },
    "tahta": {
        "COMP": 7,
        "MODE": 3,
        "BOARD": 12,
        "STATE": 8,
        "SETUP": 9,
        "DRAFT": 18,
        "SEAS": 5,
        "AUC": 10,
        "SEL": 2,
        "RES": 5,
        "REC": 13,
        "TAX": 1,
        "MA": 9,
        "MOV": 11,
        "ATK": 25,
        "DEF": 7,
        "CAMP": 6,
        "CAT": 11,
        "CAS": 7,
        "KIL": 5,
        "INC": 5,
        "WINT": 10,
        "END": 7,
        "CARD": 23,
        "VIS": 8,
        "LOG": 3,
        "ERR": 4,
        "GT": 8,
    },
}
IN_ALL = {"tft": 333, "tahta": 242}
# Two numbers are lists of actions of their own in the catalogue.
GAPS = {("tft", "ACT"): [*range(1, 21), *range(26, 34), *range(36, 41)]}


def book_of(game: str) -> Rulebook:
    """The game's rulebook."""
    book = SYSTEMS[game].rulebook()
    assert book is not None
    return book


@pytest.mark.parametrize("game", SYSTEMS)
def test_the_catalogue_is_complete(game: str) -> None:
    rules = book_of(game).rules
    assert len(rules) == IN_ALL[game]
    assert Counter(rule.section for rule in rules.values()) == COUNTS[game]


@pytest.mark.parametrize("game", SYSTEMS)
def test_rules_of_a_section_are_numbered_without_a_gap_save_for_lists(game: str) -> None:
    for key, count in COUNTS[game].items():
        numbers = [int(rule.id.rpartition("-")[2]) for rule in book_of(game).of_section(key)]
        assert numbers == GAPS.get((game, key), list(range(1, count + 1)))


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
