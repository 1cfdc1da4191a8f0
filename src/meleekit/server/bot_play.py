"""The bots of one match: they move while somebody watches, at a pace, and not without end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any

from meleekit.bots import Bot, bot_choice
from meleekit.core.errors import BadRequest, MeleekitError, StaleRevision
from meleekit.server import protocol as say
from meleekit.server import seen
from meleekit.server.viewer import Viewer, unforgotten

if TYPE_CHECKING:
    from meleekit.server.room import Room

log = logging.getLogger("meleekit.server")

LINGER = 30.0  # seconds for which a question over HTTP counts as somebody watching
MOST_ON_END = 5000  # moves of bots without a decision of a person
UNPACED = 100  # moves on end at full speed where people play too: the page shows them at its own
SHORTEST_PAUSE = 0.05  # seconds after a move that could not be made; it doubles each time
LONGEST_PAUSE = 10.0


class BotPlay:
    """What plays the bots' seats of a room. `pace` is in seconds a move where only bots play."""

    def __init__(self, room: Room, bots: Mapping[str, Bot], pace: float) -> None:
        self._room = room
        self._players = bots
        self._pace = pace
        self._task: asyncio.Task[None] | None = None
        self._asked = -LINGER

    @property
    def at_work(self) -> bool:
        """Whether a bot is thinking, moving or about to."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Let the bots play, if the match waits for one and none is at work."""
        if not self._room.viewers:
            self._asked = monotonic()
        if not self.at_work and self._seat() is not None and not self._enough():
            self._task = unforgotten(self._play())

    def greet(self, viewer: Viewer) -> None:
        """A page has come: the bots play for it, or it is told why they do not."""
        self.wake()
        if self._seat() is not None and self._enough():
            viewer.tell(_tired())

    async def rest(self) -> None:
        """Stop; what was begun to be stored is stored."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _play(self) -> None:
        room = self._room
        only_bots = not room.seating.people
        failures = moves = 0
        while (seat := self._seat()) is not None and self._watched():
            if self._enough():
                self._tell(_tired())
                return
            match, state = room.match, room.match.state
            try:
                action = await asyncio.to_thread(self._chosen, match, seat, state)
                await asyncio.shield(unforgotten(room.do_in(state, seat, action)))
            except Exception as error:
                # The cause may pass, a full disk for instance: the match must not stand still.
                failures += 1
                self._failed(error)
                pause = max(self._pace, SHORTEST_PAUSE) * 2 ** min(failures, 16)
                await asyncio.sleep(min(pause, LONGEST_PAUSE))
                continue
            failures = 0
            moves += 1
            await asyncio.sleep(self._pace if only_bots or moves > UNPACED else 0)

    def _seat(self) -> int | None:
        waiting = (decision.seat for decision in self._room.match.decisions)
        return next((seat for seat in waiting if seat not in self._room.seating.people), None)

    def _watched(self) -> bool:
        return bool(self._room.viewers) or monotonic() - self._asked < LINGER

    def _enough(self) -> bool:
        """Whether bots have gone on for so long that they might for ever."""
        people, match = self._room.seating.people, self._room.match
        since = match.last_by(people) if people else 0
        return match.revision - (since or 0) >= MOST_ON_END

    def _chosen(self, match: seen.AnyMatch, seat: int, state: Any) -> Any:
        """The bot's choice. One that fails does not hold up the match: the first is taken."""
        try:
            return bot_choice(match, self._players[self._room.seating.players[seat]], seat)
        except Exception:
            log.exception("the bot of seat %d in match %s failed", seat, self._room.row.id)
            return match.game.actions(state, seat)[0]

    def _failed(self, error: Exception) -> None:
        match_id = self._room.row.id
        if not isinstance(error, MeleekitError):
            log.error("the bot's move in match %s failed", match_id, exc_info=error)
            error = MeleekitError("something went wrong at the table; the bot tries again")
        else:
            log.error("the bot's move in match %s failed: %s", match_id, error)
        if error.code == StaleRevision.code:
            return
        if error.code != MeleekitError.code:
            # What was refused may be a secret: that is for the log alone.
            error = MeleekitError("the bot's move was refused; it tries again")
        self._tell(say.ErrorMessage(say.said(error)))

    def _tell(self, message: say.Told) -> None:
        for viewer in list(self._room.viewers):
            viewer.tell(message)


def _tired() -> say.ErrorMessage:
    said = f"the bots stop here: they have made {MOST_ON_END} moves without a decision of a person"
    return say.ErrorMessage(say.said(BadRequest(said)))
