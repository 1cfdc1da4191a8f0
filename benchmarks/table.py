"""How quickly the table on the web answers, seen from a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url

ROUNDS = 7
PLACES, BUTTONS = "#board .pick", "#actions .action"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def measure_table() -> list[str]:
    """Lines to print: the page's time to be ready, and an action's to a second browser."""
    path = os.environ.get("MELEEKIT_CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUM)), None
    )
    if path is None:
        return ["table on the web                    not measured: no Chromium found"]
    with _served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        ready, seen = _times(browser, address)
        browser.close()
    return [
        f"table page ready                    {ready * 1000:10.0f} ms  (target 1000)",
        f"an action seen in a second browser  {seen * 1000:10.0f} ms  (target 150)",
    ]


@contextmanager
def _served() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        config = Config(database_url(str(Path(folder) / "bench.db")), port=port)
        server = uvicorn.Server(uvicorn.Config(create_app(config), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join(timeout=10)


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
