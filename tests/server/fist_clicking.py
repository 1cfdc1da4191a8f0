"""Somebody at the page of Tahta's Melee: what one sees and clicks, with no knowledge of the rules.

Whoever plays here chooses at random among what may be clicked, as a stranger to the game would.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.server.clicking import over, wait

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLICKS_AT_MOST = 12  # for one decision

# A person is asked, or it is over.
ASKED = """document.body.classList.contains("over") || document.querySelector(
  "#veil:not([hidden]) button, #cards .pick, #seats .pick, #board .pick, " +
  "#actions .action, #dial .coin") !== null"""

STATE = """() => ({
  coins: document.querySelectorAll("#dial .coin").length,
  chosen: document.querySelectorAll('#dial .coin[aria-pressed="true"]').length,
  actions: document.querySelectorAll("#actions .action:not(.back)").length,
  picks: document.querySelectorAll("#cards .pick, #seats .pick, #board .pick").length,
  confirm: document.querySelector("#forecast:not([hidden]) #confirm") !== null,
})"""


def asked(page: Page) -> bool:
    """Whether this page is asked for something now."""
    return not over(page) and bool(page.evaluate(ASKED))


def decide(page: Page, chance: random.Random) -> None:
    """Make one decision by clicks."""
    before = int(page.locator("#board").get_attribute("data-revision") or -1)
    for _ in range(CLICKS_AT_MOST):
        if page.locator("#veil").is_visible():
            page.locator("#veil button").first.click()
            wait(page, "document.getElementById('veil').hidden")
            continue
        if not click(page, page.evaluate(STATE), chance):
            break
        page.wait_for_timeout(15)
        now = f"Number(document.getElementById('board').dataset.revision) > {before}"
        if page.evaluate(f"({now}) || !document.body.classList.contains('mine')"):
            return
    wait(page, f"Number(document.getElementById('board').dataset.revision) > {before}")


def click(page: Page, state: dict[str, Any], chance: random.Random) -> bool:
    """One click; whether there was anything to click."""
    if state["confirm"]:
        page.locator("#confirm").click()
    elif state["actions"]:
        button = page.locator("#actions .action:not(.back)").nth(chance.randrange(state["actions"]))
        button.click()
    elif state["coins"]:
        coin = page.locator("#dial .coin").nth(chance.randrange(state["coins"]))
        if coin.get_attribute("aria-pressed") == "false":
            coin.click()
    elif state["picks"]:
        # Not by the pointer: some counters are small, and lie close together.
        page.evaluate("document.activeElement?.blur()")
        picks = page.locator("#cards .pick, #seats .pick, #board .pick")
        picks.nth(chance.randrange(state["picks"])).dispatch_event("click")
    else:
        return False
    return True
