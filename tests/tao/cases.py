"""Moments of the game spoken of by names, and what can be asked of them.

A position is a situation as `meleekit.tao.situation` reads it, on the set-up of its own or, where
it has none, Albert of Red in 0103 against Bala of Blue in 0303. In an action combatants and weapons
are called by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from meleekit.tao.actions import AnyAction
from meleekit.tao.engagement import engagers, is_armed
from meleekit.tao.game import TaoMelee, TaoSystem
from meleekit.tao.movement import can_withdraw, cheapest_path, reach
from meleekit.tao.situation import item_names
from meleekit.tao.state import Battle, Figure, Status
from tests.plain_cases import PlainPosition, told

SYSTEM = TaoSystem()
TWO = {
    "round_limit": 9,
    "sides": [
        {"name": "Red", "combatants": [{"like": "albert", "hex": "0103"}]},
        {"name": "Blue", "combatants": [{"like": "bala", "hex": "0303"}]},
    ],
}


@dataclass(frozen=True)
class Position(PlainPosition):
    """A game and a moment in it. What is refused leaves all as it was (TAO-VAL-03)."""

    prefix = "TAO-"
    system = SYSTEM

    game: TaoMelee
    state: Battle

    def who(self, name: str) -> int:
        return next(one.index for one in self.game.arena.combatants if one.name == name)

    def figure(self, name: str) -> Figure:
        return self.state.figures[self.who(name)]

    @property
    def open(self) -> str:
        """The open decision and whose it is: "turn Albert", "choose Red"; "over" at the end."""
        waiting = self.game.decisions(self.state)
        if not waiting:
            return "over"
        figure = getattr(self.state.stack[-1], "figure", None)
        arena = self.game.arena
        name = arena.sides[waiting[0].seat] if figure is None else arena.name(figure)
        return f"{waiting[0].kind} {name}"

    def action(self, **said: Any) -> tuple[int, AnyAction]:
        """Who does what."""
        for field in ("target", "figure"):
            if isinstance(said.get(field), str):
                said[field] = self.who(said[field])
        if isinstance(said.get("item"), str):
            said["item"] = item_names(self.game.arena).index(said["item"])
        return self.game.decisions(self.state)[0].seat, self.game.action_from(said)

    def kinds(self) -> set[str]:
        """The kinds of action that are legal, by their tags."""
        seat = self.game.decisions(self.state)[0].seat
        return {msgspec.to_builtins(one)["do"] for one in self.game.actions(self.state, seat)}

    def engaged_by(self, name: str) -> set[str]:
        """By whom a combatant is engaged."""
        arena = self.game.arena
        return {arena.name(one) for one in engagers(arena, self.state, self.who(name))}

    def prices(self, name: str) -> dict[str, int]:
        """What each hex that it can reach would cost a combatant."""
        arena = self.game.arena
        costs = reach(arena, self.state, self.who(name)).costs
        return {arena.names[hex_]: cost for hex_, cost in enumerate(costs) if cost > 0}

    def reaches(self, name: str) -> set[str]:
        """Every hex that a combatant has the action points for."""
        ap = self.figure(name).ap
        return {hex_ for hex_, cost in self.prices(name).items() if cost <= ap}

    def hexes(self) -> set[str]:
        """The hexes that the legal actions name."""
        seat = self.game.decisions(self.state)[0].seat
        legal = self.game.actions(self.state, seat)
        return {one.hex for one in legal if hasattr(one, "hex")}

    def way(self, name: str, goal: str) -> list[str]:
        """The hexes of the cheapest way, its end included."""
        arena = self.game.arena
        found = reach(arena, self.state, self.who(name))
        return [arena.names[h] for h in cheapest_path(arena, found, arena.number[goal])[1:]]


def position(**fields: Any) -> Position:
    """The moment that the fields of a situation tell of."""
    return Position(*SYSTEM.load_situation({"setup": TWO, **fields}))


# -- what can be asked of a moment -----------------------------------------------------------------


def _of_each(now: Position, answer: Callable[[str], Any], wanted: Mapping[str, Any]) -> None:
    assert {name: answer(name) for name in wanted} == wanted


def _prices(now: Position, wanted: Mapping[str, Mapping[str, int]]) -> None:
    for name, prices in wanted.items():
        found = now.prices(name)
        assert {hex_: found[hex_] for hex_ in prices} == prices


def _equal(found: Any, wanted: Any) -> None:
    assert found == wanted


def _winner(now: Position, wanted: str) -> None:
    outcome = now.game.outcome(now.state)
    assert outcome is not None
    assert [now.game.arena.sides[seat] for seat in outcome.winners] == [wanted]


ANSWERS: Mapping[str, Callable[[Position, Any], None]] = {
    "open": lambda now, wanted: _equal(now.open, wanted),
    "at": lambda now, wanted: _of_each(
        now, lambda name: now.game.arena.hex_name(now.figure(name).hex), wanted
    ),
    "ap": lambda now, wanted: _of_each(now, lambda name: now.figure(name).ap, wanted),
    "hp": lambda now, wanted: _of_each(now, lambda name: now.figure(name).hp, wanted),
    "engaged_by": lambda now, wanted: _of_each(
        now, now.engaged_by, {name: set(by) for name, by in wanted.items()}
    ),
    "armed": lambda now, wanted: _of_each(
        now, lambda name: is_armed(now.game.arena, now.figure(name)), wanted
    ),
    "withdraws": lambda now, wanted: _of_each(
        now, lambda name: can_withdraw(now.game.arena, now.state, now.who(name)), wanted
    ),
    "prices": _prices,
    "reaches": lambda now, wanted: _of_each(
        now, now.reaches, {name: set(hexes) for name, hexes in wanted.items()}
    ),
    "hexes": lambda now, wanted: _equal(now.hexes(), set(wanted)),
    "ways": lambda now, wanted: _equal(
        {name: now.way(name, way[-1]) for name, way in wanted.items()}, wanted
    ),
    "stunned": lambda now, wanted: _equal(
        [one.name for one in now.game.arena.combatants if now.figure(one.name).stunned], wanted
    ),
    "active": lambda now, wanted: _of_each(
        now, lambda name: now.figure(name).status is Status.ACTIVE, wanted
    ),
    "told": told,
    "winner": _winner,
}


def expect(now: Position, then: Mapping[str, Any]) -> None:
    """What is true of a moment, each by its name in ANSWERS."""
    for what, wanted in then.items():
        ANSWERS[what](now, wanted)
