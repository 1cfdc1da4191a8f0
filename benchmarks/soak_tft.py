"""Random battles of Melee (1977): any weapon, race and beast, two to four sides.

Battles among those that want to win have no turn limit: one that lasts `MOST_TURNS` is a stall, and
so a failure. Random players can miss each other for ever, so where one of them sits a battle has a
limit. No hits are healed, no items made or lost.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from benchmarks.soaked import RANDOM, Drawn, Soaked, seated
from meleekit.core.dice import Rolled
from meleekit.core.hexgrid import hexagon_board
from meleekit.core.record import Entry
from meleekit.tft.actions import AnyAction
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import FighterSheet
from meleekit.tft.events import WeaponBroke
from meleekit.tft.game import Melee
from meleekit.tft.generator import random_beast, random_fighter
from meleekit.tft.setup import PlayerSetup, Setup, SideSetup
from meleekit.tft.state import Battle
from meleekit.tft.tables import default_tables
from tests.tft.invariants import check_not_healed, check_whole, items_in_play

MOST_TURNS = 5000
WITH_RANDOM = 100
"""The turn limit where a random player sits."""
MOST_FIGHTERS = 8

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


def drawn(chance: Rolled, bots: Sequence[str]) -> Drawn:
    """A random set-up and who plays it."""
    setup = random_setup(chance)
    names = seated(chance, bots, sum(len(side.team) for side in setup.sides))
    if RANDOM in names:
        setup = msgspec.structs.replace(setup, turn_limit=WITH_RANDOM)
    return Drawn(setup, names)


class Battles:
    """Looks a battle over."""

    def __init__(self, game: Melee) -> None:
        self.game = game
        self.turns = 0
        self.broken = 0

    def look(self, before: Battle | None, entry: Entry[Battle, AnyAction, object]) -> None:
        """The position is whole, and follows from the one before."""
        battle, self.turns = entry.state, entry.state.turn
        self.broken += sum([isinstance(event, WeaponBroke) for event in entry.events])
        check_whole(self.game, battle)
        carried = sum([len(character.items) for character in self.game.arena.characters])
        assert len(items_in_play(battle)) + self.broken == carried, "an item is lost or made"
        if before is not None:
            check_not_healed(before, battle)
        assert battle.turn <= MOST_TURNS, f"no end after {MOST_TURNS} turns"


SOAKED = Soaked(drawn, Battles)
