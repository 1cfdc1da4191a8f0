"""When a Morale Check is due, what it is made against, what fails: apart from any map (MOR)."""

from __future__ import annotations

from collections.abc import Iterable

from meleekit.battlesystem.tables import Tables
from meleekit.core.dice import Dice
from meleekit.core.game import Modifier

LOST_25, LOST_50, LOST_MORE, COMMANDER_KILLED = 1, 2, 4, 8
DREAD = 32
"""What makes a Morale Check due (BAT-MOR-01), as bits; dread is of enemies with a flag (MOR-10)."""
LEAST_CHECK, MOST_CHECK = 2, 20
"""What 2d10 show."""


_SEEN = ("lost_75", "lost_50", "closed")
"""The modifiers that a unit shows by itself."""


def reasons(tables: Tables) -> dict[str, Modifier]:
    """The modifiers of morale that somebody has to tell of: all that a unit does not show."""
    return {name: row for name, row in tables.morale_modifiers.items() if name not in _SEEN}


def losses_noted(start: int, left: int, due: int, used: int) -> tuple[int, int]:
    """What is due and what was used after a unit lost figures: `left` of `start` remain.

    A quarter and a half lost count once each, and after that every loss (BAT-MOR-01).
    """
    lost = start - left
    if used & LOST_50:
        due |= LOST_MORE
    if 4 * lost >= start and not used & LOST_25:
        due, used = due | LOST_25, used | LOST_25
    if 2 * lost >= start and not used & LOST_50:
        due, used = due | LOST_50, used | LOST_50
    return due, used


def morale_parts(
    base: int,
    start: int,
    left: int,
    tables: Tables,
    *,
    closed: bool,
    because: Iterable[str] = (),
    charisma: Modifier | None = None,
) -> tuple[Modifier, ...]:
    """The parts of current morale (BAT-MOR-03).

    Losses and a closed formation are seen from the unit; `because` names further rows of the
    tables that apply: an enemy at its rear, out of command (MOR-07), flags (MOR-10).
    """
    known = tables.morale_modifiers
    parts = [Modifier("morale", base, "BAT-MOR-03")]
    lost = start - left
    if 4 * lost >= 3 * start:
        parts.append(known["lost_75"])
    elif 2 * lost >= start:
        parts.append(known["lost_50"])
    parts += [known[name] for name in because]
    if closed:
        parts.append(known["closed"])
    if charisma is not None and charisma.value:
        parts.append(charisma)
    return tuple(parts)


def morale_roll(parts: Iterable[Modifier], dice: Dice, why: str) -> tuple[int, bool]:
    """2d10 against current morale: the total, and whether it does not exceed it (BAT-MOR-03)."""
    morale = sum(part.value for part in parts)
    passes = [total <= morale for total in range(LEAST_CHECK, MOST_CHECK + 1)]
    total = dice.roll(2, 10, why=why, classes=passes).total
    return total, total <= morale


def commander_falls(left: int, name: str, dice: Dice) -> tuple[int, bool]:
    """Whether a commander dies who fights with a unit that lost figures (BAT-MOR-08).

    With the unit's last figure for certain, without dice (0); else on a 2 of 2d6.
    """
    if not left:
        return 0, True
    safe = [total != 2 for total in range(2, 13)]
    total = dice.roll(2, 6, why=f"{name} in danger", classes=safe).total
    return total, total == 2
