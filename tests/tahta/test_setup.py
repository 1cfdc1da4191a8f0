"""The worked cases of set-ups, which come before there is a situation: C-01, C-03 and C-04."""

from __future__ import annotations

import pytest

from meleekit.core.dice import Given, Rolled
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.errors import BadSetup, MeleekitError
from meleekit.tahta.actions import BidOnCard, Pass, Recruit
from meleekit.tahta.game import Fists, FistsSystem

SYSTEM = FistsSystem()
NAMES = ("Raven", "Sun", "Thorn", "Grey")


def game_for(count: int, **options: object) -> Fists:
    return SYSTEM.game(SYSTEM.setup_from({"players": NAMES[:count], **options}))


# -- C-01 ----------------------------------------------------------------------------------------


def test_a_game_for_four_begins_with_gold_and_a_soldier_each() -> None:
    # C-01: TAH-SETUP-02, TAH-SETUP-06, TAH-SETUP-07, TAH-COMP-02, TAH-COMP-05
    game = game_for(4)
    dice = Given([6, 1, 1, 1, 1, 1, 1, 1, 1])
    state = game.begin(dice).state
    dice.check_used_up()
    kingdom = game.kingdom
    for seat, castle in enumerate(kingdom.board.castle_of):
        assert (state.gold[seat], state.owner[castle], state.units[castle]) == (15, seat, 1)
        assert [kingdom.supply(state, seat, unit) for unit in range(4)] == [2, 2, 3, 2]
    assert sum(map(bool, state.units)) == 4
    # More than the 35 coins of the list: the treasury has no end.
    assert (state.paid_out, kingdom.left_in_treasury(state)) == (60, None)
    assert len(set(state.lots)) == len(state.lots) == 5
    assert len(kingdom.tables.cards) - len(state.lots) == 16


def test_every_seat_is_as_likely_to_be_first_and_every_deal_to_fall() -> None:
    # TAH-SETUP-04, TAH-SETUP-07, TAH-SETUP-08: 2 seats and 21 * 20 * 19 / 6 sets of cards
    game = game_for(2)
    ways = list(enumerate_outcomes(lambda dice: game.begin(dice).state))
    assert len(ways) == 2 * 1330
    assert len({chance for _, chance in ways}) == 1


# -- C-03, C-04 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        {"players": ["A", "B", "C", "D", "E"]},
        {"players": ["A", "B", "C"], "coin_supply": 40},
        {"players": ["A", "B", "C"], "board": "board4"},
        {"players": ["A", "B"], "mode": "fast"},
    ],
)
def test_set_ups_that_cannot_be_are_refused(data: dict[str, object]) -> None:
    # C-03: TAH-SETUP-09, TAH-COMP-01, TAH-COMP-05
    with pytest.raises(BadSetup) as refusal:
        SYSTEM.setup_from(data)
    assert refusal.value.reason == "E_CONFIG"


def test_a_treasury_of_35_coins_has_5_left_for_two() -> None:
    # C-03: TAH-SETUP-03, TAH-COMP-05
    game = game_for(2, coin_supply=35)
    state = game.begin(Rolled(bytes(32))).state
    assert game.kingdom.left_in_treasury(state) == 35 - 30


def test_three_cards_lie_open_for_two_and_none_in_the_basic_game() -> None:
    # C-04: TAH-SETUP-07, TAH-MODE-01, TAH-MODE-02
    state = game_for(2).begin(Rolled(bytes(32))).state
    assert (len(state.lots), state.paid_out) == (3, 30)
    game = game_for(2, mode="basic")
    basic = game.begin(Rolled(bytes(32))).state
    assert basic.lots == ()
    assert {type(action) for action in game.actions(basic, basic.turn)} == {Recruit, Pass}
    with pytest.raises(MeleekitError) as refusal:
        game.apply(basic, basic.turn, BidOnCard("SA01", 1, "camp"), Given(()))
    assert refusal.value.reason == "E_NOT_YOUR_DECISION"
