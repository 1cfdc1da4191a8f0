"""All matches of one table: begun, brought back from the store when wanted, let go when idle."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from weakref import WeakValueDictionary

from meleekit.bots import Bot, bots_for
from meleekit.core.errors import BadSetup, UnknownGame
from meleekit.core.match import Match
from meleekit.core.situation import situation_in
from meleekit.core.system import Description, System
from meleekit.server import protocol as say
from meleekit.server import seen
from meleekit.server.guard import hashed
from meleekit.server.guests import Guests
from meleekit.server.room import Room
from meleekit.server.seating import PEOPLE
from meleekit.server.store import Check, Listed, MatchRow, Store


class Rooms:
    """The live matches. `seeds` gives a fresh seed for each new one."""

    def __init__(
        self,
        store: Store,
        systems: Mapping[str, System],
        bots: Mapping[str, Bot],
        seeds: Callable[[], bytes],
        pace: float,
    ) -> None:
        self.store = store
        self.systems = systems
        self.bots = bots
        self.guests = Guests(store)
        self._seeds = seeds
        self._pace = pace
        self._rooms: dict[str, Room] = {}
        # A door a match: while one is read from the store, the others stay open.
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def system(self, key: str) -> System:
        """The system of that key. Raises `UnknownGame`."""
        if key not in self.systems:
            known = ", ".join(self.systems) or "none"
            raise UnknownGame(f"there is no game {key!r}; there are: {known}", at="game")
        return self.systems[key]

    async def own(self, token: str | None, listed: Iterable[Listed]) -> frozenset[str]:
        """Which of the listed matches a browser with that token began, or has a seat in."""
        if token is None:
            return frozenset()
        known = hashed(token)
        held = await asyncio.to_thread(self.guests.held_by, known)
        begun = {one.id for one in listed if hmac.compare_digest(known, one.owner)}
        return held | begun

    def players_of(self, game: str) -> tuple[str, ...]:
        """Who may take a seat in the game: people, then its bots with the best one last."""
        return (*PEOPLE, *bots_for(game, self.bots))

    async def create(self, new: say.NewMatch, owner: str) -> str:
        """Begin a match and keep it; gives its id. Raises `UnknownGame`, `BadSetup`."""
        system = self.system(new.game)
        row, match = await asyncio.to_thread(self._begun, system, new, owner)
        return await self.place(row, match)

    async def place(self, row: MatchRow, match: seen.AnyMatch, check: Check | None = None) -> str:
        """Keep a match that has begun, and let its bots play; gives its id.

        Raises `StaleRevision` if there is a match of that id, and what `check` raises, which is
        asked as it is written.
        """
        await self.store.written(partial(self.store.create, row, match.entries, check))
        if any(row.players[decision.seat] not in PEOPLE for decision in match.decisions):
            async with self.visit(row.id) as room:
                room.wake_bots()
        return row.id

    def _begun(
        self, system: System, new: say.NewMatch, owner: str
    ) -> tuple[MatchRow, seen.AnyMatch]:
        match = self._match(system, new.setup, new.options)
        self._check_players(new.players, match)
        row = MatchRow(
            id=secrets.token_urlsafe(9),
            game=new.game,
            title=new.title or _title(system.describe(match.game.setup)),
            heading=match.heading(reveal_seed=True),
            players=tuple(new.players),
            owner=owner,
        )
        return row, match

    def _match(
        self, system: System, setup: object, options: Mapping[str, object] | None
    ) -> seen.AnyMatch:
        """A match of that set-up, or one in the midst of the situation that is in its place."""
        situation = situation_in(setup)
        if situation is not None:
            if options:
                raise BadSetup("a situation has its options already", at="options")
            return Match.from_situation(
                system, *system.load_situation(situation), seed=self._seeds()
            )
        checked = system.setup_from(setup)
        if options:
            checked = system.with_options(checked, options)
        return Match.start(system, checked, seed=self._seeds())

    def _check_players(self, players: list[str], match: seen.AnyMatch) -> None:
        known = self.players_of(match.game.key)
        for place, player in enumerate(players):
            if player not in known:
                raise BadSetup(
                    f"nobody is called {player!r}; a seat is taken by one of {', '.join(known)}",
                    at=f"players[{place}]",
                )
        seats = len(match.game.seats)
        if len(players) != seats:
            raise BadSetup(
                f"{seats} seats need {seats} players, and {len(players)} are named", at="players"
            )

    @asynccontextmanager
    async def visit(self, match_id: str) -> AsyncIterator[Room]:
        """The match, for as long as one is in it. Raises `UnknownMatch`."""
        async with self._doors.setdefault(match_id, asyncio.Lock()):
            room = self._rooms.get(match_id)
            if room is None:
                room = await self._opened(match_id)
                self._rooms[match_id] = room
            room.visits += 1
        try:
            yield room
        finally:
            room.visits -= 1
            for idle in [key for key, one in self._rooms.items() if not one.busy]:
                del self._rooms[idle]

    async def _opened(self, match_id: str) -> Room:
        async def load() -> tuple[MatchRow, seen.AnyMatch]:
            return await asyncio.to_thread(self._loaded, match_id)

        row, match = await load()
        room = Room(row, match, self.store, self.guests, load, self.bots, self._pace)
        await room.seating.read_guests()
        return room

    def _loaded(self, match_id: str) -> tuple[MatchRow, seen.AnyMatch]:
        row, record = self.store.load(match_id)
        return row, Match.load(record, self.systems)

    async def close(self) -> None:
        """Stop all bots and let go of the database."""
        for room in list(self._rooms.values()):
            await room.rest()
        self._rooms.clear()
        self.store.close()


def _title(described: Description) -> str:
    """The set-up's own title, else the sides against each other."""
    return described.title or " against ".join(described.sides)
