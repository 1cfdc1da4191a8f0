"""The matches that a referee keeps, and how much of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec

from meleekit.core.errors import TooLarge, UnknownMatch
from meleekit.core.match import Match
from meleekit.core.record import Entry, encode_entry

AnyMatch = Match[Any, Any]
AnyEntry = Entry[Any, Any, Any]

BYTES_A_PAIR = 24
"""What a pair of places on a board takes: distances and arcs are kept for each. Measured."""
TIMES_WRITTEN = 3
"""How much more an entry takes in memory than written down. Measured."""
MIB = 1024 * 1024


class Limits(msgspec.Struct, frozen=True):
    """What a referee takes on.

    `matches` is how many are kept, `memory` about how many bytes they take in all. Where either is
    reached, `forgets` lets go of those not asked about for longest; otherwise a new match, or an
    action, is refused. `ways` is in how many ways the dice may fall for odds to be worked out, and
    `patience` how many seconds that may take.
    """

    matches: int = 256
    memory: int = 512 * MIB
    ways: int = 200_000
    patience: float = 60.0
    forgets: bool = False


class Kept(msgspec.Struct):
    """A match, how far each pair of eyes has been told of it, and what each entry weighs.

    `told` has the last revision told to a seat (None: a spectator); who was told nothing begins
    after revision `begun`. `base` is the weight of what does not change, in bytes.
    """

    name: str
    match: AnyMatch
    begun: int
    base: int
    told: dict[int | None, int]
    weights: list[int]

    @classmethod
    def of(cls, name: str, match: AnyMatch, begun: int) -> Kept:
        """A match that nobody has been told of."""
        places = len(match.game.scene(match.state, None).cells)
        weights = [weight_of(entry) for entry in match.entries]
        return cls(name, match, begun, BYTES_A_PAIR * places**2, {}, weights)

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory."""
        return self.base + sum(self.weights)

    def back_at(self, to: int) -> Kept:
        """The match as it would be back at revision `to`; this one stays. Raises `BadRequest`."""
        match = self.match.back_at(to)
        return Kept(self.name, match, self.begun, self.base, self.told, self.weights[: to + 1])

    def told_to(self, eyes: int | None) -> int:
        """The revision up to which these eyes have been told."""
        return min(self.told.get(eyes, self.begun), self.match.revision)


def weight_of(entry: AnyEntry) -> int:
    """About how many bytes an entry takes in memory."""
    return TIMES_WRITTEN * len(encode_entry(entry))


class Matches:
    """The matches of one referee, within its limits. `names` gives each new one its name."""

    def __init__(self, limits: Limits, names: Callable[[], str] | None = None) -> None:
        self.limits = limits
        numbers = count(1)
        self._names = names or (lambda: f"m{next(numbers)}")
        self._kept: dict[str, Kept] = {}  # those asked about last come last
        self._weight = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, name: str) -> Kept:
        """The match of that name. Raises `UnknownMatch`."""
        kept = self._kept.get(name)
        if kept is None:
            raise UnknownMatch(f"there is no match {name!r} here", at="match")
        if self.limits.forgets:
            del self._kept[name]
            self._kept[name] = kept
        return kept

    def check_place(self) -> None:
        """Raise `TooLarge` if there is no place for one match more."""
        limits = self.limits
        if len(self._kept) >= limits.matches and not limits.forgets:
            raise TooLarge(
                f"{limits.matches} matches are kept here, and no more: save what is needed, and "
                "let go of one with quit and its match"
            )

    def proposed(self, match: AnyMatch, begun: int) -> Kept:
        """The match under a name of its own, not kept yet. Raises `TooLarge` if it cannot be."""
        self.check_place()
        kept = Kept.of(self._names(), match, begun)
        self.check_room(kept.weight)
        return kept

    def check_room(self, more: int, keep: Kept | None = None) -> None:
        """Raise `TooLarge` unless so many bytes `more` can be taken, beside the match `keep`."""
        limits = self.limits
        forgettable = self._weight - (keep.weight if keep else 0) if limits.forgets else 0
        if self._weight - forgettable + more > limits.memory:
            raise TooLarge(
                f"the matches kept here would take more than {limits.memory // MIB} MiB: save what "
                "is needed, and let go of one with quit and its match"
            )

    def keep(self, kept: Kept) -> None:
        """Keep a match that was proposed."""
        while len(self._kept) >= self.limits.matches:
            self._forget_one(kept)
        self._kept[kept.name] = kept
        self._weight += kept.weight
        self._make_room(kept)

    def grow(self, kept: Kept, weight: int) -> None:
        """An entry of that weight has come to a match."""
        kept.weights.append(weight)
        self._weight += weight
        self._make_room(kept)

    def cut(self, kept: Kept, to: int) -> None:
        """A match has gone back to revision `to`, and nobody has been told of more."""
        self._weight -= sum(kept.weights[to + 1 :])
        del kept.weights[to + 1 :]
        kept.told = {eyes: min(told, to) for eyes, told in kept.told.items()}
        kept.begun = min(kept.begun, to)

    def told(self, name: str, eyes: int | None, revision: int) -> None:
        """A seat, or a spectator, has been told all up to a revision."""
        self._kept[name].told[eyes] = revision

    def let_go(self, name: str) -> None:
        """Keep a match no longer."""
        self._weight -= self._kept.pop(name).weight

    def clear(self) -> None:
        """Keep none any more."""
        self._kept.clear()
        self._weight = 0

    def _make_room(self, beside: Kept) -> None:
        while self._weight > self.limits.memory and len(self._kept) > 1:
            self._forget_one(beside)

    def _forget_one(self, beside: Kept) -> None:
        self.let_go(next(name for name, kept in self._kept.items() if kept is not beside))
