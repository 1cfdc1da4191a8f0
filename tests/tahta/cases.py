"""Moments of the game spoken of by names, and what can be asked of them.

A position is a situation as `meleekit.tahta.situation` reads it. Players that are not named are
Raven, Sun, Thorn and Grey, as many as `seats` says. In an action a player is called by name, and
`by` says who does it where that is not whoever is asked first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

import msgspec

from meleekit.core.dice import Given
from meleekit.core.errors import MeleekitError
from meleekit.core.game import Event
from meleekit.tahta.actions import AnyAction
from meleekit.tahta.events import AnyEvent
from meleekit.tahta.game import Fists, FistsSystem
from meleekit.tahta.kingdom import WHO
from meleekit.tahta.state import NOBODY, Assault, State
from meleekit.tahta.tables import UNITS

SYSTEM = FistsSystem()
NAMES = ("Raven", "Sun", "Thorn", "Grey")
EVENTS = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


@dataclass(frozen=True)
class Position:
    """A game and a moment in it; `events` are those that led to it."""

    prefix: ClassVar[str] = "TAH-"

    game: Fists
    state: State
    events: tuple[Event, ...] = ()

    def seat(self, name: str) -> int:
        return self.game.setup.players.index(name)

    def name(self, seat: int) -> str:
        return self.game.setup.players[seat]

    @property
    def asked(self) -> list[str]:
        return [self.name(decision.seat) for decision in self.game.decisions(self.state)]

    @property
    def open(self) -> str:
        """The open decision and whose it is: "press Raven"; "over" after the end."""
        return " ".join([self.state.stage.value, ", ".join(self.asked)]).strip()

    def action(self, **said: Any) -> tuple[int, AnyAction]:
        """Who does what."""
        by = said.pop("by", None)
        waiting = self.game.decisions(self.state)
        seat = self.seat(by) if by else waiting[0].seat
        if isinstance(said.get("seat"), str):
            said["seat"] = self.seat(said["seat"])
        return seat, self.game.read_action(self.state, seat, said)

    def do(self, dice: Sequence[int] = (), **said: Any) -> Position:
        """The moment after an action."""
        return self.after(*self.action(**said), dice)

    def after(self, seat: int, action: AnyAction, dice: Sequence[int] = ()) -> Position:
        """The moment after an action of a seat."""
        step = self.game.apply(self.state, seat, action, Given(dice))
        return Position(self.game, step.state, step.events)

    def refusal(self, **said: Any) -> MeleekitError:
        """The refusal of an action that must be refused and leave all as it was (TAH-ERR-03)."""
        before = msgspec.json.encode(self.state)
        try:
            self.do(**said)
        except MeleekitError as refusal:
            assert msgspec.json.encode(self.state) == before
            return refusal
        raise AssertionError(f"done, and should have been refused: {said}")

    def allows(self, **said: Any) -> bool:
        seat, action = self.action(**said)
        return self.game.is_legal(self.state, seat, action)

    def kinds(self) -> set[str]:
        """The kinds of action that are legal, by their tags."""
        seat = self.game.decisions(self.state)[0].seat
        return {msgspec.to_builtins(one)["do"] for one in self.game.actions(self.state, seat)}

    def standing(self, node: str) -> str:
        """Who stands in a node, as a situation says it but for marks; empty for nobody."""
        at = self.game.kingdom.board.number[node]
        if self.state.owner[at] == NOBODY:
            return ""
        units = [unit for bit, unit in enumerate(UNITS) if self.state.units[at] >> bit & 1]
        return f"{self.name(self.state.owner[at])}: {', '.join(units)}"

    @property
    def assault(self) -> Assault:
        assert self.state.assault is not None
        return self.state.assault

    @property
    def guesses(self) -> int:
        """How many guesses the defender that is attacked has."""
        now = self.assault
        return self.game.kingdom.guesses(self.state, now.target, now.defender)


def position(
    players: Mapping[str, Mapping[str, Any]] | None = None, seats: int = 4, **more: Any
) -> Position:
    """The situation with these players among those of so many seats."""
    rows = {name: dict((players or {}).get(name, {})) for name in NAMES[:seats]}
    assert set(players or {}) <= set(rows), "no such player"
    return Position(*SYSTEM.load_situation({"players": rows, **more}))


def attack(unit: str, start: str, node: str) -> dict[str, Any]:
    return {"do": "attack", "unit": unit, "start": start, "node": node}


def move(unit: str, start: str, node: str) -> dict[str, Any]:
    return {"do": "move", "unit": unit, "start": start, "node": node}


# -- what can be asked of a moment ---------------------------------------------------------------


def _of_players(now: Position, answer: Callable[[int], Any], wanted: Mapping[str, Any]) -> None:
    assert {name: answer(now.seat(name)) for name in wanted} == wanted


def _supply(now: Position, seat: int, wanted: Mapping[str, int]) -> None:
    kingdom = now.game.kingdom
    found = {unit: kingdom.supply(now.state, seat, UNITS.index(unit)) for unit in wanted}
    assert found == wanted


def _supplies(now: Position, wanted: Mapping[str, Mapping[str, int]]) -> None:
    for name, units in wanted.items():
        _supply(now, now.seat(name), units)


def _events(now: Position) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(now.events))
    return events


def _told(now: Position, wanted: Sequence[Mapping[str, Any]]) -> None:
    """Events that have led here, each with fields of its own, in that order."""
    events = _events(now)
    told = iter(events)
    for one in wanted:
        assert any(one.items() <= event.items() for event in told), f"{one} is not among {events}"


def _not_told(now: Position, wanted: Sequence[str]) -> None:
    assert set(wanted) <= EVENTS, "no such event"
    assert not set(wanted) & {event["event"] for event in _events(now)}


def _seen(now: Position, wanted: Mapping[str, Sequence[str]]) -> None:
    """Whose action cards a player sees."""
    for eyes, names in wanted.items():
        view = now.game.view(now.state, now.seat(eyes)).state
        seen = [now.name(seat) for seat, cards in enumerate(view.selected) if cards]
        assert seen == list(names), eyes


def _equal(found: Any, wanted: Any) -> None:
    assert found == wanted


def _won(now: Position, wanted: str) -> None:
    outcome = now.game.outcome(now.state)
    assert outcome is not None
    assert [now.name(seat) for seat in outcome.winners] == [wanted]


ANSWERS: Mapping[str, Callable[[Position, Any], None]] = {
    "open": lambda now, wanted: _equal(now.open, wanted),
    "gold": lambda now, wanted: _of_players(now, lambda seat: now.state.gold[seat], wanted),
    "units": lambda now, wanted: _equal({node: now.standing(node) for node in wanted}, wanted),
    "supply": _supplies,
    "cards": lambda now, wanted: _of_players(now, lambda s: list(now.state.owned[s]), wanted),
    "lots": lambda now, wanted: _equal([lot.card for lot in now.state.lots], wanted),
    "paid_out": lambda now, wanted: _equal(now.state.paid_out, wanted),
    "treasury": lambda now, wanted: _equal(now.game.kingdom.left_in_treasury(now.state), wanted),
    "first": lambda now, wanted: _equal(now.name(now.state.holder), wanted),
    "defender": lambda now, wanted: _equal(WHO[now.assault.defender], wanted),
    "guesses": lambda now, wanted: _equal(now.guesses, wanted),
    "scores": lambda now, wanted: _of_players(
        now, lambda seat: now.game.kingdom.scores(now.state)[seat], wanted
    ),
    "income": lambda now, wanted: _of_players(
        now, lambda seat: now.game.kingdom.income(now.state, seat), wanted
    ),
    "told": _told,
    "not_told": _not_told,
    "seen": _seen,
    "winner": _won,
    "rule": lambda now, wanted: _equal(now.state.end_rule, wanted),
}


def expect(now: Position, then: Mapping[str, Any]) -> None:
    """What is true of a moment, each by its name in ANSWERS."""
    for what, wanted in then.items():
        ANSWERS[what](now, wanted)
