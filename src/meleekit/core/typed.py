"""Plain data read into typed values, with errors that name the file and the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import inspect

from meleekit.core.errors import BadSetup
from meleekit.core.toml_read import NotToml, toml_data

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

_WHERE = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_FIELD = re.compile(r"(?:unknown|required) field `(?P<field>[^`]*)`")
_NO_CHOICE = re.compile(r"Invalid enum value (?P<value>.*)")
_STEP = re.compile(r"\.\.\.|[^.\[\]]+")


def fault_of(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec found wrong, in words, and the path of the field that is.

    A field that is missing or not known is part of the path, which is empty if all of it is wrong.

    >>> fault_of(msgspec.ValidationError("Expected `int`, got `str` - at `$.weapon[3].dice`"))
    ('Expected `int`, got `str`', 'weapon[3].dice')
    """
    said = str(error)
    where = _WHERE.search(said)
    message = said[: where.start()] if where else said
    path = where["path"] if where else ""
    field = _FIELD.search(message)
    return message, (under(path, field["field"]) or "") if field else path


def under(at: str, path: str | None) -> str | None:
    """The field `path` as seen from the place `at` that holds it; None if both are empty."""
    if not path:
        return at or None
    return f"{at}.{path}" if at and not path.startswith("[") else at + path


def read_text(path: Path) -> str:
    """The text of a file. Raises `BadSetup` naming the file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{path.name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{path.name}: is not UTF-8 text") from None
    except ValueError:
        raise BadSetup(f"{path.name!r} cannot be the name of a file") from None


def toml_of(text: str, name: str) -> dict[str, object]:
    """The contents of a TOML text. Raises `BadSetup` with its `name`, and the line if it can."""
    try:
        return toml_data(text)
    except NotToml as error:
        raise BadSetup(f"{name}: is not TOML: {error}") from None


def read_toml(path: Path) -> dict[str, object]:
    """The contents of a TOML file. Raises `BadSetup` naming the file, and the line if it can."""
    return toml_of(read_text(path), path.name)


def numbered(folder: Path) -> dict[str, Path]:
    """The TOML files of a folder by name, in the order of the numbers that their names begin with.

    The numbers are no part of the names: ``02_the_mob.toml`` is "the_mob".
    """
    return {path.stem.partition("_")[2]: path for path in sorted(folder.glob("*.toml"))}


def typed(data: object, kind: type[T], *, name: str = "", rule: str | None = None) -> T:
    """`data` as a value of `kind`; nothing is converted silently (no bool or float for an int).

    `name` is what the error calls the data, usually the file. Raises `BadSetup` whose `at` is
    the path of the field that is wrong (``weapon[3].dice``) and whose rule is `rule`.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        if (wrong := _NO_CHOICE.fullmatch(message)) and (known := [*_choices(kind, path)]):
            message = f"no {wrong['value']}; there are {', '.join(known)}"
        prefix = f"{name}: " if name else ""
        raise BadSetup(f"{prefix}{message}", rule=rule, at=path or None) from None
    except UnicodeEncodeError:
        # The command line gives what is no text as half a sign.
        raise BadSetup("a text has signs that are none", rule=rule) from None


def _choices(kind: object, path: str) -> Iterator[str]:
    """What may stand in the field at `path`: every value of its literals and enums."""
    found = [*_flat(inspect.type_info(kind))]
    for part in _STEP.findall(path):
        found = [one for at in found for inner in _within(at, part) for one in _flat(inner)]
    for one in found:
        if isinstance(one, inspect.LiteralType):
            yield from map(str, one.values)
        elif isinstance(one, inspect.EnumType):
            yield from (str(member.value) for member in one.cls)


def _flat(kind: inspect.Type) -> Iterator[inspect.Type]:
    return iter(kind.types if isinstance(kind, inspect.UnionType) else (kind,))


def _within(kind: inspect.Type, step: str) -> Iterator[inspect.Type]:
    """The types of what a step of a path leads to: a field, a row of a list or of a table."""
    if isinstance(kind, inspect.StructType):
        yield from (field.type for field in kind.fields if field.encode_name == step)
    elif isinstance(kind, inspect.DictType):
        yield kind.value_type
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        yield kind.item_type


def keyed(rows: Iterable[V], table: str, key: Callable[[V], K]) -> dict[K, V]:
    """The rows of a table by their key. Raises `BadSetup` at the row whose key was there already.

    >>> keyed(["axe", "bow"], "weapon", len)
    Traceback (most recent call last):
    ...
    meleekit.core.errors.BadSetup: 3 stands there twice (at weapon[1])
    """
    found: dict[K, V] = {}
    for number, row in enumerate(rows):
        if key(row) in found:
            raise BadSetup(f"{key(row)} stands there twice", at=f"{table}[{number}]")
        found[key(row)] = row
    return found


@contextmanager
def about(at: str) -> Iterator[None]:
    """Whatever `BadSetup` is raised inside says that it is about that field, or one within it."""
    try:
        yield
    except BadSetup as error:
        raise error.restated(BadSetup, at=under(at, error.at)) from None


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """Whatever `BadSetup` is raised inside says which file it is about."""
    try:
        yield
    except BadSetup as error:
        said = f"{path.name}: {error.message}"
        raise error.restated(BadSetup, at=error.at, message=said) from None
