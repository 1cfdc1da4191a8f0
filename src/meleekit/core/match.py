"""A game being played: its set-up, its commitment to a seed, and every action with its dice."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any, Generic

import msgspec

from meleekit.core.dice import Given, Rolled, commitment, new_seed
from meleekit.core.errors import BadRequest, BadSave, StaleRevision
from meleekit.core.game import ActionT, Decision, Event, Game, Outcome, StateT, Step
from meleekit.core.record import (
    Entry,
    Record,
    assemble,
    encode_entry,
    encode_heading,
    read_record,
)
from meleekit.core.report import EVERYTHING, known
from meleekit.core.system import System


class Match(Generic[StateT, ActionT]):
    """A game from its set-up to its end, one entry a revision.

    `seed` is None for a match read from a record that keeps it back: its dice can only be given
    by hand. `undone` counts the entries that were ever taken back. `rules_version` is the one
    the match was begun under. `begun_from_situation` tells that it did not begin at the beginning.
    """

    def __init__(self, record: Record[StateT, ActionT]) -> None:
        self.system: System = record.system
        self.game: Game[StateT, ActionT, Any] = record.game
        self.rules_version: str = record.rules_version
        self.seed: bytes | None = record.seed
        self.commitment: str = record.commitment
        self.undone: int = record.undone
        self.begun_from_situation: bool = record.from_situation
        self.entries: list[Entry[StateT, ActionT, Event]] = record.entries
        self._proposed: Entry[StateT, ActionT, Event] | None = None

    @classmethod
    def start(
        cls,
        system: System,
        setup: Any,  # noqa: ANN401  # each system has set-ups of its own
        *,
        seed: bytes | None = None,
        dice: Sequence[int] | None = None,
    ) -> Match[Any, Any]:
        """Begin a match of `setup`, which the system made (`scenarios` or `setup_from`).

        A fresh seed is drawn unless one is given. `dice` are the totals that the opening asks
        for, thrown by hand. Raises `BadDice` for a seed that is not 32 bytes long.
        """
        seed = new_seed() if seed is None else seed
        game = system.game(setup)
        opening = opened(game, Rolled(seed) if dice is None else Given(dice))
        return cls(_begun(system, game, seed, opening, from_situation=False))

    @classmethod
    def from_situation(
        cls,
        system: System,
        game: Game[Any, Any, Any],
        state: Any,  # noqa: ANN401  # each game has states of its own
        *,
        seed: bytes | None = None,
    ) -> Match[Any, Any]:
        """Begin a match in the midst of a game, at `state`; `System.load_situation` gives both.

        Its opening entry holds that state, for which neither rules nor seed can vouch. Raises
        `BadDice` for a seed that is not 32 bytes long.
        """
        seed = new_seed() if seed is None else seed
        opening = Entry[Any, Any, Event](-1, None, (), False, Rolled(seed).position, (), state)
        return cls(_begun(system, game, seed, opening, from_situation=True))

    @property
    def revision(self) -> int:
        """How many actions were done and not taken back; the opening is revision 0."""
        return len(self.entries) - 1

    @property
    def state(self) -> StateT:
        """The position now."""
        return self.entries[-1].state

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What the game waits for; nothing when it is over."""
        return self.game.decisions(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def check_present(self, revision: int, seat: int | None = None) -> None:
        """Raise `StaleRevision` unless what was seen at that revision still holds.

        It does at the present revision. For a `seat` it also does at an earlier one since which
        others alone have acted, while the seat's own decision stayed open as it was: what is
        asked of several at once may be answered in any order.
        """
        if revision == self.revision:
            return
        if seat is not None and 0 <= revision < self.revision and self._still_asked(revision, seat):
            return
        raise StaleRevision(
            f"meant for revision {revision}, but the match is at {self.revision}", at="revision"
        )

    def _still_asked(self, revision: int, seat: int) -> bool:
        """Whether the seat has had the same decision to take ever since that revision."""
        now = self._asked_of(self.state, seat)
        if now is None:
            return False
        since = self.entries[revision + 1 :]
        return all(entry.seat != seat for entry in since) and all(
            self._asked_of(entry.state, seat) == now for entry in self.entries[revision:-1]
        )

    def _asked_of(self, state: StateT, seat: int) -> tuple[Decision, tuple[ActionT, ...]] | None:
        """The seat's open decision with all that it may do."""
        for decision in self.game.decisions(state):
            if decision.seat == seat:
                return decision, tuple(self.game.actions(state, seat))
        return None

    def last_by(self, seats: Collection[int]) -> int | None:
        """The latest revision that one of these seats made; None if none of them has acted."""
        made = (r for r in range(self.revision, 0, -1) if self.entries[r].seat in seats)
        return next(made, None)

    def propose(
        self,
        seat: int,
        action: ActionT,
        *,
        dice: Sequence[int] | None = None,
        revision: int | None = None,
    ) -> Entry[StateT, ActionT, Event]:
        """What `action` would make the next entry; the match stays as it is until `commit`.

        `dice` are totals thrown by hand, in the order in which the rules ask for them; without
        them the seed rolls. `revision` is the one that the player saw. Raises what `Game.apply`
        raises, `StaleRevision` if that holds no more (see `check_present`), `NeedsDice` if the
        rules ask for a roll that was not given (by hand, or for want of a seed), and `BadDice`
        for totals that cannot be or that nothing asked for.
        """
        if revision is not None:
            self.check_present(revision, seat)
        last = self.entries[-1]
        source: Rolled | Given
        if dice is not None:
            source = Given(dice)
        elif self.seed is not None:
            source = Rolled(self.seed, last.position)
        else:
            source = Given(())
        entry = played(self.game, last.state, seat, action, source, last.position)
        self._proposed = entry
        return entry

    def commit(self, entry: Entry[StateT, ActionT, Event]) -> None:
        """Make the latest proposal the next entry. Raises `StaleRevision` for any other."""
        if entry is not self._proposed:
            raise StaleRevision("not the latest proposal for this revision", at="revision")
        self._proposed = None
        self.entries.append(entry)

    def act(
        self,
        seat: int,
        action: ActionT,
        *,
        dice: Sequence[int] | None = None,
        revision: int | None = None,
    ) -> Entry[StateT, ActionT, Event]:
        """Propose and commit at once. Raises as `propose` does, and then nothing has changed."""
        entry = self.propose(seat, action, dice=dice, revision=revision)
        self.commit(entry)
        return entry

    def undo(self, to: int) -> None:
        """Go back to revision `to`; the dice stream goes back with it, so the same dice come again.

        Raises `BadRequest` if there is no such revision.
        """
        if not 0 <= to <= self.revision:
            raise BadRequest(f"no revision {to}: there are 0 to {self.revision}", at="to")
        self.undone += self.revision - to
        self._proposed = None
        del self.entries[to + 1 :]

    def back_at(self, to: int) -> Match[StateT, ActionT]:
        """The match as `undo` would leave it; this one stays as it is. Raises as `undo` does."""
        after = copy(self)
        after.entries = list(self.entries)
        after.undo(to)
        return after

    def heading(self, *, reveal_seed: bool) -> bytes:
        """The match's record without its entries, for stores that keep those one by one.

        It changes with `undo`, and with nothing else. `assemble` joins it with the entries.
        """
        return encode_heading(
            Record(
                system=self.system,
                game=self.game,
                rules_version=self.rules_version,
                commitment=self.commitment,
                undone=self.undone,
                seed=self.seed if reveal_seed else None,
                from_situation=self.begun_from_situation,
                entries=[],
            )
        )

    def save(self, *, reveal_seed: bool) -> bytes:
        """The match's record as JSON.

        Whoever has the seed can foresee the dice: reveal it to the players only after the end.
        """
        heading = self.heading(reveal_seed=reveal_seed)
        return assemble(heading, map(encode_entry, self.entries))

    @classmethod
    def load(
        cls, data: bytes, systems: Mapping[str, System], *, seed: bytes | None = None
    ) -> Match[Any, Any]:
        """The match as its record tells it; `verify` checks whether the record tells the truth.

        `seed` is for records that keep theirs back, so that play may go on with rolled dice.
        Raises `BadSave` naming the field that is wrong, also if the seed is not the one that the
        match committed to.
        """
        record = read_record(data, systems)
        if seed is not None:
            record = msgspec.structs.replace(record, seed=seed)
        if record.seed is not None and commitment(record.seed) != record.commitment:
            raise BadSave("not the seed that the match committed to", at="seed")
        return cls(record)

    def account(self, seat: int | None, since: int = 0) -> bytes:
        """All that `seat` (None: a spectator) may keep of the match from revision `since` on.

        JSON of who acted, what these eyes were told of it and how the game looks to them now; what
        is hidden from them is absent, and so are the actions and dice behind it: a seat is given
        its own actions alone, and not who did what is hidden, since the order of the entries would
        tell when. Unlike `save`, it may be handed out while the match goes on. When
        the match is over nothing is hidden any more.
        """
        return msgspec.json.encode(
            {
                "game": self.system.key,
                "rules_version": self.rules_version,
                "setup": self.game.setup,
                "commitment": self.commitment,
                "entries": [self._accounted(entry, seat) for entry in self.entries[since:]],
                "view": self.game.view(self.state, seat),
            },
            order="deterministic",
        )

    def _accounted(
        self, entry: Entry[StateT, ActionT, Event], seat: int | None
    ) -> dict[str, object]:
        told = self.told(entry, seat)
        own = self.outcome is not None or entry.seat == seat
        return {
            "seat": entry.seat if own or told == entry.events else None,
            "action": entry.action if own else None,
            "events": told,
        }

    def told(self, entry: Entry[StateT, ActionT, Event], seat: int | None) -> tuple[Event, ...]:
        """The events of an entry as `seat` may know them now: all of them when the match is over.

        `entry` may be one that is yet to be committed.
        """
        ends = self.game.outcome(entry.state) is not None
        return known(self.game, entry, EVERYTHING if ends else self.eyes(seat))

    def eyes(self, seat: int | None) -> int | None:
        """With whose eyes `seat` (None: a spectator) reads the report now; see `core.report`."""
        return seat if self.outcome is None else EVERYTHING

    def log_hash(self) -> str:
        """SHA-256, in hex, of set-up and entries: the same play gives the same on every machine."""
        log = {"setup": self.game.setup, "entries": self.entries}
        return hashlib.sha256(msgspec.json.encode(log, order="sorted")).hexdigest()


def _begun(
    system: System,
    game: Game[StateT, ActionT, Any],
    seed: bytes,
    opening: Entry[StateT, ActionT, Event],
    *,
    from_situation: bool,
) -> Record[StateT, ActionT]:
    """The record of a match in which nothing has been done."""
    return Record(
        system=system,
        game=game,
        rules_version=game.rules_version,
        commitment=commitment(seed),
        undone=0,
        seed=seed,
        from_situation=from_situation,
        entries=[opening],
    )


def opened(game: Game[StateT, ActionT, Any], dice: Rolled | Given) -> Entry[StateT, ActionT, Event]:
    """The opening entry: the game sets itself up. Raises `NeedsDice` and `BadDice`."""
    return _entry(-1, None, game.begin(dice), dice, 0)


def played(
    game: Game[StateT, ActionT, Any],
    state: StateT,
    seat: int,
    action: ActionT,
    dice: Rolled | Given,
    position: int,
) -> Entry[StateT, ActionT, Event]:
    """The entry that `action` makes of `state`. Raises as `Match.propose` does.

    `position` is how many bytes of the seed's stream were used before.
    """
    return _entry(seat, action, game.apply(state, seat, action, dice), dice, position)


def _entry(
    seat: int,
    action: ActionT | None,
    step: Step[StateT],
    dice: Rolled | Given,
    position: int,
) -> Entry[StateT, ActionT, Event]:
    rolls = tuple(dice.rolls)
    if isinstance(dice, Rolled):
        return Entry(seat, action, rolls, False, dice.position, step.events, step.state)
    dice.check_used_up()
    # Where nothing was thrown, nobody's hand was in it.
    return Entry(seat, action, rolls, bool(rolls), position, step.events, step.state)
