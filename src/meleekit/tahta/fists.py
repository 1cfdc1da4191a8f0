"""What fists and guesses are worth: the attack as a game of two, solved exactly (TAH-GT-01..08).

One attack is a zero-sum game. The attacker hides a bid, the defender names a set of so many
numbers. Only the chance with which each bid is among the guesses matters, so the defender's
sets, many as they are, come down to one number a bid; and that game has a solution in closed
form. Exact numbers (`Fraction`) give exact answers, floats quick ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N", Fraction, float)


class Mix(NamedTuple, Generic[N]):
    """How both play at their best. The lists begin with a bid of 1.

    `value` is what the attacker may expect. `bids` are the chances of each bid, `guesses` the
    chances that it is among the numbers named, which add up to how many are named.
    """

    value: N
    bids: tuple[N, ...]
    guesses: tuple[N, ...]

    @property
    def success(self) -> N:
        """The chance that the bid is not among the guesses."""
        found = self.value * 0
        for bid, guess in zip(self.bids, self.guesses, strict=True):
            found += bid * (1 - guess)
        return found

    @property
    def mean_bid(self) -> N:
        """What is hidden on average, in gold."""
        found = self.value * 0
        for amount, chance in enumerate(self.bids, 1):
            found += amount * chance
        return found


def value(won: Sequence[N], lost: Sequence[N], guesses: int) -> N:
    """What an attack is worth if both play at their best (TAH-GT-03, TAH-GT-06).

    `won[i]` and `lost[i]` are the worth of success and of failure with a bid of i + 1; success
    is never worth less. The defender keeps the attacker down to V if it names each bid with
    chance (won - V) / (won - lost), as far as that asks for no more guesses than there are, and
    to no less than the best failure.
    """
    best = max(lost)
    above, weight = best * 0 - guesses, best * 0
    for success, failure in sorted(zip(won, lost, strict=True), reverse=True):
        gain = success - failure
        if gain > 0:
            above += success / gain
            weight += 1 / gain
            best = max(best, above / weight)
    return best


def mix(won: Sequence[N], lost: Sequence[N], guesses: int) -> Mix[N]:
    """How both play an attack at their best (TAH-GT-04, TAH-GT-06); arguments as for `value`.

    Where several mixes are as good, the attacker's is that of most bids (TAH-GT-05). A defender
    who has guesses to spare lays them out over all the rest evenly.
    """
    worth = value(won, lost, guesses)
    none, certain = worth * 0, worth * 0 + 1
    gains = [success - failure for success, failure in zip(won, lost, strict=True)]
    named = [
        min((success - worth) / gain, certain) if success > worth and gain > 0 else none
        for success, gain in zip(won, gains, strict=True)
    ]
    spare = min(guesses, len(won)) - sum(named)
    if spare > 0:
        room = len(won) - sum(named)
        named = [chance + (1 - chance) * spare / room for chance in named]
    floor = max(lost)
    if worth > floor:
        shares = [
            1 / gain if success >= worth and gain > 0 else none
            for success, gain in zip(won, gains, strict=True)
        ]
        total = sum(shares, none)
        return Mix(worth, tuple(share / total for share in shares), tuple(named))
    # Nothing better than to fail as cheaply as one may.
    least = lost.index(floor)
    bids = tuple(certain if i == least else none for i in range(len(won)))
    return Mix(worth, bids, tuple(named))


def informed(won: Sequence[N], lost: Sequence[N], guesses: int) -> Mix[N]:
    """As `mix`, where the bid is told to be odd or even before the guess (TAH-GT-07).

    The better of odd and even bids alone. `guesses` of it are chances once that is known: they
    add up to the number of guesses among the odd bids, and again among the even ones.
    """
    parts = [mix(won[at::2], lost[at::2], guesses) for at in (0, 1) if won[at::2]]
    best = max(range(len(parts)), key=lambda at: (parts[at].value, -at))
    none = parts[0].value * 0
    bids, named = [none] * len(won), [none] * len(won)
    for at, part in enumerate(parts):
        named[at::2] = part.guesses
        if at == best:
            bids[at::2] = part.bids
    return Mix(parts[best].value, tuple(bids), tuple(named))


# -- the models of the rules ---------------------------------------------------------------------


def worths(
    gold: int, prize: Fraction, unit: Fraction = Fraction(0)
) -> tuple[list[Fraction], list[Fraction]]:
    """Success and failure by bid where gold spent is gold lost (TAH-GT-01).

    `prize` is the worth of success in gold, `unit` what is lost with the attacker (TAH-GT-02).
    """
    bids = range(1, gold + 1)
    return [prize - bid for bid in bids], [-unit - bid for bid in bids]


def single(gold: int, guesses: int, prize: Fraction, unit: Fraction = Fraction(0)) -> Mix[Fraction]:
    """One attack with that much gold against so many guesses (TAH-GT-01..05).

    >>> found = single(5, 1, Fraction(8))
    >>> found.value, found.success, found.bids[:2]
    (Fraction(7, 2), Fraction(3, 4), (Fraction(1, 4), Fraction(1, 4)))
    """
    return mix(*worths(gold, prize, unit), guesses)


@lru_cache(maxsize=4096)
def chain_mix(guesses: tuple[int, ...], gold: int) -> Mix[Fraction]:
    """The first attack of several that must all succeed, gold being worth nothing (TAH-GT-06).

    `guesses` are those of the defenders in their order; there is at least one of each. The value
    is the chance that all are beaten.
    """
    won = [chain(guesses[1:], gold - bid) for bid in range(1, gold + 1)]
    return mix(won, [Fraction(0)] * gold, guesses[0])


def chain(guesses: tuple[int, ...], gold: int) -> Fraction:
    """The chance to beat defenders one after another with one purse (TAH-GT-06).

    >>> chain((2, 2), 7), chain((2,), 6), chain((1,), 0)
    (Fraction(12, 49), Fraction(2, 3), Fraction(0, 1))
    """
    if not guesses:
        return Fraction(1)
    # Every bid is at least 1 (TAH-ATK-06).
    return chain_mix(guesses, gold).value if gold >= len(guesses) else Fraction(0)


@lru_cache(maxsize=65536)
def quick_chain(guesses: tuple[int, ...], gold: int) -> float:
    """As `chain`, as a float: the exact numbers grow long where many defend."""
    if not guesses:
        return 1.0
    if gold < len(guesses):
        return 0.0
    won = [quick_chain(guesses[1:], gold - bid) for bid in range(1, gold + 1)]
    return value(won, [0.0] * gold, guesses[0])


def stakes(
    guesses: tuple[int, ...], gold: int, prize: Fraction | None, unit: Fraction = Fraction(0)
) -> tuple[list[Fraction], list[Fraction]]:
    """Success and failure of the first of several attacks by bid, the rest played at its best.

    Only who beats all defenders has the `prize`; after each success one may stop, and has lost
    what was spent so far, but no unit. With one defender it is `worths` (TAH-GT-01, TAH-GT-02).
    Without a prize success alone counts, as in `chain` (TAH-GT-06).
    """
    if prize is None:
        rest = guesses[1:]
        return [chain(rest, gold - bid) for bid in range(1, gold + 1)], [Fraction(0)] * gold
    after = [prize] * gold
    for count in reversed(guesses[1:]):
        after = [max(Fraction(0), _onward(after, left, count, unit)) for left in range(gold)]
    return [after[gold - bid] - bid for bid in range(1, gold + 1)], worths(gold, prize, unit)[1]


def _onward(after: Sequence[Fraction], gold: int, guesses: int, unit: Fraction) -> Fraction:
    """What the next attack is worth, by what is left to win after it; nothing without gold."""
    if not gold:
        return Fraction(0)
    won = [after[gold - bid] - bid for bid in range(1, gold + 1)]
    return value(won, [-unit - bid for bid in range(1, gold + 1)], guesses)


# -- drawing -------------------------------------------------------------------------------------


def guess_set(chances: Sequence[N], at: N) -> tuple[int, ...]:
    """Numbers to guess, by a point `at` of [0, 1): each is among them with its own chance.

    Systematic sampling: the chances are laid end to end, and every point at a whole distance from
    `at` picks the number it falls on. As no chance is above 1, none is picked twice, and as they
    add up to a whole number, it is always as many (TAH-ATK-08).
    """
    ends = list(accumulate(chances))
    wanted = round(ends[-1])
    numbers: list[int] = []
    for number, end in enumerate(ends, 1):
        if len(numbers) < wanted and at + len(numbers) < end:
            numbers.append(number)
    # Where floats fell short by a hair.
    for number in range(len(ends), 0, -1):
        if len(numbers) < wanted and number not in numbers:
            numbers.append(number)
    return tuple(sorted(numbers))


def grain(chances: Sequence[Fraction]) -> int:
    """Into how many equal steps [0, 1) must be cut so that `guess_set` keeps the exact chances."""
    return lcm(*(end.denominator for end in accumulate(chances)))
