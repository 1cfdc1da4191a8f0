"""``make soak``: random set-ups, played by bots to their end, every position looked over.

Any weapon, race and beast, two to four sides, each seat with a bot of its own. Battles among those
that want to win have no turn limit: one that lasts `MOST_TURNS` is a stall, and so a failure.
Random players can miss each other for ever, so where one of them sits a battle has a limit.

Every position must be whole and follow from the one before without hits healed or items made or
lost, and leave the one before as it was. At the end the record of the battle is read back, each
position checked as a stranger's, and replayed from its seed, roll by roll.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from typing import Any, NamedTuple

import msgspec

from meleekit.bots import BOTS, Bot, bot_choice, bots_for
from meleekit.core.dice import Rolled
from meleekit.core.hexgrid import hexagon_board
from meleekit.core.match import Match
from meleekit.core.record import Entry
from meleekit.core.verify import verify
from meleekit.systems import SYSTEMS, system
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import FighterSheet
from meleekit.tft.events import WeaponBroke
from meleekit.tft.game import Melee
from meleekit.tft.generator import random_beast, random_fighter
from meleekit.tft.setup import PlayerSetup, Setup, SideSetup
from meleekit.tft.state import Battle
from meleekit.tft.tables import default_tables
from tests.bots.duels import seed
from tests.tft.invariants import check_not_healed, check_whole, items_in_play

SETUPS = 1000
MOST_TURNS = 5000
WITH_RANDOM = 100
"""The turn limit where a random player sits."""
MOST_FIGHTERS = 8
BATCH = 10

# So small that everybody meets at once; the gates of three and four sides are as far apart.
_RIM = ((0, -3), (3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0))
PITS = {
    2: (_RIM[0], _RIM[3]),
    3: (_RIM[0], _RIM[2], _RIM[4]),
    4: (_RIM[0], _RIM[1], _RIM[3], _RIM[4]),
}
BOARDS = {
    2: ("pit", "pit", "arena2", "arena3", "court4", "bridge"),
    3: ("pit", "court4", "ring6"),
    4: ("pit", "court4", "ring6"),
}


RANDOM = "random"


class Fought(NamedTuple):
    """What became of one set-up; `fault` is empty where nothing was wrong."""

    number: int
    sides: int
    bots: tuple[str, ...]
    decisions: int
    turns: int
    drawn: bool
    fault: str


# -- what is fought ------------------------------------------------------------------------------


def _pit(sides: int) -> BoardSpec:
    return BoardSpec(
        id="pit",
        title="Pit",
        hexes=tuple(hexagon_board(3)),
        entrances=tuple((corner,) for corner in PITS[sides]),
    )


def random_setup(chance: Rolled) -> Setup:
    """Two to four sides of random fighters, a quarter of them beasts.

    Who finds no room at the gate begins in reserve; sides of several may have a player for each
    fighter; in half of the battles other readings of the rules are in force.
    """
    rows = default_tables().variants
    sides = 2 + (chance.below(3) if chance.below(2) else 0)
    kind = ("death", "arena", "practice")[chance.below(3)]
    board = BOARDS[sides][chance.below(len(BOARDS[sides]))]
    variants: list[str] = []
    for row in rows.values() if chance.below(2) else ():
        if row.in_play and not chance.below(4):
            if not any(row.id in rows[other].excludes for other in variants):
                variants.append(row.id)

    def one() -> FighterSheet:
        if not chance.below(4):
            return random_beast(chance.below)
        return random_fighter(chance.below, missiles=kind != "practice")

    named = []
    for number in range(sides):
        fighters = tuple(one() for _ in range(1 + chance.below(MOST_FIGHTERS // sides)))
        players = ()
        if sides == 2 and 1 < len(fighters) <= 3 and not chance.below(4):
            players = tuple(
                PlayerSetup(f"Player {number}.{place}", (place,))
                for place in range(1, len(fighters) + 1)
            )
        named.append(SideSetup(f"Side {number}", fighters, players=players))
    return Setup(
        title="Soak",
        sides=tuple(named),
        kind=kind,  # type: ignore[arg-type]  # one of the three
        board=_pit(sides) if board == "pit" else board,
        variants=tuple(variants),
    )


def seated(chance: Rolled, seats: int) -> list[Bot]:
    """A bot for each seat, drawn; in half of the battles none is the random one."""
    names = [name for name in bots_for("tft") if name != RANDOM or chance.below(2)]
    return [BOTS[names[chance.below(len(names))]] for _ in range(seats)]


# -- fighting ------------------------------------------------------------------------------------


def soak(number: int) -> Fought:
    """Fight the set-up of that number, looking at everything; a fault is caught and told."""
    chance = Rolled(seed("soak", number))
    setup = random_setup(chance)
    sides, turns, decisions = len(setup.sides), 0, 0
    bots = seated(chance, sum(len(side.team) for side in setup.sides))
    if any(bot.name == RANDOM for bot in bots):
        setup = msgspec.structs.replace(setup, turn_limit=WITH_RANDOM)
    fault, drawn = "", False
    try:
        match = Match.start(system("tft"), system("tft").setup_from(setup), seed=seed(number))
        for entry in _played(match, bots):
            decisions, turns = decisions + 1, entry.state.turn
        drawn = match.outcome is not None and not match.outcome.winners
        found = verify(match.save(reveal_seed=True), SYSTEMS)
        assert found.ok, f"revision {found.revision}: {found.reason}"
    except Exception:  # whatever it is, it is what this looks for
        fault = traceback.format_exc(limit=-4)
    names = tuple(bot.name for bot in bots)
    return Fought(number, sides, names, decisions, turns, drawn, fault)


def _played(match: Match[Any, Any], bots: list[Bot]) -> Iterator[Entry[Battle, Any, Any]]:
    """Play to the end, looking over every position on the way."""
    game, broken = match.game, 0
    assert isinstance(game, Melee)
    _check(game, match.state, 0)
    while match.outcome is None:
        before: Battle = match.state
        written = msgspec.msgpack.encode(before)
        seat = match.decisions[0].seat
        entry = match.act(seat, bot_choice(match, bots[seat], seat))
        assert msgspec.msgpack.encode(before) == written, "the state before was changed"
        broken += sum([isinstance(event, WeaponBroke) for event in entry.events])
        check_not_healed(before, entry.state)
        _check(game, entry.state, broken)
        assert entry.state.turn <= MOST_TURNS, f"no end after {MOST_TURNS} turns"
        yield entry


def _check(game: Melee, battle: Battle, broken: int) -> None:
    check_whole(game, battle)
    carried = sum([len(character.items) for character in game.arena.characters])
    assert len(items_in_play(battle)) + broken == carried, "an item is lost or made"


def soak_all(numbers: range) -> list[Fought]:
    """Several set-ups, one after the other."""
    return [soak(number) for number in numbers]


# -- what is printed -----------------------------------------------------------------------------


def main() -> None:
    """Fight and print; ends with 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setups", type=int, default=SETUPS, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--workers", type=int, default=None, help="processes; else one a core")
    asked = parser.parse_args()
    end = asked.first + asked.setups
    parts = [range(at, min(at + BATCH, end)) for at in range(asked.first, end, BATCH)]
    fought: list[Fought] = []
    start = time.monotonic()
    with ProcessPoolExecutor(asked.workers) as pool:
        for done, part in enumerate(pool.map(soak_all, parts), 1):
            fought += part
            for one in part:
                if one.fault:
                    print(f"set-up {one.number} ({', '.join(one.bots)}):\n{one.fault}", flush=True)
            if done % ceil(len(parts) / 10) == 0:
                print(f"{len(fought):,} set-ups, {time.monotonic() - start:,.0f} s", flush=True)
    faults = sum(bool(one.fault) for one in fought)
    ended = [one for one in fought if not one.fault]
    print(told(ended))
    print(f"{len(fought):,} random set-ups: {len(ended):,} ended and held, {faults:,} did not")
    raise SystemExit(bool(faults))


def told(ended: list[Fought]) -> str:
    """How many there were of what, and how long they took."""
    sides = Counter(one.sides for one in ended)
    seats = Counter(name for one in ended for name in one.bots)
    turns = sorted(one.turns for one in ended) or [0]
    by_sides = ", ".join(f"{n:,} of {count} sides" for count, n in sorted(sides.items()))
    by_bot = ", ".join(f"{name} {seats[name]:,}" for name in bots_for("tft"))
    return (
        f"battles: {by_sides}\n"
        f"seats: {by_bot}\n"
        f"positions looked over: {sum(one.decisions for one in ended):,}\n"
        f"turns: median {turns[len(turns) // 2]}, longest {turns[-1]}\n"
        f"without a winner: {sum(one.drawn for one in ended):,}, "
        f"of these {sum(one.drawn and RANDOM not in one.bots for one in ended):,} "
        "among bots that want to win"
    )


if __name__ == "__main__":
    main()
