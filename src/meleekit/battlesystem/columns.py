"""Damage in dice turned into columns of the Combat Results Table (BAT-CONV-01..08)."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from meleekit.core.errors import BadSetup

COLUMNS = ("D2", "D3", "D4", "D6", "D8", "D10", "D12", "D14", "D16", "D18", "D20")
"""The columns of the table, left to right (BAT-CRT-01)."""
LAST = len(COLUMNS) - 1
SIDES = tuple(int(name[1:]) for name in COLUMNS)
MOST_ATTACKS = 12
"""Attacks that one damage may list."""

_DICE = re.compile(r"(?P<count>\d{1,2})?D(?P<sides>\d{1,3})(?:(?P<sign>[+-])(?P<plus>\d{1,3}))?")
_RANGE = re.compile(r"(?P<least>\d{1,3})-(?P<most>\d{1,3})")
_USUAL = (4, 6, 8, 10, 12, 20)
"""Dice that people have: a printed range means these."""


class Read(msgspec.Struct, frozen=True, gc=False):
    """A column that is read, and how many times over."""

    times: int
    column: int


class Blow(msgspec.Struct, frozen=True):
    """The damage of one attack: as dice ("2D4+1"), and the columns that it is read in."""

    dice: str
    reads: tuple[Read, ...]

    @property
    def words(self) -> str:
        """The columns as a sum: "D4 + D6", "4 x D20 + D8"."""
        return " + ".join(
            COLUMNS[read.column] if read.times == 1 else f"{read.times} x {COLUMNS[read.column]}"
            for read in self.reads
        )


class Damage(msgspec.Struct, frozen=True):
    """What a figure does in one round of its attacks: one blow, or several different ones.

    Different attacks are looked up by the same roll and added (BAT-MULT-03).
    """

    blows: tuple[Blow, ...]

    @property
    def dice(self) -> str:
        """As it is written: "1D4+4/1D4+4/2D6"."""
        return "/".join(blow.dice for blow in self.blows)

    @property
    def words(self) -> str:
        """The columns of all blows as a sum."""
        return " + ".join(blow.words for blow in self.blows)


@lru_cache(maxsize=512)
def damage_of(text: str) -> Damage:
    """Damage from its writing: "1D8", "2-7", "D4/D4/D12"; case and spaces do not matter.

    Raises `BadSetup` naming BAT-CONV-07 for a die that is no column, and for what is no dice.

    >>> damage_of("D12+11").words
    'D20 + D12'
    """
    parts = text.split("/")
    if len(parts) > MOST_ATTACKS:
        raise _refused(f"at most {MOST_ATTACKS} attacks in one damage")
    return Damage(tuple(_blow(part) for part in parts))


def _blow(text: str) -> Blow:
    dice = "".join(text.split()).upper()
    as_range = _RANGE.fullmatch(dice)
    if as_range:
        dice = dice_of_range(int(as_range["least"]), int(as_range["most"]))
    parts = _DICE.fullmatch(dice)
    if parts is None:
        raise _refused(f"{text!r} is no damage: write 1D8, 2D4+1, 2-7 or D4/D4/D12")
    count, sides = int(parts["count"] or 1), int(parts["sides"])
    shift = int(parts["plus"] or 0) * (-1 if parts["sign"] == "-" else 1)
    if sides not in SIDES or count < 1:
        raise _refused(f"{text!r}: no column for it; there are {', '.join(COLUMNS)}")
    # BAT-CONV-01, CONV-02, CONV-06: all dice but one are read as they are, the last is shifted.
    column = SIDES.index(sides)
    times = {column: count - 1} if count > 1 else {}
    for read in shifted(column, shift):
        times[read.column] = times.get(read.column, 0) + read.times
    return Blow(dice, tuple(Read(n, where) for where, n in times.items()))


def shifted(column: int, shift: int) -> tuple[Read, ...]:
    """One die of a column moved by its plus or minus.

    To the right it goes round past the last column, which is added once for each passage
    (BAT-CONV-03, CONV-04, CONV-08); to the left it stops at the first (BAT-CONV-05).

    >>> shifted(COLUMNS.index("D20"), 3)
    (Read(times=1, column=10), Read(times=1, column=2))
    """
    if shift < 0:
        return (Read(1, max(0, column + shift)),)
    passages, reached = divmod(column + shift, len(COLUMNS))
    if not passages:
        return (Read(1, reached),)
    if reached == LAST:
        return (Read(passages + 1, LAST),)
    return (Read(passages, LAST), Read(1, reached))


def dice_of_range(least: int, most: int) -> str:
    """The dice of a printed range: "2-7" is D6+1, "2-8" 2D4 (BAT-CONV-07).

    Where several would do it is so many equal dice without a plus, then one die with a plus, then
    two dice and more with one, all of dice that people have; D2 and D3 come last. Raises
    `BadSetup` for a range that no such dice have.
    """
    if 1 <= least < most:
        if most % least == 0 and most // least in _USUAL:
            return f"{least if least > 1 else ''}D{most // least}"
        for count in range(1, least + 1):
            sides, odd = divmod(most - least, count)
            if not odd and (sides + 1 in _USUAL or (count == 1 and sides + 1 in SIDES)):
                plus = least - count
                return f"{count if count > 1 else ''}D{sides + 1}{f'+{plus}' if plus else ''}"
    raise _refused(f"no dice give {least}-{most}")


def _refused(message: str) -> BadSetup:
    return BadSetup(message, rule="BAT-CONV-07")
