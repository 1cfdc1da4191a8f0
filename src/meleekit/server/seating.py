"""Who sits at a match: which seats a browser plays, whose eyes it has, whom it answers for."""

from __future__ import annotations

import asyncio
import hmac
from functools import partial

from meleekit.core.errors import BadRequest, NotYourDecision, StaleRevision
from meleekit.core.game import Decision
from meleekit.core.secrecy import KeepsSecrets, is_sealed
from meleekit.server import protocol as say
from meleekit.server import seen
from meleekit.server.guard import hashed
from meleekit.server.guests import GUEST, Guest, Guests, invited_by
from meleekit.server.store import MatchRow, Store
from meleekit.server.viewer import SPECTATOR, Viewer, Who

PEOPLE = ("me", "friend", GUEST)  # the first two sit at the screen that began the match


class Seating:
    """The seats of one match and who plays them; `match` is always that match as it is now.

    `players` are "me", "friend", "guest" or a bot's name by seat; `people` are the seats that no
    bot plays.
    """

    def __init__(self, row: MatchRow, store: Store, guests: Guests) -> None:
        self.players = row.players
        self.people = tuple(seat for seat, name in enumerate(row.players) if name in PEOPLE)
        self._match_id = row.id
        self._owner = row.owner
        self._store = store
        self._invitations = guests
        self._guests: tuple[Guest, ...] = ()

    async def who(self, token: str | None) -> Who:
        """Who a browser with that token is here."""
        if token is None:
            return SPECTATOR
        known = hashed(token)
        if any(not guest.holder for guest in self._guests):
            await self.read_guests()  # another table may have given it away
        owner = hmac.compare_digest(known, self._owner)
        seats = {guest.seat for guest in self._guests if hmac.compare_digest(known, guest.holder)}
        if owner:
            seats.update(seat for seat in self.people if self.players[seat] != GUEST)
        return Who(owner, frozenset(seats))

    async def read_guests(self) -> None:
        """Read who has been invited and who has come."""
        find = self._invitations.of
        self._guests = await asyncio.to_thread(find, self._match_id, self.players)

    def invited(self, key: str) -> Guest:
        """The seat to which a key invites. Raises `NotYourDecision` if it is none of this match."""
        guest = invited_by(key, self._guests)
        if guest is None:
            raise NotYourDecision("this invitation is not one to this match")
        return guest

    async def take(self, key: str, token: str) -> None:
        """Give the seat to the browser with that token. Raises `NotYourDecision` if it is taken."""
        guest = self.invited(key)
        take = partial(self._invitations.take, self._match_id, guest, hashed(token))
        await self._store.written(take)
        await self.read_guests()

    def seats(self, match: seen.AnyMatch, who: Who) -> tuple[say.SeatSeen, ...]:
        """The seats as a page shows them; whoever began the match is told the invitations."""
        waiting = {decision.seat for decision in match.decisions}
        free = {guest.seat: guest.key for guest in self._guests if not guest.holder}
        return tuple(
            say.SeatSeen(
                index=seat.index,
                name=seat.name,
                side=seat.side,
                player=self.players[seat.index],
                mine=seat.index in who.seats,
                waiting=seat.index in waiting,
                invitation=f"/match/{self._match_id}/seat/{free[seat.index]}"
                if who.owner and seat.index in free
                else "",
            )
            for seat in match.game.seats
        )

    # -- whose eyes a page has ----------------------------------------------------------------

    def _shared(self, match: seen.AnyMatch, who: Who) -> bool:
        """Whether several people look at that screen, who have secrets from each other."""
        friends = any(self.players[seat] == "friend" for seat in who.seats)
        return friends and len(who.seats) > 1 and isinstance(match.system, KeepsSecrets)

    def eyes(self, match: seen.AnyMatch, who: Who, sits: int | None = None) -> int | None:
        """The seat through whose eyes a page looks; None is a spectator's."""
        if self._shared(match, who):
            return sits
        if len(who.seats) == 1:
            return next(iter(who.seats))
        decision = asked_of(match, who)
        return decision.seat if decision is not None and decision.seat in who.seats else None

    def veil(self, match: seen.AnyMatch, who: Who, sits: int | None) -> tuple[int, ...]:
        """The seats of which one must sit down at that screen before anything goes on there."""
        decision = asked_of(match, who, sits)
        if decision is None or sits is not None or not self._shared(match, who):
            return ()
        if decision.seat not in who.seats or not is_sealed(match.system, decision):
            return ()
        return tuple(one.seat for one in match.decisions if one.seat in who.seats)

    def sitting(self, match: seen.AnyMatch, viewer: Viewer) -> int | None:
        """The seat that has sat down at that page, as long as it is asked what it was then."""
        if viewer.sits is None:
            return None
        seat, since = viewer.sits
        try:
            match.check_present(since, seat)
        except StaleRevision:
            viewer.sits = None
            return None
        return seat

    # -- for whom it may answer ---------------------------------------------------------------

    def check_plays(self, who: Who) -> None:
        """Raise `NotYourDecision` for those who only watch."""
        if not who.seats:
            raise NotYourDecision("you are watching this match; it is played at another screen")

    def _check_seat(self, seat: int, who: Who) -> None:
        if seat >= len(self.players):
            raise BadRequest(f"there is no seat {seat}", at="seat")
        if seat not in self.people:
            raise NotYourDecision(f"seat {seat} is played by {self.players[seat]}", at="seat")
        if seat not in who.seats:
            raise NotYourDecision(f"seat {seat} is played at another screen", at="seat")

    def sat(self, match: seen.AnyMatch, seat: int, who: Who) -> int:
        """The seat that sits down, if it may and is asked for something."""
        self.check_plays(who)
        self._check_seat(seat, who)
        match.game.check_asked(match.state, seat)
        return seat

    def seat_asked(self, match: seen.AnyMatch, revision: int, seat: int | None, who: Who) -> int:
        """The seat that acts on what was seen at that revision; the one asked there, if not told.

        Raises unless somebody at this screen may decide for it, and that revision still holds.
        """
        self.check_plays(who)
        if match.outcome is not None:
            match.game.check_asked(match.state, -1 if seat is None else seat)
        if revision > match.revision:
            match.check_present(revision)
        if seat is None:
            # Not who is asked now: a second click must not answer for the next in turn.
            decision = asked_of(match, who, revision=revision)
            seat = -1 if decision is None else decision.seat
            if seat not in who.seats:
                raise _not_asked(match, who)
        self._check_seat(seat, who)
        match.check_present(revision, seat)
        return seat


def asked_of(
    match: seen.AnyMatch, who: Who, sits: int | None = None, revision: int | None = None
) -> Decision | None:
    """The decision a page is shown, now or at that revision.

    That of the seat that has sat down, else one of its own, else any.
    """
    state = match.state if revision is None else match.entries[revision].state
    waiting = match.game.decisions(state)
    mine = [one for one in waiting if one.seat in who.seats]
    sat = [one for one in mine if one.seat == sits]
    return (sat or mine or waiting or (None,))[0]


def _not_asked(match: seen.AnyMatch, who: Who) -> NotYourDecision:
    """That the match does not wait for them, with the rules' word if one seat is theirs."""
    rule = reason = None
    if len(who.seats) == 1:
        try:
            match.game.check_asked(match.state, *who.seats)
        except NotYourDecision as error:
            rule, reason = error.rule, error.reason
    said = "the match does not wait for you now"
    return NotYourDecision(said, rule=rule, reason=reason)
