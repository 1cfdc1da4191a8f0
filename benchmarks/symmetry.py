"""``make symmetry``: no side, seat, place or order of listing has an edge, over long runs.

Every set-up is fought in all its images: the board mirrored or not, the sides in each other's
place or not, listed the other way round or not, their fighters likewise. A factor that does
nothing leaves the rate at which Red wins as it is; between equals Red wins half of the battles.
Blows are heavy, so that who strikes first decides much, and with it every tie that is not fair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import ceil, sqrt
from typing import NamedTuple

import msgspec

from benchmarks.rates import Rate, counting
from meleekit.bots import bot, bots_for
from meleekit.core.hexgrid import hexagon_board
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import FighterSheet
from meleekit.tft.game import Melee
from meleekit.tft.setup import Setup, SideSetup
from tests.bots.games import play

BATTLES = 6400
# One in 2,000 fair rows is farther out than this.
SUSPECT = 3.5
RED, BLUE = "Red", "Blue"

PIT = BoardSpec(
    id="pit",
    title="Pit",
    hexes=tuple(hexagon_board(2)),
    entrances=(((0, -2), (1, -2), (2, -2)), ((0, 2), (-1, 2), (-2, 2))),
)


class Image(NamedTuple):
    """Which of the four changes are made to a set-up."""

    mirrored: bool
    places: bool
    sides: bool
    fighters: bool


IMAGES = tuple(Image(*made) for made in product((False, True), repeat=4))
FACTORS = {
    "board mirrored": "mirrored",
    "sides in each other's place": "places",
    "sides listed the other way round": "sides",
    "fighters listed the other way round": "fighters",
}


class Fought(NamedTuple):
    """A decided battle: in which image, and who won; `first` is who was listed first."""

    image: Image
    red_won: bool
    first_won: bool
    north_won: bool


def from_half(rate: Rate) -> float:
    """By how many standard deviations a rate differs from one half."""
    return (rate.won - rate.of / 2) / (sqrt(rate.of) / 2)


def apart(one: Rate, other: Rate) -> float:
    """By how many standard deviations two rates differ, if the true ones are the same."""
    pooled = (one.won + other.won) / (one.of + other.of)
    return (other.share - one.share) / sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of))


# -- what is fought ------------------------------------------------------------------------------


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


def battles(name: str, image: Image, count: int, player: str = "brawler") -> list[Fought]:
    """So many battles of bots of one kind in one image, without the undecided ones."""
    game = Melee(image_of(SETUPS[name](), image))
    red = 1 if image.sides else 0
    north = red if not image.places else 1 - red
    found = []
    for number in range(count):
        ended = play(game, (bot(player), bot(player)), (name, image, number))
        if ended.outcome is not None and ended.outcome.winners:
            (seat,) = ended.outcome.winners
            found.append(Fought(image, seat == red, seat == 0, seat == north))
    return found


# -- what is printed -----------------------------------------------------------------------------


def rate(fought: Iterable[Fought], won: str) -> Rate:
    """How many of those battles have that field."""
    told = [bool(getattr(one, won)) for one in fought]
    return Rate(sum(told), len(told))


def lines(fought: Sequence[Fought], equal: bool) -> Iterator[tuple[str, float]]:
    """A line for each comparison, with its z-score."""
    if equal:
        for what, field in (
            ("Red wins", "red_won"),
            ("the first listed wins", "first_won"),
            ("who enters at the first gate wins", "north_won"),
        ):
            found = rate(fought, field)
            yield f"{what:36} {_percent(found)}", from_half(found)
    for what, field in FACTORS.items():
        off, on = (
            rate((one for one in fought if getattr(one.image, field) is made), "red_won")
            for made in (False, True)
        )
        yield f"{what:36} {_percent(off)} -> {_percent(on)}", apart(off, on)


def _percent(rate: Rate) -> str:
    low, high = rate.interval()
    return f"{rate.share:6.2%} ({low:.2%} to {high:.2%}, n {rate.of:,})"


def main() -> None:
    """Fight and print; ends with 1 if some row is farther out than chance should bring it."""
    parser = counting(__doc__)
    parser.add_argument("--battles", type=int, default=BATTLES, help="of each set-up")
    parser.add_argument("--only", choices=SETUPS, nargs="+", metavar="SET-UP", help="these alone")
    parser.add_argument("--bot", choices=bots_for("tft"), default="brawler", help="who fights")
    asked = parser.parse_args()
    each = ceil(asked.battles / len(IMAGES))
    suspects = 0
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in asked.only or SETUPS:
            runs = [pool.submit(battles, name, image, each, asked.bot) for image in IMAGES]
            fought = [one for run in runs for one in run.result()]
            setup = SETUPS[name]()
            undecided = each * len(IMAGES) - len(fought)
            print(f"{name}: {len(fought):,} decided, {undecided:,} draws", flush=True)
            for text, z in lines(fought, setup.sides[0].fighters == setup.sides[1].fighters):
                suspects += abs(z) > SUSPECT
                print(f"  {text}  z {z:+.2f}", flush=True)
    raise SystemExit(bool(suspects))


if __name__ == "__main__":
    main()
