"""``make symmetry``: no side, seat, place or order of listing has an edge, over long runs.

Every set-up is fought in all its images: the board mirrored or not, the sides in each other's
place or not, listed the other way round or not, their fighters likewise. A factor that does
nothing leaves the rate at which Red wins as it is; between equals Red wins half of the battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import ceil, sqrt
from typing import NamedTuple

from benchmarks import symmetry_battlesystem, symmetry_tao, symmetry_tft
from benchmarks.images import FACTORS, Image, Symmetric
from benchmarks.rates import Rate, counting
from meleekit.bots import bot, bots_for
from tests.bots.games import play, winners

BATTLES = 6400
# One in 2,000 fair rows is farther out than this.
SUSPECT = 3.5

SYMMETRIES: Mapping[str, Symmetric] = {
    "tft": symmetry_tft.SYMMETRIC,
    "tao": symmetry_tao.SYMMETRIC,
    "battlesystem": symmetry_battlesystem.SYMMETRIC,
}


class Fought(NamedTuple):
    """A decided battle: in which image, and who won.

    `first` is who was listed first, `placed` who had the place that Red has in a plain image.
    """

    image: Image
    red_won: bool
    first_won: bool
    placed_won: bool


def from_half(rate: Rate) -> float:
    """By how many standard deviations a rate differs from one half."""
    return (rate.won - rate.of / 2) / (sqrt(rate.of) / 2)


def apart(one: Rate, other: Rate) -> float:
    """By how many standard deviations two rates differ, if the true ones are the same."""
    pooled = (one.won + other.won) / (one.of + other.of)
    return (other.share - one.share) / sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of))


# -- fighting ------------------------------------------------------------------------------------


def battles(key: str, name: str, image: Image, numbers: range, player: str) -> list[Fought]:
    """The battles of those numbers, of bots of one kind in one image, without the undecided."""
    symmetric = SYMMETRIES[key]
    game = symmetric.game(symmetric.image_of(symmetric.setups[name](), image))
    red = 1 if image.sides else 0
    placed = red if not image.places else 1 - red
    found = []
    for number in numbers:
        won = winners(game, play(game, (bot(player), bot(player)), (name, image, number)))
        if won:
            (seat,) = won
            found.append(Fought(image, seat == red, seat == 0, seat == placed))
    return found


# -- what is printed -----------------------------------------------------------------------------


def rate(fought: Iterable[Fought], won: str) -> Rate:
    """How many of those battles have that field."""
    told = [bool(getattr(one, won)) for one in fought]
    return Rate(sum(told), len(told))


def lines(
    fought: Sequence[Fought], symmetric: Symmetric, *, equal: bool
) -> Iterator[tuple[str, float]]:
    """A line for each comparison, with its z-score."""
    if equal:
        for what, field in (
            ("Red wins", "red_won"),
            ("the first listed wins", "first_won"),
            (f"who stands {symmetric.place} wins", "placed_won"),
        ):
            found = rate(fought, field)
            yield f"{what:36} {_percent(found)}", from_half(found)
    for field in symmetric.factors:
        if field == "mirrored" and symmetric.left_handed and not equal:
            continue
        what = FACTORS[field]
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
    parser.add_argument("--game", choices=SYMMETRIES, default="tft")
    parser.add_argument("--battles", type=int, default=BATTLES, help="of each set-up")
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--only", nargs="+", metavar="SET-UP", help="these alone")
    parser.add_argument("--bot", help="who fights")
    asked = parser.parse_args()
    key: str = asked.game
    symmetric = SYMMETRIES[key]
    names = asked.only or list(symmetric.setups)
    player = asked.bot or symmetric.bot
    if not set(names) <= set(symmetric.setups):
        parser.error(f"the set-ups are {', '.join(symmetric.setups)}")
    if player not in bots_for(key):
        parser.error(f"the bots are {', '.join(bots_for(key))}")
    each = ceil(asked.battles / len(symmetric.images))
    numbers = range(asked.first, asked.first + each)
    farthest, suspects = 0.0, 0
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in names:
            runs = [
                pool.submit(battles, key, name, image, numbers, player)
                for image in symmetric.images
            ]
            fought = [one for run in runs for one in run.result()]
            equal = symmetric.equal(symmetric.setups[name]())
            undecided = each * len(symmetric.images) - len(fought)
            print(f"{name}: {len(fought):,} decided, {undecided:,} draws", flush=True)
            for text, z in lines(fought, symmetric, equal=equal):
                suspects += abs(z) > SUSPECT
                farthest = max(farthest, abs(z))
                print(f"  {text}  z {z:+.2f}", flush=True)
    print(f"farthest out: |z| {farthest:.2f}")
    raise SystemExit(bool(suspects))


if __name__ == "__main__":
    main()
