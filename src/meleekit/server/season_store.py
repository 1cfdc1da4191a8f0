"""Where seasons are kept, beside the matches: one row a season, one row a step.

A step is written before anybody is told of it. Its key (season, number) is an optimistic lock: of
two that would be the same step of a season one fails, so that no battle counts twice.
"""

from __future__ import annotations

from collections.abc import Callable
from time import time

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    func,
    insert,
    select,
    update,
)

from meleekit.core.errors import MeleekitError, StaleRevision
from meleekit.season.book import AnyStep, Season, assemble, encode_heading, encode_step
from meleekit.server.store import Store, matches, metadata

seasons = Table(
    "seasons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("heading", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("created", Float, nullable=False),
)

season_steps = Table(
    "season_steps",
    metadata,
    Column("season_id", ForeignKey("seasons.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("step", Text, nullable=False),
)


class UnknownSeason(MeleekitError):
    """No season is kept under that name."""

    code = "unknown_match"


class ListedSeason(msgspec.Struct, frozen=True):
    """A season as the lobby lists it."""

    id: str
    title: str
    owner: str
    created: float
    steps: int


class SeasonStore:
    """The seasons of one table's database. All methods block: call them from a thread."""

    def __init__(self, store: Store, clock: Callable[[], float] = time) -> None:
        self._store = store
        self._clock = clock

    def create(self, season_id: str, season: Season, owner: str) -> None:
        """Keep a new season with the steps it has. `owner` may go on with it."""
        row = {
            "id": season_id,
            "title": season.heading.title,
            "heading": encode_heading(season.heading).decode(),
            "owner": owner,
            "created": self._clock(),
        }
        with self._store.writing() as connection:
            connection.execute(insert(seasons), row)
            for number, step in enumerate(season.steps):
                connection.execute(insert(season_steps), _columns(season_id, number, step))

    def add(
        self, season_id: str, first: int, steps: tuple[AnyStep, ...], *, unless: str = ""
    ) -> None:
        """Keep steps, the first of which has that number, `unless` there is a match of that name.

        Raises `StaleRevision` if the season has meanwhile gone on; then nothing is kept.
        """
        with self._store.writing() as connection:
            self.expect(connection, season_id, first)
            if connection.scalar(select(matches.c.id).where(matches.c.id == unless)) is not None:
                raise StaleRevision("this battle is at the table meanwhile")
            for number, step in enumerate(steps, first):
                connection.execute(insert(season_steps), _columns(season_id, number, step))

    def expect(self, connection: Connection, season_id: str, steps: int) -> None:
        """Raise `StaleRevision` unless the season has so many steps.

        Until the transaction ends nobody else goes on with it: its row is written to first.
        """
        own = seasons.c.id == season_id
        connection.execute(update(seasons).where(own).values(title=seasons.c.title))
        counted = select(func.count()).where(season_steps.c.season_id == season_id)
        if connection.scalar(counted) != steps:
            raise StaleRevision("the season has gone on meanwhile")

    def load(self, season_id: str) -> tuple[Season, str]:
        """The season and its owner. Raises `UnknownSeason`."""
        with self._store.reading() as connection:
            found = connection.execute(select(seasons).where(seasons.c.id == season_id)).first()
            if found is None:
                raise UnknownSeason("there is no such season")
            steps = connection.scalars(
                select(season_steps.c.step)
                .where(season_steps.c.season_id == season_id)
                .order_by(season_steps.c.number)
            ).all()
        return assemble(found.heading.encode(), [step.encode() for step in steps]), found.owner

    def listed(self, limit: int = 30) -> list[ListedSeason]:
        """The latest seasons, newest first."""
        steps = (
            select(season_steps.c.season_id, func.count().label("steps"))
            .group_by(season_steps.c.season_id)
            .subquery()
        )
        wanted = (
            select(
                seasons.c.id,
                seasons.c.title,
                seasons.c.owner,
                seasons.c.created,
                func.coalesce(steps.c.steps, 0).label("steps"),
            )
            .join(steps, steps.c.season_id == seasons.c.id, isouter=True)
            .order_by(seasons.c.created.desc())
            .limit(limit)
        )
        with self._store.reading() as connection:
            return [ListedSeason(**dict(row._mapping)) for row in connection.execute(wanted)]


def _columns(season_id: str, number: int, step: AnyStep) -> dict[str, object]:
    return {"season_id": season_id, "number": number, "step": encode_step(step).decode()}
