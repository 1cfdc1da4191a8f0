"""The table over HTTP: what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from meleekit.core.dice import commitment
from meleekit.server.protocol import BODY_LIMIT, MESSAGE_LIMIT
from tests.server.table_at_home import SEED, act, another, begin, play_out, table


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as browser:
        yield browser


def error(answer: Any) -> dict[str, Any]:
    """The error of an answer, which has the form that the protocol promises."""
    assert set(answer.json()) == {"error"}
    found: dict[str, Any] = answer.json()["error"]
    assert "Traceback" not in answer.text
    return found


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
    browser: TestClient, body: str | bytes
) -> None:
    match = begin(browser)
    before = browser.get(match).json()
    answer = browser.post(match, content=body)
    assert answer.status_code == 400
    assert error(answer)["code"] == "bad_request"
    assert browser.get(match).json() == before


def test_the_field_that_is_wrong_is_named(browser: TestClient) -> None:
    match = begin(browser)
    answer = browser.post(match, content='{"do": "act", "revision": "0", "action": 0}')
    assert error(answer)["at"] == "revision"


def test_an_action_that_is_not_legal_is_refused_with_its_rule(browser: TestClient) -> None:
    match = begin(browser)
    answer = act(browser, match, 0, {"rungs": 2})
    assert answer.status_code == 409
    assert error(answer) | {"message": ""} == {
        "code": "illegal_action",
        "message": "",
        "rule": "LAD-1",
    }
    assert browser.get(match).json()["revision"] == 0


def test_an_action_given_in_full_is_done(browser: TestClient) -> None:
    match = begin(browser)
    assert act(browser, match, 0, {"rungs": 1}).json()["revision"] == 1


def test_the_same_click_twice_acts_once(browser: TestClient) -> None:
    match = begin(browser)
    assert act(browser, match, 0, 0).status_code == 200
    again = act(browser, match, 0, 0)
    assert again.status_code == 409
    assert error(again)["code"] == "stale"
    assert browser.get(match).json()["revision"] == 1


def test_a_revision_that_has_not_come_yet_is_stale(browser: TestClient) -> None:
    match = begin(browser)
    assert error(act(browser, match, 5, 0))["code"] == "stale"


def test_acting_out_of_turn_is_refused(browser: TestClient) -> None:
    match = begin(browser)
    assert error(act(browser, match, 0, {"rungs": 1}, seat=1))["code"] == "not_your_decision"


def test_acting_for_a_bots_seat_is_refused(browser: TestClient) -> None:
    match = begin(browser, players=("me", "first"))
    assert error(act(browser, match, 0, 0, seat=1))["code"] == "not_your_decision"


def test_acting_after_the_end_is_refused(browser: TestClient) -> None:
    match = begin(browser)
    last = play_out(browser, match)
    assert error(act(browser, match, last["revision"], 0))["code"] == "game_over"


def test_a_match_that_is_not_there_is_said_so(browser: TestClient) -> None:
    for answer in (
        browser.get("/api/matches/nowhere"),
        browser.post("/api/matches/nowhere", json={"do": "look"}),
        browser.get("/api/matches/nowhere/record"),
        browser.get("/api/matches/nowhere/moments/0"),
    ):
        assert answer.status_code == 404
        assert error(answer)["code"] == "unknown_match"


@pytest.mark.parametrize("revision", ["1", "-1", "99999999999999999999", "one"])
def test_a_moment_that_is_not_there_is_said_so(browser: TestClient, revision: str) -> None:
    answer = browser.get(f"{begin(browser)}/moments/{revision}")
    assert answer.status_code == 400
    assert error(answer)["at"] == "revision"


# -- new matches ------------------------------------------------------------------------------

BAD_MATCHES: dict[str, tuple[dict[str, Any], int, str]] = {
    "unknown game": ({"game": "chess"}, 404, "unknown_game"),
    "unknown field": ({"colour": "red"}, 400, "bad_request"),
    "a seed": ({"seed": "00" * 32}, 400, "bad_request"),
    "wrong type": ({"players": "me"}, 400, "bad_request"),
    "set-up that is not allowed": ({"setup": "swimming"}, 422, "bad_setup"),
    "set-up of a wrong type": ({"setup": None}, 422, "bad_setup"),
    "too few players": ({"players": ["me"]}, 422, "bad_setup"),
    "too many players": ({"players": ["me"] * 3}, 422, "bad_setup"),
    "nobody of that name": ({"players": ["me", "kasparov"]}, 422, "bad_setup"),
}


@pytest.mark.parametrize(("change", "status", "code"), BAD_MATCHES.values(), ids=BAD_MATCHES.keys())
def test_a_match_that_cannot_be_begun_is_refused(
    browser: TestClient, change: dict[str, Any], status: int, code: str
) -> None:
    good = {"game": "ladder", "setup": "race", "players": ["me", "friend"]}
    answer = browser.post("/api/matches", json=good | change)
    assert answer.status_code == status
    assert error(answer)["code"] == code
    assert browser.get("/api/matches").json() == []


def test_a_missing_field_of_a_new_match_is_named(browser: TestClient) -> None:
    answer = browser.post("/api/matches", json={"game": "ladder", "setup": "race"})
    assert "players" in error(answer)["message"]


# -- size -------------------------------------------------------------------------------------


def test_a_huge_body_is_refused_by_its_announced_length(browser: TestClient) -> None:
    answer = browser.post("/api/matches", content=b"x" * (BODY_LIMIT + 1))
    assert answer.status_code == 413
    assert error(answer)["code"] == "too_large"


def test_a_huge_body_without_a_length_is_cut_off(browser: TestClient) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(BODY_LIMIT // 65536 + 2):
            yield b"x" * 65536

    answer = browser.post("/api/matches", content=pieces())
    assert answer.status_code == 413
    assert error(answer)["code"] == "too_large"


def test_a_message_over_its_limit_is_refused_over_http_too(browser: TestClient) -> None:
    answer = browser.post(
        begin(browser), content=b'{"do": "look", "id": "%s"}' % (b"x" * MESSAGE_LIMIT)
    )
    assert answer.status_code == 413
    assert error(answer)["code"] == "too_large"


# -- saves ------------------------------------------------------------------------------------


def saved(browser: TestClient) -> dict[str, Any]:
    """The record of a finished match."""
    match = begin(browser)
    play_out(browser, match)
    record: dict[str, Any] = browser.get(f"{match}/record").json()
    return record


def test_the_record_of_a_finished_match_verifies(browser: TestClient) -> None:
    assert browser.post("/api/verify", json=saved(browser)).json()["ok"] is True


def test_a_record_with_a_changed_entry_does_not_verify(browser: TestClient) -> None:
    record = saved(browser)
    record["entries"][3]["state"]["rungs"] = [9, 9]
    found = browser.post("/api/verify", json=record).json()
    assert (found["ok"], found["revision"]) == (False, 3)


@pytest.mark.parametrize(
    ("break_it", "at"),
    [
        (lambda record: record.pop("commitment"), None),
        (lambda record: record.update(format="meleekit-match/0"), "format"),
        (lambda record: record.update(game="chess"), "game"),
        (lambda record: record.update(extra=1), None),
        (lambda record: record.update(entries=[]), "entries"),
        (lambda record: record["entries"][1].update(seat="Ann"), "entries[1].seat"),
        (lambda record: record["entries"][2].update(state={}), "entries[2].state"),
    ],
    ids=["field missing", "format", "game", "unknown field", "no entries", "type", "state"],
)
def test_a_broken_save_is_refused_naming_the_field(
    browser: TestClient, break_it: Any, at: str | None
) -> None:
    record = saved(browser)
    break_it(record)
    answer = browser.post("/api/verify", json=record)
    assert answer.status_code == 422
    said = error(answer)
    assert said["code"] == "bad_save"
    assert said.get("at") == at


def test_a_save_cut_off_in_the_middle_is_refused(browser: TestClient) -> None:
    text = json.dumps(saved(browser))
    answer = browser.post("/api/verify", content=text[: len(text) // 2])
    assert error(answer)["code"] == "bad_save"


# -- who may do what --------------------------------------------------------------------------


def test_a_spectator_sees_the_match_and_cannot_act(browser: TestClient) -> None:
    match = begin(browser)
    guest = another(browser)
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
    assert browser.get(match).json()["revision"] == 0


def test_a_guessed_token_does_not_open_the_match(browser: TestClient) -> None:
    match = begin(browser)
    guest = another(browser)
    guest.cookies.set("meleekit_player", "A" * 32)
    assert error(act(guest, match, 0, 0))["code"] == "not_your_decision"


def test_the_token_is_out_of_reach_of_scripts_and_other_sites(browser: TestClient) -> None:
    answer = browser.post(
        "/api/matches", json={"game": "ladder", "setup": "race", "players": ["me", "me"]}
    )
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_one_browser_keeps_its_token_from_match_to_match(browser: TestClient) -> None:
    first, second = begin(browser), begin(browser)
    assert browser.get(first).json()["decision"]["mine"]
    assert browser.get(second).json()["decision"]["mine"]


def test_a_page_of_another_site_cannot_begin_a_match(browser: TestClient) -> None:
    answer = browser.post(
        "/api/matches",
        json={"game": "ladder", "setup": "race", "players": ["me", "me"]},
        headers={"Origin": "https://elsewhere.example"},
    )
    assert answer.status_code == 400
    assert browser.get("/api/matches").json() == []


def test_the_seed_is_in_no_answer_before_the_end(browser: TestClient) -> None:
    match = begin(browser)
    page = match.removeprefix("/api").replace("matches", "match")
    told = []
    position = browser.get(match).json()
    while not position["outcome"]:
        for address in (match, f"{match}/log", f"{match}/record", f"{match}/verify", page):
            told.append(browser.get(address).content)
        told.append(browser.get(f"{match}/moments/{position['revision']}").content)
        told.append(browser.get(f"{page}/replay").content)
        told.append(browser.get("/api/matches").content)
        position = act(browser, match, position["revision"], 1).json()
        if not position["outcome"]:
            told.append(json.dumps(position).encode())
    assert len(told) > 20
    assert not any(SEED.hex().encode() in one for one in told)


def test_the_seed_is_told_at_the_end_and_is_the_one_committed_to(browser: TestClient) -> None:
    match = begin(browser)
    promised = browser.get(match).json()["commitment"]
    seed = play_out(browser, match)["seed"]
    assert seed == SEED.hex()
    assert commitment(bytes.fromhex(seed)) == promised


def test_the_record_is_closed_until_the_end(browser: TestClient) -> None:
    assert browser.get(f"{begin(browser)}/record").status_code == 400


# -- undo -------------------------------------------------------------------------------------


def test_undo_goes_back_to_ones_own_decision_across_the_bots(browser: TestClient) -> None:
    match = begin(browser, players=("me", "first"))
    act(browser, match, 0, 0)
    position = wait_for(browser, match, 2)
    assert position["can_undo"] is True
    back = browser.post(match, json={"do": "undo", "revision": 2}).json()
    assert (back["revision"], back["undone"], back["can_undo"]) == (0, 2, False)


def test_after_an_undo_the_dice_fall_as_before(browser: TestClient) -> None:
    match = begin(browser)
    first = act(browser, match, 0, 1).json()
    browser.post(match, json={"do": "undo", "revision": 1})
    again = act(browser, match, 0, 1).json()
    assert again["log"] == first["log"]


def test_there_is_nothing_to_undo_at_the_beginning(browser: TestClient) -> None:
    answer = browser.post(begin(browser), json={"do": "undo", "revision": 0})
    assert answer.status_code == 400


def test_a_finished_match_cannot_be_taken_back(browser: TestClient) -> None:
    match = begin(browser)
    last = play_out(browser, match)
    answer = browser.post(match, json={"do": "undo", "revision": last["revision"]})
    assert error(answer)["code"] == "game_over"


def test_undo_survives_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as browser:
        match = begin(browser)
        act(browser, match, 0, 0)
        act(browser, match, 1, 0)
        browser.post(match, json={"do": "undo", "revision": 2})
        cookies = browser.cookies
    with table(tmp_path) as browser:
        browser.cookies = cookies
        position = browser.get(match).json()
        assert (position["revision"], position["undone"]) == (1, 1)
        assert act(browser, match, 1, 0).status_code == 200


# -- restart ----------------------------------------------------------------------------------


def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as browser:
        match = begin(browser)
        before = act(browser, match, 0, 1).json()
        cookies = browser.cookies
    with table(tmp_path) as browser:
        browser.cookies = cookies
        assert browser.get(match).json() == before
        assert play_out(browser, match)["outcome"]


def test_a_bot_that_was_to_move_moves_after_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as browser:
        match = begin(browser, players=("first", "first"))
        position = wait_for(browser, match, None)
        assert position["outcome"]


def test_a_bot_that_fails_does_not_hold_up_the_match(browser: TestClient) -> None:
    match = begin(browser, players=("broken", "first"))
    assert wait_for(browser, match, None)["outcome"]


def wait_for(browser: TestClient, match: str, revision: int | None) -> dict[str, Any]:
    """The position at a revision that bots bring about; None is the end."""
    with browser.websocket_connect(f"{match}/live") as line:
        while True:
            position: dict[str, Any] = line.receive_json()
            if position["revision"] == revision or (revision is None and position["outcome"]):
                return position


# -- concurrency and failure ------------------------------------------------------------------


def test_of_many_acts_on_one_revision_exactly_one_wins(browser: TestClient) -> None:
    match = begin(browser)
    ready = threading.Barrier(8)

    def click(_: int) -> int:
        ready.wait()
        return int(act(browser, match, 0, 0).status_code)

    with ThreadPoolExecutor(8) as clicks:
        found = sorted(clicks.map(click, range(8)))
    assert found == [200] + [409] * 7
    assert browser.get(match).json()["revision"] == 1


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
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(browser)
    store = browser.app.state.rooms.store  # type: ignore[attr-defined]  # the application's own

    def full(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, Exception("disk full"))

    with browser.websocket_connect(f"{match}/live") as line:
        before = line.receive_json()
        with monkeypatch.context() as broken:
            broken.setattr(store.engine, "begin", full)
            answer = act(browser, match, 0, 0)
            assert answer.status_code == 500
            assert error(answer)["code"] == "internal"
            assert "disk full" not in answer.text
        line.send_json({"do": "look", "id": 1})
        told = line.receive_json()
    assert told == before | {"id": 1, "watching": told["watching"]}
    assert act(browser, match, 0, 0).json()["revision"] == 1


# -- what is open -----------------------------------------------------------------------------


def test_a_sealed_choice_is_told_to_nobody_else(browser: TestClient) -> None:
    match = begin(browser, game="knives", setup="duel", players=("me", "me"))
    act(browser, match, 0, {"type": "seal", "stroke": "low"})
    guest = another(browser)
    told = guest.get(match).text + guest.get(f"{match}/log").text
    told += guest.get(f"{match}/moments/1").text
    assert "Strike low" not in told
    assert '"stroke":"low"' not in told


def test_odds_come_as_exact_fractions(browser: TestClient) -> None:
    match = begin(browser, game="knives", setup="duel")
    position = browser.get(match).json()
    while position["decision"]["kind"] != "answer":
        position = act(browser, match, position["revision"], 0).json()
    asked = {"do": "odds", "revision": position["revision"], "action": 1}
    told = browser.post(match, json=asked).json()
    assert told["forecast"]["chances"] == [{"name": "stopped", "exact": "1/2", "value": 0.5}]


def test_where_chance_plays_no_part_there_are_no_odds(browser: TestClient) -> None:
    answer = browser.post(begin(browser), json={"do": "odds", "revision": 0, "action": 0})
    assert answer.json()["forecast"] is None


def test_every_page_forbids_scripts_from_elsewhere(browser: TestClient) -> None:
    page = begin(browser).removeprefix("/api").replace("matches", "match")
    for address in ("/", page, f"{page}/replay", "/nowhere", "/static/table.js", "/api/systems"):
        policy = browser.get(address).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy


def test_no_page_holds_an_inline_script_or_names_another_site(browser: TestClient) -> None:
    page = begin(browser).removeprefix("/api").replace("matches", "match")
    for address in ("/", page, f"{page}/replay", "/nowhere"):
        text = browser.get(address).text
        assert "http://" not in text
        assert "https://" not in text
        assert "<script>" not in text
        assert " onclick=" not in text
        assert " style=" not in text


def test_an_address_that_is_not_there_is_a_page_for_people(browser: TestClient) -> None:
    for address in ("/nowhere", "/match/nowhere", "/match/nowhere/replay"):
        answer = browser.get(address)
        assert answer.status_code == 404
        assert "To the lobby" in answer.text


def test_the_lobby_lists_what_is_played_and_what_is_over(browser: TestClient) -> None:
    running, over = begin(browser), begin(browser)
    play_out(browser, over)
    listed = {one["id"]: one for one in browser.get("/api/matches").json()}
    assert listed[running.rsplit("/", 1)[1]]["finished"] is None
    assert "won" in listed[over.rsplit("/", 1)[1]]["result"]


def test_a_name_cannot_smuggle_markup_into_a_page(browser: TestClient) -> None:
    answer = browser.post(
        "/api/matches",
        json={
            "game": "ladder",
            "setup": "race",
            "players": ["me", "me"],
            "title": "<script>alert(1)</script>",
        },
    )
    for address in ("/", answer.json()["url"]):
        assert "<script>alert" not in browser.get(address).text
