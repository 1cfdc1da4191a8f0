"""``make strength``: how often one bot beats another, over every scenario, sides swapped."""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import ceil

from benchmarks.symmetry import Rate
from meleekit.bots import bot, bots_for
from meleekit.tft.game import Melee
from meleekit.tft.scenarios import scenarios
from tests.bots.duels import fight

BATTLES = 2000


def battles(one: str, other: str, name: str, numbers: range) -> Counter[str]:
    """Who has won: each number is fought twice, the bots on each other's sides.

    All seats of a side have the same bot; of more than two sides every other one has.
    """
    game = Melee(scenarios()[name])
    won: Counter[str] = Counter()
    for number in numbers:
        for first in (0, 1):
            names = [(one, other)[(seat.side + first) % 2] for seat in game.seats]
            ended = fight(game, [bot(name) for name in names], (name, number, first))
            winners = ended.outcome.winners if ended.outcome else ()
            won[names[winners[0]] if winners else "nobody"] += 1
    return won


def told(name: str, won: Counter[str], one: str, other: str) -> str:
    """A line: the share of decided battles that `one` has won, with its interval, and draws."""
    rate = Rate(won[one], won[one] + won[other])
    low, high = rate.interval()
    share = f"{rate.share:6.1%} ({low:.1%} to {high:.1%})" if rate.of else "   undecided"
    return f"{name:28} {share}  {won[one]:,} to {won[other]:,}, {won['nobody']:,} draws"


def main() -> None:
    """Fight and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=["tactician", "brawler"], metavar="bot")
    parser.add_argument("--battles", type=int, default=BATTLES, help="in all")
    parser.add_argument("--workers", type=int, default=None, help="processes; else one a core")
    asked = parser.parse_args()
    there = bots_for("tft")
    if len(asked.bots) != 2 or asked.bots[0] == asked.bots[1] or not set(asked.bots) <= set(there):
        parser.error(f"name two of {', '.join(there)}")
    one, other = asked.bots
    pairs = ceil(asked.battles / 2 / len(scenarios()))
    parts = [range(at, min(at + 10, pairs)) for at in range(0, pairs, 10)]
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in scenarios():
            runs = [pool.submit(battles, one, other, name, part) for part in parts]
            won = sum((run.result() for run in runs), Counter[str]())
            total += won
            print(told(name, won, one, other), flush=True)
    print(told("in all", total, one, other))


if __name__ == "__main__":
    main()
