"""What is allowed, each question with its checks in the order of the rules and one answer.

The options of a player and the refusals of whatever is no option come from the same functions.
An answer is None where nothing is against it.
"""

from __future__ import annotations

from collections.abc import Iterable
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
NO_STAKE = No("E_GOLD", "TAH-ATK-07", "without gold for a bid nobody attacks")


def never(game: Kingdom, unit: int, node: int) -> No | None:
    """Whether that kind of unit may be placed there at all (TAH-REC-06, REC-09, TAH-KIL-04)."""
    if node not in game.board.barred[unit]:
        return None
    return CAMP_CASTLE if unit == CAMP else KNIGHT_KILI


def ground(game: Kingdom, state: State, seat: int, node: int) -> No | None:
    """Whether the seat may place anything there (TAH-REC-03, REC-04, REC-10, TAH-CAS-07).

    In the draft at home alone (TAH-DRAFT-03).
    """
    owner = state.owner[node]
    if owner == seat and state.stage is not Stage.DRAFT:
        return None
    castle = game.castle_seats[node]
    if (owner != NOBODY and owner != seat) or (castle != NOBODY and castle != seat):
        return ENEMY
    if node in game.board.lands[seat]:
        return None
    return HOME_ONLY if state.stage is Stage.DRAFT else _forward(game, state, seat, node)


def grounds(game: Kingdom, state: State, seat: int) -> list[int]:
    """The nodes where the seat may place something, in order."""
    home = game.board.lands[seat]
    nodes: Iterable[int] = game.board.everywhere
    if state.stage is Stage.DRAFT:
        nodes = game.board.home[seat]
    elif not game.has(state, seat, "recruit_site"):
        nodes = [n for n, owner in enumerate(state.owner) if owner == seat or n in home]
    return [node for node in nodes if ground(game, state, seat, node) is None]


def _forward(game: Kingdom, state: State, seat: int, node: int) -> No | None:
    """Whether the Forward Levy allows it (TAH-CARD-05): empty, and beside an occupied node."""
    if state.stage is not Stage.RECRUIT or not game.has(state, seat, "recruit_site"):
        return NO_SITE
    owner = state.owner
    for other in game.board.neighbours[node]:
        if owner[other] == seat:
            return LEVIED if state.levied else None
    return NO_SITE


def is_forward(game: Kingdom, state: State, seat: int, node: int) -> bool:
    """Whether a placement there uses the Forward Levy up."""
    return node not in game.board.lands[seat] and state.owner[node] != seat


def site(game: Kingdom, state: State, seat: int, unit: int, node: int) -> No | None:
    """Whether a unit may be placed there, whatever it costs (TAH-REC-03..06, REC-09..13)."""
    if refused := never(game, unit, node) or ground(game, state, seat, node):
        return refused
    return STACKED if state.units[node] >> unit & 1 else None


def recruit(game: Kingdom, state: State, seat: int, unit: int, node: int) -> No | None:
    """Whether the seat may buy that unit for that node now (TAH-REC-13, TAH-DRAFT-04)."""
    if refused := site(game, state, seat, unit, node):
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


def _taken_steps(state: State, unit: int, start: int) -> int:
    """How many steps the unit has taken in the activation that is open."""
    active = state.active
    return active.steps if active and active.node == start and active.unit == unit else 0


def can_move(game: Kingdom, state: State, seat: int, unit: int, start: int) -> No | None:
    """Whether the unit may take a step, wherever to (TAH-MOV-02, MOV-07)."""
    if state.owner[start] != seat or not state.units[start] >> unit & 1:
        return ABSENT
    if unit in (CAMP, CATAPULT):
        return IMMOBILE
    if refused := can_act(state, start, unit):
        return refused
    steps = _taken_steps(state, unit, start)
    return SPENT if steps and steps >= game.steps_of(state, seat, unit) else None


