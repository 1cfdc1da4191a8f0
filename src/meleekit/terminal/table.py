"""What the player sees at the table: the board, the question, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from meleekit.core.game import Decision, Game, Outcome
from meleekit.core.phrases import verdict
from meleekit.core.scene import Scene
from meleekit.core.text import render_text
from meleekit.core.text_ink import plain
from meleekit.terminal.menu import Group, Menu, Option
from meleekit.terminal.page import add_row, columns, put, say

# Beyond this the odds of every listed action would be a wall of figures, and slow to work out.
WITH_ODDS = 12

HELP = (
    ("NUMBER", "do what has this number"),
    ("WORDS", "or part of what it says, or a place: attack bob · 1,-3 · face north"),
    ("? NUMBER", "what it may bring, with the exact odds and the rules behind them"),
    ("o", "the odds of everything that dice decide"),
    ("a", "everything that may be done, one by one"),
    ("b", "the board again"),
    ("l [N]", "the fight so far, or its last N entries, with rules"),
    ("n", "where several of you are asked at once: ask the next one first"),
    ("u", "take back your last decision (the same dice will come again)"),
    ("s FILE", "save the match; meleekit play --load FILE goes on with it"),
    ("q", "leave"),
    ("/WORDS", "as WORDS, for what would otherwise be a command"),
)


def show_board(console: Console, scene: Scene, *, labels: bool = False) -> None:
    """The board with everybody on it; `labels` puts its coordinates into empty places."""
    color = console.is_terminal and not console.no_color
    text = render_text(scene, color=color, width=console.width, labels=labels)
    for line in text.splitlines():
        console.print(Text.from_ansi(line) if color else Text(line), soft_wrap=True)


def show_question(
    console: Console, game: Game[Any, Any, Any], state: object, decision: Decision
) -> None:
    """Where the game stands and what is asked."""
    status = plain(game.status(state))
    console.print()
    if status:
        console.rule(Text(status, "dim"), style="dim", characters="─")
    say(console, game.prompt(state, decision), "bold")


def show_menu(
    console: Console, game: Game[Any, Any, Any], state: object, seat: int, menu: Menu
) -> None:
    """All actions if they are few, otherwise a line for those that are alike."""
    if not menu.folded:
        odds = len(menu.options) <= WITH_ODDS
        table = columns("right bold", "")
        for option in menu.options:
            forecast = game.forecast(state, seat, option.action) if odds else None
            headline = f"   {plain(forecast.headline)}" if forecast else ""
            table.add_row(f"  {option.number}", Text(option.label) + Text(headline, "dim"))
        put(console, table)
        return
    for head, groups in groupby(menu.groups, key=lambda group: group.head):
        _show_block(console, head, tuple(groups))


def _show_block(console: Console, head: str, groups: Sequence[Group]) -> None:
    """Folded groups a line each, then what is left run in, to keep the list short."""
    single = [option for group in groups if not group.folded for option in group.options]
    if len(groups) == len(single) == 1:
        head = ""
    if head:
        say(console, head.removesuffix(":"), "bold", indent=1)
    for group in groups:
        if group.folded:
            numbers = f"{group.options[0].number}-{group.options[-1].number}"
            stem = group.stem.removeprefix(head).strip()
            line = Text("  ") + Text(numbers, "bold") + Text(f" {stem} ")
            line += Text(f" type which, such as {group.example}", "dim")
            console.print(line, soft_wrap=True)
    run_in(
        console,
        [
            Text(str(option.number), "bold") + Text(f" {option.label.removeprefix(head).strip()}")
            for option in single
        ],
    )


def run_in(console: Console, parts: Sequence[Text]) -> None:
    """Short texts one after another, with a dot between; no part is broken over lines."""
    line = Text("  ")
    for part in parts:
        if line.plain.strip():
            if line.cell_len + 3 + part.cell_len <= console.width:
                line += Text(" · ", "dim") + part
                continue
            console.print(line, soft_wrap=True)
        line = Text("  ") + part
    if line.plain.strip():
        console.print(line, soft_wrap=True)


def show_options(console: Console, options: Sequence[Option]) -> None:
    """Options one by one, in as many columns as fit."""
    width = len(str(options[-1].number)) if options else 1
    cells = [
        Text(f"{option.number:>{width}}", "bold") + Text(f"  {option.label}", "none")
        for option in options
    ]
    put(console, Columns(cells, padding=(0, 3), column_first=True))


def show_help(console: Console) -> None:
    """What may be typed."""
    table = columns("bold", "")
    for keys, meaning in HELP:
        add_row(table, (f"  {keys}", meaning))
    put(console, table)


def show_outcome(console: Console, game: Game[Any, Any, Any], outcome: Outcome) -> None:
    """Who won, and by which rule it ended."""
    words = verdict(game.seats, outcome)
    console.print()
    console.rule(Text("the end", "dim"), style="dim", characters="─")
    say(console, f"{words[:1].upper()}{words[1:]}.", "bold", note=outcome.rule)
