"""What holds in every game, whatever is done in it."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.dice import Given
from meleekit.tahta.state import Stage, State
from tests.tahta.invariants import check_follows, check_whole
from tests.tahta.mirrors import automorphisms
from tests.tahta.random_play import played

GAMES = range(16)
# What is done in these never asks who sits next to whom.
WITHOUT_ORDER = (Stage.RECRUIT, Stage.ACTIVATE, Stage.BID, Stage.INFORM, Stage.GUESS, Stage.PRESS)


@pytest.mark.parametrize("number", GAMES)
def test_every_position_is_whole_and_somebody_wins(number: int) -> None:
    # TAH-STATE-08, TAH-STATE-03, TAH-END-04, TAH-END-07, TAH-CARD-23, TAH-DRAFT-16
    before: State | None = None
    for game, state in played(number):
        check_whole(game, state)
        if before is not None:
            check_follows(before, state)
        before = state
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
