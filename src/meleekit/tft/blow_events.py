"""What an attack comes to, typed: its roll, its damage, and what wounds do to a character."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec

from meleekit.core.dice import Roll
from meleekit.core.game import Event, Modifier
from meleekit.tft.state import Manner


class Result(StrEnum):
    """What an attack roll came to (TFT-HIT-03, TFT-HIT-04)."""

    MISS = "miss"
    HIT = "hit"
    DOUBLE = "double"
    TRIPLE = "triple"
    DROPPED = "dropped"
    BROKEN = "broken"


TIMES: Mapping[int, Result] = MappingProxyType({1: Result.HIT, 2: Result.DOUBLE, 3: Result.TRIPLE})
"""The results that hurt, by what they multiply the damage with (TFT-HIT-03)."""


class Damage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A damage roll as it is read: (roll + bonuses) x multipliers, less what is stopped."""

    roll: Roll
    bonuses: tuple[Modifier, ...]
    multipliers: tuple[Modifier, ...]
    rolled: int
    """Hits before armour and shields, after all multipliers."""
    stops: tuple[Modifier, ...]
    hits: int
    """Hits that come off STR."""


class Attacked(Event, frozen=True, gc=False, tag="attacked", omit_defaults=True):
    """One attack roll and, on a hit, its damage. `modifiers` add up to `needed`."""

    attacker: int
    target: int
    weapon: int
    roll: Roll
    needed: int
    modifiers: tuple[Modifier, ...]
    result: Result
    damage: Damage | None = None
    manner: Manner = Manner.BLOW


class RolledToMiss(Event, frozen=True, gc=False, tag="rolled_to_miss", omit_defaults=True):
    """An attack passes by one who is not its target, or hits it after all.

    `modifiers` add up to `needed`; the total must not be higher. There is no damage to one who
    may not be harmed.
    """

    attacker: int
    figure: int
    weapon: int
    roll: Roll
    needed: int
    modifiers: tuple[Modifier, ...]
    result: Result
    damage: Damage | None = None


class AimedAt(Event, frozen=True, gc=False, tag="aimed_at", omit_defaults=True):
    """A die says to which of two equally near hexes of a giant a flight goes (TFT-LOF-09)."""

    attacker: int
    target: int
    roll: Roll
    hex: int


class ShelterTested(Event, frozen=True, gc=False, tag="shelter", omit_defaults=True):
    """A die says whether one who shelters behind a body is hit, or the body; `struck` was.

    A dead body is not damaged, nor is an unconscious one where that is not allowed.
    """

    figure: int
    struck: int
    weapon: int
    roll: Roll
    damage: Damage | None = None


class PileStruck(Event, frozen=True, gc=False, tag="pile_struck", omit_defaults=True):
    """What flew at `figure` has hit its pile, and dice say whom there: `struck` (TFT-LOF-08).

    `figures` are all whom it could have hit; `dice` what each of them threw, the highest being
    hit. There is no damage to one who may not be harmed.
    """

    figure: int
    struck: int
    weapon: int
    figures: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...]
    damage: Damage | None = None


class Fell(Event, frozen=True, gc=False, tag="fell", omit_defaults=True):
    """A character was knocked down by its wounds."""

    figure: int


class Shaken(Event, frozen=True, gc=False, tag="shaken", omit_defaults=True):
    """Wounds will cost a character DEX next turn."""

    figure: int


class Collapsed(Event, frozen=True, gc=False, tag="collapsed", omit_defaults=True):
    """A character is unconscious."""

    figure: int


class Died(Event, frozen=True, gc=False, tag="died", omit_defaults=True):
    """A character is dead."""

    figure: int


class DroppedOut(Event, frozen=True, gc=False, tag="dropped_out", omit_defaults=True):
    """A character leaves a practice bout."""

    figure: int
