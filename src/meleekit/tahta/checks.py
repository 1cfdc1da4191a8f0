"""What is allowed, each question with its checks in the order of the rules and one answer.

The options of a player and the refusals of whatever is no option come from the same functions.
An answer is None where nothing is against it.
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CAMP, CATAPULT, KNIGHT, SOLDIER


class No(NamedTuple):
    """Why something is refused: the rules' own word for it, the rule, and what would be right."""

    reason: str
    rule: str
    message: str


CAMP_CASTLE = No("E_CAMP_CASTLE", "TAH-REC-06", "a camp is never placed in a castle")
KNIGHT_KILI = No("E_KNIGHT_KILI", "TAH-REC-09", "knights are not recruited on the mountain")
ENEMY = No("E_ENEMY", "TAH-REC-10", "that node is an enemy's; recruit in one that is not")
HOME_ONLY = No("E_SITE", "TAH-DRAFT-03", "in the draft, recruit in your castle and its two lands")
NO_SITE = No("E_SITE", "TAH-REC-04", "recruit in your own lands or where a unit of yours stands")
LEVIED = No("E_ABILITY_SPENT", "TAH-CARD-05", "one unit an action may be levied forward")
STACKED = No("E_STACK", "TAH-REC-05", "no two units of a kind and owner share a node")
NO_UNIT = No("E_SUPPLY", "TAH-REC-07", "no such unit is left in the supply")
NO_GOLD = No("E_GOLD", "TAH-REC-08", "the price is not in hand")

LOW = No("E_BID_TOO_LOW", "TAH-DRAFT-06", "bid at least 1, and more than the bid that stands")
TOO_MUCH = No("E_GOLD", "TAH-DRAFT-08", "a bid is at most the gold in hand and on that card")
NO_MARKER = No("E_SUPPLY", "TAH-DRAFT-10", "a bid needs an unused unit as marker")
NO_LOT = No("E_UNKNOWN", "TAH-DRAFT-17", "no such card lies open, or no such kind of unit")

IMMOBILE = No("E_UNIT_IMMOBILE", "TAH-MOV-07", "camps and catapults do not move")
SPENT = No("E_UNIT_SPENT", "TAH-MA-08", "that unit has had its activation")
FAR = No("E_RANGE", "TAH-MOV-01", "a step goes to an adjacent node")
NO_MOUNTAIN = No("E_KILI_FORBIDDEN", "TAH-KIL-01", "knights never go there nor attack it")
DEFENDED = No("E_DEFENDED", "TAH-MOV-04", "it is defended: attack it instead")
PASSING = No("E_STACK", "TAH-MOV-06", "a unit of that kind stands there; not even in passing")
ABSENT = No("E_UNKNOWN", "TAH-ERR-02", "you have no such unit there")

NO_FIGHTER = No("E_CANNOT_ATTACK", "TAH-CAMP-01", "camps never attack")
FRESH = No("E_CAPTURED_THIS_TURN", "TAH-MA-07", "what was captured this turn cannot be used in it")
TOO_FAR = No("E_RANGE", "TAH-ATK-01", "soldiers and knights attack an adjacent node")
OUT_OF_SHOT = No("E_RANGE", "TAH-CAT-02", "catapults shoot one step, from the mountain two")
NO_SHOT = No("E_KILI_FORBIDDEN", "TAH-CAT-03", "catapults never shoot at the mountain")
NO_TARGET = No("E_TARGET", "TAH-ATK-21", "no enemy there defends; enter it by moving")
NOTHING_THERE = No("E_TARGET", "TAH-CAT-04", "a catapult needs an enemy unit to shoot at")
NO_STAKE = No("E_GOLD", "TAH-ATK-07", "without gold nobody attacks")


def site(game: Kingdom, state: State, seat: int, unit: int, node: int) -> No | None:
    """Whether a unit may be placed there, whatever it costs (TAH-REC-03..06, REC-09..13)."""
    board = game.board
    castle = board.owner_of_castle.get(node, NOBODY)
    if unit == CAMP and castle != NOBODY:
        return CAMP_CASTLE
    if unit == KNIGHT and node == board.mountain:
        return KNIGHT_KILI
    owner = state.owner[node]
    if owner not in (NOBODY, seat) or castle not in (NOBODY, seat):
        return ENEMY
    if node not in board.lands[seat]:
        if state.stage is Stage.DRAFT:
            return HOME_ONLY
        if owner != seat and (refused := _forward(game, state, seat, node)):
            return refused
    return STACKED if state.units[node] >> unit & 1 else None


def _forward(game: Kingdom, state: State, seat: int, node: int) -> No | None:
    """Whether the Forward Levy allows it (TAH-CARD-05): empty, and beside an occupied node."""
    near = any(state.owner[other] == seat for other in game.board.neighbours[node])
    if state.stage is not Stage.RECRUIT or not near or not game.has(state, seat, "recruit_site"):
        return NO_SITE
    return LEVIED if state.levied else None


