"""A live table and a page at it, for the tests in Chromium that want no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.server.clicking import is_fault
from tests.server.live_table import live_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# The dice of every match here, so that each run sees the same fights.
SEED = bytes(range(32))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A live table on a port of its own, at which the dice always fall the same."""
    path = tmp_path_factory.mktemp("table") / "matches.sqlite3"
    with live_table(path, seeds=lambda: SEED) as root:
        yield root


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which nothing may go wrong unseen."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if is_fault(said) else None)
    yield page
    assert faults == []
