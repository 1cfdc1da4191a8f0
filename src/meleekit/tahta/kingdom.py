"""One set-up's rules with all that never changes: board, prices, cards and where they are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meleekit.core.game import Modifier
from meleekit.tahta.board import Board
from meleekit.tahta.setup import Setup, board_row
from meleekit.tahta.state import NOBODY, State
from meleekit.tahta.tables import CAMP, GARRISON, SOLDIER, UNITS, CardRow, Tables, default_tables

WHO = (*UNITS, "garrison")

# Units that stand together, counted: four bits a kind.
_COUNTS = tuple(sum(1 << 4 * unit for unit in range(4) if bits >> unit & 1) for bits in range(16))
_FIRST = tuple(next((u for u in range(3) if bits >> u & 1), NOBODY) for bits in range(16))
_CAMP = 1 << CAMP

ONCE_A_SEASON = {"failed_attack_save": "veterans_used", "parity_question": "informers_used"}
"""Where the state notes, by seat, that such a card is used up (TAH-STATE-02)."""

Hooks = Mapping[str, tuple[CardRow, ...]]
_NO_CARDS: Hooks = {}


class Kingdom:
    """What is fixed for a game, and what can be computed of a state. Seats count from 0."""

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        self.setup = setup
        self.tables = tables or default_tables()
        self.board = Board(board_row(setup, self.tables))
        self.count = len(setup.players)
        self.least_stake = self.tables.components.least_attack_bid
        self.costs = tuple(unit.cost for unit in self.tables.units)
        self.per_player = tuple(unit.per_player for unit in self.tables.units)
        nodes = self.board.everywhere
        castles = self.board.owner_of_castle
        self.castle_seats = tuple(castles.get(node, NOBODY) for node in nodes)
        """Whose castle each node is; NOBODY for a province."""
        self.orders = tuple(
            tuple((start + step) % self.count for step in range(self.count))
            for start in range(self.count)
        )
        self._walls = tuple(
            tuple(self._bare_guesses(node, defender) for defender in range(len(WHO)))
            for node in nodes
        )
        self._hooks: dict[tuple[str, ...], Hooks] = {(): _NO_CARDS}
        self._prices: dict[tuple[str, ...], tuple[int, ...]] = {}

    # -- cards --------------------------------------------------------------------------------

    def hooks(self, state: State, seat: int) -> Hooks:
        """The seat's special cards by the point of the rules at which they have a say.

        They never act for anybody else (TAH-CARD-22), cannot be lost (TAH-CARD-23), and work from
        the end of the draft on, since nobody owns any before (TAH-DRAFT-15).
        """
        if not state.owned:
            return _NO_CARDS
        cards = state.owned[seat]
        known = self._hooks.get(cards)
        if known is None:
            found: dict[str, tuple[CardRow, ...]] = {}
            for id in cards:
                card = self.tables.cards[id]
                found[card.hook] = (*found.get(card.hook, ()), card)
            known = self._hooks[cards] = found
        return known

    def cards(self, state: State, seat: int, hook: str) -> tuple[CardRow, ...]:
        """The seat's special cards that have something to say at that point (TAH-RES-04)."""
        return self.hooks(state, seat).get(hook, ())

    def has(self, state: State, seat: int, hook: str) -> bool:
        """Whether the seat has a card for that point of the rules."""
        return hook in self.hooks(state, seat)

    def has_left(self, state: State, seat: int, hook: str) -> bool:
        """Whether the seat has a card of once a season, and has it still (CARD-11, CARD-21)."""
        used: int = getattr(state, ONCE_A_SEASON[hook])
        return not used >> seat & 1 and self.has(state, seat, hook)

    def price(self, state: State, seat: int, unit: int, *, printed: bool = False) -> int:
        """What a unit costs (TAH-REC-02), less with TAH-CARD-01..04 unless it is `printed`."""
        return self.costs[unit] if printed else self.prices(state, seat)[unit]

    def prices(self, state: State, seat: int) -> tuple[int, ...]:
        """What each kind of unit costs the seat in a Recruitment action (TAH-CARD-01..04)."""
        cards = state.owned[seat] if state.owned else ()
        known = self._prices.get(cards)
        if known is None:
            lower = {card.unit: card.amount for card in self.cards(state, seat, "unit_cost")}
            known = tuple(
                lower.get(unit, cost) for unit, cost in zip(UNITS, self.costs, strict=True)
            )
            self._prices[cards] = known
        return known

    # -- units --------------------------------------------------------------------------------

    def supplies(self, state: State, seat: int) -> tuple[int, int, int, int]:
        """How many units of each kind lie unused, neither on the board nor on a card (COMP-02)."""
        used = 0
        for owner, units in zip(state.owner, state.units, strict=True):
            if owner == seat:
                used += _COUNTS[units]
        for lot in state.lots:
            if lot.bidder == seat:
                used += 1 << 4 * lot.marker
        soldiers, knights, camps, catapults = self.per_player
        return (
            soldiers - (used & 15),
            knights - (used >> 4 & 15),
            camps - (used >> 8 & 15),
            catapults - (used >> 12),
        )

    def supply(self, state: State, seat: int, unit: int) -> int:
        """How many units of a kind lie unused (TAH-COMP-02)."""
        return self.supplies(state, seat)[unit]

    def occupied(self, state: State, seat: int) -> list[int]:
        """The nodes in which the seat has a unit, of whatever kind (TAH-CAT-11)."""
        return [node for node, owner in enumerate(state.owner) if owner == seat]

    def castle_seat(self, node: int) -> int:
        """Whose castle the node is; NOBODY for a province."""
        return self.castle_seats[node]

    def lord(self, state: State, node: int) -> int:
        """Whose the node is to defend: the owner of its units, or of the castle (ATK-08)."""
        owner = state.owner[node]
        return owner if owner != NOBODY else self.castle_seats[node]

    def defender(self, state: State, node: int) -> int:
        """Who defends next: soldier, knight, camp, in a castle last the garrison (TAH-ATK-03).

        NOBODY where nothing does; catapults never do (TAH-CAS-03, TAH-CAT-01). The garrison is no
        unit and always there (TAH-CAS-01, TAH-MOV-05).
        """
        unit = _FIRST[state.units[node]]
        return GARRISON if unit == NOBODY != self.castle_seats[node] else unit

    def _bare_guesses(self, node: int, defender: int) -> int:
        """How many guesses a defender has by where it stands (TAH-DEF-01..05, TAH-KIL-03)."""
        rows, most = self.tables.defence, self.tables.defence.usual
        if self.castle_seats[node] != NOBODY:
            most = max(most, rows.castle)
        if node == self.board.mountain and WHO[defender] in rows.mountain_units:
            most = max(most, rows.mountain)
        return most

    def guesses(self, state: State, node: int, defender: int) -> int:
        """How many guesses a defender has: the largest number that applies (TAH-DEF-06, DEF-07).

        By where it stands (TAH-CAS-02) and by TAH-CARD-18..20 of its owner.
        """
        most = self._walls[node][defender]
        lord = self.lord(state, node)
        for card in self.cards(state, lord, "guess_count"):
            castle = self.castle_seats[node] != NOBODY
            place = {
                "anywhere": True,
                "own_castle": castle,
                "own_land_provinces": not castle and node in self.board.lands[lord],
            }[card.where]
            if place and WHO[defender] in card.units:
                most = max(most, card.amount)
        return most

    def can_stake(self, state: State, seat: int) -> bool:
        """Whether the seat has the gold for the least bid (TAH-ATK-07, TAH-ATK-14)."""
        return state.gold[seat] >= self.least_stake

    # -- order and ends -----------------------------------------------------------------------

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All seats, beginning with one and going round (the holder is at distance 0)."""
        return self.orders[start]

    def round_at(self, holder: int, turn: int) -> tuple[int, tuple[int, ...]]:
        """Who has turned up cards when it is a seat's turn, as bits, and who is still to play.

        They do so clockwise from the holder of the First Player card (TAH-RES-01).
        """
        order = self.clockwise(holder)
        at = order.index(turn)
        return sum(1 << seat for seat in order[: at + 1]), tuple(order[at + 1 :])

    def scores(self, state: State) -> list[int]:
        """How many nodes everybody occupies (TAH-END-03..06); a node counts once.

        Castles count like provinces; `castle_scoring` may have them always or never count.
        """
        scoring = self.setup.castle_scoring
        totals = [0] * self.count
        for owner, castle in zip(state.owner, self.castle_seats, strict=True):
            if castle != NOBODY and scoring != "occupied":
                totals[castle] += scoring == "always"
            elif owner != NOBODY:
                totals[owner] += 1
        return totals

    def leader(self, state: State) -> int:
        """Who wins by count: most nodes, then most gold, then nearest to the holder (END-04)."""
        scores = self.scores(state)
        # The first of equals is the nearest: the order begins with the holder.
        return max(self.orders[state.holder], key=lambda seat: (scores[seat], state.gold[seat]))

    def income(self, state: State, seat: int) -> int:
        """What a season's income comes to (TAH-INC-01)."""
        return total(self.income_parts(state, seat))

    def income_parts(self, state: State, seat: int) -> list[Modifier]:
        """A season's income by what it is for: camps, marked provinces, cards (TAH-INC-02..04).

        TAH-CAMP-02, TAH-CAMP-05 and the cards TAH-CARD-15..17.
        """
        figures, board, owner = self.tables.components, self.board, state.owner
        camps = 0
        for node, units in enumerate(state.units):
            if units & _CAMP and owner[node] == seat:
                camps += 1
        marked = 0
        for node in board.marked:
            marked += owner[node] == seat
        parts = []
        if camps:
            parts.append(Modifier("camps", figures.camp_income * camps, "TAH-INC-02"))
        if marked:
            parts.append(Modifier("marked provinces", figures.mark_income * marked, "TAH-INC-03"))
        for hook, rows in self.hooks(state, seat).items():
            for card in rows:
                gold = 0
                if hook == "income_flat":
                    gold = card.amount
                elif hook == "income_camps":
                    gold = card.amount * min(camps, card.most)
                elif hook == "income_kilimandjora" and owner[board.mountain] == seat:
                    gold = card.amount
                if gold:
                    parts.append(Modifier(card.name, gold, card.rule))
        return parts

    def left_in_treasury(self, state: State) -> int | None:
        """What the treasury still has; None where it has no end (TAH-COMP-05, TAH-SETUP-03)."""
        supply = self.setup.coin_supply
        return None if isinstance(supply, str) else supply - state.paid_out

    def steps_of(self, state: State, seat: int, unit: int) -> int:
        """How many steps one activation of a unit has (TAH-MA-03, TAH-CARD-09).

        A knight may go on for ever; here it stops when it has gone very far (TAH-MA-04, MA-09).
        """
        if unit != SOLDIER:
            return self.tables.components.longest_walk
        steps = self.tables.components.soldier_steps
        for card in self.cards(state, seat, "soldier_steps"):
            steps = max(steps, card.amount)
        return steps


def total(parts: Sequence[Modifier]) -> int:
    """What the parts of a number add up to."""
    return sum(part.value for part in parts)
