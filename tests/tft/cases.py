"""Positions written down in a few lines, and what is to come of them.

A position is a situation as `meleekit.tft.situation` reads it; tests write it as keywords, case
files as TOML. Actions name fighters, items ("Ann.dagger", or "dagger" for one's own), hexes and
facings as situations do. Beside what all case files know, those of this game say `moves` (all the
hexes a fighter may go to) and `odds` (exact chances).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar

import msgspec
import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Event
from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.core.odds import distribution
from meleekit.tft.actions import AnyAction
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.blow_events import (
    Attacked,
    Died,
    Fell,
    PileStruck,
    Result,
    RolledToMiss,
    ShelterTested,
)
from meleekit.tft.dexterity import order_dex, strength
from meleekit.tft.engagement import is_engaged
from meleekit.tft.events import Cornered, ExperienceGained, Stumbled
from meleekit.tft.game import Melee, MeleeSystem
from meleekit.tft.grapple_events import BrokeFree, DaggerDrawn, DefenceRolled
from meleekit.tft.state import NOWHERE, Battle, Figure
from meleekit.tft.things import THING_OF, Thing

SYSTEM = MeleeSystem()
LISTS = ("over", "weapons", "drop")


@dataclass(frozen=True)
class Position:
    """A game and a moment in it, spoken of by names; `events` are those that led to it."""

    prefix: ClassVar[str] = "TFT-"

    game: Melee
    battle: Battle
    events: tuple[Event, ...] = ()

    def who(self, name: str) -> int:
        return [c.name for c in self.game.arena.characters].index(name)

    def name(self, figure: int) -> str:
        return self.game.arena.name(figure)

    def hex(self, at: Sequence[int]) -> int:
        return self.game.arena.board.index[at[0], at[1]]

    def at(self, hex_: int) -> tuple[int, int] | None:
        return self.game.arena.board.coords[hex_] if hex_ >= 0 else None

    def item(self, name: str, owner: str = "") -> int:
        return self._numbered("item", name, owner)

    def item_name(self, item: int) -> str:
        return str(self.game.names.name(Thing.ITEM, item))

    def figure(self, name: str) -> Figure:
        return self.battle.figures[self.who(name)]

    @property
    def seat(self) -> int:
        return self.game.decisions(self.battle)[0].seat

    @property
    def open(self) -> str:
        """The open decision: "act Ann", "move Red", or "over"."""
        if not self.battle.stack:
            return "over"
        task = self.battle.stack[-1]
        kind = self.game.decisions(self.battle)[0].kind
        figure = getattr(task, "figure", None)
        side = self.game.arena.players[self.seat]
        return f"{kind} {side if figure is None else self.name(figure)}"

    def action(self, **said: Any) -> AnyAction:
        """An action in which names stand for numbers."""
        owner = said.get("figure") or self.open.partition(" ")[2]
        data = {key: self._number(key, value, owner) for key, value in said.items()}
        if data["do"] == "charge":
            data.setdefault("cost", self.game.arena.tables.pole.charge_steps)
        action: AnyAction = msgspec.convert(data, AnyAction)
        return action

    def _number(self, key: str, value: Any, owner: str) -> Any:
        if key not in THING_OF or not isinstance(value, str | Sequence | None):
            return value
        if key in LISTS:
            return [self._numbered(key, one, owner) for one in value]
        return self._numbered(key, value, owner)

    def _numbered(self, key: str, name: Any, owner: str) -> int:
        fighters = [character.name for character in self.game.arena.characters]
        who = fighters.index(owner) if owner in fighters else -1
        return self.game.names.number(THING_OF[key], name, key, who)

    def legal(self) -> Sequence[AnyAction]:
        return self.game.actions(self.battle, self.seat)

    def allows(self, **said: Any) -> bool:
        return self.action(**said) in self.legal()

    def kinds(self) -> set[str]:
        """The kinds of action that are legal, by their tags."""
        return {msgspec.to_builtins(action)["do"] for action in self.legal()}

    def moves(self, name: str) -> set[tuple[int, int]]:
        """Where a character may go by a plain move."""
        found = [a for a in self.legal() if getattr(a, "figure", -1) == self.who(name)]
        return {
            self.game.arena.board.coords[a.hex]  # type: ignore[union-attr]  # moves have a hex
            for a in found
            if msgspec.to_builtins(a)["do"] == "move"
        }

    def do(self, dice: Sequence[int] = (), **said: Any) -> Position:
        """The position after an action of the open decision, with the dice totals it takes."""
        given = Given(dice)
        step = self.game.apply(self.battle, self.seat, self.action(**said), given)
        given.check_used_up()
        return Position(self.game, step.state, step.events)

    def refusal(self, **said: Any) -> IllegalAction:
        """The refusal of an action that must be refused and leave all as it was."""
        return self.refusal_of(self.action(**said))

    def refusal_of(self, action: AnyAction) -> IllegalAction:
        before = msgspec.json.encode(self.battle)
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(self.battle, self.seat, action, Given(()))
        assert msgspec.json.encode(self.battle) == before
        return caught.value

    def chance(self, what: str, **said: Any) -> Fraction:
        """The exact chance, or expectation, of what MEASURES names.

        "strikes Bob" is the chance that a fighter is hit by what is done.
        """
        verb, _, name = what.partition(" ")
        struck = self.who(name) if verb == "strikes" else NOWHERE
        measure = (lambda events: int(struck in _struck(events))) if name else measured(what)
        chances = distribution(
            self.game,
            self.battle,
            self.seat,
            self.action(**said),
            lambda _, events: measure(events),
        )
        return sum((value * p for value, p in chances.items()), Fraction(0))

    def said(self, kind: type) -> list[Any]:
        """The events of a kind that led to this position."""
        return [event for event in self.events if isinstance(event, kind)]


def position(
    fighters: Mapping[str, Mapping[str, Any]],
    to: Any,
    *,
    task: Mapping[str, Any] | None = None,
    unloaded: Mapping[str, int] | None = None,
    **more: Any,
) -> Position:
    """The situation with these fighters; `to` is to be decided, with `task` said about it."""
    if task:
        kind, _, figure = to.partition(" ")
        to = {"task": kind, "figure": figure, **task}
    if unloaded:
        more["unloaded"] = [{"item": item, "left": left} for item, left in unloaded.items()]
    return Position(*SYSTEM.load_situation({"fighters": fighters, "to": to, **more}))


def refused(
    rule: str,
    words: str,
    fighters: Mapping[str, Mapping[str, Any]],
    to: str,
    *,
    said: Mapping[str, Any],
    **more: Any,
) -> None:
    """The action is refused by the rule, in a message with those words, and changes nothing."""
    refusal = position(fighters, to, **more).refusal(**said)
    assert refusal.rule == f"TFT-{rule}"
    assert words in refusal.message


# -- what can be asked of events -----------------------------------------------------------------

Measure = Callable[[tuple[Event, ...]], int]

_LANDED = (Result.HIT, Result.DOUBLE, Result.TRIPLE)


def _struck(events: tuple[Event, ...]) -> list[int]:
    """Whom throws, shots and blows have hit, in order: bodies that give shelter among them."""
    found = []
    for event in events:
        if isinstance(event, ShelterTested | PileStruck):
            found[-1] = event.struck
        elif isinstance(event, Attacked) and event.result in _LANDED:
            found.append(event.target)
        elif isinstance(event, RolledToMiss) and event.result in _LANDED:
            found.append(event.figure)
    return found


def _results(events: tuple[Event, ...]) -> list[Result]:
    return [event.result for event in events if isinstance(event, Attacked)]


def _hits(events: tuple[Event, ...]) -> int:
    return sum(e.damage.hits for e in events if isinstance(e, Attacked) and e.damage)


def _defence(outcome: HthOutcome) -> Measure:
    return lambda events: sum(isinstance(e, DefenceRolled) and e.outcome is outcome for e in events)


MEASURES: Mapping[str, Measure] = {
    "bare": _defence(HthOutcome.BARE_HANDS),
    "blade": _defence(HthOutcome.BLADE),
    "repelled": _defence(HthOutcome.REPELLED),
    "struck": _defence(HthOutcome.STRUCK),
    "free": lambda events: sum(isinstance(e, BrokeFree) and e.free for e in events),
    "drawn": lambda events: sum(isinstance(e, DaggerDrawn) and e.drawn for e in events),
    "stray": lambda events: sum(
        isinstance(e, RolledToMiss) and e.result is not Result.MISS for e in events
    ),
    "hit": lambda events: int(any(result in _LANDED for result in _results(events))),
    "drop": lambda events: int(Result.DROPPED in _results(events)),
    "break": lambda events: int(Result.BROKEN in _results(events)),
    "hits": _hits,
    "death": lambda events: int(any(isinstance(e, Died) for e in events)),
    "fall": lambda events: int(
        any(isinstance(e, Fell) or (isinstance(e, Stumbled | Cornered) and e.fell) for e in events)
    ),
}


def measured(what: str) -> Measure:
    """A measure by name; "hits>=5" is the chance of at least so many."""
    name, at_least, least = what.partition(">=")
    if at_least:
        return lambda events: int(MEASURES[name](events) >= int(least))
    return MEASURES[name]


# -- what can be asked of a position -------------------------------------------------------------


def _place(now: Position, who: int) -> list[int]:
    return list(now.at(now.battle.figures[who].hex) or ())


def _facing(now: Position, who: int) -> str | int:
    """The direction, or a giant's corner."""
    facing = now.battle.figures[who].facing
    return facing if now.game.arena.giants[who] else DIRECTION_NAMES[facing]


