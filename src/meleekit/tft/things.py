"""Which numbers in states, tasks and actions stand for figures, items, hexes, facings or seats.

Whatever puts other names to them (situations, positions turned round) goes by this one table. A
new field with numbers in it has its line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Thing(StrEnum):
    """What a number stands for."""

    FIGURE = "fighter"
    ITEM = "item"
    HEX = "hex"
    FACING = "facing"
    SEAT = "side"
    NUMBER = "number"
    """Nothing but itself: hits, turns, steps."""


_FIELDS: Mapping[Thing, tuple[str, ...]] = {
    Thing.FIGURE: (
        "figure",
        "target",
        "attacker",
        "struck",
        "engagers",
        "placing",
        "tied",
        "turned_away",
    ),
    Thing.ITEM: (
        "main",
        "off",
        "item",
        "sling",
        "weapons",
        "slung",
        "readying",
        "drop",
        "second_arrow",
        "last_shot",
        "weapon",
    ),
    Thing.HEX: ("hex", "came_from", "moved_to", "over", "via"),
    Thing.FACING: ("facing", "came_facing", "run", "direction", "allowed"),
    Thing.SEAT: ("seat", "order", "winners"),
    Thing.NUMBER: (
        "above",
        "cost",
        "down_until",
        "hits",
        "hits_this_turn",
        "left",
        "mover",
        "shaken_turn",
        "since",
        "steps",
        "turn",
    ),
}

THING_OF: Mapping[str, Thing] = MappingProxyType(
    {field: thing for thing, fields in _FIELDS.items() for field in fields}
)
"""What the numbers in a field of that name stand for, alone or in a list."""

UNORDERED = frozenset({"allowed", "drop", "engagers", "struck", "turned_away", "winners"})
"""Fields whose numbers have no order but that of their size."""
