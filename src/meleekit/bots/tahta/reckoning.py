"""What a position of Rikki Tahta's *Melee* is worth: a seat's chance to win, by the look of it.

Two things decide a game: a castle that falls, and the nodes held after winter. The first is
reckoned from the chain of defenders between a unit and the castle and the chance to beat them all;
the second from nodes, and from what units, gold and income may still become.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from meleekit.tahta.checks import shot_nodes
from meleekit.tahta.fists import quick_chain
from meleekit.tahta.forecast import guess_counts
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CATAPULT, KNIGHT, SOLDIER

# All in nodes, chosen by trial in games against the greedy bot.
UNIT = (0.5, 0.9, 0.2, 0.35)
"""What soldier, knight, camp and catapult may still become, while there are actions to come."""
COINS = ((6, 0.35), (8, 0.2), (99, 0.08))
"""What gold may still become: of the first coins each, of the next, of the rest."""
TIE = 0.02
"""A coin when all is played: it only breaks ties."""
MARK = 0.1
"""A marked province's income is in the income; this is for its being wanted."""
LOOSE = 0.75
"""How much the lead may still change, for the root of each action to come."""
FIRM = 0.25
"""How sure a lead is when all is played, but for what cannot be seen from here."""
NOW, LATER = 0.75, 0.3
"""How likely who can strike at a castle will: still in this season; in one to come."""


def _coins(actions: int) -> tuple[float, ...]:
    """What so many coins are worth with some actions to come."""
    if not actions:
        return tuple(TIE * gold for gold in range(200))
    worths = [0.0]
    for upto, each in COINS:
        worths += [each * min(1.0, 0.5 + 0.25 * actions)] * upto
    total, found = 0.0, []
    for worth in [*worths, *[0.02] * 200]:
        total += worth
        found.append(total)
    return tuple(found)


MOST_GOLD = 119
_PURSES = tuple(_coins(actions) for actions in range(8))


MOST_KEPT = 50_000
"""Boards that are remembered at once."""


class Facts(NamedTuple):
    """What depends on the board alone, by seat: nodes, income, what units may still become.

    `ways` are the chains of guesses on each way to an enemy castle (see `Reckoner.ways`).
    """

    nodes: list[int]
    incomes: list[int]
    promise: list[float]
    ways: list[tuple[tuple[int, ...], ...]]


