"""The ids by which tables, clicks and screen readers know what is on the board."""

from __future__ import annotations

from meleekit.core.hexes import Coord
from meleekit.tft.arena import Arena


def coord_id(coord: Coord) -> str:
    """The id of the cell at (q, r), walls included: "hex:0,-3"."""
    return f"hex:{coord[0]},{coord[1]}"


def hex_id(arena: Arena, hex_: int) -> str:
    """The id of a hex of the board that can be entered."""
    return coord_id(arena.board.coords[hex_])


def reserve_id(side: int, place: int) -> str:
    """The id of a side's place beside the board, for one in reserve."""
    return f"reserve:{side},{place}"


def figure_id(figure: int) -> str:
    """The id of a character's piece: "fig:2"."""
    return f"fig:{figure}"


def item_id(item: int) -> str:
    """The id of the mark of an item on the ground: "item:4"."""
    return f"item:{item}"


def hex_name(arena: Arena, hex_: int) -> str:
    """A hex as it is printed on the board and said in texts: "0,-3"."""
    q, r = arena.board.coords[hex_]
    return f"{q},{r}"
