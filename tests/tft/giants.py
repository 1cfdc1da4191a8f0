"""A giant on its own hexes, for the tests about it."""

from __future__ import annotations

from typing import Any

from tests.tft.cases import Position, position

GIANT = {
    "side": "Red",
    "at": (0, 0),
    "facing": 0,
    "race": "giant",
    "strength": 30,
    "dexterity": 9,
}
BODY = {(0, 0), (0, 1), (-1, 1)}
BOB = {"side": "Blue", "at": (0, -4), "facing": "S"}
# Somebody whose moment is still to come, so that the turn does not end.
WAITING = {"side": "Blue", "at": (5, -4), "strength": 16, "dexterity": 8}

Hex = tuple[int, int]


def standing(to: str, giant: dict[str, Any] | None = None, **others: Any) -> Position:
    fighters = {"Brock": GIANT | (giant or {}), **others}
    fighters.setdefault("Bob", BOB)
    return position(fighters, to)


def around(now: Position, arc: str) -> set[Hex]:
    figure = now.figure("Brock")
    masks = getattr(now.game.arena.shapes[now.who("Brock")], arc)
    board = now.game.arena.board
    return {board.coords[h] for h in board.hexes_of(masks[figure.hex][figure.facing])}
