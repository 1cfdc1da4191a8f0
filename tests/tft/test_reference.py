"""The tables that players look things up in, against the figures of the rules."""

from __future__ import annotations

import pytest

from meleekit.tft.reference import rule_tables

TABLES = {table.title: table for table in rule_tables()}


def row(title: str, name: str) -> dict[str, str]:
    """The row of that name, by its columns."""
    table = TABLES[title]
    (found,) = [row for row in table.rows if row[0] == name]
    return dict(zip(table.columns, found, strict=True))


@pytest.mark.parametrize(
    ("title", "name", "figures"),
    [
        ("Weapons", "Broadsword", {"STR": "12", "damage": "2d6", "hands": "1"}),
        ("Weapons", "Small axe", {"damage": "1d6+2", "besides": "may be thrown"}),
        ("Weapons", "Dagger", {"damage": "1d6−1", "besides": "may be thrown, hand-to-hand 1d6+2"}),
        ("Weapons", "Spear", {"STR": "11", "hands": "2", "besides": "may be thrown, pole weapon"}),
        ("Weapons", "Rock", {"STR": "–", "besides": "only thrown"}),
        ("Missile weapons", "Longbow", {"two arrows from": "adjDEX 18", "shot also": "kneeling"}),
        ("Missile weapons", "Heavy crossbow", {"actions to reload": "2, from adjDEX 16 on 1"}),
        ("Armour", "Leather", {"stops": "2", "DEX": "−2", "MA": "8", "MA of an elf": "10"}),
        ("Shields", "Large shield", {"stops": "2", "DEX while ready": "−1"}),
        ("Chances to hit", "8", {"exactly": "35/648", "three dice": "25.9%", "four dice": "5.4%"}),
        ("Range of missiles", "3 to 4", {"DEX": "−1"}),
        ("Actions", "charge attack", {"after moving at most": "half of its MA"}),
        ("Wounds", "STR 3 or less", {"effect": "−3 DEX while it lasts"}),
        ("Bare hands", "a stronger enemy", {"damage": "1d6−4"}),
        ("Races", "Dwarf", {"least STR": "10", "besides": "+1 damage with axes and hammers"}),
        ("Beasts and monsters", "Gargoyle", {"MA": "8, flying 16", "stops": "3"}),
        ("Kinds of combat", "Practice", {"drops out at": "STR 3", "damage": "1/2", "escape": "no"}),
        ("Variants", "VAR-PLATE-MA6", {"can be chosen": "yes"}),
    ],
)
def test_a_row_has_the_figures_of_the_rules(title: str, name: str, figures: dict[str, str]) -> None:
    found = row(title, name)
    assert {column: found[column] for column in figures} == figures


def test_totals_that_always_count_say_what_comes_of_them() -> None:
    results = {(dice, total): what for dice, total, what in TABLES["Totals that always count"].rows}
    assert results["3", "3"] == "hits, 3 times the damage"
    assert results["3", "16"] == "misses"
    assert results["3", "18"] == "misses, the weapon breaks"
    assert results["4", "22"] == "misses, the weapon is dropped"
