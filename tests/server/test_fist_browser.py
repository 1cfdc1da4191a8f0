"""Tahta's Melee in Chromium: a whole game of two people and two bots, all secrets kept."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from meleekit.systems import SYSTEMS
from tests.server.clicking import is_fault, over, wait
from tests.server.fist_clicking import asked, decide
from tests.server.live_table import live_table
from tests.tahta.sealed import ATTACK, CHOICE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
DECISIONS_AT_MOST = 400
SEED = bytes(range(32))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("table") / "matches.sqlite3"
    with live_table(path, seeds=lambda: SEED) as root:
        yield root


class Person:
    """A browser of its own; all that the table ever sent it is kept."""

    def __init__(self, browser: Browser, size: Any, touch: bool = False) -> None:
        self.context = browser.new_context(
            viewport=size, has_touch=touch, reduced_motion="reduce", is_mobile=touch
        )
        self.page: Page = self.context.new_page()
        self.heard: list[str] = []
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda x: self.faults.append(x.text) if is_fault(x) else None)
        self.page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def positions(self) -> list[dict[str, Any]]:
        told = [json.loads(one) for one in self.heard if one.startswith("{")]
        return [one for one in told if one["type"] == "position"]

    def leave(self) -> None:
        assert self.faults == []
        self.context.close()


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Person, Person]]:
    """One at a desk, one with a telephone."""
    both = Person(browser, DESKTOP), Person(browser, PHONE, touch=True)
    yield both
    for one in both:
        one.leave()


def sit_down(person: Person, address: str, setup: object, players: list[str]) -> None:
    new = {"game": "tahta", "setup": setup, "players": players}
    answer = person.page.request.post(f"{address}/api/matches", data=new)
    assert answer.status == 201, answer.text()
    person.page.goto(f"{address}{answer.json()['url']}")
    person.page.wait_for_selector("#board svg")


def test_a_whole_game_of_two_people_and_two_bots(
    people: tuple[Person, Person], address: str
) -> None:
    host, guest = people
    sit_down(host, address, "kingdom4", ["me", "guest", "random", "random"])
    match = host.page.url.replace("/match/", "/api/matches/")
    link = host.page.request.get(match).json()["seats"][1]["invitation"]
    guest.page.goto(f"{address}{link}")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.wait_for_selector("#board svg")

    chance = random.Random(11)
    for _ in range(DECISIONS_AT_MOST):
        wait_until_somebody_is_asked(people)
        if over(host.page):
            break
        for person in people:
            person.page.evaluate("document.getElementById('skip').click()")
            if asked(person.page):
                decide(person.page, chance)
    wait(guest.page, "document.body.classList.contains('over')")
    assert "wins" in host.page.locator("#prompt-words").inner_text() or "won" in (
        host.page.locator("#prompt-words").inner_text()
    )
    # TAH-VIS-02: compare what either was told with what was decided, once all of it is open.
    record = host.page.request.get(f"{match}/record").json()
    assert len(record["entries"]) > 20
    for person, seat in ((host, 0), (guest, 1)):
        nothing_told_too_early(person.positions(), record["entries"], seat)


def wait_until_somebody_is_asked(people: tuple[Person, Person]) -> None:
    for _ in range(600):
        if over(people[0].page) or any(asked(person.page) for person in people):
            return
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked anything")


def nothing_told_too_early(
    positions: list[dict[str, Any]], entries: list[dict[str, Any]], seat: int
) -> None:
    """As long as something is sealed its page shows only a back, and its line has no number."""
    own = 0
    for told in positions:
        if told["outcome"]:
            continue
        for line in told["log"]:
            sealed = re.search(r"seals a bid|face down\.|the fist on \d", line["text"])
            if entries[line["revision"]]["seat"] == seat:
                own += sealed is not None
            else:
                assert not sealed
        for panel in told["beside"]["panels"]:
            if panel["seat"] != seat:
                assert not [card for card in panel["cards"] if card["down"] and card["name"]]
    assert own, "what one has sealed oneself is told in these words"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_fist_is_closed_guessed_at_and_opened(browser: Browser, address: str, size: Any) -> None:
    player = Person(browser, size)
    page = player.page
    sit_down(player, address, ATTACK, ["me"] * 4)
    page.locator('#board [data-id="unit:hn:soldier"]').dispatch_event("click")
    page.locator('#board [data-id="node:n"]').dispatch_event("click")
    wait(page, "document.querySelectorAll('#dial .coin').length", 9)
    assert page.locator("#actions .action").count() == 0, "nothing is hidden by mistake"
    page.locator('#dial [data-number="4"]').click()
    assert page.locator("#dial .coin.in").count() == 4
    page.get_by_role("button", name="Hide 4 gold").click()
    # TAH-CARD-21: then the defender may ask, and guesses.
    page.get_by_role("button", name="Ask nobody").click()
    wait(page, "document.querySelector('#prompt-words').textContent.startsWith('Sun guesses')")
    page.locator('#dial [data-number="3"]').click()
    page.locator("#actions .action").first.click()
    page.wait_for_selector("#reveal:not([hidden])")
    assert page.locator("#reveal .face b").all_inner_texts() == ["4", "3"]
    assert "succeeds" in page.locator("#reveal p").inner_text()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    player.leave()


def test_friends_at_one_screen_choose_one_after_the_other_unseen(
    browser: Browser, address: str
) -> None:
    player = Person(browser, DESKTOP)
    page = player.page
    sit_down(player, address, CHOICE, ["me", "friend", "friend", "friend"])
    for name, card in (("Raven", "Tax"), ("Sun", "Recruitment")):
        assert page.locator("#cards .card-face").count() == 0
        page.get_by_role("button", name=f"I am {name}, and alone").click()
        page.locator("#cards .pick", has_text=card).click()
        page.locator("#confirm").click()
        wait(page, "document.getElementById('veil').hidden", False)
    told = page.locator("body").inner_text()
    assert "face down" in told
    assert "Tax" not in page.locator("#seats").inner_text()
    player.leave()


def test_winters_two_cards_are_clicked_one_after_the_other(browser: Browser, address: str) -> None:
    """TAH-WINT-01."""
    player = Person(browser, DESKTOP)
    page = player.page
    winter = {"situation": CHOICE["situation"].replace('"summer"', '"winter"')}
    sit_down(player, address, winter, ["me"] * 4)
    page.locator('#cards [data-id="choice:tax"]').click()
    page.locator('#cards [data-id="choice:attack"]').click()
    assert page.locator("#confirm").inner_text() == "Choose Tax and Move & Attack"
    page.locator("#confirm").click()
    wait(page, "document.getElementById('prompt-words').textContent", "Sun chooses face down")
    player.leave()


def test_the_lobby_offers_every_bot_seat_and_option_of_the_game(
    browser: Browser, address: str
) -> None:
    player = Person(browser, DESKTOP)
    page = player.page
    page.goto(address)
    page.locator(".card", has_text="A kingdom for two").click()
    section = page.locator('[data-game="tahta"]')
    section.locator("summary", has_text="Options").click()
    for option in SYSTEMS["tahta"].options():
        assert section.locator(f'[name="{option.name}"]').is_visible()
    section.locator('[name="mode"]').select_option('"basic"')
    offered = page.get_by_label("Who plays Sun").locator("option").all_inner_texts()
    assert "Somebody elsewhere, by a link" in offered
    page.get_by_label("Who plays Sun").select_option("guest")
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    assert page.get_by_role("button", name="Invite").is_visible()
    assert page.locator("#cards").is_hidden(), "the basic game has no special cards"
    player.leave()
