"""The worked cases of setup, draft, auction, selection, recruitment, income and winter."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.dice import Given, enumerate_outcomes
from meleekit.core.errors import BadSetup
from meleekit.tahta.actions import (
    BidForFirst,
    BidOnCard,
    Finish,
    GiveFirst,
    Pass,
    PlayFirst,
    Recruit,
    Select,
)
from meleekit.tahta.game import FistsSystem
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import Lot, Stage
from meleekit.tahta.tables import CAMP, CATAPULT, KNIGHT, SOLDIER
from tests.tahta.positions import NAMES, Table

TWO = Setup(players=("Raven", "Sun"))
FOUR = (15, 15, 15, 15)


def draft(cards: tuple[str, ...] = (), gold: tuple[int, ...] = FOUR, **more: Any) -> Table:
    table = Table({}, gold, Stage.DRAFT, **more)
    table.state.selected = ()
    table.state.owned = ()
    table.state.lots = tuple(Lot(card) for card in cards)
    return table


def auction(gold: tuple[int, ...], holder: int) -> Table:
    table = Table({}, gold, Stage.AUCTION, holder=holder, sealed=(None,) * 4)
    table.state.selected = (None,) * 4
    return table


def test_a_game_for_four_begins_with_gold_and_a_soldier_each() -> None:
    # C-01: TAH-SETUP-02, SETUP-06, SETUP-07, TAH-COMP-02
    game = FistsSystem().game(FistsSystem().setup_from("kingdom4"))
    dice = Given([6, 1, 1, 1, 1, 1, 1, 1, 1])
    state = game.begin(dice).state
    dice.check_used_up()
    assert state.gold == [15] * 4
    assert [game.kingdom.supply(state, 0, unit) for unit in range(4)] == [2, 2, 3, 2]
    assert (state.paid_out, len(state.lots), state.holder) == (60, 5, 0)


def test_every_seat_is_as_likely_to_be_first_and_every_deal_to_fall() -> None:
    # TAH-SETUP-04, TAH-SETUP-07, TAH-SETUP-08: 2 seats and 21 * 20 * 19 / 6 sets of cards
    game = FistsSystem().game(TWO)
    ways = list(enumerate_outcomes(lambda dice: game.begin(dice).state))
    assert len(ways) == 2 * 1330
    assert len({chance for _, chance in ways}) == 1


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
    # C-03: TAH-SETUP-09, TAH-COMP-01
    with pytest.raises(BadSetup) as refusal:
        FistsSystem().setup_from(data)
    assert refusal.value.reason == "E_CONFIG"


def test_the_draft_recruits_at_home_alone() -> None:
    # C-05: TAH-DRAFT-02, TAH-DRAFT-03, TAH-REC-05, TAH-REC-06
    table = draft()
    table.state.passed = (False, True, True, True)
    table.do(Recruit("knight", "c1"))
    assert table.state.gold[0] == 9
    table.do(Recruit("soldier", "c1"))
    assert table.refused(Recruit("soldier", "c1")) == "E_STACK"
    assert table.refused(Recruit("camp", "c1")) == "E_CAMP_CASTLE"
    assert table.refused(Recruit("soldier", "n")) == "E_SITE"
    table.do(Recruit("soldier", "a1"))
    assert table.state.gold[0] == 5


def test_bids_on_cards_are_returned_when_beaten() -> None:
    # C-06, C-07: TAH-DRAFT-05, DRAFT-06, DRAFT-07, DRAFT-08, DRAFT-14
    table = draft(("SA15",), (15, 15), setup=TWO)
    table.do(BidOnCard("SA15", 2, "camp"), BidOnCard("SA15", 3, "camp"))
    assert (table.state.gold, table.supply(1, "camp")) == ([15, 12], 3)
    table.do(BidOnCard("SA15", 5, "camp"))
    assert table.state.gold == [10, 15]
    table.do(Pass())
    assert table.refused(BidOnCard("SA15", 16, "camp")) == "E_GOLD"
    table.do(Pass())
    assert (table.state.owned, table.state.gold) == ((("SA15",), ()), [10, 15])
    assert table.state.paid_out == 25


def test_bids_must_rise() -> None:
    # C-08: TAH-DRAFT-05, DRAFT-06, DRAFT-08
    table = draft(("SA06", "SA07"), (15, 2), setup=TWO)
    table.do(BidOnCard("SA06", 3, "camp"))
    assert table.refused(BidOnCard("SA06", 3, "camp")) == "E_BID_TOO_LOW"
    assert table.refused(BidOnCard("SA06", 4, "camp")) == "E_GOLD"
    assert table.refused(BidOnCard("SA07", 0, "camp")) == "E_BID_TOO_LOW"


def test_who_has_passed_is_out_but_keeps_the_bid() -> None:
    # C-09, C-12: TAH-DRAFT-12, DRAFT-14
    table = draft(("SA13", "SA01"), (15, 15), setup=TWO)
    table.do(BidOnCard("SA13", 4, "camp"), Recruit("camp", "u2"), Pass())
    table.do(BidOnCard("SA13", 5, "camp"))
    assert (table.state.gold[0], table.state.turn) == (15, 1)
    assert table.refused(Pass(), seat=1) == "E_PASSED"
    table.do(Pass())
    assert table.state.owned == ((), ("SA13",))


def test_a_marker_cannot_be_recruited() -> None:
    # C-10: TAH-DRAFT-10
    table = draft(("SA19",), (15, 15), setup=TWO)
    table.do(Recruit("knight", "c1"), Recruit("camp", "u2"), BidOnCard("SA19", 1, "knight"))
    table.do(Recruit("camp", "d2"))
    assert table.refused(Recruit("knight", "u1")) == "E_SUPPLY"
    table.do(Recruit("camp", "u1"), BidOnCard("SA19", 2, "soldier"))
    table.do(Recruit("knight", "d1"))
    assert table.state.gold[0] == 15 - 6 - 2 - 6


@pytest.mark.parametrize(
    ("holder", "bids", "winner", "pays"),
    [
        (4, (2, 3, 3, 0), 2, 3),  # C-13: TAH-AUC-04, TAH-AUC-06
        (3, (4, 0, 4, 1), 3, 4),  # C-14: TAH-AUC-06
        (2, (0, 0, 0, 0), 2, 0),  # C-15: TAH-AUC-07
    ],
)
def test_the_highest_bid_wins_and_ties_go_round_from_the_holder(
    holder: int, bids: tuple[int, ...], winner: int, pays: int
) -> None:
    table = auction((9, 9, 9, 9), holder)
    for seat in (3, 1, 4, 2):  # in whatever order they come
        table.do(BidForFirst(bids[seat - 1]), seat=seat)
    assert table.state.turn == winner - 1
    assert table.state.gold == [9 - pays if s == winner else 9 for s in (1, 2, 3, 4)]
    table.do(GiveFirst(3))
    assert table.state.holder == 3  # C-16: TAH-AUC-05


def test_sealed_bids_are_within_the_gold_and_stay() -> None:
    # C-17: TAH-AUC-09
    table = auction((6, 6, 6, 6), 1)
    assert table.refused(BidForFirst(7), seat=1) == "E_BID_RANGE"
    assert table.refused(BidForFirst(-1), seat=1) == "E_BID_RANGE"
    table.do(BidForFirst(6), seat=1)
    assert table.refused(BidForFirst(2), seat=1) == "E_SEALED"


def test_how_many_cards_are_chosen() -> None:
    # C-18: TAH-SEL-01, TAH-WINT-01
    table = Table({}, FOUR, Stage.SELECT, season=1)
    table.state.selected = (None,) * 4
    assert table.refused(Select(("recruit", "tax"))) == "E_CARD_COUNT"
    table = Table({}, FOUR, Stage.SELECT, season=3)
    table.state.selected = (None,) * 4
    assert table.refused(Select(("tax",))) == "E_CARD_COUNT"
    assert table.refused(Select(("tax", "tax"))) == "E_DUP_CARD"


def test_cards_are_seen_from_their_turn_on() -> None:
    # C-19: TAH-RES-02, TAH-VIS-02
    table = Table({}, FOUR, Stage.SELECT, holder=3)
    table.state.selected = (None,) * 4
    for seat in (1, 2, 3, 4):
        table.do(Select(("attack",)), seat=seat)
    seen = [table.game.view(table.state, seat).state.selected for seat in range(4)]
    face_up = ("attack",)
    assert seen[2] == (None, None, face_up, None)
    assert seen[0] == (face_up, None, face_up, None)


def test_units_are_bought_one_after_another() -> None:
    # C-20: TAH-REC-01, REC-02, REC-08
    table = Table({}, (5, 5, 5, 5), Stage.RECRUIT)
    table.do(Recruit("soldier", "a1"), Recruit("camp", "a1"))
    assert table.refused(Recruit("catapult", "a1")) == "E_GOLD"
    table.do(Finish())


@pytest.mark.parametrize(
    ("cards", "total"),
    [((), 12), (("SA01",), 11), (("SA02",), 10), (("SA01", "SA02", "SA03", "SA04"), 7)],
)
def test_prices(cards: tuple[str, ...], total: int) -> None:
    # C-21: TAH-CARD-01..04, TAH-REC-02
    table = Table({}, stage=Stage.RECRUIT, cards={1: cards})
    units = (SOLDIER, KNIGHT, CAMP, CATAPULT)
    assert sum(table.game.kingdom.price(table.state, 0, unit) for unit in units) == total


def test_sites_of_recruitment() -> None:
    # C-22, C-23, C-24, C-25: TAH-REC-03, REC-04, REC-09, REC-10, REC-12, TAH-CARD-05
    units = {"n": "1 camp", "b1": "1 soldier"}
    plain = Table(units, stage=Stage.RECRUIT)
    assert plain.refused(Recruit("soldier", "hn")) == "E_SITE"
    plain.do(Recruit("catapult", "n"))
    levy = Table(units, stage=Stage.RECRUIT, cards={1: ("SA05",)})
    levy.do(Recruit("soldier", "hn"), Recruit("camp", "hn"))
    assert levy.refused(Recruit("soldier", "w")) == "E_ABILITY_SPENT"
    high = Table({"k": "1 soldier", "b1": "2 soldier"}, stage=Stage.RECRUIT, cards={1: ("SA14",)})
    assert high.refused(Recruit("knight", "k")) == "E_KNIGHT_KILI"
    assert high.refused(Recruit("soldier", "b1")) == "E_ENEMY"
    assert high.refused(Recruit("soldier", "c2")) == "E_ENEMY"
    assert high.refused(Recruit("camp", "c2")) == "E_CAMP_CASTLE"
    high.do(Recruit("camp", "k"), Recruit("soldier", "a1"))


@pytest.mark.parametrize(
    ("cards", "gold"), [((), 3), (("SA06",), 5), (("SA07",), 5), (("SA06", "SA07"), 7)]
)
def test_tax(cards: tuple[str, ...], gold: int) -> None:
    # C-26: TAH-TAX-01, TAH-CARD-06, CARD-07
    units = {"n": "1 soldier", "k": "1 soldier"}
    table = Table(units, (0, 0, 0, 0), Stage.ORDER, cards={1: cards}, cards_left=("tax", "recruit"))
    table.do(PlayFirst("tax"))
    assert table.state.gold[0] == gold


def test_the_levy_is_one_unit_at_the_printed_price() -> None:
    # C-27: TAH-CARD-08
    table = Table(
        {}, (0, 0, 0, 0), Stage.ORDER, cards={1: ("SA08", "SA01")}, cards_left=("tax", "recruit")
    )
    table.do(PlayFirst("tax"), Recruit("soldier", "c1"))
    assert (table.state.gold[0], table.state.stage) == (1, Stage.RECRUIT)


@pytest.mark.parametrize(("cards", "gold"), [((), 4), (("SA15", "SA16", "SA17"), 9)])
def test_income(cards: tuple[str, ...], gold: int) -> None:
    # C-59: TAH-INC-02, INC-03, INC-04, TAH-CARD-15, CARD-16, CARD-17
    table = Table({"k": "1 camp", "a1": "1 camp", "n": "1 soldier"}, cards={1: cards})
    assert table.game.kingdom.income(table.state, 0) == gold


@pytest.mark.parametrize(
    ("scoring", "scores"), [("occupied", [3, 3]), ("always", [3, 4]), ("never", [2, 3])]
)
def test_what_counts_at_the_end(scoring: Any, scores: list[int]) -> None:
    # C-61: TAH-END-05, END-06
    units = {"c1": "1 soldier", "a1": "1 camp", "n": "1 soldier camp"}
    units |= {"a2": "2 camp", "b2": "2 camp", "hn": "2 soldier"}
    table = Table(units, setup=Setup(players=NAMES, castle_scoring=scoring))
    assert table.game.kingdom.scores(table.state)[:2] == scores


def test_ties_go_round_from_the_holder() -> None:
    # C-62: TAH-END-04
    units = {"a2": "2 camp", "a4": "4 camp"}
    table = Table(units, (4, 4, 4, 4), holder=3)
    assert table.game.kingdom.leader(table.state) == 3


@pytest.mark.parametrize(
    ("units", "gold", "cards", "plays"),
    [
        # C-64, C-65, C-66: TAH-WINT-05, WINT-06, WINT-07, WINT-10
        (
            dict.fromkeys(("c1", "u1", "d1"), "1 soldier")
            | dict.fromkeys(("n", "k", "s"), "1 camp")
            | {"c2": "2 soldier"},
            (0, 0),
            ("recruit", "tax"),
            False,
        ),
        (
            {"c1": "1 soldier", "u1": "1 soldier", "d1": "1 soldier"}
            | {"c2": "2 soldier", "u2": "2 soldier"},
            (2, 0),
            ("recruit", "tax"),
            False,
        ),
        (
            {"c1": "1 soldier", "u1": "1 soldier", "d1": "1 soldier"}
            | {"c2": "2 soldier", "u2": "2 soldier"},
            (2, 1),
            ("recruit", "tax"),
            True,
        ),
        ({"n": "1 soldier", "u2": "2 knight"}, (0, 1), ("tax", "attack"), True),
    ],
)
def test_winters_last_player_plays_if_they_can_win(
    units: dict[str, str], gold: tuple[int, ...], cards: tuple[str, ...], plays: bool
) -> None:
    table = Table(units, gold, Stage.RECRUIT, setup=TWO, season=3, queue=(1,), revealed=1)
    table.state.selected = (("recruit", "tax"), cards)
    told = table.do(Finish())
    assert (table.state.stage is Stage.ORDER) is plays
    assert ("TurnSkipped" in [type(event).__name__ for event in told]) is not plays


def test_the_second_card_of_winter_uses_what_the_first_brought() -> None:
    # C-63: TAH-WINT-03, WINT-04, TAH-REC-11
    table = Table({}, stage=Stage.ORDER, season=3, cards_left=("recruit", "attack"))
    table.do(PlayFirst("recruit"), Recruit("soldier", "b1"), Finish())
    assert table.state.stage is Stage.ACTIVATE
    assert table.refused(Recruit("soldier", "a1")) == "E_NOT_YOUR_DECISION"
    assert table.at("b1") == "1 soldier"


def test_a_treasury_that_ends_pays_what_it_has_left() -> None:
    # C-60: TAH-COMP-05
    setup = Setup(players=("Raven", "Sun"), coin_supply=35)
    table = Table({}, (15, 15), Stage.SELECT, setup=setup)
    table.state.selected = (None, None)
    table.do(Select(("tax",)), Select(("tax",)))
    assert table.state.gold == [18, 17]
