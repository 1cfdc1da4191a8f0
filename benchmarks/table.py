"""How quickly the table on the web answers, seen from a real browser."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import CHROMIUM_ARGS, find_chromium
from tests.server.live_table import live_table

ROUNDS = 7
PLACES, BUTTONS = "#board .pick", "#actions .action"


def measure_table() -> list[str]:
    """Lines to print: the page's time to be ready, and an action's to a second browser."""
    path = find_chromium()
    if path is None:
        return ["table on the web                    not measured: no Chromium found"]
    with (
        tempfile.TemporaryDirectory() as folder,
        live_table(Path(folder) / "bench.sqlite3") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
        ready, seen = _times(browser, address)
        browser.close()
    return [
        f"table page ready                    {ready * 1000:10.0f} ms  (target 1000)",
        f"an action seen in a second browser  {seen * 1000:10.0f} ms  (target 150)",
    ]


def _times(browser: Browser, address: str) -> tuple[float, float]:
    player, watcher = browser.new_context().new_page(), browser.new_context().new_page()
    table = _new_match(player, address)
    ready = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        player.goto(table, wait_until="commit")
        player.wait_for_selector("#board [data-id^='hex:']")
        player.wait_for_selector("#board .pick", state="attached")
        ready.append(time.perf_counter() - start)
    watcher.goto(table)
    watcher.wait_for_selector("#board [data-id^='hex:']")
    return median(ready), median(_delays(player, watcher))


def _new_match(page: Page, address: str) -> str:
    """A duel between two people at this screen; the address of its table."""
    page.goto(address)
    page.get_by_label("Who plays Blue").select_option("friend")
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    return page.url


def _delays(player: Page, watcher: Page) -> list[float]:
    """Seconds from a click in one browser to the new position in the other, several times."""
    player.evaluate(
        "document.addEventListener('click', () => {"
        " window.clicked = performance.timeOrigin + performance.now(); }, true)"
    )
    watcher.evaluate(
        "new MutationObserver(() => { window.seen = performance.timeOrigin + performance.now(); })"
        ".observe(document.getElementById('board'), {attributes: true})"
    )
    delays = []
    for _ in range(ROUNDS):
        # Some decisions are made on the board, some by a button.
        player.wait_for_selector(f"{PLACES}, {BUTTONS}", state="attached")
        watcher.evaluate("window.seen = undefined")
        places = player.locator(PLACES)
        (places if places.count() else player.locator(BUTTONS)).first.click(force=True)
        deadline = time.monotonic() + 20
        while not watcher.evaluate("window.seen !== undefined"):
            assert time.monotonic() < deadline, "the second browser never saw the action"
            watcher.wait_for_timeout(5)
        delays.append(watcher.evaluate("window.seen") - player.evaluate("window.clicked"))
        player.wait_for_timeout(100)
    return [delay / 1000 for delay in delays]
