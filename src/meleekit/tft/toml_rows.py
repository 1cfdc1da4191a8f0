"""Reading TOML into typed values, with errors that name the file and the field."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from meleekit.core.errors import BadSetup

T = TypeVar("T")

_WHERE = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_FIELD = re.compile(r"(?:unknown|required) field `(?P<field>[^`]*)`")


def read_toml(path: Path) -> dict[str, object]:
    """The contents of a TOML file. Raises `BadSetup` naming the file, and the line if it can."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetup(f"{path.name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{path.name}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSetup(f"{path.name}: is not TOML: {error}") from None


def typed(data: object, kind: type[T], *, name: str = "", rule: str | None = None) -> T:
    """`data` as a value of `kind`; nothing is converted silently (no bool or float for an int).

    `name` is what the error calls the data, usually the file. Raises `BadSetup` whose `at` is
    the path of the field that is wrong (``weapon[3].dice``) and whose rule is `rule`.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        said = str(error)
        where = _WHERE.search(said)
        message = said[: where.start()] if where else said
        path = where["path"] if where else ""
        field = _FIELD.search(message)
        if field:
            path = f"{path}.{field['field']}" if path else field["field"]
        prefix = f"{name}: " if name else ""
        raise BadSetup(f"{prefix}{message}", rule=rule, at=path or None) from None


def under(at: str, path: str | None) -> str | None:
    """The field `path` as seen from the place `at` that holds it."""
    if not path:
        return at or None
    return f"{at}.{path}" if at else path
