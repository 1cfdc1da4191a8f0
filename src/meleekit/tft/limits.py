"""How far one may have moved for each kind of action (TFT-MOVE-04, TFT-ACT-11..38)."""

from __future__ import annotations

from collections.abc import Mapping

from meleekit.tft.arena import Arena
from meleekit.tft.state import ALOFT, Figure


def is_flying(figure: Figure) -> bool:
    """Whether it goes by flight this turn, landed since or not (TFT-MOVE-21)."""
    return figure.flew or figure.posture is ALOFT


def full_ma(arena: Arena, who: int, figure: Figure) -> int:
    """The movement allowance of this turn's mode, walking or flying (TFT-HTH-02)."""
    return arena.flying_ma[who] if is_flying(figure) else arena.characters[who].ma


def limits_of(arena: Arena, who: int, figure: Figure) -> Mapping[str, int]:
    """How far `who` may have moved this turn for each kind of action, walking or flying."""
    character = arena.characters[who]
    return character.flying_limits if is_flying(figure) else character.limits
