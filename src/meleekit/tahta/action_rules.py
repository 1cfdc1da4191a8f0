"""The rule by which an action may be done, by what the position makes of it."""

from __future__ import annotations

from meleekit.tahta import actions as act
from meleekit.tahta.checks import is_forward
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.options import cards_wanted
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CATAPULT, KNIGHT, NUMBER_OF, SOLDIER

_ALWAYS: dict[type, str] = {
    act.Pass: "TAH-DRAFT-12",
    act.BidForFirst: "TAH-AUC-02",
    act.GiveFirst: "TAH-AUC-05",
    act.PlayFirst: "TAH-WINT-03",
    act.CloseUnit: "TAH-MA-02",
    act.Stake: "TAH-ATK-06",
    act.Ask: "TAH-CARD-21",
    act.Guess: "TAH-ATK-08",
    act.Press: "TAH-ATK-13",
    act.FallBack: "TAH-ATK-15",
}
_FINISH = {Stage.RECRUIT: "TAH-REC-01", Stage.LEVY: "TAH-CARD-08", Stage.ACTIVATE: "TAH-MA-02"}


def rule_of(game: Kingdom, state: State, action: act.AnyAction) -> str:
    """The ID of the rule; a card's, where without the card it could not be done."""
    match action:
        case act.Recruit(node=node):
            return _of_recruit(game, state, game.board.number[node])
        case act.BidOnCard(card=card):
            return _of_bid(state, card)
        case act.Select():
            return "TAH-WINT-01" if cards_wanted(game, state) > 1 else "TAH-SEL-01"
        case act.Finish():
            return _FINISH[state.stage]
        case act.Move(unit=unit, start=start, node=node):
            ids = game.board.number
            return _of_move(game, state, NUMBER_OF[unit], ids[start], ids[node])
        case act.Attack(unit=unit, start=start, node=node):
            ids = game.board.number
            return _of_attack(game, state, NUMBER_OF[unit], ids[start], ids[node])
        case _:
            return _ALWAYS[type(action)]


def _of_recruit(game: Kingdom, state: State, node: int) -> str:
    if state.stage is Stage.DRAFT:
        return "TAH-DRAFT-02"
    if state.stage is Stage.LEVY:
        return "TAH-CARD-08"
    if is_forward(game, state, state.turn, node):
        return "TAH-CARD-05"
    return "TAH-REC-03" if node in game.board.lands[state.turn] else "TAH-REC-04"


def _of_bid(state: State, card: str) -> str:
    bidder = next(lot.bidder for lot in state.lots if lot.card == card)
    if bidder == NOBODY:
        return "TAH-DRAFT-05"
    return "TAH-DRAFT-07" if bidder == state.turn else "TAH-DRAFT-06"


def _of_move(game: Kingdom, state: State, unit: int, start: int, node: int) -> str:
    if unit == KNIGHT and node == game.board.mountain:
        return "TAH-CARD-14"
    if unit == SOLDIER and state.active and (state.active.node, state.active.unit) == (start, unit):
        return "TAH-CARD-09"
    if state.owner[node] not in (NOBODY, state.turn):
        return "TAH-CAT-08"
    return "TAH-MOV-03" if unit == KNIGHT else "TAH-MOV-02"


def _of_attack(game: Kingdom, state: State, unit: int, start: int, node: int) -> str:
    board = game.board
    if unit == CATAPULT:
        if state.units[node] == 1 << CATAPULT:
            return "TAH-CAT-07"
        far = board.distances[start][node] > 1
        return "TAH-CARD-13" if far and start != board.mountain else "TAH-CAT-02"
    if unit == KNIGHT and node == board.mountain:
        return "TAH-CARD-14"
    if unit == SOLDIER and state.active and (state.active.node, state.active.unit) == (start, unit):
        return "TAH-CARD-10"
    return "TAH-ATK-01"
