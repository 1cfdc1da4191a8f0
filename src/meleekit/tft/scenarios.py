"""Scenarios: set-ups that come with the game, one TOML file each in ``scenarios/``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from meleekit.core.typed import in_file, read_toml
from meleekit.tft.roster import drawn
from meleekit.tft.setup import Setup, SideSetup, resolve, setup_from
from meleekit.tft.tables import Tables

__all__ = ["Setup", "SideSetup", "load_setup", "resolve", "scenarios", "setup_from"]

SCENARIOS_PATH = Path(__file__).with_name("scenarios")


def load_setup(path: Path, tables: Tables | None = None) -> Setup:
    """The set-up of a TOML file, checked, with its names as written (see `resolve`).

    Sides may be drawn from a roster (see `roster.drawn`). Raises `BadSetup` naming the file, the
    field and the rule.
    """
    setup = setup_from(drawn(read_toml(path), path.parent), path.name, path.parent)
    with in_file(path):
        resolve(setup, tables)
    return setup


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Setup]:
    """The scenarios by the name of their file, the smallest battles first."""
    found = {path.stem: load_setup(path) for path in sorted(SCENARIOS_PATH.glob("*.toml"))}
    return MappingProxyType(dict(sorted(found.items(), key=lambda entry: _size(entry[1]))))


def _size(setup: Setup) -> tuple[int, int, str]:
    return len(setup.sides), sum(len(side.fighters) for side in setup.sides), setup.title
