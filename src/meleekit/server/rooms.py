"""All matches of one table: begun, brought back from the store when wanted, let go when idle."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from meleekit.bots.base import Bot
from meleekit.core.errors import BadSetup, UnknownGame
from meleekit.core.game import System
from meleekit.core.match import Match
from meleekit.server import protocol as say
from meleekit.server import seen
from meleekit.server.room import PEOPLE, Room
from meleekit.server.store import MatchRow, Store


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
        self._seeds = seeds
        self._pace = pace
        self._rooms: dict[str, Room] = {}
        self._door = asyncio.Lock()

    def system(self, key: str) -> System:
        """The system of that key. Raises `UnknownGame`."""
        if key not in self.systems:
            known = ", ".join(self.systems) or "none"
            raise UnknownGame(f"there is no game {key!r}; there are: {known}", at="game")
        return self.systems[key]

    def bots_for(self, game: str) -> list[str]:
        """The names of the bots that play the game."""
        return [name for name, bot in self.bots.items() if bot.games is None or game in bot.games]

    async def create(self, new: say.NewMatch, owner: str) -> str:
        """Begin a match and keep it; gives its id. Raises `UnknownGame`, `BadSetup`."""
        system = self.system(new.game)
        row, match = await asyncio.to_thread(self._begun, system, new, owner)
        await asyncio.to_thread(self.store.create, row, match.entries)
        return row.id

    def _begun(
        self, system: System, new: say.NewMatch, owner: str
    ) -> tuple[MatchRow, seen.AnyMatch]:
        setup = system.setup_from(new.setup)
        self._check_players(new.players, system, setup)
        match = Match.start(system, setup, seed=self._seeds())
        row = MatchRow(
            id=secrets.token_urlsafe(9),
            game=new.game,
            title=new.title or match_title(match),
            heading=match.heading(reveal_seed=True),
            players=tuple(new.players),
            owner=owner,
        )
        return row, match

    def _check_players(self, players: list[str], system: System, setup: object) -> None:
        known = (*PEOPLE, *self.bots_for(system.key))
        for place, player in enumerate(players):
            if player not in known:
                raise BadSetup(
                    f"nobody is called {player!r}; a side is played by one of {', '.join(known)}",
                    at=f"players[{place}]",
                )
        sides = 1 + max(seat.side for seat in system.game(setup).seats)
        if len(players) != sides:
            raise BadSetup(
                f"{sides} sides need {sides} players, and {len(players)} are named", at="players"
            )

    @asynccontextmanager
    async def visit(self, match_id: str) -> AsyncIterator[Room]:
        """The match, for as long as one is in it. Raises `UnknownMatch`."""
        async with self._door:
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
        return Room(row, match, self.store, load, self.bots, self._pace)

    def _loaded(self, match_id: str) -> tuple[MatchRow, seen.AnyMatch]:
        row, record = self.store.load(match_id)
        return row, Match.load(record, self.systems)

    async def close(self) -> None:
        """Stop all bots and let go of the database."""
        for room in list(self._rooms.values()):
            await room.rest()
        self._rooms.clear()
        self.store.close()


def match_title(match: seen.AnyMatch) -> str:
    """The set-up's own title, else the sides against each other."""
    title = getattr(match.game.setup, "title", "")
    return (
        title
        if isinstance(title, str) and title
        else " against ".join(dict.fromkeys(seat.name for seat in match.game.seats))
    )
