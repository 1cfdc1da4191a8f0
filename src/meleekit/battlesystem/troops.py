"""Weapons, troop types and other rows of the tables that units are made of."""

from __future__ import annotations

from typing import Literal

import msgspec

Size = Literal["S", "M", "L"]
Edition = Literal["1e", "2e"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of the tables; a field that is not known is a mistake."""


class Weapon(Row, frozen=True):
    """A weapon: its damage against small and man-sized, and against large targets, in dice.

    `support_ranks` is how many ranks behind the front may lend it (BAT-ELIG-04).
    """

    name: str
    damage_sm: str
    damage_l: str
    support_ranks: int = 0


class Armour(Row, frozen=True):
    """An armour class by what is worn."""

    name: str
    ac: int
    shield: bool
    edition: Edition


class Troop(Row, frozen=True):
    """A ready troop type; its fields are those of a unit (`meleekit.battlesystem.units.Unit`).

    `thac0` is the one for the Attack Rating (BAT-AR-03), `move` is in inches, `notes` say what
    the rules do not model (BAT-UNIT-08).
    """

    id: str
    name: str
    size: Size
    ac: int
    shield: bool
    hd: str
    thac0: int
    weapons: tuple[str | Weapon, ...]
    move: int
    morale: int | Literal["none"]
    class_: str = msgspec.field(default="monster", name="class")
    level: int = 0
    daylight_penalty: bool = False
    level_0: bool = False
    notes: tuple[str, ...] = ()


class RatioRow(Row, frozen=True):
    """Creatures a figure, what that adds to the rating, and the least hit dice it is for.

    Without `hd_from` it is for individuals.
    """

    creatures: int
    ar_adjustment: int
    hd_from: str = ""


class ModifierRow(Row, frozen=True):
    """A named modifier of a rating or of morale, with its rule."""

    id: str
    name: str
    mod: int
    rule: str


class Formation(Row, frozen=True):
    """A formation: cells from figure to figure, and whether overlap and support are its (ELIG)."""

    name: str
    pitch: int
    close: bool


class Field(Row, frozen=True):
    """The field's cells, the last round, and how far a commander reaches in cells."""

    width: int
    height: int
    round_limit: int
    command_cells: int


class Movement(Row, frozen=True):
    """So many cells for so many inches (BAT-MOVE-01)."""

    cells: int
    inches: int


class Thac0Row(Row, frozen=True):
    """THAC0 for the rating from a level or from hit dice on; `game_thac0` where it differs."""

    edition: Edition
    group: str
    value: int
    level: int | None = None
    hd_from: str = ""
    game_thac0: int | None = None


class FighterRate(Row, frozen=True):
    """Attacks a round of fighters from a level on."""

    level: int
    attacks: str
