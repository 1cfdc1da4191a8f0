"""What equilibrium pays for special cards is what docs/tahta-balance.md has counted of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from meleekit.bots.tahta.equilibrium import CARD_GOLD
from meleekit.tahta.tables import default_tables

PAGE = Path(__file__).parents[2] / "docs" / "tahta-balance.md"


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under that heading, without its head."""
    _, _, below = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")
    table = re.search(r"(?:^\|.*\|\n)+", below, re.MULTILINE)
    assert table is not None
    lines = table[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def share(cell: str) -> float:
    return float(cell.removesuffix(" %"))


def test_every_card_is_counted_and_worth_what_the_page_says() -> None:
    told = {row[0].split()[0]: float(row[3]) for row in rows("Each card, given away")}
    assert set(told) == set(default_tables().cards)
    assert {card: gold for card, gold in told.items() if gold} == CARD_GOLD


def test_a_card_is_worth_the_gold_that_wins_as_much_more() -> None:
    counted = [(int(row[0]), share(row[1]) - 50) for row in rows("Gold, given away")]
    # The line through an even chance that lies nearest to what was counted.
    each = sum(gold * more for gold, more in counted) / sum(gold**2 for gold, _ in counted)
    assert each == pytest.approx(3.3, abs=0.05)
    for row in rows("Each card, given away"):
        gold = max(0.0, share(row[1]) - 50) / each
        assert abs(float(row[3]) - gold) <= 0.25, row