def is_forward(game: Kingdom, state: State, seat: int, node: int) -> bool:
    """Whether a placement there uses the Forward Levy up."""
    return node not in game.board.lands[seat] and state.owner[node] != seat


def recruit(game: Kingdom, state: State, seat: int, unit: int, node: int) -> No | None:
    """Whether the seat may buy that unit for that node now (TAH-REC-13, TAH-DRAFT-04)."""
    refused = site(game, state, seat, unit, node)
    if refused:
        return refused
    if game.supply(state, seat, unit) <= 0:
        return NO_UNIT
    printed = state.stage is not Stage.RECRUIT
    return NO_GOLD if state.gold[seat] < game.price(state, seat, unit, printed=printed) else None


def can_act(state: State, node: int, unit: int) -> No | None:
    """Whether the unit there may still be activated (TAH-MA-07, MA-08)."""
    bit = 1 << unit
    if state.captured[node] & bit:
        return FRESH
    return SPENT if state.spent[node] & bit else None


def move(game: Kingdom, state: State, seat: int, unit: int, start: int, node: int) -> No | None:
    """Whether the unit may step there (TAH-MOV-01..11)."""
    if state.owner[start] != seat or not state.units[start] >> unit & 1:
        return ABSENT
    if unit in (CAMP, CATAPULT):
        return IMMOBILE
    if refused := can_act(state, start, unit):
        return refused
    active = state.active
    if active and (active.node, active.unit) == (start, unit):
        steps = game.steps_of(state, seat, unit)
        if steps and active.steps >= steps:
            return SPENT
    if node not in game.board.near[start]:
        return FAR
    if (
        unit == KNIGHT
        and node == game.board.mountain
        and not game.has(state, seat, "knight_kilimandjora")
    ):
        return NO_MOUNTAIN
    owner = state.owner[node]
    if owner == seat:
        return PASSING if state.units[node] >> unit & 1 else None
    if game.board.owner_of_castle.get(node, seat) != seat:
        return DEFENDED
    return DEFENDED if owner != NOBODY and state.units[node] != 1 << CATAPULT else None


def attack(game: Kingdom, state: State, seat: int, unit: int, start: int, node: int) -> No | None:
    """Whether the unit may attack that node (TAH-ATK-01, ATK-21, ATK-22, TAH-CAT-02..04)."""
    if state.owner[start] != seat or not state.units[start] >> unit & 1:
        return ABSENT
    if unit == CAMP:
        return NO_FIGHTER
    if refused := can_act(state, start, unit):
        return refused
    active = state.active
    if (
        unit == SOLDIER
        and active
        and active.steps
        and (active.node, active.unit) == (start, unit)
        and not game.has(state, seat, "soldier_attack_after_move")
    ):
        return SPENT
    owner = state.owner[node]
    board = game.board
    if unit == CATAPULT:
        if board.distances[start][node] > shot_range(game, state, seat, start) or node == start:
            return OUT_OF_SHOT
        if node == board.mountain:
            return NO_SHOT
        if owner in (NOBODY, seat):
            return NOTHING_THERE
        # A shot at nothing but a catapult costs nothing (TAH-CAT-07).
        free = state.units[node] == 1 << CATAPULT
        return NO_STAKE if not state.gold[seat] and not free else None
    if node not in board.near[start]:
        return TOO_FAR
    if unit == KNIGHT and node == board.mountain:
        if not game.has(state, seat, "knight_kilimandjora"):
            return NO_MOUNTAIN
    if owner == seat or game.lord(state, node) in (NOBODY, seat):
        return NO_TARGET
    if game.defender(state, node) == NOBODY:
        return NO_TARGET
    return None if state.gold[seat] else NO_STAKE


def shot_range(game: Kingdom, state: State, seat: int, start: int) -> int:
    """How far a catapult shoots: one step, two from the mountain (CAT-02) or with TAH-CARD-13."""
    if start == game.board.mountain:
        return 2
    return max([1, *(card.amount for card in game.cards(state, seat, "catapult_range"))])


def card_bid(
    game: Kingdom, state: State, seat: int, card: str, amount: int, marker: int
) -> No | None:
    """Whether the seat may bid that on the card (TAH-DRAFT-05..10, in the order of DRAFT-17)."""
    lot = next((lot for lot in state.lots if lot.card == card), None)
    if lot is None or marker == NOBODY:
        return NO_LOT
    if amount <= lot.amount:
        return LOW
    own = lot.bidder == seat
    if amount > state.gold[seat] + (lot.amount if own else 0):
        return TOO_MUCH
    if own:
        # The marker that lies there stays (TAH-DRAFT-17).
        return None if marker == lot.marker else NO_MARKER
    return NO_MARKER if game.supply(state, seat, marker) <= 0 else None
