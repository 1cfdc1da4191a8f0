"""Seasons and record sheets on the web: begun, gone on with, kept, and counted once."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from sqlalchemy.exc import OperationalError

from meleekit.core.errors import StaleRevision
from meleekit.season.battles import fought_by_bots, match_of
from meleekit.season.book import BattleBegun, decode_season, encode_season
from meleekit.season.standing import Standing, standing
from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from meleekit.server.season_rooms import match_id_of
from meleekit.server.season_store import SeasonStore
from meleekit.server.store import Store
from tests.season.seasons import OWN, RICH, SEED, begin, both_fall, pair_up, won_by
from tests.server.table_at_home import HOME, another, table

FULL = "".join(
    f'[[fighters]]\nname = "F{number}"\nstrength = 12\ndexterity = 12\n' for number in range(41)
)
PLAN = {"fighter": ["berrin", "tamsin"], "others": "2", "rounds": "1", "kind": "arena"}


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    config = Config(database_url(str(tmp_path / "m.sqlite3")), pace=0.0, names=("testserver",))
    app = create_app(config, seeds=lambda: SEED)
    with TestClient(app, base_url=HOME, raise_server_exceptions=False) as visitor:
        yield visitor


def opened(visitor: TestClient, **fields: object) -> str:
    """Begin a season; the address of its page."""
    answer = visitor.post("/seasons", data=PLAN | fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    place: str = answer.headers["location"]
    return place


def brought(visitor: TestClient, data: bytes) -> str:
    answer = visitor.post("/seasons", data={"file": data.decode()}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    place: str = answer.headers["location"]
    return place


def file_of(visitor: TestClient, page: str) -> bytes:
    answer = visitor.get(f"{page}/file")
    assert answer.status_code == 200
    return answer.content


def complaint(answer: Response) -> str:
    found = re.search(r'class="complaint" role="alert">(.*?)</p>', answer.text, re.DOTALL)
    assert found, answer.text
    return found[1]


def under_way(visitor: TestClient) -> tuple[str, str]:
    """A season in which one's own battle has begun at the table: its page and the match."""
    now = standing(begin())
    page = brought(visitor, encode_season(now.season.then(pair_up(now))))
    answer = visitor.post(f"{page}/play", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return page, f"/api{answer.headers['location'].replace('/match/', '/matches/')}"


def play_out(visitor: TestClient, match: str) -> None:
    """Answer for the people at the table, and wait for the bots, till the match is over."""
    with visitor.websocket_connect(f"{match}/live") as line:
        while not (position := line.receive_json()).get("outcome"):
            decision = position.get("decision")
            if decision and decision["mine"]:
                asked = {"do": "act", "revision": position["revision"], "action": 0}
                line.send_json(asked)


def test_the_lobby_leads_to_seasons_and_record_sheets(visitor: TestClient) -> None:
    lobby = visitor.get("/").text
    assert 'href="/seasons"' in lobby
    assert 'href="/sheets"' in lobby


def test_a_table_without_the_game_has_no_seasons(tmp_path: Path) -> None:
    with table(tmp_path) as other:
        assert other.get("/seasons").status_code == 404
        assert "/seasons" not in other.get("/").text


def test_a_season_begins_with_the_fighters_chosen(visitor: TestClient) -> None:
    page = opened(visitor, stable="The Mill Lane", title="Spring")
    shown = visitor.get(page).text
    assert '<h1 class="match-title">Spring</h1>' in shown
    for words in ("The Mill Lane", "Berrin Ashe", "Tamsin Reed", "Battle 1 of 3"):
        assert words in shown
    assert page in visitor.get("/seasons").text


def test_a_season_begins_with_a_roster_and_says_what_is_wrong_with_one(
    visitor: TestClient,
) -> None:
    roster = '[[fighters]]\nname = "Ann"\nstrength = 12\ndexterity = 12\nitems = ["mace"]\n'
    assert "Ann" in visitor.get(opened(visitor, roster=roster)).text
    before = visitor.get("/seasons").text
    wrong = visitor.post("/seasons", data=PLAN | {"roster": roster.replace("= 12", "= 13", 1)})
    assert wrong.status_code == 422
    assert "line 3" in complaint(wrong)
    # TFT-CRE-01
    assert "TFT-CRE-01" in complaint(wrong)
    assert visitor.get("/seasons").text == before


@pytest.mark.parametrize(
    "fields",
    [
        {"rounds": "many"},
        {"rounds": "0"},
        {"size": "9"},
        {"kind": "picnic"},
        {"fighter": []},
        {"bot": "nobody"},
        {"others": "99"},
        {"title": "x" * 81},
        {"file": "{}"},
        {"file": "not JSON"},
        {"roster": "["},
    ],
    ids=lambda fields: "-".join(fields),
)
def test_a_season_that_cannot_be_is_refused_on_the_page(
    visitor: TestClient, fields: dict[str, object]
) -> None:
    answer = visitor.post("/seasons", data=PLAN | fields)
    assert answer.status_code in (400, 422)
    assert complaint(answer)
    assert "None has begun yet" in answer.text


def test_bots_fight_battle_after_battle_to_the_end(visitor: TestClient) -> None:
    page = opened(visitor)
    for _ in range(3):
        answer = visitor.post(f"{page}/fight")
        assert answer.status_code in (200, 400)
    assert "The season is over" in visitor.get(page).text
    refused = visitor.post(f"{page}/fight")
    assert "the season is over" in complaint(refused)


def test_a_battle_played_at_the_table_counts_once(visitor: TestClient) -> None:
    page, match = under_way(visitor)
    shown = visitor.get(page).text
    assert "To the table" in shown
    assert "is being fought at the table" in complaint(visitor.post(f"{page}/fight"))
    play_out(visitor, match)
    assert f'href="{page}"' in visitor.get(match.replace("/api/matches", "/match")).text
    for _ in range(2):
        assert "Battle 2 of" in visitor.get(page).text
    season = decode_season(file_of(visitor, page))
    assert [type(step).__name__ for step in season.steps] == ["BattleBegun", "BattleFought"]
    assert season.steps[1].commitment == visitor.get(match).json()["commitment"]  # type: ignore[union-attr]


def test_two_clicks_begin_one_match(visitor: TestClient) -> None:
    page, match = under_way(visitor)
    again = visitor.post(f"{page}/play", follow_redirects=False)
    assert match.endswith(again.headers["location"].removeprefix("/match/"))
    assert len(visitor.get("/api/matches").json()) == 1


def test_a_battle_brought_to_the_table_while_bots_fight_it_is_the_one_that_counts(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(visitor)
    brought: list[Response] = []

    def slow(now: Standing, battle: BattleBegun) -> Any:
        brought.append(visitor.post(f"{page}/play", follow_redirects=False))
        return fought_by_bots(now, battle)

    monkeypatch.setattr("meleekit.server.season_rooms.fought_by_bots", slow)
    answer = visitor.post(f"{page}/fight", follow_redirects=False)
    assert brought[0].status_code == 303
    assert answer.status_code == 409
    assert "at the table" in complaint(answer)
    season = decode_season(file_of(visitor, page))
    assert [type(step).__name__ for step in season.steps] == ["BattleBegun"]
    play_out(visitor, f"/api{brought[0].headers['location'].replace('/match/', '/matches/')}")
    visitor.get(page)
    assert len(standing(decode_season(file_of(visitor, page))).fought) == 1


def test_a_battle_that_bots_have_fought_meanwhile_does_not_come_to_the_table(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(visitor)

    def slow(now: Standing, battle: BattleBegun) -> Any:
        answer = visitor.post(f"{page}/fight", follow_redirects=False)
        assert answer.status_code == 303
        return match_of(now, battle)

    monkeypatch.setattr("meleekit.server.season_rooms.match_of", slow)
    answer = visitor.post(f"{page}/play", follow_redirects=False)
    assert answer.status_code == 409
    assert visitor.get("/api/matches").json() == []
    assert len(standing(decode_season(file_of(visitor, page))).fought) == 1


@pytest.mark.parametrize(
    ("roster", "words"),
    [
        ("x = " + "[" * 3000 + "]" * 3000, "nested too deeply"),
        ("a." * 20_000 + "a = 1", "nested too deeply"),
        ("[[fighters]]\nname = 'Ann'\nstrength = " + "9" * 5000, "too many digits"),
        (FULL, "at most 40 fighters"),
    ],
    ids=["deep list", "deep key", "long number", "many fighters"],
)
def test_a_roster_that_would_choke_the_table_is_refused(
    visitor: TestClient, roster: str, words: str
) -> None:
    before = visitor.get("/seasons").text
    answer = visitor.post("/seasons", data=PLAN | {"roster": roster})
    assert answer.status_code == 422
    assert words in complaint(answer)
    assert visitor.get("/seasons").text == before


def test_a_season_whose_battles_could_not_be_fought_is_not_brought_along(
    visitor: TestClient,
) -> None:
    before = visitor.get("/seasons").text
    data = encode_season(begin()).replace(b'"arena2"', b'"moon"')
    answer = visitor.post("/seasons", data={"file": data.decode()})
    assert answer.status_code == 422
    assert "moon" in complaint(answer)
    assert visitor.get("/seasons").text == before


def test_of_many_pages_that_count_a_battle_at_once_one_does(visitor: TestClient) -> None:
    page, match = under_way(visitor)
    play_out(visitor, match)
    guests = [another(visitor) for _ in range(6)]
    start = threading.Barrier(len(guests))

    def look(guest: TestClient) -> int:
        start.wait()
        return guest.get(page).status_code

    with ThreadPoolExecutor(len(guests)) as pool:
        assert set(pool.map(look, guests)) == {200}
    assert len(standing(decode_season(file_of(visitor, page))).fought) == 1


def test_experience_is_spent_and_arms_are_changed_between_battles(visitor: TestClient) -> None:
    # TFT-XP-01, TFT-CRE-08
    roster = '[[fighters]]\nname = "Ann"\nstrength = 12\ndexterity = 12\nxp = 130\n'
    page = opened(visitor, roster=roster)
    shown = visitor.post(f"{page}/spend", data={"name": "Ann", "attribute": "STR"})
    assert shown.status_code == 200
    arms = {"name": "Ann", "armour": "plate", "item": ["morningstar", "", "dagger"]}
    assert visitor.post(f"{page}/arm", data=arms).status_code == 200
    sheet = standing(decode_season(file_of(visitor, page))).fighter("Ann").sheet
    assert (sheet.strength, sheet.xp, sheet.armour) == (13, 30, "plate")
    assert sheet.items == ("morningstar", "dagger")
    # TFT-BAD-06, TFT-CRE-05
    answer = visitor.post(f"{page}/spend", data={"name": "Ann", "attribute": "STR"})
    assert "TFT-BAD-06" in complaint(answer)
    assert "TFT-CRE-05" in complaint(visitor.post(f"{page}/arm", data=arms | {"item": "battleaxe"}))


@pytest.mark.parametrize("what", ["fight", "spend"])
def test_two_clicks_on_one_page_do_not_act_twice(visitor: TestClient, what: str) -> None:
    page = brought(visitor, encode_season(begin(own=(RICH, OWN[1]))))
    form = re.search(rf'action="{page}/{what}">(.*?)</form>', visitor.get(page).text, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    first, second = (visitor.post(f"{page}/{what}", data=fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 409)
    assert "look again" in complaint(second)
    now = standing(decode_season(file_of(visitor, page)))
    done = {"fight": len(now.fought), "spend": now.fighter(RICH.name).sheet.gained}
    assert done[what] == 1
    again = re.findall(r'name="steps" value="(\d+)"', second.text)
    assert set(again) == {str(len(now.season.steps))}


def test_nothing_is_spent_during_a_battle(visitor: TestClient) -> None:
    # TFT-BAD-06
    page, _ = under_way(visitor)
    name = standing(begin()).living(0)[0].name
    answer = visitor.post(f"{page}/spend", data={"name": name, "attribute": "STR"})
    assert "TFT-BAD-06" in complaint(answer)


def test_readings_of_the_rules_hold_for_a_whole_season(visitor: TestClient) -> None:
    # TFT-VAR-01
    armour = {"name": "Berrin Ashe", "armour": "cloth", "item": "mace"}
    assert "TFT-CRE-08" in complaint(visitor.post(f"{opened(visitor)}/arm", data=armour))
    page = opened(visitor, variant="VAR-EXTRA-ARMOUR")
    assert visitor.post(f"{page}/arm", data=armour).status_code == 200
    assert "Cloth" in visitor.get(f"{page}/sheets").text
    wrong = visitor.post("/seasons", data=PLAN | {"variant": "VAR-NONE"})
    assert "TFT-VAR-01" in complaint(wrong)


def test_somebody_is_hired_for_the_dead(visitor: TestClient) -> None:
    now = standing(begin())
    battle = pair_up(now)
    page = brought(visitor, encode_season(now.season.then(battle, won_by(battle, 1, dies=True))))
    assert "Hire a recruit" in visitor.get(page).text
    assert visitor.post(f"{page}/hire").status_code == 200
    assert len(standing(decode_season(file_of(visitor, page))).living(0)) == 2
    assert "one is hired when" in complaint(visitor.post(f"{page}/hire"))


def test_each_stable_of_one_s_own_hires_for_its_own_dead(visitor: TestClient) -> None:
    season, names = both_fall()
    page = brought(visitor, encode_season(season))
    assert visitor.get(page).text.count("Hire a recruit") == 2
    for stable in (1, 0):
        assert visitor.post(f"{page}/hire", data={"stable": names[stable]}).status_code == 200
        now = standing(decode_season(file_of(visitor, page)))
        assert [now.free_places(one) for one in (0, 1)] == ([1, 0] if stable else [0, 0])
    foe = now.stable_name(2)
    assert "of your own" in complaint(visitor.post(f"{page}/hire", data={"stable": foe}))


@pytest.mark.parametrize("what", ["fight", "play", "watch", "spend", "arm", "hire"])
def test_others_may_look_and_do_nothing(visitor: TestClient, what: str) -> None:
    page = opened(visitor)
    before = file_of(visitor, page)
    guest = another(visitor)
    assert guest.get(page).status_code == 200
    answer = guest.post(f"{page}/{what}", data={"name": "Berrin Ashe", "attribute": "STR"})
    assert answer.status_code == 403
    assert "another" in complaint(answer)
    assert guest.get(f"{page}/file").status_code == 403
    assert file_of(visitor, page) == before


def test_a_season_goes_on_after_a_restart_and_at_another_table(tmp_path: Path) -> None:
    config = Config(database_url(str(tmp_path / "m.sqlite3")), pace=0.0, names=("testserver",))
    with TestClient(create_app(config), base_url=HOME) as visitor:
        page = opened(visitor)
        visitor.post(f"{page}/fight")
        data, cookies = file_of(visitor, page), visitor.cookies
    with TestClient(create_app(config), base_url=HOME) as visitor:
        visitor.cookies = cookies
        assert file_of(visitor, page) == data
        other = brought(visitor, data)
        assert other != page
        for place in (page, other):
            visitor.post(f"{place}/fight")
        assert file_of(visitor, page) == file_of(visitor, other)


def test_what_cannot_be_stored_has_not_happened(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(visitor)
    before = file_of(visitor, page)

    def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr("meleekit.server.season_store._columns", full)
        assert visitor.post(f"{page}/fight").status_code == 500
    assert file_of(visitor, page) == before
    assert visitor.post(f"{page}/fight").status_code == 200


def test_of_two_tables_that_write_the_same_step_one_is_refused(tmp_path: Path) -> None:
    store = Store(database_url(str(tmp_path / "m.sqlite3")))
    seasons = SeasonStore(store)
    season = begin()
    seasons.create("spring", season, "owner")
    now = standing(season)
    seasons.add("spring", 0, (pair_up(now),))
    with pytest.raises(StaleRevision):
        seasons.add("spring", 0, (pair_up(now, 1, 2),))
    assert seasons.load("spring")[0].steps == (pair_up(now),)
    store.close()


def test_there_is_nothing_at_the_address_of_a_season_that_is_not_there(
    visitor: TestClient,
) -> None:
    for address in ("/season/none", "/season/none/file", "/season/none/sheets"):
        assert visitor.get(address).status_code == 404
    assert visitor.post("/season/none/fight").status_code == 404
    page = opened(visitor)
    assert visitor.post(f"{page}/burn").status_code == 400


def test_matches_of_battles_have_names_that_no_other_match_can_have() -> None:
    assert match_id_of("abc-_1", 12) == "abc-_1.12"


def test_record_sheets_are_shown_to_print(visitor: TestClient) -> None:
    # TFT-CRE-11
    page = visitor.get("/sheets").text
    assert page.count('class="record-sheet"') >= 15
    assert "data-print" in page
    own = visitor.get(f"{opened(visitor)}/sheets").text
    assert own.count('class="record-sheet"') == 2
    assert "@media print" in visitor.get("/static/record_sheet.css").text


def test_pages_hold_nothing_that_their_own_policy_forbids(visitor: TestClient) -> None:
    for address in ("/seasons", "/sheets", opened(visitor)):
        page = visitor.get(address).text
        assert not re.search(r"<style|\sstyle=|<script>|\son\w+=", page), address


def test_names_cannot_smuggle_markup_into_a_season(visitor: TestClient) -> None:
    roster = '[[fighters]]\nname = "<b>Ann</b>"\nstrength = 12\ndexterity = 12\n'
    page = opened(visitor, roster=roster, stable="<i>Us</i>")
    shown = visitor.get(page).text + visitor.get(f"{page}/sheets").text
    assert "<b>Ann" not in shown
    assert "<i>Us" not in shown
