"""What is sent in a wrong form is refused with the rules' own word, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.errors import BadRequest, GameOver, IllegalAction, NotYourDecision
from meleekit.tahta.actions import BidForFirst, BidOnCard, Guess, Select, Stake
from meleekit.tahta.state import Assault, Lot, Stage
from meleekit.tahta.tables import CAMP, KNIGHT, SOLDIER
from tests.tahta.positions import Table

FOUR = (6, 6, 6, 6)


def at(stage: Stage, **more: Any) -> Table:
    """Four players, seat 1 to decide, three units of it about."""
    table = Table({"b1": "1 soldier", "c1": "1 knight", "n": "1 camp", "hn": "2 soldier"}, FOUR)
    state = table.state
    state.stage = stage
    state.sealed = (None,) * 4 if stage is Stage.AUCTION else ()
    if stage is Stage.SELECT:
        state.selected = (None,) * 4
    if stage is Stage.DRAFT:
        state.lots = (Lot("SA06", 1, 3, CAMP), Lot("SA07"))
    if stage is Stage.ORDER:
        state.cards_left = ("recruit", "tax")
    if stage in (Stage.BID, Stage.GUESS, Stage.INFORM):
        board = table.game.kingdom.board.number
        hidden = 0 if stage is Stage.BID else 2
        state.assault = Assault(board["b1"], SOLDIER, board["hn"], SOLDIER, hidden)
    for name, value in more.items():
        setattr(state, name, value)
    return table


def refused(table: Table, data: object, seat: int | None = None) -> tuple[str | None, str | None]:
    """The word and the rule with which plain data is refused, whoever is asked sending it."""
    game, before = table.game, table.state.copy()
    who = game.decisions(table.state)[0].seat if seat is None else seat - 1
    with pytest.raises((IllegalAction, BadRequest, NotYourDecision, GameOver)) as refusal:
        game.check_legal(table.state, who, game.read_action(table.state, who, data))
    # TAH-ERR-03
    assert table.state == before
    return refusal.value.reason, refusal.value.rule


NO_INTEGERS = ["3", 2.5, 2.0, True, None, [1], {"a": 1}]


@pytest.mark.parametrize("amount", [*NO_INTEGERS, -1, 7])
def test_an_auction_bid_is_a_whole_number_of_coins(amount: object) -> None:
    # TAH-ERR-02, TAH-AUC-09; C-17
    sent = {"do": "bid_for_first", "amount": amount}
    assert refused(at(Stage.AUCTION), sent) == ("E_BID_RANGE", "TAH-AUC-09")


@pytest.mark.parametrize("amount", [*NO_INTEGERS, 0, 7])
def test_an_attack_bid_is_a_whole_number_of_coins(amount: object) -> None:
    # TAH-ERR-02, TAH-ATK-06
    assert refused(at(Stage.BID), {"do": "stake", "amount": amount}) == (
        "E_BID_RANGE",
        "TAH-ATK-06",
    )


@pytest.mark.parametrize("amount", [*NO_INTEGERS, -2, 3])
def test_a_bid_on_a_card_is_a_whole_number_above_the_last(amount: object) -> None:
    # TAH-ERR-02, TAH-DRAFT-17
    sent = {"do": "bid_on_card", "card": "SA06", "amount": amount, "marker": "camp"}
    assert refused(at(Stage.DRAFT), sent)[0] == "E_BID_TOO_LOW"


@pytest.mark.parametrize(
    ("card", "marker"), [("SA01", "camp"), (6, "camp"), ("SA06", "tent"), ("SA06", 3)]
)
def test_card_and_marker_are_looked_at_before_the_amount(card: object, marker: object) -> None:
    # TAH-DRAFT-17: E_UNKNOWN comes first
    sent = {"do": "bid_on_card", "card": card, "amount": "9", "marker": marker}
    assert refused(at(Stage.DRAFT), sent)[0] == "E_UNKNOWN"


@pytest.mark.parametrize(
    ("numbers", "word"),
    [
        (["1"], "E_GUESS_RANGE"),
        ([1.0], "E_GUESS_RANGE"),
        ([True], "E_GUESS_RANGE"),
        (2, "E_GUESS_RANGE"),
        ([], "E_GUESS_COUNT"),
        ([1, "2"], "E_GUESS_COUNT"),
        ([0], "E_GUESS_RANGE"),
        ([7], "E_GUESS_RANGE"),
    ],
)
def test_guesses_are_whole_numbers_and_their_count_is_looked_at_first(
    numbers: object, word: str
) -> None:
    # TAH-ERR-02, TAH-ATK-22
    assert refused(at(Stage.GUESS), {"do": "guess", "numbers": numbers})[0] == word


@pytest.mark.parametrize(
    ("stage", "sent"),
    [
        (Stage.RECRUIT, {"do": "recruit", "unit": "dragon", "node": "c1"}),
        (Stage.RECRUIT, {"do": "recruit", "unit": "camp", "node": 4}),
        (Stage.ACTIVATE, {"do": "move", "unit": "soldier", "start": "b1", "node": "b9"}),
        (Stage.ACTIVATE, {"do": "move", "unit": "soldier", "start": "a1", "node": "b1"}),
        (Stage.ACTIVATE, {"do": "attack", "unit": None, "start": "b1", "node": "hn"}),
        (Stage.ASSIGN, {"do": "give_first", "seat": 4}),
        (Stage.ASSIGN, {"do": "give_first", "seat": "1"}),
        (Stage.ASSIGN, {"do": "give_first", "seat": True}),
        (Stage.SELECT, {"do": "select", "cards": ["bank"]}),
        (Stage.SELECT, {"do": "select", "cards": [1]}),
        (Stage.ORDER, {"do": "play_first", "card": "attack"}),
        (Stage.ORDER, {"do": "play_first", "card": 2}),
        (Stage.INFORM, {"do": "ask", "ask": 1}),
        (Stage.RECRUIT, {"do": "fly"}),
        (Stage.RECRUIT, {"do": "recruit", "unit": "camp"}),
        (Stage.RECRUIT, {"do": "finish", "node": "c1"}),
        (Stage.RECRUIT, "finish"),
        (Stage.RECRUIT, {"do": 3}),
    ],
)
def test_what_is_not_known_is_called_so(stage: Stage, sent: object) -> None:
    # TAH-ERR-02
    assert refused(at(stage), sent) == ("E_UNKNOWN", "TAH-ERR-02")


def test_who_is_not_asked_is_told_that_first() -> None:
    # TAH-ERR-01, TAH-ERR-04, TAH-AUC-09, TAH-DRAFT-17
    nonsense = {"do": "stake", "amount": "much"}
    assert refused(at(Stage.BID), nonsense, seat=2) == ("E_NOT_YOUR_DECISION", "TAH-ERR-01")
    assert refused(at(Stage.RECRUIT), nonsense) == ("E_NOT_YOUR_DECISION", "TAH-ERR-01")
    sealed = at(Stage.AUCTION, sealed=(2, None, None, None))
    assert refused(sealed, {"do": "bid_for_first", "amount": "2"}, seat=1)[0] == "E_SEALED"
    passed = at(Stage.DRAFT, passed=(False, False, True, False))
    assert refused(passed, {"do": "pass"}, seat=3)[0] == "E_PASSED"
    over = at(Stage.OVER, winner=0, end_rule="TAH-END-03")
    assert refused(over, nonsense, seat=1) == ("E_GAME_OVER", "TAH-ERR-04")


@pytest.mark.parametrize("bad", [2.5, True, "3", None])
def test_values_of_another_type_are_refused_in_the_library_too(bad: Any) -> None:
    # TAH-ERR-02
    assert at(Stage.AUCTION).refused(BidForFirst(bad)) == "E_BID_RANGE"
    assert at(Stage.BID).refused(Stake(bad)) == "E_BID_RANGE"
    assert at(Stage.GUESS).refused(Guess((bad,))) == "E_GUESS_RANGE"
    assert at(Stage.DRAFT).refused(BidOnCard("SA07", bad, "camp")) == "E_BID_TOO_LOW"


def test_guesses_and_cards_may_be_named_in_any_order() -> None:
    # TAH-ATK-08, TAH-SEL-01
    assert Guess((5, 2)) == Guess((2, 5))
    assert Select(("attack", "recruit")) == Select(("recruit", "attack"))
    table = at(Stage.SELECT, season=3)
    read = table.game.read_action(table.state, 0, {"do": "select", "cards": ["attack", "tax"]})
    assert read in table.game.actions(table.state, 0)


@pytest.mark.parametrize(
    ("units", "marker"),
    [
        ({}, "camp"),  # 3 soldiers and 3 camps are left: the camp comes first
        ({"n": "1 camp"}, "soldier"),
        ({"n": "1 camp soldier"}, "camp"),  # 2 of each kind
        ({"n": "1 camp soldier", "w": "1 camp"}, "soldier"),
        ({"n": "1 camp soldier", "w": "1 camp soldier"}, "catapult"),
        (
            {"n": "1 camp soldier catapult", "w": "1 camp soldier catapult"},
            "knight",
        ),
    ],
)
def test_a_marker_that_is_not_named_is_the_kind_of_which_most_are_left(
    units: dict[str, str], marker: str
) -> None:
    # TAH-DRAFT-10
    table = Table(units, FOUR)
    table.state.stage, table.state.lots = Stage.DRAFT, (Lot("SA06"),)
    for sent in ({}, {"marker": None}, {"marker": ""}):
        data = {"do": "bid_on_card", "card": "SA06", "amount": 2, **sent}
        assert table.game.read_action(table.state, 0, data) == BidOnCard("SA06", 2, marker)


@pytest.mark.parametrize("named", ["camp", "knight", None])
def test_raising_an_own_bid_leaves_its_marker(named: str | None) -> None:
    # TAH-DRAFT-07, TAH-DRAFT-17: 6 in hand and 3 on the card
    table = Table({}, FOUR)
    table.state.stage, table.state.lots = Stage.DRAFT, (Lot("SA06", 0, 3, KNIGHT),)
    table.state.turn = 0
    sent = {"do": "bid_on_card", "card": "SA06", "amount": 9, "marker": named}
    table.do(table.game.read_action(table.state, 0, sent))
    assert table.state.lots == (Lot("SA06", 0, 9, KNIGHT),)
    assert table.state.gold[0] == 0


def test_a_marker_that_is_not_left_is_refused_even_when_raising() -> None:
    # TAH-DRAFT-17
    table = Table({"c1": "1 knight", "n": "1 knight"}, FOUR)
    table.state.stage, table.state.lots = Stage.DRAFT, (Lot("SA06", 0, 3, CAMP),)
    sent = {"do": "bid_on_card", "card": "SA06", "amount": 5, "marker": "knight"}
    assert refused(table, sent)[0] == "E_SUPPLY"
