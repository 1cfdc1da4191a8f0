"""What informers told is public, the bid itself is not."""

from __future__ import annotations

import pytest

from tests.tahta.cases import position


@pytest.mark.parametrize(("bid", "odd"), [(3, True), (2, False)])
def test_everybody_sees_the_parity_that_was_told_and_nobody_else_the_bid(
    bid: int, odd: bool
) -> None:
    # TAH-CARD-21, TAH-VIS-02
    now = position(
        {"Sun": {"cards": ["Informers"]}},
        to="inform Sun",
        assault={"unit": "soldier", "start": "hn", "node": "a2", "bid": bid},
        units={"hn": "Raven: soldier", "a2": "Sun: camp"},
    )
    assert now.game.view(now.state, 1).odd is None
    now = now.do(do="ask", ask=True)
    for seat in (1, 2, None):
        view = now.game.view(now.state, seat)
        assert view.odd is odd
        assert view.state.assault is not None
        assert view.state.assault.bid == 0
