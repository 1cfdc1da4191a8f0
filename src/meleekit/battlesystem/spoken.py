"""A unit on one line, as one types it: "orc, figures = 12, contact = 6, charging"."""

from __future__ import annotations

import re
from typing import Any

from meleekit.battlesystem.calculator import Moment
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.troops import Weapon
from meleekit.battlesystem.units import RULE, Unit
from meleekit.core.errors import BadSetup

_WHOLE = re.compile(r"[+-]?\d{1,9}")
# What is text even where it looks like a number.
_TEXTS = frozenset({"hd", "attacks", "name", "troop", "commander", "in_hand", "weapons"})
_OTHER_WORDS = {"thaco": "thac0", "out of command": "out_of_command"}
_OWN = {"weapon": "name", "damage": "damage_sm", "damage_l": "damage_l"}
_ARCS = ("flank", "rear")
_FIELDS = frozenset(set(Unit.__struct_encode_fields__) | set(Moment.__struct_encode_fields__))
_FLAGS = frozenset(
    {
        *("shield", "override_ratio", "individual", "daylight_penalty", "level_0"),
        *("charging", "out_of_command", "commander_fights", "enemy_uphill", "free_attack"),
    }
)


def spoken(text: str, tables: Tables | None = None, *, troop_first: bool = True) -> dict[str, Any]:
    """The fields that a line names, as plain data; with `troop_first` a troop type comes first.

    Fields are parted by commas. A flag, a formation or a side ("flank", "rear") stands for itself
    without "="; `weapon` is the one in hand, and is carried if it is not yet; `damage` is that of
    a weapon of one's own, against large targets `damage_l`. Raises `BadSetup` naming BAT-UNIT-06.
    """
    tables = tables or default_tables()
    data: dict[str, Any] = {}
    own: dict[str, str] = {}
    for number, part in enumerate(text.split(","), 0 if troop_first else 1):
        name, equals, value = (word.strip() for word in part.partition("="))
        name = _OTHER_WORDS.get(name.casefold(), name.casefold().replace("-", "_"))
        if not equals:
            field, said = _bare(name.replace(" ", "_"), number, tables)
        elif name in _OWN:
            own[_OWN[name]] = value
            continue
        elif name in _FIELDS:
            field, said = name, _value(name, value)
        else:
            raise _refused(f"no field {name!r}; there are {', '.join(sorted(_FIELDS))}", name)
        if field in data:
            raise _refused(f"{field} is said twice", field)
        data[field] = said
    return _armed(data, own, tables)


def _bare(name: str, number: int, tables: Tables) -> tuple[str, Any]:
    """What a word without "=" says."""
    if number == 0 and name in tables.troops:
        return "troop", name
    if name in _FLAGS:
        return name, True
    if name in tables.formations:
        return "formation", name
    if name in _ARCS:
        return "arc", name
    if number == 0:
        raise _refused(f"no troop type {name!r}; there are {', '.join(tables.troops)}", "troop")
    raise _refused(f"{name!r} says nothing; a field has a value: figures = 12", name)


def _value(name: str, value: str) -> Any:  # noqa: ANN401  # fields differ
    if name == "weapons":
        return [one.strip() for one in value.split("+")]
    if name in _TEXTS:
        return value
    if name in _FLAGS and value in ("yes", "no", "true", "false"):
        return value in ("yes", "true")
    return int(value) if _WHOLE.fullmatch(value) else value


def _armed(data: dict[str, Any], own: dict[str, str], tables: Tables) -> dict[str, Any]:
    """The weapons that follow from `weapon` and `damage`."""
    if not own:
        return data
    held: str = own.get("name", "own weapon")
    weapon: object = held
    if len(own) > ("name" in own):
        if "damage_sm" not in own:
            raise _refused("damage is missing: damage = 1D8", "damage")
        small = own["damage_sm"]
        large = own.get("damage_l", small)
        weapon = {"name": held, "damage_sm": small, "damage_l": large}
    troop = tables.troops.get(data.get("troop", ""))
    carried = data.get("weapons", list(troop.weapons) if troop else [])
    names = [one.name if isinstance(one, Weapon) else one for one in carried]
    others = [one for one, name in zip(carried, names, strict=True) if name != held]
    if weapon is held and held in names:
        weapon = carried[names.index(held)]
    data["weapons"] = [_plain(one) for one in (weapon, *others)]
    data["in_hand"] = held
    return data


def _plain(carried: object) -> object:
    if not isinstance(carried, Weapon):
        return carried
    return {name: getattr(carried, name) for name in carried.__struct_fields__}


def _refused(message: str, at: str) -> BadSetup:
    return BadSetup(message, rule=RULE, at=at)
