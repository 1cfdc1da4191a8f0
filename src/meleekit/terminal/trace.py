"""Where rule IDs stand in the code and in the tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

import meleekit

PACKAGE = Path(meleekit.__file__).resolve().parent
# What says the rules in words, or says that they are not in play, proves nothing about them.
WORDS_ONLY = frozenset({"rulebook.toml", "reference.py", "untraced.toml"})
READ = frozenset({".py", ".toml"})

_FULL = re.compile(r"\b(?P<prefix>[A-Z]+)-[A-Z]+-\d\d\b")
# After a full ID others of the same game may be named without its prefix, or up to a last number.
_ANY = re.compile(
    r"\b(?:(?P<prefix>[A-Z]+)-)?(?P<section>[A-Z]+)-(?P<first>\d\d)(?:\.\.(?P<last>\d\d))?\b"
)


class Place(msgspec.Struct, frozen=True, order=True):
    """A line of a file, by its path from the root of the sources."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class Traces(msgspec.Struct, frozen=True):
    """Places of each ID. `tests` is None where the tests are not there, as in an installation."""

    code: Mapping[str, tuple[Place, ...]]
    tests: Mapping[str, tuple[Place, ...]] | None


def trace_rules(package: Path = PACKAGE) -> Traces:
    """Every ID that stands in the package, and in the tests beside it if the sources are there."""
    root = source_root(package)
    code = _places(package, root or package.parent)
    return Traces(code, _places(root / "tests", root) if root else None)


def source_root(package: Path) -> Path | None:
    """The folder of the project that holds `package` and its tests; None if it is installed."""
    root = package.parent.parent
    if package.parent.name == "src" and (root / "tests").is_dir():
        return root
    return None


def _places(folder: Path, root: Path) -> dict[str, tuple[Place, ...]]:
    found: dict[str, list[Place]] = {}
    for path in _sources(folder):
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in ids_in(line):
                found.setdefault(rule, []).append(Place(name, number))
    return {rule: tuple(places) for rule, places in found.items()}


def _sources(folder: Path) -> Iterable[Path]:
    files = (path for path in folder.rglob("*") if path.suffix in READ)
    return sorted(path for path in files if path.name not in WORDS_ONLY)


def ids_in(line: str) -> Iterator[str]:
    """The rule IDs in a line, each once; a range names all that lie in it.

    >>> list(ids_in("as TOY-WALK-04, WALK-05 and GEAR-01..03 say"))
    ['TOY-WALK-04', 'TOY-WALK-05', 'TOY-GEAR-01', 'TOY-GEAR-02', 'TOY-GEAR-03']
    """
    first = _FULL.search(line)
    if first is None:
        return
    seen = set()
    prefix = first["prefix"]
    for match in _ANY.finditer(line, first.start()):
        prefix = match["prefix"] or prefix
        lowest = int(match["first"])
        for number in range(lowest, int(match["last"] or lowest) + 1):
            rule = f"{prefix}-{match['section']}-{number:02d}"
            if rule not in seen:
                seen.add(rule)
                yield rule
