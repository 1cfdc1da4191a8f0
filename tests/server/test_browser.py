"""The real page in Chromium: a duel by clicks, a reload amid it, somebody watching, a phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.server.clicking import (
    CLICKS_AT_MOST,
    CORRIDOR,
    READY,
    attack_offered,
    click_on,
    fight,
    over,
    revision,
    shoot_then_grapple,
    sit_down,
    sit_down_at,
    sit_down_in_the_pit,
    wait,
    wait_for_revision,
)
from tests.server.live_table import live_table
from tests.server.odd_ladders import ODD_LADDERS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_a_whole_duel_by_clicks_with_a_reload_and_somebody_watching(
    page: Page, browser: Browser, address: str
) -> None:
    sit_down_in_the_pit(page, address)
    elsewhere = browser.new_context()
    guest = elsewhere.new_page()
    guest.goto(page.url)
    guest.wait_for_selector("#board svg")

    fight(page, until=8)
    shown = revision(page)
    report = page.locator("#log .line").all_inner_texts()
    page.reload()
    page.wait_for_selector("#board svg")
    assert revision(page) == shown
    assert page.locator("#log .line").all_inner_texts() == report

    fight(page)
    assert "won" in page.locator("#prompt-words").inner_text()
    wait(guest, "document.body.classList.contains('over')")
    assert revision(guest) == revision(page)
    assert guest.locator("#actions .action").count() == 0
    elsewhere.close()

    page.get_by_role("link", name="Watch it again").click()
    page.wait_for_selector("#board svg")
    wait(page, "document.getElementById('verdict').textContent.startsWith('Verified')")


def test_a_whole_battle_with_a_shot_and_a_grapple_by_clicks(page: Page, address: str) -> None:
    sit_down_at(page, address, CORRIDOR, "brawler")
    for _ in range(CLICKS_AT_MOST):
        wait(page, READY)
        if over(page):
            break
        page.evaluate("window.before = document.getElementById('prompt').innerHTML")
        shoot_then_grapple(page)
        wait(page, "document.getElementById('prompt').innerHTML !== window.before")
        if page.locator("#skip").is_visible():
            page.keyboard.press("Space")
    report = page.locator("#log").inner_text()
    assert "Ann shoots at Bob" in report
    assert "hand-to-hand" in report
    assert over(page)


def test_an_action_is_seen_in_a_second_browser(page: Page, browser: Browser, address: str) -> None:
    sit_down(page, address, other="friend")
    elsewhere = browser.new_context()
    guest = elsewhere.new_page()
    guest.goto(page.url)
    guest.wait_for_selector("#board svg")
    before = revision(page)
    wait(page, READY)
    click_on(page)
    wait_for_revision(guest, before + 1)
    elsewhere.close()


def test_only_what_is_legal_reacts(page: Page, address: str) -> None:
    sit_down(page, address)
    page.wait_for_selector("#board .pick")
    before = revision(page)
    page.locator("#board .cell:not(.pick)").first.click(force=True)
    page.wait_for_timeout(200)
    assert revision(page) == before


def test_the_odds_are_shown_with_their_reasons_before_one_commits(page: Page, address: str) -> None:
    sit_down_in_the_pit(page, address, other="friend")
    wait(page, READY)
    while (attack := attack_offered(page)) is None:
        fight(page, until=revision(page) + 1)
        assert not over(page)
    before = revision(page)
    attack.hover()
    page.wait_for_selector("#forecast .figure")
    assert "%" in page.locator("#forecast .first dd").inner_text()
    assert page.locator("#forecast .reasons td.rule").first.inner_text().startswith("TFT-")
    assert revision(page) == before


def test_night_is_the_same_by_choice_and_by_the_system(page: Page, address: str) -> None:
    colours = """() => ["html", "#board .cell", "#board .coord", "#board .pick"].map((one) => {
      const look = getComputedStyle(document.querySelector(one));
      return [look.color, look.fill, look.stroke, look.backgroundColor];
    })"""
    page.emulate_media(color_scheme="light")
    sit_down_in_the_pit(page, address)
    page.wait_for_selector("#board .pick")
    day = page.evaluate(colours)
    page.emulate_media(color_scheme="dark")
    night = page.evaluate(colours)
    assert night != day
    page.locator("#theme").click()
    assert page.evaluate(colours) == day
    page.emulate_media(color_scheme="light")
    assert page.evaluate(colours) == day
    page.locator("#theme").click()
    assert page.evaluate(colours) == night


def test_undo_takes_back_the_last_decision(page: Page, address: str) -> None:
    sit_down(page, address, other="friend")
    fight(page, until=3)
    page.get_by_role("button", name="Undo").click()
    wait_for_revision(page, 2)


def test_a_match_can_be_played_with_keys_alone(page: Page, address: str) -> None:
    sit_down(page, address, other="friend")
    for wanted in (1, 2, 3):
        page.locator("#board").locator('.pick[tabindex="0"]').focus()
        page.keyboard.press("Enter")
        wait_for_revision(page, wanted)


def test_the_match_survives_a_restart_of_the_server(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    first = live_table(path)
    with first as root:
        sit_down(page, root, other="friend")
        fight(page, until=3)
    with live_table(path, first.port):
        page.reload()
        page.wait_for_selector("#board svg")
        assert revision(page) == 3
        fight(page, until=4)


def test_a_replay_goes_step_by_step(page: Page, address: str) -> None:
    sit_down(page, address, other="friend")
    fight(page, until=4)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#board svg")
    page.keyboard.press("End")
    wait_for_revision(page, 4)
    page.keyboard.press("ArrowLeft")
    wait_for_revision(page, 3)
    assert page.url.endswith("#3")


def test_a_board_that_grows_is_shown_at_the_table_and_in_the_replay(
    page: Page, tmp_path: Path
) -> None:
    def cells() -> int:
        return page.locator("#board .cell").count()

    with live_table(tmp_path / "matches.sqlite3", systems=ODD_LADDERS) as root:
        new = {"game": "growing", "setup": "race", "players": ["me", "friend"]}
        page.goto(root + page.request.post(f"{root}/api/matches", data=new).json()["url"])
        page.wait_for_selector("#board .pick")
        shown = [cells()]
        for wanted in (1, 2, 3):
            page.locator("#actions").get_by_role("button", name="Climb 1").click()
            wait_for_revision(page, wanted)
            shown.append(cells())
        assert shown == [2, 3, 3, 4]
        page.get_by_role("link", name="Replay").click()
        for key, wanted in (("End", 3), ("ArrowLeft", 2), ("Home", 0), ("ArrowRight", 1)):
            page.wait_for_selector("#board svg")
            page.keyboard.press(key)
            wait_for_revision(page, wanted)
            assert cells() == shown[wanted]


def test_on_a_phone_the_first_tap_shows_and_the_second_does(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(address)
    page.get_by_label("Who plays Blue").select_option("friend")
    page.get_by_role("button", name="To the arena").tap()
    page.wait_for_selector("#board .pick")
    cell = page.locator("#board .pick").first
    cell.tap(force=True)
    page.wait_for_selector("#confirm")
    assert revision(page) == 0
    cell.tap(force=True)
    wait_for_revision(page, 1)
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert wide <= 390


IN_SIGHT = """
() => {
  const frame = document.querySelector("#board").getBoundingClientRect();
  return [...document.querySelectorAll("#board .cells .pick")]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.left >= frame.left && box.right <= frame.right
      && box.top >= frame.top && box.bottom <= frame.bottom).length;
}
"""
"""How many of the hexes that may be chosen are seen whole."""


def test_on_a_phone_the_board_is_moved_to_where_one_may_choose(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    sit_down(page, address, "me")
    page.wait_for_selector("#board.large .pick")
    # One side comes in at one end of the arena, one at the other, each by three hexes.
    page.wait_for_function(f"({IN_SIGHT})() === 3")
    first = page.locator("#prompt").inner_text()
    for revision_now in (1, 2):
        page.locator("#actions .action").first.click()
        wait_for_revision(page, revision_now)
    assert {first.partition(":")[0], page.locator("#prompt").inner_text().partition(":")[0]} == {
        "Red",
        "Blue",
    }
    page.wait_for_function(f"({IN_SIGHT})() === 3")
    context.close()


def test_on_a_phone_the_moment_can_be_copied_too(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    page = context.new_page()
    new = {"game": "tft", "setup": {"situation": "the_charge"}, "players": ["me", "friend"]}
    answer = page.request.post(f"{address}/api/matches", data=new)
    page.goto(f"{address}{answer.json()['url']}")
    page.wait_for_selector("#board svg")
    assert not page.locator("#copy-situation").is_visible()
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_role("button", name="Situation").tap()
    page.get_by_role("button", name="Copied").wait_for()
    assert "[fighters.Beauregard]" in page.evaluate("navigator.clipboard.readText()")
    page.locator("#board").tap(position={"x": 5, "y": 5})
    assert not page.locator("#copy-situation").is_visible()
    context.close()


def test_what_may_be_done_to_one_in_the_same_hex_has_buttons_too(page: Page, address: str) -> None:
    # Ways out of the pile fill the board; the counters in it are small.
    sit_down_at(page, address, {"situation": "a_dagger_in_the_pile"}, "me")
    offered = page.locator("#actions .action .label").all_text_contents()
    assert "Attack Bob with dagger" in offered
    assert not [words for words in offered if words.startswith("Break")]