class Reckoner:
    """Worths of positions under one set-up's rules."""

    def __init__(self, kingdom: Kingdom) -> None:
        self.kingdom = kingdom
        self.seasons = len(kingdom.tables.components.seasons)
        self._facts: dict[tuple[object, ...], Facts] = {}
        self._guards: dict[tuple[object, ...], tuple[int, ...]] = {}

    def facts(self, state: State) -> Facts:
        """What there is to know of the board, found out once: it only depends on the position."""
        key = (tuple(state.owner), tuple(state.units), state.owned)
        found = self._facts.get(key)
        if found is None:
            if len(self._facts) >= MOST_KEPT:
                self._facts.clear()
            seats = range(self.kingdom.count)
            found = self._facts[key] = Facts(
                self.kingdom.scores(state),
                [self.kingdom.income(state, seat) for seat in seats],
                [self._promise(state, seat) for seat in seats],
                [self.ways(state, seat) for seat in seats],
            )
        return found

    # -- what is still to come ----------------------------------------------------------------

    def actions_left(self, state: State, seat: int) -> tuple[int, int]:
        """Action cards that the seat has yet to begin: in this season, and in those to come."""
        after = self.seasons - 1 - state.season
        later = after + (after > 0)
        here = 2 if not after else 1
        match state.stage:
            case Stage.DRAFT | Stage.AUCTION | Stage.ASSIGN | Stage.SELECT:
                return here, later
            case Stage.OVER:
                return 0, 0
        if seat in state.queue:
            return here, later
        return (len(state.cards_left) if seat == state.turn else 0), later

    # -- castles ------------------------------------------------------------------------------

    def ways(self, state: State, seat: int, ready: bool = False) -> tuple[tuple[int, ...], ...]:
        """The guesses of all who stand between the seat and a castle, one chain for each way.

        Within one action. `ready`: only with units that have still to act in this one.
        """
        board = self.kingdom.board
        reach, knights = self._knights(state, seat, ready)
        found: set[tuple[int, ...]] = set()
        for other, castle in enumerate(board.castle_of):
            if other == seat:
                continue
            home = None
            for gate in board.neighbours[castle]:
                if state.owner[gate] == seat:
                    units = state.units[gate] & ~(state.spent[gate] if ready else 0)
                    there = units >> SOLDIER & 1 or gate in reach
                    before: tuple[int, ...] = ()
                elif gate in reach:
                    there, before = 1, ()
                elif knights and state.owner[gate] != NOBODY:
                    there = not reach.isdisjoint(board.neighbours[gate])
                    before = self.guards(state, gate) if there else ()
                else:
                    continue
                if there:
                    home = home or self.guards(state, castle)
                    found.add(before + home)
            if home and len(home) > 2 and self._shot(state, seat, castle, ready):
                found.add((home[0], home[-1]))
        return tuple(sorted(found))

    def guards(self, state: State, node: int) -> tuple[int, ...]:
        """The guesses of those who must be beaten there, one after another, found out once."""
        key = (node, state.owner[node], state.units[node], state.owned)
        found = self._guards.get(key)
        if found is None:
            if len(self._guards) >= MOST_KEPT:
                self._guards.clear()
            found = self._guards[key] = guess_counts(self.kingdom, state, node)
        return found

    def _knights(self, state: State, seat: int, ready: bool) -> tuple[set[int], bool]:
        """Where the seat's knights can walk without a fight, and whether there are any."""
        board, owner, units = self.kingdom.board, state.owner, state.units
        knight = 1 << KNIGHT
        rim = [
            node
            for node in board.everywhere
            if owner[node] == seat
            and units[node] & knight
            and not (ready and state.spent[node] & knight)
        ]
        reach = set(rim)
        mountain = board.mountain
        if rim and self.kingdom.has(state, seat, "knight_kilimandjora"):
            mountain = NOBODY
        for start in rim:
            for node in board.neighbours[start]:
                if node in reach or node == mountain:
                    continue
                if board.owner_of_castle.get(node, seat) != seat:
                    continue
                whose = owner[node]
                if whose == NOBODY or units[node] == 1 << CATAPULT:
                    free = True
                else:
                    free = whose == seat and not units[node] & knight
                if free:
                    reach.add(node)
                    rim.append(node)
        return reach, bool(rim)

    def _shot(self, state: State, seat: int, castle: int, ready: bool) -> bool:
        """Whether a catapult of the seat can shoot there (TAH-CAT-02)."""
        for node, owner in enumerate(state.owner):
            if owner != seat or not state.units[node] >> CATAPULT & 1:
                continue
            if ready and (state.spent[node] | state.captured[node]) >> CATAPULT & 1:
                continue
            if castle in shot_nodes(self.kingdom, state, seat, node):
                return True
        return False

    # -- the whole ----------------------------------------------------------------------------

    def _promise(self, state: State, seat: int) -> float:
        """What the seat's units may still become, in nodes."""
        total = 0.0
        for node, owner in enumerate(state.owner):
            if owner == seat:
                units = state.units[node]
                for unit in range(4):
                    if units >> unit & 1:
                        total += UNIT[unit]
        for node in self.kingdom.board.marked:
            total += MARK * (state.owner[node] == seat)
        return total

    def by_gold(self, state: State, seat: int, most: int, least: int = 0) -> list[float]:
        """The seat's chance to win for each sum from `least` to `most` that it might have."""
        if state.stage is Stage.OVER:
            return [float(state.winner == seat)] * (most + 1 - least)
        facts = self.facts(state)
        count = self.kingdom.count
        left = [self.actions_left(state, other) for other in range(count)]
        coming = [here + later for here, later in left]
        payments = self.seasons - state.season
        bases = [
            nodes + (promise * min(1.0, 0.4 + 0.2 * more) if more else 0.0)
            for nodes, promise, more in zip(facts.nodes, facts.promise, coming, strict=True)
        ]
        scale = FIRM + LOOSE * sqrt(sum(coming) / count)
        first = self._before(state, seat, left)
        ahead = self.kingdom.clockwise(state.holder)
        ahead = ahead[: ahead.index(seat)]
        kept_before = kept_after = 1.0
        rivals = 0.0
        for other in range(count):
            if other == seat:
                continue
            gold = state.gold[other]
            purse = min(gold + facts.incomes[other] * payments, MOST_GOLD)
            strength = (
                bases[other] + _PURSES[min(coming[other], 7)][purse] + 0.001 * (other in ahead)
            )
            rivals += exp(strength / scale)
            if coming[other] and facts.ways[other]:
                chance = (NOW if left[other][0] else LATER) * strike(facts.ways[other], gold)
                if other in first:
                    kept_before *= 1 - chance
                else:
                    kept_after *= 1 - chance
        ways = facts.ways[seat] if coming[seat] else ()
        usual = NOW if left[seat][0] else LATER
        purses, base = _PURSES[min(coming[seat], 7)], bases[seat]
        income = facts.incomes[seat] * payments
        found = []
        for gold in range(least, most + 1):
            own = exp((base + purses[min(gold + income, MOST_GOLD)]) / scale)
            count_won = kept_after * own / (own + rivals)
            if ways:
                blow = usual * strike(ways, gold)
                count_won = blow + (1 - blow) * count_won
            found.append(kept_before * count_won)
        return found

    def _before(self, state: State, seat: int, left: Sequence[tuple[int, int]]) -> set[int]:
        """Who will act before the seat does again."""
        if state.stage in (Stage.DRAFT, Stage.AUCTION, Stage.ASSIGN, Stage.SELECT):
            order = self.kingdom.clockwise(state.holder)
            return set(order[: order.index(seat)])
        if seat in state.queue:
            return set(state.queue[: state.queue.index(seat)])
        if left[seat][0]:
            return set()
        return set(state.queue)

    def worth(self, state: State, seat: int) -> float:
        """The seat's chance to win."""
        return self.by_gold(state, seat, state.gold[seat], state.gold[seat])[0]


@lru_cache(maxsize=65536)
def strike(ways: tuple[tuple[int, ...], ...], gold: int) -> float:
    """The chance of a blow at a castle on the best of those ways; 0 where there is none."""
    return max([quick_chain(way, gold) for way in ways], default=0.0)
