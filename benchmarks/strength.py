"""``make strength``: how often one bot beats another, over every scenario, sides swapped."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from math import ceil
from typing import NamedTuple

from benchmarks.rates import Rate, batches, counting
from benchmarks.timing import Timed, Times
from meleekit.bots import bot, bots_for
from meleekit.systems import SYSTEMS, system
from tests.bots.games import play, winners

GAMES = 2000
BATCH = 10
NOBODY = "nobody"


class Count(NamedTuple):
    """Games won by the name of the bot, and the time that the first bot took."""

    won: Counter[str]
    times: Times


NOTHING = Count(Counter(), Times())


def both(one: Count, other: Count) -> Count:
    """Two counts as one."""
    return Count(one.won + other.won, one.times.with_more(other.times))


def games(key: str, one: str, other: str, name: str, numbers: range) -> Count:
    """Who has won: each number is played twice, the bots on each other's sides.

    All seats of a side have the same bot; of more than two sides every other one has.
    """
    rules = system(key)
    game = rules.game(rules.setup_from(name))
    won: Counter[str] = Counter()
    timed = Timed(bot(one))
    for number in numbers:
        for first in (0, 1):
            bots = [(timed, bot(other))[(seat.side + first) % 2] for seat in game.seats]
            best = winners(game, play(game, bots, (name, number, first)))
            won[bots[best[0]].name if best else NOBODY] += 1
    return Count(won, timed.times)


def told(name: str, count: Count, one: str, other: str) -> str:
    """A line: the share of decided games that `one` has won, with its interval, and draws."""
    won = count.won
    rate = Rate(won[one], won[one] + won[other])
    return f"{name:28} {rate}  {won[one]:,} to {won[other]:,}, {won[NOBODY]:,} draws"


def main() -> None:
    """Play and print."""
    parser = counting(__doc__)
    parser.add_argument("bots", nargs="*", metavar="bot", help="two; else the strongest")
    parser.add_argument("--game", choices=SYSTEMS, default="tft")
    parser.add_argument("--scenarios", nargs="+", metavar="NAME", help="these alone")
    parser.add_argument("--games", type=int, default=GAMES, help="in all")
    asked = parser.parse_args()
    there, scenarios = bots_for(asked.game), system(asked.game).scenarios()
    bots = asked.bots or there[:-3:-1]
    names = asked.scenarios or list(scenarios)
    if len(bots) != 2 or bots[0] == bots[1] or not set(bots) <= set(there):
        parser.error(f"name two of {', '.join(there)}")
    if not set(names) <= set(scenarios):
        parser.error(f"the scenarios are {', '.join(scenarios)}")
    one, other = bots
    parts = batches(ceil(asked.games / 2 / len(names)), BATCH)
    total = NOTHING
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in names:
            runs = [pool.submit(games, asked.game, one, other, name, part) for part in parts]
            count = reduce(both, [run.result() for run in runs])
            total = both(total, count)
            print(told(name, count, one, other), flush=True)
    print(told("in all", total, one, other))
    print(f"a move of {one}: {total.times}")


if __name__ == "__main__":
    main()