def _kind(now: Position, item: int) -> str:
    return now.item_name(item).partition(".")[2]


def _earned(now: Position, who: int) -> int:
    return sum(event.points for event in now.said(ExperienceGained) if event.figure == who)


ANSWERS: Mapping[str, Callable[[Position, int], Any]] = {
    "at": _place,
    "facing": _facing,
    "main": lambda now, who: _kind(now, now.battle.figures[who].main),
    "off": lambda now, who: _kind(now, now.battle.figures[who].off),
    "slung": lambda now, who: [_kind(now, item) for item in now.battle.figures[who].slung],
    "strength": lambda now, who: strength(now.game.arena, now.battle, who),
    "second_arrow": lambda now, who: _kind(now, now.battle.figures[who].second_arrow),
    "last_shot": lambda now, who: _kind(now, now.battle.figures[who].last_shot),
    "dex": lambda now, who: order_dex(now.game.arena, now.battle, who)[0],
    "engaged": lambda now, who: is_engaged(now.game.arena, now.battle, who),
    "xp": _earned,
}


def told(now: Position, name: str, what: str) -> Any:
    """What is true of a fighter: one of ANSWERS, or a field of its figure."""
    who = now.who(name)
    if what in ANSWERS:
        return ANSWERS[what](now, who)
    value = getattr(now.battle.figures[who], what)
    return value.value if isinstance(value, Enum) else value


