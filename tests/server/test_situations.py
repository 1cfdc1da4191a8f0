"""Situations at the table: looked at, played from, copied out of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from docs.examples.ladder.game import LadderSystem
from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from meleekit.server.situations import looked_at
from meleekit.tft.game import MeleeSystem

SYSTEM = MeleeSystem()


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("table") / "matches.sqlite3"
    config = Config(database_url(str(path)), names=("testserver",))
    with TestClient(create_app(config)) as visitor:
        yield visitor


def look(visitor: TestClient, situation: str) -> dict[str, Any]:
    answer = visitor.post("/api/situations", json={"game": "tft", "situation": situation})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def begun(visitor: TestClient, situation: str) -> str:
    new = {"game": "tft", "setup": {"situation": situation}, "players": ["me", "friend"]}
    answer = visitor.post("/api/matches", json=new)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def copied(visitor: TestClient, match: str, **asked: int) -> str:
    answer = visitor.get(f"/api/matches/{match}/situation", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_situation_is_shown_with_its_seats_and_what_it_teaches(visitor: TestClient) -> None:
    told = look(visitor, "may_she_shift")["seen"]
    assert told["title"] == "May she shift here?"
    assert told["seats"] == [{"name": "Red", "side": 0}, {"name": "Blue", "side": 1}]
    assert told["prompt"] == "Red: move Ann"
    assert told["svg"].startswith("<svg")
    assert told["answer"].startswith("Not back.")


def test_a_title_above_a_situation_is_shown_where_its_set_up_has_none() -> None:
    ladder = LadderSystem()
    assert looked_at(ladder, "a_last_leap").title == "A last leap"
    told = looked_at(ladder, "rungs = [1, 2]")
    assert (told.title, told.about) == ("Race", "Up, or down again")


def test_a_mistake_is_told_with_its_line(visitor: TestClient) -> None:
    error = look(visitor, "turn = 1\nfighters = 3")["problem"]
    assert (error["code"], error["at"]) == ("bad_situation", "fighters")
    assert error["message"].startswith("line 2: ")


def test_no_match_begins_in_what_cannot_be_read(visitor: TestClient) -> None:
    new = {"game": "tft", "setup": {"situation": "turn = 1"}, "players": ["me", "friend"]}
    answer = visitor.post("/api/matches", json=new)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_situation")


@pytest.mark.parametrize(
    "setup", [{"situation": "the_charge", "title": "Another"}, {"situation": 3}]
)
def test_a_situation_has_its_set_up_in_it(visitor: TestClient, setup: dict[str, Any]) -> None:
    new = {"game": "tft", "setup": setup, "players": ["me", "friend"]}
    answer = visitor.post("/api/matches", json=new)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_setup")


def test_a_match_begins_where_the_situation_stands(visitor: TestClient) -> None:
    match = begun(visitor, "the_charge")
    position = visitor.get(f"/api/matches/{match}").json()
    assert position["prompt"] == "Red: Beauregard acts, adjDEX 11"
    assert position["status"] == "Turn 1 · actions"


def test_what_is_copied_is_the_moment_itself(visitor: TestClient) -> None:
    text = SYSTEM.situations()["the_charge"]
    match = begun(visitor, text)
    assert SYSTEM.load_situation(copied(visitor, match))[1] == SYSTEM.load_situation(text)[1]


def test_earlier_moments_can_be_copied_too(visitor: TestClient) -> None:
    match = begun(visitor, "the_charge")
    first = copied(visitor, match)
    act = {"do": "act", "revision": 0, "action": 0}
    assert visitor.post(f"/api/matches/{match}", json=act).status_code == 200
    assert copied(visitor, match) != first
    assert copied(visitor, match, revision=0) == first
    answer = visitor.get(f"/api/matches/{match}/situation", params={"revision": 9})
    assert answer.status_code == 400


def test_a_match_from_a_situation_survives_being_let_go(visitor: TestClient) -> None:
    match = begun(visitor, "forced_back")
    rooms = visitor.app.state.rooms  # type: ignore[attr-defined]  # the application is a FastAPI
    rooms._rooms.clear()
    position = visitor.get(f"/api/matches/{match}").json()
    assert position["prompt"] == "Red: does Ann force Bob back?"


def test_the_lobby_offers_them_and_the_table_copies(visitor: TestClient) -> None:
    lobby = visitor.get("/").text
    assert 'data-build="tft:situation"' in lobby
    assert '<option value="may_she_shift">' in lobby
    match = begun(visitor, "the_charge")
    assert 'id="copy-situation"' in visitor.get(f"/match/{match}").text


FIST = """
game = "tahta"
to = "guess Sun"
assault = { unit = "soldier", start = "u1", node = "n", bid = 3 }
[players.Raven]
gold = 5
[players.Sun]
chosen = "recruit"
[units]
u1 = "Raven: soldier"
n = "Sun: camp"
"""


def test_a_copy_holds_what_its_seat_may_see(visitor: TestClient) -> None:
    # TAH-VIS-02, TAH-VIS-07: it is Sun's guess, so it is Sun who looks.
    new = {"game": "tahta", "setup": {"situation": FIST}, "players": ["me", "friend"]}
    match = visitor.post("/api/matches", json=new).json()["id"]
    assert 'bid = "?"' in copied(visitor, match)
    guess = {"do": "act", "revision": 0, "action": 0}
    assert visitor.post(f"/api/matches/{match}", json=guess).status_code == 200
    # The fist is open, and the moment before it was is still the same to Sun.
    assert "assault" not in copied(visitor, match)
    assert "bid = 3" not in copied(visitor, match, revision=0)
