"""What is sent in a wrong form is refused with the rules' own word, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.errors import BadRequest, GameOver, IllegalAction, NotYourDecision
from meleekit.tahta.actions import BidForFirst, BidOnCard, Guess, Select, Stake
from meleekit.tahta.state import Lot, Stage
from meleekit.tahta.tables import KNIGHT
from tests.tahta.cases import NAMES, Position, position

UNITS = {"b1": "Raven: soldier", "c1": "Raven: knight", "n": "Raven: camp", "hn": "Sun: soldier"}
ATTACK = {"unit": "soldier", "start": "b1", "node": "hn"}
BID = {"card": "SA06", "bid": 3, "by": "Sun", "marker": "camp"}
MOMENTS: dict[Stage, dict[str, Any]] = {
    Stage.DRAFT: {"lots": [BID, {"card": "SA07"}]},
    Stage.AUCTION: {"to": "auction"},
    Stage.SELECT: {"to": "select"},
    Stage.ORDER: {"season": "winter", "players": {"Raven": {"chosen": ["recruit", "tax"]}}},
    Stage.BID: {"assault": ATTACK},
    Stage.INFORM: {
        "to": "inform Sun",
        "assault": {**ATTACK, "bid": 2},
        "players": {"Sun": {"cards": ["Informers"]}},
    },
    Stage.GUESS: {"to": "guess Sun", "assault": {**ATTACK, "bid": 2}},
    Stage.OVER: {"to": "", "winner": "Raven", "season": "winter"},
}


def at(stage: Stage, **more: Any) -> Position:
    """Four players with 6 gold each; Raven is to decide, or Sun, whom she attacks."""
    said = {"to": f"{stage.value} Raven", "units": UNITS, **MOMENTS.get(stage, {}), **more}
    rows = said.pop("players", {})
    return position({name: {"gold": 6, **rows.get(name, {})} for name in NAMES}, **said)


def refused(now: Position, data: object, by: str | None = None) -> tuple[str | None, str | None]:
    """The word and the rule with which plain data is refused, whoever is asked sending it."""
    game, before = now.game, now.state.copy()
    who = now.seat(by or now.asked[0])
    with pytest.raises((IllegalAction, BadRequest, NotYourDecision, GameOver)) as refusal:
        game.check_legal(now.state, who, game.read_action(now.state, who, data))
    # TAH-ERR-03
    assert now.state == before
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
    assert refused(at(Stage.BID), nonsense, "Sun") == ("E_NOT_YOUR_DECISION", "TAH-ERR-01")
    assert refused(at(Stage.RECRUIT), nonsense) == ("E_NOT_YOUR_DECISION", "TAH-ERR-01")
    sealed = at(Stage.AUCTION, players={"Raven": {"bid": 2}})
    assert refused(sealed, {"do": "bid_for_first", "amount": "2"}, "Raven")[0] == "E_SEALED"
    passed = at(Stage.DRAFT, players={"Thorn": {"passed": True}})
    assert refused(passed, {"do": "pass"}, "Thorn")[0] == "E_PASSED"
    assert refused(at(Stage.OVER), nonsense, "Raven") == ("E_GAME_OVER", "TAH-ERR-04")


@pytest.mark.parametrize("bad", [2.5, True, "3", None])
def test_values_of_another_type_are_refused_in_the_library_too(bad: Any) -> None:
    # TAH-ERR-02, TAH-ERR-03
    for stage, action, word in (
        (Stage.AUCTION, BidForFirst(bad), "E_BID_RANGE"),
        (Stage.BID, Stake(bad), "E_BID_RANGE"),
        (Stage.GUESS, Guess((bad,)), "E_GUESS_RANGE"),
        (Stage.DRAFT, BidOnCard("SA07", bad, "camp"), "E_BID_TOO_LOW"),
    ):
        now = at(stage)
        with pytest.raises(IllegalAction) as refusal:
            now.after(now.seat(now.asked[0]), action)
        assert refusal.value.reason == word
        assert now.state == at(stage).state


def test_guesses_and_cards_may_be_named_in_any_order() -> None:
    # TAH-ATK-08, TAH-SEL-01
    assert Guess((5, 2)) == Guess((2, 5))
    assert Select(("attack", "recruit")) == Select(("recruit", "attack"))
    now = at(Stage.SELECT, season="winter")
    assert now.allows(do="select", cards=["attack", "tax"])


@pytest.mark.parametrize(
    ("units", "marker"),
    [
        ({}, "camp"),  # 3 soldiers and 3 camps are left: the camp comes first
        ({"n": "Raven: camp"}, "soldier"),
        ({"n": "Raven: camp, soldier"}, "camp"),  # 2 of each kind
        ({"n": "Raven: camp, soldier", "w": "Raven: camp"}, "soldier"),
        (dict.fromkeys(("n", "w"), "Raven: camp, soldier"), "catapult"),
        (dict.fromkeys(("n", "w"), "Raven: camp, soldier, catapult"), "knight"),
    ],
)
def test_a_marker_that_is_not_named_is_the_kind_of_which_most_are_left(
    units: dict[str, str], marker: str
) -> None:
    # TAH-DRAFT-10
    now = at(Stage.DRAFT, units=units)
    for sent in ({}, {"marker": None}, {"marker": ""}):
        _, action = now.action(do="bid_on_card", card="SA06", amount=2, **sent)
        assert action == BidOnCard("SA06", 2, marker)


@pytest.mark.parametrize("named", ["camp", "knight", None])
def test_raising_an_own_bid_leaves_its_marker(named: str | None) -> None:
    # TAH-DRAFT-07, TAH-DRAFT-17: 6 in hand and 3 on the card
    now = at(Stage.DRAFT, lots=[{**BID, "by": "Raven", "marker": "knight"}])
    now = now.do(do="bid_on_card", card="SA06", amount=9, marker=named)
    assert now.state.lots == (Lot("SA06", 0, 9, KNIGHT),)
    assert now.state.gold[0] == 0


def test_a_marker_that_is_not_left_is_refused_even_when_raising() -> None:
    # TAH-DRAFT-17
    units = {"c1": "Raven: knight", "n": "Raven: knight"}
    now = at(Stage.DRAFT, units=units, lots=[{**BID, "by": "Raven"}])
    sent = {"do": "bid_on_card", "card": "SA06", "amount": 5, "marker": "knight"}
    assert refused(now, sent)[0] == "E_SUPPLY"
