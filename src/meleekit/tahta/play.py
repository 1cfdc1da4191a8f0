"""A copy of the state being changed, with what is told of it: gold, units and who is next."""

from __future__ import annotations

from meleekit.core.dice import Dice
from meleekit.core.game import Event
from meleekit.tahta.events import CampCaptured, Captured, UnitRemoved
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import NOBODY, State
from meleekit.tahta.tables import CAMP, UNITS


class Play:
    """The rules' hands: they change `state`, a copy, and tell of it in `events`."""

    __slots__ = ("dice", "events", "game", "state")

    def __init__(self, game: Kingdom, state: State, dice: Dice) -> None:
        self.game = game
        self.state = state.copy()
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def pay(self, seat: int, gold: int) -> None:
        """From a hand to the treasury; whoever asks for it tells of it (TAH-LOG-03)."""
        self.state.gold[seat] -= gold
        self.state.paid_out -= gold

    def take(self, seat: int, gold: int) -> int:
        """From the treasury to a hand: how much there was of what is due (TAH-COMP-05).

        Whoever asks for it tells of it, unless it is nothing (TAH-LOG-03).
        """
        left = self.game.left_in_treasury(self.state)
        if left is not None and left < gold:
            gold = left
        self.state.gold[seat] += gold
        self.state.paid_out += gold
        return gold

    def put(self, seat: int, node: int, unit: int) -> None:
        """A unit comes to stand in a node."""
        self.state.owner[node] = seat
        self.state.units[node] |= 1 << unit

    def lift(self, node: int, unit: int) -> None:
        """A unit leaves a node; the last one leaves it empty (TAH-MOV-08)."""
        state, keep = self.state, ~(1 << unit)
        state.units[node] &= keep
        state.spent[node] &= keep
        state.captured[node] &= keep
        if not state.units[node]:
            state.owner[node] = NOBODY

    def remove(self, node: int, unit: int, rule: str) -> None:
        """A unit goes back to its owner's supply, from where it can be recruited (TAH-COMP-07)."""
        owner = self.state.owner[node]
        self.lift(node, unit)
        self.tell(UnitRemoved(rule, owner, UNITS[unit], self.game.board.ids[node]))

    def capture(self, seat: int, node: int, unit: int, rule: str) -> None:
        """A camp or catapult is replaced by one of the captor's, if any is left.

        TAH-CAMP-03, TAH-CAMP-04, TAH-CAT-08. The owner's goes to its supply.
        """
        owner = self.state.owner[node]
        self.lift(node, unit)
        self.seize(seat, owner, node, unit, rule)

    def seize(self, seat: int, owner: int, node: int, unit: int, rule: str) -> None:
        """What was lifted from the node becomes the captor's, if one is in the supply."""
        replaced = self.game.supply(self.state, seat, unit) > 0
        if replaced:
            self.put(seat, node, unit)
            # Camps are never activated; only for catapults does it matter (TAH-MA-07, CAT-10).
            if unit != CAMP:
                self.state.captured[node] |= 1 << unit
        where = self.game.board.ids[node]
        kind = CampCaptured if unit == CAMP else Captured
        self.tell(kind(rule, seat, owner, UNITS[unit], where, replaced))
