"""Everything one may decide. Hexes are named ("0304"), combatants and items numbered."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", gc=False):
    """What a seat decides; each kind of it is a type."""


class Take(Action, frozen=True, gc=False, tag="take"):
    """Say whose turn is next (TAO-INIT-03)."""

    figure: int


class Step(Action, frozen=True, gc=False, tag="step"):
    """Move one hex (TAO-MOV-01)."""

    hex: str


class Leave(Action, frozen=True, gc=False, tag="leave"):
    """Walk off the map by an exit of one's own (TAO-END-01)."""


class Draw(Action, frozen=True, gc=False, tag="draw"):
    """Take a carried weapon in hand (TAO-AP-02)."""

    item: int


class PickUp(Action, frozen=True, gc=False, tag="pick_up"):
    """Take a weapon from one's own hex in hand (TAO-AP-02)."""

    item: int


class Drop(Action, frozen=True, gc=False, tag="drop"):
    """Let the weapon in hand fall (TAO-AP-02)."""


class Attack(Action, frozen=True, gc=False, tag="attack"):
    """Strike at an enemy within reach (TAO-ATT-01)."""

    target: int


class Overbear(Action, frozen=True, gc=False, tag="overbear"):
    """Throw oneself at an adjacent enemy, with all that is left (TAO-OVB-01)."""

    target: int


class Charge(Action, frozen=True, gc=False, tag="charge"):
    """Run in a straight line to a hex beside an enemy, and into it (TAO-CHG-01)."""

    target: int
    hex: str


class Grab(Action, frozen=True, gc=False, tag="grab"):
    """Try to get hold of an adjacent enemy (TAO-GRAP-01)."""

    target: int


class Blow(Action, frozen=True, gc=False, tag="blow"):
    """Strike at the enemy that one brawls with (TAO-GRAP-05)."""


class BreakOut(Action, frozen=True, gc=False, tag="break_out"):
    """Try to get out of a brawl, into a free hex (TAO-GRAP-05)."""

    hex: str


class EndTurn(Action, frozen=True, gc=False, tag="end_turn"):
    """Be done; what action points are left are lost (TAO-MOV-09)."""


class FallTo(Action, frozen=True, gc=False, tag="fall_to"):
    """Say into which hex one who is driven back goes (TAO-STUN-05)."""

    hex: str


class LetCome(Action, frozen=True, gc=False, tag="let_come"):
    """Do not strike at a charger before contact (TAO-CHG-03)."""


class StrikeFirst(Action, frozen=True, gc=False, tag="strike_first"):
    """Strike at a charger before contact (TAO-CHG-03)."""


class PutIn(Action, frozen=True, gc=False, tag="put_in"):
    """Say into which hex a grabbed enemy goes; one's own for a brawl (TAO-GRAP-03)."""

    hex: str


AnyAction: TypeAlias = (
    Take
    | Step
    | Leave
    | Draw
    | PickUp
    | Drop
    | Attack
    | Overbear
    | Charge
    | Grab
    | Blow
    | BreakOut
    | EndTurn
    | FallTo
    | LetCome
    | StrikeFirst
    | PutIn
)
