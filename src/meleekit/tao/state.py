"""A moment of play: only what changes and cannot be computed (TAO-STATE-01).

Combatants, items and hexes are numbers, in the order of the set-up and of the map. Who engages
whom is never kept (TAO-MEL-09), nor who brawls with whom: enemies in one hex do.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from meleekit.core.game import Outcome

NOBODY = -1
NO_ITEM = -1
NOWHERE = -1


class Status(StrEnum):
    """Whether a combatant can act. One that has left the map is out of the fight, unharmed."""

    ACTIVE = "active"
    DOWN = "down"
    DEAD = "dead"
    LEFT = "left"


ACTIVE = Status.ACTIVE


class Figure(msgspec.Struct, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A combatant as it is now.

    `hp` are hit points, `ready` the item in hand, `carried` the others it has. `ap` and `attacks`
    are what is left and used of its turn; `acted` tells that it has had it this round. `broken_by`
    is the enemy it must run from on its next turn (TAO-CHG-09).
    """

    hex: int
    hp: int
    ready: int = NO_ITEM
    carried: tuple[int, ...] = ()
    ap: int = 0
    attacks: int = 0
    acted: bool = False
    stunned: bool = False
    broken_by: int = NOBODY
    status: Status = ACTIVE


class Lying(msgspec.Struct, frozen=True, order=True, gc=False, forbid_unknown_fields=True):
    """An item that was dropped, and in which hex it lies."""

    hex: int
    item: int


class _Task(msgspec.Struct, frozen=True, gc=False, tag_field="task", forbid_unknown_fields=True):
    """Something to be decided."""


class Choose(_Task, frozen=True, gc=False, tag="choose"):
    """Several of a side come next: its owner says who does (TAO-INIT-03)."""

    side: int


class Turn(_Task, frozen=True, gc=False, tag="turn"):
    """A combatant's turn (TAO-TURN-01)."""

    figure: int


class FallBack(_Task, frozen=True, gc=False, tag="fall_back"):
    """A combatant is driven back: its owner chooses where to (TAO-STUN-05, TAO-OVB-04).

    `by` is the attacker from whom it must get farther away, and who follows into the hex that is
    left if `follows` says so.
    """

    figure: int
    by: int
    follows: bool = False


class Brace(_Task, frozen=True, gc=False, tag="brace"):
    """A charge arrives: its target may strike before contact (TAO-CHG-03)."""

    figure: int
    charger: int


class Place(_Task, frozen=True, gc=False, tag="place"):
    """A grab has succeeded: the attacker says where its target goes (TAO-GRAP-03)."""

    figure: int
    target: int


AnyTask = Choose | Turn | FallBack | Brace | Place


class Battle(msgspec.Struct, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The state between two decisions.

    `dice` are what the sides rolled at the start (TAO-INIT-01). `stack` holds what is being
    decided, innermost last: a turn, and what interrupts it. `ground` is sorted by hex and item.
    """

    figures: list[Figure]
    dice: tuple[int, int]
    round: int = 0
    stack: tuple[AnyTask, ...] = ()
    ground: tuple[Lying, ...] = ()
    outcome: Outcome | None = None


copy_battle: Callable[[Battle], Battle] = Battle.__copy__  # type: ignore[attr-defined]  # msgspec
copy_figure: Callable[[Figure], Figure] = Figure.__copy__  # type: ignore[attr-defined]  # msgspec
