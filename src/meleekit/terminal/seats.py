"""Who plays which seat: a person at this terminal, or a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meleekit.bots import BOTS, Bot, bots_for
from meleekit.core.errors import BadRequest
from meleekit.core.game import Game, Seat

ME = "me"
EVERYBODY = "all"
USUAL_BOT = "brawler"


def players(
    game: Game[Any, Any, Any], asked: Sequence[str], bots: Mapping[str, Bot] = BOTS
) -> tuple[Bot | None, ...]:
    """The player of each seat, None for a person here.

    `asked` are wishes like "2=random", "blue=me" or "all=brawler", the later ones before the
    earlier; without them a person has the first seat and a bot each of the others. Raises
    `BadRequest` for a seat or a player that is not there.
    """
    able = bots_for(game.key, bots)
    usual = USUAL_BOT if USUAL_BOT in able else next(reversed(able), ME)
    names = [ME, *([usual] * (len(game.seats) - 1))]
    for wish in asked:
        seat, equals, player = (part.strip().casefold() for part in wish.partition("="))
        if not equals:
            raise BadRequest(f"{wish!r} is not of the form SEAT=PLAYER", at="--seat")
        if player != ME and player not in able:
            raise BadRequest(
                f"no player {player!r} for this game; there are {', '.join((ME, *able))}",
                at="--seat",
            )
        for index in _seats(game.seats, seat):
            names[index] = player
    return tuple(None if name == ME else bots[name] for name in names)


def _seats(seats: Sequence[Seat], asked: str) -> tuple[int, ...]:
    if asked == EVERYBODY:
        return tuple(seat.index for seat in seats)
    return (seat_of(seats, asked, f", and {EVERYBODY!r}"),)


def seat_of(seats: Sequence[Seat], asked: str, also: str = "") -> int:
    """The seat of that name or number, counted from 1. Raises `BadRequest`; `also` may be asked."""
    for seat in seats:
        if asked.strip().casefold() in (str(seat.index + 1), seat.name.casefold()):
            return seat.index
    known = ", ".join(f"{seat.index + 1} ({seat.name})" for seat in seats)
    raise BadRequest(f"no seat {asked!r}; there are {known}{also}", at="--seat")
