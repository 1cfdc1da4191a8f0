"""The referee over HTTP: the same verbs, and nobody pays for what another asks."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from meleekit.referee import Limits, Referee, Reply
from meleekit.server import referee_desk
from meleekit.server.protocol import BODY_LIMIT
from meleekit.server.referee_desk import BURST, LINE_OF_ONE, Desk
from meleekit.server.viewer import Allowance
from tests.referee.clerk import SEED
from tests.server.table_at_home import another, begin, table
from tests.toys import TOYS


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


def ask(visitor: TestClient, verb: str, **fields: Any) -> dict[str, Any]:
    answer = visitor.post("/api/referee", json={"id": 1, "do": verb, **fields})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert found.pop("id") == 1
    return found


def test_a_match_is_refereed_over_http_as_over_lines(visitor: TestClient) -> None:
    own = Referee(TOYS)
    new = {"game": "ladder", "setup": "race", "seed": SEED}
    match = ask(visitor, "new", **new)["match"]
    own.answer(json.dumps({"do": "new", **new}).encode())
    for seat, rungs in ((0, 3), (1, 1), (0, 3)):
        act = {"seat": seat, "action": {"rungs": rungs}}
        over_http = ask(visitor, "act", match=match, **act)
        over_lines = json.loads(
            own.answer(json.dumps({"do": "act", "match": "m1", **act}).encode()).body
        )
        del over_http["match"], over_lines["match"], over_lines["id"]
        assert over_http == over_lines
    save = ask(visitor, "save", match=match)["save"]
    assert ask(visitor, "verify", save=save)["ok"] is True


def test_a_match_is_known_only_to_who_was_told_its_name(visitor: TestClient) -> None:
    names = {ask(visitor, "new", game="ladder", setup="race")["match"] for _ in range(3)}
    assert len(names) == 3
    assert all(len(name) >= 16 for name in names)
    assert visitor.post("/api/referee", json={"do": "view", "match": "m1"}).status_code == 404


def test_it_is_kept_apart_from_the_matches_at_the_table(visitor: TestClient) -> None:
    at_table = begin(visitor).rsplit("/", 1)[1]
    judged = ask(visitor, "new", game="ladder", setup="race")["match"]
    answer = visitor.post("/api/referee", json={"do": "view", "match": at_table})
    assert answer.json()["error"]["code"] == "unknown_match"
    assert visitor.get(f"/api/matches/{judged}").status_code == 404
    assert [one["id"] for one in visitor.get("/api/matches").json()] == [at_table]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad_request"),
        (b'{"do":"games","x":1}', 400, "bad_request"),
        (b'{"do":"new","game":"chess","setup":"a"}', 404, "unknown_game"),
        (b'{"do":"new","game":"ladder","setup":"a"}', 422, "bad_setup"),
        (b'{"do":"load","text":"game = \\"ladder\\""}', 422, "bad_situation"),
        (b" " * (BODY_LIMIT + 1), 413, "too_large"),
    ],
)
def test_what_is_refused_has_the_status_of_its_kind(
    visitor: TestClient, body: bytes, status: int, code: str
) -> None:
    answer = visitor.post("/api/referee", content=body)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == code


def test_quit_ends_nothing_that_is_another_s(visitor: TestClient) -> None:
    guest = another(visitor)
    match = ask(visitor, "new", game="ladder", setup="race")["match"]
    answer = guest.post("/api/referee", json={"do": "quit"})
    assert answer.json()["error"]["code"] == "bad_request"
    ask(visitor, "view", match=match)
    ask(visitor, "quit", match=match)


def test_dice_that_are_needed_are_asked_for(visitor: TestClient) -> None:
    match = ask(visitor, "new", game="ladder", setup="race")["match"]
    act = {"do": "act", "match": match, "seat": 0, "action": {"rungs": 3}, "dice": []}
    answer = visitor.post("/api/referee", json=act)
    assert answer.status_code == 409
    assert answer.json()["error"]["want"] == {"count": 1, "sides": 6, "why": "leap", "have": 0}


def test_a_page_of_another_site_is_refused(visitor: TestClient) -> None:
    answer = visitor.post(
        "/api/referee", json={"do": "games"}, headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 400


def test_matches_without_end_push_out_the_oldest_and_no_more(visitor: TestClient) -> None:
    desk: Desk = visitor.app.state.desk  # type: ignore[attr-defined]  # an ASGI app in general
    desk._referee = Referee(TOYS, limits=Limits(matches=4, forgets=True))
    names = [ask(visitor, "new", game="ladder", setup="race")["match"] for _ in range(10)]
    assert len(desk._referee._matches) == 4
    for name in names[-4:]:
        ask(visitor, "view", match=name)
    assert visitor.post("/api/referee", json={"do": "view", "match": names[0]}).status_code == 404


def test_one_visitor_may_ask_so_much_at_once_and_is_then_put_off(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee_desk, "RATE", 0.001)
    codes = [visitor.post("/api/referee", json={"id": 5, "do": "games"}) for _ in range(BURST + 3)]
    assert [answer.status_code for answer in codes] == [200] * BURST + [429] * 3
    assert codes[-1].json()["id"] == 5
    assert codes[-1].json()["error"]["code"] == "too_large"


def test_an_allowance_fills_up_again() -> None:
    now = [0.0]
    allowance = Allowance(rate=2, burst=3, clock=lambda: now[0])
    assert [allowance.spend() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [allowance.spend() for _ in range(3)] == [True, True, False]


class Slow:
    """A referee that takes its time over everything."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.asked = 0

    def answer(self, data: bytes) -> Reply:
        self.asked += 1
        assert self.go_on.wait(30)
        return Reply(b'{"id":1}')


def test_a_slow_answer_holds_up_neither_the_table_nor_a_line_without_end(
    visitor: TestClient,
) -> None:
    desk: Desk = visitor.app.state.desk  # type: ignore[attr-defined]
    slow = Slow()
    desk._referee = slow  # type: ignore[assignment]  # answers as one
    statuses: list[int] = []

    def send() -> None:
        statuses.append(another(visitor).post("/api/referee", json={"do": "games"}).status_code)

    threads = [threading.Thread(target=send) for _ in range(LINE_OF_ONE)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 20
    while sum(desk._waiting.values()) < LINE_OF_ONE:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert visitor.post("/api/referee", json={"do": "games"}).status_code == 429
    match = begin(visitor)
    assert visitor.get(match).json()["revision"] == 0
    assert slow.asked == 1  # one after the other
    slow.go_on.set()
    for thread in threads:
        thread.join()
    assert statuses == [200] * LINE_OF_ONE
    assert desk._waiting == {}
