"""Scenarios: set-ups that come with the game, one TOML file each in ``scenarios/``.

The number that a file's name begins with is its place among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from meleekit.core.typed import in_file, numbered, read_toml
from meleekit.tao.setup import Setup, setup_from

SCENARIOS_PATH = Path(__file__).with_name("scenarios")


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Setup]:
    """The scenarios by name, in the order in which to meet them."""
    found = {}
    for name, path in numbered(SCENARIOS_PATH).items():
        with in_file(path):
            found[name] = setup_from(read_toml(path))
    return MappingProxyType(found)
