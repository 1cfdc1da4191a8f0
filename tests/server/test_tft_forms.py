"""The form for fighters: what it refuses, beside which field, by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from tests.server.table_at_home import table

GOOD: dict[str, Any] = {
    "name": "Ann",
    "race": "human",
    "strength": 12,
    "dexterity": 12,
    "armour": "leather",
    "items": ["broadsword", "small_shield", "dagger"],
}


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


def check(visitor: TestClient, practice: bool = False, **change: Any) -> dict[str, Any]:
    body = {"sheet": GOOD | change, "practice": practice}
    answer = visitor.post("/api/tft/fighters/check", json=body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_legal_fighter_has_no_problems(visitor: TestClient) -> None:
    assert check(visitor)["problems"] == []


@pytest.mark.parametrize(
    ("change", "rule", "at"),
    [
        ({"strength": 13}, "TFT-CRE-01", "strength"),
        ({"strength": 17, "dexterity": 7}, "TFT-CRE-01", "dexterity"),
        ({"items": ["broadsword", "small_axe", "small_shield"]}, "TFT-CRE-06", "items"),
        ({"items": ["two_handed_sword"]}, "TFT-CRE-05", "items[0]"),
        ({"ready": ["mace"]}, "TFT-CRE-09", "ready[0]"),
        ({"ready": ["small_shield", "broadsword"]}, "TFT-EQP-02", "ready[0]"),
        ({"name": ""}, "TFT-CRE-11", "name"),
        ({"armour": "silk"}, "TFT-BAD-01", "armour"),
        ({"race": "cat"}, "TFT-BAD-01", "race"),
    ],
    ids=[
        "points",
        "least DEX",
        "too many",
        "too heavy",
        "not his",
        "hands",
        "name",
        "armour",
        "race",
    ],
)
def test_what_the_rules_refuse_is_said_beside_its_field(
    visitor: TestClient, change: dict[str, Any], rule: str, at: str
) -> None:
    told = check(visitor, **change)
    assert (rule, at) in [(one["rule"], one["at"]) for one in told["problems"]]
    assert told["figures"] is None


def test_missile_weapons_are_barred_from_practice_only(visitor: TestClient) -> None:
    assert check(visitor, items=["sling"])["problems"] == []
    barred = check(visitor, practice=True, items=["sling"])["problems"]
    assert [one["rule"] for one in barred] == ["TFT-BAT-08"]


@pytest.mark.parametrize(
    ("change", "movement"),
    [
        ({"armour": "none"}, 10),
        ({"armour": "leather"}, 8),
        ({"armour": "chainmail"}, 6),
        ({"armour": "plate"}, 4),
    ],
)
def test_the_figures_of_a_legal_fighter_are_shown(
    visitor: TestClient, change: dict[str, Any], movement: int
) -> None:
    assert check(visitor, **change)["figures"]["movement"] == movement


@pytest.mark.parametrize(
    "body",
    ['{"sheet": {}}', '{"sheet": {"name": "Ann", "wings": 2}}', '{"sheet": "Ann"}', "{", "[]"],
)
def test_a_malformed_sheet_is_refused(visitor: TestClient, body: str) -> None:
    answer = visitor.post("/api/tft/fighters/check", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_request"


def test_the_lobby_page_offers_every_race_and_the_ready_made_fighters(tmp_path: Path) -> None:
    with melee_table(tmp_path) as visitor:
        page = visitor.get("/").text
    for words in ("Human", "Elf", "Dwarf", "Goblin", "Halfling", "Your own fighters"):
        assert words in page


def test_the_rules_are_a_page_with_a_place_for_each_rule(tmp_path: Path) -> None:
    with melee_table(tmp_path) as visitor:
        page = visitor.get("/rules/tft").text
        assert visitor.get("/rules/chess").status_code == 404
    assert 'id="TFT-MOVE-15"' in page


def test_a_fighter_that_the_rules_refuse_is_not_let_into_a_match(tmp_path: Path) -> None:
    side = {"name": "Red", "fighters": [GOOD]}
    weak = {"name": "Blue", "fighters": [GOOD | {"strength": 20}]}
    setup = {"title": "Own fighters", "sides": [side, weak]}
    with melee_table(tmp_path) as visitor:
        answer = visitor.post(
            "/api/matches", json={"game": "tft", "setup": setup, "players": ["me", "me"]}
        )
        assert visitor.get("/api/matches").json() == []
    assert answer.status_code == 422
    assert answer.json()["error"]["rule"] == "TFT-CRE-01"
    assert answer.json()["error"]["at"] == "sides[1].fighters[0].strength"


@contextmanager
def melee_table(folder: Path) -> Iterator[TestClient]:
    app = create_app(Config(database_url(str(folder / "matches.sqlite3"))))
    with TestClient(app) as visitor:
        yield visitor
