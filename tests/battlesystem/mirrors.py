"""A battle turned half round, in a mirror, its sides swapped, its lists reversed; dice by names."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, Sequence
from enum import Enum, auto
from typing import Any

import msgspec

from benchmarks.symmetry_battlesystem import mirrored as mirrored_unit
from meleekit.battlesystem import actions as act
from meleekit.battlesystem.game import BattleGame, BattleSystem
from meleekit.battlesystem.geometry import FACINGS, cells_of
from meleekit.battlesystem.setup import Setup
from meleekit.battlesystem.state import State
from meleekit.core.dice import Dice, Roll, RollOff

SYSTEM = BattleSystem()


class Eye(Enum):
    """How a battle must be looked at to see the one of which it is the image."""

    PLAIN = auto()
    HALF_TURN = auto()
    MIRROR = auto()


class NamedDice(Dice):
    """Dice that depend on what they are thrown for and how often, not on the order of throws.

    `swapped`: the two who roll off stand the other way round.
    """

    def __init__(self, seed: int, *, swapped: bool = False) -> None:
        self.rolls: list[Roll] = []
        self.seed = seed
        self.swapped = swapped
        self.thrown: dict[str, int] = {}

    def _number(self, why: str) -> int:
        nth = self.thrown[why] = self.thrown.get(why, 0) + 1
        return hashlib.sha256(f"{self.seed} {why} {nth}".encode()).digest()[0]

    def roll(
        self,
        count: int,
        sides: int = 6,
        *,
        why: str,
        classes: Sequence[Hashable] | None = None,
    ) -> Roll:
        # "A against B" and "B against A" are throws of their own; so are all by other names.
        total = count + self._number(why) % (count * sides - count + 1)
        roll = Roll(count, sides, total, why)
        self.rolls.append(roll)
        return roll

    def roll_off(self, contenders: int, sides: int = 6, *, why: str) -> RollOff:
        first = self._number(why) % 2 ^ self.swapped
        return RollOff((first, 1 - first), ((), ()))


def plain(setup: Setup) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(setup))
    return data


def turned_half(setup: Setup) -> Setup:
    """The field turned by half a turn: what was north-east is south-west."""
    data = plain(setup)
    wide, deep = data["width"], data["height"]
    for side in data["sides"]:
        side["edge"] = FACINGS[(FACINGS.index(side["edge"]) + 2) % 4]
        for unit in side["units"]:
            x, y = unit["at"]
            unit["at"] = [wide - 1 - x, deep - 1 - y]
            unit["facing"] = FACINGS[(FACINGS.index(unit["facing"]) + 2) % 4]
    for hill in data["hills"]:
        hill["x"] = wide - hill["x"] - hill["width"]
        hill["y"] = deep - hill["y"] - hill["height"]
    return SYSTEM.setup_from(data)


def in_mirror(setup: Setup) -> Setup:
    """The field in a mirror: what was east is west."""
    data = plain(setup)
    for side, there in zip(data["sides"], setup.sides, strict=True):
        side["edge"] = FACINGS[-FACINGS.index(side["edge"]) % 4]
        side["units"] = [msgspec.to_builtins(mirrored_unit(setup, unit)) for unit in there.units]
    for hill in data["hills"]:
        hill["x"] = data["width"] - hill["x"] - hill["width"]
    return SYSTEM.setup_from(data)


def swapped(setup: Setup) -> Setup:
    """The second side first."""
    data = plain(setup)
    data["sides"].reverse()
    return SYSTEM.setup_from(data)


def listed_backwards(setup: Setup) -> Setup:
    """Every side's units in the opposite order."""
    data = plain(setup)
    for side in data["sides"]:
        side["units"].reverse()
    return SYSTEM.setup_from(data)


def without_morale(setup: Setup) -> Setup:
    """Nobody checks, so nothing happens in the order of a list."""
    data = plain(setup)
    for side in data["sides"]:
        for unit in side["units"]:
            unit["morale"] = "none"
    return SYSTEM.setup_from(data)


def in_columns(setup: Setup) -> Setup:
    """Every unit in a single file."""
    data = plain(setup)
    for side in data["sides"]:
        for unit in side["units"]:
            unit.update(files=1, figures=min(unit["figures"], 6))
    return SYSTEM.setup_from(data)


def seen(game: BattleGame, state: State, eye: Eye = Eye.PLAIN) -> dict[str, Any]:
    """A moment by names: who stands where, and all that holds for each unit."""
    wide, deep = game.setup.width - 1, game.setup.height - 1
    found: dict[str, Any] = {}
    for name, unit in zip(game.battle.names, state.units, strict=True):
        cells, facing = cells_of(unit.pose), unit.pose.facing
        if eye is Eye.HALF_TURN:
            cells, facing = [(wide - x, deep - y) for x, y in cells], (facing + 2) % 4
        elif eye is Eye.MIRROR:
            cells, facing = [(wide - x, y) for x, y in cells], -facing % 4
        rest = msgspec.to_builtins(unit)
        del rest["pose"]
        found[name] = {**rest, "cells": sorted(cells), "facing": facing}
    waiting = game.decisions(state)
    found["asked"] = [(game.seats[d.seat].name, d.kind) for d in waiting]
    return found


def by_key(game: BattleGame, state: State, eye: Eye = Eye.PLAIN) -> Mapping[str, act.AnyAction]:
    """All that the side that is asked may do, by names."""

    def key_of(action: act.AnyAction) -> str:
        if isinstance(action, act.Fight):  # whichever side is first
            action = act.Fight(*sorted((action.first, action.second)))
        elif eye is Eye.MIRROR and isinstance(action, act.Wheel):
            action = act.Wheel(action.unit, "right" if action.to == "left" else "left")
        elif eye is Eye.MIRROR and isinstance(action, act.Assign):
            files = state.units[game.battle.number[action.unit]].pose.files
            rank, file = divmod(action.figure, files)
            action = act.Assign(action.unit, (rank + 1) * files - 1 - file, action.enemy)
        return msgspec.json.encode(action).decode()

    seat = game.decisions(state)[0].seat
    return {key_of(action): action for action in game.actions(state, seat)}
