"""A season of Rikki Tahta's *Melee* thought through: what each card may lead to, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from meleekit.bots.tahta.campaign import PLENTY, Campaign, Errand
from meleekit.bots.tahta.player import GOLD_FIRST
from meleekit.bots.tahta.position import Position
from meleekit.bots.tahta.reckoning import Reckoner
from meleekit.bots.weighing import ALIKE, Luck
from meleekit.core.dice import Given, Rolled
from meleekit.lab.matrix_games import Saddle, by_regret
from meleekit.tahta import actions as act
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.options import cards_wanted, options
from meleekit.tahta.play import Play
from meleekit.tahta.seasons import tax
from meleekit.tahta.state import Stage, State, View
from meleekit.tahta.tables import CARDS

Outcomes: TypeAlias = list[tuple[float, State]]
"""Positions, each with its chance."""

HARDLY = 1e-4
"""By how much doing something must be better than doing nothing."""
CLOSE = 1e-4
"""How near its auctions and face-down cards come to unbeatable; their entries are guesses."""
ERRANDS = 4
"""How many errands of one card are thought through."""
LIKELY = 0.25
"""What is less likely is not followed further within one card."""
RARE = 0.04
"""What is less likely is not followed further within a season."""
BRANCHES = 4
"""So many of the positions that a seat's cards may lead to are followed by the next seat's, the
likeliest: of many players' many attacks there would be no end."""
MOST_TRIED = 1500
"""So many errands are tried out in thought for one decision, which takes half a second; what is
left then is judged by its look. On the house boards there seldom are as many."""
TEMPER = 0.02
"""By how much less than its best chance another takes a card half as often."""


@lru_cache(maxsize=8)
def _reckoner(kingdom: Kingdom) -> Reckoner:
    return Reckoner(kingdom)


