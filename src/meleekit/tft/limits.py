"""How far one may have moved for each kind of action (TFT-MOVE-04, TFT-ACT-11..38)."""

from __future__ import annotations

from collections.abc import Mapping

from meleekit.tft.arena import Arena
from meleekit.tft.state import Figure, Posture


def limits_of(arena: Arena, who: int, figure: Figure) -> Mapping[str, int]:
    """How far `who` may have moved this turn for each kind of action, walking or flying."""
    character = arena.characters[who]
    flying = figure.flew or figure.posture is Posture.ALOFT
    return character.flying_limits if flying else character.limits
