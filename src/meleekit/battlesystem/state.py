"""A moment of a battle: only what changes and cannot be computed (BAT-STATE-01..03).

Units are numbered side by side as the set-up lists them. What never changes of a unit (its troop
type, weapons, figures at the start) is in the set-up.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from meleekit.battlesystem.geometry import Pose
from meleekit.battlesystem.rating import Circumstances
from meleekit.battlesystem.units import FormationName


class Stage(StrEnum):
    """Where a round stands (BAT-SEQ-01); most wait for a decision of that kind (BAT-SEQ-05)."""

    ROUND_START = "round_start"
    ORDER = "choose_order"
    MOVE = "unit_move"
    FOLLOW = "follow_or_stay"
    STRIKE = "take_free_attack"
    WEAPONS = "weapon_change"
    COMMANDERS = "commander_fights"
    ASSIGN = "assign_figures"
    MELEE = "pick_melee"
    CLOSE = "close_up"
    MORALE = "morale"
    OVER = "over"


INTERRUPTS = (Stage.FOLLOW, Stage.STRIKE)
"""What the other side decides while a unit moves (BAT-SEQ-03)."""
WITHOUT_DECISION = (Stage.ROUND_START, Stage.MORALE, Stage.OVER)
"""Stages at which nobody is ever asked."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A part of the state, replaced as a whole."""


class UnitState(_Part, frozen=True):
    """A unit at one moment (BAT-STATE-02).

    `weapon` is in hand. `wounded` is 0 or 1 figures. `charged`, `fled` and `moved` hold for this
    round, `leads` (its commander fights with it) for this Melee Phase. `commander`: one is
    attached and lives. `gone`: it left the field. `used` are the losses for which a check was
    due already, `due` what one is due for now.
    """

    pose: Pose
    formation: FormationName
    weapon: str
    wounded: int = 0
    charged: bool = False
    fled: bool = False
    routed: bool = False
    moved: bool = False
    commander: bool = False
    leads: bool = False
    gone: bool = False
    used: int = 0
    due: int = 0

    @property
    def figures(self) -> int:
        """How many are alive; a wounded one counts like any other (BAT-LOSS-06)."""
        return self.pose.filled.bit_count()

    @property
    def there(self) -> bool:
        """Whether any of it is on the field."""
        return self.pose.filled != 0 and not self.gone


class Active(_Part, frozen=True):
    """The unit that is in the midst of its move, and the cells it has left (BAT-MOVE-06)."""

    unit: int
    left: int


class Withdrawal(_Part, frozen=True):
    """A fighting withdrawal, and the enemies that may still follow it (BAT-END-03)."""

    unit: int
    direction: int
    cells: int
    asked: tuple[int, ...]


class Flight(_Part, frozen=True):
    """A unit about to run, and the enemies that may still strike at it (BAT-END-05, END-08).

    `direction` is where to, None where it must stay. `rout`: it was not its owner's choice.
    """

    unit: int
    direction: int | None
    rout: bool
    asked: tuple[int, ...]


class Front(_Part, frozen=True):
    """One side of a melee, frozen at the start of the phase (BAT-ELIG-12, BAT-STATE-03).

    `contact` figures attack by class A, `support` by class B and C; none of a unit that fled or
    routs (BAT-PROC-10). `ranks` is how many there were.
    """

    unit: int
    contact: int
    support: int
    how: Circumstances
    ranks: int


class Melee(_Part, frozen=True):
    """A pair of enemy units in base contact when the phase began (BAT-ELIG-01).

    The first is of the first side. `fought`: it is resolved.
    """

    first: Front
    second: Front
    fought: bool = False


class Assigned(_Part, frozen=True):
    """A figure, by its slot, that its owner assigned to the melee with an enemy (BAT-ELIG-10)."""

    unit: int
    figure: int
    enemy: int


class State(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The whole of a battle; nothing in it is hidden. `perform` works on a copy.

    `initiative` is the side that has it (BAT-SEQ-02), `first` the one that moves first, `turn` the
    one that is asked or moves. `done` are the units that have been asked in this step.
    `checks` are the units whose Morale Check is still to come, in their order.
    """

    units: list[UnitState]
    round: int = 0
    stage: Stage = Stage.ROUND_START
    initiative: int = 0
    first: int = 0
    turn: int = 0
    active: Active | None = None
    withdrawal: Withdrawal | None = None
    flight: Flight | None = None
    done: tuple[int, ...] = ()
    assigned: tuple[Assigned, ...] = ()
    melees: tuple[Melee, ...] = ()
    checks: tuple[int, ...] = ()

    def copy(self) -> State:
        """Another value that is equal; what is never changed in place is shared."""
        # As `copy.copy` does, which takes twice as long.
        other: State = self.__copy__()  # type: ignore[attr-defined]  # msgspec's stubs lack it
        other.units = self.units[:]
        return other
