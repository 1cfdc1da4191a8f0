"""The ids by which tables, clicks and screen readers know what is on the board."""

from __future__ import annotations

from meleekit.tao.arena import Arena


def hex_id(arena: Arena, hex_: int) -> str:
    """The id of a hex: "hex:0304"."""
    return named_hex_id(arena.names[hex_])


def named_hex_id(name: str) -> str:
    """The id of the hex of that name."""
    return f"hex:{name}"


def figure_id(figure: int) -> str:
    """The id of a combatant's piece: "fig:2"."""
    return f"fig:{figure}"


def item_id(item: int) -> str:
    """The id of the mark of an item on the ground: "item:4"."""
    return f"item:{item}"
