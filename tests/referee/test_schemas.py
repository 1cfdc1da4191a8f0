"""The schemas that are published are those of the values that are exchanged."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from meleekit.core.system import System
from meleekit.referee.publish import schema_files, write_schemas
from meleekit.referee.schemas import schemas
from meleekit.systems import SYSTEMS
from tests.referee.clerk import Clerk
from tests.toys import TOYS, UnwrittenSystem

PUBLISHED = Path(__file__).parents[2] / "docs" / "schema"
EVERY = {**SYSTEMS, **TOYS}


def fits(value: object, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """Whether a value is as a schema says, as far as our schemas go."""
    if "$ref" in schema:
        return fits(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        return any(fits(value, one, root) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if "const" in schema:
        return bool(value == schema["const"])
    kind = schema.get("type")
    if kind == "object":
        return isinstance(value, dict) and fits_object(value, schema, root)
    if kind == "array":
        if not isinstance(value, list):
            return False
        first = schema.get("prefixItems", [])
        rest = value[len(first) :]
        return all(fits(v, s, root) for v, s in zip(value, first, strict=False)) and (
            not rest or (schema["items"] is not False and all_fit(rest, schema["items"], root))
        )
    kinds: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "boolean": bool,
        "null": type(None),
        "number": (int, float),
        "integer": int,
    }
    if kind is None:
        return True
    return isinstance(value, kinds[kind]) and (kind == "boolean" or not isinstance(value, bool))


def all_fit(values: list[Any], schema: dict[str, Any], root: dict[str, Any]) -> bool:
    return all(fits(value, schema, root) for value in values)


def fits_object(value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any]) -> bool:
    known = schema.get("properties", {})
    if not set(schema.get("required", ())) <= set(value):
        return False
    others = schema.get("additionalProperties", {})
    strange = [value[name] for name in value if name not in known]
    if strange and (others is False or not all_fit(strange, others, root)):
        return False
    return all(fits(value[name], one, root) for name, one in known.items() if name in value)


@pytest.mark.parametrize(("game", "setup"), [("tft", "duel"), ("knives", "duel")])
def test_what_is_exchanged_fits_the_schemas(game: str, setup: str) -> None:
    clerk = Clerk(EVERY)
    found = clerk.ask("schema", game=game)
    match = clerk.begin(game, setup)
    made = clerk.ask("save", match=match)["save"]["setup"]
    assert fits(made, found["setup"], found["setup"])
    position = clerk.ask("view", match=match)
    seen = 0
    while (waiting := position["open"]) and position["revision"] < 80:
        seat = waiting[0]["seat"]
        told = clerk.ask("options", match=match, seat=seat)
        for listed in told["actions"]:
            assert fits(listed["action"], found["action"], found["action"])
        action = told["actions"][position["revision"] % len(told["actions"])]["action"]
        position = clerk.act(match, seat, action)
        assert fits(position["view"], found["view"], found["view"])
        for event in position["events"]:
            seen += 1
            assert fits(event, found["event"], found["event"])
    assert seen > 20


def test_what_is_none_does_not_fit() -> None:
    found = Clerk(EVERY).ask("schema", game="tft")
    for wrong in ({}, {"do": "fly"}, {"do": "move", "figure": "Ann", "hex": 1}, [], "move"):
        assert not fits(wrong, found["action"], found["action"])


def test_a_game_without_situations_has_no_schema_of_them() -> None:
    assert schemas(UnwrittenSystem()).situation is None


@pytest.mark.parametrize(
    ("game", "name"),
    [(key, name) for key, system in SYSTEMS.items() for name in system.situations()],
)
def test_every_teaching_situation_fits_its_schema(game: str, name: str) -> None:
    found = schemas(SYSTEMS[game]).situation
    assert found is not None
    situation = tomllib.loads(SYSTEMS[game].situations()[name])
    assert fits(situation, found, found)
    assert not fits({**situation, "colour": "red"}, found, found)


def test_the_files_in_the_documentation_are_current() -> None:
    """If this fails: make schema."""
    there = {
        path.relative_to(PUBLISHED).as_posix(): path.read_text(encoding="utf-8")
        for path in PUBLISHED.rglob("*.json")
    }
    assert there == schema_files(SYSTEMS)


def test_files_of_what_is_no_more_are_taken_away(tmp_path: Path) -> None:
    only: dict[str, System] = {"ladder": TOYS["ladder"]}
    write_schemas(tmp_path, EVERY)
    write_schemas(tmp_path, only)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.json")}
    assert left == set(schema_files(only))
