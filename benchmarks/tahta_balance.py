"""``make balance-tahta``: what going first and each special card is worth in Rikki Tahta's *Melee*.

Bots of one kind play each other. A card is handed to one player as the draft ends, for nothing,
while nobody else has any: had it no worth, that player would win one game in as many as there are
players. Every deal is played with the card in each seat in turn, so that neither seat nor first
player favours anybody. Gold handed over in the same way is the yardstick for what cards are worth;
beside it stands what they fetch where they are bid for, and how their buyers fare.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from benchmarks.rates import Rate, batches, counting
from meleekit.bots import Bot, bot, bots_for
from meleekit.core.dice import Rolled
from meleekit.tahta.game import Fists
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import Stage, State
from meleekit.tahta.tables import default_tables
from tests.bots.games import play_on, seed

PLAYERS = ("Raven", "Sun", "Thorn", "Grey")
DEALS = 200
BATCH = 10


class Handed(NamedTuple):
    """What one player gets as the draft ends: a card, or gold."""

    card: str = ""
    gold: int = 0


class Sold(NamedTuple):
    """How often a card was bought, for how much in all, and how often by whoever won."""

    times: int = 0
    gold: int = 0
    won: int = 0


def played(game: Fists, name: str, number: int, seat: int, handed: Handed) -> State:
    """The end of a game in which `seat` has got that, and nobody a card otherwise."""
    dice, own = Rolled(seed(number, "deal")), Rolled(seed(number, seat, handed.card))
    bots = [bot(name)] * game.kingdom.count
    state = game.begin(dice).state
    state.lots = ()
    state = _drafted(game, state, bots, dice, own).copy()
    cards = (handed.card,) if handed.card else ()
    state.owned = tuple(cards if s == seat else () for s in range(game.kingdom.count))
    state.gold[seat] += handed.gold
    state.paid_out += handed.gold
    return play_on(game, state, bots, dice, own)


def _drafted(game: Fists, state: State, bots: list[Bot], dice: Rolled, own: Rolled) -> State:
    return play_on(game, state, bots, dice, own, lambda now: now.stage is not Stage.DRAFT)


def with_handed(name: str, count: int, handed: Handed, numbers: range) -> int:
    """Games won by whoever got that: one a deal and seat."""
    game = Fists(Setup(players=PLAYERS[:count]))
    return sum(
        played(game, name, number, seat, handed).winner == seat
        for number in numbers
        for seat in range(count)
    )


def ordinary(name: str, count: int, numbers: range) -> tuple[int, dict[str, Sold]]:
    """Games won by whoever was drawn to go first, and what became of each card that was dealt."""
    game = Fists(Setup(players=PLAYERS[:count]))
    bots = [bot(name)] * count
    won, sold = 0, dict.fromkeys(default_tables().cards, Sold())
    for number in numbers:
        dice, own = Rolled(seed(number, "deal")), Rolled(seed(number, "ordinary"))
        state = game.begin(dice).state
        first, prices = state.holder, {}
        while state.stage is Stage.DRAFT:
            prices = {lot.card: lot.amount for lot in state.lots}
            state = play_on(game, state, bots, dice, own, lambda now, was=state: now is not was)
        state = play_on(game, state, bots, dice, own)
        won += state.winner == first
        for seat, cards in enumerate(state.owned):
            for card in cards:
                times, gold, by_winner = sold[card]
                sold[card] = Sold(
                    times + 1, gold + prices[card], by_winner + (seat == state.winner)
                )
    return won, sold


def main() -> None:
    """Play and print."""
    parser = counting(__doc__)
    parser.add_argument("--bot", choices=bots_for("tahta"), default="greedy")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each card")
    parser.add_argument("--cards", nargs="*", metavar="SA01", help="only these; else all")
    parser.add_argument("--gold", nargs="*", type=int, default=[], help="sums to hand over")
    parser.add_argument("--sold", type=int, default=0, metavar="DEALS", help="with bidding")
    asked = parser.parse_args()
    name, count = asked.bot, asked.players
    rows = default_tables().cards
    cards = list(rows) if asked.cards is None else asked.cards
    if not set(cards) <= set(rows):
        parser.error(f"the cards are {', '.join(rows)}")
    print(f"{count} players, all {name}; none the better: {1 / count:.1%}")
    handed = {f"{gold} gold": Handed(gold=gold) for gold in asked.gold}
    handed |= {f"{card} {rows[card].name}": Handed(card) for card in cards}
    with ProcessPoolExecutor(asked.workers) as pool:
        for what, one in handed.items():
            jobs = [
                pool.submit(with_handed, name, count, one, part)
                for part in batches(asked.deals, BATCH)
            ]
            won, of = sum([job.result() for job in jobs]), asked.deals * count
            print(f"{what:<28}{Rate(won, of)} of {of:,} games", flush=True)
        games = [pool.submit(ordinary, name, count, part) for part in batches(asked.sold, BATCH)]
        found = [game.result() for game in games]
    if not found:
        return
    rate = Rate(sum([won for won, _ in found]), asked.sold)
    print(f"{'drawn to go first':<28}{rate} of {asked.sold:,} games")
    for card, row in rows.items():
        sold = Sold(*map(sum, zip(*[sales[card] for _, sales in found], strict=True)))
        if sold.times:
            print(
                f"{card + ' ' + row.name:<28}bought {sold.times:,} times, "
                f"for {sold.gold / sold.times:.1f} gold; won {Rate(sold.won, sold.times)}"
            )


if __name__ == "__main__":
    main()
