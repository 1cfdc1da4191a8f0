"""Bots that sit at a match: what one chooses there, and a match played by bots alone."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from meleekit.bots.base import Bot
from meleekit.core.dice import Rolled
from meleekit.core.game import Outcome
from meleekit.core.match import Match


def bot_choice(match: Match[Any, Any], bot: Bot, seat: int) -> Any:  # noqa: ANN401  # an action
    """What the bot does for its seat, which the match waits for.

    Its chance comes from the match's seed but is no part of the match's dice, so that the same
    seed and the same human choices give the same battle.
    """
    game, state = match.game, match.state
    own = sha256(b"bot %d %d " % (seat, match.revision) + (match.seed or b"")).digest()
    legal = game.actions(state, seat)
    return bot.choose(game, game.view(state, seat), seat, legal, Rolled(own))


def play_out(match: Match[Any, Any], bots: Sequence[Bot]) -> Outcome:
    """Let bots play the match to its end; `bots[seat]` decides for each seat."""
    while match.outcome is None:
        seat = match.decisions[0].seat
        match.act(seat, bot_choice(match, bots[seat], seat))
    return match.outcome
