"""What a page is shown of a match: game values put into the words of the protocol.

Nothing here decides; everything goes through the game's own views, so that what a seat may not
see never reaches its page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from meleekit.core.dice import Roll
from meleekit.core.game import Chance, Decision, Forecast, Game, Outcome
from meleekit.core.match import Match
from meleekit.core.record import Entry
from meleekit.core.scene import Scene
from meleekit.core.svg import render_live, render_svg
from meleekit.server import protocol as say

AnyGame = Game[Any, Any, Any]
AnyMatch = Match[Any, Any]
AnyEntry = Entry[Any, Any, Any]


def key(scene: Scene) -> tuple[say.KeyLine, ...]:
    """What the tints on the board mean."""
    return tuple(say.KeyLine(entry.tint, entry.text) for entry in scene.key)


def lines(game: AnyGame, revision: int, entry: AnyEntry, seat: int | None) -> list[say.Line]:
    """The fight report of one revision, each line with the dice that belong to it."""
    status = game.status(entry.state)
    told: list[say.Line] = []
    waiting = list(entry.rolls)
    shown = game.visible_events(entry.events, seat)
    kept: list[say.RollSeen] = []
    for event in shown:
        for roll in _rolls_in(event):
            if roll in waiting:
                waiting.remove(roll)
            kept.append(_roll(roll))
        if text := game.narrate(event):
            told.append(say.Line(revision, text, event.rule, tuple(kept), status))
            kept = []
    if shown == entry.events:  # dice of hidden events stay hidden with them
        kept += map(_roll, waiting)
    if kept and told:
        told[-1] = msgspec.structs.replace(told[-1], rolls=(*told[-1].rolls, *kept))
    return told


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


def _roll(roll: Roll) -> say.RollSeen:
    return say.RollSeen(roll.count, roll.sides, roll.total, roll.why, roll.faces)


def actions(game: AnyGame, state: Any, seat: int) -> tuple[say.ActionSeen, ...]:
    """The legal actions of a seat, numbered in the game's fixed order."""
    return tuple(
        say.ActionSeen(
            number,
            game.label(state, action),
            game.picks(state, action),
            game.is_aside(state, action),
        )
        for number, action in enumerate(game.actions(state, seat))
    )


def outcome(game: AnyGame, state: Any) -> say.OutcomeSeen | None:
    """How the match ended, with the names of who won."""
    end = game.outcome(state)
    if end is None:
        return None
    return say.OutcomeSeen(end.winners, _names(game, end), end.reason, end.rule)


def _names(game: AnyGame, end: Outcome) -> tuple[str, ...]:
    names = (game.seats[seat].name for seat in end.winners)
    return tuple(dict.fromkeys(names))


def result_words(game: AnyGame, state: Any) -> str | None:
    """How the match ended in one line, as a list of matches says it; None while it goes on."""
    end = game.outcome(state)
    if end is None:
        return None
    names = _names(game, end)
    return f"{' and '.join(names)} won: {end.reason}" if names else f"a draw: {end.reason}"


def forecast(found: Forecast | None) -> say.ForecastSeen | None:
    """Exact odds with their reasons."""
    if found is None:
        return None
    return say.ForecastSeen(
        found.headline,
        _numbers(found.chances),
        _numbers(found.expected),
        found.needed,
        tuple(say.ModifierSeen(one.name, one.value, one.rule) for one in found.modifiers),
        found.notes,
    )


def _numbers(chances: Sequence[Chance]) -> tuple[say.Number, ...]:
    return tuple(
        say.Number(one.name, _exact(one.probability), float(one.probability)) for one in chances
    )


def _exact(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}" if number.denominator != 1 else str(number)


def prompt(game: AnyGame, state: Any, decision: Decision | None) -> str:
    """The decision in words; how it ended when there is none."""
    if decision is not None:
        return game.prompt(state, decision)
    return result_words(game, state) or ""


def moment(match: AnyMatch, revision: int, whole: bool) -> say.Moment:
    """One revision as a spectator sees it, from the stored state; the `whole` board if wanted."""
    game = match.game
    entry = match.entries[revision]
    waiting = game.decisions(entry.state)
    scene = game.scene(entry.state, None)
    return say.Moment(
        revision=revision,
        last=match.revision,
        status=game.status(entry.state),
        prompt=prompt(game, entry.state, waiting[0] if waiting else None),
        svg=render_svg(scene) if whole else "",
        live=render_live(scene),
        lines=tuple(lines(game, revision, entry, None)),
        outcome=outcome(game, entry.state),
    )
