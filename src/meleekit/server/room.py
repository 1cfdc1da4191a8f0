"""One live match: who looks at it, what is done and told, and one change at a time.

The order is always: work out the change, store it, make it, tell it. What could not be stored
was never told to anybody and has not happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeVar

from meleekit.bots import Bot
from meleekit.core.errors import BadRequest, GameOver, StaleRevision
from meleekit.core.game import Decision
from meleekit.core.scene import Scene
from meleekit.core.secrecy import is_sealed, sealed_at
from meleekit.core.svg import render_live, render_svg
from meleekit.core.taking_back import back_to
from meleekit.server import protocol as say
from meleekit.server import seen
from meleekit.server.bot_play import BotPlay
from meleekit.server.guests import Guests
from meleekit.server.log_lines import LogLines
from meleekit.server.seating import Seating, asked_of
from meleekit.server.store import MatchRow, Store
from meleekit.server.viewer import Viewer, Who, unforgotten

T = TypeVar("T")


class Room:
    """A match in memory with everybody who is looking at it."""

    def __init__(
        self,
        row: MatchRow,
        match: seen.AnyMatch,
        store: Store,
        guests: Guests,
        reload: Callable[[], Awaitable[tuple[MatchRow, seen.AnyMatch]]],
        bots: Mapping[str, Bot],
        pace: float,
    ) -> None:
        self.row = row
        self.match = match
        self.seating = Seating(row, store, guests)
        self.viewers: set[Viewer] = set()
        self.visits = 0
        self._store = store
        self._reload = reload
        self._lock = asyncio.Lock()
        self._bots = BotPlay(self, bots, pace)
        self._lines = LogLines()
        self._kept: dict[tuple[Any, ...], Any] = {}

    async def take_seat(self, key: str, token: str) -> None:
        """Give the seat to the browser with that token. Raises `NotYourDecision` if it is taken."""
        await self.seating.take(key, token)
        self._broadcast()

    def _undo_to(self, who: Who) -> int | None:
        """The revision before the last decision that somebody at that screen may take back."""
        if self.match.outcome is not None or not who.seats:
            return None
        return self._once(("undo", who.seats), lambda: back_to(self.match, who.seats))

    # -- what is asked ------------------------------------------------------------------------

    async def answer(self, asked: say.Asked, who: Who, viewer: Viewer | None) -> say.Told | None:
        """Do what a page asks. None if it is told by the broadcast like everybody else."""
        if isinstance(asked, say.Look):
            self.wake_bots()
            sits = None if asked.seat is None else self.seating.sat(self.match, asked.seat, who)
            await self.read_up(who, sits)
            return self.position(who, -1, id=asked.id, sits=sits)
        if isinstance(asked, say.Sit):
            sits = self.seating.sat(self.match, asked.seat, who)
            if viewer is None:
                return self.position(who, -1, id=asked.id, sits=sits)
            viewer.sits = (sits, self.match.revision)
            self._tell(viewer)
            return None
        if isinstance(asked, say.Odds):
            return await self._odds(asked, who)
        # What is begun is finished, even if the page that asked goes away meanwhile.
        if isinstance(asked, say.Act):
            await asyncio.shield(unforgotten(self._act(asked, who)))
        else:
            await asyncio.shield(unforgotten(self._undo(asked, who)))
        return None if viewer is not None else self.position(who, -1, id=asked.id)

    def _action(self, seat: int, wanted: int | dict[str, Any]) -> Any:
        game = self.match.game
        if isinstance(wanted, dict):
            return game.read_action(self.match.state, seat, wanted)
        legal = game.actions(self.match.state, seat)
        if wanted >= len(legal):
            raise BadRequest(f"there is no action {wanted} in that list", at="action")
        return legal[wanted]

    async def _act(self, asked: say.Act, who: Who) -> None:
        async with self._lock:
            seat = self.seating.seat_asked(self.match, asked.revision, asked.seat, who)
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
        listed = await self._listed(entry.state, self.seating.people)
        await self._stored(
            partial(
                self._store.append, self.row.id, match.revision + 1, match.undone, entry, result
            )
        )
        match.commit(entry)
        self._kept.clear()
        self._kept.update(listed)
        self._broadcast()

    async def _undo(self, asked: say.Undo, who: Who) -> None:
        self.seating.check_plays(who)
        async with self._lock:
            self.match.check_present(asked.revision)
            if self.match.outcome is not None:
                raise GameOver("the match is over: its seed is open, so nothing is taken back")
            to = self._undo_to(who)
            if to is None:
                raise BadRequest("there is nothing that you may take back", at="do")
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

    async def _odds(self, asked: say.Odds, who: Who) -> say.OddsSeen:
        seat = self.seating.seat_asked(self.match, asked.revision, asked.seat, who)
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
        if viewer.undone != self.match.undone:
            reset, viewer.sits = True, None
        sits = self.seating.sitting(self.match, viewer)
        board = self._board(self.seating.eyes(self.match, viewer.who, sits))
        since = -1 if reset else viewer.revision
        viewer.tell(self.position(viewer.who, since, viewer.board != board, sits=sits))
        viewer.revision, viewer.undone, viewer.board = self.match.revision, self.match.undone, board

    def position(
        self,
        who: Who,
        since: int,
        new_board: bool = False,
        id: say.Key = None,
        sits: int | None = None,
    ) -> say.Position:
        """The match as a page may see it, with the log after revision `since`.

        -1 tells everything, `new_board` the whole board even so. `sits` is the seat that has sat
        down there.
        """
        match, game, state = self.match, self.match.game, self.match.state
        eyes, veil = self.seating.eyes(match, who, sits), self.seating.veil(match, who, sits)
        decision = asked_of(match, who, sits)
        mine = decision is not None and decision.seat in who.seats
        over = match.outcome is not None
        last = match.entries[-1]
        own = last.seat in who.seats
        known = own or (last.seat >= 0 and not sealed_at(match, match.revision))
        scene = self._scene(eyes)
        told = [
            line
            for revision in range(since + 1, match.revision + 1)
            for line in self._lines.of(game, revision, match.entries[revision], match.eyes(eyes))
        ]
        return say.Position(
            id=id,
            revision=match.revision,
            reset=since < 0,
            by=self.seating.players[last.seat] if known else "",
            own=own,
            status=game.status(state),
            prompt=seen.prompt(game, state, decision),
            decision=self._decision(decision, mine),
            seats=self.seating.seats(match, who),
            svg=self._once(("svg", eyes), lambda: render_svg(scene))
            if since < 0 or new_board
            else "",
            live=self._once(("live", eyes), lambda: render_live(scene)),
            key=seen.key(scene),
            beside=self._once(("beside", eyes), lambda: seen.beside(scene)),
            actions=self._once(
                ("actions", decision.seat), lambda: seen.actions(game, state, decision.seat)
            )
            if mine and decision is not None and not veil
            else (),
            veil=veil,
            log=tuple(told),
            outcome=seen.outcome(game, state),
            can_undo=self._undo_to(who) is not None,
            undone=match.undone,
            watching=len(self.viewers),
            commitment=match.commitment,
            footnotes=game.footnotes(),
            seed=match.seed.hex() if over and match.seed is not None else None,
        )

    def _decision(self, decision: Decision | None, mine: bool) -> say.DecisionSeen | None:
        if decision is None:
            return None
        sealed = is_sealed(self.match.system, decision)
        return say.DecisionSeen(
            decision.seat, decision.kind, decision.who, decision.interrupts, mine, sealed
        )

    def _scene(self, eyes: int | None) -> Scene:
        match = self.match
        return self._once(("scene", eyes), lambda: match.game.scene(match.state, eyes))

    def _board(self, eyes: int | None) -> str:
        return self._once(("board", eyes), lambda: seen.board(self._scene(eyes)))

    async def _listed(self, state: Any, seats: Collection[int]) -> dict[tuple[Any, ...], Any]:
        """What these seats may do in that state, as pages list it.

        It may be a great deal (three guesses at a full purse): other matches go on meanwhile.
        """
        game = self.match.game
        asked = [one.seat for one in game.decisions(state) if one.seat in seats]
        if not asked:
            return {}

        def listed() -> dict[tuple[Any, ...], Any]:
            return {("actions", seat): seen.actions(game, state, seat) for seat in asked}

        return await asyncio.to_thread(listed)

    async def read_up(self, who: Who, sits: int | None = None) -> None:
        """Put report and actions into words ahead of a page's look: long ones take a while."""
        state = self.match.state
        listed = await self._listed(
            state, [seat for seat in who.seats if ("actions", seat) not in self._kept]
        )
        if self.match.state is state:
            self._kept.update(listed)
        await self._report(self.seating.eyes(self.match, who, sits))

    async def report(self) -> list[say.Line]:
        """The whole fight report as a spectator may read it."""
        return await self._report(None)

    async def _report(self, eyes: int | None) -> list[say.Line]:
        match = self.match
        return await asyncio.to_thread(
            self._lines.all, match.game, tuple(match.entries), match.eyes(eyes)
        )

    def _once(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Make something once for all pages that look at this revision with the same eyes."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

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
