"""Where the table listens and where it keeps its matches."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from meleekit.core.errors import BadRequest

LOOPBACK = "127.0.0.1"
LOOPBACKS = frozenset({LOOPBACK, "localhost", "::1"})
DATABASE_VARIABLE = "MELEEKIT_DB"
HOSTS_VARIABLE = "MELEEKIT_HOSTS"


class Config(msgspec.Struct, frozen=True):
    """How one table is run.

    `database_url` is SQLAlchemy's. `pace` is the pause, in seconds, between the moves of a match
    that only bots play. `names` are further host names under which a table at this machine's own
    address may be asked, for one behind a proxy.
    """

    database_url: str
    host: str = LOOPBACK
    port: int = 8000
    pace: float = 0.35
    names: tuple[str, ...] = ()

    @property
    def hosts(self) -> frozenset[str] | None:
        """The host names the table answers under; None where it is open to others: any."""
        if self.host not in LOOPBACKS and not self.host.startswith("127."):
            return None
        return (
            LOOPBACKS | {self.host} | {name.strip().lower() for name in self.names if name.strip()}
        )

    @classmethod
    def from_environment(
        cls,
        environment: Mapping[str, str] | None = None,
        *,
        database: str | None = None,
        host: str = LOOPBACK,
        port: int = 8000,
    ) -> Config:
        """The database named on the command line, else by MELEEKIT_DB, else the user's own file.

        MELEEKIT_HOSTS holds `names`, with commas between them.
        """
        env = os.environ if environment is None else environment
        named = database or env.get(DATABASE_VARIABLE) or str(default_database(env))
        names = tuple(env.get(HOSTS_VARIABLE, "").split(","))
        return cls(database_url=database_url(named), host=host, port=port, names=names)


def default_database(environment: Mapping[str, str]) -> Path:
    """The file that holds this user's matches, whichever folder the table is started from."""
    data = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "meleekit" / "matches.sqlite3"


def database_url(path_or_url: str) -> str:
    """A database URL as it is; a path as the URL of that SQLite file.

    Raises `BadRequest` for the home of somebody who is not known here.

    >>> database_url("/tmp/matches.sqlite3")
    'sqlite:////tmp/matches.sqlite3'
    >>> database_url("postgresql+psycopg://table@localhost/meleekit")
    'postgresql+psycopg://table@localhost/meleekit'
    """
    if "://" in path_or_url:
        return path_or_url
    try:
        return f"sqlite:///{Path(path_or_url).expanduser().absolute()}"
    except RuntimeError:
        raise BadRequest("nobody of that name has a home here", at=path_or_url) from None
