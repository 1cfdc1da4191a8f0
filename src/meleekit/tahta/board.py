"""A board: a graph of provinces and castles, looked up by small numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import combinations
from math import hypot

from meleekit.core.errors import BadSetup
from meleekit.tahta.tables import BoardRow

RULE = "TAH-BOARD-12"
_ID = re.compile("[a-z][a-z0-9_]{0,15}")
KINDS = ("castle", "land", "open", "kili")
MOST_NODES = 60
LARGEST = 4000.0
"""The longest side of a drawing."""
APART = 24.0
"""How far apart nodes lie at least: room for the wild land between two that are not adjacent."""
MOST_LETTERS = 40


class Board:
    """Nodes by number, in the order of their table. Raises `BadSetup` for no board (BOARD-12).

    Neighbours and distances count edges, whoever stands there (TAH-BOARD-02). A castle is a node
    like a province (TAH-BOARD-03). Seats are counted from 0.
    """

    def __init__(self, row: BoardRow) -> None:
        self.row = row
        self.nodes = row.nodes
        self.ids = tuple(node.id for node in row.nodes)
        self.number = {id: number for number, id in enumerate(self.ids)}
        _check_drawing(row)
        _check_nodes(row)
        near: list[set[int]] = [set() for _ in row.nodes]
        for one, other in _checked_edges(row, self.number):
            near[one].add(other)
            near[other].add(one)
        self.neighbours = tuple(tuple(sorted(others)) for others in near)
        self.near = tuple(frozenset(others) for others in near)
        """Neighbours for asking whether two nodes are adjacent."""
        self.mountain = next(n for n, node in enumerate(row.nodes) if node.kind == "kili")
        self.distances = tuple(self._distances(n) for n in range(len(row.nodes)))
        self.castle_of = tuple(
            next(n for n, x in enumerate(row.nodes) if x.kind == "castle" and x.seat == seat)
            for seat in range(1, row.players + 1)
        )
        self.owner_of_castle = {node: seat for seat, node in enumerate(self.castle_of)}
        # An own castle and its two land provinces (TAH-BOARD-04).
        self.lands = tuple(frozenset((c, *self.neighbours[c])) for c in self.castle_of)
        self.home = tuple(tuple(sorted(lands)) for lands in self.lands)
        # Where soldiers, knights, camps and catapults are never placed (TAH-REC-06, REC-09).
        nowhere: frozenset[int] = frozenset()
        self.barred = (nowhere, frozenset({self.mountain}), frozenset(self.castle_of), nowhere)
        self.marked = tuple(n for n, node in enumerate(row.nodes) if node.plus_one)
        self._within: dict[tuple[int, int], tuple[int, ...]] = {}
        self._check_graph()

    @cached_property
    def everywhere(self) -> range:
        """All nodes."""
        return range(len(self.nodes))

    def within(self, start: int, far: int) -> tuple[int, ...]:
        """The nodes from one step off to `far`, in order."""
        known = self._within.get((start, far))
        if known is None:
            steps = enumerate(self.distances[start])
            known = self._within[start, far] = tuple(n for n, d in steps if 1 <= d <= far)
        return known

    def _distances(self, start: int) -> tuple[int, ...]:
        far = [-1] * len(self.nodes)
        far[start] = 0
        rim = [start]
        while rim:
            rim = [n for at in rim for n in self.neighbours[at] if self._reached(far, at, n)]
        return tuple(far)

    @staticmethod
    def _reached(far: list[int], at: int, node: int) -> bool:
        if far[node] >= 0:
            return False
        far[node] = far[at] + 1
        return True

    def _check_graph(self) -> None:
        if -1 in self.distances[0]:
            raise _fault("not everything can be reached from everywhere", "edges")
        for seat, castle in enumerate(self.castle_of):
            near = [self.nodes[n] for n in self.neighbours[castle]]
            if len(near) != 2 or any(n.kind != "land" or n.seat != seat + 1 for n in near):
                raise _fault(f"{self.ids[castle]} needs its two own land provinces", "edges")
            # TAH-BOARD-05
            if self.distances[castle][self.mountain] != 2:
                raise _fault(f"{self.ids[castle]} is not two steps from the mountain", "edges")


def _check_drawing(row: BoardRow) -> None:
    """Names that can be shown and places that can be drawn, no two of them the same."""
    if not 0 < len(row.nodes) <= MOST_NODES:
        raise _fault(f"at most {MOST_NODES} nodes", "nodes")
    for name, at in [
        (row.id, "id"),
        *((node.name, f"nodes[{n}].name") for n, node in enumerate(row.nodes)),
    ]:
        if not name.strip() or not name.isprintable() or len(name) > MOST_LETTERS:
            raise _fault(f"1 to {MOST_LETTERS} printable characters", at)
    width, height = row.size
    if not 0 < width <= LARGEST or not 0 < height <= LARGEST:
        raise _fault(f"the sides of a board are at most {LARGEST:.0f}", "size")
    for n, node in enumerate(row.nodes):
        if not _ID.fullmatch(node.id):
            raise _fault("an id is of small letters and digits", f"nodes[{n}].id")
        if not 0 <= node.x <= width or not 0 <= node.y <= height:
            raise _fault(f"{node.id} lies off the board", f"nodes[{n}]")
    for one, other in combinations(row.nodes, 2):
        if hypot(one.x - other.x, one.y - other.y) < APART:
            raise _fault(f"{one.id} and {other.id} lie less than {APART:.0f} apart", "nodes")


def _check_nodes(row: BoardRow) -> None:
    twice = [id for id, times in Counter(node.id for node in row.nodes).items() if times > 1]
    if twice:
        raise _fault(f"given twice: {', '.join(twice)}", "nodes")
    for n, node in enumerate(row.nodes):
        if node.kind not in KINDS:
            raise _fault(f"kinds are {', '.join(KINDS)}", f"nodes[{n}].kind")
        if node.seat not in range(row.players + 1):
            raise _fault(f"there are seats 1 to {row.players}; 0 is nobody", f"nodes[{n}].seat")
    castles = sorted(node.seat for node in row.nodes if node.kind == "castle")
    if castles != list(range(1, row.players + 1)):
        raise _fault("every seat needs one castle", "nodes")
    if sum(node.kind == "kili" for node in row.nodes) != 1:
        raise _fault("there is one mountain, of kind kili", "nodes")


def _checked_edges(row: BoardRow, number: dict[str, int]) -> Iterable[tuple[int, int]]:
    seen = set()
    for one, other in row.edges:
        if one not in number or other not in number or one == other:
            raise _fault(f"no edge: {one}, {other}", "edges")
        pair = frozenset((one, other))
        if pair in seen:
            raise _fault(f"twice: {one}, {other}", "edges")
        seen.add(pair)
        yield number[one], number[other]


def _fault(message: str, at: str) -> BadSetup:
    return BadSetup(message, rule=RULE, at=f"board.{at}", reason="E_CONFIG")