class Thinker(Position):
    """One decision, with what it takes to think it through."""

    __slots__ = ("_luck", "_played", "_tried", "campaign", "reckoner")

    def __init__(self, kingdom: Kingdom, view: View, seat: int, dice: Rolled) -> None:
        super().__init__(kingdom, view, seat, dice)
        self.reckoner = _reckoner(kingdom)
        self.campaign = Campaign(self.reckoner, seat)
        self._luck = Luck(dice)
        self._played: dict[tuple[object, ...], Outcomes] = {}
        self._tried = 0

    def worth(self, state: State) -> float:
        """The seat's chance to win."""
        return self.reckoner.worth(state, self.seat)

    # -- a card thought through ---------------------------------------------------------------

    def bought(self, state: State, seat: int) -> State:
        """The position after a Recruitment, bought for as long as it gets better."""
        state = state.copy()
        state.turn, state.stage, state.levied = seat, Stage.RECRUIT, False
        campaign = Campaign(self.reckoner, seat)
        now = self.reckoner.worth(state, seat)
        while True:
            buys = [a for a in options(self.kingdom, state, seat) if isinstance(a, act.Recruit)]
            after = [campaign.do(state, buy) for buy in buys]
            worths = [self.reckoner.worth(then, seat) for then in after]
            if max(worths, default=0.0) <= now + HARDLY:
                return state
            state, now = self._luck.best_of(after, worths), max(worths)

    def fought(self, state: State, seat: int) -> Outcomes:
        """The positions that a Move & Attack may lead to, with their chances."""
        state = state.copy()
        state.turn, state.stage, state.active = seat, Stage.ACTIVATE, None
        state.spent = [0] * len(state.spent)
        campaign = Campaign(self.reckoner, seat)
        found: list[tuple[float, State]] = []
        waiting = [(1.0, state, 0)]
        while waiting:
            chance, now, errands = waiting.pop()
            go_on = errands < ERRANDS and chance > LIKELY and self._tried < MOST_TRIED
            likely = self.worthwhile(campaign, now) if go_on else []
            if not likely:
                found.append((chance, now))
                continue
            errand = self._luck.best_of(likely, [errand.worth for errand in likely])
            after = campaign.do(now, errand.first)
            if after.stage is Stage.BID:
                waiting += [(chance * p, s, errands + 1) for p, s in self.attacked(campaign, after)]
            else:
                waiting.append((chance, after, errands + 1))
        return found

    def attacked(self, campaign: Campaign, state: State) -> Outcomes:
        """Success and failure of the attack that waits for its bid, paid with its usual bid."""
        seat = campaign.seat
        plain, _ = campaign.mixes(state)
        success = float(plain.success)
        bid = max(1, round(float(plain.mean_bid)))
        won, lost = campaign.results(state)
        for after in (won, lost):
            after.gold[seat] += state.gold[seat] - bid - (PLENTY - 1)
        found = [(1 - success, lost)] if success < 1 else []
        if won.stage is Stage.PRESS:
            gold = won.gold[seat]
            (on,), (back,) = campaign.press_worths(won, gold, gold)
            if gold and on > back + HARDLY:
                pressed = self.attacked(campaign, campaign.do(won, act.Press()))
                return [*found, *((success * p, s) for p, s in pressed)]
            won = campaign.do(won, act.FallBack())
        return [*found, (success, won)] if success > 0 else found

    def worthwhile(self, campaign: Campaign, state: State) -> list[Errand]:
        """What units may do that is better than nothing."""
        if state.stage is not Stage.ACTIVATE:
            return []
        gold = state.gold[campaign.seat]
        stop = self.reckoner.worth(state, campaign.seat) + HARDLY
        # A walk must bring more than what could be done from here as well.
        stay = campaign.onward(state, gold, gold)[0] + HARDLY
        errands = campaign.errands(state)
        self._tried += len(errands)
        return [errand for errand in errands if errand.worth > (stop if errand.fights else stay)]

    def played(self, state: State, seat: int, cards: tuple[str, ...]) -> Outcomes:
        """The positions that a seat's cards may lead to, with their chances: gold, units, war."""
        key = (
            seat,
            cards,
            state.season,
            state.holder,
            state.queue,
            state.owned,
            state.informers_used,
            state.veterans_used,
            state.paid_out,
            tuple(state.gold),
            tuple(state.owner),
            tuple(state.units),
            tuple(state.captured),
        )
        found = self._played.get(key)
        if found is None:
            found = self._played[key] = self._play(state, seat, cards)
        return found

    def _play(self, state: State, seat: int, cards: tuple[str, ...]) -> Outcomes:
        found = [(1.0, state)]
        for card in GOLD_FIRST:
            if card not in cards:
                continue
            after: list[tuple[float, State]] = []
            for chance, now in found:
                if now.stage is Stage.OVER:
                    after.append((chance, now))
                elif card == "attack":
                    after += [(chance * p, s) for p, s in self.fought(now, seat)]
                elif card == "recruit":
                    after.append((chance, self.bought(now, seat)))
                else:
                    play = Play(self.kingdom, now, Given(()))
                    tax(play, seat)
                    after.append((chance, play.state))
            found = after
        return found

    # -- a season thought through -------------------------------------------------------------

    def season(
        self, state: State, order: Sequence[int], cards: Mapping[int, tuple[str, ...]], seat: int
    ) -> float:
        """A seat's chance to win if those in the order play these cards, one after another."""
        began = state.copy()
        began.stage, began.active, began.assault, began.cards_left = Stage.ACTIVATE, None, None, ()
        found = [(1.0, began)]
        ends: Outcomes = []
        for number, other in enumerate(order, 1):
            after: Outcomes = []
            for chance, now in found:
                now = now.copy()
                now.queue = tuple(order[number:])
                for share, then in self.played(now, other, cards[other]):
                    over = then.stage is Stage.OVER
                    (ends if over else after).append((chance * share, then))
            chances = sorted([chance for chance, _ in after], reverse=True)
            # Those as likely as the last of the likeliest are followed as well.
            least = max(RARE, min(chances[:BRANCHES], default=0.0) - ALIKE)
            ends += [(chance, now) for chance, now in after if chance < least]
            found = [(chance, now) for chance, now in after if chance >= least]
        return sum([chance * self.reckoner.worth(now, seat) for chance, now in ends + found])

    def choices(self, state: State) -> list[tuple[str, ...]]:
        """What may lie face down."""
        return list(combinations(CARDS, cards_wanted(self.kingdom, state)))

    def selection(self, state: State, holder: int) -> tuple[list[tuple[str, ...]], Saddle]:
        """Face-down cards of two players as a matrix game, with that seat to go first."""
        seat, other = self.seat, 1 - self.seat
        choices = self.choices(state)
        state = state.copy()
        state.holder = holder
        order = self.kingdom.clockwise(holder)
        payoffs = [
            [self.season(state, order, {seat: mine, other: theirs}, seat) for theirs in choices]
            for mine in choices
        ]
        return choices, by_regret(payoffs, CLOSE)

    def against_drawn(self, state: State, holder: int) -> tuple[list[tuple[str, ...]], list[float]]:
        """Each of its choices' worth, the others' cards drawn from what looks good to them."""
        choices = self.choices(state)
        state = state.copy()
        state.holder = holder
        order = self.kingdom.clockwise(holder)
        cards: dict[int, tuple[str, ...]] = {}
        for other in order:
            if other != self.seat:
                # As if nobody else did anything.
                worths = [self.season(state, (other,), {other: own}, other) for own in choices]
                top = max(worths)
                cards[other] = self.drawn(choices, [2.0 ** ((w - top) / TEMPER) for w in worths])
        seat = self.seat
        return choices, [self.season(state, order, {**cards, seat: mine}, seat) for mine in choices]
