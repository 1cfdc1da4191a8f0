"""Chance in a season: a stream of its own for every purpose, all from the season's seed."""

from __future__ import annotations

from hashlib import sha256

from meleekit.core.dice import Rolled
from meleekit.season.book import Season


def derived_seed(season: Season, purpose: str) -> bytes:
    """The seed for one purpose. Nobody who learns it learns the season's, or another's."""
    return sha256(b"meleekit season: " + purpose.encode() + b": " + season.seed).digest()


def chance_of(season: Season, purpose: str) -> Rolled:
    """Chance for one purpose; the same season always has the same."""
    return Rolled(derived_seed(season, purpose))


def battle_seed(season: Season, battle: int) -> bytes:
    """The seed of a battle's dice."""
    return derived_seed(season, f"dice of battle {battle}")
