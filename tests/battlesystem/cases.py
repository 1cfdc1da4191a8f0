"""Moments of a battle spoken of by names, and what can be asked of them.

A position is a situation as `meleekit.battlesystem.situation` reads it. `by` says which side does
an action where that is not the one that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from meleekit.battlesystem.actions import AnyAction
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.events import AnyEvent
from meleekit.battlesystem.game import BattleGame, BattleSystem
from meleekit.battlesystem.geometry import FACINGS, cells_of
from meleekit.battlesystem.setup import Setup
from meleekit.battlesystem.situation.shapes import LOSSES
from meleekit.battlesystem.state import State, UnitState
from tests.plain_cases import PlainPosition, told

SYSTEM = BattleSystem()
EVENTS = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


@dataclass(frozen=True)
class Position(PlainPosition):
    """A game and a moment in it. What is refused leaves all as it was (BAT-VAL-05)."""

    prefix = "BAT-"
    system = SYSTEM

    game: BattleGame
    state: State

    def seat(self, name: str) -> int:
        return [seat.name for seat in self.game.seats].index(name)

    @property
    def open(self) -> str:
        """The open decision and whose it is: "unit_move North"; "over" after the end."""
        waiting = self.game.decisions(self.state)
        names = [self.game.seats[decision.seat].name for decision in waiting]
        return " ".join([self.state.stage.value, *names])

    def unit(self, name: str) -> UnitState:
        return self.state.units[self.game.battle.number[name]]

    @property
    def ground(self) -> Ground:
        return Ground(self.game.battle, self.state)

    def action(self, **said: Any) -> tuple[int, AnyAction]:
        """Who does what."""
        by = said.pop("by", None)
        seat = self.seat(by) if by else self.game.decisions(self.state)[0].seat
        return seat, self.game.read_action(self.state, seat, said)

    def kinds(self) -> set[str]:
        """The kinds of action that are legal, by their tags."""
        seat = self.game.decisions(self.state)[0].seat
        return {msgspec.to_builtins(one)["do"] for one in self.game.actions(self.state, seat)}


def position(**said: Any) -> Position:
    """The situation; `units` are those of each side by its name, other fields those of either."""
    sides = [
        {"name": side, "units": [{"name": name, **row} for name, row in units.items()]}
        for side, units in said.pop("units").items()
    ]
    setup = {key: said.pop(key) for key in Setup.__struct_fields__ if key in said}
    game, state = SYSTEM.load_situation({**said, "setup": {**setup, "sides": sides}})
    assert isinstance(game, BattleGame)
    return Position(game, state)


# -- what can be asked of a moment ---------------------------------------------------------------


def _each(
    answer: Callable[[Position, str], Any],
) -> Callable[[Position, Mapping[str, Any]], None]:
    """An answer for each of the units that are named."""

    def ask(now: Position, wanted: Mapping[str, Any]) -> None:
        assert {name: answer(now, name) for name in wanted} == wanted

    return ask


def _melees(now: Position, wanted: Mapping[str, Mapping[str, Sequence[int]]]) -> None:
    """Each melee by both names, with how many of each unit attack by class A, and B and C."""
    names = now.game.battle.names
    found = {
        f"{names[melee.first.unit]} - {names[melee.second.unit]}": [
            [front.contact, front.support] for front in (melee.first, melee.second)
        ]
        for melee in now.state.melees
    }
    assert found == wanted


def _not_told(now: Position, wanted: Sequence[str]) -> None:
    assert set(wanted) <= EVENTS, "no such event"
    events = msgspec.json.decode(msgspec.json.encode(now.events))
    assert not set(wanted) & {event["event"] for event in events}


def _equal(found: Any, wanted: Any) -> None:
    assert found == wanted


def _won(now: Position, wanted: Sequence[str]) -> None:
    outcome = now.game.outcome(now.state)
    assert outcome is not None
    assert [now.game.seats[seat].name for seat in outcome.winners] == wanted


ANSWERS: Mapping[str, Callable[[Position, Any], None]] = {
    "open": lambda now, wanted: _equal(now.open, wanted),
    "figures": _each(lambda now, name: now.unit(name).figures),
    "wounded": _each(lambda now, name: now.unit(name).wounded),
    "at": _each(lambda now, name: [now.unit(name).pose.x, now.unit(name).pose.y]),
    "facing": _each(lambda now, name: FACINGS[now.unit(name).pose.facing]),
    "files": _each(lambda now, name: now.unit(name).pose.files),
    "cells": _each(lambda now, name: [list(cell) for cell in cells_of(now.unit(name).pose)]),
    "formation": _each(lambda now, name: now.unit(name).formation),
    "weapon": _each(lambda now, name: now.unit(name).weapon),
    "charged": _each(lambda now, name: now.unit(name).charged),
    "fled": _each(lambda now, name: now.unit(name).fled),
    "routed": _each(lambda now, name: now.unit(name).routed),
    "gone": _each(lambda now, name: now.unit(name).gone),
    "commander": _each(lambda now, name: now.unit(name).commander),
    "due": _each(lambda now, name: [w for w, bit in LOSSES.items() if now.unit(name).due & bit]),
    "in_command": _each(lambda now, name: now.ground.in_command(now.game.battle.number[name])),
    "left": lambda now, wanted: _equal(now.state.active and now.state.active.left, wanted),
    "round": lambda now, wanted: _equal(now.state.round, wanted),
    "melees": _melees,
    "told": told,
    "not_told": _not_told,
    "winner": _won,
}


def expect(now: Position, then: Mapping[str, Any]) -> None:
    """What is true of a moment, each by its name in ANSWERS."""
    for what, wanted in then.items():
        ANSWERS[what](now, wanted)
