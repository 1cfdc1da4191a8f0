"""The table over HTTP: what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest
from fastapi.testclient import TestClient

from meleekit.server import seen
from meleekit.server.protocol import BODY_LIMIT, MESSAGE_LIMIT
from meleekit.systems import SYSTEMS
from tests.server.table_at_home import act, begin, error, play_out, table


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


# -- bad requests -----------------------------------------------------------------------------

BAD_BODIES = {
    "not JSON": "{",
    "empty": "",
    "not UTF-8": b"\xff\xfe",
    "a list": "[]",
    "no verb": '{"revision": 0}',
    "unknown verb": '{"do": "cheat", "revision": 0}',
    "unknown field": '{"do": "act", "revision": 0, "action": 0, "dice": [6]}',
    "field missing": '{"do": "act", "revision": 0}',
    "revision is words": '{"do": "act", "revision": "0", "action": 0}',
    "revision is a fraction": '{"do": "act", "revision": 0.5, "action": 0}',
    "revision is negative": '{"do": "act", "revision": -1, "action": 0}',
    "action is null": '{"do": "act", "revision": 0, "action": null}',
    "action is no such number": '{"do": "act", "revision": 0, "action": 99}',
    "action has an unknown field": '{"do": "act", "revision": 0, "action": {"rungs": 1, "x": 1}}',
    "action has a wrong type": '{"do": "act", "revision": 0, "action": {"rungs": "one"}}',
    "number beyond all bounds": '{"do": "act", "revision": 0, "action": 1' + "0" * 400 + "}",
    "no such seat": '{"do": "act", "revision": 0, "action": 0, "seat": 7}',
    "nested without end": '{"do": "act", "revision": 0, "action": ' + '{"a":' * 9000,
}


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES.keys())
def test_a_malformed_request_is_refused_and_changes_nothing(
    visitor: TestClient, body: str | bytes
) -> None:
    match = begin(visitor)
    before = visitor.get(match).json()
    answer = visitor.post(match, content=body)
    assert answer.status_code == 400
    assert error(answer)["code"] == "bad_request"
    assert visitor.get(match).json() == before


def test_the_field_that_is_wrong_is_named(visitor: TestClient) -> None:
    match = begin(visitor)
    answer = visitor.post(match, content='{"do": "act", "revision": "0", "action": 0}')
    assert error(answer)["at"] == "revision"


def test_an_action_that_is_not_legal_is_refused_with_its_rule(visitor: TestClient) -> None:
    match = begin(visitor)
    answer = act(visitor, match, 0, {"rungs": 2})
    assert answer.status_code == 409
    assert error(answer) | {"message": ""} == {
        "code": "illegal_action",
        "message": "",
        "rule": "LAD-CLIMB-01",
    }
    assert visitor.get(match).json()["revision"] == 0


def test_an_action_given_in_full_is_done(visitor: TestClient) -> None:
    match = begin(visitor)
    assert act(visitor, match, 0, {"rungs": 1}).json()["revision"] == 1


def test_the_same_click_twice_acts_once(visitor: TestClient) -> None:
    match = begin(visitor)
    assert act(visitor, match, 0, 0).status_code == 200
    again = act(visitor, match, 0, 0)
    assert again.status_code == 409
    assert error(again)["code"] == "stale"
    assert visitor.get(match).json()["revision"] == 1


def test_a_revision_that_has_not_come_yet_is_stale(visitor: TestClient) -> None:
    match = begin(visitor)
    assert error(act(visitor, match, 5, 0))["code"] == "stale"


def test_acting_out_of_turn_is_refused(visitor: TestClient) -> None:
    match = begin(visitor)
    assert error(act(visitor, match, 0, {"rungs": 1}, seat=1))["code"] == "not_your_decision"


def test_acting_for_a_bots_seat_is_refused(visitor: TestClient) -> None:
    match = begin(visitor, players=("me", "first"))
    assert error(act(visitor, match, 0, 0, seat=1))["code"] == "not_your_decision"


def test_acting_after_the_end_is_refused(visitor: TestClient) -> None:
    match = begin(visitor)
    last = play_out(visitor, match)
    assert error(act(visitor, match, last["revision"], 0))["code"] == "game_over"


def test_who_is_asked_with_another_may_answer_what_they_saw_before(visitor: TestClient) -> None:
    match = begin(visitor, game="knives", setup="duel")
    assert act(visitor, match, 0, {"type": "seal", "stroke": "low"}, seat=0).status_code == 200
    answer = act(visitor, match, 0, 2, seat=1)
    assert answer.status_code == 200, answer.text
    assert answer.json()["revision"] == 2


def test_a_second_click_does_not_answer_for_the_next_who_is_asked(visitor: TestClient) -> None:
    match = begin(visitor, game="knives", setup="duel")
    assert act(visitor, match, 0, 0).status_code == 200
    for seat in ({}, {"seat": 0}):
        assert error(act(visitor, match, 0, 0, **seat))["code"] == "stale"
    assert visitor.get(match).json()["revision"] == 1


def test_odds_of_what_was_seen_are_told_while_it_is_still_asked(visitor: TestClient) -> None:
    match = begin(visitor, game="knives", setup="duel")
    act(visitor, match, 0, 0, seat=1)
    asked = {"do": "odds", "revision": 0, "action": 0}
    assert visitor.post(match, json=asked).status_code == 200
    act(visitor, match, 0, 0, seat=0)
    assert error(visitor.post(match, json=asked))["code"] == "stale"


def test_each_seat_of_a_side_has_a_player_of_its_own(visitor: TestClient) -> None:
    match = begin(visitor, game="roped", players=("me", "first"))
    seats = visitor.get(match).json()["seats"]
    assert [(one["side"], one["player"], one["mine"]) for one in seats] == [
        (0, "me", True),
        (0, "first", False),
    ]


def test_a_match_that_is_not_there_is_said_so(visitor: TestClient) -> None:
    for answer in (
        visitor.get("/api/matches/nowhere"),
        visitor.post("/api/matches/nowhere", json={"do": "look"}),
        visitor.get("/api/matches/nowhere/record"),
        visitor.get("/api/matches/nowhere/moments/0"),
    ):
        assert answer.status_code == 404
        assert error(answer)["code"] == "unknown_match"


@pytest.mark.parametrize("revision", ["1", "-1", "99999999999999999999", "one"])
def test_a_moment_that_is_not_there_is_said_so(visitor: TestClient, revision: str) -> None:
    answer = visitor.get(f"{begin(visitor)}/moments/{revision}")
    assert answer.status_code == 400
    assert error(answer)["at"] == "revision"


# -- new matches ------------------------------------------------------------------------------

BAD_MATCHES: dict[str, tuple[dict[str, Any], int, str]] = {
    "unknown game": ({"game": "chess"}, 404, "unknown_game"),
    "unknown field": ({"colour": "red"}, 400, "bad_request"),
    "a seed": ({"seed": "00" * 32}, 400, "bad_request"),
    "wrong type": ({"players": "me"}, 400, "bad_request"),
    "title too long": ({"title": "x" * 81}, 400, "bad_request"),
    "title that cannot be printed": ({"title": "a\nb"}, 400, "bad_request"),
    "set-up that is not allowed": ({"setup": "swimming"}, 422, "bad_setup"),
    "set-up of a wrong type": ({"setup": None}, 422, "bad_setup"),
    "too few players": ({"players": ["me"]}, 422, "bad_setup"),
    "too many players": ({"players": ["me"] * 3}, 422, "bad_setup"),
    "nobody of that name": ({"players": ["me", "kasparov"]}, 422, "bad_setup"),
}


@pytest.mark.parametrize(("change", "status", "code"), BAD_MATCHES.values(), ids=BAD_MATCHES.keys())
def test_a_match_that_cannot_be_begun_is_refused(
    visitor: TestClient, change: dict[str, Any], status: int, code: str
) -> None:
    good = {"game": "ladder", "setup": "race", "players": ["me", "friend"]}
    answer = visitor.post("/api/matches", json=good | change)
    assert answer.status_code == status
    assert error(answer)["code"] == code
    assert visitor.get("/api/matches").json() == []


def test_a_missing_field_of_a_new_match_is_named(visitor: TestClient) -> None:
    answer = visitor.post("/api/matches", json={"game": "ladder", "setup": "race"})
    assert "players" in error(answer)["message"]


# -- size -------------------------------------------------------------------------------------


def test_a_huge_body_is_refused_by_its_announced_length(visitor: TestClient) -> None:
    answer = visitor.post("/api/matches", content=b"x" * (BODY_LIMIT + 1))
    assert answer.status_code == 413
    assert error(answer)["code"] == "too_large"


def test_a_huge_body_without_a_length_is_cut_off(visitor: TestClient) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(BODY_LIMIT // 65536 + 2):
            yield b"x" * 65536

    answer = visitor.post("/api/matches", content=pieces())
    assert answer.status_code == 413
    assert error(answer)["code"] == "too_large"


def test_a_message_over_its_limit_is_refused_over_http_too(visitor: TestClient) -> None:
    answer = visitor.post(
        begin(visitor), content=b'{"do": "look", "id": "%s"}' % (b"x" * MESSAGE_LIMIT)
    )
    assert answer.status_code == 413
    assert error(answer)["code"] == "too_large"


# -- saves ------------------------------------------------------------------------------------


def saved(visitor: TestClient) -> dict[str, Any]:
    """The record of a finished match."""
    match = begin(visitor)
    play_out(visitor, match)
    record: dict[str, Any] = visitor.get(f"{match}/record").json()
    return record


def test_the_record_of_a_finished_match_verifies(visitor: TestClient) -> None:
    assert visitor.post("/api/verify", json=saved(visitor)).json()["ok"] is True


def test_a_record_with_a_changed_entry_does_not_verify(visitor: TestClient) -> None:
    record = saved(visitor)
    record["entries"][3]["state"]["rungs"] = [9, 9]
    found = visitor.post("/api/verify", json=record).json()
    assert (found["ok"], found["revision"]) == (False, 3)


@pytest.mark.parametrize(
    ("break_it", "at"),
    [
        (lambda record: record.pop("commitment"), "commitment"),
        (lambda record: record.update(format="meleekit-match/0"), "format"),
        (lambda record: record.update(game="chess"), "game"),
        (lambda record: record.update(extra=1), "extra"),
        (lambda record: record.update(entries=[]), "entries"),
        (lambda record: record["entries"][1].update(seat="Ann"), "entries[1].seat"),
        (lambda record: record["entries"][2].update(state={}), "entries[2].state.rungs"),
    ],
    ids=["field missing", "format", "game", "unknown field", "no entries", "type", "state"],
)
def test_a_broken_save_is_refused_naming_the_field(
    visitor: TestClient, break_it: Any, at: str
) -> None:
    record = saved(visitor)
    break_it(record)
    answer = visitor.post("/api/verify", json=record)
    assert answer.status_code == 422
    said = error(answer)
    assert said["code"] == "bad_save"
    assert said.get("at") == at


def test_a_save_cut_off_in_the_middle_is_refused(visitor: TestClient) -> None:
    text = json.dumps(saved(visitor))
    answer = visitor.post("/api/verify", content=text[: len(text) // 2])
    assert error(answer)["code"] == "bad_save"


def test_long_lists_of_actions_do_not_hold_up_other_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are put into words in a thread of their own, whoever asks and by whatever way."""
    threads = []

    def listed(game: Any, state: Any, seat: int) -> Any:
        threads.append(current_thread().name)
        return actions(game, state, seat)

    actions = seen.actions
    monkeypatch.setattr(seen, "actions", listed)
    with table(tmp_path, SYSTEMS) as visitor:
        match = begin(visitor, "tahta", "kingdom2", ("me", "me"))
        with visitor.websocket_connect(f"{match}/live") as line:
            told = line.receive_json()
            move = {"do": "act", "revision": 0, "action": len(told["actions"]) - 1}
            line.send_json(move)
            assert line.receive_json()["actions"]
        assert visitor.post(match, json={**move, "revision": 1, "action": 0}).status_code == 200
    with table(tmp_path, SYSTEMS) as again:
        again.cookies = visitor.cookies
        assert again.get(match).json()["actions"]
    assert threads
    assert all(name.startswith("asyncio_") for name in threads)
