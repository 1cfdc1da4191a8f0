"""Where matches are kept: one row a match, one row a revision.

A revision is written before anybody is told of it, and its key (match, revision) is an optimistic
lock: of two writers of the same revision one fails, and nothing of it is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from meleekit.core.errors import MeleekitError, StaleRevision, UnknownMatch
from meleekit.core.record import Entry, assemble, encode_entry

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("title", Text, nullable=False),
    Column("heading", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("undone", Integer, nullable=False, default=0),
    Column("created", Float, nullable=False),
    Column("finished", Float),
    Column("result", Text, nullable=False, default=""),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("entry", Text, nullable=False),
)

AnyEntry = Entry[Any, Any, Any]
Check = Callable[[Connection], None]
"""What has to hold as something is written: raises where it does not, and nothing is kept."""

PATIENCE = 3  # seconds that a write waits for another table's on the same SQLite file
WRITERS = 2  # threads kept for writing, so that a write that waits holds up no reading


class StoreFailed(MeleekitError):
    """The match could not be written or read; what was asked has not been done."""

    code = "internal"


class MatchRow(msgspec.Struct, frozen=True):
    """What is kept of a match besides its entries. Times are seconds since 1970.

    `heading` is the record's, seed included. `players` names who plays each seat; `owner` is the
    hash of the token that may play the seats of people; `result` is how it ended, in words.
    """

    id: str
    game: str
    title: str
    heading: bytes
    players: tuple[str, ...]
    owner: str
    undone: int = 0
    created: float = 0.0
    finished: float | None = None
    result: str = ""


class Listed(msgspec.Struct, frozen=True):
    """A match as the lobby lists it."""

    id: str
    game: str
    title: str
    players: tuple[str, ...]
    owner: str
    created: float
    finished: float | None
    result: str
    revision: int


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _entry_columns(match_id: str, revision: int, entry: AnyEntry) -> dict[str, object]:
    return {
        "match_id": match_id,
        "revision": revision,
        "seat": entry.seat,
        "entry": encode_entry(entry).decode(),
    }


class Store:
    """The database of one table. All methods but `written` block: call them from a thread."""

    def __init__(self, url: str, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self._writers = ThreadPoolExecutor(WRITERS, "meleekit-writes")
        with _said_plainly(), _opening():
            self.engine = _engine(url)
            metadata.create_all(self.engine)

    def close(self) -> None:
        """Finish what is being written, and let go of the database."""
        self._writers.shutdown()
        self.engine.dispose()

    async def written(self, write: Callable[[], None]) -> None:
        """Do one of the writing methods in a thread kept for that. Raises as it does."""
        await asyncio.get_running_loop().run_in_executor(self._writers, write)

    def create(
        self, row: MatchRow, opening: Sequence[AnyEntry], check: Check | None = None
    ) -> None:
        """Keep a new match with the entries it begins with. Raises `StaleRevision` if it is there.

        Raises also what `check` does.
        """
        columns = msgspec.structs.asdict(row)
        columns |= {
            "heading": row.heading.decode(),
            "players": _json(row.players),
            "created": self._clock(),
        }
        with self.writing() as connection:
            if check is not None:
                check(connection)
            connection.execute(insert(matches), columns)
            for revision, entry in enumerate(opening):
                connection.execute(insert(entries), _entry_columns(row.id, revision, entry))

    def append(
        self, match_id: str, revision: int, undone: int, entry: AnyEntry, result: str | None
    ) -> None:
        """Keep the entry that makes `revision`; `result` is set if it ends the match.

        `undone` is the count the writer knows. Raises `StaleRevision` if the match has meanwhile
        gone another way; then nothing is kept.
        """
        changed: dict[str, object] = {"undone": undone}
        if result is not None:
            changed |= {"finished": self._clock(), "result": result}
        with self.writing() as connection:
            _expect(connection, match_id, undone, changed)
            last = connection.scalar(
                select(func.max(entries.c.revision)).where(entries.c.match_id == match_id)
            )
            if last != revision - 1:
                raise StaleRevision("the match has gone on meanwhile")
            connection.execute(insert(entries), _entry_columns(match_id, revision, entry))

    def truncate(self, match_id: str, to: int, undone: int, after: int, heading: bytes) -> None:
        """Take back all entries after revision `to`. Raises `StaleRevision` as `append` does.

        `undone` is the count the writer knows; `after` and `heading` are what they become.
        """
        with self.writing() as connection:
            _expect(connection, match_id, undone, {"undone": after, "heading": heading.decode()})
            connection.execute(
                delete(entries).where(entries.c.match_id == match_id, entries.c.revision > to)
            )

    def load(self, match_id: str) -> tuple[MatchRow, bytes]:
        """The match's row and its record, seed included. Raises `UnknownMatch`."""
        with self.reading() as connection:
            found = connection.execute(select(matches).where(matches.c.id == match_id)).first()
            if found is None:
                raise UnknownMatch("there is no such match")
            kept = connection.execute(
                select(entries).where(entries.c.match_id == match_id).order_by(entries.c.revision)
            ).all()
        columns = dict(found._mapping)
        columns |= {
            "heading": columns["heading"].encode(),
            "players": tuple(msgspec.json.decode(columns["players"])),
        }
        row = MatchRow(**columns)
        return row, assemble(row.heading, (one.entry.encode() for one in kept))

    def listed(self, limit: int = 60) -> list[Listed]:
        """The latest matches, newest first."""
        last = (
            select(entries.c.match_id, func.max(entries.c.revision).label("revision"))
            .group_by(entries.c.match_id)
            .subquery()
        )
        wanted = (
            select(
                *(matches.c[name] for name in Listed.__struct_fields__ if name != "revision"),
                last.c.revision,
            )
            .join(last, last.c.match_id == matches.c.id)
            .order_by(matches.c.created.desc())
            .limit(limit)
        )
        with self.reading() as connection:
            found = connection.execute(wanted).all()
        return [
            Listed(**(dict(one._mapping) | {"players": tuple(msgspec.json.decode(one.players))}))
            for one in found
        ]

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is kept or nothing. Raises `StaleRevision` for a key taken."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise StaleRevision("the match has gone on meanwhile") from None
        except SQLAlchemyError as error:
            raise StoreFailed("the match could not be saved; nothing was done") from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by. Raises `StoreFailed`."""
        with _said_plainly(), self.engine.connect() as connection:
            yield connection


def _expect(connection: Connection, match_id: str, undone: int, changed: dict[str, object]) -> None:
    """Write to the match's row first: that takes the lock, and finds out whether it is as known."""
    told = connection.execute(
        update(matches)
        .where(matches.c.id == match_id, matches.c.undone == undone, matches.c.finished.is_(None))
        .values(**changed)
    )
    if told.rowcount != 1:
        raise StaleRevision("the match has gone on meanwhile")


@contextmanager
def _opening() -> Iterator[None]:
    """Only on opening: the driver may be missing, or find parameters in the URL it does not know.

    The URL itself is not repeated, for it may hold a password.
    """
    try:
        yield
    except ImportError as error:
        missing = error.name or "its driver"
        raise StoreFailed(f"the database of matches needs {missing}, which is missing") from error
    except (TypeError, ValueError) as error:
        message = "the database of matches cannot be opened: its URL has parameters that are wrong"
        raise StoreFailed(message) from error


@contextmanager
def _said_plainly() -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailed("the database of matches cannot be read") from error


def _engine(url: str) -> Engine:
    # What is written holds the seed, and errors end up in the log: parameters stay hidden.
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True, hide_parameters=True)
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": PATIENCE}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # Python's driver would begin transactions late, by itself; SQLAlchemy begins them below.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
