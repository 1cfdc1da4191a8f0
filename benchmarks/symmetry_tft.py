"""Battles of Melee (1977) whose images must go alike.

Blows are heavy, so that who strikes first decides much, and with it every tie that is not fair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from benchmarks.images import BLUE, RED, Image, Symmetric
from meleekit.core.hexgrid import hexagon_board
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import FighterSheet
from meleekit.tft.game import Melee
from meleekit.tft.setup import Setup, SideSetup

PIT = BoardSpec(
    id="pit",
    title="Pit",
    hexes=tuple(hexagon_board(2)),
    entrances=(((0, -2), (1, -2), (2, -2)), ((0, 2), (-1, 2), (-2, 2))),
)


def _human(
    name: str,
    strength: int,
    *items: str,
    armour: str = "none",
    ready: tuple[str, ...] | None = None,
) -> FighterSheet:
    return FighterSheet(
        name=name,
        strength=strength,
        dexterity=24 - strength,
        items=items,
        armour=armour,
        ready=ready,
    )


SWORD = _human("Sword", 14, "two_handed_sword", "dagger")
AXE = _human("Axe", 15, "battleaxe")
HALBERD = _human("Halberd", 13, "halberd")
PIKE = _human("Pike", 15, "pike_axe")
SHIELD = _human("Shield", 12, "broadsword", "large_shield", armour="leather")
BOW = _human("Bow", 11, "longbow", "dagger", ready=("longbow",))
CROSSBOW = _human("Crossbow", 12, "light_crossbow", "dagger", ready=("light_crossbow",))
THROWER = _human(
    "Thrower", 11, "small_axe", "small_axe", "dagger", ready=("small_axe", "small_axe")
)
WRESTLER = _human("Wrestler", 16, "dagger")
MORNINGSTAR = _human("Star", 13, "morningstar", "small_shield")
KNIFE = _human("Knife", 12, "dagger", "main_gauche")
BARE = _human("Bare", 16)


def _beast(race: str, strength: int, dexterity: int) -> FighterSheet:
    return FighterSheet(name=race.capitalize(), race=race, strength=strength, dexterity=dexterity)


WOLF = _beast("wolf", 10, 14)
BEAR = _beast("bear", 30, 11)


def _setup(
    red: Sequence[FighterSheet], blue: Sequence[FighterSheet], board: str | BoardSpec = PIT
) -> Setup:
    sides = (SideSetup(RED, tuple(red)), SideSetup(BLUE, tuple(blue)))
    setup = Setup(title="Symmetry", sides=sides, board=board, turn_limit=200)
    return msgspec.structs.replace(setup, board=setup.board_spec)


COMPANY = (SWORD, AXE, HALBERD)
SETUPS: Mapping[str, Callable[[], Setup]] = {
    "two-handed swords in a pit": lambda: _setup([SWORD], [SWORD]),
    "pike axes in the arena, charging": lambda: _setup([PIKE], [PIKE], "arena2"),
    "three against three in a pit": lambda: _setup(COMPANY, COMPANY),
    "three against three in the arena": lambda: _setup(COMPANY, COMPANY, "arena2"),
    "bear and wolves against the same in a pit": lambda: _setup(
        [BEAR, WOLF, WOLF], [BEAR, WOLF, WOLF]
    ),
    "bow, axes to throw and dagger against the same in the arena": lambda: _setup(
        [BOW, THROWER, WRESTLER], [BOW, THROWER, WRESTLER], "arena2"
    ),
    "bow and crossbow against the same in the arena": lambda: _setup(
        [BOW, CROSSBOW], [BOW, CROSSBOW], "arena2"
    ),
    "axes to throw against the same in a pit": lambda: _setup(
        [THROWER, THROWER], [THROWER, THROWER]
    ),
    "halberd and axe against two shields": lambda: _setup([HALBERD, AXE], [SHIELD, MORNINGSTAR]),
    "bare hands and daggers against the same in a pit": lambda: _setup(
        [BARE, WRESTLER, KNIFE], [BARE, WRESTLER, KNIFE]
    ),
    "two with bare hands against the same in a pit": lambda: _setup([BARE, BARE], [BARE, BARE]),
    "wolf and bare hands against daggers and sword in a pit": lambda: _setup(
        [WOLF, BARE, BARE], [WRESTLER, KNIFE, SWORD]
    ),
}


def image_of(setup: Setup, image: Image) -> Setup:
    """The same battle in another image; who is Red and who is Blue stays."""
    board = setup.board
    assert isinstance(board, BoardSpec)
    entrances = list(board.entrances)
    if image.mirrored:
        entrances = [tuple((-q, q + r) for q, r in hexes) for hexes in entrances]
        board = msgspec.structs.replace(
            board, hexes=tuple(sorted((-q, q + r) for q, r in board.hexes))
        )
    sides = list(setup.sides)
    if image.places:
        entrances.reverse()
    if image.sides:
        sides.reverse()
        entrances.reverse()
    if image.fighters:
        sides = [msgspec.structs.replace(side, fighters=side.fighters[::-1]) for side in sides]
    board = msgspec.structs.replace(board, entrances=tuple(entrances))
    return msgspec.structs.replace(setup, board=board, sides=tuple(sides))


def _equal(setup: Setup) -> bool:
    return setup.sides[0].fighters == setup.sides[1].fighters


SYMMETRIC = Symmetric(SETUPS, image_of, _equal, Melee, "at the first gate", "brawler")
