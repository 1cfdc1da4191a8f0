"""A moment of a battle written as a situation; what goes without saying is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meleekit.battlesystem.battle import Battle
from meleekit.battlesystem.geometry import FACINGS
from meleekit.battlesystem.setup import OWN_EDGES, Setup
from meleekit.battlesystem.situation.shapes import LOSSES, OF_SETUP
from meleekit.battlesystem.state import Front, Melee, Stage, State
from meleekit.battlesystem.tables import Tables
from meleekit.battlesystem.units import Unit, unit_from
from meleekit.core.toml_text import entry_text, table_text

Entries = dict[str, Any]


def situation_text(battle: Battle, state: State) -> str:
    """The situation as TOML text."""
    top = {**_setup(battle.setup, battle.tables), **_moment(battle, state)}
    parts = ["\n".join(entry_text(key, value) for key, value in top.items())]
    for number, side in enumerate(battle.setup.sides):
        entries: Entries = {"name": side.name}
        if side.edge != OWN_EDGES[number]:
            entries["edge"] = side.edge
        parts.append(_row("sides", entries))
        parts += [_row("sides.units", unit_entries(unit, battle.tables)) for unit in side.units]
    for number, name in enumerate(battle.names):
        if now := _unit(battle, state, number):
            parts.append(table_text(("now", name), now))
    return "\n\n".join(parts) + "\n"


def _row(path: str, entries: Entries) -> str:
    return "\n".join([f"[[{path}]]", *(entry_text(key, one) for key, one in entries.items())])


def _setup(setup: Setup, tables: Tables) -> Entries:
    """What was chosen before the battle, but for the sides."""
    usual: Entries = {"title": "", "about": "", "daylight": True, "support_behind_overlap": True}
    usual |= {"hills": (), "crt": None, "rounds": tables.field.round_limit}
    usual |= {"width": tables.field.width, "height": tables.field.height}
    return {
        name: msgspec.to_builtins(getattr(setup, name))
        for name in OF_SETUP
        if name != "sides" and getattr(setup, name) != usual[name]
    }


def unit_entries(unit: Unit, tables: Tables) -> Entries:
    """A unit as it is written: what its troop type does not say already."""
    whole = msgspec.to_builtins(unit)
    least = {key: whole[key] for key in ("name", "troop", "figures") if whole[key]}
    if unit.troop:
        usual = msgspec.to_builtins(unit_from(least, tables))
    else:
        fields = msgspec.structs.fields(Unit)
        usual = {field.encode_name: field.default for field in fields if not field.required}
    told = {key: one for key, one in whole.items() if key not in usual or one != usual[key]}
    return {**least, **{key: one for key, one in told.items() if one is not None}}


# -- the moment ----------------------------------------------------------------------------------


def _moment(battle: Battle, state: State) -> Entries:
    names, sides = battle.names, [side.name for side in battle.setup.sides]
    if state.stage is Stage.OVER:
        entries: Entries = {"to": Stage.OVER.value}
    else:
        entries = {"to": f"{state.stage.value} {sides[state.turn]}"}
    entries |= {"round": state.round, "initiative": sides[state.initiative]}
    entries["first"] = sides[state.first]
    if state.active:
        entries["active"] = {"unit": names[state.active.unit], "left": state.active.left}
    if state.withdrawal:
        gone = state.withdrawal
        entries["withdrawal"] = {
            "unit": names[gone.unit],
            "direction": FACINGS[gone.direction],
            "cells": gone.cells,
            "asked": _named(battle, gone.asked),
        }
    if state.flight:
        flight = state.flight
        entries["flight"] = {
            "unit": names[flight.unit],
            "asked": _named(battle, flight.asked),
            **({} if flight.direction is None else {"direction": FACINGS[flight.direction]}),
            **({"rout": True} if flight.rout else {}),
        }
    if state.done:
        entries["done"] = _named(battle, state.done)
    if state.assigned:
        entries["assigned"] = [
            {"unit": names[one.unit], "figure": one.figure, "enemy": names[one.enemy]}
            for one in state.assigned
        ]
    if state.melees or state.stage in (Stage.MELEE, Stage.CLOSE):
        entries["melees"] = [_melee(battle, melee) for melee in state.melees]
    if state.checks:
        entries["checks"] = _named(battle, state.checks)
    return entries


def _named(battle: Battle, numbers: Sequence[int]) -> list[str]:
    return [battle.names[number] for number in numbers]


def _melee(battle: Battle, melee: Melee) -> Entries:
    entries = {"first": _front(battle, melee.first), "second": _front(battle, melee.second)}
    return {**entries, **({"fought": True} if melee.fought else {})}


def _front(battle: Battle, front: Front) -> Entries:
    entries: Entries = {"unit": battle.names[front.unit], "contact": front.contact}
    if front.support:
        entries["support"] = front.support
    entries["ranks"] = front.ranks
    usual = msgspec.structs.asdict(type(front.how)())
    how = {k: v for k, v in msgspec.structs.asdict(front.how).items() if v != usual[k]}
    return {**entries, **({"how": how} if how else {})}


def _unit(battle: Battle, state: State, number: int) -> Entries:
    """What has changed of a unit."""
    unit, begun = state.units[number], battle.deployed(number)
    pose, old = unit.pose, begun.pose
    entries: Entries = {}
    if pose.figures != old.figures:
        entries["figures"] = pose.figures
    if (pose.x, pose.y) != (old.x, old.y):
        entries["at"] = [pose.x, pose.y]
    if pose.facing != old.facing:
        entries["facing"] = FACINGS[pose.facing]
    if pose.files != old.files:
        entries["files"] = pose.files
    if unit.formation != begun.formation:
        entries["formation"] = unit.formation
    if pose.pitch != battle.formations[unit.formation].pitch:
        entries["pitch"] = pose.pitch
    gaps = [slot for slot in range(pose.filled.bit_length()) if not pose.filled >> slot & 1]
    if gaps:
        entries["gaps"] = gaps
    for name in ("weapon", "wounded", "commander"):
        if getattr(unit, name) != getattr(begun, name):
            entries[name] = getattr(unit, name)
    for name in ("charged", "fled", "routed", "moved", "leads", "gone"):
        if getattr(unit, name):
            entries[name] = True
    for name, bits in (("lost", unit.used), ("due", unit.due)):
        if bits:
            entries[name] = [word for word, bit in LOSSES.items() if bits & bit]
    return entries
