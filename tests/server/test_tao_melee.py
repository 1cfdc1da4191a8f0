"""The referee's page of Tao melee: what it answers, and that it can be clicked together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from meleekit.tao.game import TaoSystem

SYSTEM = TaoSystem()
ALBERT = {"name": "Albert", "side": 0, "hex": "0204", "weapon": "long sword", "ap": 5}
BALA = {"name": "Bala", "side": 1, "hex": "0303", "weapon": "spear", "ap": 5}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("tao") / "matches.sqlite3"
    config = Config(database_url(str(path)), names=("testserver",))
    with TestClient(create_app(config)) as visitor:
        yield visitor


def answer(visitor: TestClient, **asked: Any) -> dict[str, Any]:
    said = visitor.post("/api/tao/melee", json=asked)
    assert said.status_code == 200, said.text
    found: dict[str, Any] = said.json()
    return found


def told(visitor: TestClient, *placed: dict[str, Any], **asked: Any) -> dict[str, Any]:
    found = answer(visitor, entered={"placed": list(placed)}, **asked)
    assert "problem" not in found, found
    of: dict[str, Any] = found["told"]
    return of


def test_the_page_stands_and_the_lobby_leads_to_it(visitor: TestClient) -> None:
    assert 'href="/tao/melee"' in visitor.get("/").text
    page = visitor.get("/tao/melee")
    assert page.status_code == 200
    assert "Past the guard" in page.text
    assert "Three points for two hexes" in page.text


def test_it_says_who_is_in_melee_and_whether_one_can_get_away(visitor: TestClient) -> None:
    # TAO-MEL-05, WD-02
    found = told(visitor, ALBERT, BALA | {"weapon": "", "ap": 1}, who="Bala")
    (one,) = found["engagements"]
    assert one == {"text": "Albert (armed) engages Bala (unarmed), one way", "both": False}
    assert not found["leaves"]
    assert found["rule"] == "TAO-WD-02"


def test_it_prices_every_hex_for_the_points_there_are(visitor: TestClient) -> None:
    # Case 6: TAO-MOV-02
    found = told(visitor, ALBERT | {"hex": "0103", "ap": 2}, BALA, who="Albert", to="0304")
    prices = {hex_["name"]: row for row in found["prices"] for hex_ in row["hexes"]}
    assert (prices["0104"]["cost"], prices["0104"]["dear"]) == (1, False)
    assert (prices["0304"]["cost"], prices["0304"]["dear"]) == (3, True)
    assert found["way"]["cost"] == 3
    assert found["way"]["text"].endswith(", 1 more than there are")
    assert "tint-path" in found["svg"]


def test_nobody_needs_any_points(visitor: TestClient) -> None:
    found = told(visitor, ALBERT | {"ap": 0}, BALA, who="Albert")
    assert found["ap"] == 0
    assert [row["dear"] for row in found["prices"]] == [True] * len(found["prices"]) != []


def test_a_ready_position_is_taken_over_to_be_changed(visitor: TestClient) -> None:
    names = [*SYSTEM.situations(), *SYSTEM.scenarios()]
    for name in names:
        entered = answer(visitor, situation=name)["told"]["entered"]
        again = answer(visitor, entered=entered)["told"]
        assert again["entered"] == entered


def test_what_was_entered_can_be_played_on_from(visitor: TestClient) -> None:
    situation = told(visitor, ALBERT, BALA)["situation"]
    new = {"game": "tao", "setup": {"situation": situation}, "players": ["me", "friend"]}
    assert visitor.post("/api/matches", json=new).status_code == 201


@pytest.mark.parametrize(
    ("asked", "words", "rule"),
    [
        ({"entered": {"placed": [ALBERT, BALA | {"hex": "0204"}]}}, "both stand", "TAO-VAL-01"),
        ({"entered": {"placed": [ALBERT, BALA | {"hex": "9999"}]}}, "off the map", "TAO-VAL-01"),
        ({"entered": {"placed": [ALBERT]}}, "1 to 12 combatants a side", None),
        ({"entered": {"placed": [ALBERT, BALA | {"name": "Albert"}]}}, "two are called", None),
        ({"entered": {"placed": [ALBERT, BALA | {"weapon": "spoon"}]}}, "spoon", "TAO-STATE-01"),
        ({"entered": {"placed": [ALBERT, BALA]}, "who": "Zed"}, "Albert, Bala", None),
        ({"entered": {"placed": [ALBERT, BALA]}, "to": "0909"}, "0909", "TAO-VAL-01"),
        ({"situation": "turn = ["}, "TOML", None),
    ],
)
def test_what_cannot_be_is_said_and_is_no_error(
    visitor: TestClient, asked: dict[str, Any], words: str, rule: str | None
) -> None:
    problem = answer(visitor, **asked)["problem"]
    assert words in problem["message"]
    assert problem.get("rule") == rule


@pytest.mark.parametrize("body", ["", "[]", '{"entered": {"columns": 10000}}', '{"x": 1}'])
def test_what_is_no_question_is_refused(visitor: TestClient, body: str) -> None:
    assert visitor.post("/api/tao/melee", content=body).status_code == 400


def test_a_side_s_name_is_as_long_as_it_may_be_in_a_game(visitor: TestClient) -> None:
    entered = {"placed": [ALBERT, BALA], "sides": ["Red", "B" * 41]}
    assert visitor.post("/api/tao/melee", json={"entered": entered}).status_code == 400


def test_names_cannot_break_the_page(visitor: TestClient) -> None:
    found = told(visitor, ALBERT | {"name": "<script>alert(1)</script>"}, BALA)
    assert "&lt;script&gt;" in found["svg"]
    assert "<script>" not in found["svg"]


def test_a_path_is_no_file_name(visitor: TestClient, tmp_path: Path) -> None:
    # Only names of ready positions and texts are read.
    assert "problem" in answer(visitor, situation=str(tmp_path))
