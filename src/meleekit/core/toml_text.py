"""TOML for people: written short, and read so that a mistake is found by its line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

WIDTH = 100
"""Columns beyond which a list is broken, an element a line."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key_text(key: str) -> str:
    """A key as it is written, in quotes where TOML wants them.

    >>> key_text("Ann"), key_text("Sergeant Holt")
    ('Ann', '"Sergeant Holt"')
    """
    return key if _BARE.fullmatch(key) else _text(key)


def value_text(value: object) -> str:
    """A value on one line, tables in braces. Raises `TypeError` for what TOML does not know.

    >>> value_text({"at": [0, -1], "moved": True, "item": "Ann.dagger"})
    '{ at = [0, -1], moved = true, item = "Ann.dagger" }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text(key)} = {value_text(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(value_text, value))}]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def entry_text(key: str, value: object) -> str:
    """A line "key = value"; a list that is too long for one has an element a line."""
    line = f"{key_text(key)} = {value_text(value)}"
    if len(line) <= WIDTH or isinstance(value, str) or not isinstance(value, Sequence):
        return line
    inside = "".join(f"  {value_text(one)},\n" for one in value)
    return f"{key_text(key)} = [\n{inside}]"


def table_text(path: Sequence[str], entries: Mapping[str, object]) -> str:
    """A table with its header, an entry a line."""
    lines = [f"[{'.'.join(map(key_text, path))}]"]
    return "\n".join([*lines, *(entry_text(key, one) for key, one in entries.items())])


def _text(value: str) -> str:
    # JSON's signs are TOML's but for this one, which TOML wants written out.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
