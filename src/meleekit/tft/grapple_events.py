"""What can happen in hand-to-hand, typed: going to grips, blades, and getting out (TFT-HTH)."""

from __future__ import annotations

from meleekit.core.dice import Roll
from meleekit.core.game import Event
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.blow_events import Damage


class ConsentAnswered(Event, frozen=True, gc=False, tag="consent", omit_defaults=True):
    """A character agrees to an enemy's wish for hand-to-hand, or not."""

    figure: int
    attacker: int
    agreed: bool


class DefenceRolled(Event, frozen=True, gc=False, tag="hth_defence", omit_defaults=True):
    """An attacker moves onto a character, whose die says what comes of it."""

    figure: int
    attacker: int
    roll: Roll
    outcome: HthOutcome
    from_behind: bool


class WentToGrips(Event, frozen=True, gc=False, tag="hth_began", omit_defaults=True):
    """A character is in hand-to-hand now, in the pile in `hex`; `figures` are all of the pile."""

    figure: int
    hex: int
    figures: tuple[int, ...]


class FreeHit(Event, frozen=True, gc=False, tag="free_hit", omit_defaults=True):
    """A repelled attacker is hit without an attack roll, by a weapon or bare hands (-1)."""

    attacker: int
    target: int
    weapon: int
    damage: Damage


class BladeKept(Event, frozen=True, gc=False, tag="blade_kept", omit_defaults=True):
    """A character pulled down has a blade in hand."""

    figure: int
    item: int


class DaggerDrawn(Event, frozen=True, gc=False, tag="dagger_drawn", omit_defaults=True):
    """An attempt to draw a blade in hand-to-hand; `drawn` if it is in hand now."""

    figure: int
    item: int
    roll: Roll
    drawn: bool


class BrokeFree(Event, frozen=True, gc=False, tag="broke_free", omit_defaults=True):
    """An attempt to get out of hand-to-hand; `free` if it stands in `to_hex` now."""

    figure: int
    roll: Roll
    from_hex: int
    to_hex: int
    free: bool


class HthEnded(Event, frozen=True, gc=False, tag="hth_ended", omit_defaults=True):
    """No conscious enemy is left in a character's pile: it lies there alone."""

    figure: int
