"""Somebody at the keyboard, for tests: what they type, and what they were shown."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from rich.console import Console

from meleekit.bots import Bot
from meleekit.core.match import Match
from meleekit.terminal.page import Lines
from meleekit.terminal.play import Play

SEED = bytes(range(32))


def page() -> Console:
    return Console(file=io.StringIO(), width=80, highlight=False, markup=False, emoji=False)


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


class Typed(Lines):
    """Lines from a list; afterwards there is no more."""

    def __init__(self, lines: Iterable[str], *, interactive: bool = False) -> None:
        self.interactive = interactive
        self._lines = iter(lines)

    def ask(self, prompt: str) -> str | None:
        return next(self._lines, None)


def play(
    match: Match[Any, Any],
    lines: Iterable[str],
    players: tuple[Bot | None, ...] = (None, None),
    *,
    interactive: bool = False,
) -> tuple[int, str]:
    """The exit code and everything printed."""
    console = page()
    code = Play(match, players, console, Typed(lines, interactive=interactive)).run()
    return code, printed(console)
