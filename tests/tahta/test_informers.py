"""What informers told is public, the bid itself is not."""

from __future__ import annotations

import pytest

from meleekit.tahta.actions import Ask, Attack, Stake
from tests.tahta.positions import Table


@pytest.mark.parametrize(("bid", "odd"), [(3, True), (2, False)])
def test_everybody_sees_the_parity_that_was_told_and_nobody_else_the_bid(
    bid: int, odd: bool
) -> None:
    # TAH-CARD-21, TAH-VIS-02
    table = Table({"hn": "1 soldier", "a2": "2 camp"}, gold=(4, 5, 5, 5), cards={2: ("SA21",)})
    table.do(Attack("soldier", "hn", "a2"), Stake(bid))
    assert table.game.view(table.state, 1).odd is None
    table.do(Ask(True))
    for seat in (1, 2, None):
        view = table.game.view(table.state, seat)
        assert view.odd is odd
        assert view.state.assault is not None
        assert view.state.assault.bid == 0
