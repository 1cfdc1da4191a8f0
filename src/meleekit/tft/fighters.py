"""Ready-made fighters, read from ``fighters.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from meleekit.core.errors import BadSetup
from meleekit.core.typed import in_file, read_toml
from meleekit.tft.creation import FighterSheet, check_sheet, sheet_from

FIGHTERS_PATH = Path(__file__).with_name("fighters.toml")


class ReadyMade(msgspec.Struct, frozen=True):
    """A ready-made fighter: the key set-ups call it by, one line about it, and its sheet."""

    id: str
    about: str
    sheet: FighterSheet


def load_fighters(path: Path) -> Mapping[str, ReadyMade]:
    """The fighters of a file, one TOML table each: a sheet's fields and a line `about` it.

    Raises `BadSetup` naming the file and the field.
    """
    fighters: dict[str, ReadyMade] = {}
    for key, row in read_toml(path).items():
        if not isinstance(row, dict) or not isinstance(row.get("about"), str):
            raise BadSetup(f"{path.name}: a fighter is a table with a line `about` it", at=key)
        with in_file(path):
            sheet = sheet_from({name: row[name] for name in row if name != "about"}, at=key)
            check_sheet(sheet, at=key)
        fighters[key] = ReadyMade(id=key, about=row["about"], sheet=sheet)
    return MappingProxyType(fighters)


@lru_cache(maxsize=1)
def ready_made_entries() -> Mapping[str, ReadyMade]:
    """The fighters that come with the game, by key, with a line about each."""
    return load_fighters(FIGHTERS_PATH)


@lru_cache(maxsize=1)
def ready_made() -> Mapping[str, FighterSheet]:
    """The sheets of the fighters that come with the game, by key."""
    sheets = {key: fighter.sheet for key, fighter in ready_made_entries().items()}
    return MappingProxyType(sheets)
