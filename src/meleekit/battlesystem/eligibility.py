"""Who of a unit may attack an enemy unit: by contact, by overlap, and from the ranks behind.

All sets of figures are sets of cells, as bits of the field (`geometry.Field`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from meleekit.battlesystem.geometry import Field


class Arc(IntEnum):
    """The side of a defender that is attacked (BAT-AR-14), the worst for the attacker first."""

    FRONT = 0
    FLANK = 1
    REAR = 2


class Claim(NamedTuple):
    """The figures of a unit that may attack one enemy unit, each in one class alone (ELIG-07).

    `contact` and `overlap` are class A, `second` and `third` stand behind them: classes B and C.
    """

    contact: int
    overlap: int
    second: int
    third: int

    @property
    def all(self) -> int:
        """All who may attack."""
        return self.contact | self.overlap | self.second | self.third


NOBODY = Claim(0, 0, 0, 0)


def claim(
    field: Field,
    bits: int,
    enemy: int,
    facing: int,
    *,
    closed: bool,
    rows_behind: int,
    behind_overlap: bool = True,
) -> Claim:
    """Who of a unit may attack that enemy (BAT-ELIG-02..08).

    `rows_behind` is how many rows behind the front the weapon in hand reaches from: one for a
    spear, pole arm or halberd, two for a pike. `behind_overlap`: those behind figures that
    attack by overlap support them too (BAT-ELIG-06).
    """
    touching = field.contacts(bits, enemy)
    contact = touching[0] | touching[1] | touching[2] | touching[3]  # BAT-ELIG-02
    if not closed or not contact:
        return Claim(contact, 0, 0, 0)  # BAT-ELIG-08
    free = bits & ~contact
    # BAT-ELIG-03: the next figure beyond each end of an unbroken row, sideways.
    stride = field.stride
    along_x = touching[0] | touching[2]
    overlap = (along_x << 1 | along_x >> 1) & free
    along_y = touching[1] | touching[3]
    overlap |= (along_y << stride | along_y >> stride) & free
    if not rows_behind:
        return Claim(contact, overlap, 0, 0)
    # BAT-ELIG-05: only contact in the direction that the unit faces is supported.
    front = touching[facing]
    if behind_overlap:
        if facing % 2:
            front |= (front << stride | front >> stride) & free
        else:
            front |= (front << 1 | front >> 1) & free
    back = (facing + 2) % 4
    other = free & ~overlap  # BAT-ELIG-07
    second = field.shift(front, back) & other
    third = field.shift(second, back) & other & ~second if rows_behind > 1 else 0
    return Claim(contact, overlap, second, third)


def arc(field: Field, bits: int, enemy: int, enemy_facing: int) -> Arc:
    """The side of the enemy that most figures in contact touch (BAT-AR-14).

    Ties go to the side that is worse for the attacker, and so does a figure that touches two.
    """
    touching = field.contacts(bits, enemy)
    front = touching[(enemy_facing + 2) % 4]
    flank = (touching[(enemy_facing + 1) % 4] | touching[(enemy_facing + 3) % 4]) & ~front
    rear = touching[enemy_facing] & ~front & ~flank
    most, found = 0, Arc.FRONT
    for side, figures in ((Arc.FRONT, front), (Arc.FLANK, flank), (Arc.REAR, rear)):
        if figures.bit_count() > most:
            most, found = figures.bit_count(), side
    return found


def uphill(field: Field, bits: int, enemy: int, levels: Sequence[int]) -> bool:
    """Whether more than half of the figures in contact stand lower than whom they touch (AR-08).

    `levels` are the cells at least one step high, at least two steps high, and so on. A figure
    that touches several stands lower than all of them.
    """
    touching = field.contacts(bits, enemy)
    contact = touching[0] | touching[1] | touching[2] | touching[3]
    lower = contact
    for direction in range(4):
        # Where somebody is touched in this direction, it must be somebody higher.
        below = 0
        for level in levels:
            higher = field.shift(enemy & level, (direction + 2) % 4)
            below |= touching[direction] & higher & ~level
        lower &= below | ~touching[direction]
    return 2 * lower.bit_count() > contact.bit_count()


def default_share(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Every figure that may attack several enemies given to one of them (BAT-ELIG-10).

    It goes where it is in contact, else where it overlaps, else where it stands behind, in the
    second row before the third; among equals to the enemy that is listed first, which is the one
    with the lower id.
    """
    left = ~0
    shares = [[0, 0, 0, 0] for _ in claims]
    for kind in range(4):
        for share, one in zip(shares, claims, strict=True):
            share[kind] = one[kind] & left
            left &= ~share[kind]
    return tuple([Claim(*share) for share in shares])


def contested(claims: Sequence[Claim]) -> int:
    """The figures that may attack more than one enemy, and have to be assigned (BAT-ELIG-10)."""
    once = twice = 0
    for one in claims:
        twice |= once & one.all
        once |= one.all
    return twice


def share_out(claims: Sequence[Claim], chosen: Sequence[int]) -> tuple[Claim, ...]:
    """The shares when the owner gives `chosen[n]` to enemy n, the rest as by default (ELIG-10)."""
    named = 0
    for figures in chosen:
        named |= figures
    if not named:
        return default_share(claims)
    rest = default_share([Claim(*(kind & ~named for kind in one)) for one in claims])
    return tuple(
        Claim(*(by_default | one[kind] & figures for kind, by_default in enumerate(share)))
        for share, one, figures in zip(rest, claims, chosen, strict=True)
    )
