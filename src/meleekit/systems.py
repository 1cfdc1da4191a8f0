"""The rule systems there are, by key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from meleekit.battlesystem.game import BattleSystem
from meleekit.core.errors import UnknownGame
from meleekit.core.system import System
from meleekit.tahta.game import FistsSystem
from meleekit.tao.game import TaoSystem
from meleekit.tft.game import MeleeSystem

SYSTEMS: Mapping[str, System] = MappingProxyType(
    {one.key: one for one in (MeleeSystem(), FistsSystem(), BattleSystem(), TaoSystem())}
)
USUAL = next(iter(SYSTEMS))
"""The key of the game that is meant where none is named."""


def system(key: str) -> System:
    """The system of that key. Raises `UnknownGame` naming those there are."""
    if key not in SYSTEMS:
        raise UnknownGame(f"no game {key!r}; there are {', '.join(SYSTEMS)}", at="game")
    return SYSTEMS[key]
