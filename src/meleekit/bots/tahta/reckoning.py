"""What a position of Rikki Tahta's *Melee* is worth: a seat's chance to win, by the look of it.

Two things decide a game: a castle that falls, and the nodes held after winter. The first is
reckoned from the chain of defenders between a unit and the castle and the chance to beat them all;
the second from nodes, and from what units, gold and income may still become.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple, TypeAlias

from meleekit.tahta.checks import shot_nodes
from meleekit.tahta.fists import quick_chain
from meleekit.tahta.forecast import guess_counts
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CATAPULT, KNIGHT, SOLDIER

Ways: TypeAlias = tuple[tuple[int, ...], ...]
"""Chains of guesses, one for each way to an enemy castle."""

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
_STACKS = tuple(
    sum(worth for unit, worth in enumerate(UNIT) if units >> unit & 1) for units in range(16)
)
"""What the units of a node may still become together, by their bits."""
_PURSES = tuple(_coins(actions) for actions in range(8))


MOST_KEPT = 50_000
"""Boards that are remembered at once."""


class Ground(NamedTuple):
    """Who stands where, as masks of nodes: where anybody may walk in, and by seat.

    `open` is empty or has a catapult alone; `held` are a seat's nodes without a knight of its own,
    `knights` those with one.
    """

    open: int
    held: list[int]
    knights: list[int]


class Facts(NamedTuple):
    """What depends on the board alone, by seat: nodes, income, what units may still become.

    `ways` are found when they are asked for (see `Reckoner.ways_of`).
    """

    nodes: list[int]
    incomes: list[int]
    promise: list[float]
    ground: Ground
    ways: list[Ways | None]


class Tempo(NamedTuple):
    """What depends on whose turn it is alone, for one seat's eyes.

    `coming` are the action cards that each seat has yet to begin, `usual` how likely each will
    strike who can. `first` act before the seat does again; `ahead` are nearer to the holder.
    """

    coming: list[int]
    usual: list[float]
    first: frozenset[int]
    ahead: tuple[int, ...]


class Reckoner:
    """Worths of positions under one set-up's rules."""

    def __init__(self, kingdom: Kingdom) -> None:
        board = kingdom.board
        self.kingdom = kingdom
        self.seasons = len(kingdom.tables.components.seasons)
        self._near = [sum(1 << node for node in row) for row in board.neighbours]
        castles = sum(1 << castle for castle in board.castle_of)
        self._foreign = [castles & ~(1 << castle) for castle in board.castle_of]
        self._facts: dict[tuple[object, ...], Facts] = {}
        self._guards: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._tempos: dict[tuple[object, ...], Tempo] = {}

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
                self._promises(state),
                self._ground(state),
                [None] * self.kingdom.count,
            )
        return found

    def _ground(self, state: State) -> Ground:
        count = self.kingdom.count
        found, held, knights = 0, [0] * count, [0] * count
        for node, (owner, units) in enumerate(zip(state.owner, state.units, strict=True)):
            if owner == NOBODY or units == 1 << CATAPULT:
                found |= 1 << node
            if owner != NOBODY:
                (knights if units >> KNIGHT & 1 else held)[owner] |= 1 << node
        return Ground(found, held, knights)

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

    def ways_of(self, state: State, facts: Facts, seat: int) -> Ways:
        """The seat's ways with all its units, found out once."""
        found = facts.ways[seat]
        if found is None:
            found = facts.ways[seat] = self.ways(state, facts.ground, seat)
        return found

    def ways(self, state: State, ground: Ground, seat: int, ready: bool = False) -> Ways:
        """The guesses of all who stand between the seat and a castle, one chain for each way.

        Within one action. `ready`: only with units that have still to act in this one.
        """
        board, near = self.kingdom.board, self._near
        reach = self._reach(state, ground, seat, ready)
        found: set[tuple[int, ...]] = set()
        for other, castle in enumerate(board.castle_of):
            if other == seat:
                continue
            home = None
            for gate in board.neighbours[castle]:
                before: tuple[int, ...] = ()
                if not reach >> gate & 1:
                    if state.owner[gate] == seat:
                        units = state.units[gate] & ~(state.spent[gate] if ready else 0)
                        if not units >> SOLDIER & 1:
                            continue
                    elif reach & near[gate] and state.owner[gate] != NOBODY:
                        before = self.guards(state, gate)
                    else:
                        continue
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

    def _reach(self, state: State, ground: Ground, seat: int, ready: bool) -> int:
        """Mask of the nodes where the seat's knights stand or can walk without a fight."""
        reach = ground.knights[seat]
        if ready:
            for node, spent in enumerate(state.spent):
                if spent >> KNIGHT & 1:
                    reach &= ~(1 << node)
        if not reach:
            return 0
        free = (ground.open | ground.held[seat]) & ~self._foreign[seat]
        if not self.kingdom.has(state, seat, "knight_kilimandjora"):
            free &= ~(1 << self.kingdom.board.mountain)  # TAH-KIL-01
        near, rim = self._near, reach
        while rim:
            start = rim & -rim
            more = near[start.bit_length() - 1] & free & ~reach
            reach |= more
            rim = rim ^ start | more
        return reach

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

    def _promises(self, state: State) -> list[float]:
        """What everybody's units may still become, in nodes."""
        totals = [0.0] * self.kingdom.count
        for owner, units in zip(state.owner, state.units, strict=True):
            if units:
                totals[owner] += _STACKS[units]
        for node in self.kingdom.board.marked:
            if state.owner[node] != NOBODY:
                totals[state.owner[node]] += MARK
        return totals

    def by_gold(self, state: State, seat: int, most: int, least: int = 0) -> list[float]:
        """The seat's chance to win for each sum from `least` to `most` that it might have."""
        if state.stage is Stage.OVER:
            return [float(state.winner == seat)] * (most + 1 - least)
        facts, tempo = self.facts(state), self._tempo(state, seat)
        count, coming = self.kingdom.count, tempo.coming
        payments = self.seasons - state.season
        bases = [
            nodes + (promise * min(1.0, 0.4 + 0.2 * more) if more else 0.0)
            for nodes, promise, more in zip(facts.nodes, facts.promise, coming, strict=True)
        ]
        scale = FIRM + LOOSE * sqrt(sum(coming) / count)
        kept_before = kept_after = 1.0
        rivals = 0.0
        for other in range(count):
            if other == seat:
                continue
            gold = state.gold[other]
            purse = min(gold + facts.incomes[other] * payments, MOST_GOLD)
            strength = (
                bases[other]
                + _PURSES[min(coming[other], 7)][purse]
                + 0.001 * (other in tempo.ahead)
            )
            rivals += exp(strength / scale)
            if coming[other] and (theirs := self.ways_of(state, facts, other)):
                chance = tempo.usual[other] * strike(theirs, gold)
                if other in tempo.first:
                    kept_before *= 1 - chance
                else:
                    kept_after *= 1 - chance
        ways = self.ways_of(state, facts, seat) if coming[seat] else ()
        usual = tempo.usual[seat]
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

    def _tempo(self, state: State, seat: int) -> Tempo:
        """Whose turn it is and will be, found out once."""
        key = (
            *(seat, state.stage, state.season, state.holder),
            *(state.turn, state.queue, len(state.cards_left)),
        )
        found = self._tempos.get(key)
        if found is None:
            if len(self._tempos) >= MOST_KEPT:
                self._tempos.clear()
            left = [self.actions_left(state, other) for other in range(self.kingdom.count)]
            order = self.kingdom.clockwise(state.holder)
            found = self._tempos[key] = Tempo(
                [here + later for here, later in left],
                [NOW if here else LATER for here, _ in left],
                self._before(state, seat, left),
                order[: order.index(seat)],
            )
        return found

    def _before(self, state: State, seat: int, left: Sequence[tuple[int, int]]) -> frozenset[int]:
        """Who will act before the seat does again."""
        if state.stage in (Stage.DRAFT, Stage.AUCTION, Stage.ASSIGN, Stage.SELECT):
            order = self.kingdom.clockwise(state.holder)
            return frozenset(order[: order.index(seat)])
        if seat in state.queue:
            return frozenset(state.queue[: state.queue.index(seat)])
        return frozenset(() if left[seat][0] else state.queue)

    def worth(self, state: State, seat: int) -> float:
        """The seat's chance to win."""
        return self.by_gold(state, seat, state.gold[seat], state.gold[seat])[0]


@lru_cache(maxsize=65536)
def strike(ways: Ways, gold: int) -> float:
    """The chance of a blow at a castle on the best of those ways; 0 where there is none."""
    return max([quick_chain(way, gold) for way in ways], default=0.0)
