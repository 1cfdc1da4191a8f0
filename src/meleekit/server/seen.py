"""What a page is shown of a match: game values put into the words of the protocol.

Nothing here decides; everything goes through the game's own views, so that what a seat may not
see never reaches its page.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Any

import msgspec

from meleekit.core.beside import Card
from meleekit.core.dice import Roll
from meleekit.core.game import Decision, Forecast, Game, Reveal
from meleekit.core.match import Match
from meleekit.core.phrases import verdict, winners
from meleekit.core.record import Entry
from meleekit.core.report import told
from meleekit.core.scene import Scene
from meleekit.core.secrecy import unsealed_at
from meleekit.core.signs import Glyph
from meleekit.core.svg import render_live, render_svg
from meleekit.core.svg_glyphs import GLYPHS
from meleekit.server import protocol as say

AnyGame = Game[Any, Any, Any]
AnyMatch = Match[Any, Any]
AnyEntry = Entry[Any, Any, Any]


def board(scene: Scene) -> str:
    """A name for the board itself, without what stands on it: another board has another."""
    return hashlib.sha256(msgspec.json.encode(scene.cells)).hexdigest()[:16]


def key(scene: Scene) -> tuple[say.KeyLine, ...]:
    """What the tints on the board mean."""
    return tuple(say.KeyLine(entry.tint, entry.text, entry.label) for entry in scene.key)


def lines(game: AnyGame, revision: int, entry: AnyEntry, seat: int | None) -> list[say.Line]:
    """The fight report of one revision, each line with the dice that belong to it."""
    status = game.status(entry.state)
    return [
        say.Line(
            revision,
            line.text,
            line.rule,
            tuple(map(_roll, line.rolls)),
            status,
            _reveal(line.reveal),
        )
        for line in told(game, entry, seat).lines
    ]


def _reveal(found: Reveal | None) -> say.RevealSeen | None:
    if found is None:
        return None
    shown = (say.ShownSeen(x.side, x.name, x.value, _sign(x.sign)) for x in found.shown)
    return say.RevealSeen(tuple(shown), found.verdict)


def beside(scene: Scene) -> say.BesideSeen:
    """What lies beside the board."""
    return say.BesideSeen(
        tuple(
            say.PanelSeen(
                panel.id,
                panel.seat,
                tuple(
                    say.GaugeSeen(one.id, one.name, one.value, one.title, _sign(one.sign))
                    for one in panel.gauges
                ),
                tuple(map(_card, panel.cards)),
                panel.notes,
            )
            for panel in scene.panels
        ),
        tuple(map(_card, scene.cards)),
        None
        if scene.track is None
        else say.TrackSeen(scene.track.name, scene.track.stages, scene.track.now),
    )


def _card(card: Card) -> say.CardSeen:
    return say.CardSeen(
        card.id,
        card.name,
        card.text,
        card.kind,
        _sign(card.sign),
        card.bid,
        card.bidder,
        _sign(card.marker),
        card.down,
    )


def _sign(glyph: Glyph | None) -> str:
    return "" if glyph is None else GLYPHS[glyph]


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
            game.amount(state, action),
            game.numbers(state, action),
        )
        for number, action in enumerate(game.actions(state, seat))
    )


def outcome(game: AnyGame, state: Any) -> say.OutcomeSeen | None:
    """How the match ended, with the names of who won."""
    end = game.outcome(state)
    if end is None:
        return None
    return say.OutcomeSeen(end.winners, winners(game.seats, end), end.reason, end.rule)


def result_words(game: AnyGame, state: Any) -> str | None:
    """How the match ended in one line, as a list of matches says it; None while it goes on."""
    end = game.outcome(state)
    return None if end is None else verdict(game.seats, end)


def forecast(found: Forecast | None) -> say.ForecastSeen | None:
    """Exact odds with their reasons."""
    if found is None:
        return None
    return say.ForecastSeen(
        found.headline,
        tuple(_number(one.name, one.probability) for one in found.chances),
        tuple(_number(one.name, one.value) for one in found.expected),
        found.needed,
        tuple(say.ModifierSeen(one.name, one.value, one.rule) for one in found.modifiers),
        found.notes,
    )


def _number(name: str, exact: Fraction) -> say.Number:
    return say.Number(name, str(exact), float(exact))


def prompt(game: AnyGame, state: Any, decision: Decision | None) -> str:
    """The decision in words; how it ended when there is none."""
    if decision is not None:
        return game.prompt(state, decision)
    return result_words(game, state) or ""


def moment(match: AnyMatch, revision: int, whole: bool) -> say.Moment:
    """One revision as a spectator sees it, from the stored state; the `whole` board if wanted.

    Of a match that is over the lines tell everything. Until then a moment in which some have
    sealed their choice and others have not looks as it did before the first of them.
    """
    game = match.game
    entry = match.entries[revision]
    state = match.entries[unsealed_at(match, revision)].state
    waiting = game.decisions(state)
    asked = {decision.seat for decision in waiting}
    scene = game.scene(state, None)
    return say.Moment(
        revision=revision,
        last=match.revision,
        status=game.status(state),
        prompt=prompt(game, state, waiting[0] if waiting else None),
        board=board(scene),
        svg=render_svg(scene) if whole else "",
        live=render_live(scene),
        seats=tuple(
            say.SeatSeen(seat.index, seat.name, seat.side, "", False, seat.index in asked)
            for seat in game.seats
        ),
        beside=beside(scene),
        key=key(scene),
        lines=tuple(lines(game, revision, entry, match.eyes(None))),
        outcome=outcome(game, state),
    )
