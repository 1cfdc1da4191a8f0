"""``make strength-tahta``: how often one bot of Rikki Tahta's *Melee* beats another, seats swapped.

Two players, the standard game. Every deal is played twice, so that no seat, first player or card
favours anybody.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from typing import NamedTuple

from benchmarks.symmetry import Rate
from meleekit.bots import bot, bots_for
from meleekit.core.dice import Rolled
from meleekit.tahta.game import Fists
from meleekit.tahta.setup import Setup
from tests.bots.duels import seed

GAMES = 1000
BATCH = 5


class Played(NamedTuple):
    """Games won by name and by seat, how many by a castle, and the time its moves took.

    Seconds are those of the processor, which other programs do not slow down.
    """

    won: Counter[str]
    seats: Counter[int]
    castles: int
    moves: int
    seconds: float
    slowest: float


def games(one: str, other: str, numbers: range) -> Played:
    """Each number is played twice, the bots in each other's seats."""
    game = Fists(Setup())
    won: Counter[str] = Counter()
    seats: Counter[int] = Counter()
    castles = moves = 0
    seconds = slowest = 0.0
    for number in numbers:
        for first in (0, 1):
            names = [(one, other)[(seat + first) % 2] for seat in (0, 1)]
            dice, own = Rolled(seed(number, "dice")), Rolled(seed(number, first, "bots"))
            state = game.begin(dice).state
            while open_now := game.decisions(state):
                seat = open_now[0].seat
                legal, view = game.actions(state, seat), game.view(state, seat)
                start = time.process_time()
                action = bot(names[seat]).choose(game, view, seat, legal, own)
                if names[seat] == one:
                    took = time.process_time() - start
                    moves, seconds, slowest = moves + 1, seconds + took, max(slowest, took)
                state = game.apply(state, seat, action, dice).state
            won[names[state.winner]] += 1
            seats[state.winner] += 1
            castles += state.end_rule == "TAH-END-01"
    return Played(won, seats, castles, moves, seconds, slowest)


def main() -> None:
    """Play and print."""
    there = bots_for("tahta")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=["equilibrium", "greedy"], metavar="bot")
    parser.add_argument("--games", type=int, default=GAMES, help="in all")
    parser.add_argument("--workers", type=int, default=None, help="processes; else one a core")
    asked = parser.parse_args()
    if len(asked.bots) != 2 or asked.bots[0] == asked.bots[1] or not set(asked.bots) <= set(there):
        parser.error(f"name two of {', '.join(there)}")
    one, other = asked.bots
    deals = (asked.games + 1) // 2
    parts = [range(at, min(at + BATCH, deals)) for at in range(0, deals, BATCH)]
    played: list[Played] = []
    with ProcessPoolExecutor(asked.workers) as pool:
        for part in pool.map(games, *zip(*[(one, other, part) for part in parts], strict=True)):
            played.append(part)
            if len(played) % ceil(len(parts) / 10) == 0:
                print(told(one, other, played), flush=True)
    print(told(one, other, played))
    print(timed(one, played))


def told(one: str, other: str, played: list[Played]) -> str:
    """A line: the share of games that `one` has won, with its interval, and by seat."""
    won = sum((part.won for part in played), Counter[str]())
    seats = sum((part.seats for part in played), Counter[int]())
    rate = Rate(won[one], won.total())
    low, high = rate.interval()
    return (
        f"{one} against {other}: {rate.share:.1%} of {rate.of:,} games ({low:.1%} to {high:.1%}); "
        f"seat 1 won {seats[0]:,}, seat 2 {seats[1]:,}; "
        f"by a castle {sum(part.castles for part in played):,}"
    )


def timed(one: str, played: list[Played]) -> str:
    """A line: how long the moves of `one` took."""
    moves, seconds = sum(part.moves for part in played), sum(part.seconds for part in played)
    return (
        f"a move of {one}: {seconds / max(moves, 1) * 1000:.1f} ms of processor time on average, "
        f"{max(part.slowest for part in played):.2f} s at most"
    )


if __name__ == "__main__":
    main()
