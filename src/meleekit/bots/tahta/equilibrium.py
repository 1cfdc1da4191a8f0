"""A bot for Rikki Tahta's *Melee* that plays what is hidden as the matrix games it is.

Attacks are bid and guessed at the equilibrium of what success and failure are worth; auction and
face-down cards are games of two as well, each entry a season thought through. What the others
hold sealed it never sees: where more than two play, it is drawn from what they might do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meleekit.bots.tahta.campaign import Campaign, unsealed
from meleekit.bots.tahta.player import Actions, Player, gold_first
from meleekit.bots.tahta.thought import CLOSE, HARDLY, Thinker
from meleekit.core.dice import Given
from meleekit.lab.matrix_games import by_regret
from meleekit.tahta import actions as act
from meleekit.tahta.fists import guess_set
from meleekit.tahta.play import Play
from meleekit.tahta.seasons import buy
from meleekit.tahta.state import Stage, State

MOST_BID = 2
"""The most it thinks of paying to go first: what that is worth, it cannot tell so well."""
SAVED = 0.04
"""What it is worth to keep the informers for another attack of the season."""


# -- choices -------------------------------------------------------------------------------------


def _draft(thinker: Thinker, actions: Actions) -> act.AnyAction:
    """Whatever leaves the best chance: a unit, a card at its lowest bid, or nothing more."""
    state, seat = thinker.state, thinker.seat
    lowest = {lot.card: lot.amount + 1 for lot in state.lots if lot.bidder != seat}
    buys = [a for a in actions if isinstance(a, act.Recruit)]
    bids = [a for a in actions if isinstance(a, act.BidOnCard) and lowest.get(a.card) == a.amount]
    worths = [*(_unit_worth(thinker, a) for a in buys), *(_card_worth(thinker, a) for a in bids)]
    stop = thinker.worth(state) + HARDLY
    return thinker.best_above([*buys, *bids], worths, stop) or act.Pass()


def _unit_worth(thinker: Thinker, action: act.Recruit) -> float:
    """The chance to win with a unit more, and nothing else of it."""
    play = Play(thinker.kingdom, thinker.state, Given(()))
    buy(play, thinker.seat, action.unit, action.node)
    return thinker.worth(play.state)


def _card_worth(thinker: Thinker, action: act.BidOnCard) -> float:
    """The chance to win with a card at that price, by what such a card is worth in gold."""
    state, seat = thinker.state, thinker.seat
    gold = state.gold[seat] - action.amount + CARD_GOLD.get(action.card, 0.0)
    low = int(gold)
    here, above = thinker.reckoner.by_gold(state, seat, low + 1, low)
    return here + (gold - low) * (above - here)


CARD_GOLD: Mapping[str, float] = {
    "SA02": 0.5,
    "SA04": 0.5,
    "SA05": 3.0,
    "SA06": 3.5,
    "SA07": 0.5,
    "SA08": 5.5,
    "SA09": 0.5,
    "SA11": 3.5,
    "SA12": 0.5,
    "SA14": 0.5,
    "SA15": 3.5,
    "SA16": 5.0,
    "SA17": 0.5,
    "SA19": 0.5,
    "SA20": 0.5,
    "SA21": 1.0,
}
"""What each special card is worth in gold as the draft ends, nothing where it is not listed.

