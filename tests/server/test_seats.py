"""Who sits where: friends who share a screen have secrets, guests come by a link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from meleekit.server.config import database_url
from meleekit.server.guests import Guest, Guests
from meleekit.server.store import Store
from meleekit.systems import SYSTEMS
from tests.server.table_at_home import act, another, begin, error, table
from tests.tahta.sealed import ATTACK, CHOICE, assault, select


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    with table(tmp_path, SYSTEMS) as visitor:
        yield visitor


# -- at one screen ----------------------------------------------------------------------------


def test_a_shared_screen_shows_nothing_until_somebody_has_sat_down(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "friend", "friend", "friend"))
    with visitor.websocket_connect(f"{match}/live") as line:
        told = line.receive_json()
        assert (told["veil"], told["actions"]) == ([0, 1, 2, 3], [])
        line.send_json({"do": "sit", "seat": 2})
        told = line.receive_json()
        assert (told["veil"], told["decision"]["seat"]) == ([], 2)
        assert told["decision"]["sealed"] is True
        assert len(told["actions"]) == 3
        line.send_json({"do": "act", "revision": 0, "seat": 2, "action": 1})
        told = line.receive_json()
    assert (told["veil"], told["actions"]) == ([0, 1, 3], [])
    # The next to sit down does not read what the last one chose.
    assert told["log"] == []


def test_what_is_no_secret_needs_nobody_to_look_away(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", ATTACK, ("me", "friend", "friend", "friend"))
    now = visitor.get(match).json()
    assert (now["veil"], now["decision"]["seat"]) == ([], 0)
    assert now["actions"]


def test_who_plays_against_bots_alone_is_not_asked_to_sit_down(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "random", "random", "random"))
    now = visitor.get(match).json()
    assert now["veil"] == []
    assert now["actions"]


def test_nobody_sits_down_in_a_seat_of_somebody_else(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "guest", "random", "friend"))
    for seat in (1, 2, 9):
        assert visitor.post(match, json={"do": "sit", "seat": seat}).status_code in (400, 403)


# -- taking back ------------------------------------------------------------------------------


def test_what_was_sealed_or_has_taught_something_is_not_taken_back(visitor: TestClient) -> None:
    """TAH-AUC-09, TAH-SEL-02: a choice is locked; who has seen a fist open does not guess again."""
    match = begin(visitor, "tahta", ATTACK, ("me", "me", "me", "me"))
    acts = [*assault(3), (1, {"do": "ask", "ask": True}), (1, {"do": "guess", "numbers": [9]})]
    allowed = []
    for revision, (seat, action) in enumerate(acts):
        told = act(visitor, match, revision, action, seat=seat).json()
        allowed.append(told["can_undo"])
    # Declaring an attack teaches nothing; the fist, the answer and the guess do.
    assert allowed == [True, False, False, False]
    answer = visitor.post(match, json={"do": "undo", "revision": 4})
    assert error(answer)["code"] == "bad_request"


def test_only_the_last_decision_is_taken_back(visitor: TestClient) -> None:
    """Not across what others have done since, who may have been told by it."""
    match = begin(visitor, "tahta", "kingdom2", ("me", "guest"))
    guest = another(visitor)
    guest.post(visitor.get(match).json()["seats"][1]["invitation"])
    browsers = (visitor, guest)
    first = visitor.get(match).json()["decision"]["seat"]
    act(browsers[first], match, 0, {"do": "recruit", "unit": "camp", "node": f"u{first + 1}"})
    assert browsers[first].get(match).json()["can_undo"]
    act(browsers[1 - first], match, 1, {"do": "pass"})
    assert not browsers[first].get(match).json()["can_undo"]
    assert browsers[1 - first].get(match).json()["can_undo"]


# -- by a link --------------------------------------------------------------------------------


def test_a_seat_is_taken_by_its_link_and_only_once(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "guest", "random", "random"))
    link = visitor.get(match).json()["seats"][1]["invitation"]
    guest, late = another(visitor), another(visitor)
    assert "Take the seat" in guest.get(link).text
    assert not guest.get(match).json()["decision"]["mine"], "looking takes nothing"
    assert guest.post(link, follow_redirects=False).headers["location"] in link
    assert error_of_page(late.post(link))
    now = guest.get(match).json()
    assert (now["decision"]["seat"], now["decision"]["mine"]) == (1, True)
    assert act(guest, match, now["revision"], select("tax"), seat=1).status_code == 200
    assert visitor.get(match).json()["seats"][1]["invitation"] == ""


def error_of_page(answer: object) -> bool:
    return "somebody else has taken this seat" in getattr(answer, "text", "").lower()


def test_nobody_but_who_began_the_match_is_told_the_link(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "guest", "guest", "random"))
    links = [seat["invitation"] for seat in visitor.get(match).json()["seats"]]
    assert [bool(link) for link in links] == [False, True, True, False]
    guest = another(visitor)
    guest.post(links[1])
    for browser in (guest, another(visitor)):
        assert links[2] not in browser.get(match).text


def test_who_began_the_match_does_not_play_a_guests_seat(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "guest", "random", "random"))
    answer = act(visitor, match, visitor.get(match).json()["revision"], select("tax"), seat=1)
    assert error(answer)["code"] == "not_your_decision"


def test_a_guest_still_has_the_seat_after_a_restart(tmp_path: Path) -> None:
    with table(tmp_path, SYSTEMS) as visitor:
        match = begin(visitor, "tahta", CHOICE, ("me", "guest", "me", "me"))
        guest = another(visitor)
        guest.post(visitor.get(match).json()["seats"][1]["invitation"])
        cookies = guest.cookies
    with table(tmp_path, SYSTEMS) as visitor:
        visitor.cookies = cookies
        assert act(visitor, match, 0, select("tax"), seat=1).status_code == 200


def test_the_lobby_knows_the_matches_of_a_guest(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "guest", "random", "random"))
    guest = another(visitor)
    assert [one["mine"] for one in guest.get("/api/matches").json()] == [False]
    assert "watch</span>" in guest.get("/").text
    guest.post(visitor.get(match).json()["seats"][1]["invitation"])
    assert [one["mine"] for one in guest.get("/api/matches").json()] == [True]
    assert "watch</span>" not in guest.get("/").text


def test_a_wrong_key_opens_no_seat(visitor: TestClient) -> None:
    match = begin(visitor, "tahta", CHOICE, ("me", "guest", "random", "random"))
    page = match.removeprefix("/api").replace("matches", "match")
    assert visitor.post(f"{page}/seat/guessed").status_code == 403
    assert visitor.get(f"{page}/seat/guessed").status_code == 403


def test_options_are_chosen_apart_from_the_scenario(visitor: TestClient) -> None:
    new = {"game": "tahta", "setup": "kingdom2", "players": ["me", "me"]}
    for mode, bids in (("standard", True), ("basic", False)):
        answer = visitor.post("/api/matches", json=new | {"options": {"mode": mode}})
        actions = visitor.get(f"/api/matches/{answer.json()['id']}").json()["actions"]
        assert any("Bid" in one["label"] for one in actions) is bids
    refused = visitor.post("/api/matches", json=new | {"options": {"mode": "wild"}})
    assert error(refused)["at"] == "options.mode"


class Late(Guests):
    """A table that looked before another one had made the invitations."""

    looked = False

    def _known(self, match_id: str) -> dict[int, Guest]:
        known = super()._known(match_id) if self.looked else {}
        self.looked = True
        return known


def test_two_tables_that_open_a_match_at_once_have_the_same_invitations(tmp_path: Path) -> None:
    players = ("me", "guest", "guest", "me")
    with table(tmp_path, SYSTEMS) as visitor:
        match = begin(visitor, "tahta", CHOICE, players)
        links = [seat["invitation"] for seat in visitor.get(match).json()["seats"]]
    store = Store(database_url(str(tmp_path / "matches.sqlite3")))
    found = Late(store).of(match.rsplit("/", 1)[-1], players)
    store.close()
    assert [links[guest.seat].rsplit("/", 1)[-1] for guest in found] == [one.key for one in found]