def enter(game: Kingdom, state: State, seat: int, unit: int, node: int) -> No | None:
    """Whether the unit may go in there, if it is adjacent (TAH-MOV-03..06, MOV-09, MOV-10)."""
    if unit == KNIGHT and node == game.board.mountain:
        if not game.has(state, seat, "knight_kilimandjora"):
            return NO_MOUNTAIN
    owner = state.owner[node]
    if owner == seat:
        return PASSING if state.units[node] >> unit & 1 else None
    castle = game.castle_seats[node]
    if castle != NOBODY and castle != seat:
        return DEFENDED
    return None if owner == NOBODY or state.units[node] == 1 << CATAPULT else DEFENDED


def move(game: Kingdom, state: State, seat: int, unit: int, start: int, node: int) -> No | None:
    """Whether the unit may step there (TAH-MOV-01..11)."""
    if refused := can_move(game, state, seat, unit, start):
        return refused
    return enter(game, state, seat, unit, node) if node in game.board.near[start] else FAR


def can_attack(game: Kingdom, state: State, seat: int, unit: int, start: int) -> No | None:
    """Whether the unit may attack, whatever it is (TAH-CAMP-01, TAH-MA-07, MA-08, TAH-MOV-02)."""
    if state.owner[start] != seat or not state.units[start] >> unit & 1:
        return ABSENT
    if unit == CAMP:
        return NO_FIGHTER
    if refused := can_act(state, start, unit):
        return refused
    # A soldier that has moved attacks only with the Vanguard (TAH-CARD-10).
    moved = unit == SOLDIER and _taken_steps(state, unit, start)
    return SPENT if moved and not game.has(state, seat, "soldier_attack_after_move") else None


def shoot(game: Kingdom, state: State, seat: int, node: int) -> No | None:
    """Whether a catapult may shoot there, if it is within range (TAH-CAT-03, CAT-04, CAT-07).

    TAH-KIL-02: never at the mountain.
    """
    if node == game.board.mountain:
        return NO_SHOT
    owner = state.owner[node]
    if owner in (NOBODY, seat):
        return NOTHING_THERE
    # A shot at nothing but a catapult costs nothing (TAH-CAT-07).
    free = state.units[node] == 1 << CATAPULT
    return None if free or game.can_stake(state, seat) else NO_STAKE


def storm(game: Kingdom, state: State, seat: int, unit: int, node: int) -> No | None:
    """Whether a soldier or knight may attack that node, if it is adjacent (TAH-ATK-21, ATK-07)."""
    if unit == KNIGHT and node == game.board.mountain:
        if not game.has(state, seat, "knight_kilimandjora"):
            return NO_MOUNTAIN
    lord = game.lord(state, node)
    if lord in (NOBODY, seat) or game.defender(state, node) == NOBODY:
        return NO_TARGET
    return None if game.can_stake(state, seat) else NO_STAKE


def attack(game: Kingdom, state: State, seat: int, unit: int, start: int, node: int) -> No | None:
    """Whether the unit may attack that node (TAH-ATK-01, ATK-21, ATK-22, TAH-CAT-02..04)."""
    if refused := can_attack(game, state, seat, unit, start):
        return refused
    if unit == CATAPULT:
        if node not in shot_nodes(game, state, seat, start):
            return OUT_OF_SHOT
        return shoot(game, state, seat, node)
    return storm(game, state, seat, unit, node) if node in game.board.near[start] else TOO_FAR


def shot_nodes(game: Kingdom, state: State, seat: int, start: int) -> tuple[int, ...]:
    """The nodes within a catapult's range, in order; it is longer from the mountain (TAH-CAT-02).

    TAH-CARD-13 makes it longer everywhere; the longest counts.
    """
    figures = game.tables.components
    far = figures.mountain_shot_range if start == game.board.mountain else figures.shot_range
    for card in game.cards(state, seat, "catapult_range"):
        far = max(far, card.amount)
    return game.board.within(start, far)


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
