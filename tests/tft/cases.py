"""Positions written down in a few lines, and what is to come of them.

A position is a table of fighters (where they stand, what they carry, what has happened to them)
and the decision that is open. Tests write it as keywords, situation files as TOML; both name
characters, items ("Ann.dagger", or "dagger" for an item of the one who acts), hexes (q, r) and
compass directions instead of numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Event
from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.core.odds import distribution
from meleekit.tft.actions import AnyAction
from meleekit.tft.creation import FighterSheet
from meleekit.tft.dexterity import order_dex, strength
from meleekit.tft.engagement import is_engaged
from meleekit.tft.events import (
    Attacked,
    Cornered,
    Died,
    ExperienceGained,
    Fell,
    Result,
    RolledToMiss,
    ShelterTested,
    Stumbled,
)
from meleekit.tft.game import Melee
from meleekit.tft.setup import SideSetup, setup_from
from meleekit.tft.state import (
    NO_ITEM,
    NOWHERE,
    AnyTask,
    Battle,
    Condition,
    Figure,
    GroundItem,
    Guard,
    Parry,
    Phase,
    Posture,
    StandingOrder,
    Unloaded,
)
from meleekit.tft.tables import default_tables

CASES = Path(__file__).parents[1] / "cases" / "tft"

PHASES = {
    "place": Phase.SETUP,
    "initiative": Phase.MOVEMENT,
    "move": Phase.MOVEMENT,
    "declare": Phase.DECLARATIONS,
    "act": Phase.ACTIONS,
    "pre_empt": Phase.ACTIONS,
    "second_shot": Phase.ACTIONS,
    "come_down": Phase.ACTIONS,
    "retreat": Phase.RETREAT,
    "follow": Phase.RETREAT,
}


class Fighter(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A fighter as a position tells of it; figures of the rest of the turn are those of `Figure`.

    Points beyond the race's total count as gained by experience, so that any adjDEX can be had.
    A beast has no items; its weapon is called "natural".
    """

    side: str
    at: tuple[int, int] | None = None
    facing: str = "N"
    race: str = "human"
    strength: int = 12
    dexterity: int = 12
    armour: str = "none"
    items: tuple[str, ...] | None = None
    ready: tuple[str, ...] | None = None
    posture: Posture = Posture.STANDING
    condition: Condition = Condition.FIT
    hits: int = 0
    moved: bool | None = None
    steps: int = 0
    came_from: tuple[int, int] | None = None
    run: str | None = None
    engaged_at_start: bool = False
    acted: bool = False
    stood_up: bool = False
    bending: bool = False
    guard: Guard = Guard.NONE
    parry: Parry = Parry.IDLE
    hits_this_turn: int = 0
    struck: tuple[str, ...] = ()
    forced: bool = False
    used_retreat: bool = False
    shaken_turn: int = 0
    down_until: int = 0
    orders: StandingOrder = StandingOrder()
    engaged_before: bool = False
    second_arrow: str = ""
    last_shot: str = ""

    def sheet(self, name: str) -> FighterSheet:
        tables = default_tables()
        beast = self.race in tables.monsters
        items = ("broadsword",) if self.items is None and not beast else self.items or ()
        usual = 0 if beast else tables.races[self.race].total
        return FighterSheet(
            name=name,
            race=self.race,
            strength=self.strength,
            dexterity=self.dexterity,
            armour=self.armour,
            items=items,
            ready=self.ready,
            gained=0 if beast else max(0, self.strength + self.dexterity - usual),
        )


