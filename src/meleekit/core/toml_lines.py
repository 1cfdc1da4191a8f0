"""Where a field stands in a TOML text: the line that an error about it names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

# Without backtracking: the lines may be long, and somebody else's.
_HEADER = re.compile(r"\s*+\[(?P<many>\[)?(?P<name>[^\]\[]++)\]\]?\s*+(#.*)?$")
_KEY = re.compile(r"\s*+(?P<key>[A-Za-z0-9_\-.\"']++)\s*+=")
_QUOTES = ('"""', "'''")


def line_of(text: str, at: str) -> int | None:
    r"""The line, counted from 1, of the field at a path such as ``fighters[1].items[0]``.

    A field that is not written leads to the table that lacks it, a part of a value to the line
    on which the value begins; None where nothing of the path is found.

    >>> line_of('[[fighters]]\nname = "Ann"\nstrength = 12', "fighters[0].strength")
    3
    """
    lines = _lines(text)
    wanted = at
    while wanted:
        if wanted in lines:
            return lines[wanted]
        wanted = wanted[: max(wanted.rfind("."), wanted.rfind("["), 0)]
    return None


@lru_cache(maxsize=2)  # a text with many faults is looked through once
def _lines(text: str) -> Mapping[str, int]:
    """The line of every table and key that is written in the block form."""
    found: dict[str, int] = {}
    rows: Counter[str] = Counter()
    table = ""
    inside: str | None = None  # the quotes of a text that runs over several lines
    for number, line in enumerate(text.splitlines(), 1):
        if inside is not None:
            if inside in line:
                inside = None
            continue
        header = _HEADER.match(line)
        if header is not None:
            table = _numbered(header["name"], header["many"] is not None, rows)
            found.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key is not None:
            name = key["key"].strip("\"'")
            found.setdefault(f"{table}.{name}" if table else name, number)
        inside = next((q for q in _QUOTES if line.count(q) % 2), None)
    return found


def _numbered(name: str, many: bool, rows: Counter[str]) -> str:
    """A table's path, each array of tables on the way with the number of its latest row."""
    path = ""
    parts = [part.strip().strip("\"'") for part in name.split(".")]
    for depth, part in enumerate(parts, 1):
        path = f"{path}.{part}" if path else part
        if many and depth == len(parts):
            rows[path] += 1
        if rows[path]:
            path = f"{path}[{rows[path] - 1}]"
    return path
