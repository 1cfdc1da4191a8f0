"""A battle on a real table at one moment: its units, and what is due of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

import msgspec

from meleekit.battlesystem.crt import Crt
from meleekit.battlesystem.morale_sums import COMMANDER_KILLED, LOST_25, LOST_50, LOST_MORE
from meleekit.battlesystem.roster_book import Book
from meleekit.battlesystem.tables import Tables
from meleekit.battlesystem.units import FormationName, Profile, Unit
from meleekit.core.dice import Given, Roll
from meleekit.core.errors import IllegalAction

BY_REFEREE = 16
"""A Morale Check that the referee called for, beside those of `morale_sums`."""
DUE_WORDS = {
    LOST_25: "a quarter lost",
    LOST_50: "half lost",
    LOST_MORE: "more lost",
    COMMANDER_KILLED: "commander killed",
    BY_REFEREE: "called for",
}


class UnitNow(msgspec.Struct, frozen=True):
    """A unit at one moment; `unit` is as it began.

    `fresh` are the figures it had when the round began, which is how many may attack in it
    (BAT-PROC-09), `engaged` how many of them have; `met` whom it fought this round.
    """

    unit: Unit
    side: int
    figures: int
    wounded: int
    formation: FormationName
    weapon: str
    commander: bool
    fresh: int
    engaged: int = 0
    met: tuple[str, ...] = ()
    fled: bool = False
    routed: bool = False
    gone: bool = False
    due: int = 0
    used: int = 0

    @property
    def check_due(self) -> bool:
        """Whether a Morale Check is due (BAT-MOR-01, MOR-04, MOR-09)."""
        checks = self.unit.morale != "none"
        return bool(self.due and checks and self.figures and not self.routed and not self.gone)

    @property
    def due_words(self) -> tuple[str, ...]:
        """What made it due."""
        return tuple(said for bit, said in DUE_WORDS.items() if self.due & bit)


class Standing(msgspec.Struct, frozen=True):
    """A battle after all steps of its book. `round` counts from 1; `profiles` are by name."""

    book: Book
    crt: Crt
    tables: Tables
    round: int
    units: Mapping[str, UnitNow]
    profiles: Mapping[str, Profile]

    def unit(self, name: str) -> UnitNow:
        """The unit of that name, in any case. Raises `IllegalAction` with those of the book."""
        for known, unit in self.units.items():
            if known.casefold() == name.strip().casefold():
                return unit
        near = get_close_matches(name, self.units, n=3, cutoff=0.5)
        said = f"perhaps {' or '.join(near)}" if near else f"there are {', '.join(self.units)}"
        raise IllegalAction("BAT-STATE-02", f"no unit {name!r}; {said}")

    def of_side(self, side: int) -> tuple[UnitNow, ...]:
        """Its units in their order."""
        return tuple(unit for unit in self.units.values() if unit.side == side)

    def strength(self, side: int) -> int:
        """The hit dice of its figures on the field (BAT-VICT-01)."""
        there = [unit for unit in self.of_side(side) if not unit.gone]
        return sum(unit.figures * self.profiles[unit.unit.name].figure_hd for unit in there)

    def having(self, *changed: UnitNow) -> Standing:
        """The same battle with other units of those names."""
        units = {**self.units, **{unit.unit.name: unit for unit in changed}}
        return msgspec.structs.replace(self, units=units)


def given(rolls: Iterable[Roll]) -> Given:
    """Dice as a book holds them."""
    return Given([roll.total for roll in rolls])
