"""What a Move & Attack may bring: every errand of every unit, its attacks played at their best.

An attack is solved as the matrix game it is, from its last defender back to the first: what a bid
is worth depends on what can still be done with the gold that is left. So everything is reckoned
for all sums of gold at once.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from meleekit.bots.tahta.reckoning import Reckoner, strike
from meleekit.core.dice import Given
from meleekit.tahta import actions as act
from meleekit.tahta.fists import Mix, informed, mix, value
from meleekit.tahta.moments import PERFORM
from meleekit.tahta.options import options
from meleekit.tahta.play import Play
from meleekit.tahta.state import Stage, State

PLENTY = 100
"""Gold for trying out both results of an attack; what it really leaves is reckoned apart."""


STEP = 2e-4
"""What a step costs, so that nobody walks for nothing."""


class Errand(NamedTuple):
    """Something a unit may do: the first action of it, and the chance to win that it leaves."""

    first: act.AnyAction
    worth: float
    fights: bool


class _Walk(NamedTuple):
    """A unit on its way: by which first action, from where, and where it is now."""

    first: act.AnyAction | None
    state: State
    origin: str
    unit: str
    at: str
    steps: int = 0


class Stakes(NamedTuple):
    """What success and failure are worth to the attacker, by the gold left after the bid."""

    won: list[float]
    lost: list[float]


class Campaign:
    """One seat's attacks, reckoned from what is public."""

    def __init__(self, reckoner: Reckoner, seat: int) -> None:
        self.reckoner = reckoner
        self.kingdom = reckoner.kingdom
        self.seat = seat

    def do(self, state: State, action: act.AnyAction, seat: int | None = None) -> State:
        """The state after an action that stays within the turn."""
        play = Play(self.kingdom, state, Given(()))
        PERFORM[type(action)](play, self.seat if seat is None else seat, action)
        return play.state

    # -- one attack ---------------------------------------------------------------------------

    def results(self, state: State) -> tuple[State, State]:
        """Success and failure of the attack that waits for its bid, with `PLENTY` in hand less 1.

        Who is attacked does not ask informers here.
        """
        rich = state.copy()
        rich.gold[self.seat] = PLENTY
        rich.stage = Stage.BID
        sealed = self.do(rich, act.Stake(1))
        if sealed.stage is Stage.INFORM:
            sealed.stage = Stage.GUESS
        assault = sealed.assault
        assert assault is not None
        lord = self.kingdom.lord(sealed, assault.target)
        guesses = self.kingdom.guesses(sealed, assault.target, assault.defender)
        won = self.do(sealed, act.Guess(tuple(range(2, guesses + 2))), lord)
        lost = self.do(sealed, act.Guess(tuple(range(1, guesses + 1))), lord)
        return won, lost

    def stakes(self, state: State, most: int) -> Stakes:
        """What the attack that waits for its bid leaves, for each sum of gold up to `most`."""
        won, lost = self.results(state)
        plunder = won.gold[self.seat] - (PLENTY - 1)
        lost_worth = self.reckoner.by_gold(lost, self.seat, most)
        if won.stage is Stage.OVER:
            return Stakes([1.0] * (most + 1), lost_worth)
        if won.stage is Stage.PRESS:
            pressed = self.press_worths(won, most + plunder, plunder)
            won_worth = list(map(max, *pressed))
        else:
            won_worth = self.onward(won, most + plunder, plunder)
        # Success is never worth less, whatever the reckoning says.
        return Stakes([max(w, f) for w, f in zip(won_worth, lost_worth, strict=True)], lost_worth)

    def onward(self, state: State, most: int, least: int = 0) -> list[float]:
        """What it is worth to stop here, or to go on to a castle with units that may still act.

        For each sum of gold from `least` to `most`.
        """
        stop = self.reckoner.by_gold(state, self.seat, most, least)
        if state.stage is Stage.OVER:
            return stop
        ways = self.reckoner.ways(state, self.reckoner.facts(state).ground, self.seat, ready=True)
        if not ways:
            return stop
        # The chance of the blow alone: never more than to strike at once, so that nobody walks to
        # and fro in front of a castle.
        return [max(worth, strike(ways, gold)) for gold, worth in enumerate(stop, least)]

    def press_worths(
        self, state: State, most: int, least: int = 0
    ) -> tuple[list[float], list[float]]:
        """What it is worth to press on with one defender beaten, and to fall back (TAH-ATK-13).

        For each sum of gold from `least` to `most`.
        """
        on = self.attack_worths(self.do(state, act.Press()), most, least)
        back = self.onward(self.do(state, act.FallBack()), most, least)
        return on, back

    def attack_worths(self, state: State, most: int, least: int = 0) -> list[float]:
        """What the attack that waits for its bid is worth by gold in hand; without any, a loss.

        For each sum of gold from `least` to `most`.
        """
        stakes = self.stakes(state, most)
        guesses, told = self._defence(state)
        found = []
        for gold in range(least, most + 1):
            won, lost = by_bid(stakes, gold)
            if not gold:
                found.append(stakes.lost[0])
            elif told:
                halves = [value(won[at::2], lost[at::2], guesses) for at in (0, 1) if won[at::2]]
                found.append(max(halves))
            else:
                found.append(value(won, lost, guesses))
        return found

    def _defence(self, state: State) -> tuple[int, bool]:
        """How many guesses there are, and whether the bid's parity will be known (CARD-21)."""
        assault = state.assault
        assert assault is not None
        guesses = self.kingdom.guesses(state, assault.target, assault.defender)
        lord = self.kingdom.lord(state, assault.target)
        return guesses, self.kingdom.has_left(state, lord, "parity_question")

    def mixes(self, state: State) -> tuple[Mix[float], Mix[float]]:
        """How both play the attack that waits for bid or guess, without informers and with."""
        gold = state.gold[self.seat]
        won, lost = by_bid(self.stakes(state, gold), gold)
        guesses, _ = self._defence(state)
        return mix(won, lost, guesses), informed(won, lost, guesses)

    def bid(self, state: State) -> tuple[float, ...]:
        """The chances with which to hide each bid; informers that may be asked will be."""
        plain, against = self.mixes(state)
        _, told = self._defence(state)
        return against.bids if told else plain.bids

    # -- errands ------------------------------------------------------------------------------

    def errands(self, state: State) -> list[Errand]:
        """All that a unit may do from here, each by its first action; the worth is a chance to win.

        A knight is followed as far as it can walk, each place once, and attacks from the nearest.
        """
        gold = state.gold[self.seat]
        found: list[Errand] = []
        walks = [_Walk(None, state, "", "", "")]
        seen: set[tuple[str, str, str]] = set()
        struck: dict[tuple[str, str, str], int] = {}
        for walk in walks:
            for action in options(self.kingdom, walk.state, self.seat):
                if not isinstance(action, act.Move | act.Attack):
                    continue
                if walk.first and (action.unit, action.start) != (walk.unit, walk.at):
                    continue
                first, origin = walk.first or action, walk.origin or action.start
                if isinstance(action, act.Attack):
                    blow = (origin, action.unit, action.node)
                    if struck.setdefault(blow, walk.steps) < walk.steps:
                        continue
                    worth = self._attack_worth(walk.state, action, gold)
                    found.append(Errand(first, worth - walk.steps * STEP, True))
                elif (origin, action.unit, action.node) not in seen and action.node != origin:
                    seen.add((origin, action.unit, action.node))
                    after = self.do(walk.state, action)
                    steps = walk.steps + 1
                    worth = self.onward(after, gold, gold)[0] - steps * STEP
                    found.append(Errand(first, worth, False))
                    walks.append(_Walk(first, after, origin, action.unit, action.node, steps))
        return found

    def _attack_worth(self, state: State, action: act.Attack, gold: int) -> float:
        after = self.do(state, action)
        if after.stage is not Stage.BID:
            return self.onward(after, gold, gold)[0]
        return self.attack_worths(after, gold, gold)[0]


def by_bid(stakes: Stakes, gold: int) -> tuple[list[float], list[float]]:
    """Worths by bid, from 1 to all the gold, of worths by the gold that is left."""
    return stakes.won[:gold][::-1], stakes.lost[:gold][::-1]


def unsealed(state: State) -> State:
    """The attack under way as it was before the bid: what a defender knows of it."""
    before = state.copy()
    assert before.assault is not None
    before.assault = msgspec.structs.replace(before.assault, bid=0, asked=False)
    before.stage = Stage.BID
    return before
