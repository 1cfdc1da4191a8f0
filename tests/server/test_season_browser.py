"""Seasons and record sheets as people see them, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from meleekit.season.book import encode_season
from tests.season.seasons import SEED, begin
from tests.server.live_table import live_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Every word of a card, and how far it sticks out of the card's frame on either side, in pixels.
STICKS_OUT = """cards => cards.flatMap(card => {
  const frame = card.querySelector("rect.frame").getBoundingClientRect();
  return [...card.querySelectorAll("text")]
    .map(text => [text.textContent, text.getBoundingClientRect()])
    .filter(([, box]) => box.left < frame.left - 1 || box.right > frame.right + 1
      || box.bottom > frame.bottom + 1)
    .map(([words]) => words);
})"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("table")
    with live_table(folder / "m.sqlite3", seeds=lambda: SEED) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/seasons")
    yield page
    context.close()
    assert faults == []


def opened(page: Page) -> str:
    page.get_by_role("button", name="Open the season").click()
    page.wait_for_url("**/season/*")
    return page.url


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("media", ["screen", "print"])
def test_no_word_of_a_record_sheet_leaves_its_card(page: Page, width: int, media: str) -> None:
    # TFT-CRE-11
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media="print" if media == "print" else "screen")
    page.goto(page.url.replace("/seasons", "/sheets"))
    cards = page.locator(".record-sheet")
    assert cards.count() >= 15
    assert cards.evaluate_all(STICKS_OUT) == []


def test_four_record_sheets_fill_a_page_of_paper(page: Page) -> None:
    opened(page)
    page.get_by_role("link", name="Record sheets").click()
    page.wait_for_selector(".record-sheet")
    assert page.locator(".record-sheet").count() == 4
    page.emulate_media(media="print")
    # What is left of A4 between margins of 9 mm, at 96 pixels an inch.
    page.set_viewport_size({"width": 725, "height": 1054})
    boxes = [card.bounding_box() for card in page.locator(".record-sheet").all()]
    found = [box for box in boxes if box is not None]
    assert len({round(box["x"]) for box in found}) == 2
    assert len({round(box["y"]) for box in found}) == 2
    assert max(box["y"] + box["height"] for box in found) <= 1054


def test_a_season_is_gone_through_by_clicks_and_fits_a_phone(page: Page) -> None:
    opened(page)
    page.get_by_role("button", name="Only tell me the end").click()
    page.get_by_role("heading", name="Battle 2 of").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_battle_is_played_at_the_table_and_leads_back_to_its_season(page: Page) -> None:
    season = opened(page)
    for _ in range(12):
        if page.get_by_role("button", name="Play it").count():
            break
        page.get_by_role("button", name="Only tell me the end").click()
        page.wait_for_load_state()
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/match/*")
    page.wait_for_selector("#board svg")
    page.get_by_role("link", name="Season").click()
    page.wait_for_url(season)
    assert page.get_by_role("link", name="To the table").is_visible()


def test_a_season_is_brought_along_as_its_file(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "spring.json"
    file.write_bytes(encode_season(begin()))
    page.get_by_label("A season's file").set_input_files(file)
    page.wait_for_url("**/season/*")
    assert page.get_by_role("heading", name="Spring").is_visible()
