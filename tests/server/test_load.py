"""What one visitor, or none at all, may cost the others."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from meleekit.server import api, bot_play, seen
from meleekit.server.viewer import QUEUE_LIMIT, Allowance, Viewer
from tests.server.table_at_home import SEED, act, another, begin, error, table, wait_for


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until it holds."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Deaf:
    """A line whose other end never reads and never speaks."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.cookies: dict[str, str] = {}
        self.sent = 0

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(3600)
        return {}

    async def send_text(self, _: str) -> None:
        self.sent += 1
        await asyncio.sleep(3600)

    async def close(self, code: int, reason: str) -> None:
        await asyncio.sleep(3600)


# -- a page that asks without end -------------------------------------------------------------


def test_a_page_may_ask_so_much_at_once_and_then_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def ask() -> None:
        allowance = Allowance(rate=10, burst=3, clock=lambda: 0.0)
        for _ in range(5):
            await allowance.take()

    monkeypatch.setattr("meleekit.server.viewer.asyncio.sleep", sleep)
    asyncio.run(ask())
    assert waited == [0, 0, 0, pytest.approx(0.1), pytest.approx(0.2)]


def test_others_get_their_turn_while_a_page_asks() -> None:
    async def both() -> list[str]:
        order: list[str] = []

        async def ask() -> None:
            allowance = Allowance()
            for _ in range(3):
                await allowance.take()
                order.append("asker")

        async def other() -> None:
            order.append("other")

        await asyncio.gather(ask(), other())
        return order

    assert asyncio.run(both()).index("other") == 0


def test_a_second_look_waits_for_the_answer_to_the_first(visitor: TestClient) -> None:
    match = begin(visitor)

    async def twice() -> list[Any]:
        async with rooms.visit(match.rsplit("/", 1)[1]) as room:
            viewer = Viewer()
            return [
                await api._answered(Deaf(), room, viewer, '{"do": "look"}')  # type: ignore[arg-type]
                for _ in range(2)
            ]

    rooms = visitor.app.state.rooms  # type: ignore[attr-defined]  # the application's own
    assert visitor.portal is not None
    first, second = visitor.portal.call(twice)
    assert first.revision == 0
    assert "not answered yet" in second.error.message


