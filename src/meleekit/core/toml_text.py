"""TOML for people: written short, and read so that a mistake is found by its line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence

WIDTH = 100
"""Columns beyond which a list is broken, an element a line."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STEP = re.compile(r"\[(\d+)\]|([^.\[]+)")
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\]|\\.)*+"|'[^']*+')"""
_DOTTED = re.compile(rf"\s*+{_PART}(?:\s*+\.\s*+{_PART})*+\s*+")
_HEADER = re.compile(r"\s*\[(\[)?(?P<key>.+?)\](?(1)\])\s*(#.*)?")


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


def line_of(text: str, path: str) -> int | None:
    r"""The line, counted from 1, at which the field of that path is written, or what holds it.

    None if nothing of it is. A key with a dot in it ends the search where it begins.

    >>> line_of("turn = 2\n[fighters.Ann]\nside = 'Red'\nat = [0, 1]", "fighters.Ann.at")
    4
    """
    wanted = [number or key for number, key in _STEP.findall(path)]
    best, at = 0, None
    under: list[str] = []
    counted: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.fullmatch(line)
        if header:
            under = _keys(header["key"])
            if header[1]:
                place = counted[tuple(under)] = counted.get(tuple(under), -1) + 1
                under.append(str(place))
            found = under
        elif "=" in line:
            found = [*under, *_keys(line.partition("=")[0])]
        else:
            continue
        deep = len(found)
        if best < deep <= len(wanted) and wanted[:deep] == found:
            best, at = deep, number
    return at


def _keys(dotted: str) -> list[str]:
    """The keys of a dotted one; none if it is not a key."""
    if not _DOTTED.fullmatch(dotted):
        return []
    try:
        inner: object = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return []
    keys = []
    while isinstance(inner, dict):
        ((key, inner),) = inner.items()
        keys.append(key)
    return keys
