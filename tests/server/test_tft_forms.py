"""The form for fighters: what it refuses, beside which field, by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from meleekit.server.tft_forms import choices
from tests.server.table_at_home import table

GOOD: dict[str, Any] = {
    "name": "Ann",
    "race": "human",
    "strength": 12,
    "dexterity": 12,
    "armour": "leather",
    "items": ["broadsword", "small_shield", "dagger"],
}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("melee") / "matches.sqlite3"
    config = Config(database_url(str(path)), names=("testserver",))
    with TestClient(create_app(config)) as visitor:
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


def test_the_lobby_page_offers_every_race_and_the_ready_made_fighters(visitor: TestClient) -> None:
    page = visitor.get("/").text
    for words in ("Human", "Elf", "Dwarf", "Goblin", "Halfling", "Your own fighters"):
        assert words in page


def test_a_table_without_the_game_has_no_form_for_its_fighters(tmp_path: Path) -> None:
    with table(tmp_path) as other:
        assert "Your own fighters" not in other.get("/").text
        assert other.post("/api/tft/fighters/check", json={"sheet": GOOD}).status_code == 404


def test_a_board_is_offered_with_the_room_in_each_of_its_entrances(visitor: TestClient) -> None:
    """The arena of TFT-BRD-01 is entered by two sides, over as many hexes each."""
    arena = next(one for one in choices()["boards"] if one["id"] == "arena2")
    (room,) = arena["entrances"].values()
    assert list(arena["entrances"]) == ["2"]
    assert len(set(room)) == 1
    side = {"name": "Red", "fighters": [GOOD] * 25}
    setup = {"title": "", "sides": [side, {"name": "Blue", "fighters": [GOOD]}], "board": "arena2"}
    answer = visitor.post(
        "/api/matches", json={"game": "tft", "setup": setup, "players": ["me", "me"]}
    )
    assert answer.json()["error"]["rule"] == "TFT-MOVE-01"
    side["fighters"] = [GOOD] * (room[0] + 1)  # one of them in reserve
    answer = visitor.post(
        "/api/matches", json={"game": "tft", "setup": setup, "players": ["me", "me"]}
    )
    assert answer.status_code == 201


def test_the_rules_are_a_page_with_a_place_for_each_rule(visitor: TestClient) -> None:
    assert visitor.get("/rules/chess").status_code == 404
    assert 'id="TFT-MOVE-15"' in visitor.get("/rules/tft").text


def test_a_fighter_that_the_rules_refuse_is_not_let_into_a_match(visitor: TestClient) -> None:
    before = visitor.get("/api/matches").json()
    side = {"name": "Red", "fighters": [GOOD]}
    weak = {"name": "Blue", "fighters": [GOOD | {"strength": 20}]}
    setup = {"title": "Own fighters", "sides": [side, weak]}
    answer = visitor.post(
        "/api/matches", json={"game": "tft", "setup": setup, "players": ["me", "me"]}
    )
    assert visitor.get("/api/matches").json() == before
    assert answer.status_code == 422
    assert answer.json()["error"]["rule"] == "TFT-CRE-01"
    assert answer.json()["error"]["at"] == "sides[1].fighters[0].strength"


def test_readings_of_the_rules_are_offered_in_words_with_what_they_exclude() -> None:
    # TFT-VAR-01
    offered = {one["id"]: one for one in choices()["variants"]}
    assert offered["VAR-COLLAPSE0"]["name"] == "Harder to kill"
    assert offered["VAR-DEF-STRICT"]["excludes"] == "VAR-DEF-DECLARE"


def test_armour_of_a_reading_is_refused_without_it_and_offered_under_its_name(
    visitor: TestClient,
) -> None:
    # TFT-VAR-01, TFT-CRE-08
    offered = {one["id"]: one["variant"] for one in choices()["armours"]}
    assert (offered["half_plate"], offered["plate"]) == ("VAR-EXTRA-ARMOUR", "")
    (problem,) = check(visitor, armour="half_plate")["problems"]
    assert (problem["rule"], problem["at"]) == ("TFT-CRE-08", "armour")
    body = {"sheet": GOOD | {"armour": "half_plate"}, "variants": ["VAR-EXTRA-ARMOUR"]}
    told = visitor.post("/api/tft/fighters/check", json=body).json()
    assert told["problems"] == []
    assert (told["figures"]["movement"], told["figures"]["stops_rear"]) == (6, 4)


@pytest.mark.parametrize(("reading", "status"), [("VAR-COLLAPSE0", 201), ("VAR-NONE", 422)])
def test_a_match_is_begun_with_the_readings_that_there_are(
    visitor: TestClient, reading: str, status: int
) -> None:
    # TFT-VAR-01
    sides = [{"name": "Red", "fighters": ["berrin"]}, {"name": "Blue", "fighters": ["tamsin"]}]
    setup = {"title": "Own", "sides": sides, "variants": [reading]}
    asked = {"game": "tft", "setup": setup, "players": ["me", "random"]}
    answer = visitor.post("/api/matches", json=asked)
    assert answer.status_code == status, answer.text
    assert status == 201 or answer.json()["error"]["rule"] == "TFT-VAR-01"


def test_the_rules_page_shows_the_tables_too(visitor: TestClient) -> None:
    page = visitor.get("/rules/tft").text
    assert 'href="#table-weapons"' in page
    assert "<td>Broadsword</td><td>12</td><td>2d6</td>" in page
    assert '<td><a class="rule" href="#TFT-DEX-07">TFT-DEX-07</a></td>' in page


@pytest.mark.parametrize(("text", "status"), [("1\n .\n2", 201), ("1\n ?\n2", 422)])
def test_a_match_is_begun_on_a_map_that_is_sent_along(
    visitor: TestClient, text: str, status: int
) -> None:
    # TFT-BRD-04
    sides = [{"name": "Red", "fighters": ["berrin"]}, {"name": "Blue", "fighters": ["tamsin"]}]
    setup = {"title": "Own", "sides": sides, "board": {"title": "Own board", "map": text}}
    asked = {"game": "tft", "setup": setup, "players": ["me", "random"]}
    answer = visitor.post("/api/matches", json=asked)
    assert answer.status_code == status, answer.text
    if status != 201:
        error = answer.json()["error"]
        assert (error["rule"], error["at"]) == ("TFT-BRD-04", "board.map[2]")


ROSTER = """\
title = "The Old Hands"

