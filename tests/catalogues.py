"""How much the catalogue of a game has, so that nothing of it is forgotten.

Each game has a `catalogue.toml` beside its tests; the numbers are counted in the catalogue itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

TESTS = Path(__file__).parent


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many rules each section has, which numbers a section skips, and how many there are of
    worked cases, and at least of teaching situations.
    """

    sections: Mapping[str, int]
    cases: int
    lessons: int
    skipped: Mapping[str, tuple[int, ...]] = {}


def catalogue(game: str) -> Catalogue:
    """The catalogue of that game."""
    text = (TESTS / game / "catalogue.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Catalogue)
