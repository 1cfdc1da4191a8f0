"""Plain data of a situation looked over field by field; every complaint names the field."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

import msgspec

from meleekit.core.errors import BadSituation
from meleekit.core.phrases import listed
from meleekit.core.typed import fault_of, under

Row = Mapping[str, Any]
T = TypeVar("T")


def known_fields(row: Iterable[str], known: Sequence[str], at: str, what: str = "field") -> None:
    """Raise unless all keys are known ones; say which one may have been meant."""
    for key in row:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            meant = f"; is {near[0]} meant?" if near else f"; there are {listed(sorted(known))}"
            refuse(f"there is no {what} {key!r}{meant}", under(at, str(key)))


def rows_of(said: object, at: str) -> dict[str, Row]:
    """A table of tables, by name."""
    return {key: table_of(row, f"{at}.{key}") for key, row in table_of(said, at).items()}


def table_of(said: object, at: str) -> Row:
    """A table; nothing else will do."""
    if not isinstance(said, Mapping):
        refuse("a table with fields is wanted here", at)
    return said


def list_of(said: object, at: str) -> Sequence[Any]:
    """A list; nothing else will do."""
    if not isinstance(said, list | tuple):
        refuse("a list in [ ] is wanted here", at)
    return said


def typed_at(data: object, kind: type[T], at: str) -> T:
    """The data at a field as a value of that type. Raises `BadSituation` naming the part of it."""
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        raise BadSituation(message, at=under(at, path)) from None


def refuse(message: str, at: str | None) -> NoReturn:
    """Raise `BadSituation` at the field."""
    raise BadSituation(message, at=at)
