"""The rules of BATTLESYSTEM's melee in words for players, read from ``rulebook.toml``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from meleekit.core.rulebook import Rulebook, load_rulebook

RULEBOOK_PATH = Path(__file__).with_name("rulebook.toml")
PREFIX = "BAT"


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """The rulebook that comes with the game."""
    return load_rulebook(RULEBOOK_PATH, PREFIX)
