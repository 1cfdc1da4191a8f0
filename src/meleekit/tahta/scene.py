"""The map with all that stands on it, and what is picked for an action."""

from __future__ import annotations

from functools import lru_cache

from meleekit.core.scene import Cell, Mark, Piece, Scene
from meleekit.tahta import actions as act
from meleekit.tahta.board import Board
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.regions import regions
from meleekit.tahta.state import NOBODY, State
from meleekit.tahta.tables import UNITS, BoardRow

SCALE = 60.0
"""Board units to one hex size of the scene, so that four counters fit into a region."""

_INITIALS = ("So", "Kn", "Ca", "Ct")


def node_id(node: str) -> str:
    """The scene id of a node's region."""
    return f"node:{node}"


def unit_id(node: str, unit: str) -> str:
    """The scene id of a unit: there is one of a kind in a node at most."""
    return f"unit:{node}:{unit}"


@lru_cache(maxsize=16)
def _cells(row: BoardRow) -> tuple[Cell, ...]:
    board = Board(row)
    cells = []
    for number, (node, shape) in enumerate(zip(row.nodes, regions(row), strict=True)):
        kind = {"castle": "castle", "kili": "mountain"}.get(node.kind, "province")
        title = f"{node.name}, {kind}" + (", marked" if number in board.marked else "")
        cells.append(
            Cell(
                node_id(node.id),
                node.x / SCALE,
                node.y / SCALE,
                title=title,
                tint=f"land-{node.seat - 1}"
                if node.seat
                else "mountain"
                if kind == "mountain"
                else None,
                group=f"land-{node.seat}" if node.seat else "open",
                outline=tuple(((x - node.x) / SCALE, (y - node.y) / SCALE) for x, y in shape),
            )
        )
    return tuple(cells)


def scene(game: Kingdom, state: State) -> Scene:
    """The map as anybody sees it: what is hidden never lies on it."""
    board, setup = game.board, game.setup
    pieces = []
    for node, owner in enumerate(state.owner):
        if owner == NOBODY:
            continue
        for unit, name in enumerate(UNITS):
            if not state.units[node] >> unit & 1:
                continue
            active = state.active
            pieces.append(
                Piece(
                    id=unit_id(board.ids[node], name),
                    cell=node_id(board.ids[node]),
                    name=f"{setup.players[owner]}'s {name}",
                    side=owner,
                    initials=_INITIALS[unit],
                    faded=bool(state.spent[node] >> unit & 1),
                    active=active is not None and (active.node, active.unit) == (node, unit),
                )
            )
    marks = []
    for seat, castle in enumerate(board.castle_of):
        first = ", first player" if state.holder == seat else ""
        marks.append(
            Mark(
                f"purse:{seat}",
                node_id(board.ids[castle]),
                "purse",
                f"{state.gold[seat]}",
                f"{setup.players[seat]}: {state.gold[seat]} gold{first}",
            )
        )
    for node in board.marked:
        marks.append(Mark(f"mark:{board.ids[node]}", node_id(board.ids[node]), "mark", "+1"))
    for lot in state.lots:
        marks.append(
            Mark(
                f"card:{lot.card}",
                node_id(board.ids[board.mountain]),
                "card",
                lot.card,
                f"{game.tables.cards[lot.card].name}: {lot.amount} gold",
            )
        )
    return Scene(
        title=setup.title or "Melee",
        cells=_cells(board.row),
        pieces=tuple(pieces),
        marks=tuple(marks),
        sides=setup.players,
    )


def picks(game: Kingdom, action: act.AnyAction) -> tuple[str, ...]:
    """What one would click for the action, in order."""
    match action:
        case act.Recruit(node=node):
            return (node_id(node),)
        case act.Move(unit=unit, start=start, node=node):
            return (unit_id(start, unit), node_id(node))
        case act.Attack(unit=unit, start=start, node=node):
            return (unit_id(start, unit), node_id(node))
        case act.BidOnCard(card=card):
            return (f"card:{card}",)
        case act.GiveFirst(seat=seat):
            return (f"purse:{seat}",)
        case _:
            return ()
