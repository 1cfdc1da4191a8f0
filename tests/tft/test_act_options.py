"""The actions of a moment, listed a kind at a time, are those of the whole list."""

from __future__ import annotations

import pytest

from meleekit.tft import act_options as act
from meleekit.tft.charging import charge_ends
from meleekit.tft.move_options import movable
from meleekit.tft.state import Act, MoveOne
from tests.tft.brawls import SCENARIOS, moments


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_kinds_together_are_the_list(scenario: str) -> None:
    looked_at = 0
    for game, battle, *_ in moments(scenario):
        if not battle.stack or not isinstance(task := battle.stack[-1], Act):
            continue
        whole = tuple(act.act_options(game.arena, battle, task))
        again = act.act_options(game.arena, battle, task)
        assert act.has_choice(again) == (len(whole) > 1)
        if isinstance(again, act.Moment):
            looked_at += 1
            for kind in {type(action) for action in whole} | {act.LetFall, act.Shoot}:
                assert list(again.of_kind(kind)) == [a for a in whole if type(a) is kind]
            assert all(action in again for action in whole)
    assert looked_at


def test_charges_among_some_hexes_are_the_charges_that_end_there() -> None:
    # TFT-POLE-03
    found = 0
    for scenario in ("duel", "three_against_three"):
        for game, battle, *_ in moments(scenario):
            if not battle.stack or not isinstance(task := battle.stack[-1], MoveOne):
                continue
            board = game.arena.board
            for who in filter(lambda w: movable(battle, w), game.arena.of_seat[task.seat]):
                everywhere = charge_ends(game.arena, battle, who)
                found += len(everywhere)
                for remainder in range(3):
                    some = board.mask(h for h in range(board.size) if h % 3 == remainder)
                    assert charge_ends(game.arena, battle, who, some) == tuple(
                        end for end in everywhere if end[0] % 3 == remainder
                    )
    assert found
