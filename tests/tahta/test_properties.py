"""What holds in every game, whatever is done in it."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.dice import Given
from meleekit.tahta.game import Fists
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CAMP, KNIGHT, UNITS
from tests.tahta.mirrors import automorphisms
from tests.tahta.random_play import played

GAMES = range(16)
# What is done in these never asks who sits next to whom.
WITHOUT_ORDER = (Stage.RECRUIT, Stage.ACTIVATE, Stage.BID, Stage.INFORM, Stage.GUESS, Stage.PRESS)


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


@pytest.mark.parametrize("number", GAMES)
def test_every_position_is_whole_and_somebody_wins(number: int) -> None:
    # TAH-STATE-08, TAH-STATE-03, TAH-END-04, TAH-END-07, TAH-CARD-23
    owned: Any = ()
    for game, state in played(number):
        check_whole(game, state)
        if owned:
            assert state.owned == owned
        owned = state.owned
    outcome = game.outcome(state)
    assert outcome is not None
    assert len(outcome.winners) == 1


@pytest.mark.parametrize("number", GAMES)
def test_what_is_listed_is_legal_and_nothing_else(number: int) -> None:
    # TAH-ERR-01, TAH-ERR-03
    met: dict[str, Any] = {}
    for game, state in played(number):
        for seat in range(game.kingdom.count):
            legal = list(game.legal_actions(state, seat))
            assert len(legal) == len(set(map(repr, legal)))
            met |= {repr(action): action for action in legal[:40]}
            known = {repr(action) for action in legal}
            for said, action in list(met.items())[-400::3]:
                assert game.is_legal(state, seat, action) == (said in known)


@pytest.mark.parametrize("number", GAMES)
def test_a_mirrored_board_has_the_mirrored_game(number: int) -> None:
    # TAH-BOARD-08: no seat and no direction is any better
    for step, (game, state) in enumerate(played(number)):
        if step % 3:
            continue
        board = game.kingdom.board
        for image in automorphisms(board):
            turned = image.state(state)
            for seat in range(game.kingdom.count):
                legal = game.legal_actions(state, seat)
                there = game.legal_actions(turned, image.seats[seat])
                wanted = {repr(image.action(board, action)) for action in legal}
                assert {repr(action) for action in there} == wanted
                for action in legal[step % 5 :: 1 + len(legal) // 4]:
                    if not (image.turns or state.stage in WITHOUT_ORDER):
                        continue
                    after = game.apply(state, seat, action, Given(())).state
                    if not image.turns and (after.turn, after.queue) != (state.turn, state.queue):
                        continue
                    mine = image.action(board, action)
                    other = game.apply(turned, image.seats[seat], mine, Given(())).state
                    assert other == image.state(after)


@pytest.mark.parametrize("number", GAMES)
def test_the_draft_comes_to_an_end(number: int) -> None:
    # TAH-DRAFT-16: gold is spent for good, or it stays and more of it lies on cards, or one passes
    before: tuple[int, int, int] | None = None
    for _, state in played(number):
        if state.stage is not Stage.DRAFT:
            assert not state.lots
            return
        bids = sum(lot.amount for lot in state.lots)
        now = (-(sum(state.gold) + bids), bids, sum(state.passed))
        assert before is None or now > before
        before = now
    raise AssertionError("a draft without end")
