"""Seats for people elsewhere: each has an invitation, and whoever takes it first holds the seat."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from sqlalchemy import Column, ForeignKey, Integer, String, Table, insert, select, update

from meleekit.core.errors import NotYourDecision, StaleRevision
from meleekit.server.store import Store, metadata

GUEST = "guest"  # who plays such a seat, as the match's players name it

guests = Table(
    "guests",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("key", String(32), nullable=False),
    Column("holder", String(64), nullable=False, default=""),
)


class Guest(msgspec.Struct, frozen=True):
    """A seat for somebody elsewhere: `key` invites, `holder` is the hash of who has taken it."""

    seat: int
    key: str
    holder: str = ""


class Guests:
    """The invitations of one table. All methods block: call them from a thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, match_id: str, players: Sequence[str]) -> tuple[Guest, ...]:
        """The invitations of a match, made where they are missing."""
        wanted = [seat for seat, player in enumerate(players) if player == GUEST]
        if not wanted:
            return ()
        found = self._known(match_id)
        if missing := [seat for seat in wanted if seat not in found]:
            # Another table may be first: all of them are made there, or here.
            with suppress(StaleRevision), self._store.writing() as connection:
                for seat in missing:
                    key = secrets.token_urlsafe(18)
                    columns = {"match_id": match_id, "seat": seat, "key": key, "holder": ""}
                    connection.execute(insert(guests), columns)
            found = self._known(match_id)
        return tuple(found[seat] for seat in wanted)

    def _known(self, match_id: str) -> dict[int, Guest]:
        wanted = select(guests.c.seat, guests.c.key, guests.c.holder).where(
            guests.c.match_id == match_id
        )
        with self._store.reading() as connection:
            rows = connection.execute(wanted).all()
        return {row.seat: Guest(row.seat, row.key, row.holder) for row in rows}

    def held_by(self, holder: str) -> frozenset[str]:
        """The matches in which whoever is known by that hash has taken a seat."""
        with self._store.reading() as connection:
            rows = connection.execute(select(guests.c.match_id).where(guests.c.holder == holder))
            return frozenset(row.match_id for row in rows)

    def take(self, match_id: str, guest: Guest, holder: str) -> None:
        """Give the seat to whoever is known by that hash.

        Raises `NotYourDecision` if somebody else has taken it.
        """
        free = (guests.c.match_id == match_id) & (guests.c.seat == guest.seat)
        with self._store.writing() as connection:
            connection.execute(
                update(guests).where(free, guests.c.holder == "").values(holder=holder)
            )
            now = connection.scalar(select(guests.c.holder).where(free))
        if not hmac.compare_digest(now or "", holder):
            raise NotYourDecision("somebody else has taken this seat")


def invited_by(key: str, known: Sequence[Guest]) -> Guest | None:
    """The seat to which a key invites."""
    given = key.encode()
    fits = (guest for guest in known if hmac.compare_digest(guest.key.encode(), given))
    return next(fits, None)
