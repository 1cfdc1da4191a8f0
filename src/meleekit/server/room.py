"""One live match: who is connected, whose turn it is, and one change at a time.

The order is always: work out the change, store it, make it, tell it. What could not be stored
was never told to anybody and has not happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from meleekit.bots import Bot
from meleekit.core.errors import (
    BadRequest,
    GameOver,
    NotYourDecision,
    StaleRevision,
)
from meleekit.core.game import Decision
from meleekit.core.scene import Scene
from meleekit.core.svg import render_live, render_svg
from meleekit.server import protocol as say
from meleekit.server import seen
from meleekit.server.bot_play import BotPlay
from meleekit.server.log_lines import LogLines
from meleekit.server.store import MatchRow, Store
from meleekit.server.viewer import Viewer, unforgotten

PEOPLE = ("me", "friend")  # both sit at the screen that began the match

T = TypeVar("T")


class Room:
    """A match in memory with everybody who is looking at it."""

    def __init__(
        self,
        row: MatchRow,
        match: seen.AnyMatch,
        store: Store,
        reload: Callable[[], Awaitable[tuple[MatchRow, seen.AnyMatch]]],
        bots: Mapping[str, Bot],
        pace: float,
    ) -> None:
        self.row = row
        self.match = match
        self.viewers: set[Viewer] = set()
        self.visits = 0
        self._store = store
        self._reload = reload
        self._lock = asyncio.Lock()
        self._bots = BotPlay(self, bots, pace)
        self._lines = LogLines()
        self._kept: dict[tuple[Any, ...], Any] = {}

    # -- who may do what ----------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """Who plays the seat: "me", "friend", or a bot's name."""
        return self.row.players[seat]

    def is_human(self, seat: int) -> bool:
        """Whether somebody at the screen that began the match plays the seat."""
        return self.player(seat) in PEOPLE

    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat.index for seat in self.match.game.seats if self.is_human(seat.index)]

    def _waiting(self, owner: bool, revision: int | None = None) -> Decision | None:
        """The decision a page is shown, now or at that revision: its own before all others."""
        match = self.match
        state = match.state if revision is None else match.entries[revision].state
        waiting = match.game.decisions(state)
        mine = [one for one in waiting if owner and self.is_human(one.seat)]
        return (mine or waiting or (None,))[0]

    def eyes(self, owner: bool) -> int | None:
        """The seat through whose eyes a page looks; None is a spectator's."""
        if not owner:
            return None
        decision = self._waiting(owner)
        if decision is not None and self.is_human(decision.seat):
            return decision.seat
        people = self.people()
        return people[0] if len(people) == 1 else None

    def _undo_to(self) -> int | None:
        """The revision of the last decision that somebody at this screen took."""
        if self.match.outcome is not None:
            return None
        last = self.match.last_by(self.people())
        return None if last is None else last - 1

    # -- what is asked ------------------------------------------------------------------------

    async def answer(self, asked: say.Asked, owner: bool, viewer: Viewer | None) -> say.Told | None:
        """Do what a page asks. None if it is told by the broadcast like everybody else."""
        if isinstance(asked, say.Look):
            self.wake_bots()
            await self.read_up(owner)
            return self.position(owner, -1, id=asked.id)
        if isinstance(asked, say.Odds):
            return await self._odds(asked, owner)
        # What is begun is finished, even if the page that asked goes away meanwhile.
        if isinstance(asked, say.Act):
            await asyncio.shield(unforgotten(self._act(asked, owner)))
        else:
            await asyncio.shield(unforgotten(self._undo(asked, owner)))
        return None if viewer is not None else self.position(owner, -1, id=asked.id)

    def _check_owner(self, owner: bool) -> None:
        if not owner:
            raise NotYourDecision("you are watching this match; it is played at another screen")

    def _seat_asked(self, revision: int, seat: int | None, owner: bool) -> int:
        """The seat that acts on what was seen at that revision; the one asked there, if not told.

        Raises unless somebody at this screen may decide for it, and that revision still holds.
        """
        self._check_owner(owner)
        if self.match.outcome is not None:
            raise GameOver("the match is over")
        if revision > self.match.revision:
            self.match.check_present(revision)
        if seat is None:
            # Not who is asked now: a second click must not answer for the next in turn.
            decision = self._waiting(owner, revision)
            seat = -1 if decision is None else decision.seat
            if decision is None or not self.is_human(seat):
                raise NotYourDecision("the match does not wait for you now")
        if seat >= len(self.match.game.seats):
            raise BadRequest(f"there is no seat {seat}", at="seat")
        if not self.is_human(seat):
            raise NotYourDecision(f"seat {seat} is played by {self.player(seat)}", at="seat")
        self.match.check_present(revision, seat)
        return seat

    def _action(self, seat: int, wanted: int | dict[str, Any]) -> Any:
        game = self.match.game
        if isinstance(wanted, dict):
            return game.action_from(wanted)
        legal = game.actions(self.match.state, seat)
        if wanted >= len(legal):
            raise BadRequest(f"there is no action {wanted} in that list", at="action")
        return legal[wanted]

    async def _act(self, asked: say.Act, owner: bool) -> None:
        self._check_owner(owner)
        async with self._lock:
            seat = self._seat_asked(asked.revision, asked.seat, owner)
            await self._do(seat, self._action(seat, asked.action))
        self.wake_bots()

    async def do_in(self, state: Any, seat: int, action: Any) -> None:
        """Do what a bot chose in that state, unless the match has moved on while it thought."""
        async with self._lock:
            if self.match.state is state:
                await self._do(seat, action)

    async def _do(self, seat: int, action: Any) -> None:
        """Work out, store, make, tell. Called with the lock held."""
        match = self.match
        entry = match.propose(seat, action)
        result = seen.result_words(match.game, entry.state)
        await self._stored(
            partial(
                self._store.append, self.row.id, match.revision + 1, match.undone, entry, result
            )
        )
        match.commit(entry)
        self._kept.clear()
        self._broadcast()

    async def _undo(self, asked: say.Undo, owner: bool) -> None:
        self._check_owner(owner)
        async with self._lock:
            self.match.check_present(asked.revision)
            if self.match.outcome is not None:
                raise GameOver("the match is over: its seed is open, so nothing is taken back")
            to = self._undo_to()
            if to is None:
                raise BadRequest("nobody at this screen has decided anything yet", at="do")
            match = self.match
            after = match.back_at(to)
            await self._stored(
                partial(
                    self._store.truncate,
                    self.row.id,
                    to,
                    match.undone,
                    after.undone,
                    after.heading(reveal_seed=True),
                )
            )
            self.match = after
            self._kept.clear()
            self._lines.clear()
            self._broadcast()
        self.wake_bots()

    async def _stored(self, write: Callable[[], None]) -> None:
        try:
            await self._store.written(write)
        except StaleRevision:
            # Somebody else plays on in the same database: catch up, and let the page see it.
            self.row, self.match = await self._reload()
            self._kept.clear()
            self._lines.clear()
            self._broadcast()
            raise

    async def _odds(self, asked: say.Odds, owner: bool) -> say.OddsSeen:
        seat = self._seat_asked(asked.revision, None, owner)
        action = self._action(seat, asked.action)
        key = ("odds", seat, asked.action)
        kept, game, state = self._kept, self.match.game, self.match.state
        if key not in kept:
            found = await asyncio.to_thread(game.forecast, state, seat, action)
            if self.match.state is not state:
                raise StaleRevision("the match has gone on meanwhile", at="revision")
            kept[key] = seen.forecast(found)
        return say.OddsSeen(asked.revision, asked.action, kept[key], id=asked.id)

    # -- what is told -------------------------------------------------------------------------

    def enter(self, viewer: Viewer) -> None:
        """A page begins to watch; it is told everything so far."""
        self.viewers.add(viewer)
        self._tell(viewer, reset=True)
        self._bots.greet(viewer)

    def leave(self, viewer: Viewer) -> None:
        """A page goes away."""
        self.viewers.discard(viewer)

    def _broadcast(self) -> None:
        for viewer in list(self.viewers):
            self._tell(viewer)

    def _tell(self, viewer: Viewer, reset: bool = False) -> None:
        # After an undo the page's log is of another past: it is told anew.
        reset = reset or viewer.undone != self.match.undone
        board = self._board(self.eyes(viewer.owner))
        told = self.position(viewer.owner, -1 if reset else viewer.revision, viewer.board != board)
        viewer.tell(told)
        viewer.revision, viewer.undone, viewer.board = self.match.revision, self.match.undone, board

    def position(
        self, owner: bool, since: int, new_board: bool = False, id: say.Key = None
    ) -> say.Position:
        """The match as a page may see it, with the log after revision `since`.

        -1 tells everything, `new_board` the whole board even so.
        """
        match, game, state = self.match, self.match.game, self.match.state
        eyes = self.eyes(owner)
        decision = self._waiting(owner)
        mine = owner and decision is not None and self.is_human(decision.seat)
        over = match.outcome is not None
        last = match.entries[-1]
        scene = self._scene(eyes)
        told = [
            line
            for revision in range(since + 1, match.revision + 1)
            for line in self._lines.of(game, revision, match.entries[revision], eyes)
        ]
        return say.Position(
            id=id,
            revision=match.revision,
            reset=since < 0,
            by=self.player(last.seat) if last.seat >= 0 else "",
            status=game.status(state),
            prompt=seen.prompt(game, state, decision),
            decision=_decision(decision, mine),
            seats=self._seats(owner),
            svg=self._once(("svg", eyes), lambda: render_svg(scene))
            if since < 0 or new_board
            else "",
            live=self._once(("live", eyes), lambda: render_live(scene)),
            key=seen.key(scene),
            actions=self._once(
                ("actions", decision.seat), lambda: seen.actions(game, state, decision.seat)
            )
            if mine and decision is not None
            else (),
            log=tuple(told),
            outcome=seen.outcome(game, state),
            can_undo=owner and self._undo_to() is not None,
            undone=match.undone,
            watching=len(self.viewers),
            commitment=match.commitment,
            seed=match.seed.hex() if over and match.seed is not None else None,
        )

    def _scene(self, eyes: int | None) -> Scene:
        match = self.match
        return self._once(("scene", eyes), lambda: match.game.scene(match.state, eyes))

    def _board(self, eyes: int | None) -> str:
        return self._once(("board", eyes), lambda: seen.board(self._scene(eyes)))

    async def read_up(self, owner: bool) -> None:
        """Put the report into words ahead of a page's look: a long one takes a while."""
        await asyncio.to_thread(
            self._lines.all, self.match.game, tuple(self.match.entries), self.eyes(owner)
        )

    async def report(self) -> list[say.Line]:
        """The whole fight report as a spectator may read it."""
        entries = tuple(self.match.entries)
        return await asyncio.to_thread(self._lines.all, self.match.game, entries, None)

    def _once(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Make something once for all pages that look at this revision with the same eyes."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def _seats(self, owner: bool) -> tuple[say.SeatSeen, ...]:
        waiting = {decision.seat for decision in self.match.decisions}
        return tuple(
            say.SeatSeen(
                index=seat.index,
                name=seat.name,
                side=seat.side,
                player=self.player(seat.index),
                mine=owner and self.is_human(seat.index),
                waiting=seat.index in waiting,
            )
            for seat in self.match.game.seats
        )

    # -- bots ---------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether anybody looks at it, or something is being done in it."""
        at_work = self._lock.locked() or self._bots.at_work
        return bool(self.viewers or self.visits or at_work)

    def wake_bots(self) -> None:
        """Let the bots play, if the match waits for one and none is at work."""
        self._bots.wake()

    async def rest(self) -> None:
        """Stop the bots; what has begun to be stored is stored."""
        await self._bots.rest()
        async with self._lock:
            pass


def _decision(decision: Decision | None, mine: bool) -> say.DecisionSeen | None:
    if decision is None:
        return None
    return say.DecisionSeen(decision.seat, decision.kind, decision.who, decision.interrupts, mine)
