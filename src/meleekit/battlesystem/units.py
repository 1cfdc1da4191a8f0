"""A unit of figures: what its owner says of it, checked, and what the rules make of that (UNIT)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from meleekit.battlesystem.columns import Damage, damage_of
from meleekit.battlesystem.crt import Exact, whole
from meleekit.battlesystem.hit_dice import ONE, HitDice, figure_hd, hit_dice
from meleekit.battlesystem.tables import FIGHTER, Tables, check_weapon, default_tables
from meleekit.battlesystem.troops import Edition, Size, Troop, Weapon
from meleekit.core.errors import BadSetup
from meleekit.core.game import Modifier
from meleekit.core.typed import about, typed

RULE = "BAT-UNIT-06"
FormationName = Literal["closed", "open", "skirmish"]
FacingName = Literal["N", "E", "S", "W"]
Flag = Literal["magic_losses", "failed_charge_open", "level_drain", "invulnerable"]
"""What a scenario may say of a unit that matters to morale (BAT-MOR-10)."""
MOST_FIGURES = 500
MOST_ENTRIES = 20
"""Weapons, bonuses or notes of one unit."""
MOST_LETTERS = 400
"""Letters of a note."""
LEAST_AC, MOST_AC = -10, 10
LARGE = "L"

_ATTACKS = re.compile(r"\d{1,2}(?:/[1-9]\d?)?")


class ToHit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bonus to hit (a penalty is less than 0), against all or against some troop types only.

    It changes the Attack Rating by as much the other way (BAT-AR-15).
    """

    name: str
    bonus: int
    against: tuple[str, ...] = ()


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit as a scenario, a roster or the calculator gives it; `unit_from` makes checked ones.

    It is complete: written down it says everything, so that the roster may change without it.

    All its members carry the same weapons and have the same one in hand (BAT-UNIT-01). `thac0` is
    the one for the Attack Rating (BAT-AR-03), `to_hit` the permanent bonuses that go off it
    (BAT-AR-02). `ratio` is creatures a figure, `move` inches, `morale` the base for checks.
    `files` is how many figures stand side by side, `at` the front-left cell on a field (BAT-GRID).
    `flags` are for morale (BAT-MOR-10): losses by magic and a charge that fell short count for the
    unit itself, draining levels and not being harmed for the enemies that it touches.
    """

    name: str
    figures: int
    hd: str
    ac: int
    thac0: int
    ratio: int
    weapons: tuple[str | Weapon, ...]
    in_hand: str
    troop: str = ""
    size: Size = "M"
    shield: bool = False
    class_: str = msgspec.field(default="monster", name="class")
    level: int = 0
    edition: Edition = "1e"
    to_hit: int = 0
    attacks: str = "1"
    morale: int | Literal["none"] = 11
    move: int = 9
    override_ratio: bool = False
    individual: bool = False
    formation: FormationName = "closed"
    facing: FacingName = "N"
    files: int = 1
    at: tuple[int, int] | None = None
    wounded: int = 0
    daylight_penalty: bool = False
    level_0: bool = False
    bonuses: tuple[ToHit, ...] = ()
    commander: str = ""
    charisma: int = 0
    flags: tuple[Flag, ...] = ()
    notes: tuple[str, ...] = ()


class Arm(msgspec.Struct, frozen=True):
    """A weapon as a unit carries it, its damage read into columns."""

    name: str
    against_small: Damage
    against_large: Damage
    support_ranks: int

    def against(self, size: Size) -> Damage:
        """The damage to a defender of that size (BAT-UNIT-05)."""
        return self.against_large if size == LARGE else self.against_small


class Profile(msgspec.Struct, frozen=True, eq=False):
    """What the rules make of a unit, worked out once before the game (BAT-AR-01).

    `figure_hd` is the hit dice of every figure (BAT-UNIT-03), `base_rating` the sum that gives
    `base_ar` (BAT-AR-04), `attacks` those of a figure each Melee Phase (BAT-MULT-01),
    `fighter_level` 0 for all but fighters, `easy_prey` whether those attack it as often as their
    level says (BAT-MULT-05). `morale` is None for units that never check (BAT-MOR-04), `move` in
    cells.
    """

    unit: Unit
    hd: HitDice
    figure_hd: int
    base_rating: tuple[Modifier, ...]
    base_ar: int
    arms: Mapping[str, Arm]
    attacks: Exact
    fighter_level: int
    easy_prey: bool
    morale: int | None
    move: int


def unit_from(data: Unit | Mapping[str, Any], tables: Tables | None = None) -> Unit:
    """A complete, checked unit from plain data.

    `troop` fills in what is not said otherwise; then the ratio is by hit dice, THAC0 by `class`
    with `level` or, for a class "monster" that is said, by hit dice, and the attacks of fighters
    by level. The weapon in hand is the first that is carried. Raises `BadSetup` naming the field
    and the rule (BAT-VAL-01).
    """
    tables = tables or default_tables()
    if isinstance(data, Unit):
        check(data, tables)
        return data
    plain = dict(data)
    troop = _troop(plain.get("troop", ""), tables)
    if troop is not None:
        row = msgspec.to_builtins(troop)
        del row["id"]
        plain = {**row, **plain, "troop": troop.id}
    else:
        plain.setdefault("name", "unit")
    _fill_in(plain, tables)
    unit = typed(plain, Unit, rule=RULE)
    check(unit, tables)
    return unit


def _troop(id: object, tables: Tables) -> Troop | None:
    if not id:
        return None
    if not isinstance(id, str) or id not in tables.troops:
        said = f"no troop type {id!r}; there are {', '.join(tables.troops)}"
        raise BadSetup(said, rule=RULE, at="troop")
    return tables.troops[id]


def _fill_in(plain: dict[str, Any], tables: Tables) -> None:
    """What follows from the rest: ratio, THAC0, attacks, the weapon in hand, the files."""
    listed, level = plain.get("hd"), plain.get("level", 0)
    group, edition = plain.get("class"), plain.get("edition", "1e")
    if isinstance(listed, str):
        with about("hd"):
            hd = hit_dice(listed)
        plain.setdefault("ratio", 1 if plain.get("individual") is True else tables.ratio_of(hd))
        if "thac0" not in plain and isinstance(group, str) and isinstance(level, int):
            row = tables.thac0(group, level, hd, edition)
            if row is None:
                said = f"no THAC0 for {group} of level {level} in edition {edition}"
                raise BadSetup(said, rule=RULE, at="class")
            plain["thac0"] = row.value  # BAT-AR-03
    if "thac0" not in plain:
        said = "the THAC0 is missing: give thac0, or class with level"
        raise BadSetup(said, rule=RULE, at="thac0")
    if group == FIGHTER and isinstance(level, int):
        plain.setdefault("attacks", tables.fighter_rate(level))
    weapons = plain.get("weapons")
    if "in_hand" not in plain and isinstance(weapons, list | tuple) and weapons:
        first = weapons[0]
        plain["in_hand"] = first.get("name", "") if isinstance(first, Mapping) else first
    if isinstance(plain.get("figures"), int):
        plain.setdefault("files", max(1, plain["figures"]))


def check(unit: Unit, tables: Tables) -> None:
    """Refuse what the rules do not allow, naming the field and the rule (BAT-UNIT-06)."""
    for at, text in (("name", unit.name), ("commander", unit.commander)):
        if not text.isprintable() or len(text) > 60:
            raise _refused("at most 60 printable characters", at)
    if not unit.name.strip():
        raise _refused("a unit has a name", "name")
    if not 1 <= unit.figures <= MOST_FIGURES:
        raise _refused(f"1 to {MOST_FIGURES} figures, not {unit.figures}", "figures")
    if unit.ratio not in tables.ratios:
        known = ", ".join(f"{ratio}:1" for ratio in tables.ratios)
        raise _refused(f"a figure stands for {known} creatures, not {unit.ratio}:1", "ratio")
    with about("hd"):
        hd = hit_dice(unit.hd)
    usual = 1 if unit.individual else tables.ratio_of(hd)
    if unit.ratio != usual and not unit.override_ratio:  # BAT-UNIT-02
        said = f"creatures of {unit.hd} HD stand {usual}:1; override_ratio = true allows another"
        raise BadSetup(said, rule="BAT-UNIT-02", at="ratio")
    if not LEAST_AC <= unit.ac <= MOST_AC:
        raise _refused(f"an armour class is from {LEAST_AC} to {MOST_AC}, not {unit.ac}", "ac")
    if not -50 <= unit.thac0 <= 50 or not -50 <= unit.to_hit <= 50:
        raise _refused("a THAC0 and its bonuses lie within 50", "thac0")
    if not 0 <= unit.level <= 99:
        raise _refused("a level is from 0 to 99", "level")
    if unit.wounded not in (0, 1):
        raise _refused("a unit has one wounded figure or none", "wounded")
    if not 1 <= unit.files <= unit.figures:
        raise _refused(f"1 to {unit.figures} figures side by side", "files")
    if not _ATTACKS.fullmatch(unit.attacks) or Fraction(unit.attacks) <= 0:
        raise _refused("attacks are more than none: 1, 2, 3/2", "attacks")
    if not 0 <= unit.move <= 99:
        raise _refused("0 to 99 inches", "move")
    if isinstance(unit.morale, int) and not 0 <= unit.morale <= 30:
        raise _refused("0 to 30, or none", "morale")
    if not -10 <= unit.charisma <= 10:
        raise _refused("-10 to 10", "charisma")
    for at, entries in (
        ("weapons", unit.weapons),
        ("bonuses", unit.bonuses),
        ("notes", unit.notes),
        ("flags", unit.flags),
    ):
        if len(entries) > MOST_ENTRIES:
            raise _refused(f"at most {MOST_ENTRIES}", at)
    for number, note in enumerate(unit.notes):
        if not note.isprintable() or len(note) > MOST_LETTERS:
            said = f"a note has at most {MOST_LETTERS} printable characters"
            raise _refused(said, f"notes[{number}]")
    for number, bonus in enumerate(unit.bonuses):
        if not bonus.name.isprintable() or len(bonus.name) > 60 or not -20 <= bonus.bonus <= 20:
            raise _refused(
                "a bonus has a name of 60 characters, and is within 20", f"bonuses[{number}]"
            )
    _check_weapons(unit, tables)


def _check_weapons(unit: Unit, tables: Tables) -> None:
    names: list[str] = []
    for number, carried in enumerate(unit.weapons):
        at = f"weapons[{number}]"
        if isinstance(carried, Weapon):
            check_weapon(carried, at)
            names.append(carried.name)
        elif carried in tables.weapons:
            names.append(carried)
        else:
            raise _refused(f"no weapon {carried!r}", at)
        if names[-1] in names[:number]:
            raise _refused(f"{names[-1]} is carried already", at)
    if unit.in_hand not in names:  # BAT-WPN-02
        carries = ", ".join(names) or "none"
        raise _refused(f"{unit.in_hand!r} is not carried; it carries {carries}", "in_hand")


def profile_of(unit: Unit, tables: Tables | None = None) -> Profile:
    """What the rules make of a unit that was checked."""
    tables = tables or default_tables()
    hd = hit_dice(unit.hd)
    parts = [Modifier("THAC0", unit.thac0, "BAT-AR-02")]
    if unit.to_hit:
        parts.append(Modifier("to-hit bonuses", -unit.to_hit, "BAT-AR-02"))
    if tables.ratios[unit.ratio]:
        parts.append(Modifier(f"{unit.ratio}:1", tables.ratios[unit.ratio], "BAT-AR-04"))
    arms = [_arm(w if isinstance(w, Weapon) else tables.weapons[w]) for w in unit.weapons]
    return Profile(
        unit=unit,
        hd=hd,
        figure_hd=figure_hd(hd, unit.ratio),
        base_rating=tuple(parts),
        base_ar=sum(part.value for part in parts),
        arms={arm.name: arm for arm in arms},
        attacks=whole(Fraction(unit.attacks)),
        fighter_level=unit.level if unit.class_ == FIGHTER else 0,
        easy_prey=hd < ONE or unit.level_0,
        morale=None if unit.morale == "none" else unit.morale,
        move=tables.move_cells(unit.move),
    )


def _arm(weapon: Weapon) -> Arm:
    small, large = damage_of(weapon.damage_sm), damage_of(weapon.damage_l)
    return Arm(weapon.name, small, large, weapon.support_ranks)


def attacks_against(attacker: Profile, defender: Profile) -> Exact:
    """Attacks of each figure in contact, chosen by who defends (BAT-MULT-01, MULT-04, MULT-05).

    Fighters attack creatures of less than one hit die, and those of level 0, as many times as
    their level says.
    """
    if attacker.fighter_level and defender.easy_prey:
        return attacker.fighter_level
    return attacker.attacks


def _refused(message: str, at: str) -> BadSetup:
    return BadSetup(message, rule=RULE, at=at)
