"""A bot for Rikki Tahta's *Melee* that takes what is best at once, and never looks ahead.

It settles its lands, keeps a purse, walks where nobody is, attacks where the chances are with it,
hides and guesses small sums evenly. What the others will do it does not ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meleekit.bots.tahta.player import Actions, Player, gold_first
from meleekit.bots.tahta.position import Position
from meleekit.tahta import actions as act
from meleekit.tahta.fists import quick_chain
from meleekit.tahta.forecast import guess_counts
from meleekit.tahta.state import NOBODY, Stage
from meleekit.tahta.tables import CAMP, CATAPULT, KNIGHT, NUMBER_OF, SOLDIER

# Worths in gold; chosen so that it plays soundly, not tuned against anybody.
NODE = 4.0
"""A node more at the end."""
ARM = (3.5, 8.0, 0.0, 2.5)
"""Soldier, knight, camp, catapult, for what they can do while there are attacks to come."""
CASTLE = 40.0
"""A castle taken, and the game with it."""
NEARER = 0.2
"""A step of a knight towards a castle."""
PURSE = 5
"""What it keeps to attack and defend with, until winter."""
FANCY = 2
"""The most it pays for a special card or to go first."""
SPREAD = 4
"""How many sums it hides and guesses among, for each guess."""


# -- worths --------------------------------------------------------------------------------------


def _seasons_left(position: Position) -> int:
    return len(position.kingdom.tables.components.seasons) - position.state.season


def _price(position: Position, action: act.Recruit) -> int:
    printed = position.state.stage is not Stage.RECRUIT
    unit = NUMBER_OF[action.unit]
    return position.kingdom.price(position.state, position.seat, unit, printed=printed)


def purchase_worth(position: Position, action: act.Recruit) -> float:
    """What a unit there is worth beyond its price."""
    kingdom, state, seat = position.kingdom, position.state, position.seat
    node, unit = kingdom.board.number[action.node], NUMBER_OF[action.unit]
    worth = -float(_price(position, action))
    if _seasons_left(position) > 1 or "attack" in state.cards_left:
        worth += ARM[unit]
    if state.owner[node] == NOBODY:
        worth += NODE + (node in kingdom.board.marked)
    if unit == CAMP:
        worth += kingdom.tables.components.camp_income * _seasons_left(position)
    elif kingdom.castle_seat(node) == seat and unit != CATAPULT:
        worth += 1.0
    return worth


def attack_worth(position: Position, unit: int, target: int) -> float:
    """What an assault or shot may bring, by the chance to beat all who defend."""
    kingdom, state = position.kingdom, position.state
    shot = unit == CATAPULT
    guesses = guess_counts(kingdom, state, target, shot)
    chance = quick_chain(guesses, state.gold[position.seat])
    if kingdom.castle_seat(target) != NOBODY and not shot:
        prize = CASTLE
    else:
        prize = NODE + sum(kingdom.costs[u] for u in range(4) if state.units[target] >> u & 1)
    cost = len(guesses) * 2.0
    return chance * prize - cost - (1 - chance) * kingdom.costs[unit]


def step_worth(position: Position, unit: int, start: int, node: int) -> float:
    """What a unit gains by standing there rather than here."""
    kingdom, state, seat = position.kingdom, position.state, position.seat
    board = kingdom.board
    worth = 0.0
    if state.owner[node] != seat:
        worth += NODE + (node in board.marked) * 1.0
    if state.units[start] == 1 << unit:
        worth -= NODE + (start in board.marked) * 1.0
    if kingdom.castle_seat(start) == seat and not state.units[start] & ~(1 << unit) & 0b11:
        worth -= NODE  # nobody but the garrison would be left at home
    if unit == KNIGHT:
        others = [
            castle for castle in board.owner_of_castle if board.owner_of_castle[castle] != seat
        ]
        far = min(board.distances[start][castle] for castle in others)
        worth += NEARER * (far - min(board.distances[node][castle] for castle in others))
    return worth


def card_worth(position: Position, card: str) -> float:
    """What an action card may bring now."""
    kingdom, state, seat = position.kingdom, position.state, position.seat
    if card == "tax":
        return float(kingdom.tables.components.tax)
    if card == "recruit":
        spare = state.gold[seat] - (PURSE if _seasons_left(position) > 1 else 0)
        open_lands = sum(state.owner[node] == NOBODY for node in kingdom.board.lands[seat])
        return max(0, spare) * 0.4 + min(max(0, spare) // 2, open_lands) * NODE
    return sum(
        max(
            [
                0.0,
                *(
                    _errand_worth(position, unit, start, node)
                    for node in kingdom.board.neighbours[start]
                ),
            ]
        )
        for start in kingdom.occupied(state, seat)
        for unit in (SOLDIER, KNIGHT, CATAPULT)
        if state.units[start] >> unit & 1
    )


def _errand_worth(position: Position, unit: int, start: int, node: int) -> float:
    kingdom, state, seat = position.kingdom, position.state, position.seat
    castle = kingdom.castle_seat(node)
    foreign = state.owner[node] not in (NOBODY, seat) or castle not in (NOBODY, seat)
    if unit != SOLDIER and node == kingdom.board.mountain:  # TAH-KIL-01, TAH-KIL-02
        return 0.0
    if foreign:
        return attack_worth(position, unit, node) if state.gold[seat] else 0.0
    return step_worth(position, unit, start, node) if unit != CATAPULT else 0.0


# -- choices -------------------------------------------------------------------------------------


def _bought(position: Position, actions: Actions, keep: int) -> act.AnyAction | None:
    """The unit whose worth is most above its price, if it leaves that much gold."""
    gold = position.state.gold[position.seat]
    buys = [a for a in actions if isinstance(a, act.Recruit) and gold - _price(position, a) >= keep]
    return position.best_above(buys, [purchase_worth(position, a) for a in buys], 0.0)


def _draft(position: Position, actions: Actions) -> act.AnyAction:
    """Settle the lands as long as the purse stays; then cards that are cheap; then pass."""
    state, seat = position.state, position.seat
    if found := _bought(position, actions, PURSE):
        return found
    own = {lot.card for lot in state.lots if lot.bidder == seat}
    bids = [
        a
        for a in actions
        if isinstance(a, act.BidOnCard) and a.amount <= FANCY and a.card not in own
    ]
    if bids and state.gold[seat] > PURSE:
        return position.best(bids, lambda a: -a.amount)
    return act.Pass()


def _auction(position: Position, actions: Actions) -> act.AnyAction:
    return actions[position.dice.below(min(len(actions), FANCY + 1))]


def _assign(position: Position, actions: Actions) -> act.AnyAction:
    return act.GiveFirst(position.seat)


def _select(position: Position, actions: Actions) -> act.AnyAction:
    choices = [a for a in actions if isinstance(a, act.Select)]
    return position.best(choices, lambda a: sum(card_worth(position, c) for c in a.cards))


def _recruit(position: Position, actions: Actions) -> act.AnyAction:
    to_come = _seasons_left(position) > 1 or "attack" in position.state.cards_left
    return _bought(position, actions, PURSE if to_come else 0) or act.Finish()


def _activate(position: Position, actions: Actions) -> act.AnyAction:
    number = position.kingdom.board.number

    def worth(errand: act.Move | act.Attack) -> float:
        unit, node = NUMBER_OF[errand.unit], number[errand.node]
        if isinstance(errand, act.Move):
            return step_worth(position, unit, number[errand.start], node)
        return attack_worth(position, unit, node)

    errands = [a for a in actions if isinstance(a, act.Move | act.Attack)]
    return position.best_above(errands, [worth(a) for a in errands], 0.0) or act.Finish()


def _most(position: Position) -> int:
    """The largest sum that it hides or guesses: for a castle more than for a node."""
    state = position.state
    assault = state.assault
    assert assault is not None
    gold = state.gold[state.turn]
    guesses = guess_counts(position.kingdom, state, assault.target, assault.unit == CATAPULT)
    share = gold if len(guesses) == 1 else max(1, gold // len(guesses))
    if position.kingdom.castle_seat(assault.target) != NOBODY:
        return max(min(gold, guesses[0] + 1), share)
    return min(gold, max(SPREAD * guesses[0], 1))


def _stake(position: Position, actions: Actions) -> act.AnyAction:
    return actions[position.dice.below(min(len(actions), _most(position)))]


def _guess(position: Position, actions: Actions) -> act.AnyAction:
    most = _most(position)
    likely = [a for a in actions if isinstance(a, act.Guess) and max(a.numbers) <= most]
    return likely[position.dice.below(len(likely))]


def _inform(position: Position, actions: Actions) -> act.AnyAction:
    return act.Ask(True)


def _press(position: Position, actions: Actions) -> act.AnyAction:
    assault = position.state.assault
    assert assault is not None
    on = attack_worth(position, assault.unit, assault.target) > 0
    return act.Press() if on else act.FallBack()


CHOICES: Mapping[Stage, Callable[[Position, Actions], act.AnyAction]] = {
    Stage.DRAFT: _draft,
    Stage.AUCTION: _auction,
    Stage.ASSIGN: _assign,
    Stage.SELECT: _select,
    Stage.ORDER: gold_first,
    Stage.RECRUIT: _recruit,
    Stage.LEVY: _recruit,
    Stage.ACTIVATE: _activate,
    Stage.BID: _stake,
    Stage.INFORM: _inform,
    Stage.GUESS: _guess,
    Stage.PRESS: _press,
}


class Greedy(Player[Position]):
    """Takes what is best at once."""

    name = "greedy"
    position = Position
    choices = CHOICES
