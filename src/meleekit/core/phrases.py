"""Small pieces of sentences that every table says in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from meleekit.core.game import Outcome, Seat


def listed(words: Sequence[str], last: str = "and", none: str = "") -> str:
    """Words as a sentence lists them, `last` before the last of them; `none` if there are none.

    >>> listed(["Ann"]), listed(["Ann", "Bob", "Cid"]), listed([], none="nobody")
    ('Ann', 'Ann, Bob and Cid', 'nobody')
    """
    if len(words) < 2:
        return words[0] if words else none
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def winners(seats: Sequence[Seat], outcome: Outcome) -> tuple[str, ...]:
    """The names of those who won, each once; none after a draw."""
    return tuple(dict.fromkeys(seats[seat].name for seat in outcome.winners))


def verdict(seats: Sequence[Seat], outcome: Outcome) -> str:
    """How a game ended, in a line without a full stop.

    >>> ann, bob = Seat(0, "Ann", 0), Seat(1, "Bob", 1)
    >>> verdict((ann, bob), Outcome((0,), "Bob is down", "TOY-WOUND"))
    'Ann won: Bob is down'
    >>> verdict((ann, bob), Outcome((), "nobody fell in time", "TOY-LIMIT"))
    'a draw: nobody fell in time'
    """
    names = winners(seats, outcome)
    return f"{listed(names)} won: {outcome.reason}" if names else f"a draw: {outcome.reason}"


def percent(p: Fraction) -> str:
    """A chance in whole percent, halves rounded up as the table does beside it: 5/8 is "63%"."""
    return f"{floor(100 * p + Fraction(1, 2))}%"
