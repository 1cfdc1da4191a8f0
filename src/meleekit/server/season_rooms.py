"""Seasons of one table: gone on with step by step, their battles played at the table or by bots.

A battle at the table is an ordinary match, named after the season and the battle, so that there is
never more than one of it. When it is over the season reads it back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial

from meleekit.core.errors import BadRequest, NotYourDecision, StaleRevision, UnknownMatch
from meleekit.core.match import Match
from meleekit.season.battles import (
    USUAL_BOT,
    fought_by_bots,
    match_of,
    players_of,
    result_of,
    told_by,
)
from meleekit.season.book import ME, AnyStep, BattleBegun, Season
from meleekit.season.fixtures import next_battle
from meleekit.season.stables import housekeeping
from meleekit.season.standing import Standing, after_all, standing
from meleekit.server.rooms import Rooms
from meleekit.server.season_store import SeasonStore
from meleekit.server.store import MatchRow


def match_id_of(season_id: str, battle: int) -> str:
    """The name of a battle's match. No other match has a dot in its name."""
    return f"{season_id}.{battle}"


def season_of(match_id: str) -> str | None:
    """The season whose battle that match is, None if it is of none."""
    season_id, dot, _ = match_id.partition(".")
    return season_id if dot else None


class SeasonRooms:
    """The seasons that are kept in the table's database. `seeds` gives one for each new season."""

    def __init__(self, rooms: Rooms, seeds: Callable[[], bytes]) -> None:
        self._rooms = rooms
        self.fresh_seed = seeds
        self.store = SeasonStore(rooms.store)

    async def begin(self, season: Season, owner: str) -> str:
        """Keep a season that `check_season` has let pass; gives its id."""
        season_id = secrets.token_urlsafe(9)
        write = partial(self.store.create, season_id, season, owner)
        await self._rooms.store.written(write)
        return season_id

    async def visit(self, season_id: str) -> tuple[Standing, str]:
        """The season as it stands, and its owner; a battle fought out at the table is counted.

        Raises `UnknownSeason`.
        """
        now, owner = await asyncio.to_thread(self._loaded, season_id)
        battle = now.under_way
        match = await self.match_at_table(season_id, battle) if battle is not None else None
        if match is None or match.outcome is None:
            return now, owner
        fought = await asyncio.to_thread(told_by, now, match)
        try:
            return await self.add(season_id, now, fought), owner
        except StaleRevision:  # another page was quicker: it counts once
            return await asyncio.to_thread(self._loaded, season_id)

    def _loaded(self, season_id: str) -> tuple[Standing, str]:
        season, owner = self.store.load(season_id)
        return standing(season), owner

    async def match_at_table(
        self, season_id: str, battle: BattleBegun
    ) -> Match[object, object] | None:
        """The match of a battle, if it was begun at the table."""
        try:
            async with self._rooms.visit(match_id_of(season_id, battle.battle)) as room:
                return room.match
        except UnknownMatch:
            return None

    async def add(self, season_id: str, now: Standing, *steps: AnyStep) -> Standing:
        """Take steps and keep them; what is refused, or could not be kept, has not happened."""
        then = await asyncio.to_thread(after_all, now, steps)
        if steps:
            write = partial(self.store.add, season_id, len(now.season.steps), steps)
            await self._rooms.store.written(write)
        return then

    async def next(self, season_id: str, now: Standing) -> Standing:
        """The season with a battle under way. Raises `BadRequest` if it is over."""
        if now.under_way is None:
            now = await self.add(season_id, now, *await asyncio.to_thread(housekeeping, now))
            battle = await asyncio.to_thread(next_battle, now)
            if battle is None:
                raise BadRequest("the season is over")
            now = await self.add(season_id, now, battle)
        return now

    async def let_fight(self, season_id: str, now: Standing) -> Standing:
        """The next battle fought out by bots and counted."""
        now = await self.next(season_id, now)
        battle = now.under_way
        assert battle is not None
        match_id = match_id_of(season_id, battle.battle)
        if await self.match_at_table(season_id, battle) is not None:
            raise BadRequest(f"battle {battle.battle} is being fought at the table")
        match = await asyncio.to_thread(fought_by_bots, now, battle)
        fought = result_of(now, match)
        then = await asyncio.to_thread(after_all, now, (fought,))
        # Unless somebody has brought it to the table meanwhile.
        write = partial(
            self.store.add, season_id, len(now.season.steps), (fought,), unless=match_id
        )
        await self._rooms.store.written(write)
        return then

    async def to_table(self, season_id: str, now: Standing, owner: str, watch: bool) -> str:
        """Bring the next battle to the table; gives the name of its match.

        With `watch` bots lead both sides.
        """
        now = await self.next(season_id, now)
        battle = now.under_way
        assert battle is not None
        match_id = match_id_of(season_id, battle.battle)
        if await self.match_at_table(season_id, battle) is not None:
            return match_id
        players = players_of(now.season, battle)
        if watch:
            players = tuple(USUAL_BOT if player == ME else player for player in players)
        known = self._rooms.players_of("tft")
        for player in players:
            if player not in known:
                raise BadRequest(f"nobody at this table is called {player!r}")
        match = await asyncio.to_thread(match_of, now, battle)
        row = MatchRow(
            id=match_id,
            game=match.game.key,
            title=match.game.setup.title,
            heading=match.heading(reveal_seed=True),
            players=players,
            owner=owner,
        )
        steps = len(now.season.steps)
        try:
            # Unless somebody has let bots fight it meanwhile.
            return await self._rooms.place(
                row, match, lambda connection: self.store.expect(connection, season_id, steps)
            )
        except StaleRevision:
            if await self.match_at_table(season_id, battle) is None:
                raise
            return match_id  # a second click, a moment later


def check_owner(mine: bool) -> None:
    """Refuse those who only look. Raises `NotYourDecision`."""
    if not mine:
        raise NotYourDecision("this season is another's; you may look at it")
