"""``make soak``: random set-ups, played by bots to their end, every position looked over.

Each seat has a bot of its own. Every position must be whole and follow from the one before, and
leave the one before as it was; whoever is asked has something to do. Now and then the position is
written down as a situation and read again. At the end the record is read back, each position
checked as a stranger's, and replayed from its seed, roll by roll.

What is drawn, what must hold of a position, and when a game is taken to have stalled, each system
says for itself.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from typing import Any, NamedTuple

import msgspec

from benchmarks import soak_battlesystem, soak_tahta, soak_tao, soak_tft
from benchmarks.rates import batches, counting
from benchmarks.soaked import RANDOM, Soaked, Watch
from benchmarks.timing import Timed, Times
from meleekit.bots import bot, bot_choice, bots_for
from meleekit.core.dice import Rolled
from meleekit.core.match import Match
from meleekit.core.record import Entry
from meleekit.core.system import System
from meleekit.core.verify import verify
from meleekit.systems import SYSTEMS, system
from tests.bots.games import seed

SETUPS = 1000
BATCH = 10
WRITTEN = 25
"""Every so many positions one is written down as a situation."""

SOAKS: Mapping[str, Soaked] = {
    "tft": soak_tft.SOAKED,
    "tahta": soak_tahta.SOAKED,
    "battlesystem": soak_battlesystem.SOAKED,
    "tao": soak_tao.SOAKED,
}


class Played(NamedTuple):
    """What became of one set-up; `fault` is empty where nothing was wrong."""

    number: int
    sides: int
    bots: tuple[str, ...]
    decisions: int
    turns: int
    drawn: bool
    times: Mapping[str, Times]
    fault: str


# -- playing -------------------------------------------------------------------------------------


def soak(key: str, number: int, among: Sequence[str] = ()) -> Played:
    """Play the set-up of that number, looking at everything; a fault is caught and told.

    The bots are drawn from those of that name, else from all.
    """
    rules, soaked = system(key), SOAKS[key]
    setup, names = soaked.drawn(Rolled(seed("soak", number)), among or bots_for(key))
    bots = {name: Timed(bot(name)) for name in names}
    sides = turns = decisions = 0
    fault, drawn = "", False
    try:
        match = Match.start(rules, rules.setup_from(setup), seed=seed(number))
        sides = len({seat.side for seat in match.game.seats})
        watch = soaked.watch(match.game)
        for _ in _played(rules, match, [bots[name] for name in names], watch):
            decisions, turns = decisions + 1, watch.turns
        drawn = match.outcome is not None and not match.outcome.winners
        found = verify(match.save(reveal_seed=True), SYSTEMS)
        assert found.ok, f"revision {found.revision}: {found.reason}"
    except Exception:  # whatever it is, it is what this looks for
        fault = traceback.format_exc(limit=-4)
    times = {name: timed.times for name, timed in bots.items()}
    return Played(number, sides, names, decisions, turns, drawn, times, fault)


def _played(
    rules: System, match: Match[Any, Any], bots: Sequence[Timed], watch: Watch
) -> Iterator[Entry[Any, Any, Any]]:
    """Play to the end, looking over every position on the way."""
    game = match.game
    watch.look(None, match.entries[0])
    while match.outcome is None:
        before = match.state
        written = msgspec.msgpack.encode(before)
        for decision in match.decisions:
            assert game.actions(before, decision.seat), f"nothing can be done: {decision}"
        seat = match.decisions[0].seat
        entry = match.act(seat, bot_choice(match, bots[seat], seat))
        assert msgspec.msgpack.encode(before) == written, "the state before was changed"
        watch.look(before, entry)
        if match.revision % WRITTEN == 0:
            other, again = rules.load_situation(rules.dump_situation(game, entry.state))
            assert again == entry.state, "its situation is another moment"
            assert other.setup == game.setup, "its situation is of another set-up"
        yield entry
    assert not match.decisions, "it is over, and somebody is asked"


def soak_all(key: str, numbers: range, among: Sequence[str]) -> list[Played]:
    """Several set-ups, one after the other."""
    return [soak(key, number, among) for number in numbers]


# -- what is printed -----------------------------------------------------------------------------


def main() -> None:
    """Play and print; ends with 1 if anything was wrong."""
    parser = counting(__doc__)
    parser.add_argument("--game", choices=SOAKS, default="tft")
    parser.add_argument("--setups", type=int, default=SETUPS, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--bots", nargs="+", default=(), metavar="NAME", help="these alone")
    asked = parser.parse_args()
    if not set(asked.bots) <= set(bots_for(asked.game)):
        parser.error(f"the bots are {', '.join(bots_for(asked.game))}")
    parts = batches(asked.setups, BATCH, asked.first)
    played: list[Played] = []
    start = time.monotonic()
    with ProcessPoolExecutor(asked.workers) as pool:
        runs = [pool.submit(soak_all, asked.game, part, asked.bots) for part in parts]
        for done, run in enumerate(runs, 1):
            part = run.result()
            played += part
            for one in part:
                if one.fault:
                    print(f"set-up {one.number} ({', '.join(one.bots)}):\n{one.fault}", flush=True)
            if done % ceil(len(parts) / 10) == 0:
                print(f"{len(played):,} set-ups, {time.monotonic() - start:,.0f} s", flush=True)
    faults = sum(bool(one.fault) for one in played)
    ended = [one for one in played if not one.fault]
    print(told(asked.game, ended))
    print(f"{len(played):,} random set-ups: {len(ended):,} ended and held, {faults:,} did not")
    raise SystemExit(bool(faults))


def told(key: str, ended: list[Played]) -> str:
    """How many there were of what, and how long they and their moves took."""
    sides = Counter(one.sides for one in ended)
    seats = Counter(name for one in ended for name in one.bots)
    turns = sorted(one.turns for one in ended) or [0]
    by_sides = ", ".join(f"{n:,} of {count} sides" for count, n in sorted(sides.items()))
    by_bot = ", ".join(f"{name} {seats[name]:,}" for name in bots_for(key))
    lines = [
        f"games: {by_sides}",
        f"seats: {by_bot}",
        f"positions looked over: {sum(one.decisions for one in ended):,}",
        f"turns: median {turns[len(turns) // 2]}, longest {turns[-1]}",
        f"without a winner: {sum(one.drawn for one in ended):,}, "
        f"of these {sum(one.drawn and RANDOM not in one.bots for one in ended):,} "
        "among bots that want to win",
    ]
    for name in bots_for(key):
        times = Times()
        for one in ended:
            times = times.with_more(one.times.get(name, Times()))
        lines.append(f"a move of {name}: {times}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