def expect(now: Position, then: dict[str, Any]) -> None:
    """What is true of a moment."""
    for key, value in then.items():
        if key == "open":
            assert now.open == value
        elif key == "turn":
            assert now.battle.turn == value
        elif key == "ground":
            assert {
                now.item_name(thing.item): list(now.at(thing.hex) or ())
                for thing in now.battle.ground
            } == value
        elif key == "unloaded":
            left = {now.item_name(thing.item): thing.left for thing in now.battle.unloaded}
            assert left == value
        elif key == "winners":
            outcome = now.battle.outcome
            assert outcome is not None
            assert [now.game.arena.sides[seat] for seat in outcome.winners] == value
        else:
            for what, wanted in value.items():
                assert told(now, key, what) == wanted, f"{key}: {what}"


def _moves(now: Position, wanted: dict[str, list[tuple[int, int]]]) -> None:
    for name, hexes in wanted.items():
        assert now.moves(name) == {(q, r) for q, r in hexes}


def _odds(now: Position, wanted: list[dict[str, Any]]) -> None:
    for row in wanted:
        for what, chance in row["are"].items():
            assert now.chance(what, **row["of"]) == Fraction(chance), what


MORE: Mapping[str, Callable[[Position, Any], None]] = {"moves": _moves, "odds": _odds}
