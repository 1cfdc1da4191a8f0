"""A second reading of what is allowed, check after check as the rules list them, and slow.

It shares no code with the game: units are names, distances are sought anew, cards are named.
"""

from __future__ import annotations

from dataclasses import dataclass

from meleekit.tahta.game import Fists
from meleekit.tahta.state import Active, Stage, State

KINDS = ("soldier", "knight", "camp", "catapult")
HAS = {"soldier": 3, "knight": 2, "camp": 3, "catapult": 2}
PRICE = {"soldier": 2, "knight": 6, "camp": 2, "catapult": 2}
CHEAP = {
    "soldier": ("SA01", 1),
    "knight": ("SA02", 4),
    "catapult": ("SA03", 1),
    "camp": ("SA04", 1),
}


@dataclass
class Board:
    """The position of one moment, in words, as the seat on turn sees it."""

    seat: int
    gold: int
    stage: Stage
    owner: dict[str, int]
    units: dict[str, frozenset[str]]
    spent: set[tuple[str, str]]
    captured: set[tuple[str, str]]
    cards: tuple[str, ...]
    levied: bool
    opened: tuple[str, str, int] | None
    near: dict[str, set[str]]
    castles: dict[str, int]
    mountain: str

    def others(self, node: str) -> bool:
        """Whether units of somebody else stand there."""
        return node in self.owner and self.owner[node] != self.seat

    def own(self, node: str) -> bool:
        """Whether units of the seat stand there."""
        return self.owner.get(node) == self.seat

    def foreign_castle(self, node: str) -> bool:
        """Whether it is somebody else's castle, empty or not."""
        return self.castles.get(node, self.seat) != self.seat

    def steps(self, start: str, unit: str) -> int:
        """How far the unit has come in the activation that is open."""
        return self.opened[2] if self.opened and self.opened[:2] == (start, unit) else 0


def board_of(game: Fists, state: State) -> Board:
    """The moment in words."""
    row, ids = game.kingdom.board.row, game.kingdom.board.ids
    near: dict[str, set[str]] = {id: set() for id in ids}
    for one, other in row.edges:
        near[one].add(other)
        near[other].add(one)

    def named(bits: list[int]) -> dict[str, frozenset[str]]:
        return {
            id: frozenset(kind for bit, kind in enumerate(KINDS) if number >> bit & 1)
            for id, number in zip(ids, bits, strict=True)
        }

    def pairs(bits: list[int]) -> set[tuple[str, str]]:
        return {(id, kind) for id, kinds in named(bits).items() for kind in kinds}

    opened: Active | None = state.active
    return Board(
        seat=state.turn,
        gold=state.gold[state.turn],
        stage=state.stage,
        owner={id: owner for id, owner in zip(ids, state.owner, strict=True) if owner >= 0},
        units=named(state.units),
        spent=pairs(state.spent),
        captured=pairs(state.captured),
        cards=state.owned[state.turn] if state.owned else (),
        levied=state.levied,
        opened=(ids[opened.node], KINDS[opened.unit], opened.steps) if opened else None,
        near=near,
        castles={node.id: node.seat - 1 for node in row.nodes if node.kind == "castle"},
        mountain=next(node.id for node in row.nodes if node.kind == "kili"),
    )


def recruiting(board: Board, lots: list[str], unit: str, node: str) -> str | None:
    """The first refusal of TAH-REC-13; `lots` are the seat's markers on cards."""
    if unit == "camp" and node in board.castles:
        return "E_CAMP_CASTLE"
    if unit == "knight" and node == board.mountain:
        return "E_KNIGHT_KILI"
    if board.others(node) or board.foreign_castle(node):
        return "E_ENEMY"
    castle = next(id for id, seat in board.castles.items() if seat == board.seat)
    site = node in {castle} | board.near[castle]
    if board.stage is not Stage.DRAFT:
        site = site or board.own(node)
    if not site:
        beside = any(board.own(other) for other in board.near[node])
        if not (board.stage is Stage.RECRUIT and "SA05" in board.cards and beside):
            return "E_SITE"
        if board.levied:
            return "E_ABILITY_SPENT"
    if unit in board.units[node]:
        return "E_STACK"
    placed = sum(unit in board.units[id] for id in board.owner if board.own(id))
    if HAS[unit] == placed + lots.count(unit):
        return "E_SUPPLY"
    price, (card, lower) = PRICE[unit], CHEAP[unit]
    if board.stage is Stage.RECRUIT and card in board.cards:
        price = lower
    return "E_GOLD" if board.gold < price else None


