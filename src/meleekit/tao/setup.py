"""What is decided before play: map, sides, combatants, exits, rules in force; all checked.

A row leaves out what goes without saying (TAO-STATE-02), and more where it is `like` one from the
shelf. Once resolved, it says everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.core.typed import typed
from meleekit.tao.grid import MOST_COLUMNS, MOST_ROWS, check_name
from meleekit.tao.switches import Switch, in_force
from meleekit.tao.tables import Tables, default_tables

LONGEST_NAME = 40
MOST_COMBATANTS = 12
MOST_HP = 200
"""Bounds of what one table has to carry."""

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]


class CombatantSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One combatant as it enters (TAO-STATE-01): who it is and where it stands.

    `weapon` is ready, empty for bare hands; `carried` are the others it has. `ac_dexterity` is
    its armour class from Dexterity and shield alone, `weight` in pounds with all it carries,
    `morale` the most that two dice may show, `attacks` how many it has a turn. THAC0 may come
    from `group` and `level`, armour class from `armour`. `hp_now` is what is left of `hp`.
    """

    hex: str
    name: Name = ""
    like: str = ""
    ap: int | None = None
    hp: int | None = None
    hp_now: int | None = None
    thac0: int | None = None
    group: str = ""
    level: int = 0
    ac: int | None = None
    armour: str = ""
    ac_dexterity: int = 10
    helmet: bool = False
    to_hit: int = 0
    damage: int = 0
    weapon: str | None = None
    carried: tuple[str, ...] = ()
    weight: int | None = None
    strength: int | None = None
    dexterity: int | None = None
    morale: int | None = None
    attacks: int = 1


class SideSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side: its combatants, and the hexes by which they may leave the map (TAO-END-01).

    If `leave` of them have left it has won; 0 stands for all of them.
    """

    name: Name
    combatants: tuple[CombatantSetup, ...]
    exits: tuple[str, ...] = ()
    leave: int = 0


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is decided before play. `variants` are the rule groups in force, none by default.

    After `round_limit` rounds it is over (0: no limit): who had to leave has not got away.
    """

    sides: tuple[SideSetup, ...]
    title: Annotated[str, Meta(max_length=80)] = ""
    about: Annotated[str, Meta(max_length=400)] = ""
    columns: Annotated[int, Meta(ge=1, le=MOST_COLUMNS)] = 8
    rows: Annotated[int, Meta(ge=1, le=MOST_ROWS)] = 8
    round_limit: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    variants: tuple[str, ...] = ()


def setup_from(data: object, tables: Tables | None = None) -> Setup:
    """A checked set-up from plain data, resolved. Raises `BadSetup` with field and rule."""
    setup = data if isinstance(data, Setup) else typed(data, Setup)
    return resolve(setup, tables)


def resolve(setup: Setup, tables: Tables | None = None) -> Setup:
    """The same set-up with everything said and all of it checked; resolving twice is the same.

    Raises `BadSetup` with the rule and the path of the first field that is wrong.
    """
    tables = tables or default_tables()
    _check_text(setup.title, "title")
    _check_text(setup.about, "about")
    variants = in_force(setup.variants)
    if len(setup.sides) != 2:
        raise BadSetup("two sides meet", rule="TAO-INIT-01", at="sides")
    taken: dict[str, str] = {}
    names: set[str] = set()
    sides = []
    for number, side in enumerate(setup.sides):
        at = f"sides[{number}]"
        _check_side(setup, side, at)
        combatants = []
        for place, row in enumerate(side.combatants):
            here = f"{at}.combatants[{place}]"
            one = _resolved(row, tables, names, here)
            check_name(one.hex, setup.columns, setup.rows, f"{here}.hex")
            if one.hex in taken:
                said = f"{one.name} and {taken[one.hex]} both stand in {one.hex}"
                raise BadSetup(said, rule="TAO-VAL-01", at=f"{here}.hex")
            taken[one.hex] = one.name
            combatants.append(one)
        sides.append(msgspec.structs.replace(side, combatants=tuple(combatants)))
    if sides[0].name == sides[1].name:
        raise BadSetup(f"two sides are called {sides[0].name}", at="sides[1].name")
    everybody = [one for side in sides for one in side.combatants]
    if not setup.round_limit and not _anybody_strikes(everybody, variants, tables):
        said = "where nobody can attack the game needs a last round"
        raise BadSetup(said, rule="TAO-END-01", at="round_limit")
    return msgspec.structs.replace(setup, sides=tuple(sides), variants=variants)


