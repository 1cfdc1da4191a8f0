"""The fields of the battle's own types: what each is called in a situation, and what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec
from msgspec import inspect

from meleekit.tft.creation import FighterSheet
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.state import AnyTask, Battle, Figure, GroundItem

CALLED: Mapping[type, Mapping[str, str]] = {Figure: {"hex": "at"}, GroundItem: {"hex": "at"}}
"""Fields that a situation calls otherwise than the state does."""

# Fields that have a form of their own in a situation.
OF_BATTLE = tuple(name for name in Battle.__struct_fields__ if name not in ("figures", "stack"))
OF_SETUP = tuple(name for name in Setup.__struct_fields__ if name != "sides")
OF_SIDE = tuple(name for name in SideSetup.__struct_fields__ if name not in ("name", "fighters"))
OF_SHEET = tuple(name for name in FighterSheet.__struct_fields__ if name != "name")
OF_FIGURE = Figure.__struct_fields__
# What a situation adds to them.
OF_SITUATION = ("game", "sides", "fighters", "to", "lesson")
OF_FIGHTER = ("side", "like")


def called(kind: type, field: str) -> str:
    """What a situation calls that field."""
    return CALLED.get(kind, {}).get(field, field)


@lru_cache(maxsize=64)
def shape_of(kind: type) -> inspect.StructType:
    """What a type is made of."""
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return shape


@lru_cache(maxsize=64)
def fields_of(kind: type) -> Mapping[str, inspect.Field]:
    """The fields of a type by the names that situations use."""
    return MappingProxyType({called(kind, one.name): one for one in shape_of(kind).fields})


def has_default(field: inspect.Field, value: object) -> bool:
    """Whether the value is the one a field has if nothing is said."""
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(value == field.default_factory())
    return bool(value == field.default)


@lru_cache(maxsize=1)
def tasks() -> Mapping[str, type]:
    """The kinds of decision by their names."""
    shape = inspect.type_info(AnyTask)
    assert isinstance(shape, inspect.UnionType)
    found = {one.tag: one.cls for one in shape.types if isinstance(one, inspect.StructType)}
    return MappingProxyType({str(tag): kind for tag, kind in found.items()})


def tag_of(kind: type) -> str:
    """The name of a kind of decision."""
    return next(tag for tag, one in tasks().items() if one is kind)


def tag_entry(kind: type) -> dict[str, object]:
    """The entry by which plain data says that it is of that type; none where nothing needs it."""
    shape = shape_of(kind)
    return {shape.tag_field: shape.tag} if shape.tag_field else {}
