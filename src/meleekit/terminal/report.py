"""What happened, in print: the lines of an entry and the dice that made it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from meleekit.core.dice import Roll
from meleekit.core.report import Told
from meleekit.core.text_ink import plain
from meleekit.terminal.page import say


def dice_words(rolls: Iterable[Roll]) -> str:
    """Dice as they fell, by what they were for: "to hit [2 3 4] = 9 · damage [5] = 5"."""
    purposes: dict[str, list[str]] = {}
    for roll in rolls:
        purposes.setdefault(plain(roll.why), []).append(_fallen(roll))
    return " · ".join(f"{why} {', '.join(shown)}" for why, shown in purposes.items())


def _fallen(roll: Roll) -> str:
    if roll.count == 1:
        return f"[{roll.total}]"
    if roll.faces:
        return f"[{' '.join(map(str, roll.faces))}] = {roll.total}"
    return f"{roll.count}d{roll.sides} = {roll.total}"


def tell(console: Console, what: Told, *, rules: bool = False, indent: int = 2) -> None:
    """Print an entry; with `rules`, each line names the rule behind it."""
    for line in what.lines:
        say(console, line.text, indent=indent, note=line.rule if rules else "")
    if dice := dice_words(what.rolls):
        say(console, dice, "dim", indent=indent + 2)
