"""Random armies on random fields: every troop type, formation, weapon and option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from meleekit.battlesystem.geometry import FACINGS, Field, full
from meleekit.battlesystem.geometry import Pose as Stand
from meleekit.battlesystem.setup import Setup, setup_from
from meleekit.battlesystem.tables import default_tables
from meleekit.core.dice import Rolled

T = TypeVar("T")
TABLES = default_tables()
FORMATIONS = ("closed", "closed", "open", "skirmish")
FLAGS = ("magic_losses", "failed_charge_open", "level_drain", "invulnerable")


def one_of(chance: Rolled, options: Sequence[T]) -> T:
    return options[chance.below(len(options))]


def random_setup(chance: Rolled) -> Setup:
    """One to four units a side, each in its own half of the field, facing anywhere."""
    wide, deep = 16 + chance.below(30), 20 + chance.below(20)
    field, taken = Field(wide, deep), 0
    sides = []
    for number, name in enumerate(("South", "North")):
        units = []
        for place in range(1 + chance.below(4)):
            unit, bits = random_unit(chance, f"{name} {place + 1}", field, number, taken)
            if bits:
                units.append(unit)
                taken |= bits
        if not units:
            at = [1, 1] if number == 0 else [wide - 2, deep - 2]
            units = [{"name": f"{name} 1", "troop": "orc", "figures": 1, "at": at}]
        sides.append({"name": name, "units": units})
    hills = [
        {
            "x": chance.below(wide),
            "y": chance.below(deep),
            "width": 1 + chance.below(12),
            "height": 1 + chance.below(8),
            "rise": 1 + chance.below(2),
        }
        for _ in range(chance.below(4))
    ]
    options: dict[str, Any] = {
        "rounds": 1 + chance.below(20),
        "daylight": not chance.below(2),
        "support_behind_overlap": bool(chance.below(3)),
        "hills": hills,
    }
    return setup_from({"sides": sides, "width": wide, "height": deep, **options})


def random_unit(
    chance: Rolled, name: str, field: Field, side: int, taken: int
) -> tuple[dict[str, Any], int]:
    """A unit and its cells; none where no room was found for it."""
    troop = one_of(chance, list(TABLES.troops.values()))
    figures = 1 + chance.below(14)
    files = 1 + chance.below(min(figures, 8))
    formation, facing = one_of(chance, FORMATIONS), chance.below(4)
    unit: dict[str, Any] = {
        "name": name,
        "troop": troop.id,
        "figures": figures,
        "files": files,
        "formation": formation,
        "facing": FACINGS[facing],
    }
    if not chance.below(2):
        carried = {one_of(chance, list(TABLES.weapons)) for _ in range(3)}
        unit["weapons"] = sorted(carried)
    if not chance.below(3):
        unit |= {"commander": f"Captain of {name}", "charisma": chance.below(4) - 1}
    if not chance.below(5):
        unit["flags"] = [one_of(chance, FLAGS)]
    if not chance.below(4):
        unit["wounded"] = 1
    pitch = TABLES.formations[formation].pitch
    half = field.height // 2
    for _ in range(40):
        x, y = chance.below(field.width), chance.below(half) + (half if side else 0)
        bits = field.place(Stand(x, y, facing, files, pitch, full(figures)))
        if bits and not bits & taken:
            return {**unit, "at": [x, y]}, bits
    return unit, 0
