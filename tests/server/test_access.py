"""Who may do what at a table, who learns what, and what may be taken back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from meleekit.core.dice import commitment
from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from tests.server.table_at_home import SEED, act, another, begin, error, play_out, table, wait_for


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


# -- who may do what --------------------------------------------------------------------------


def test_a_spectator_sees_the_match_and_cannot_act(visitor: TestClient) -> None:
    match = begin(visitor)
    guest = another(visitor)
    seen = guest.get(match).json()
    assert (seen["actions"], seen["can_undo"], seen["decision"]["mine"]) == ([], False, False)
    for asked in (
        {"do": "act", "revision": 0, "action": 0},
        {"do": "odds", "revision": 0, "action": 0},
        {"do": "undo", "revision": 0},
    ):
        answer = guest.post(match, json=asked)
        assert answer.status_code == 403
        assert error(answer)["code"] == "not_your_decision"
    assert visitor.get(match).json()["revision"] == 0


def test_a_guessed_token_does_not_open_the_match(visitor: TestClient) -> None:
    match = begin(visitor)
    guest = another(visitor)
    guest.cookies.set("meleekit_player", "A" * 32)
    assert error(act(guest, match, 0, 0))["code"] == "not_your_decision"


def test_the_token_is_out_of_reach_of_scripts_and_other_sites(visitor: TestClient) -> None:
    answer = visitor.post(
        "/api/matches", json={"game": "ladder", "setup": "race", "players": ["me", "me"]}
    )
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_one_browser_keeps_its_token_from_match_to_match(visitor: TestClient) -> None:
    first, second = begin(visitor), begin(visitor)
    assert visitor.get(first).json()["decision"]["mine"]
    assert visitor.get(second).json()["decision"]["mine"]


def test_a_page_of_another_site_cannot_begin_a_match(visitor: TestClient) -> None:
    answer = visitor.post(
        "/api/matches",
        json={"game": "ladder", "setup": "race", "players": ["me", "me"]},
        headers={"Origin": "https://elsewhere.example"},
    )
    assert answer.status_code == 400
    assert visitor.get("/api/matches").json() == []


def test_the_seed_is_in_no_answer_before_the_end(visitor: TestClient) -> None:
    match = begin(visitor)
    page = match.removeprefix("/api").replace("matches", "match")
    told = []
    position = visitor.get(match).json()
    while not position["outcome"]:
        for address in (match, f"{match}/log", f"{match}/record", f"{match}/verify", page):
            told.append(visitor.get(address).content)
        told.append(visitor.get(f"{match}/moments/{position['revision']}").content)
        told.append(visitor.get(f"{page}/replay").content)
        told.append(visitor.get("/api/matches").content)
        position = act(visitor, match, position["revision"], 1).json()
        if not position["outcome"]:
            told.append(json.dumps(position).encode())
    assert len(told) > 20
    assert not any(SEED.hex().encode() in one for one in told)


def test_the_seed_is_told_at_the_end_and_is_the_one_committed_to(visitor: TestClient) -> None:
    match = begin(visitor)
    promised = visitor.get(match).json()["commitment"]
    seed = play_out(visitor, match)["seed"]
    assert seed == SEED.hex()
    assert commitment(bytes.fromhex(seed)) == promised


def test_the_record_is_closed_until_the_end(visitor: TestClient) -> None:
    assert visitor.get(f"{begin(visitor)}/record").status_code == 400


# -- undo -------------------------------------------------------------------------------------


def test_undo_goes_back_to_ones_own_decision_across_the_bots(visitor: TestClient) -> None:
    match = begin(visitor, players=("me", "first"))
    act(visitor, match, 0, 0)
    position = wait_for(visitor, match, 2)
    assert position["can_undo"] is True
    back = visitor.post(match, json={"do": "undo", "revision": 2}).json()
    assert (back["revision"], back["undone"], back["can_undo"]) == (0, 2, False)


def test_after_an_undo_the_dice_fall_as_before(visitor: TestClient) -> None:
    match = begin(visitor)
    first = act(visitor, match, 0, 1).json()
    visitor.post(match, json={"do": "undo", "revision": 1})
    again = act(visitor, match, 0, 1).json()
    assert again["log"] == first["log"]


def test_there_is_nothing_to_undo_at_the_beginning(visitor: TestClient) -> None:
    answer = visitor.post(begin(visitor), json={"do": "undo", "revision": 0})
    assert answer.status_code == 400


def test_a_finished_match_cannot_be_taken_back(visitor: TestClient) -> None:
    match = begin(visitor)
    last = play_out(visitor, match)
    answer = visitor.post(match, json={"do": "undo", "revision": last["revision"]})
    assert error(answer)["code"] == "game_over"


def test_undo_survives_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as visitor:
        match = begin(visitor)
        act(visitor, match, 0, 0)
        act(visitor, match, 1, 0)
        visitor.post(match, json={"do": "undo", "revision": 2})
        cookies = visitor.cookies
    with table(tmp_path) as visitor:
        visitor.cookies = cookies
        position = visitor.get(match).json()
        assert (position["revision"], position["undone"]) == (1, 1)
        assert act(visitor, match, 1, 0).status_code == 200


# -- names and origins ------------------------------------------------------------------------


def test_an_origin_that_makes_no_sense_is_another_site(visitor: TestClient) -> None:
    answer = visitor.post("/api/verify", content="{}", headers={"Origin": "http://[half"})
    assert answer.status_code == 400
    assert error(answer)["code"] == "bad_request"


@pytest.mark.parametrize("host", ["elsewhere.example", "elsewhere.example:8000", "[half", ""])
def test_a_name_that_another_site_has_led_here_is_not_answered(
    visitor: TestClient, host: str
) -> None:
    answer = visitor.get("/api/matches", headers={"Host": host})
    assert answer.status_code == 400
    assert error(answer)["code"] == "bad_request"


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_the_names_of_this_machine_are_answered(visitor: TestClient, host: str) -> None:
    assert visitor.get("/api/matches", headers={"Host": host}).status_code == 200


def test_a_line_to_a_name_of_another_site_is_not_opened(visitor: TestClient) -> None:
    headers = {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        visitor.websocket_connect(f"{begin(visitor)}/live", headers=headers) as line,
    ):
        line.receive_json()


# -- who goes away ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/matches", "/api/referee", "/api/verify", "/seasons"])
def test_whoever_goes_away_in_the_middle_of_a_request_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    heard = iter([{"type": "http.request", "body": b"{", "more_body": True}])

    async def receive() -> dict[str, object]:
        return dict(next(heard, {"type": "http.disconnect"}))

    async def send(_: object) -> None:
        pass

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1")],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8000),
    }
    app = create_app(Config(database_url(str(tmp_path / "m.sqlite3"))))
    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]  # plain dicts are what it is
    app.state.rooms.store.close()
    assert not caplog.records