Counted among two greedy players, who win as much more with the card as with so much gold, to half a
gold (docs/tahta-balance.md).
"""


def _auction(thinker: Thinker, actions: Actions) -> act.AnyAction:
    """The sealed bids of two as a matrix game; among more, what going first is worth at most."""
    state, seat = thinker.state, thinker.seat
    most = min(len(actions) - 1, MOST_BID)
    if thinker.kingdom.count > 2:
        # Against so many the card seldom comes cheap, and seldom matters.
        return actions[thinker.dice.below(most + 1)]
    other = 1 - seat
    first = thinker.selection(state, seat)[1].value
    second = thinker.selection(state, other)[1].value
    better = max(first, second)  # whoever wins may give the card away
    worse = min(first, second)
    base = thinker.worth(state)
    theirs = min(state.gold[other], MOST_BID)
    paid = thinker.reckoner.by_gold(state, seat, state.gold[seat])
    loses = [thinker.reckoner.worth(_poorer(state, other, bid), seat) for bid in range(theirs + 1)]
    ties = state.holder == seat  # TAH-AUC-06
    payoffs = []
    for mine in range(most + 1):
        row = []
        for bid in range(theirs + 1):
            if mine > bid or (mine == bid and ties):
                row.append(better + paid[state.gold[seat] - mine] - base)
            else:
                row.append(worse + loses[bid] - base)
        payoffs.append(row)
    return thinker.drawn(actions[: most + 1], by_regret(payoffs, CLOSE).rows)


def _poorer(state: State, seat: int, gold: int) -> State:
    poorer = state.copy()
    poorer.gold[seat] -= gold
    return poorer


def _assign(thinker: Thinker, actions: Actions) -> act.AnyAction:
    """Oneself, unless the other does one a favour by going first."""
    if thinker.kingdom.count > 2:
        return act.GiveFirst(thinker.seat)
    return thinker.best(
        [a for a in actions if isinstance(a, act.GiveFirst)],
        lambda a: thinker.selection(thinker.state, a.seat)[1].value,
    )


def _select(thinker: Thinker, actions: Actions) -> act.AnyAction:
    state = thinker.state
    if thinker.kingdom.count == 2:
        choices, saddle = thinker.selection(state, state.holder)
        return act.Select(thinker.drawn(choices, saddle.rows))
    choices, worths = thinker.against_drawn(state, state.holder)
    return act.Select(thinker.best_of(choices, worths)[0])


def _recruit(thinker: Thinker, actions: Actions) -> act.AnyAction:
    """The unit that leaves the best chance, or nothing more."""
    buys = [a for a in actions if isinstance(a, act.Recruit)]
    stop = thinker.worth(thinker.state) + HARDLY
    worths = [_unit_worth(thinker, a) for a in buys]
    return thinker.best_above(buys, worths, stop) or act.Finish()


def _activate(thinker: Thinker, actions: Actions) -> act.AnyAction:
    errands = thinker.worthwhile(thinker.campaign, thinker.state)
    return thinker.best(errands, lambda e: e.worth).first if errands else act.Finish()


def _stake(thinker: Thinker, actions: Actions) -> act.AnyAction:
    return thinker.drawn(actions, thinker.campaign.bid(thinker.state))


def _attackers(thinker: Thinker) -> tuple[Campaign, State]:
    return Campaign(thinker.reckoner, thinker.state.turn), unsealed(thinker.state)


def _guess(thinker: Thinker, actions: Actions) -> act.AnyAction:
    """Numbers drawn so that each is among them with its own chance at the equilibrium."""
    assault = thinker.state.assault
    assert assault is not None
    campaign, state = _attackers(thinker)
    plain, against = campaign.mixes(state)
    if not assault.asked:
        return act.Guess(guess_set(plain.guesses, thinker.point()))
    at = 0 if thinker.view.odd else 1
    likely = guess_set(against.guesses[at::2], thinker.point())
    numbers = [2 * number - 1 + at for number in likely]
    guesses = campaign.kingdom.guesses(state, assault.target, assault.defender)
    # More guesses than sums of that parity: any other is as good.
    rest = [n for n in range(1, state.gold[state.turn] + 1) if n not in numbers]
    while rest and len(numbers) < guesses:
        numbers.append(rest.pop(thinker.dice.below(len(rest))))
    return act.Guess(tuple(sorted(numbers)))


def _inform(thinker: Thinker, actions: Actions) -> act.AnyAction:
    """Asked where it saves more than it may in another attack of the season."""
    campaign, state = _attackers(thinker)
    plain, against = campaign.mixes(state)
    return act.Ask(float(plain.value - against.value) > SAVED)


def _press(thinker: Thinker, actions: Actions) -> act.AnyAction:
    campaign, state = thinker.campaign, thinker.state
    gold = state.gold[thinker.seat]
    (on,), (back,) = campaign.press_worths(state, gold, gold)
    return act.Press() if on > back else act.FallBack()


CHOICES: Mapping[Stage, Callable[[Thinker, Actions], act.AnyAction]] = {
    Stage.DRAFT: _draft,
    Stage.AUCTION: _auction,
    Stage.ASSIGN: _assign,
    Stage.SELECT: _select,
    Stage.ORDER: gold_first,
    Stage.RECRUIT: _recruit,
    Stage.LEVY: _recruit,
    Stage.ACTIVATE: _activate,
    Stage.BID: _stake,
    Stage.INFORM: _inform,
    Stage.GUESS: _guess,
    Stage.PRESS: _press,
}


class Equilibrium(Player[Thinker]):
    """Plays hidden choices at their equilibrium and thinks a season ahead."""

    name = "equilibrium"
    position = Thinker
    choices = CHOICES
