"""The fight report of an entry, as one pair of eyes may read it: a rule of secrecy, kept once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from meleekit.core.dice import Roll
from meleekit.core.game import Event, Game, Reveal
from meleekit.core.record import Entry

EVERYTHING: Final = -1
"""In place of a seat, once a match is over and its seed is told: whoever reads sees all of it."""


class Line(msgspec.Struct, frozen=True):
    """One thing that happened: its sentence, its rule, and the dice that belong to it.

    `reveal` is what came to light with it.
    """

    text: str
    rule: str
    rolls: tuple[Roll, ...] = ()
    reveal: Reveal | None = None


class Told(msgspec.Struct, frozen=True):
    """All that somebody may know of an entry: its lines, and the dice in the order they fell."""

    lines: tuple[Line, ...]
    rolls: tuple[Roll, ...]

    def __bool__(self) -> bool:
        return bool(self.lines or self.rolls)


def known(
    game: Game[Any, Any, Any], entry: Entry[Any, Any, Event], eyes: int | None
) -> tuple[Event, ...]:
    """The events of an entry as these eyes may know them: a seat, None or `EVERYTHING`."""
    return entry.events if eyes == EVERYTHING else game.visible_events(entry.events, eyes)


def told(game: Game[Any, Any, Any], entry: Entry[Any, Any, Event], eyes: int | None) -> Told:
    """What a seat (None: a spectator) may know of an entry; `EVERYTHING` for all of it.

    Dice that a visible event carries are told with it. The others are told only where nothing is
    hidden: they might give away what is. Of them those whose totals an event names as its `dice`
    stand with it too, the rest with the last line.
    """
    seen = known(game, entry, eyes)
    hides = seen != entry.events
    unclaimed = list(entry.rolls)
    lines: list[Line] = []
    rolls: list[Roll] = []
    kept: list[Roll] = []  # dice of events without a line go with the next that has one
    for event in seen:
        for roll in _rolls_in(event):
            if roll in unclaimed:
                unclaimed.remove(roll)
            rolls.append(roll)
            kept.append(roll)
        totals = [] if hides else list(_totals(getattr(event, "dice", ())))
        for roll in unclaimed.copy() if totals else ():
            if roll.total in totals:
                totals.remove(roll.total)
                unclaimed.remove(roll)
                kept.append(roll)
        if text := game.narrate(event):
            lines.append(Line(text, event.rule, tuple(kept), game.reveal(event)))
            kept = []
    if not hides:
        rolls, kept = list(entry.rolls), kept + unclaimed
    if kept and lines:
        last = lines[-1]
        lines[-1] = msgspec.structs.replace(last, rolls=(*last.rolls, *kept))
    return Told(tuple(lines), tuple(rolls))


def _totals(dice: object) -> Iterator[int]:
    """The totals that an event names as its `dice`: one, or several, perhaps by contender."""
    if isinstance(dice, int):
        yield dice
    elif isinstance(dice, tuple):
        for part in dice:
            yield from _totals(part)


def _rolls_in(value: object) -> Iterator[Roll]:
    """The rolls that an event carries, however deep."""
    if isinstance(value, Roll):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _rolls_in(getattr(value, name))
    elif isinstance(value, tuple):
        for part in value:
            yield from _rolls_in(part)
