"""A moment of a battle written as a situation; what goes without saying is left out."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from meleekit.core.errors import BadSetup
from meleekit.core.toml_text import entry_text, table_text
from meleekit.tft.arena import Arena
from meleekit.tft.boards import BoardSpec, board_for
from meleekit.tft.creation import FighterSheet
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.situation.names import NONE, Names
from meleekit.tft.situation.shapes import (
    OF_BATTLE,
    OF_FIGURE,
    OF_SETUP,
    OF_SHEET,
    OF_SIDE,
    fields_of,
    has_default,
    tag_of,
)
from meleekit.tft.situation.usual import (
    USUAL_OF_BATTLE,
    USUAL_OF_FIGURE,
    Around,
    usual_sheet,
    usual_since,
)
from meleekit.tft.state import AnyTask, Battle, Figure
from meleekit.tft.things import THING_OF, Thing

# Said of every fighter, so that a reader sees at once who it is.
ALWAYS = ("strength", "dexterity", "items")


def situation_text(arena: Arena, names: Names, battle: Battle) -> str:
    """The situation as TOML text."""
    top, tables = _setup_entries(arena.setup)
    top |= _battle_entries(arena, names, battle)
    tables |= {
        ("fighters", character.name): _fighter_entries(arena, names, battle, character.index)
        for character in arena.characters
    }
    head = "\n".join(entry_text(key, value) for key, value in top.items())
    parts = [head, *(table_text(path, entries) for path, entries in tables.items())]
    return "\n\n".join(parts) + "\n"


Entries = dict[str, Any]
Tables = dict[tuple[str, ...], Entries]


# -- the set-up ----------------------------------------------------------------------------------


def _setup_entries(setup: Setup) -> tuple[Entries, Tables]:
    top: Entries = {}
    tables: Tables = {}
    fields = fields_of(Setup)
    for name in OF_SETUP:
        value = getattr(setup, name)
        if name == "board":
            board = _board(setup)
            if isinstance(board, str):
                top[name] = board
            else:
                tables[name,] = board
        elif not has_default(fields[name], value):
            top[name] = msgspec.to_builtins(value)
    for side in setup.sides:
        told = {
            name: msgspec.to_builtins(getattr(side, name))
            for name in OF_SIDE
            if not has_default(fields_of(SideSetup)[name], getattr(side, name))
        }
        if told:
            tables["sides", side.name] = told
    return top, tables


def _board(setup: Setup) -> str | Entries:
    """The name of a board that comes with the game, else all of its hexes."""
    spec = setup.board_spec
    try:
        if board_for(spec.id, len(setup.sides)) == spec:
            return spec.id
    except BadSetup:
        pass  # no board of that name serves so many sides: it is one of its own
    fields = fields_of(BoardSpec)
    return {
        name: msgspec.to_builtins(getattr(spec, name))
        for name in fields
        if not has_default(fields[name], getattr(spec, name))
    }


# -- the moment ----------------------------------------------------------------------------------


def _battle_entries(arena: Arena, names: Names, battle: Battle) -> Entries:
    entries: Entries = {}
    fields = fields_of(Battle)
    for name in OF_BATTLE:
        value = getattr(battle, name)
        if name in USUAL_OF_BATTLE:
            usual = value == USUAL_OF_BATTLE[name](arena, battle)
        else:
            usual = has_default(fields[name], value)
        if not usual:
            entries[name] = named(names, name, value)
    for lying, thing in zip(entries.get("ground", ()), battle.ground, strict=False):
        if thing.since == usual_since(battle.turn):
            del lying["since"]
    if battle.stack:
        asked = [_task(names, task) for task in battle.stack]
        entries["to"] = asked[0] if len(asked) == 1 else asked
    return entries


def _task(names: Names, task: AnyTask) -> str | Entries:
    """A decision: "act Ann" where nothing more is to be said of it."""
    told = {"task": tag_of(type(task)), **named(names, "", task)}
    if len(told) == 2:
        return " ".join(told.values())
    return told


# -- fighters ------------------------------------------------------------------------------------


def _fighter_entries(arena: Arena, names: Names, battle: Battle, who: int) -> Entries:
    character, figure = arena.characters[who], battle.figures[who]
    written = _figure(arena, names, battle, who, figure)
    entries: Entries = {"side": arena.sides[character.side]}
    if figure.hex >= 0:
        entries["at"] = written.pop("at")
        entries["facing"] = written.pop("facing", names.name(Thing.FACING, figure.facing, who))
    return entries | _sheet(arena, character.sheet) | written


def _sheet(arena: Arena, sheet: FighterSheet) -> Entries:
    fields = fields_of(FighterSheet)
    known = {name: getattr(sheet, name) for name in ("race", "strength", "dexterity")}
    assumed = usual_sheet(arena.tables, known)
    del assumed["race"]
    entries: Entries = {}
    for name in OF_SHEET:
        value = getattr(sheet, name)
        usual = value == assumed[name] if name in assumed else has_default(fields[name], value)
        if not usual or (name in ALWAYS and value):
            entries[name] = msgspec.to_builtins(value)
    return entries


def _figure(arena: Arena, names: Names, battle: Battle, who: int, figure: Figure) -> Entries:
    around = Around(arena, battle, elsewhere(battle, who))
    entries: Entries = {}
    for name, field in fields_of(Figure).items():
        value = getattr(figure, field.name)
        if field.name in USUAL_OF_FIGURE:
            usual = value == USUAL_OF_FIGURE[field.name](around, who, figure)
        else:
            usual = has_default(field, value)
        if not usual:
            entries[name] = named(names, field.name, value, who)
    return entries


def elsewhere(battle: Battle, who: int) -> frozenset[int]:
    """The items that lie on the ground or that another fighter has."""
    items = {thing.item for thing in battle.ground}
    for other, figure in enumerate(battle.figures):
        if other != who:
            for name in OF_FIGURE:
                if THING_OF.get(name) is Thing.ITEM:
                    items.update(numbers_in(getattr(figure, name)))
    return frozenset(items)


def numbers_in(value: Any) -> tuple[int, ...]:  # noqa: ANN401  # numbers, alone or in lists
    """All numbers of a field but those that stand for "none"."""
    if isinstance(value, tuple | list):
        return tuple(number for one in value for number in numbers_in(one))
    return (value,) if value >= 0 else ()


def named(names: Names, field: str, value: Any, owner: int = NONE) -> Any:  # noqa: ANN401
    """A value with names for all its numbers; defaults of what is inside it are left out.

    Raises `KeyError` for a number in a field of which `THING_OF` does not know what it means.
    """
    if isinstance(value, msgspec.Struct):
        kind = type(value)
        return {
            name: named(names, one.name, getattr(value, one.name), owner)
            for name, one in fields_of(kind).items()
            if not has_default(one, getattr(value, one.name))
        }
    if isinstance(value, tuple | list):
        return [named(names, field, one, owner) for one in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, bool | str):
        return value
    return names.name(THING_OF[field], value, owner)
