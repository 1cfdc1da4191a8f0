"""Hit dice of creatures as they are listed: 1/2, 1-1, 1, 4+1 (BAT-UNIT-02..04)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import floor

import msgspec

from meleekit.core.errors import BadSetup

_LISTED = re.compile(r"(?P<dice>\d{1,2}|1/2)(?P<points>[+-]\d{1,2})?")
POINTS_PER_DIE = Fraction(9, 2)
"""Hit points of a hit die on the average, as the Combat Results Table has it."""


class HitDice(msgspec.Struct, frozen=True, order=True):
    """Whole dice, or half a die, and the hit points more or less; lesser ones sort first."""

    dice: Fraction
    points: int = 0


ONE = HitDice(Fraction(1))


@lru_cache(maxsize=256)
def hit_dice(text: str) -> HitDice:
    """Hit dice from a listing. Raises `BadSetup` naming BAT-UNIT-04 for what is none.

    >>> hit_dice("1-1") < hit_dice("1") < hit_dice("4+1")
    True
    """
    parts = _LISTED.fullmatch("".join(text.split()))
    if parts is None:
        raise BadSetup(f"{text!r} are no hit dice: write 1/2, 1-1, 1 or 4+1", rule="BAT-UNIT-04")
    return HitDice(Fraction(parts["dice"]), int(parts["points"] or 0))


def figure_hd(hd: HitDice, ratio: int) -> int:
    """Hit dice of a figure of so many creatures, at least 1 (BAT-UNIT-03, UNIT-04).

    >>> figure_hd(hit_dice("4+1"), 5)
    21
    """
    return max(1, floor(ratio * (hd.dice + hd.points / POINTS_PER_DIE) + Fraction(1, 2)))
