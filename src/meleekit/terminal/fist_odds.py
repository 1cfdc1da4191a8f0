"""The odds of an attack in Rikki Tahta's *Melee* in print: what to hide and what to guess."""

from __future__ import annotations

from fractions import Fraction

from rich.console import Console

from meleekit.core.errors import BadRequest
from meleekit.tahta.fists import Mix, informed, mix, stakes
from meleekit.terminal.odds import exact, percent
from meleekit.terminal.page import add_row, columns, put, say

MOST_GOLD = 60
"""Gold for which it is still quick to work out; nobody has ever so much."""
MOST_DEFENDERS = 4
"""As many as may stand in a castle: soldier, knight and garrison, and one on the way."""


def show_fist_odds(
    console: Console,
    gold: int,
    guesses: str,
    prize: str | None = None,
    unit: str = "0",
    *,
    informers: bool = False,
) -> None:
    """Bids, guesses, chance and value of an attack at the equilibrium (TAH-GT-01..07).

    `guesses` are those of the defenders one after another ("1,2"). With a `prize` for beating all
    of them, gold spent is gold lost and `unit` is lost with a failure; without, success alone
    counts. Raises `BadRequest` naming the option that is wrong.
    """
    counts = _counts(guesses)
    if not 1 <= gold <= MOST_GOLD:
        raise BadRequest(f"from 1 to {MOST_GOLD} gold", at="--gold")
    worth = _number(prize, "--prize") if prize is not None else None
    loss = _number(unit, "--unit")
    won, lost = stakes(counts, gold, worth, loss)
    found = (informed if informers else mix)(won, lost, counts[0])
    asked = ", and is told whether the sum is odd" if informers else ""
    who = f"{len(counts)} defenders in a row" if len(counts) > 1 else "one defender"
    named = ", ".join(map(str, counts))
    say(console, f"{gold} gold against {who} ({named} to guess){asked}", "bold")
    _mixes(console, found)
    then = " of the first" if len(counts) > 1 else ""
    _line(console, f"chance of success{then}", percent(found.success), exact(found.success))
    if worth is None:
        _line(console, "chance to beat all", percent(found.value), exact(found.value))
    else:
        _line(console, "worth of the attack", f"{float(found.value):.3f}", exact(found.value))
    _line(console, "hidden on average", f"{float(found.mean_bid):.3f}", exact(found.mean_bid))
    if worth is None:
        say(console, "Only success counts here; --prize says what it is worth in gold.", "dim")
    elif found.value < 0:
        say(console, "Whoever may decline does better not to attack.", "dim")


def _mixes(console: Console, found: Mix[Fraction]) -> None:
    table = columns("right ", "right ", "dim", "right ", "dim")
    add_row(table, ("bid", "hidden", "", "guessed", ""))
    for bid, (hidden, guessed) in enumerate(zip(found.bids, found.guesses, strict=True), 1):
        cells = (percent(hidden), exact(hidden), percent(guessed), exact(guessed))
        add_row(table, (str(bid), *cells))
    put(console, table)


def _line(console: Console, name: str, shown: str, note: str) -> None:
    say(console, f"{name}: {shown}", note=note)


def _counts(said: str) -> tuple[int, ...]:
    try:
        counts = tuple(int(part) for part in said.split(","))
    except ValueError:
        counts = ()
    if not 1 <= len(counts) <= MOST_DEFENDERS or not all(1 <= count <= 9 for count in counts):
        message = f"the guesses of one to {MOST_DEFENDERS} defenders, such as 2 or 1,2"
        raise BadRequest(message, at="--guesses")
    return counts


def _number(said: str, at: str) -> Fraction:
    try:
        number = Fraction(said)
    except (ValueError, ZeroDivisionError):
        raise BadRequest(f"{said!r} is no number such as 8, 2.5 or 7/2", at=at) from None
    if not 0 <= number <= 1000 or number.denominator > 1000:
        raise BadRequest("from 0 to 1000, in thousandths at the finest", at=at)
    return number
