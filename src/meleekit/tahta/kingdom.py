"""One set-up's rules with all that never changes: board, prices, cards and where they are asked."""

from __future__ import annotations

from collections.abc import Iterator

from meleekit.tahta.board import Board
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import NOBODY, State
from meleekit.tahta.tables import GARRISON, SOLDIER, UNITS, CardRow, Tables, default_tables

WHO = (*UNITS, "garrison")


class Kingdom:
    """What is fixed for a game, and what can be computed of a state. Seats count from 0."""

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        self.setup = setup
        self.tables = tables or default_tables()
        self.board = Board(self.tables.boards[setup.board])
        self.count = len(setup.players)
        self.costs = tuple(unit.cost for unit in self.tables.units)
        self.per_player = tuple(unit.per_player for unit in self.tables.units)

    # -- cards --------------------------------------------------------------------------------

    def cards(self, state: State, seat: int, hook: str) -> Iterator[CardRow]:
        """The seat's special cards that have something to say at that point of the rules.

        They never act for anybody else (TAH-CARD-22), and work from the end of the draft on,
        since nobody owns any before (TAH-DRAFT-15).
        """
        for id in state.owned[seat] if state.owned else ():
            card = self.tables.cards[id]
            if card.hook == hook:
                yield card

    def has(self, state: State, seat: int, hook: str) -> bool:
        """Whether the seat has a card for that point of the rules."""
        return bool(state.owned and state.owned[seat]) and any(self.cards(state, seat, hook))

    def price(self, state: State, seat: int, unit: int, *, printed: bool = False) -> int:
        """What a unit costs (TAH-REC-02), less with TAH-CARD-01..04 unless it is `printed`."""
        if not printed and state.owned and state.owned[seat]:
            for card in self.cards(state, seat, "unit_cost"):
                if card.unit == UNITS[unit]:
                    return card.amount
        return self.costs[unit]

    # -- units --------------------------------------------------------------------------------

    def supply(self, state: State, seat: int, unit: int) -> int:
        """How many units of a kind lie unused: neither on the board nor on a card (COMP-02)."""
        bit = 1 << unit
        used = sum(
            1
            for owner, units in zip(state.owner, state.units, strict=True)
            if owner == seat and units & bit
        )
        for lot in state.lots:
            used += lot.bidder == seat and lot.marker == unit
        return self.per_player[unit] - used

    def occupied(self, state: State, seat: int) -> list[int]:
        """The nodes in which the seat has a unit."""
        return [node for node, owner in enumerate(state.owner) if owner == seat]

    def castle_seat(self, node: int) -> int:
        """Whose castle the node is; NOBODY for a province."""
        return self.board.owner_of_castle.get(node, NOBODY)

    def lord(self, state: State, node: int) -> int:
        """Whose the node is to defend: the owner of its units, or of the castle (ATK-08)."""
        owner = state.owner[node]
        return owner if owner != NOBODY else self.castle_seat(node)

    def defender(self, state: State, node: int) -> int:
        """Who defends next: soldier, knight, camp, in a castle last the garrison (TAH-ATK-03).

        NOBODY where nothing does; catapults never do (TAH-CAS-03, TAH-CAT-01).
        """
        units = state.units[node]
        for unit in range(3):
            if units >> unit & 1:
                return unit
        return GARRISON if node in self.board.owner_of_castle else NOBODY

    def guesses(self, state: State, node: int, defender: int) -> int:
        """How many guesses a defender has: the largest number that applies (TAH-DEF-01..07).

        TAH-KIL-03, TAH-CAS-02, and TAH-CARD-18..20 of the defender's owner.
        """
        rows = self.tables.defence
        name = WHO[defender]
        most = rows.usual
        castle = node in self.board.owner_of_castle
        if castle:
            most = max(most, rows.castle)
        if node == self.board.mountain and name in rows.mountain_units:
            most = max(most, rows.mountain)
        lord = self.lord(state, node)
        for card in self.cards(state, lord, "guess_count"):
            place = {
                "anywhere": True,
                "own_castle": castle,
                "own_land_provinces": not castle and node in self.board.lands[lord],
            }[card.where]
            if place and name in card.units:
                most = max(most, card.amount)
        return most

    # -- order and ends -----------------------------------------------------------------------

    def clockwise(self, start: int) -> list[int]:
        """All seats, beginning with one and going round (the holder is at distance 0)."""
        return [(start + step) % self.count for step in range(self.count)]

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
        for node, owner in enumerate(state.owner):
            castle = self.castle_seat(node)
            if castle != NOBODY and scoring != "occupied":
                totals[castle] += scoring == "always"
            elif owner != NOBODY:
                totals[owner] += 1
        return totals

    def leader(self, state: State) -> int:
        """Who wins by count: most nodes, then most gold, then nearest to the holder (END-04)."""
        scores = self.scores(state)
        order = self.clockwise(state.holder)
        return max(order, key=lambda seat: (scores[seat], state.gold[seat], -order.index(seat)))

    def income(self, state: State, seat: int) -> int:
        """A season's income: camps, marked provinces and cards (TAH-INC-02..04).

        TAH-CAMP-02, TAH-COMP-05 and the cards TAH-CARD-15..17.
        """
        figures = self.tables.components
        camps = sum(
            1 for node in self.occupied(state, seat) if state.units[node] >> UNITS.index("camp") & 1
        )
        marked = sum(1 for node in self.board.marked if state.owner[node] == seat)
        gold = figures.camp_income * camps + figures.mark_income * marked
        for card in self.cards(state, seat, "income_flat"):
            gold += card.amount
        for card in self.cards(state, seat, "income_camps"):
            gold += card.amount * min(camps, card.most)
        for card in self.cards(state, seat, "income_kilimandjora"):
            gold += card.amount if state.owner[self.board.mountain] == seat else 0
        return gold

    def left_in_treasury(self, state: State) -> int | None:
        """What the treasury still has; None where it has no end (TAH-COMP-05)."""
        supply = self.setup.coin_supply
        if not supply:
            return None
        return supply - state.paid_out

    def steps_of(self, state: State, seat: int, unit: int) -> int:
        """How many steps one activation of a unit has; 0 is no limit (TAH-MA-03, MA-04)."""
        if unit != SOLDIER:
            return 0
        return max([1, *(card.amount for card in self.cards(state, seat, "soldier_steps"))])
