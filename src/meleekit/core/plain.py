"""Typed values as plain data for people: defaults left out, every complaint names its field.

What msgspec makes of a value, but shorter, and such that TOML can hold it: "none" stands where
nothing is, or `false` where "none" could be a text like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import NODEFAULT, UNSET, inspect

from meleekit.core.situation_fields import known_fields, typed_at
from meleekit.core.typed import under

NOTHING = ("none", False)
"""What stands for None: the first of them that could not be anything else."""

_TEXTS = inspect.StrType | inspect.BytesType | inspect.AnyType
_ROWS = inspect.VarTupleType | inspect.ListType | inspect.SetType | inspect.FrozenSetType
_LISTS = _ROWS | inspect.TupleType


def plain_of(value: object, kind: Any) -> Any:  # noqa: ANN401  # types and plain data
    """The value, of the type `kind`, as plain data.

    Raises `TypeError` for a None that no word can stand for.
    """
    return _written(value, _shape(kind))


def value_of(data: object, kind: Any, at: str = "") -> Any:  # noqa: ANN401  # as above
    """The value of type `kind` that is written at the field `at`; see `plain_of`.

    Raises `BadSituation` naming the field, also for one that is not known.
    """
    return typed_at(_read(data, _shape(kind), at, known_only=True), kind, at)


def with_nothing(data: object, kind: Any) -> Any:  # noqa: ANN401  # types and plain data
    """The data with None where `NOTHING` stands for it; all else is left for others to judge."""
    return _read(data, _shape(kind), "", known_only=False)


def schema_of(schema: Any) -> Any:  # noqa: ANN401  # any part of a JSON Schema
    """A JSON Schema by msgspec as it is for plain data: `NOTHING` in place of null."""
    if isinstance(schema, list):
        return [schema_of(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    if schema.get("type") == "null":
        return {"enum": list(NOTHING)}
    found = {key: schema_of(part) for key, part in schema.items() if not _is_null(key, part)}
    if None in schema.get("enum", ()):
        found["enum"] = [*NOTHING, *(one for one in schema["enum"] if one is not None)]
    return found


def _is_null(key: str, part: object) -> bool:
    """Whether it is a default that need not be said, and could not be as it stands."""
    return key == "default" and (part is None or (isinstance(part, list) and None in part))


def field_names(kind: Any) -> tuple[str, ...]:  # noqa: ANN401  # a type, or several
    """The fields of a struct as they are written, in order. Raises `TypeError` for other types.

    A struct with a tag is one of several; what can be several things has no fields of its own.
    """
    shape = _shape(kind)
    if not isinstance(shape, inspect.StructType) or shape.array_like or shape.tag is not None:
        raise TypeError(f"{kind} is no struct with fields of its own, without a tag")
    return tuple(field.encode_name for field in shape.fields)


@lru_cache(maxsize=128)
def _shape(kind: Any) -> inspect.Type:  # noqa: ANN401  # a type, or several
    return inspect.type_info(kind)


# -- writing -------------------------------------------------------------------------------------


def _written(value: object, shape: inspect.Type) -> Any:  # noqa: ANN401  # plain data
    if value is None:
        return _word(shape)
    for part in _parts(shape):
        if isinstance(part, inspect.StructType) and type(value) is part.cls and not part.array_like:
            tag = {part.tag_field: part.tag} if part.tag_field is not None else {}
            return tag | {
                field.encode_name: _written(getattr(value, field.name), field.type)
                for field in part.fields
                if not _is_usual(field, getattr(value, field.name))
            }
        if isinstance(part, inspect.DictType) and isinstance(value, Mapping):
            names = msgspec.to_builtins(dict.fromkeys(value), str_keys=True)
            return {
                name: _written(one, part.value_type)
                for name, one in zip(names, value.values(), strict=True)
            }
        if isinstance(part, _LISTS) and isinstance(value, tuple | list):
            pairs = zip(value, _shapes(part, len(value)), strict=True)
            return [_written(one, of) for one, of in pairs]
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def _is_usual(field: inspect.Field, value: object) -> bool:
    if value is UNSET:
        return True
    usual = field.default
    if field.default_factory is not NODEFAULT:
        usual = field.default_factory()
    return usual is not NODEFAULT and type(usual) is type(value) and usual == value


def _word(shape: inspect.Type) -> str | bool:
    for word in NOTHING:
        if not any(_could_be(word, part) for part in _parts(shape)):
            return word
    raise TypeError(f"no word can stand for None among {shape}")


# -- reading -------------------------------------------------------------------------------------


def _read(data: object, shape: inspect.Type, at: str, *, known_only: bool) -> object:
    if _is_none(data, shape):
        return None
    for part in _parts(shape):
        if isinstance(part, inspect.StructType) and isinstance(data, Mapping):
            if not _is_tagged(data, part):
                continue
            of = {field.encode_name: field.type for field in part.fields}
            if known_only:
                known_fields([key for key in data if key != part.tag_field], tuple(of), at)
            return {
                key: _read(one, of[key], under(at, key) or "", known_only=known_only)
                if key in of
                else one
                for key, one in data.items()
            }
        if isinstance(part, inspect.DictType) and isinstance(data, Mapping):
            return {
                key: _entry(one, part.value_type, under(at, key) or "", known_only=known_only)
                for key, one in data.items()
            }
        if isinstance(part, _LISTS) and isinstance(data, Sequence) and not isinstance(data, str):
            pairs = zip(data, _shapes(part, len(data)), strict=True)
            return [
                _read(one, of, f"{at}[{number}]", known_only=known_only)
                for number, (one, of) in enumerate(pairs)
            ]
    return data


def _entry(data: object, shape: inspect.Type, at: str, *, known_only: bool) -> object:
    """A value of a table of tables. Which of them is wrong msgspec does not say, so it is asked."""
    read = _read(data, shape, at, known_only=known_only)
    if known_only and isinstance(shape, inspect.StructType):
        typed_at(read, shape.cls, at)
    return read


def _is_none(data: object, shape: inspect.Type) -> bool:
    """Whether the data stands for None, where there may be none."""
    parts = tuple(_parts(shape))
    return (
        any(_may_be_none(part) for part in parts)
        and isinstance(data, str | bool)
        and data in NOTHING
        and not any(_could_be(data, part) for part in parts)
    )


def _is_tagged(data: Mapping[str, object], shape: inspect.StructType) -> bool:
    return shape.tag_field is None or data.get(shape.tag_field) == shape.tag


# -- types ---------------------------------------------------------------------------------------


def _parts(shape: inspect.Type) -> Iterator[inspect.Type]:
    """The types of a union, or the one that it is."""
    if isinstance(shape, inspect.UnionType):
        yield from shape.types
    elif isinstance(shape, inspect.Metadata):
        yield from _parts(shape.type)
    else:
        yield shape


def _shapes(shape: inspect.Type, count: int) -> Sequence[inspect.Type]:
    """The types of so many elements; too many may be anything, and are complained of later."""
    if isinstance(shape, inspect.TupleType):
        beyond = count - len(shape.item_types)
        return (*shape.item_types, *(inspect.AnyType(),) * beyond)[:count]
    assert isinstance(shape, _ROWS)
    return (shape.item_type,) * count


def _may_be_none(shape: inspect.Type) -> bool:
    if isinstance(shape, inspect.LiteralType):
        return None in shape.values
    return isinstance(shape, inspect.NoneType)


def _could_be(word: object, shape: inspect.Type) -> bool:
    """Whether a word that stands for None could also be a value of that type."""
    if isinstance(word, bool):
        return isinstance(shape, inspect.BoolType | inspect.AnyType)
    if isinstance(shape, inspect.EnumType):
        return word in [one.value for one in shape.cls]
    if isinstance(shape, inspect.LiteralType):
        return word in shape.values
    return isinstance(shape, _TEXTS)