def moving(board: Board, unit: str, start: str, node: str) -> str | None:
    """The first refusal of TAH-MOV-11, for a unit that the seat has there."""
    if unit in ("camp", "catapult"):
        return "E_UNIT_IMMOBILE"
    marches = 2 if "SA09" in board.cards else 1
    if (start, unit) in board.spent:
        return "E_UNIT_SPENT"
    if unit == "soldier" and board.steps(start, unit) >= marches:
        return "E_UNIT_SPENT"
    if node not in board.near[start]:
        return "E_RANGE"
    if unit == "knight" and node == board.mountain and "SA14" not in board.cards:
        return "E_KILI_FORBIDDEN"
    if board.foreign_castle(node):
        return "E_DEFENDED"
    if board.others(node) and board.units[node] != {"catapult"}:
        return "E_DEFENDED"
    return "E_STACK" if unit in board.units[node] and board.own(node) else None


def attacking(board: Board, unit: str, start: str, node: str) -> str | None:
    """The first refusal of TAH-ATK-22, for a unit that the seat has there."""
    if unit == "camp":
        return "E_CANNOT_ATTACK"
    if (start, unit) in board.captured:
        return "E_CAPTURED_THIS_TURN"
    if (start, unit) in board.spent:
        return "E_UNIT_SPENT"
    if unit == "soldier" and board.steps(start, unit) and "SA10" not in board.cards:
        return "E_UNIT_SPENT"
    reach = set(board.near[start])
    if unit == "catapult" and (start == board.mountain or "SA13" in board.cards):
        reach |= {far for other in board.near[start] for far in board.near[other]}
    if node not in reach - {start}:
        return "E_RANGE"
    rides = unit == "soldier" or (unit == "knight" and "SA14" in board.cards)
    if node == board.mountain and not rides:
        return "E_KILI_FORBIDDEN"
    if unit == "catapult":
        if not board.others(node):
            return "E_TARGET"
        free = board.units[node] == {"catapult"}
        return None if free or board.gold else "E_GOLD"
    defended = board.others(node) and board.units[node] != {"catapult"}
    if not (defended or board.foreign_castle(node)):
        return "E_TARGET"
    return None if board.gold else "E_GOLD"


@dataclass
class Lord:
    """What a seat has on the board, and the cards and gold it has."""

    seat: int
    nodes: set[str]
    camps: int
    cards: tuple[str, ...]
    gold: int


def lords_of(game: Fists, state: State) -> list[Lord]:
    """Everybody, by seat."""
    board = board_of(game, state)
    found = []
    for seat, gold in enumerate(state.gold):
        nodes = {id for id, owner in board.owner.items() if owner == seat}
        camps = sum("camp" in board.units[id] for id in nodes)
        found.append(Lord(seat, nodes, camps, state.owned[seat], gold))
    return found


def guess_count(board: Board, cards: tuple[str, ...], node: str, defender: str) -> int:
    """How many guesses a defender has (TAH-DEF-01..06); `cards` are those of its owner."""
    numbers = [1]
    men = defender in ("soldier", "knight")
    if node == board.mountain and defender in ("soldier", "camp"):
        numbers.append(2)
    if node in board.castles and (men or defender == "garrison"):
        numbers.append(2)
        if "SA20" in cards:
            numbers.append(3)
    owner = board.owner.get(node, board.castles.get(node))
    castle = next(id for id, seat in board.castles.items() if seat == owner)
    if men and "SA18" in cards and node in board.near[castle]:
        numbers.append(2)
    if defender == "camp" and "SA19" in cards:
        numbers.append(2)
    return max(numbers)


def income(lord: Lord, marked: set[str], mountain: str) -> int:
    """A season's income (TAH-INC-02..04)."""
    gold = lord.camps + len(lord.nodes & marked)
    gold += 1 if "SA15" in lord.cards else 0
    gold += min(lord.camps, 2) if "SA16" in lord.cards else 0
    gold += 2 if "SA17" in lord.cards and mountain in lord.nodes else 0
    return gold


def winner(lords: list[Lord], castles: dict[str, int], scoring: str, holder: int) -> int:
    """Who is first by nodes, then gold, then clockwise from the holder (TAH-END-03..05)."""

    def rank(lord: Lord) -> tuple[int, int, int]:
        number = len(lord.nodes)
        if scoring != "occupied":
            number -= len(lord.nodes & set(castles))
            number += 1 if scoring == "always" else 0
        return number, lord.gold, -((lord.seat - holder) % len(lords))

    return max(lords, key=rank).seat
