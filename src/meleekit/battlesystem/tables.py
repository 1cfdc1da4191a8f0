"""The figures of the rules, read once from ``tables.toml`` and checked against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from meleekit.battlesystem.columns import damage_of
from meleekit.battlesystem.crt import Crt, CrtTable
from meleekit.battlesystem.hit_dice import HitDice, hit_dice
from meleekit.battlesystem.troops import (
    Armour,
    Edition,
    Field,
    FighterRate,
    Formation,
    ModifierRow,
    Movement,
    RatioRow,
    Row,
    Thac0Row,
    Troop,
    Weapon,
)
from meleekit.core.errors import BadSetup
from meleekit.core.game import Modifier
from meleekit.core.typed import about, in_file, keyed, read_toml, typed

DEFAULT_PATH = Path(__file__).with_name("tables.toml")
MONSTER, FIGHTER = "monster", "fighter"

V = TypeVar("V")


class _File(Row, frozen=True):
    ratio: tuple[RatioRow, ...]
    ar_modifier: tuple[ModifierRow, ...]
    formation: tuple[Formation, ...]
    field: Field
    movement: Movement
    crt: CrtTable
    thac0: tuple[Thac0Row, ...]
    weapon: tuple[Weapon, ...]
    armour: tuple[Armour, ...]
    fighter_rate: tuple[FighterRate, ...]
    troop: tuple[Troop, ...]
    morale_modifier: tuple[ModifierRow, ...]


class Tables(msgspec.Struct, frozen=True, eq=False):
    """Every table by the key one looks it up with. Nothing in it changes.

    `ratios` maps creatures a figure to what that adds to the rating (BAT-AR-04).
    """

    ratios: Mapping[int, int]
    ar_modifiers: Mapping[str, Modifier]
    morale_modifiers: Mapping[str, Modifier]
    formations: Mapping[str, Formation]
    field: Field
    movement: Movement
    crt: Crt
    thac0_rows: tuple[Thac0Row, ...]
    weapons: Mapping[str, Weapon]
    armours: Mapping[str, Armour]
    fighter_rates: tuple[FighterRate, ...]
    troops: Mapping[str, Troop]
    ratio_rows: tuple[RatioRow, ...]

    def ratio_of(self, hd: HitDice) -> int:
        """Creatures a figure by their hit dice (BAT-UNIT-02); individuals are 1:1 apart from it."""
        fitting = [r for r in self.ratio_rows if r.hd_from and hit_dice(r.hd_from) <= hd]
        return max(fitting, key=lambda row: hit_dice(row.hd_from)).creatures

    def thac0(
        self, group: str, level: int, hd: HitDice, edition: Edition = "1e"
    ) -> Thac0Row | None:
        """The row by level, for monsters by hit dice (BAT-AR-02); None where there is none."""
        rows = [r for r in self.thac0_rows if r.group == group and r.edition == edition]
        if group == MONSTER:
            by_dice = [row for row in rows if hit_dice(row.hd_from) <= hd]
            return max(by_dice, key=lambda row: hit_dice(row.hd_from), default=None)
        by_level = [row for row in rows if row.level is not None and row.level <= level]
        return max(by_level, key=lambda row: row.level or 0, default=None)

    def fighter_rate(self, level: int) -> str:
        """Attacks a round of a fighter of that level (BAT-MULT-01)."""
        rates = [row for row in self.fighter_rates if row.level <= level]
        return max(rates, key=lambda row: row.level).attacks if rates else "1"

    def move_cells(self, inches: int) -> int:
        """Movement in cells (BAT-MOVE-01)."""
        return inches * self.movement.cells // self.movement.inches


def load_tables(path: Path) -> Tables:
    """Tables from a file. Raises `BadSetup` naming the file and the field that is wrong."""
    file = typed(read_toml(path), _File, name=path.name)
    with in_file(path):
        return _tables(file)


@lru_cache(maxsize=1)
def default_tables() -> Tables:
    """The tables that come with the game."""
    return load_tables(DEFAULT_PATH)


# What the engine looks up by name; a corrected table may add rows but not lose these.
_RATING = (
    *("open_or_skirmish", "out_of_command", "uphill_defender", "charging_closed", "rear"),
    *("commander_fighting", "flank_vs_shield", "free_attack_on_fleeing", "daylight_goblinoid"),
)
_MORALE = (
    *("lost_50", "lost_75", "enemy_rear", "out_of_command", "magic_losses", "closed"),
    *("commander_killed", "failed_charge_open", "level_drain", "invulnerable"),
)
_FORMATIONS = ("closed", "open", "skirmish")


def _tables(file: _File) -> Tables:
    ratios = keyed(file.ratio, "ratio", lambda row: str(row.creatures))
    if tuple(row.creatures for row in file.ratio) != (10, 5, 2, 1):
        raise BadSetup("a figure is 10, 5, 2 or 1 creatures, in that order", at="ratio")
    for number, row in enumerate(file.ratio):
        if bool(row.hd_from) == (row.creatures == 1):
            raise BadSetup("all but individuals go by hit dice", at=f"ratio[{number}].hd_from")
    weapons = keyed(file.weapon, "weapon", lambda row: row.name)
    for number, weapon in enumerate(file.weapon):
        check_weapon(weapon, f"weapon[{number}]")
    tables = Tables(
        ratios={row.creatures: row.ar_adjustment for row in ratios.values()},
        ar_modifiers=_modifiers(file.ar_modifier, "ar_modifier", _RATING),
        morale_modifiers=_modifiers(file.morale_modifier, "morale_modifier", _MORALE),
        formations=_wanted(
            keyed(file.formation, "formation", lambda r: r.name), "formation", _FORMATIONS
        ),
        field=file.field,
        movement=file.movement,
        crt=Crt(file.crt),  # BAT-CRT-04
        thac0_rows=file.thac0,
        weapons=weapons,
        armours=keyed(file.armour, "armour", lambda row: row.name),
        fighter_rates=file.fighter_rate,
        troops=keyed(file.troop, "troop", lambda row: row.id),
        ratio_rows=file.ratio,
    )
    _check_figures(file, weapons)
    return tables


def _check_figures(file: _File, weapons: Mapping[str, Weapon]) -> None:
    for name in ("field", "movement"):
        part = getattr(file, name)
        for field in part.__struct_fields__:
            if getattr(part, field) < 1:
                raise BadSetup("at least 1", at=f"{name}.{field}")
    for number, row in enumerate(file.formation):
        if row.pitch < 1:
            raise BadSetup("at least 1", at=f"formation[{number}].pitch")
    for number, thac0 in enumerate(file.thac0):
        if (thac0.group == MONSTER) != (thac0.level is None) or bool(thac0.hd_from) != (
            thac0.group == MONSTER
        ):
            said = "monsters go by hit dice, all others by level"
            raise BadSetup(said, at=f"thac0[{number}]")
        if thac0.hd_from:
            hit_dice(thac0.hd_from)
    for row_at, troop in enumerate(file.troop):
        hit_dice(troop.hd)
        for number, carried in enumerate(troop.weapons):
            if isinstance(carried, Weapon):
                check_weapon(carried, f"troop[{row_at}].weapons[{number}]")
            elif carried not in weapons:
                at = f"troop[{row_at}].weapons[{number}]"
                raise BadSetup(f"no weapon {carried!r}", at=at)


def check_weapon(weapon: Weapon, at: str) -> None:
    """Refuse a weapon whose damage cannot be read (BAT-CONV-07) or whose support is no number."""
    for field in ("damage_sm", "damage_l"):
        with about(f"{at}.{field}"):
            damage_of(getattr(weapon, field))
    if not 0 <= weapon.support_ranks <= 2:
        said = "no rank, one or two lend a weapon"
        raise BadSetup(said, rule="BAT-ELIG-04", at=f"{at}.support_ranks")
    if not weapon.name.strip() or not weapon.name.isprintable() or len(weapon.name) > 40:
        said = "a name of at most 40 printable characters"
        raise BadSetup(said, rule="BAT-UNIT-06", at=f"{at}.name")


def _modifiers(
    rows: Sequence[ModifierRow], table: str, wanted: tuple[str, ...]
) -> Mapping[str, Modifier]:
    found = _wanted(keyed(rows, table, lambda row: row.id), table, wanted)
    return {id: Modifier(row.name, row.mod, row.rule) for id, row in found.items()}


def _wanted(rows: Mapping[str, V], table: str, names: tuple[str, ...]) -> Mapping[str, V]:
    for name in names:
        if name not in rows:
            raise BadSetup(f"{name} is missing", at=table)
    return rows
