"""What a situation of a battle says beside its set-up, and what goes without saying."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from meleekit.battlesystem.morale_sums import (
    COMMANDER_KILLED,
    DREAD,
    LOST_25,
    LOST_50,
    LOST_MORE,
)
from meleekit.battlesystem.rating import Circumstances
from meleekit.battlesystem.units import FacingName, FormationName

LOSSES = {
    "quarter": LOST_25,
    "half": LOST_50,
    "more": LOST_MORE,
    "commander": COMMANDER_KILLED,
    "dread": DREAD,
}
"""What makes a Morale Check due, in words."""


class _Said(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A table of a situation."""


class UnitSaid(_Said, frozen=True):
    """What has changed of a unit since the battle began.

    Figures stand in `files` at `at`, `pitch` cells apart; `gaps` are slots, counted from 0 and
    rank by rank, in which nobody stands though somebody does further behind. `lost` are the
    losses for which a check was due already, `due` what one is due for now.
    """

    figures: int | UnsetType = UNSET
    at: tuple[int, int] | UnsetType = UNSET
    facing: FacingName | UnsetType = UNSET
    files: int | UnsetType = UNSET
    pitch: int | UnsetType = UNSET
    gaps: tuple[int, ...] = ()
    formation: FormationName | UnsetType = UNSET
    weapon: str | UnsetType = UNSET
    wounded: int | UnsetType = UNSET
    charged: bool = False
    fled: bool = False
    routed: bool = False
    moved: bool = False
    commander: bool | UnsetType = UNSET
    leads: bool = False
    gone: bool = False
    lost: tuple[str, ...] = ()
    due: tuple[str, ...] = ()


class ActiveSaid(_Said, frozen=True):
    """The unit in the midst of its move, and the cells it has left."""

    unit: str
    left: int


class WithdrawalSaid(_Said, frozen=True):
    """A unit that withdrew so many cells, and the enemies that may still follow."""

    unit: str
    direction: FacingName
    cells: int
    asked: tuple[str, ...]


class FlightSaid(_Said, frozen=True):
    """A unit about to run, and the enemies that may still strike; no direction: it cannot."""

    unit: str
    asked: tuple[str, ...]
    direction: FacingName | UnsetType = UNSET
    rout: bool = False


class FrontSaid(_Said, frozen=True):
    """One side of a melee as it was frozen."""

    unit: str
    contact: int
    ranks: int
    support: int = 0
    how: Circumstances = Circumstances()


class MeleeSaid(_Said, frozen=True):
    """A melee, the first side's unit first."""

    first: FrontSaid
    second: FrontSaid
    fought: bool = False


class AssignedSaid(_Said, frozen=True):
    """A figure, by its slot, that is to fight that enemy."""

    unit: str
    figure: int
    enemy: str


class Said(_Said, frozen=True):
    """The moment itself; units go by their names.

    `to` is what is to be decided, and which side decides it: "unit_move Wardens"; "over" after the
    end. Without `initiative` it is the side's that decides, or of the first. Without `melees` all
    pairs in contact are in melee when melees are to be fought.
    """

    to: str
    round: int = 1
    initiative: str = ""
    first: str = ""
    active: ActiveSaid | UnsetType = UNSET
    withdrawal: WithdrawalSaid | UnsetType = UNSET
    flight: FlightSaid | UnsetType = UNSET
    done: tuple[str, ...] = ()
    assigned: tuple[AssignedSaid, ...] = ()
    melees: tuple[MeleeSaid, ...] | UnsetType = UNSET
    checks: tuple[str, ...] = ()
    now: dict[str, UnitSaid] = {}
