"""What happened, in lines: the fight report and the dice that made it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from rich.console import Console

from meleekit.core.dice import Roll
from meleekit.core.game import Event, Game
from meleekit.core.record import Entry
from meleekit.core.text import plain
from meleekit.terminal.page import say

AnyGame = Game[Any, Any, Any]
AnyEntry = Entry[Any, Any, Event]


class Told(msgspec.Struct, frozen=True):
    """An entry as one pair of eyes sees it: lines with their rules, and the dice."""

    lines: tuple[tuple[str, str], ...]
    dice: str

    def __bool__(self) -> bool:
        return bool(self.lines or self.dice)


def told(game: AnyGame, entry: AnyEntry, seat: int | None) -> Told:
    """What `seat` (None: a spectator) may know of an entry.

    The dice of an entry that hides something are kept back too: they might give it away.
    """
    seen = game.visible_events(entry.events, seat)
    lines = tuple((line, event.rule) for event in seen if (line := game.narrate(event)))
    return Told(lines, dice_words(entry.rolls) if tuple(seen) == entry.events else "")


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
    for line, rule in what.lines:
        say(console, line, indent=indent, note=rule if rules else "")
    if what.dice:
        say(console, what.dice, "dim", indent=indent + 2)
