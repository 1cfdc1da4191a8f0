"""Battles set up in one line, at the moment when the first side moves."""

from __future__ import annotations

from typing import Any

import msgspec

from meleekit.battlesystem.game import BattleGame
from meleekit.battlesystem.state import Stage, State
from meleekit.core.dice import Rolled


def unit(name: str, troop: str, at: tuple[int, int], **fields: Any) -> dict[str, Any]:
    """A unit of four figures in a row that faces north, unless it is said otherwise."""
    usual = {"figures": 4, "files": 4, "facing": "N"}
    return {"name": name, "troop": troop, "at": list(at), **usual, **fields}


def battle(first: list[dict[str, Any]], second: list[dict[str, Any]], **setup: Any) -> BattleGame:
    """A battle of those units on the usual field."""
    sides = [{"name": "Blue", "units": first}, {"name": "Red", "units": second}]
    return BattleGame({"title": "Test", "sides": sides, **setup})  # type: ignore[arg-type]


def at_move(
    first: list[dict[str, Any]], second: list[dict[str, Any]], **setup: Any
) -> tuple[BattleGame, State]:
    """The same, where the first side is to move."""
    game = battle(first, second, **setup)
    state = game.begin(Rolled(b"0" * 32)).state
    return game, msgspec.structs.replace(state, stage=Stage.MOVE, turn=0, first=0, initiative=0)
