"""Readings that a battle may choose instead of the usual ones (TFT-VAR-01), and the tables so read.

A variant that only changes figures is a row of ``tables.toml`` and is in force through
`with_variants`; the others are named here, and the rule that they change asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from meleekit.tft.battle_rows import Injury
from meleekit.tft.tables import Tables, hit_bounds

ENGAGED_BY_ARMED = "VAR-ENG-ARMED"
DEFENCE_IN_ORDER = "VAR-DEF-STRICT"
DEFENCE_DECLARED = "VAR-DEF-DECLARE"
GIANT_BY_TWO = "VAR-GIANT-TWO"
RETREAT_AWAY = "VAR-RET-AWAY"


@lru_cache(maxsize=64)
def with_variants(tables: Tables, variants: frozenset[str]) -> Tables:
    """The tables of a battle: attack rolls, and the STR that fells and kills (HIT-04, DMG-04).

    They are the same object where no row is another, so that what is kept by tables stays good.
    """
    rolls = [row for row in tables.variant_special_rolls if row.variant in variants]
    left = [row for row in tables.variant_injury_str if row.variant in variants]
    if not rolls and not left:
        return tables
    special = dict(tables.special_rolls)
    special.update({(row.dice, row.total): row for row in rolls})
    return replace(
        tables,
        special_rolls=special,
        hit_bounds=hit_bounds(special.values(), tables.source),
        injury_str=left[-1] if left else tables.injury_str,
    )


def injuries_of(strength: int, tables: Tables, variants: frozenset[str]) -> Mapping[str, Injury]:
    """What so many hits in a turn do to a character of that basic STR (TFT-INJ-06)."""
    own = [
        row
        for row in tables.variant_injuries
        if row.variant in variants and strength >= row.str_from
    ]
    if not own:
        return tables.injuries
    return {**tables.injuries, **{row.id: row for row in own}}
