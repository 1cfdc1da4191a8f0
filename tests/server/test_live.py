"""A match live over its WebSocket: what is told, in what order, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from meleekit.server.protocol import MESSAGE_LIMIT
from tests.server.table_at_home import SEED, act, another, begin, play_out, table


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


def test_a_page_is_told_everything_when_it_comes(visitor: TestClient) -> None:
    match = begin(visitor)
    with visitor.websocket_connect(f"{match}/live") as line:
        told = line.receive_json()
    assert (told["type"], told["revision"], told["reset"]) == ("position", 0, True)
    assert told["svg"].startswith("<svg")
    assert [action["label"] for action in told["actions"]] == ["Climb 1", "Climb 3"]


def test_all_pages_are_told_of_an_action(visitor: TestClient) -> None:
    match = begin(visitor)
    with (
        visitor.websocket_connect(f"{match}/live") as player,
        another(visitor).websocket_connect(f"{match}/live") as guest,
    ):
        player.receive_json()
        guest.receive_json()
        player.send_json({"do": "act", "revision": 0, "action": 0})
        mine, theirs = player.receive_json(), guest.receive_json()
    assert mine["revision"] == theirs["revision"] == 1
    assert mine["log"] == theirs["log"] != []
    assert mine["actions"]
    assert not theirs["actions"]


def test_only_the_changing_part_of_the_board_is_told_again(visitor: TestClient) -> None:
    match = begin(visitor)
    with visitor.websocket_connect(f"{match}/live") as line:
        line.receive_json()
        line.send_json({"do": "act", "revision": 0, "action": 0})
        told = line.receive_json()
    assert told["svg"] == ""
    assert told["live"].startswith('<g class="live">')


def test_a_board_that_has_changed_is_told_whole(visitor: TestClient) -> None:
    match = begin(visitor, game="growing")
    with visitor.websocket_connect(f"{match}/live") as line:
        line.receive_json()
        told = []
        for revision in (0, 1, 2):  # Ann climbs to rung 1, Bob too, Ann to rung 2
            line.send_json({"do": "act", "revision": revision, "action": 0})
            told.append(line.receive_json())
    assert ["hex:0,-2" in one["svg"] for one in told] == [True, False, True]
    assert [bool(one["svg"]) for one in told] == [True, False, True]
    assert [one["reset"] for one in told] == [False] * 3


def test_a_replay_is_told_when_the_board_is_another(visitor: TestClient) -> None:
    match = begin(visitor, game="growing")
    for revision in (0, 1, 2):
        act(visitor, match, revision, 0)
    boards = [visitor.get(f"{match}/moments/{revision}").json()["board"] for revision in range(4)]
    assert boards[1] == boards[2]
    assert len(set(boards)) == 3


def test_a_bots_moves_are_told_one_by_one(visitor: TestClient) -> None:
    match = begin(visitor, players=("me", "first"))
    with visitor.websocket_connect(f"{match}/live") as line:
        line.receive_json()
        line.send_json({"do": "act", "revision": 0, "action": 0})
        told = [line.receive_json() for _ in range(2)]
    assert [(one["revision"], one["by"]) for one in told] == [(1, "me"), (2, "first")]


def test_an_undo_is_told_with_the_whole_log_anew(visitor: TestClient) -> None:
    match = begin(visitor)
    with visitor.websocket_connect(f"{match}/live") as line:
        line.receive_json()
        line.send_json({"do": "act", "revision": 0, "action": 0})
        line.receive_json()
        line.send_json({"do": "undo", "revision": 1})
        told = line.receive_json()
    assert (told["revision"], told["reset"], told["log"]) == (0, True, [])


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", "bad_request"),
        ('{"do": "act"}', "bad_request"),
        ('{"do": "look", "extra": 1}', "bad_request"),
        ('{"do": "act", "revision": 7, "action": 0}', "stale"),
        ('{"do": "act", "revision": 0, "action": {"rungs": 5}}', "illegal_action"),
        ('{"do": "look", "id": "' + "x" * MESSAGE_LIMIT + '"}', "too_large"),
        ('{"do": "look", "id": ' + "9" * 40 + "}", "bad_request"),
    ],
    ids=["not JSON", "field missing", "unknown field", "stale", "illegal", "too large", "id"],
)
def test_a_bad_message_is_refused_and_the_line_stays_open(
    visitor: TestClient, message: str, code: str
) -> None:
    match = begin(visitor)
    with visitor.websocket_connect(f"{match}/live") as line:
        line.receive_json()
        line.send_text(message)
        assert line.receive_json()["error"]["code"] == code
        line.send_json({"do": "look", "id": 5})
        told = line.receive_json()
    assert (told["id"], told["revision"]) == (5, 0)


def test_bytes_that_are_no_text_are_refused(visitor: TestClient) -> None:
    with visitor.websocket_connect(f"{begin(visitor)}/live") as line:
        line.receive_json()
        line.send_bytes(b"\xff\x00")
        assert line.receive_json()["error"]["code"] == "bad_request"


def test_an_error_repeats_the_id_of_its_question(visitor: TestClient) -> None:
    with visitor.websocket_connect(f"{begin(visitor)}/live") as line:
        line.receive_json()
        line.send_json({"do": "odds", "revision": 9, "action": 0, "id": "q"})
        assert line.receive_json()["id"] == "q"


def test_a_page_of_another_site_is_not_let_in(visitor: TestClient) -> None:
    match = begin(visitor)
    with (
        pytest.raises(WebSocketDisconnect),
        visitor.websocket_connect(
            f"{match}/live", headers={"Origin": "https://elsewhere.example"}
        ) as line,
    ):
        line.receive_json()


def test_a_page_of_this_site_is_let_in(visitor: TestClient) -> None:
    match = begin(visitor)
    with visitor.websocket_connect(
        f"{match}/live", headers={"Origin": "http://testserver"}
    ) as line:
        assert line.receive_json()["revision"] == 0


def test_a_match_that_is_not_there_is_said_before_the_line_closes(visitor: TestClient) -> None:
    with visitor.websocket_connect("/api/matches/nowhere/live") as line:
        assert line.receive_json()["error"]["code"] == "unknown_match"
        with pytest.raises(WebSocketDisconnect):
            line.receive_json()


def test_the_seed_is_in_no_message_before_the_end(visitor: TestClient) -> None:
    match = begin(visitor)
    told = []
    with visitor.websocket_connect(f"{match}/live") as line:
        position = line.receive_json()
        while not position["outcome"]:
            told.append(position)
            line.send_json({"do": "act", "revision": position["revision"], "action": 1})
            position = line.receive_json()
    assert not any(SEED.hex() in str(one) for one in told)
    assert position["seed"] == SEED.hex()


def test_a_page_that_comes_after_the_end_sees_the_end(visitor: TestClient) -> None:
    match = begin(visitor)
    play_out(visitor, match)
    with visitor.websocket_connect(f"{match}/live") as line:
        assert line.receive_json()["outcome"]["names"]
