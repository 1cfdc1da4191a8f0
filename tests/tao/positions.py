"""Positions of Tao melee put up in a line or two, and played by names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Event
from meleekit.tao.actions import AnyAction
from meleekit.tao.engagement import engagers
from meleekit.tao.game import TaoMelee, TaoSystem
from meleekit.tao.state import NO_ITEM, Battle, Figure, Turn
from meleekit.tao.switches import ALL

SYSTEM = TaoSystem()
UNARMED = {"weapon": ""}
ENOUGH = 1000

Rows = Mapping[str, Any]


@dataclass(frozen=True)
class Position:
    """A game and a moment in it; `events` are those that led to it."""

    game: TaoMelee
    state: Battle
    events: tuple[Event, ...] = ()

    def number(self, name: str) -> int:
        return next(one.index for one in self.game.arena.combatants if one.name == name)

    def figure(self, name: str) -> Figure:
        return self.state.figures[self.number(name)]

    def at(self, name: str) -> str:
        return self.game.arena.hex_name(self.figure(name).hex)

    @property
    def seat(self) -> int:
        return self.game.decisions(self.state)[0].seat

    @property
    def kind(self) -> str:
        waiting = self.game.decisions(self.state)
        return waiting[0].kind if waiting else "over"

    def action(self, do: str, **said: Any) -> AnyAction:
        """An action; combatants and items may be called by name."""
        for field in ("target", "figure"):
            if isinstance(said.get(field), str):
                said[field] = self.number(said[field])
        if isinstance(said.get("item"), str):
            said["item"] = self.item(said["item"])
        return self.game.action_from({"do": do, **said})

    def item(self, name: str) -> int:
        return next(i for i, one in enumerate(self.game.arena.items) if one.name == name)

    def do(self, do: str, dice: Sequence[int] = (), **said: Any) -> Position:
        given = Given(dice)
        step = self.game.apply(self.state, self.seat, self.action(do, **said), given)
        given.check_used_up()
        return Position(self.game, step.state, step.events)

    def walk(self, *hexes: str) -> Position:
        now = self
        for name in hexes:
            now = now.do("step", hex=name)
        return now

    def refused(self, do: str, **said: Any) -> str:
        """The rule that refuses an action, which must leave everything as it was (TAO-VAL-03)."""
        before = msgspec.json.encode(self.state)
        action = self.action(do, **said)
        assert action not in self.game.actions(self.state, self.seat)
        with pytest.raises(IllegalAction) as refused:
            self.game.apply(self.state, self.seat, action, Given(()))
        assert msgspec.json.encode(self.state) == before
        assert refused.value.rule
        return refused.value.rule

    def hexes(self, do: str, **said: Any) -> set[str]:
        """The hexes that legal actions of a kind name."""
        found = set()
        for action in self.game.actions(self.state, self.seat):
            plain = msgspec.to_builtins(action)
            if plain["do"] == do and all(plain[key] == value for key, value in said.items()):
                found.add(plain["hex"])
        return found

    def kinds(self) -> set[str]:
        return {msgspec.to_builtins(one)["do"] for one in self.game.actions(self.state, self.seat)}

    def changed(self, name: str, **fields: Any) -> Position:
        """The same moment with a combatant's fields otherwise."""
        state = msgspec.structs.replace(self.state)
        state.figures = list(state.figures)
        who = self.number(name)
        state.figures[who] = msgspec.structs.replace(state.figures[who], **fields)
        return Position(self.game, state)

    def turn(self, name: str, ap: int | None = None) -> Position:
        """The same moment with that combatant's turn, and so many action points left."""
        who = self.number(name)
        allowance = self.game.arena.combatants[who].ap
        now = self.changed(name, ap=allowance if ap is None else ap, acted=False)
        now.state.stack = (Turn(who),)
        return now

    def disarmed(self, name: str) -> Position:
        """The same moment with that combatant's weapon put away."""
        figure = self.figure(name)
        return self.changed(name, ready=NO_ITEM, carried=(*figure.carried, figure.ready))


def position(
    red: Mapping[str, Rows | str],
    blue: Mapping[str, Rows | str],
    *,
    turn: str = "",
    ap: int | None = None,
    rules: Sequence[str] = (),
    **setup: Any,
) -> Position:
    """Who stands where, by name; a row is a hex alone or a row of the set-up, like Albert's.

    It is somebody's turn, the first named if nothing is said; Red has rolled the higher die.
    """
    sides = [
        {"name": side, "combatants": [_row(name, said) for name, said in rows.items()]}
        for side, rows in (("Red", red), ("Blue", blue))
    ]
    data = {"sides": sides, "round_limit": ENOUGH, "variants": list(rules), **setup}
    for side in sides:
        side.update(setup.get(str(side["name"]), {}))
        data.pop(str(side["name"]), None)
    game = TaoMelee(SYSTEM.setup_from(data))
    state = game.begin(Given((2, 1))).state
    for figure in state.figures:
        figure.acted = False
    return Position(game, state).turn(turn or next(iter(red)), ap)


def _row(name: str, said: Rows | str) -> dict[str, Any]:
    row = {"hex": said} if isinstance(said, str) else dict(said)
    shelf = "bala" if name == "Bala" else "albert"
    return {"like": shelf, "name": name, **row}


FULL = ALL
"""Every rule of the playable fight."""


def bala(**said: object) -> dict[str, object]:
    return {"hex": "0303", **said}


def albert(**said: object) -> dict[str, object]:
    return {"hex": "0204", **said}


def beside(ap: int | None = None, rules: tuple[str, ...] = FULL, **said: object) -> Position:
    """Albert in 0204 beside Bala in 0303, his turn; `said` is of Bala."""
    return position({"Albert": albert()}, {"Bala": bala(**said)}, ap=ap, rules=rules)


def engaged_by(now: Position, name: str) -> set[str]:
    arena = now.game.arena
    return {arena.name(enemy) for enemy in engagers(arena, now.state, now.number(name))}