def _anybody_strikes(
    everybody: Iterable[CombatantSetup], variants: Collection[str], tables: Tables
) -> bool:
    """Whether attacks are in force, and somebody's action points are enough for one (TAO-AP-02)."""
    cheapest = min(tables.costs.attack, tables.costs.unarmed_attack)
    return Switch.ATTACKS in variants and any((one.ap or 0) >= cheapest for one in everybody)


def _check_text(text: str, at: str) -> None:
    if not text.isprintable():
        raise BadSetup("a text has printable characters only", at=at)


def _check_side(setup: Setup, side: SideSetup, at: str) -> None:
    if not side.name.strip() or not side.name.isprintable():
        raise BadSetup("a side has a name that can be printed", at=f"{at}.name")
    count = len(side.combatants)
    if not 1 <= count <= MOST_COMBATANTS:
        raise BadSetup(f"1 to {MOST_COMBATANTS} combatants a side", at=f"{at}.combatants")
    for number, name in enumerate(side.exits):
        check_name(name, setup.columns, setup.rows, f"{at}.exits[{number}]")
        if name in side.exits[:number]:
            said = f"{name} stands there twice"
            raise BadSetup(said, rule="TAO-END-01", at=f"{at}.exits[{number}]")
    if not 0 <= side.leave <= (count if side.exits else 0):
        said = f"0 to {count}" if side.exits else "who has no exits cannot leave"
        raise BadSetup(said, rule="TAO-END-01", at=f"{at}.leave")


def _resolved(row: CombatantSetup, tables: Tables, names: set[str], at: str) -> CombatantSetup:
    """A combatant of whom everything is said and nothing is wrong, under a name of its own."""
    shelf = tables.ready.get(row.like)
    if row.like and shelf is None:
        said = f"there is no {row.like!r} on the shelf; there are {', '.join(tables.ready)}"
        raise BadSetup(said, rule="TAO-STATE-01", at=f"{at}.like")

    def told(field: str) -> int:
        value: int | None = getattr(row, field)
        if value is None and shelf is not None:
            value = getattr(shelf, field)
        if value is None:
            said = f"say its {field}, or whom it is like"
            raise BadSetup(said, rule="TAO-STATE-01", at=f"{at}.{field}")
        return value

    if row.level and not row.group:
        raise BadSetup("a level is one of a group", rule="TAO-ATT-02", at=f"{at}.level")
    hp = told("hp") if row.hp is None else row.hp
    weapon = row.weapon if row.weapon is not None else shelf.weapon if shelf else ""
    one = msgspec.structs.replace(
        row,
        name=_own_name(row.name or (shelf.name if shelf else ""), names, at),
        like="",
        ap=told("ap"),
        hp=hp,
        hp_now=hp if row.hp_now is None else row.hp_now,
        thac0=_thac0(row, tables, at) if row.group else told("thac0"),
        group="",
        level=0,
        ac=_armour(row, tables, at) if row.armour else told("ac"),
        armour="",
        weapon=weapon,
        weight=told("weight"),
        strength=told("strength"),
        dexterity=told("dexterity"),
    )
    _check_figures(one, tables, at)
    return one


def _own_name(name: str, names: set[str], at: str) -> str:
    """The name, with a number where somebody has it already."""
    if not name.strip() or not name.isprintable():
        raise BadSetup("a combatant has a name that can be printed", at=f"{at}.name")
    own, number = name, 2
    while own in names:
        suffix = f" {number}"
        own = name[: LONGEST_NAME - len(suffix)].rstrip() + suffix
        number += 1
    names.add(own)
    return own


