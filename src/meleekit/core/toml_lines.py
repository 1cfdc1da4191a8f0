"""Where a field stands in a TOML text: the line that an error about it names."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

Place = tuple[str, ...]
"""Keys, and the numbers of rows, on the way to a field."""

# Without backtracking: the lines may be long, and somebody else's.
_STEP = re.compile(r"\[(\d+)\]|([^.\[]+)")
_HEADER = re.compile(r"\s*+\[(?P<many>\[)?(?P<key>[^\]\[]++)\]\]?\s*+(#.*)?$")
_BARE = re.compile(r"\s*+(?P<key>[A-Za-z0-9_-]++)\s*+")
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\]|\\.)*+"|'[^']*+')"""
_DOTTED = re.compile(rf"\s*+{_PART}(?:\s*+\.\s*+{_PART})*+\s*+")
_QUOTES = ('"""', "'''")


def line_of(text: str, path: str) -> int | None:
    r"""The line, counted from 1, of the field at a path such as ``fighters[1].items[0]``.

    A field that is not written leads to the table that lacks it, a part of a value to the line
    on which the value begins; None where nothing of the path is found. A key with a dot in it
    ends the search where it begins.

    >>> line_of("turn = 2\n[fighters.Ann]\nside = 'Red'\nat = [0, 1]", "fighters.Ann.at")
    4
    """
    lines = _lines(text)
    wanted = tuple(number or key for number, key in _STEP.findall(path))
    while wanted:
        if wanted in lines:
            return lines[wanted]
        wanted = wanted[:-1]
    return None


@lru_cache(maxsize=2)  # a text with many faults is looked through once
def _lines(text: str) -> Mapping[Place, int]:
    """The line of every table and key that is written in the block form."""
    found: dict[Place, int] = {}
    rows: Counter[Place] = Counter()
    table: Place = ()
    inside: str | None = None  # the quotes of a text that runs over several lines
    for number, line in enumerate(text.splitlines(), 1):
        if inside is not None:
            if inside in line:
                inside = None
            continue
        header = _HEADER.match(line)
        if header is not None:
            if keys := _keys(header["key"]):
                table = _numbered(keys, header["many"] is not None, rows)
                found.setdefault(table, number)
            continue
        before, sign, _ = line.partition("=")
        if sign and (keys := _keys(before)):
            found.setdefault((*table, *keys), number)
        inside = next((q for q in _QUOTES if line.count(q) % 2), None)
    return found


def _numbered(keys: Place, many: bool, rows: Counter[Place]) -> Place:
    """A table's place, each array of tables on the way with the number of its latest row."""
    place: Place = ()
    for depth, key in enumerate(keys, 1):
        place = (*place, key)
        if many and depth == len(keys):
            rows[place] += 1
        if rows[place]:
            place = (*place, str(rows[place] - 1))
    return place


def _keys(dotted: str) -> Place:
    """The keys of a dotted one; none if it is not a key."""
    bare = _BARE.fullmatch(dotted)
    if bare is not None:
        return (bare["key"],)
    if not _DOTTED.fullmatch(dotted):
        return ()
    try:
        inner: object = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    keys = []
    while isinstance(inner, dict):
        ((key, inner),) = inner.items()
        keys.append(key)
    return tuple(keys)
