"""What pages and answers show, and what they must not let in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from meleekit.core.system import Option
from meleekit.server.builders import BUILDERS
from meleekit.server.pages import option_field
from meleekit.systems import SYSTEMS
from tests.server.table_at_home import act, another, begin, play_out, table


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path) as visitor:
        yield visitor


# -- what is open -----------------------------------------------------------------------------


def test_a_sealed_choice_is_told_to_nobody_else(visitor: TestClient) -> None:
    match = begin(visitor, game="knives", setup="duel", players=("me", "me"))
    act(visitor, match, 0, {"type": "seal", "stroke": "low"})
    guest = another(visitor)
    told = guest.get(match).text + guest.get(f"{match}/log").text
    told += guest.get(f"{match}/moments/1").text
    assert "Strike low" not in told
    assert '"stroke":"low"' not in told


def test_odds_come_as_exact_fractions(visitor: TestClient) -> None:
    match = begin(visitor, game="knives", setup="duel")
    position = visitor.get(match).json()
    while position["decision"]["kind"] != "answer":
        position = act(visitor, match, position["revision"], 0).json()
    asked = {"do": "odds", "revision": position["revision"], "action": 1}
    told = visitor.post(match, json=asked).json()
    assert told["forecast"]["chances"] == [{"name": "stopped", "exact": "1/2", "value": 0.5}]


def test_where_chance_plays_no_part_there_are_no_odds(visitor: TestClient) -> None:
    answer = visitor.post(begin(visitor), json={"do": "odds", "revision": 0, "action": 0})
    assert answer.json()["forecast"] is None


def test_every_page_forbids_scripts_from_elsewhere(visitor: TestClient) -> None:
    page = begin(visitor).removeprefix("/api").replace("matches", "match")
    for address in ("/", page, f"{page}/replay", "/nowhere", "/static/table.js", "/api/systems"):
        policy = visitor.get(address).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy


def test_no_page_holds_an_inline_script_or_names_another_site(visitor: TestClient) -> None:
    page = begin(visitor).removeprefix("/api").replace("matches", "match")
    for address in ("/", page, f"{page}/replay", "/nowhere"):
        text = visitor.get(address).text
        assert "http://" not in text
        assert "https://" not in text
        assert "<script>" not in text
        assert " onclick=" not in text
        assert " style=" not in text


def test_whatever_can_be_got_can_be_asked_for_its_headers(visitor: TestClient) -> None:
    match = begin(visitor)
    page = match.removeprefix("/api").replace("matches", "match")
    for address in ("/", page, f"{page}/replay", match, "/static/table.js", "/static/board.css"):
        whole, head = visitor.get(address), visitor.head(address)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
        assert head.headers["content-length"] == str(len(whole.content))
    assert visitor.head("/nowhere").status_code == 404
    assert visitor.head("/api/verify").status_code == 405


def test_an_address_that_is_not_there_is_a_page_for_people(visitor: TestClient) -> None:
    for address in ("/nowhere", "/match/nowhere", "/match/nowhere/replay"):
        answer = visitor.get(address)
        assert answer.status_code == 404
        assert "To the lobby" in answer.text


def test_the_lobby_lists_what_is_played_and_what_is_over(visitor: TestClient) -> None:
    running, over = begin(visitor), begin(visitor)
    play_out(visitor, over)
    listed = {one["id"]: one for one in visitor.get("/api/matches").json()}
    assert listed[running.rsplit("/", 1)[1]]["finished"] is None
    assert "won" in listed[over.rsplit("/", 1)[1]]["result"]


def test_a_name_cannot_smuggle_markup_into_a_page(visitor: TestClient) -> None:
    answer = visitor.post(
        "/api/matches",
        json={
            "game": "ladder",
            "setup": "race",
            "players": ["me", "me"],
            "title": "<script>alert(1)</script>",
        },
    )
    for address in ("/", answer.json()["url"]):
        assert "<script>alert" not in visitor.get(address).text


def test_an_error_page_keeps_the_spelling_of_names(visitor: TestClient) -> None:
    page = visitor.get("/rules/McGuffin").text
    assert "There is no game" in page
    assert "McGuffin" in page


def test_an_option_goes_by_its_title_and_without_one_by_its_name() -> None:
    assert option_field(Option("crt", "as TOML", None, title="Results Table"))["title"] == (
        "Results Table"
    )
    assert option_field(Option("round_limit", "the last", 20))["title"] == "Round limit"


@pytest.mark.parametrize("key", [key for key in SYSTEMS if key not in BUILDERS])
def test_an_option_left_alone_shows_its_usual_value_and_is_not_sent(key: str) -> None:
    for option in SYSTEMS[key].options():
        field = option_field(option)
        if field["several"]:
            among = [json.loads(choice["value"]) for choice in field["choices"]]
            assert set(json.loads(field["usual"])) <= set(among)
        elif field["choices"]:
            # A list without it would show another one, and that would be sent.
            assert field["usual"] in [choice["value"] for choice in field["choices"]]
        else:
            # A field for numbers shows nothing for a word.
            assert field["usual"] == "" or json.loads(field["usual"]) == option.default
