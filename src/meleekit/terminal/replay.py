"""A recorded match told again, entry by entry or all at once."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from meleekit.core.match import Match
from meleekit.core.record import told_of
from meleekit.core.report import told
from meleekit.core.text_ink import plain
from meleekit.terminal.page import Lines, say
from meleekit.terminal.report import tell
from meleekit.terminal.table import show_board, show_outcome

STEPS = "Enter: on · b: back · NUMBER: go there · q: leave > "


def tell_all(console: Console, match: Match[Any, Any]) -> None:
    """Every entry with its dice and rules, and the board as it was left."""
    _head(console, match)
    for revision in range(len(match.entries)):
        _entry(console, match, revision)
    console.print()
    show_board(console, match.game.scene(match.state, None))
    _foot(console, match)


def step_through(console: Console, match: Match[Any, Any], lines: Lines) -> None:
    """Board and entry at each step, as the reader asks for them."""
    _head(console, match)
    revision = 0
    while True:
        console.print()
        with told_of(f"entries[{revision}].state"):
            show_board(console, match.game.scene(match.entries[revision].state, None))
        console.print()
        _entry(console, match, revision)
        if revision == match.revision:
            _foot(console, match)
        asked = _step(console, lines, revision, match.revision)
        if asked is None:
            return
        revision = asked


def _step(console: Console, lines: Lines, now: int, last: int) -> int | None:
    """The revision that the reader wants to see next; None to leave."""
    while True:
        typed = lines.ask(f"{now}/{last}  {STEPS}")
        if typed is None or typed in ("q", "quit"):
            return None
        if typed == "" and now < last:
            return now + 1
        if typed == "b" and now > 0:
            return now - 1
        if typed.isdecimal() and int(typed[:9]) <= last:
            return int(typed[:9])
        say(console, f"There are entries 0 to {last}, and this is {now}.")


def _head(console: Console, match: Match[Any, Any]) -> None:
    game = match.game
    say(console, f"{game.title}: {', '.join(seat.name for seat in game.seats)}", "bold")
    back = f", {match.undone} taken back" if match.undone else ""
    say(console, f"{match.revision} actions{back}; rules {match.rules_version}", "dim")


def _entry(console: Console, match: Match[Any, Any], revision: int) -> None:
    entry = match.entries[revision]
    what = "set-up"
    if entry.action is not None:
        before = match.entries[revision - 1].state
        what = f"{match.game.seats[entry.seat].name}: {match.game.label(before, entry.action)}"
    hand = "  (dice thrown by hand)" if entry.by_hand else ""
    console.print(Text(f"{revision:>4}  ", "dim") + Text(plain(what), "bold") + Text(hand, "dim"))
    tell(console, told(match.game, entry, match.eyes(None)), rules=True, indent=6)


def _foot(console: Console, match: Match[Any, Any]) -> None:
    if match.outcome:
        show_outcome(console, match.game, match.outcome)
    else:
        say(console, "The match is not finished.")
