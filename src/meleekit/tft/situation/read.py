"""A situation read: first the set-up it tells of, then the moment of that battle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from meleekit.core.errors import BadSetup, BadSituation
from meleekit.core.phrases import listed
from meleekit.core.situation_fields import Row, known_fields, list_of, refuse, rows_of, table_of
from meleekit.core.typed import fault_of, under
from meleekit.tft.arena import Arena
from meleekit.tft.creation import FighterSheet
from meleekit.tft.fighters import ready_made
from meleekit.tft.setup import Setup, SideSetup, resolve, setup_from
from meleekit.tft.situation.names import NONE, Names
from meleekit.tft.situation.shapes import (
    OF_BATTLE,
    OF_FIGHTER,
    OF_SETUP,
    OF_SHEET,
    OF_SIDE,
    OF_SITUATION,
    called,
    fields_of,
    tag_entry,
    tasks,
)
from meleekit.tft.situation.usual import (
    TITLE,
    USUAL_OF_BATTLE,
    USUAL_OF_FIGURE,
    Around,
    usual_sheet,
    usual_since,
)
from meleekit.tft.situation.write import numbers_in
from meleekit.tft.state import AnyTask, Battle, Figure, GroundItem
from meleekit.tft.tables import Tables
from meleekit.tft.things import THING_OF, Thing

T = TypeVar("T")

_FIGHTER_AT = re.compile(r"sides\[(\d+)\]\.fighters\[(\d+)\]\.?(.*)")
_FIGURE_AT = re.compile(r"figures\[(\d+)\]\.?(.*)")


# -- the set-up ----------------------------------------------------------------------------------


def setup_of(data: Mapping[str, object], tables: Tables) -> Setup:
    """The set-up of a situation, checked. Raises `BadSituation` naming the field."""
    known_fields(data, (*OF_SETUP, *OF_BATTLE, *OF_SITUATION), "")
    rows = rows_of(data.get("fighters"), "fighters")
    if not rows:
        refuse("there is no fighter", "fighters")
    told = rows_of(data.get("sides", {}), "sides")
    names = _sides(rows)
    known_fields(told, names, "sides", "side")
    sides = []
    for name in names:
        own = [fighter for fighter, row in rows.items() if row["side"] == name]
        known_fields(told.get(name, {}), OF_SIDE, f"sides.{name}")
        sheets = [_sheet(tables, fighter, rows[fighter]) for fighter in own]
        sides.append(
            _typed({"name": name, "fighters": [], **told.get(name, {})}, SideSetup, f"sides.{name}")
        )
        sides[-1] = msgspec.structs.replace(sides[-1], fighters=tuple(sheets))
    plain = {"title": TITLE, "sides": [], **{key: data[key] for key in OF_SETUP if key in data}}
    try:
        return resolve(msgspec.structs.replace(setup_from(plain), sides=tuple(sides)), tables)
    except BadSetup as error:
        at = _place_of_sheet(error.at, sides)
        raise error.restated(BadSituation, at=at) from None


def _sides(rows: Mapping[str, Row]) -> tuple[str, ...]:
    """The sides in the order in which they are first named."""
    for fighter, row in rows.items():
        if not isinstance(row.get("side"), str):
            refuse("the name of the side is wanted", f"fighters.{fighter}.side")
    return tuple(dict.fromkeys(row["side"] for row in rows.values()))


def _sheet(tables: Tables, name: str, row: Row) -> FighterSheet:
    at = f"fighters.{name}"
    known_fields(row, (*OF_SHEET, *fields_of(Figure), *OF_FIGHTER), at)
    told = {key: row[key] for key in OF_SHEET if key in row}
    if "like" in row:
        known = ready_made()
        if not isinstance(row["like"], str) or row["like"] not in known:
            refuse(
                f"there is no ready-made fighter {row['like']!r}; there are {listed(tuple(known))}",
                f"{at}.like",
            )
        told = msgspec.to_builtins(known[row["like"]]) | told
    return _typed({**usual_sheet(tables, told), "name": name}, FighterSheet, at)


def _place_of_sheet(at: str | None, sides: Sequence[SideSetup]) -> str | None:
    """The field of a situation that stands for a field of the set-up."""
    found = _FIGHTER_AT.fullmatch(at or "")
    if found is None:
        return at
    sheet = sides[int(found[1])].sheets[int(found[2])]
    return under(f"fighters.{sheet.name}", found[3])


# -- the moment ----------------------------------------------------------------------------------


def battle_of(data: Mapping[str, object], arena: Arena, names: Names) -> Battle:
    """The moment that a situation tells of, in a battle of its set-up.

    Raises `BadSituation` naming the field.
    """
    told = {
        key: _numbers(names, fields_of(Battle)[key].type, key, data[key], key)
        for key in OF_BATTLE
        if key in data and key != "ground"
    }
    battle = _typed({"figures": [], **told}, Battle, "")
    battle.stack = _stack(names, data.get("to", ()))
    for field, usual in USUAL_OF_BATTLE.items():
        if field not in told:
            setattr(battle, field, usual(arena, battle))
    battle.ground = _ground(names, data.get("ground", ()), battle.turn)
    if bool(battle.stack) == (battle.outcome is not None):
        refuse("say what is to be decided, or else the outcome of the battle", "to")
    _figures(data, arena, names, battle)
    return battle


def _stack(names: Names, said: object) -> tuple[AnyTask, ...]:
    """The decisions, outermost first; one alone needs no list."""
    many = said if isinstance(said, list | tuple) else [said]
    found = []
    for number, one in enumerate(many):
        at = f"to[{number}]" if isinstance(said, list | tuple) else "to"
        found.append(_task(names, one, at))
    return tuple(found)


def _task(names: Names, said: object, at: str) -> AnyTask:
    """A decision: its kind and whom it is about, "act Ann", or a table."""
    known = tasks()
    if isinstance(said, str):
        kind, _, subject = said.partition(" ")
        said = {"task": kind}
        if kind in known and subject:
            said[next(iter(fields_of(known[kind])), "figure")] = subject
    row = table_of(said, at)
    if not isinstance(row.get("task"), str) or row["task"] not in known:
        refuse(f"the kinds of decision are {listed(tuple(known))}", at)
    kind_ = known[row["task"]]
    fields = {key: value for key, value in row.items() if key != "task"}
    task: AnyTask = _struct(names, kind_, fields, at)
    return task


def _ground(names: Names, said: object, turn: int) -> tuple[GroundItem, ...]:
    found = []
    for number, row in enumerate(list_of(said, "ground")):
        at = f"ground[{number}]"
        told = {"since": usual_since(turn), **table_of(row, at)}
        found.append(_struct(names, GroundItem, told, at))
    return tuple(found)


def _figures(data: Mapping[str, object], arena: Arena, names: Names, battle: Battle) -> None:
    """Put the figures in, in the order of the set-up, and fill in what goes without saying."""
    rows = rows_of(data["fighters"], "fighters")
    fields = fields_of(Figure)
    told: list[dict[str, Any]] = []
    for character in arena.characters:
        row, at = rows[character.name], f"fighters.{character.name}"
        told.append(
            {
                field.name: _numbers(
                    names, field.type, field.name, row[name], f"{at}.{name}", character.index
                )
                for name, field in fields.items()
                if name in row
            }
        )
    lying = {thing.item for thing in battle.ground}
    held = [{i for key in one if _is_item(key) for i in numbers_in(one[key])} for one in told]
    for who, one in enumerate(told):
        figure = _typed(one, Figure, f"fighters.{arena.name(who)}")
        others = [items for other, items in enumerate(held) if other != who]
        around = Around(arena, battle, frozenset(lying.union(*others)))
        for field, usual in USUAL_OF_FIGURE.items():
            if field not in one:
                setattr(figure, field, usual(around, who, figure))
        battle.figures.append(figure)


def _is_item(field: str) -> bool:
    return THING_OF.get(field) is Thing.ITEM


def place_of(data: Mapping[str, object], arena: Arena, at: str) -> str:
    """The field of a situation in which a field of the state is written."""
    if found := _FIGURE_AT.fullmatch(at):
        return f"fighters.{arena.name(int(found[1]))}.{called(Figure, found[2])}"
    many = isinstance(data.get("to"), list | tuple)
    return re.sub(r"stack\[0\]|stack", "to", at) if not many else at.replace("stack", "to")


# -- what is written, with numbers for names -----------------------------------------------------


def _numbers(
    names: Names,
    shape: inspect.Type,
    field: str,
    said: Any,  # noqa: ANN401  # plain data, which msgspec checks afterwards
    at: str,
    owner: int = NONE,
) -> Any:  # noqa: ANN401  # as it came, but for the names
    """Plain data in which names are replaced by the numbers that they stand for."""
    if isinstance(shape, inspect.StructType):
        return _plain(names, shape.cls, table_of(said, at), at, owner)
    if isinstance(shape, inspect.UnionType):
        (inner,) = (one for one in shape.types if not isinstance(one, inspect.NoneType))
        return _numbers(names, inner, field, said, at, owner)
    if isinstance(shape, inspect.VarTupleType | inspect.ListType):
        return [
            _numbers(names, shape.item_type, field, one, f"{at}[{i}]", owner)
            for i, one in enumerate(list_of(said, at))
        ]
    if isinstance(shape, inspect.TupleType):
        many = list_of(said, at)
        if len(many) != len(shape.item_types):
            refuse(f"{len(shape.item_types)} are wanted here", at)
        return [
            _numbers(names, inner, field, one, f"{at}[{i}]", owner)
            for i, (inner, one) in enumerate(zip(shape.item_types, many, strict=True))
        ]
    if isinstance(shape, inspect.IntType):
        return names.number(THING_OF[field], said, at, owner)
    return said


def _plain(names: Names, kind: type, row: Row, at: str, owner: int) -> dict[str, Any]:
    fields = fields_of(kind)
    known_fields(row, tuple(fields), at)
    return {
        fields[key].name: _numbers(
            names, fields[key].type, fields[key].name, said, f"{at}.{key}", owner
        )
        for key, said in row.items()
    }


def _struct(names: Names, kind: type[T], row: Row, at: str) -> T:
    data = _plain(names, kind, row, at, NONE)
    return _typed({**data, **tag_entry(kind)}, kind, at)


def _typed(data: object, kind: type[T], at: str) -> T:
    """The value of that type. Raises `BadSituation` naming the field."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        if "." not in path and "[" not in path:
            path = called(kind, path)
        raise BadSituation(message, at=under(at, path)) from None
