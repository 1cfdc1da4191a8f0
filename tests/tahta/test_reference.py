"""The tables that players look things up in, against the figures of the rules."""

from __future__ import annotations

import pytest

from meleekit.tahta.reference import rule_tables
from meleekit.tahta.tables import default_tables

TABLES = {table.title: table for table in rule_tables()}


@pytest.mark.parametrize(
    ("title", "name", "figures"),
    [
        ("Units", "knight", {"each has": "2", "price": "6", "income": "–"}),
        ("Units", "camp", {"each has": "3", "price": "2", "income": "1"}),
        ("Setting up", "4", {"gold each": "15", "open cards": "5"}),
        ("Boards", "board4", {"provinces": "15", "castles": "4", "edges": "38"}),
        ("Special cards", "SA07", {"name": "Toll Gates", "kind": "tax", "rule": "TAH-CARD-07"}),
        ("Guesses", "soldier and camp", {"where": "on the mountain", "guesses": "2"}),
        ("Guesses", "camp", {"guesses": "2", "with the card": "Palisades"}),
    ],
)
def test_a_row_has_the_figures_of_the_rules(title: str, name: str, figures: dict[str, str]) -> None:
    table = TABLES[title]
    (row,) = [row for row in table.rows if row[0] == name]
    found = dict(zip(table.columns, row, strict=True))
    assert {column: found[column] for column in figures} == figures


def test_there_are_21_special_cards_of_five_kinds() -> None:
    # TAH-COMP-04, TAH-CARD-01..21
    kinds = [card.category for card in default_tables().cards.values()]
    counted = [kinds.count(kind) for kind in dict.fromkeys(kinds)]
    assert counted == [5, 3, 6, 3, 4]
    assert [row[0] for row in TABLES["Special cards"].rows] == [f"SA{n:02d}" for n in range(1, 22)]


def test_neighbours_are_told_for_every_place() -> None:
    # TAH-BOARD-02; C-02: hn has the neighbours a1, a2, b1, b2, k and n
    (row,) = [row for row in TABLES["Places"].rows if row[:2] == ("board4", "hn")]
    near = "Raven Fields, Raven Woods, Sun Fields, Sun Woods, North Pass and Kilimandjora"
    assert row[3] == near
