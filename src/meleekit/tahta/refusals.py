"""Why something is not allowed: the same checks as the options, in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.errors import IllegalAction
from meleekit.tahta import actions as act
from meleekit.tahta import checks
from meleekit.tahta.checks import No
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.options import cards_wanted
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CARDS, NUMBER_OF

WRONG = No("E_NOT_YOUR_DECISION", "TAH-ERR-01", "that is not what is to be decided now")
UNKNOWN = No("E_UNKNOWN", "TAH-ERR-02", "there is no such unit, node, card or seat")
RANGE = No("E_BID_RANGE", "TAH-AUC-09", "bid a whole number from 0 to your gold")
GUESS_COUNT = No("E_GUESS_COUNT", "TAH-ATK-08", "name as many numbers as you have guesses")
GUESS_DUP = No("E_GUESS_DUP", "TAH-DEF-02", "the numbers must differ")
GUESS_RANGE = No("E_GUESS_RANGE", "TAH-ATK-08", "guess whole numbers from 1 to the attacker's gold")
COUNT = No("E_CARD_COUNT", "TAH-SEL-01", "choose one action card; in winter two")
SAME = No("E_DUP_CARD", "TAH-WINT-01", "the two cards must differ")

_STAGES: dict[type, tuple[Stage, ...]] = {
    act.Recruit: (Stage.DRAFT, Stage.RECRUIT, Stage.LEVY),
    act.BidOnCard: (Stage.DRAFT,),
    act.Pass: (Stage.DRAFT,),
    act.BidForFirst: (Stage.AUCTION,),
    act.GiveFirst: (Stage.ASSIGN,),
    act.Select: (Stage.SELECT,),
    act.PlayFirst: (Stage.ORDER,),
    act.Finish: (Stage.RECRUIT, Stage.LEVY, Stage.ACTIVATE),
    act.CloseUnit: (Stage.ACTIVATE,),
    act.Move: (Stage.ACTIVATE,),
    act.Attack: (Stage.ACTIVATE,),
    act.Stake: (Stage.BID,),
    act.Ask: (Stage.INFORM,),
    act.Guess: (Stage.GUESS,),
    act.Press: (Stage.PRESS,),
    act.FallBack: (Stage.PRESS,),
}


def refusal(game: Kingdom, state: State, seat: int, action: act.AnyAction) -> IllegalAction:
    """The first thing that is against it (TAH-REC-13, MOV-11, ATK-22, DRAFT-17).

    Saying so changes nothing (TAH-ERR-03).
    """
    no = against(game, state, seat, action) or WRONG
    return IllegalAction(no.rule, no.message, no.reason)


def in_place(state: State, kind: type) -> bool:
    """Whether that kind of action is what the game waits for (TAH-ERR-01)."""
    return state.stage in _STAGES[kind]


def against(game: Kingdom, state: State, seat: int, action: act.AnyAction) -> No | None:
    """What is against it, for a seat that the game waits for; None where it is legal."""
    kind = type(action)
    return _JUDGES[kind](game, state, seat, action) if in_place(state, kind) else WRONG


def _whole(value: object) -> bool:
    """Whether it is a whole number: a truth value is none (TAH-ERR-02)."""
    return type(value) is int


def _of_card_bid(game: Kingdom, state: State, seat: int, action: act.BidOnCard) -> No | None:
    if not state.lots:
        return WRONG  # In the basic game there is nothing to bid on (TAH-MODE-02).
    marker = NUMBER_OF.get(action.marker, NOBODY)
    amount = action.amount if _whole(action.amount) else -1
    return checks.card_bid(game, state, seat, action.card, amount, marker)


def _of_recruit(game: Kingdom, state: State, seat: int, action: act.Recruit) -> No | None:
    unit, node = NUMBER_OF.get(action.unit), game.board.number.get(action.node)
    if unit is None or node is None:
        return UNKNOWN
    return checks.recruit(game, state, seat, unit, node)


def _of_unit(game: Kingdom, state: State, seat: int, action: act.Move | act.Attack) -> No | None:
    number = game.board.number
    unit, start, node = (
        NUMBER_OF.get(action.unit),
        number.get(action.start),
        number.get(action.node),
    )
    if unit is None or start is None or node is None:
        return UNKNOWN
    check = checks.move if isinstance(action, act.Move) else checks.attack
    return check(game, state, seat, unit, start, node)


def _of_bid(game: Kingdom, state: State, seat: int, action: act.BidForFirst) -> No | None:
    fine = _whole(action.amount) and 0 <= action.amount <= state.gold[seat]
    return None if fine else RANGE


def _of_stake(game: Kingdom, state: State, seat: int, action: act.Stake) -> No | None:
    fine = _whole(action.amount) and game.least_stake <= action.amount <= state.gold[seat]
    said = f"bid a whole number from {game.least_stake} to your gold"
    return None if fine else No("E_BID_RANGE", "TAH-ATK-06", said)


def _of_gift(game: Kingdom, state: State, seat: int, action: act.GiveFirst) -> No | None:
    return None if _whole(action.seat) and 0 <= action.seat < game.count else UNKNOWN


def _of_order(game: Kingdom, state: State, seat: int, action: act.PlayFirst) -> No | None:
    return None if action.card in state.cards_left else UNKNOWN


def _of_selection(game: Kingdom, state: State, seat: int, action: act.Select) -> No | None:
    cards = action.cards
    if len(cards) != cards_wanted(game, state):
        return COUNT
    if any(card not in CARDS for card in cards):
        return UNKNOWN
    return SAME if len(set(cards)) < len(cards) else None


def _of_guess(game: Kingdom, state: State, seat: int, action: act.Guess) -> No | None:
    assert state.assault is not None
    numbers, gold = action.numbers, state.gold[state.turn]
    guesses = game.guesses(state, state.assault.target, state.assault.defender)
    if len(numbers) != min(guesses, gold):
        return GUESS_COUNT
    if len(set(numbers)) < len(numbers):
        return GUESS_DUP
    fine = all(_whole(number) and 1 <= number <= gold for number in numbers)
    return None if fine else GUESS_RANGE


def _of_closing(game: Kingdom, state: State, seat: int, action: act.CloseUnit) -> No | None:
    return None if state.active else WRONG


def _of_asking(game: Kingdom, state: State, seat: int, action: act.Ask) -> No | None:
    return None if isinstance(action.ask, bool) else UNKNOWN


def _fine(game: Kingdom, state: State, seat: int, action: act.AnyAction) -> None:
    return None


_JUDGES: Mapping[type, Callable[[Kingdom, State, int, Any], No | None]] = {
    act.Recruit: _of_recruit,
    act.BidOnCard: _of_card_bid,
    act.Pass: _fine,
    act.BidForFirst: _of_bid,
    act.GiveFirst: _of_gift,
    act.Select: _of_selection,
    act.PlayFirst: _of_order,
    act.Finish: _fine,
    act.CloseUnit: _of_closing,
    act.Move: _of_unit,
    act.Attack: _of_unit,
    act.Stake: _of_stake,
    act.Ask: _of_asking,
    act.Guess: _of_guess,
    act.Press: _fine,
    act.FallBack: _fine,
}