def _thac0(row: CombatantSetup, tables: Tables, at: str) -> int:
    """THAC0 by group and level (TAO-ATT-02)."""
    if row.thac0 is not None:
        raise BadSetup("thac0 or group, not both", rule="TAO-ATT-02", at=f"{at}.thac0")
    if row.group not in tables.thac0:
        said = f"there is no group {row.group!r}; there are {'; '.join(tables.thac0)}"
        raise BadSetup(said, rule="TAO-ATT-02", at=f"{at}.group")
    levels = tables.thac0[row.group]
    if not 1 <= row.level <= len(levels):
        raise BadSetup(f"level 1 to {len(levels)}", rule="TAO-ATT-02", at=f"{at}.level")
    return levels[row.level - 1]


def _armour(row: CombatantSetup, tables: Tables, at: str) -> int:
    """The armour class of that armour (TAO-ATT-02)."""
    if row.ac is not None:
        raise BadSetup("ac or armour, not both", rule="TAO-ATT-02", at=f"{at}.ac")
    if row.armour not in tables.armours:
        said = f"there is no armour {row.armour!r}; there are {', '.join(tables.armours)}"
        raise BadSetup(said, rule="TAO-ATT-02", at=f"{at}.armour")
    return tables.armours[row.armour]


_BOUNDS: Mapping[str, tuple[int, int, str]] = {
    "hp": (1, MOST_HP, "TAO-VAL-01"),
    "hp_now": (1, MOST_HP, "TAO-VAL-01"),
    "weight": (1, 100_000, "TAO-VAL-01"),
    "thac0": (1, 40, "TAO-ATT-02"),
    "ac": (-20, 20, "TAO-ATT-02"),
    "ac_dexterity": (-20, 20, "TAO-OVB-03"),
    "to_hit": (-20, 20, "TAO-ATT-02"),
    "damage": (-20, 20, "TAO-ATT-04"),
    "strength": (1, 30, "TAO-STATE-01"),
    "dexterity": (1, 30, "TAO-STATE-01"),
    "morale": (2, 12, "TAO-CHG-04"),
    "attacks": (1, 8, "TAO-ATT-01"),
}


def _check_figures(one: CombatantSetup, tables: Tables, at: str) -> None:
    """Figures within their bounds, weapons that there are (TAO-VAL-01, TAO-AP-01)."""
    allowed = tables.allowance
    assert one.ap is not None
    if not allowed.least <= one.ap <= allowed.most:
        said = f"an allowance of {allowed.least} to {allowed.most} action points"
        raise BadSetup(said, rule="TAO-VAL-01", at=f"{at}.ap")
    for field, (least, most, rule) in _BOUNDS.items():
        value: int | None = getattr(one, field)
        if value is not None and not least <= value <= most:
            raise BadSetup(f"{field} from {least} to {most}", rule=rule, at=f"{at}.{field}")
    assert one.hp is not None
    assert one.hp_now is not None
    if one.hp_now > one.hp:
        raise BadSetup(f"at most its {one.hp} hit points", rule="TAO-STATE-01", at=f"{at}.hp_now")
    assert one.weapon is not None
    held = [("weapon", one.weapon)] if one.weapon else []
    held += [(f"carried[{number}]", name) for number, name in enumerate(one.carried)]
    for field, name in held:
        if name not in tables.weapons or name == tables.bare_hands.name:
            there = [known for known in tables.weapons if known != tables.bare_hands.name]
            said = f"there is no weapon {name!r}; there are {', '.join(there)}"
            raise BadSetup(said, rule="TAO-STATE-01", at=f"{at}.{field}")
        if tables.weapons[name].natural and field != "weapon":
            raise BadSetup(f"{name} cannot be put away", rule="TAO-MEL-08", at=f"{at}.{field}")
