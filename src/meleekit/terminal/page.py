"""What is printed on: a console for people, and lines read from a keyboard or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from meleekit.core.text_ink import plain

# Columns of a page, whatever the terminal says; some that do not know their width say 0.
NARROWEST, USUAL, WIDEST = 20, 80, 1000


def console_for(*, stderr: bool = False) -> Console:
    """A console that colours only terminals and never guesses at what looks like a number."""
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    width = console.width
    if not NARROWEST <= width <= WIDEST:
        console.width = min(max(width, NARROWEST), WIDEST) if width else USUAL
    return console


def say(console: Console, text: str, style: str = "", *, indent: int = 0, note: str = "") -> None:
    """Print plain characters, wrapped at words and indented on every line; `note` follows dimly."""
    words = Text(plain(text), style=style)
    if note:
        words += Text(f" {plain(note)}", "dim")
    for line in words.wrap(console, max(20, console.width - indent)):
        line.rstrip()
        console.print(Text(" " * indent) + line, soft_wrap=True)


def wipe(console: Console) -> None:
    """Leave nothing on a terminal of what was shown, nor above it; files keep all."""
    if console.is_terminal:
        console.clear()
        console.file.write("\x1b[3J")
        console.file.flush()


def columns(*styles: str) -> Table:
    """A table without rules or padding at the ends, a column for each style."""
    table = Table.grid(padding=(0, 2))
    for style in styles:
        right = style.startswith("right ")
        table.add_column(
            style=style.removeprefix("right ") or None, justify="right" if right else "left"
        )
    return table


def add_row(table: Table, cells: Iterable[str]) -> None:
    """A row of plain characters."""
    table.add_row(*(Text(plain(cell)) for cell in cells))


def put(console: Console, thing: RenderableType) -> None:
    """Print a table without the blanks that pad its last column."""
    for segments in console.render_lines(thing, pad=False):
        line = Text.assemble(*((part.text, part.style or "") for part in segments))
        line.rstrip()
        console.print(line, soft_wrap=True)


class Lines:
    """Lines that somebody types, or that a pipe holds.

    `interactive` tells whether a person sits at a terminal; where there is no input at all, there
    are no lines. What comes from a pipe is printed
    after its prompt, so that the output reads like a conversation.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        if self.interactive:
            _edit_lines()
        if hasattr(sys.stdin, "reconfigure"):
            # Bytes that are no text match nothing, and are refused as any other wrong line.
            sys.stdin.reconfigure(errors="replace")

    def ask(self, prompt: str) -> str | None:
        """The next line, without blanks around it; None when there is no more."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                self._console.print()
                return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        shown = plain(prompt + line.strip())
        self._console.print(Text(shown.rstrip() if line else prompt), soft_wrap=True)
        return line.strip() if line else None

    def forget(self) -> None:
        """Have the last line typed not come again with the arrow keys."""
        try:
            import readline
        except ImportError:
            return
        if last := readline.get_current_history_length():
            readline.remove_history_item(last - 1)


def _edit_lines() -> None:
    """Arrow keys and earlier lines at the prompt, where the system has them."""
    try:
        import readline  # noqa: F401  # input() uses it by its being there
    except ImportError:
        return
