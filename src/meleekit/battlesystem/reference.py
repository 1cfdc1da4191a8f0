"""The tables of BATTLESYSTEM's melee as players read them, made from ``tables.toml``."""

from __future__ import annotations

from meleekit.battlesystem.columns import COLUMNS
from meleekit.battlesystem.hit_dice import figure_hd, hit_dice
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import profile_of, unit_from
from meleekit.core.game import Modifier
from meleekit.core.reference import RuleTable

NONE = "–"


def rule_tables(tables: Tables | None = None) -> tuple[RuleTable, ...]:
    """Every table that a player looks things up in, in the order of the rules."""
    tables = tables or default_tables()
    return (
        _ratios(tables),
        _troops(tables),
        _formations(tables),
        _modifiers("Attack Rating modifiers", "AR", tables.ar_modifiers.values()),
        _thac0(tables),
        _crt(tables),
        _weapons(tables),
        _armour(tables),
        _modifiers("Morale modifiers", "MOR", tables.morale_modifiers.values()),
    )


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _ratios(tables: Tables) -> RuleTable:
    rows = tuple(
        (f"{row.creatures}:1", row.hd_from or "individuals", _signed(row.ar_adjustment))
        for row in tables.ratio_rows
    )
    columns = ("ratio", "hit dice from", "Attack Rating")
    return RuleTable("Ratios", "UNIT", columns, rows)


def _troops(tables: Tables) -> RuleTable:
    rows = []
    for troop in tables.troops.values():
        profile = profile_of(unit_from({"troop": troop.id, "figures": 1}, tables), tables)
        unit = profile.unit
        rows.append(
            (
                troop.name,
                troop.size,
                f"{unit.ac}{' (shield)' if unit.shield else ''}",
                unit.hd,
                f"{unit.ratio}:1",
                str(figure_hd(hit_dice(unit.hd), unit.ratio)),
                str(profile.base_ar),
                unit.in_hand,
                unit.attacks,
                str(profile.move),
                str(unit.morale),
            )
        )
    columns = (
        *("troops", "size", "AC", "HD", "ratio", "figure HD"),
        *("base AR", "weapon", "attacks", "cells", "morale"),
    )
    note = "Levels, morale and the choice of weapons and shields are house values."
    return RuleTable("Troops", "UNIT", columns, tuple(rows), note)


def _formations(tables: Tables) -> RuleTable:
    rows = tuple(
        (row.name, str(row.pitch), "yes" if row.close else "no")
        for row in tables.formations.values()
    )
    columns = ("formation", "cells apart", "overlap and support")
    return RuleTable("Formations", "GRID", columns, rows)


def _modifiers(title: str, section: str, found: object) -> RuleTable:
    known: list[Modifier] = list(found)  # type: ignore[call-overload]  # values of a mapping
    rows = tuple((one.name, _signed(one.value), one.rule) for one in known)
    return RuleTable(title, section, ("when", "modifier", "rule"), rows)


def _thac0(tables: Tables) -> RuleTable:
    rows = tuple(
        (
            row.group,
            row.edition,
            row.hd_from or str(row.level),
            str(row.value),
            NONE if row.game_thac0 is None else str(row.game_thac0),
        )
        for row in tables.thac0_rows
    )
    columns = ("class", "edition", "from level or HD", "THAC0 for the rating", "in the game")
    return RuleTable("THAC0", "AR", columns, rows)


def _crt(tables: Tables) -> RuleTable:
    crt = tables.crt
    rows = tuple(
        (str(crt.first + number), *map(str, cells)) for number, cells in enumerate(crt.rows)
    )
    note = "The printed table is lost; this one was worked out anew (CRT-04)."
    return RuleTable("Combat Results Table", "CRT", ("roll", *COLUMNS), rows, note)


def _weapons(tables: Tables) -> RuleTable:
    rows = tuple(
        (row.name, row.damage_sm, row.damage_l, str(row.support_ranks or NONE))
        for row in tables.weapons.values()
    )
    columns = ("weapon", "small or man-sized", "large", "ranks behind")
    return RuleTable("Weapons", "PROC", columns, rows)


def _armour(tables: Tables) -> RuleTable:
    rows = tuple(
        (row.name, str(row.ac), "yes" if row.shield else "no", row.edition)
        for row in tables.armours.values()
    )
    return RuleTable("Armour", "PROC", ("armour", "AC", "shield", "edition"), rows)
