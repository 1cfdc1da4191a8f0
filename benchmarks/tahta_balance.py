"""``make balance-tahta``: what going first and each special card is worth in Rikki Tahta's *Melee*.

Bots of one kind play each other. A card is handed to one player as the draft ends, for nothing,
while nobody else has any: had it no worth, that player would win one game in as many as there are
players. Every deal is played with the card in each seat in turn, so that neither seat nor first
player favours anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from benchmarks.rates import Rate, batches, counting
from meleekit.bots import bot, bots_for
from meleekit.core.dice import Rolled
from meleekit.tahta.game import Fists
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import Stage, State
from meleekit.tahta.tables import default_tables
from tests.bots.games import play_on, seed

PLAYERS = ("Raven", "Sun", "Thorn", "Grey")
DEALS = 200
BATCH = 10


def played(game: Fists, name: str, number: int, seat: int | None, card: str) -> State:
    """The end of a game in which `seat` has got `card`; with None, of an ordinary game."""
    dice, own = Rolled(seed(number, "deal")), Rolled(seed(number, seat, card))
    state = game.begin(dice).state
    bots = [bot(name)] * game.kingdom.count
    if seat is not None:
        state.lots = ()
        state = play_on(game, state, bots, dice, own, lambda s: s.stage is not Stage.DRAFT).copy()
        state.owned = tuple((card,) if s == seat else () for s in range(game.kingdom.count))
    return play_on(game, state, bots, dice, own)


def with_card(name: str, count: int, card: str, numbers: range) -> int:
    """Games won by whoever had the card: one a deal and seat."""
    game = Fists(Setup(players=PLAYERS[:count]))
    return sum(
        played(game, name, number, seat, card).winner == seat
        for number in numbers
        for seat in range(count)
    )


def going_first(name: str, count: int, card: str, numbers: range) -> int:
    """Games won by whoever was drawn to go first."""
    game = Fists(Setup(players=PLAYERS[:count]))
    won = 0
    for number in numbers:
        first = game.begin(Rolled(seed(number, "deal"))).state.holder
        won += played(game, name, number, None, card).winner == first
    return won


def main() -> None:
    """Play and print."""
    parser = counting(__doc__)
    parser.add_argument("--bot", choices=bots_for("tahta"), default="greedy")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each card")
    parser.add_argument("--cards", nargs="*", metavar="SA01", help="only these; else all")
    asked = parser.parse_args()
    count, of = asked.players, asked.deals * asked.players
    rows = default_tables().cards
    cards = list(rows) if asked.cards is None else asked.cards
    if not set(cards) <= set(rows):
        parser.error(f"the cards are {', '.join(rows)}")
    print(f"{count} players, all {asked.bot}; none the better: {1 / count:.1%}")
    with ProcessPoolExecutor(asked.workers) as pool:

        def tell(
            what: str, play: Callable[[str, int, str, range], int], card: str, numbers: int
        ) -> None:
            parts = batches(numbers, BATCH)
            jobs = [pool.submit(play, asked.bot, count, card, part) for part in parts]
            rate = Rate(sum(job.result() for job in jobs), of)
            print(f"{what:<28}{rate} of {of:,} games", flush=True)

        tell("drawn to go first", going_first, "", of)
        for card in cards:
            tell(f"{card} {rows[card].name}", with_card, card, asked.deals)


if __name__ == "__main__":
    main()
