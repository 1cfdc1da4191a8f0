"""Everything a side may decide, one type a decision's answer. Units go by their names."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from meleekit.battlesystem.units import FormationName


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", gc=False):
    """What a side decides; each kind of it is a type."""


class MoveOrder(Action, frozen=True, tag="move_order"):
    """Whether the side with initiative moves first or second (BAT-SEQ-02)."""

    first: bool


# -- a unit's move -------------------------------------------------------------------------------


class Hold(Action, frozen=True, tag="hold"):
    """The unit stays as it is (BAT-SEQ-03)."""

    unit: str


class Advance(Action, frozen=True, tag="advance"):
    """So many cells straight ahead (BAT-MOVE-02)."""

    unit: str
    cells: int


class Wheel(Action, frozen=True, tag="wheel"):
    """A quarter turn about a front corner (BAT-MOVE-03)."""

    unit: str
    to: Literal["left", "right"]


class AboutFace(Action, frozen=True, tag="about_face"):
    """Turn about within the unit's own block (BAT-MOVE-03)."""

    unit: str


class Halt(Action, frozen=True, tag="halt"):
    """End a move that has begun (BAT-MOVE-06)."""

    unit: str


class Charge(Action, frozen=True, tag="charge"):
    """Straight at an enemy unit (BAT-MOVE-04)."""

    unit: str
    target: str


class Reform(Action, frozen=True, tag="reform"):
    """Another formation or number of files (BAT-MOVE-03)."""

    unit: str
    formation: FormationName
    files: int


class Withdraw(Action, frozen=True, tag="withdraw"):
    """A fighting withdrawal, so many cells straight back (BAT-END-03)."""

    unit: str
    cells: int


class Flee(Action, frozen=True, tag="flee"):
    """Turn about and run (BAT-END-04)."""

    unit: str


# -- what an enemy's move lets one decide --------------------------------------------------------


class Follow(Action, frozen=True, tag="follow"):
    """Follow a unit that withdraws (BAT-END-03)."""

    unit: str


class Remain(Action, frozen=True, tag="remain"):
    """Let it go (BAT-END-03)."""

    unit: str


class FreeAttack(Action, frozen=True, tag="free_attack"):
    """Strike at a unit as it runs (BAT-END-05)."""

    unit: str


class Spare(Action, frozen=True, tag="spare"):
    """Take no free attack (BAT-END-05)."""

    unit: str


# -- before the dice -----------------------------------------------------------------------------


class ChangeWeapon(Action, frozen=True, tag="change_weapon"):
    """The whole unit takes another weapon in hand (BAT-WPN-02)."""

    unit: str
    weapon: str


class Lead(Action, frozen=True, tag="lead"):
    """Whether the unit's commander fights with it in this phase (BAT-SEQ-06)."""

    unit: str
    fights: bool


class Assign(Action, frozen=True, tag="assign"):
    """A figure, by its slot, attacks that enemy unit and no other (BAT-ELIG-10)."""

    unit: str
    figure: int
    enemy: str


class Ready(Action, frozen=True, tag="ready"):
    """Nothing more: weapons, assignments or ranks stay as they are."""


# -- melees --------------------------------------------------------------------------------------


class Fight(Action, frozen=True, tag="fight"):
    """The melee that is resolved next, by its two units, the first side's first (BAT-PROC-01)."""

    first: str
    second: str


class CloseUp(Action, frozen=True, tag="close_up"):
    """Step ahead until the unit touches that enemy again (BAT-END-09)."""

    unit: str
    enemy: str


AnyAction: TypeAlias = (
    MoveOrder
    | Hold
    | Advance
    | Wheel
    | AboutFace
    | Halt
    | Charge
    | Reform
    | Withdraw
    | Flee
    | Follow
    | Remain
    | FreeAttack
    | Spare
    | ChangeWeapon
    | Lead
    | Assign
    | Ready
    | Fight
    | CloseUp
)
