"""Why something is not allowed: the same checks as the options, in the order of the rules."""

from __future__ import annotations

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
STAKE = No("E_BID_RANGE", "TAH-ATK-06", "bid a whole number from 1 to your gold")
GUESS_COUNT = No("E_GUESS_COUNT", "TAH-ATK-08", "name as many numbers as you have guesses")
GUESS_DUP = No("E_GUESS_DUP", "TAH-DEF-02", "the numbers must differ")
GUESS_RANGE = No("E_GUESS_RANGE", "TAH-ATK-08", "guess from 1 to the attacker's gold, rising")
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
    """The first thing that is against it (TAH-REC-13, MOV-11, ATK-22, DRAFT-17)."""
    no = _against(game, state, seat, action)
    return IllegalAction(no.rule, no.message, no.reason)


def _against(game: Kingdom, state: State, seat: int, action: act.AnyAction) -> No:
    if state.stage not in _STAGES[type(action)]:
        return WRONG
    match action:
        case act.BidOnCard():
            if not state.lots:
                return WRONG  # In the basic game there is nothing to bid on (TAH-MODE-02).
            marker = NUMBER_OF.get(action.marker, NOBODY)
            no = checks.card_bid(game, state, seat, action.card, action.amount, marker)
        case act.Recruit():
            unit, node = NUMBER_OF.get(action.unit), game.board.number.get(action.node)
            if unit is None or node is None:
                return UNKNOWN
            no = checks.recruit(game, state, seat, unit, node)
        case act.Move() | act.Attack():
            unit = NUMBER_OF.get(action.unit)
            start = game.board.number.get(action.start)
            node = game.board.number.get(action.node)
            if unit is None or start is None or node is None:
                return UNKNOWN
            check = checks.move if isinstance(action, act.Move) else checks.attack
            no = check(game, state, seat, unit, start, node)
        case act.Select():
            no = _of_selection(game, state, action.cards)
        case act.Guess():
            no = _of_guess(game, state, action.numbers)
        case act.BidForFirst():
            return RANGE
        case act.Stake():
            return STAKE
        case act.GiveFirst() | act.PlayFirst():
            return UNKNOWN
        case _:
            return WRONG
    return no or WRONG


def _of_selection(game: Kingdom, state: State, cards: tuple[str, ...]) -> No:
    if len(cards) != cards_wanted(game, state):
        return COUNT
    if any(card not in CARDS for card in cards):
        return UNKNOWN
    return SAME


def _of_guess(game: Kingdom, state: State, numbers: tuple[int, ...]) -> No:
    assert state.assault is not None
    gold = state.gold[state.turn]
    guesses = game.guesses(state, state.assault.target, state.assault.defender)
    if len(numbers) != min(guesses, gold):
        return GUESS_COUNT
    return GUESS_DUP if len(set(numbers)) < len(numbers) else GUESS_RANGE
