"""The rules in print: what they say, where the code carries them, and which tests hold them.

``python -m meleekit.terminal.rules FOLDER`` writes the page of every game; ``make rules`` does.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console
from rich.text import Text

from meleekit.core.errors import UnknownGame
from meleekit.core.reference import markdown
from meleekit.core.rulebook import Rule, Rulebook
from meleekit.core.system import System
from meleekit.systems import SYSTEMS, system
from meleekit.terminal.page import say
from meleekit.terminal.trace import Place, Traces, trace_rules

# A rule that half the code mentions needs no complete list of where.
MOST_PLACES = 4


def show_rules(console: Console, game: str, asked: str | None) -> None:
    """Print a rule, a section, or without `asked` the whole book.

    Raises `UnknownGame`, and `BadRequest` for an ID that is not there.
    """
    book = book_of(game)
    rules = book.look_up(asked) if asked is not None else tuple(book.rules.values())
    traces = trace_rules()
    whole_book_on_a_screen = asked is None and console.is_terminal
    with console.pager() if whole_book_on_a_screen else nullcontext():
        section = ""
        for rule in rules:
            if rule.section != section and len(rules) > 1:
                _heading(console, book, rule.section)
            section = rule.section
            _rule(console, rule, traces)


def rules_page(game: str) -> str:
    """The rules of a game as a page of Markdown. Raises `UnknownGame`."""
    played = system(game)
    title, tables = played.title, played.rule_tables()
    command = f"meleekit rules {game} --markdown"
    return markdown(title, book_of(game), tables, written_by=command)


def write_rules(folder: Path, systems: Mapping[str, System]) -> None:
    """Write a page for every game whose rules are written down."""
    for key, played in systems.items():
        if played.rulebook() is not None:
            (folder / f"{key}.md").write_text(rules_page(key), encoding="utf-8")


def book_of(game: str) -> Rulebook:
    """The rulebook of a game. Raises `UnknownGame`."""
    book = system(game).rulebook()
    if book is None:
        raise UnknownGame(f"the rules of {game!r} are not written down", at="game")
    return book


def _heading(console: Console, book: Rulebook, key: str) -> None:
    section = book.sections[key]
    console.print()
    console.rule(
        Text(f"{section.number}. {section.title} ({key})", "bold"),
        align="left",
        style="dim",
        characters="─",
    )


def _rule(console: Console, rule: Rule, traces: Traces) -> None:
    console.print()
    console.print(Text(rule.id, "bold") + Text(f"  {rule.title}"), soft_wrap=True)
    say(console, rule.text, indent=4)
    if rule.ruling:
        say(console, f"Ruling: {rule.ruling}", "italic", indent=4)
    say(console, f"code   {_listed(traces.code.get(rule.id, ()))}", "dim", indent=4)
    if traces.tests is None:
        tests = "not part of an installation; see them in the sources"
    else:
        tests = _listed(traces.tests.get(rule.id, ()))
    say(console, f"tests  {tests}", "dim", indent=4)


def _listed(places: Sequence[Place]) -> str:
    """Places grouped by their file: "tft/movement.py:12, 80"."""
    lines: dict[str, list[int]] = {}
    for place in places:
        lines.setdefault(place.path, []).append(place.line)
    shown = [f"{path}:{', '.join(map(str, at))}" for path, at in lines.items()]
    more = f"  and {len(shown) - MOST_PLACES} more files" if len(shown) > MOST_PLACES else ""
    return "  ".join(shown[:MOST_PLACES]) + more if shown else "none"


if __name__ == "__main__":
    write_rules(Path(sys.argv[1]), SYSTEMS)
