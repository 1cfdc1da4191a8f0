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


def table_text(path: Sequence[str], entries: Mapping[str, object], *, of_many: bool = False) -> str:
    """A table with its header, an entry a line; `of_many` is one that is a row of a list."""
    header = f"[{'.'.join(map(key_text, path))}]"
    lines = [f"[{header}]" if of_many else header]
    return "\n".join([*lines, *(entry_text(key, one) for key, one in entries.items())])


def document_text(data: Mapping[str, object]) -> str:
    """A whole text: lines first, then tables with headers.

    A small table without others in it is a line too. Rows of a list of tables and tables by name
    have a header each.
    """
    lines = {key: value for key, value in data.items() if _is_line(key, value)}
    parts = ["\n".join(entry_text(key, value) for key, value in lines.items())]
    for key, value in data.items():
        if key in lines:
            continue
        parts += [table_text((key,), row, of_many=True) for row in _rows(value)]
        parts += _tables(key, value) if isinstance(value, Mapping) else []
    return "\n\n".join(filter(None, parts)) + "\n"


def _is_line(key: str, value: object) -> bool:
    if isinstance(value, Mapping):
        deep = any(isinstance(one, Mapping) or _rows(one) for one in value.values())
        return not deep and len(entry_text(key, value)) <= WIDTH
    return not _rows(value)


def _rows(value: object) -> Sequence[Mapping[str, object]]:
    """The tables of a list that holds nothing else."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return value if all(isinstance(one, Mapping) for one in value) else ()


def _tables(key: str, value: Mapping[str, object]) -> list[str]:
    """A table, or those that it holds by name if it holds nothing else."""
    tables = {name: one for name, one in value.items() if isinstance(one, Mapping)}
    if len(tables) < len(value):
        return [table_text((key,), value)]
    return [table_text((key, name), one) for name, one in tables.items()]


def _text(value: str) -> str:
    # JSON's signs are TOML's but for this one, which TOML wants written out.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
