"""The form for fighters: what it refuses, beside which field, by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

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
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as browser:
        yield browser


def check(browser: TestClient, practice: bool = False, **change: Any) -> dict[str, Any]:
    body = {"sheet": GOOD | change, "practice": practice}
    answer = browser.post("/api/tft/fighters/check", json=body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_legal_fighter_has_no_problems(browser: TestClient) -> None:
    assert check(browser)["problems"] == []


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
    browser: TestClient, change: dict[str, Any], rule: str, at: str
) -> None:
    told = check(browser, **change)
    assert (rule, at) in [(one["rule"], one["at"]) for one in told["problems"]]
    assert told["figures"] is None


def test_missile_weapons_are_barred_from_practice_only(browser: TestClient) -> None:
    assert check(browser, items=["sling"])["problems"] == []
    barred = check(browser, practice=True, items=["sling"])["problems"]
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
    browser: TestClient, change: dict[str, Any], movement: int
) -> None:
    assert check(browser, **change)["figures"]["movement"] == movement


@pytest.mark.parametrize(
    "body",
    ['{"sheet": {}}', '{"sheet": {"name": "Ann", "wings": 2}}', '{"sheet": "Ann"}', "{", "[]"],
)
def test_a_malformed_sheet_is_refused(browser: TestClient, body: str) -> None:
    answer = browser.post("/api/tft/fighters/check", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_request"