[[fighters]]
name = "Ann"
strength = 13
dexterity = 13
gained = 2
xp = 40
items = ["broadsword"]

[[fighters]]
name = "Bob"
strength = 12
dexterity = 12
alive = false
"""


def test_a_roster_is_read_for_those_who_live(visitor: TestClient) -> None:
    told = visitor.post("/api/tft/rosters", json={"text": ROSTER}).json()
    assert told["title"] == "The Old Hands"
    assert [(one["name"], one["gained"], one["xp"]) for one in told["fighters"]] == [("Ann", 2, 40)]


def test_a_roster_that_the_rules_refuse_is_refused_with_its_line(visitor: TestClient) -> None:
    # TFT-CRE-01
    text = ROSTER.replace("gained = 2\n", "")
    answer = visitor.post("/api/tft/rosters", json={"text": text, "name": "hands.toml"})
    error = answer.json()["error"]
    assert (answer.status_code, error["rule"]) == (422, "TFT-CRE-01")
    assert error["message"].startswith("hands.toml, line ")


def test_a_side_may_be_shared_by_players_that_are_named(visitor: TestClient) -> None:
    # TFT-GEN-03
    two = [{"name": "Eva", "fighters": [1]}, {"name": "Udo", "fighters": [2]}]
    sides = [
        {"name": "Red", "fighters": ["berrin", "ottilie"], "players": two},
        {"name": "Blue", "fighters": ["tamsin"], "players": []},
    ]
    setup = {"title": "Own", "sides": sides}
    asked = {"game": "tft", "setup": setup, "players": ["me", "friend", "random"]}
    answer = visitor.post("/api/matches", json=asked)
    assert answer.status_code == 201, answer.text
    seats = visitor.get(f"/api/matches/{answer.json()['id']}").json()["seats"]
    assert [(seat["name"], seat["side"]) for seat in seats] == [("Eva", 0), ("Udo", 0), ("Blue", 1)]