@dataclass(frozen=True)
class Position:
    """A game and a moment in it, spoken of by names; `events` are those that led to it."""

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
        owner, _, kind = name.rpartition(".") if "." in name else (owner, "", name)
        character = self.game.arena.characters[self.who(owner)]
        if kind == "natural":
            return character.natural[0]
        return character.items[character.sheet.items.index(kind)]

    def item_name(self, item: int) -> str:
        for character in self.game.arena.characters:
            if item in character.items:
                kind = character.sheet.items[character.items.index(item)]
                return f"{character.name}.{kind}"
        return ""

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
        if key in ("figure", "target"):
            return self.who(value)
        if key == "hex":
            return self.hex(value) if value else NOWHERE
        if key == "over":
            return [self.hex(hex_) for hex_ in value]
        if key in ("facing", "direction"):
            return DIRECTION_NAMES.index(value)
        if key in ("item", "main", "off", "sling"):
            return self.item(value, owner) if value else NO_ITEM
        if key in ("weapons", "drop"):
            return [self.item(item, owner) for item in value]
        return value

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
    to: str,
    *,
    turn: int = 1,
    phase: str = "",
    order: Sequence[str] = (),
    ground: Sequence[Mapping[str, Any]] = (),
    unloaded: Mapping[str, int] | None = None,
    task: Mapping[str, Any] | None = None,
    **setup: Any,
) -> Position:
    """A position from its fighters; `to` is the open decision as `Position.open` says it.

    `task` holds what else the decision needs to know; `setup` goes into the set-up.
    """
    rows = {name: msgspec.convert(dict(row), Fighter) for name, row in fighters.items()}
    sides = list(dict.fromkeys(row.side for row in rows.values()))
    teams = tuple(
        SideSetup(side, tuple(row.sheet(n) for n, row in rows.items() if row.side == side))
        for side in sides
    )
    plan = setup_from({"title": "A test", "sides": msgspec.to_builtins(teams), **setup})
    blank = Position(Melee(plan), Battle(figures=[]))
    lying = [blank.item(thing["item"]) for thing in ground]
    figures = [_figure(blank, c.name, rows[c.name], lying) for c in blank.game.arena.characters]
    kind, _, subject = to.partition(" ")
    told: dict[str, Any] = {"task": kind}
    if kind in ("move", "initiative", "declare"):
        told["seat"] = sides.index(subject)
    else:
        told["figure"] = blank.who(subject)
    for key, value in (task or {}).items():
        told[key] = blank.who(value) if key == "attacker" else value
        if key == "weapons":
            told[key] = [blank.item(item) for item in value]
        elif key == "hex":
            told[key] = blank.hex(value)
    names = order or [subject, *(s for s in sides if s != subject)] if kind == "move" else sides
    battle = Battle(
        figures=figures,
        turn=turn,
        phase=Phase(phase) if phase else PHASES[kind],
        stack=(msgspec.convert(told, AnyTask),),
        order=tuple(sides.index(name) for name in names),
        mover=1 if kind == "move" else 0,
        ground=tuple(
            GroundItem(item, blank.hex(thing["at"]), thing.get("since", turn - 1))
            for item, thing in zip(lying, ground, strict=True)
        ),
    )
    battle.unloaded = tuple(
        Unloaded(blank.item(item), left) for item, left in (unloaded or {}).items()
    )
    for who, figure in enumerate(figures):
        if rows[blank.name(who)].moved is None:
            figure.moved = battle.phase not in (Phase.SETUP, Phase.MOVEMENT)
    return Position(blank.game, battle)


def _figure(blank: Position, name: str, row: Fighter, lying: Sequence[int]) -> Figure:
    character = blank.game.arena.characters[blank.who(name)]
    gone = row.condition in (Condition.UNCONSCIOUS, Condition.DEAD)
    main, off = (NO_ITEM if item in lying else item for item in (character.main, character.off))
    return Figure(
        hex=blank.hex(row.at) if row.at else NOWHERE,
        facing=DIRECTION_NAMES.index(row.facing),
        posture=Posture.PRONE if gone else row.posture,
        condition=row.condition,
        hits=row.hits,
        main=main,
        off=off,
        slung=tuple(i for i in character.items if i not in (main, off, *lying)),
        orders=row.orders,
        engaged_before=row.engaged_before,
        second_arrow=blank.item(row.second_arrow, name) if row.second_arrow else NO_ITEM,
        last_shot=blank.item(row.last_shot, name) if row.last_shot else NO_ITEM,
        moved=bool(row.moved),
        steps=row.steps,
        came_from=blank.hex(row.came_from) if row.came_from else NOWHERE,
        moved_to=blank.hex(row.at) if row.at and row.came_from else NOWHERE,
        run=DIRECTION_NAMES.index(row.run) if row.run else -1,
        engaged_at_start=row.engaged_at_start,
        acted=row.acted or gone,
        stood_up=row.stood_up,
        bending=row.bending,
        guard=row.guard,
        parry=row.parry,
        hits_this_turn=row.hits_this_turn,
        struck=tuple(blank.who(name) for name in row.struck),
        forced=row.forced,
        used_retreat=row.used_retreat,
        shaken_turn=row.shaken_turn,
        down_until=row.down_until,
    )


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
    """Whom throws, shots and blows have hit, in order; a body that gives shelter among them."""
    found = []
    for event in events:
        if isinstance(event, ShelterTested):
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


MEASURES: Mapping[str, Measure] = {
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


def _kind(now: Position, item: int) -> str:
    return now.item_name(item).partition(".")[2]


def _earned(now: Position, who: int) -> int:
    return sum(event.points for event in now.said(ExperienceGained) if event.figure == who)


ANSWERS: Mapping[str, Callable[[Position, int], Any]] = {
    "at": _place,
    "facing": lambda now, who: DIRECTION_NAMES[now.battle.figures[who].facing],
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


def load(name: str) -> list[dict[str, Any]]:
    """The cases of a situation file."""
    cases: list[dict[str, Any]] = tomllib.loads((CASES / name).read_text(encoding="utf-8"))["case"]
    return cases


def all_cases() -> list[dict[str, Any]]:
    """Every case of every situation file, in the order of the files' names."""
    return [case for path in sorted(CASES.glob("*.toml")) for case in load(path.name)]
