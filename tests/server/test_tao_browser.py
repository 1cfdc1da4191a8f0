"""Tao melee in Chromium: a fight stepped through on the board, and the referee's map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.server.clicking import is_fault, wait
from tests.server.live_table import live_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SEED = bytes(range(32))
SITUATION = "three_points_for_two_hexes"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with live_table(tmp_path_factory.mktemp("table") / "m.sqlite3", seeds=lambda: SEED) as root:
        yield root


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if is_fault(said) else None)
    yield page
    assert faults == []
    context.close()


def click(page: Page, id_: str) -> None:
    page.locator(f'#board [data-id="{id_}"]').click(force=True)


def says(page: Page, place: str, words: str) -> None:
    wait(page, f"document.querySelector('{place}').textContent.includes({words!r})")


def test_a_hex_is_clicked_to_step_and_the_prices_follow(page: Page, address: str) -> None:
    page.goto(f"{address}/#game-tao")
    page.locator("#game-tao .card", has_text="A situation").click()
    page.locator('[data-builder="tao:situation"] [name="lesson"]').select_option(SITUATION)
    page.wait_for_selector('[data-builder="tao:situation"] svg')
    page.get_by_label("Who plays Blue").select_option("friend")
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    says(page, "#prompt-words", "5 AP")
    click(page, "hex:0204")
    says(page, "#prompt-words", "4 AP")
    click(page, "hex:0304")
    says(page, "#prompt-words", "2 AP")
    assert page.locator("#board .link-melee").count() == 1
    page.get_by_role("button", name="End the turn").click()
    says(page, "#prompt-words", "Bala")


def test_pointing_at_somebody_shows_their_prices_in_place_of_ones_own(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/tao/melee")
    page.wait_for_selector("#board svg")
    page.locator("summary").click()
    page.locator('[name="ready"]').select_option("the_last_point")
    says(page, "#leaving", "Albert is not engaged and can step away for 1 AP")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("#match #board svg")

    def figures() -> set[str]:
        labels = page.locator("#board .tint-label").evaluate_all(
            "(all) => all.filter((x) => x.getClientRects().length > 0).map((x) => x.textContent)"
        )
        return set(labels)

    says(page, "#prompt-words", "1 AP")
    assert figures() == {"1"}
    page.locator('#board [data-id="fig:1"]').hover(force=True)
    wait(page, "getComputedStyle(document.querySelector('#board .now')).display", "none")
    assert figures() == {"1", "2", "3", "4", "5"}


def test_the_options_show_what_a_scenario_has_and_several_may_be_ticked(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/#game-tao")
    section = page.locator("#game-tao")
    section.locator(".card", has_text="Past the guard").click()
    section.locator("summary", has_text="Options").click()
    ticked = section.locator('[data-several="variants"] input:checked')
    assert ticked.count() == 0
    assert section.locator('[name="round_limit"]').input_value() == "4"
    section.locator(".card", has_text="Albert and Bala").click()
    assert ticked.count() == 10
    section.get_by_label("Grappling").uncheck()
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    match = page.url.rsplit("/", 1)[1]
    situation = page.request.get(f"{address}/api/matches/{match}/situation").text()
    assert '"charging"' in situation
    assert '"grappling"' not in situation


def test_a_position_is_clicked_together_and_answered_at_once(page: Page, address: str) -> None:
    page.goto(f"{address}/tao/melee")
    page.wait_for_selector("#board svg")
    says(page, "#leaving", "Albert is engaged and can withdraw for 2 AP")
    click(page, "hex:0305")
    says(page, "#way", "0204 to 0305: 3 AP by 0205 (2), 0305 (3)")
    page.get_by_label("In hand").select_option("")
    says(page, "#engaged", "Bala (armed) engages Albert (unarmed), one way")
    page.locator(".modes").get_by_text("Add Blue").click()
    click(page, "hex:0205")
    says(page, "#leaving", "Blue 1 is not engaged")
    click(page, "fig:0")
    says(page, "#leaving", "Albert is engaged")
    page.get_by_label("AP", exact=True).fill("1")
    page.get_by_label("AP", exact=True).blur()
    says(page, "#leaving", "Albert cannot withdraw")
    page.locator(".modes").get_by_text("Remove").click()
    click(page, "fig:3")
    wait(page, "document.querySelectorAll('#board .piece').length", 3)
    # The last of a side stays, and it is said why.
    click(page, "fig:0")
    says(page, "#complaint", "1 to 12 combatants a side")
    assert page.locator("#board .piece").count() == 3
    page.reload()
    says(page, "#leaving", "Albert cannot withdraw")
    page.locator("summary").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("#match #board svg")


def test_what_was_clicked_wrongly_or_loaded_over_it_is_taken_back(page: Page, address: str) -> None:
    page.goto(f"{address}/tao/melee")
    page.wait_for_selector("#board svg")
    back = page.get_by_role("button", name="Take back")
    assert back.is_disabled()
    page.locator(".modes").get_by_text("Remove").click()
    click(page, "fig:2")
    wait(page, "document.querySelectorAll('#board .piece').length", 2)
    page.locator("summary").click()
    page.locator('[name="ready"]').select_option("ambush")
    wait(page, "document.querySelectorAll('#board .piece').length", 10)
    back.click()
    wait(page, "document.querySelectorAll('#board .piece').length", 2)
    back.click()
    wait(page, "document.querySelectorAll('#board .piece').length", 3)
    assert back.is_disabled()
    page.reload()
    wait(page, "document.querySelectorAll('#board .piece').length", 3)


def test_several_of_a_side_with_a_long_name_can_be_added(page: Page, address: str) -> None:
    page.goto(f"{address}/tao/melee")
    page.wait_for_selector("#board svg")
    page.locator("summary").click()
    page.get_by_label("Second side").fill("B" * 40)
    page.get_by_label("Second side").blur()
    page.locator(".modes").get_by_text(f"Add {'B' * 40}").click()
    for number, hex_ in enumerate(("0101", "0901"), 1):
        click(page, f"hex:{hex_}")
        says(page, "#leaving", f"{'B' * 37} {number} is not engaged")


def test_the_referees_map_fits_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{address}/tao/melee")
    page.wait_for_selector("#board svg")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
