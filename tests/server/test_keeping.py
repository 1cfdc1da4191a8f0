"""What is kept: through restarts, rival clicks, rival tables and a full disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from meleekit.core.match import Match
from meleekit.server.config import database_url
from meleekit.server.store import MatchRow, Store
from tests.server.table_at_home import SEED, act, begin, error, play_out, table, wait_for
from tests.toys import TOYS


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


# -- restart ----------------------------------------------------------------------------------


def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as visitor:
        match = begin(visitor)
        before = act(visitor, match, 0, 1).json()
        cookies = visitor.cookies
    with table(tmp_path) as visitor:
        visitor.cookies = cookies
        assert visitor.get(match).json() == before
        assert play_out(visitor, match)["outcome"]


def test_a_bot_that_was_to_move_moves_when_the_match_is_brought_back(tmp_path: Path) -> None:
    system = TOYS["ladder"]
    match = Match.start(system, system.setup_from("race"), seed=SEED)
    row = MatchRow(
        id="left",
        game="ladder",
        title="Left in the middle",
        heading=match.heading(reveal_seed=True),
        players=("first", "first"),
        owner="",
    )
    store = Store(database_url(str(tmp_path / "matches.sqlite3")))
    store.create(row, match.entries)
    store.close()
    with table(tmp_path) as visitor:
        assert wait_for(visitor, "/api/matches/left", None)["outcome"]


def test_a_bot_that_fails_does_not_hold_up_the_match(visitor: TestClient) -> None:
    match = begin(visitor, players=("broken", "first"))
    assert wait_for(visitor, match, None)["outcome"]


def test_the_same_seed_and_choices_against_a_bot_give_the_same_battle(visitor: TestClient) -> None:
    reports = []
    for _ in range(2):
        match = begin(visitor, players=("me", "random"))
        position = visitor.get(match).json()
        while not position["outcome"]:
            if position["decision"]["mine"]:
                position = act(visitor, match, position["revision"], 0).json()
            else:
                position = wait_for(visitor, match, position["revision"] + 1)
        reports.append(visitor.get(f"{match}/log").json())
    assert reports[0] == reports[1] != []


# -- concurrency and failure ------------------------------------------------------------------


def test_of_many_acts_on_one_revision_exactly_one_wins(visitor: TestClient) -> None:
    match = begin(visitor)
    ready = threading.Barrier(8)

    def click(_: int) -> int:
        ready.wait()
        return int(act(visitor, match, 0, 0).status_code)

    with ThreadPoolExecutor(8) as clicks:
        found = sorted(clicks.map(click, range(8)))
    assert found == [200] + [409] * 7
    assert visitor.get(match).json()["revision"] == 1


def test_of_two_tables_on_one_database_exactly_one_writes_a_revision(tmp_path: Path) -> None:
    with table(tmp_path) as here, table(tmp_path) as there:
        match = begin(here)
        there.cookies = here.cookies
        with here.websocket_connect(f"{match}/live"), there.websocket_connect(f"{match}/live"):
            assert act(here, match, 0, 0).status_code == 200
            late = act(there, match, 0, 1)
            assert error(late)["code"] == "stale"
            assert there.get(match).json()["revision"] == 1
            assert act(there, match, 1, 0).status_code == 200


def test_what_cannot_be_stored_is_not_told_and_has_not_happened(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(visitor)
    store = visitor.app.state.rooms.store  # type: ignore[attr-defined]  # the application's own

    def full(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, Exception("disk full"))

    with visitor.websocket_connect(f"{match}/live") as line:
        before = line.receive_json()
        with monkeypatch.context() as broken:
            broken.setattr(store.engine, "begin", full)
            answer = act(visitor, match, 0, 0)
            assert answer.status_code == 500
            assert error(answer)["code"] == "internal"
            assert "disk full" not in answer.text
        line.send_json({"do": "look", "id": 1})
        told = line.receive_json()
    assert told == before | {"id": 1, "watching": told["watching"]}
    assert act(visitor, match, 0, 0).json()["revision"] == 1
