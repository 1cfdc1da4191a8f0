"""The JSON Schema of a situation, for programs that write them: the same fields as are read."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.core.situation import Lesson
from meleekit.tft.creation import FighterSheet
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.situation.names import CORNERS
from meleekit.tft.situation.shapes import (
    OF_BATTLE,
    OF_SETUP,
    OF_SHEET,
    OF_SIDE,
    fields_of,
    tasks,
)
from meleekit.tft.state import Battle, Figure
from meleekit.tft.things import THING_OF, Thing

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_OF_THING: dict[Thing, Schema] = {
    Thing.FIGURE: {"type": "string", "description": "a fighter's name; empty for none"},
    Thing.ITEM: {"type": "string", "description": 'an item: "dagger", "Ann.dagger"; empty: none'},
    Thing.SEAT: {"type": "string", "description": "a side's name"},
    Thing.FACING: {
        "enum": ["", *DIRECTION_NAMES, *range(CORNERS)],
        "description": "a direction, or for a giant the number of a corner",
    },
    Thing.HEX: {
        "type": "array",
        "items": {"type": "integer"},
        "maxItems": 2,
        "description": "[q, r]; empty for none",
    },
    Thing.NUMBER: {"type": "integer"},
}


def situation_schema(game: str) -> Schema:
    """What a situation of that game may hold, whether it is TOML or JSON."""
    of_types, known = msgspec.json.schema_components((Setup, SideSetup, FighterSheet, Lesson))
    sheet, side, setup = (known[kind.__name__]["properties"] for kind in _WRITTEN)
    figure = {name: _schema(field.type, field.name) for name, field in fields_of(Figure).items()}
    battle = fields_of(Battle)
    fighter = {
        **{name: sheet[name] for name in OF_SHEET},
        **figure,
        "side": _TEXT,
        "like": {"type": "string", "description": "the key of a ready-made fighter"},
    }
    task = {"anyOf": [{"type": "string", "description": "act Ann"}, *map(_task, tasks().items())]}
    fields = {
        "game": {"const": game},
        **{name: setup[name] for name in OF_SETUP},
        **{name: _schema(battle[name].type, name) for name in OF_BATTLE},
        "sides": _table_of({name: side[name] for name in OF_SIDE}),
        "fighters": _table_of(fighter, "side"),
        "to": {"anyOf": [*task["anyOf"], {"type": "array", "items": task}]},
        "lesson": of_types[3],
    }
    return {**_object(fields, "fighters"), "$defs": known}


_WRITTEN = (FighterSheet, SideSetup, Setup)


def _schema(shape: inspect.Type, field: str) -> Schema:
    """A field of the state as a situation writes it: names in place of numbers."""
    if isinstance(shape, inspect.StructType):
        named = fields_of(shape.cls).items()
        return _object({name: _schema(one.type, one.name) for name, one in named})
    if isinstance(shape, inspect.UnionType):
        (inner,) = (one for one in shape.types if not isinstance(one, inspect.NoneType))
        return _schema(inner, field)
    if isinstance(shape, inspect.VarTupleType | inspect.ListType):
        return {"type": "array", "items": _schema(shape.item_type, field)}
    if isinstance(shape, inspect.TupleType):
        items = [_schema(one, field) for one in shape.item_types]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    if isinstance(shape, inspect.IntType):
        return _OF_THING[THING_OF[field]]
    if isinstance(shape, inspect.EnumType):
        return {"enum": [one.value for one in shape.cls]}
    return {"type": "boolean"} if isinstance(shape, inspect.BoolType) else _TEXT


def _task(named: tuple[str, type]) -> Schema:
    """A kind of decision as a table."""
    name, kind = named
    fields = {key: _schema(field.type, field.name) for key, field in fields_of(kind).items()}
    return _object({"task": {"const": name}, **fields}, "task")


def _object(fields: Schema, *required: str) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": list(required),
        "additionalProperties": False,
    }


def _table_of(fields: Schema, *required: str) -> Schema:
    """A table of tables, by name."""
    return {"type": "object", "additionalProperties": _object(fields, *required)}
