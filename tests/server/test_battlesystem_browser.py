"""One melee and a battle's roster as a referee sees them, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from meleekit.battlesystem.columns import COLUMNS
from meleekit.battlesystem.game import BattleSystem
from meleekit.battlesystem.roster_book import decode_book
from meleekit.systems import SYSTEMS
from tests.server.live_table import live_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("table")
    systems = {**SYSTEMS, "battlesystem": BattleSystem()}
    with live_table(folder / "m.sqlite3", systems=systems) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/battlesystem")
    yield page
    context.close()
    assert faults == []


def case_56(page: Page) -> None:
    page.locator('[data-side="first"] [name="contact"]').fill("6")
    page.locator('[data-side="second"] [name="contact"]').fill("6")
    page.locator('[data-side="second"] [name="support"]').fill("6")
    page.get_by_text("attacks: 6 in contact x 1 + 6 behind").wait_for()


def test_a_melee_with_dice_that_were_typed(page: Page) -> None:
    # Case 56: BAT-PROC-02..08, BAT-LOSS-01, BAT-LOSS-02
    case_56(page)
    assert "Mean 2.50" in page.locator('[data-sums="0"]').inner_text()
    page.locator('[data-dice="0"]').fill("6")
    page.locator('[data-dice="1"]').fill("8")
    page.get_by_role("button", name="Strike").click()
    page.locator(".outcome").first.wait_for()
    first, second = (one.inner_text() for one in page.locator(".outcome").all())
    assert "HD of damage" in first
    assert "left of 12\t" in first.replace("\n", "\t")
    assert "left of 12, 1 of them wounded" in second


def test_what_the_rules_refuse_stands_beside_its_field(page: Page) -> None:
    # Case 58: BAT-UNIT-06
    form = page.locator('[data-side="first"]')
    form.locator('[name="contact"]').fill("20")
    form.get_by_role("alert").get_by_text("12 figures").wait_for()
    assert "BAT-VAL-03" in form.get_by_role("alert").inner_text()
    assert form.locator('[name="contact"]').get_attribute("aria-invalid") == "true"
    form.locator('[name="contact"]').fill("5")
    form.get_by_role("alert").wait_for(state="hidden")


def test_a_results_table_is_uploaded(page: Page, tmp_path: Path) -> None:
    # BAT-CRT-02, BAT-CRT-05
    case_56(page)
    rows = "".join(f"[[row]]\nroll = {r}\ncells = {[max(0, 30 - r)] * 11}\n" for r in range(31))
    head = f'title = "Printed"\ncolumns = {list(COLUMNS)}\nroll_min = 0\nroll_max = 30\n'
    path = tmp_path / "own.toml"
    path.write_text(head + rows)
    page.locator("#crt").set_input_files(path)
    page.locator("#crt-title", has_text="Printed").wait_for()
    # Six attackers do 6 x (18 - dice) HD: by hand 223/36 of ten-HD figures on the average.
    page.locator('[data-sums="0"]', has_text="223/36").wait_for()
    path.write_text(head + rows.replace("roll = 12\n", "roll = 13\n"))
    page.locator("#crt").set_input_files(path)
    page.locator("#crt-complaint", has_text="BAT-CRT-05").wait_for()
    page.get_by_role("button", name="Back to the usual").click()
    page.locator('[data-sums="0"]', has_text="Mean 2.50").wait_for()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_sticks_out_of_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    case_56(page)
    page.get_by_role("button", name="Roll for me").click()
    page.locator(".outcome").first.wait_for()
    assert page.evaluate(WIDTH) == width
    page.goto(f"{page.url}/battle")
    page.get_by_role("button", name="Begin").click()
    page.locator(".force").first.wait_for()
    assert page.evaluate(WIDTH) == width


def test_a_battle_stays_in_the_browser_and_goes_into_a_file(page: Page, tmp_path: Path) -> None:
    # BAT-LOSS-09, BAT-MOR-01, BAT-MOR-05
    page.goto(f"{page.url}/battle")
    page.get_by_role("button", name="Begin").click()
    for number, fields in enumerate(({"contact": "6"}, {"contact": "6", "support": "6"})):
        for name, value in fields.items():
            page.locator(f'[data-striker="{number}"] [name="{name}"]').fill(value)
    page.locator('#melee [name="dice"]').fill("6 8")
    page.get_by_role("button", name="Strike").click()
    page.get_by_text("Man-at-arms: a quarter lost").wait_for()
    assert "10 of 12, 1 wounded" in page.locator(".force").first.inner_text()
    page.locator('#morale [name="dice"]').fill("13")
    page.locator("#morale").get_by_role("button", name="Check").click()
    page.locator("#morale .said", has_text="falls into open formation").wait_for()
    page.reload()
    page.locator(".force").first.wait_for()
    assert page.locator("#story li").count() == 2
    page.get_by_role("button", name="Next round").click()
    page.locator("#round", has_text="Round 2").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.locator("#round", has_text="Round 1").wait_for()
    # On paper there are the title and the roster, and nothing to click.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 725, "height": 1054})
    assert page.locator("#title").is_visible()
    assert page.locator(".force .form-cell").first.is_visible()
    assert not page.locator("#melee").is_visible()
    page.emulate_media(media="screen")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    path = tmp_path / "battle.json"
    saved.value.save_as(path)
    assert len(decode_book(path.read_bytes()).steps) == 2
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Put away").click()
    page.locator("#open").set_input_files(path)
    page.locator("#story li").nth(1).wait_for()


def test_a_battle_is_begun_with_a_table_that_was_uploaded(page: Page, tmp_path: Path) -> None:
    # BAT-CRT-02, BAT-CRT-05
    page.goto(page.url.removesuffix("/battlesystem"))
    game = page.locator("#game-battlesystem")
    game.locator(".card").first.click()
    game.locator("summary").click()
    rows = "".join(f"[[row]]\nroll = {r}\ncells = {[max(0, 30 - r)] * 11}\n" for r in range(31))
    head = f"columns = {list(COLUMNS)}\nroll_min = 0\nroll_max = 30\n"
    path = tmp_path / "own.toml"
    path.write_text(head + rows)
    game.locator('[data-into="crt"]').set_input_files(path)
    page.wait_for_function("document.querySelector('[name=crt]').value !== ''")
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_url("**/match/*")
