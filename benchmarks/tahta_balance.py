"""``make balance-tahta``: what going first and each special card is worth in Rikki Tahta's *Melee*.

Bots of one kind play each other. A card is handed to one player as the draft ends, for nothing,
while nobody else has any: had it no worth, that player would win one game in as many as there are
players. Every deal is played with the card in each seat in turn, so that neither seat nor first
player favours anybody.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor

from benchmarks.symmetry import Rate
from meleekit.bots import bot, bots_for
from meleekit.core.dice import Rolled
from meleekit.tahta.game import Fists
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import Stage, State
from meleekit.tahta.tables import default_tables
from tests.bots.duels import seed

PLAYERS = ("Raven", "Sun", "Thorn", "Grey")
DEALS = 200
BATCH = 10


def played(game: Fists, name: str, number: int, seat: int | None, card: str) -> State:
    """The end of a game in which `seat` has got `card`; with None, of an ordinary game."""
    dice, own = Rolled(seed(number, "deal")), Rolled(seed(number, seat, card))
    state = game.begin(dice).state
    if seat is not None:
        state.lots = ()
    given = seat is None
    player = bot(name)
    while open_now := game.decisions(state):
        if not given and state.stage is not Stage.DRAFT:
            assert seat is not None
            state = state.copy()
            state.owned = tuple((card,) if s == seat else () for s in range(game.kingdom.count))
            given = True
        asked = open_now[0].seat
        legal, view = game.actions(state, asked), game.view(state, asked)
        state = game.apply(state, asked, player.choose(game, view, asked, legal, own), dice).state
    return state


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


def told(what: str, won: int, of: int) -> str:
    """A line: the share of games won, with its interval."""
    rate = Rate(won, of)
    low, high = rate.interval()
    return f"{what:<28}{rate.share:6.1%}  ({low:.1%} to {high:.1%}) of {of:,} games"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", choices=bots_for("tahta"), default="greedy")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each card")
    parser.add_argument("--cards", nargs="*", metavar="SA01", help="only these; else all")
    parser.add_argument("--workers", type=int, default=None, help="processes; else one a core")
    asked = parser.parse_args()
    count, deals = asked.players, asked.deals
    rows = default_tables().cards
    cards = list(rows) if asked.cards is None else asked.cards
    if not set(cards) <= set(rows):
        parser.error(f"the cards are {', '.join(rows)}")
    print(f"{count} players, all {asked.bot}; none the better: {1 / count:.1%}")
    parts = [range(at, min(at + BATCH, deals)) for at in range(0, deals, BATCH)]
    with ProcessPoolExecutor(asked.workers) as pool:

        def total(play: object, card: str, parts: list[range]) -> int:
            jobs = [pool.submit(play, asked.bot, count, card, part) for part in parts]  # type: ignore[arg-type]
            return sum(job.result() for job in jobs)

        many = [range(at, min(at + BATCH, deals * count)) for at in range(0, deals * count, BATCH)]
        print(told("drawn to go first", total(going_first, "", many), deals * count), flush=True)
        for card in cards:
            won = total(with_card, card, parts)
            print(told(f"{card} {rows[card].name}", won, deals * count), flush=True)


if __name__ == "__main__":
    main()
