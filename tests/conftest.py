"""What all tests share: how a browser is found, what a skip means, how hypothesis runs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# Machines differ in speed, so no deadline. Under CI hypothesis's own profile makes the examples
# the same each time; at home every run looks at new ones.
settings.register_profile("meleekit", deadline=None, max_examples=60, print_blob=True)
settings.load_profile("meleekit")

CHROMIUM_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_MAC_APPS = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)
# The page under test is on this machine: the browser has no business elsewhere.
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def skips_are_failures() -> bool:
    return os.environ.get("MELEEKIT_REQUIRE_BROWSER", "") not in ("", "0")


def find_chromium() -> str | None:
    """The browser named by MELEEKIT_CHROMIUM, else the first that is installed."""
    if named := os.environ.get("MELEEKIT_CHROMIUM"):
        return named
    on_path = filter(None, map(shutil.which, CHROMIUM_COMMANDS))
    in_apps = (str(app) for app in CHROMIUM_MAC_APPS if app.exists())
    return next(on_path, None) or next(in_apps, None)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium or Chrome found: install one, or name it in MELEEKIT_CHROMIUM")
    return path


# For one file of tests, not for the session: while it lives, Playwright's event loop occupies
# the thread, and a later test in the same process could not run one of its own.
@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what drives a browser, and keep it together in one process."""
    for item in items:
        if "chromium_path" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("browser") and config.pluginmanager.hasplugin("xdist"):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return refuse_skip((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return refuse_skip((yield))


def refuse_skip(report: Report) -> Report:
    """Turn a skip, or an expected failure, into a failure where they are forbidden."""
    if report.skipped and skips_are_failures():
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        if hasattr(report, "wasxfail"):  # pytest does not count a failure that has this
            del report.wasxfail
        report.longrepr = f"MELEEKIT_REQUIRE_BROWSER forbids skips, and this one did: {reason}"
    return report
