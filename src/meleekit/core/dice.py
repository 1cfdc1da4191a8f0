"""Dice that fall one way: rolled from a seed, or given.

Rules code never draws randomness itself: it is handed a `Dice` and asks it. Who calls the rules
decides which dice those are, so that play, replay and exact odds run through the same code. The
third kind, which falls every way in turn, is in `core.enumerated`.
"""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache

import msgspec

from meleekit.core.errors import BadDice, NeedsDice

MOST_TIES = 100


class Roll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A sum of dice as it fell.

    `faces` are the single dice where they are known: dice rolled from a seed show them, dice
    read off a real table give only their total.
    """

    count: int
    sides: int
    total: int
    why: str
    faces: tuple[int, ...] = ()


class RollOff(msgspec.Struct, frozen=True, gc=False):
    """Contenders ranked by one die each, equal dice thrown again among those who tie.

    `order` holds the contenders' numbers, best first; `dice[i]` what contender i threw, in order
    (empty under enumerated dice, where only the order matters).
    """

    order: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...]


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """One of several, each as likely: who threw the highest die, equal ones thrown again.

    `dice[i]` is what contender i threw, in order (empty under enumerated dice).
    """

    number: int
    dice: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=256)
def ways(count: int, sides: int) -> tuple[int, ...]:
    """How many of the sides**count throws give each total, from `count` upwards.

    >>> ways(2, 6)
    (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    """
    row: tuple[int, ...] = (1,)
    for _ in range(count):
        longer = [0] * (len(row) + sides - 1)
        for i, n in enumerate(row):
            for face in range(sides):
                longer[i + face] += n
        row = tuple(longer)
    return row


class Dice(ABC):
    """What rules code asks for chance. `rolls` lists everything rolled so far, in order."""

    rolls: list[Roll]

    @abstractmethod
    def roll(
        self,
        count: int,
        sides: int = 6,
        *,
        why: str,
        classes: Sequence[Hashable] | None = None,
    ) -> Roll:
        """Throw `count` dice of `sides` sides and give their sum.

        `why` says for what, in words for people. `classes[i]` is what the rule makes of the total
        ``count + i``: where only the class matters, enumerated dice walk one branch a class
        instead of one a total.
        """

    def roll_anew(
        self,
        sides: int = 6,
        *,
        again: Collection[int],
        why: str,
        classes: Sequence[Hashable] | None = None,
    ) -> Roll:
        """Throw one die, and throw it again while it shows one of `again`.

        `classes[i]` is what the rule makes of the face ``1 + i``. Raises `BadDice` when that goes
        on a hundred times: no honest die does.
        """
        for _ in range(MOST_TIES):
            roll = self.roll(1, sides, why=why, classes=classes)
            if roll.total not in again:
                return roll
        raise BadDice(f"{why}: thrown again {MOST_TIES} times on end", at="dice")

    def roll_off(self, contenders: int, sides: int = 6, *, why: str) -> RollOff:
        """Rank `contenders` by a die each, highest first; equal dice are thrown again.

        Raises `BadDice` when the same contenders tie a hundred times on end: no honest dice do.
        """
        if contenders == 2:
            return self._between_two(sides, why)
        thrown: list[tuple[int, ...]] = [() for _ in range(contenders)]
        order: list[int] = []
        # Groups still to be ranked, the best last, each with how often its dice have tied.
        groups = [([*range(contenders)], 0)]
        while groups:
            group, ties = groups.pop()
            if len(group) <= 1:
                order += group
                continue
            if ties == MOST_TIES:
                raise BadDice(f"{why}: equal dice {MOST_TIES} times on end", at="dice")
            by_face: dict[int, list[int]] = {}
            for who in group:
                face = self.roll(1, sides, why=why).total
                thrown[who] += (face,)
                by_face.setdefault(face, []).append(who)
            again = ties + 1 if len(by_face) == 1 else 0
            groups += [(by_face[face], again) for face in sorted(by_face)]
        return RollOff(tuple(order), tuple(thrown))

    def draw(self, contenders: int, sides: int = 6, *, why: str) -> Drawn:
        """One of `contenders`, each as likely: the highest die of theirs, equal ones thrown again.

        Raises `BadDice` when that goes on a hundred times: no honest dice do.
        """
        thrown: list[tuple[int, ...]] = [() for _ in range(contenders)]
        left = [*range(contenders)]
        for _ in range(MOST_TIES):
            if len(left) == 1:
                return Drawn(left[0], tuple(thrown))
            for who in left:
                thrown[who] += (self.roll(1, sides, why=why).total,)
            highest = max(thrown[who][-1] for who in left)
            left = [who for who in left if thrown[who][-1] == highest]
        raise BadDice(f"{why}: equal dice {MOST_TIES} times on end", at="dice")

    def deal(self, count: int, of: int, *, why: str) -> tuple[int, ...]:
        """Which `count` of `of` cards are dealt, as sorted numbers; every set is as likely.

        Each is drawn from those that are left by a die with as many sides: its face tells the
        place among them, in order. So whoever shuffles real cards can say what was drawn.
        """
        left = list(range(of))
        dealt = [left.pop(self.roll(1, of - drawn, why=why).total - 1) for drawn in range(count)]
        return tuple(sorted(dealt))

    def _between_two(self, sides: int, why: str) -> RollOff:
        """`roll_off` as it mostly is: every turn of a duel begins with one."""
        one: tuple[int, ...] = ()
        other: tuple[int, ...] = ()
        for _ in range(MOST_TIES):
            one += (self.roll(1, sides, why=why).total,)
            other += (self.roll(1, sides, why=why).total,)
            if one[-1] != other[-1]:
                return RollOff((0, 1) if one[-1] > other[-1] else (1, 0), (one, other))
        raise BadDice(f"{why}: equal dice {MOST_TIES} times on end", at="dice")


def new_seed() -> bytes:
    """A fresh 32-byte seed from the operating system."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """The seed's SHA-256 in hex: published before the match, it binds to the seed and hides it.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


@lru_cache(maxsize=256)
def _faces_of_bytes(sides: int) -> bytes:
    """For each byte of the stream the face it shows; 0 for those to be looked at one by one.

    They are the bytes that are passed over, and face 256, which a byte cannot hold.
    """
    limit = 256 - 256 % sides
    return bytes([(byte % sides + 1) % 256 if byte < limit else 0 for byte in range(256)])


class Rolled(Dice):
    """Dice from a seed: the same seed gives the same throws on every machine.

    The stream is the bytes of SHA-256(seed + counter), with the counter as 8 big-endian bytes
    counting blocks from 0. A die of n <= 256 sides takes the next byte, passing over those at or
    above the largest multiple of n that fits, and shows ``byte % n + 1``. A cryptographic stream,
    because players see the throws and must not be able to foresee the next ones. `position` is
    the number of bytes used: seed and position together restore the dice.
    """

    def __init__(self, seed: bytes, position: int = 0) -> None:
        if len(seed) != 32:
            raise BadDice(f"a seed has 32 bytes, this one {len(seed)}", at="seed")
        if position < 0:
            raise BadDice("a position in the stream cannot be negative", at="position")
        self.seed = seed
        self.rolls: list[Roll] = []
        self._block = position // 32
        self._used = position % 32
        self._bytes = self._digest(self._block)

    @property
    def position(self) -> int:
        """Bytes of the stream used so far."""
        return self._block * 32 + self._used

    def _digest(self, block: int) -> bytes:
        return hashlib.sha256(self.seed + block.to_bytes(8, "big")).digest()

    def _face(self, sides: int) -> int:
        limit = 256 - 256 % sides
        while True:
            if self._used == 32:
                self._block += 1
                self._used = 0
                self._bytes = self._digest(self._block)
            byte = self._bytes[self._used]
            self._used += 1
            if byte < limit:
                return byte % sides + 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely: for choices that are not rolls.

        Raises `ValueError` unless n is from 1 to 2**32.
        """
        if not 1 <= n <= 1 << 32:
            raise ValueError(f"cannot choose among {n}")
        if n <= 256:
            return self._face(n) - 1
        limit = (1 << 32) - (1 << 32) % n
        while True:
            number = 0
            for _ in range(4):
                number = number << 8 | (self._face(256) - 1)
            if number < limit:
                return number % n

    def roll(
        self,
        count: int,
        sides: int = 6,
        *,
        why: str,
        classes: Sequence[Hashable] | None = None,
    ) -> Roll:
        """As `Dice.roll`, with the faces; raises `ValueError` above 256 sides."""
        if not 1 <= sides <= 256:
            raise ValueError(f"a die rolled from a seed has 1 to 256 sides, not {sides}")
        used = self._used
        faces = tuple(self._bytes[used : used + count].translate(_faces_of_bytes(sides)))
        if len(faces) == count and 0 not in faces:
            self._used = used + count
        else:
            faces = tuple([self._face(sides) for _ in range(count)])
        roll = Roll(count, sides, sum(faces), why, faces)
        self.rolls.append(roll)
        return roll


class Given(Dice):
    """Dice somebody else threw: totals in the order in which the rules will ask for them."""

    def __init__(self, totals: Sequence[int]) -> None:
        self.rolls: list[Roll] = []
        self._totals = tuple(totals)

    @property
    def left_over(self) -> tuple[int, ...]:
        """Totals nobody asked for."""
        return self._totals[len(self.rolls) :]

    def roll(
        self,
        count: int,
        sides: int = 6,
        *,
        why: str,
        classes: Sequence[Hashable] | None = None,
    ) -> Roll:
        """As `Dice.roll`; raises `NeedsDice` when no total is left, `BadDice` if it cannot be."""
        have = len(self.rolls)
        if have == len(self._totals):
            raise NeedsDice(count, sides, why, have)
        total = self._totals[have]
        if not isinstance(total, int) or isinstance(total, bool):
            raise BadDice(f"{total!r} is not a whole number", at=f"dice[{have}]")
        if not count <= total <= count * sides:
            raise BadDice(f"{count}d{sides} cannot show {total}", at=f"dice[{have}]")
        roll = Roll(count, sides, total, why)
        self.rolls.append(roll)
        return roll

    def check_used_up(self) -> None:
        """Raise `BadDice` if totals were given that the rules never asked for."""
        if self.left_over:
            have = len(self.rolls)
            raise BadDice(f"{len(self.left_over)} totals too many", at=f"dice[{have}]")