def test_the_report_is_put_into_words_once(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(visitor)
    told: list[int] = []
    lines = seen.lines
    monkeypatch.setattr(seen, "lines", lambda g, r, e, s: told.append(r) or lines(g, r, e, s))
    with another(visitor).websocket_connect(f"{match}/live") as line:
        line.receive_json()
        for revision in range(4):
            act(visitor, match, revision, 0)
            line.receive_json()
        spectator, told[:] = list(told), []
        for _ in range(5):
            line.send_json({"do": "look", "id": 1})
            assert len(line.receive_json()["log"]) == 4
        assert visitor.get(f"{match}/log").json()
    assert spectator
    assert told == []


def test_after_an_undo_the_report_is_of_what_was_done_instead(visitor: TestClient) -> None:
    match = begin(visitor)
    with another(visitor).websocket_connect(f"{match}/live") as line:
        line.receive_json()
        act(visitor, match, 0, {"rungs": 1})
        before = visitor.get(f"{match}/log").json()
        visitor.post(match, json={"do": "undo", "revision": 1})
        act(visitor, match, 0, {"rungs": 3})
        after = visitor.get(f"{match}/log").json()
    assert [one["text"] for one in before] == ["Ann climbs to rung 1."]
    assert len(after) == 1
    assert after != before


# -- a page that does not read ----------------------------------------------------------------


@pytest.mark.parametrize("flooded", [False, True])
def test_a_page_that_never_reads_is_let_go(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch, flooded: bool
) -> None:
    match = begin(visitor)
    monkeypatch.setattr(api, "PATIENCE", 30.0 if flooded else 0.05)
    monkeypatch.setattr(api, "GOODBYE", 0.05)

    async def connect() -> int:
        async with rooms.visit(match.rsplit("/", 1)[1]) as room:
            line = asyncio.create_task(api._converse(Deaf(), room))  # type: ignore[arg-type]
            while not room.viewers:
                await asyncio.sleep(0)
            for _ in range(QUEUE_LIMIT + 2 if flooded else 0):
                room._broadcast()
                await asyncio.sleep(0)
            await asyncio.wait_for(line, 5)
            return len(room.viewers)

    rooms = visitor.app.state.rooms  # type: ignore[attr-defined]  # the application's own
    assert visitor.portal is not None
    assert visitor.portal.call(connect) == 0


# -- bots -------------------------------------------------------------------------------------


def test_a_bot_that_begins_moves_without_any_page(visitor: TestClient) -> None:
    match = begin(visitor, players=("first", "me"))
    until(lambda: visitor.get(match).json()["revision"] == 1)
    act(visitor, match, 1, 0)
    until(lambda: visitor.get(match).json()["revision"] == 3)


def test_bots_stand_still_when_nobody_watches_and_go_on_when_somebody_comes(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_play, "LINGER", 0.0)
    match = begin(visitor, players=("first", "first"))
    time.sleep(0.2)
    assert visitor.get(match).json()["revision"] == 0
    assert wait_for(visitor, match, None)["outcome"]


def test_bots_without_an_end_stop_and_say_so(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_play, "MOST_ON_END", 3)
    match = begin(visitor, players=("first", "first"))
    until(lambda: visitor.get(match).json()["revision"] == 3)
    with visitor.websocket_connect(f"{match}/live") as line:
        assert line.receive_json()["revision"] == 3
        assert "bots stop here" in line.receive_json()["error"]["message"]
    assert visitor.get(match).json()["revision"] == 3


def test_a_bot_keeps_trying_while_the_store_fails(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_play, "LONGEST_PAUSE", 0.02)
    store = visitor.app.state.rooms.store  # type: ignore[attr-defined]  # the application's own
    match = begin(visitor, players=("me", "first"))
    append, tries = store.append, []

    def failing(*args: Any) -> None:
        tries.append(1)
        if 2 <= len(tries) <= 9:
            raise OperationalError("INSERT", {}, Exception("disk full"))
        append(*args)

    monkeypatch.setattr(store, "append", failing)
    with visitor.websocket_connect(f"{match}/live") as line:
        line.receive_json()
        act(visitor, match, 0, 0)
        told = [line.receive_json() for _ in range(10)]
    assert [one["type"] for one in told] == ["position", *["error"] * 8, "position"]
    assert told[-1]["revision"] == 2


# -- the store --------------------------------------------------------------------------------


def test_the_seed_is_not_in_the_log_when_a_match_cannot_be_kept(
    visitor: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    store = visitor.app.state.rooms.store  # type: ignore[attr-defined]  # the application's own
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE matches")
    with caplog.at_level(logging.ERROR):
        answer = visitor.post(
            "/api/matches", json={"game": "ladder", "setup": "race", "players": ["me", "me"]}
        )
    assert error(answer)["code"] == "internal"
    assert "INSERT INTO matches" in caplog.text
    assert SEED.hex() not in caplog.text


def test_a_write_that_waits_holds_up_no_reading(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = visitor.app.state.rooms.store  # type: ignore[attr-defined]  # the application's own
    match = begin(visitor)
    go_on = threading.Event()
    monkeypatch.setattr(store, "append", lambda *_: go_on.wait(20))
    clicks = [
        threading.Thread(target=act, args=(visitor, match, 0, number % 2)) for number in range(40)
    ]
    for click in clicks:
        click.start()
    time.sleep(0.2)
    assert visitor.get("/api/matches").status_code == 200
    assert not go_on.is_set()
    go_on.set()
    for click in clicks:
        click.join()


def test_while_one_match_is_read_another_can_be_looked_at(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = visitor.app.state.rooms.store  # type: ignore[attr-defined]  # the application's own
    slow, quick = begin(visitor), begin(visitor)
    go_on, load = threading.Event(), store.load

    def loading(match_id: str) -> Any:
        if slow.endswith(match_id):
            go_on.wait(20)
        return load(match_id)

    monkeypatch.setattr(store, "load", loading)
    waiting = threading.Thread(target=visitor.get, args=(slow,))
    waiting.start()
    time.sleep(0.1)
    assert visitor.get(quick).status_code == 200
    assert not go_on.is_set()
    go_on.set()
    waiting.join()
