"""What holds at every moment of every game of Rikki Tahta's *Melee*, and from one to the next."""

from __future__ import annotations

from meleekit.tahta.game import Fists
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CAMP, KNIGHT, UNITS


def check_whole(game: Fists, state: State) -> None:
    """No position is ever like this (TAH-STATE-08)."""
    kingdom = game.kingdom
    for seat in range(kingdom.count):
        on_board = [0] * len(UNITS)
        for node, owner in enumerate(state.owner):
            if owner == seat:
                for unit in range(len(UNITS)):
                    on_board[unit] += state.units[node] >> unit & 1
        marking = [0] * len(UNITS)
        for lot in state.lots:
            if lot.bidder == seat:
                marking[lot.marker] += 1
        supply = kingdom.supplies(state, seat)
        # TAH-COMP-02, TAH-COMP-07
        totals = [a + b + c for a, b, c in zip(on_board, marking, supply, strict=True)]
        assert totals == [3, 2, 3, 2]
        assert min(supply) >= 0
        assert state.gold[seat] >= 0
    for node, owner in enumerate(state.owner):
        units, castle = state.units[node], kingdom.castle_seats[node]
        assert (owner == NOBODY) == (units == 0)
        if castle != NOBODY:
            assert owner in (NOBODY, castle)  # TAH-CAS-06, TAH-CAS-07
            assert not units >> CAMP & 1
        if node == kingdom.board.mountain and units >> KNIGHT & 1:
            assert "SA14" in state.owned[owner]
        assert not state.spent[node] & ~units
        assert not state.captured[node] & ~units
    # Coins neither appear nor vanish; TAH-END-07: at the end they are all in the hands.
    assert state.paid_out == sum(state.gold) + sum(lot.amount for lot in state.lots)
    assert (not state.lots) or state.stage is Stage.DRAFT
    left = kingdom.left_in_treasury(state)
    assert left is None or left >= 0


def check_follows(before: State, after: State) -> None:
    """No moment ever comes after such a one."""
    # TAH-CARD-23
    assert not before.owned or after.owned == before.owned
    assert before.stage is not Stage.OVER
    assert after.season - before.season in (0, 1)
    # TAH-DRAFT-16: gold is spent for good, or it stays and more of it lies on cards, or one passes
    if after.stage is Stage.DRAFT:
        assert before.stage is Stage.DRAFT
        assert _drafted(after) > _drafted(before)


def _drafted(state: State) -> tuple[int, int, int]:
    bids = sum(lot.amount for lot in state.lots)
    return -(sum(state.gold) + bids), bids, sum(state.passed)
