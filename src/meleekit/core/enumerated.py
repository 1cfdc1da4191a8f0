"""Dice that fall every way in turn, each with its exact probability."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice
from math import comb, factorial
from typing import TypeVar

from meleekit.core.dice import Dice, Drawn, Roll, RollOff, ways
from meleekit.core.errors import TooLarge

T = TypeVar("T")


@lru_cache(maxsize=4096)
def _branches(
    count: int, sides: int, classes: tuple[Hashable, ...] | None
) -> tuple[tuple[int, int], ...]:
    """(total, ways) of each branch of one chance node; one representative total a class."""
    row = ways(count, sides)
    if classes is None:
        return tuple((count + i, n) for i, n in enumerate(row))
    merged: dict[Hashable, tuple[int, int]] = {}
    for i, n in enumerate(row):
        first, so_far = merged.get(classes[i], (count + i, 0))
        merged[classes[i]] = (first, so_far + n)
    return tuple(merged.values())


class Enumerated(Dice):
    """One path through the tree of all outcomes; `enumerate_outcomes` walks the whole tree.

    `path` says which branch to take at the first chance nodes; beyond it the first branch is
    taken. `probability` is the exact chance of the path walked so far.
    """

    def __init__(self, path: Sequence[int] = ()) -> None:
        self.rolls: list[Roll] = []
        self._path = path
        self._taken: list[tuple[int, int]] = []  # (branch taken, branches there are)
        self._numerator = 1
        self._denominator = 1

    @property
    def probability(self) -> Fraction:
        """Exact chance of everything rolled on this path."""
        return Fraction(self._numerator, self._denominator)

    def _branch(self, branches: int) -> int:
        depth = len(self._taken)
        branch = self._path[depth] if depth < len(self._path) else 0
        self._taken.append((branch, branches))
        return branch

    def roll(
        self,
        count: int,
        sides: int = 6,
        *,
        why: str,
        classes: Sequence[Hashable] | None = None,
    ) -> Roll:
        """As `Dice.roll`: the total, or the first of its class, that this path leads to."""
        branches = _branches(count, sides, tuple(classes) if classes is not None else None)
        total, n = branches[self._branch(len(branches))]
        self._numerator *= n
        self._denominator *= sides**count
        roll = Roll(count, sides, total, why)
        self.rolls.append(roll)
        return roll

    def roll_anew(
        self,
        sides: int = 6,
        *,
        again: Collection[int],
        why: str,
        classes: Sequence[Hashable] | None = None,
    ) -> Roll:
        """The faces that are not thrown again, each as likely as the other."""
        of_class: dict[Hashable, list[int]] = {}
        for face in range(1, sides + 1):
            if face not in again:
                of_class.setdefault(face if classes is None else classes[face - 1], []).append(face)
        branches = list(of_class.values())
        faces = branches[self._branch(len(branches))]
        self._numerator *= len(faces)
        self._denominator *= sum(map(len, branches))
        roll = Roll(1, sides, faces[0], why)
        self.rolls.append(roll)
        return roll

    def roll_off(self, contenders: int, sides: int = 6, *, why: str) -> RollOff:
        """Every order is as likely as any other, so re-rolls need no branches of their own."""
        orders = factorial(contenders)
        order = _order(contenders, self._branch(orders))
        self._denominator *= orders
        return RollOff(order, ((),) * contenders)

    def draw(self, contenders: int, sides: int = 6, *, why: str) -> Drawn:
        """A branch for each of them."""
        number = self._branch(contenders)
        self._denominator *= contenders
        return Drawn(number, ((),) * contenders)

    def deal(self, count: int, of: int, *, why: str) -> tuple[int, ...]:
        """A branch for each set of cards; the order in which they come is none of its own."""
        sets = comb(of, count)
        number = self._branch(sets)
        self._denominator *= sets
        return next(islice(combinations(range(of), count), number, None))

    @property
    def least_ways(self) -> int:
        """How many ways there are at least: this one, and one for each branch beside it."""
        return 1 + sum(branches - 1 for _, branches in self._taken)

    def next_path(self) -> list[int] | None:
        """The path after this one, depth first; None when this was the last."""
        taken = self._taken
        for depth in range(len(taken) - 1, -1, -1):
            branch, branches = taken[depth]
            if branch + 1 < branches:
                return [b for b, _ in taken[:depth]] + [branch + 1]
        return None


def _order(contenders: int, number: int) -> tuple[int, ...]:
    """The order of that number among all, as they are sorted; there may be far too many to list.

    >>> [_order(3, number) for number in range(6)]
    [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    """
    left = list(range(contenders))
    order = []
    for after in range(contenders - 1, -1, -1):
        place, number = divmod(number, factorial(after))
        order.append(left.pop(place))
    return tuple(order)


def enumerate_outcomes(
    run: Callable[[Dice], T], most: int | None = None
) -> Iterator[tuple[T, Fraction]]:
    """Run `run` once for each way the dice can fall; yield its result and the exact chance of it.

    `run` must depend on nothing but the dice. The chances add up to 1; equal results are not
    merged here, since only the caller knows what makes two results equal. Raises `TooLarge` where
    there are more than `most` ways, as soon as that is seen.

    >>> sum(p for total, p in enumerate_outcomes(lambda d: d.roll(3, why="").total) if total <= 11)
    Fraction(5, 8)
    """
    path: list[int] | None = []
    number = 0
    while path is not None:
        dice = Enumerated(path)
        result = run(dice)
        number += 1
        if most is not None and max(number, dice.least_ways) > most:
            raise TooLarge(f"the dice can fall in more than {most} ways, too many to go through")
        yield result, dice.probability
        path = dice.next_path()
