"""Playing at the page by clicks: sitting down, choosing, fighting on until something happens."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Locator, Page

CLICKS_AT_MOST = 600


# A person's way through a fight: what may be clicked that lies nearest to an enemy, but not one's
# own figure, which stands for what is seldom wanted.
NEAREST = """() => {
  const { className } = document.querySelector("#seats .waiting");
  const [own] = className.match(/side-[0-9]+/);
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const foe = document.querySelector(`#board .piece:not(.${own}, .is-dead)`);
  const [x, y] = foe ? middle(foe) : [innerWidth / 2, innerHeight / 2];
  const far = (one) => { const [a, b] = middle(one); return Math.hypot(a - x, b - y); };
  const picks = [...document.querySelectorAll(`#board .pick:not(.piece.${own})`)];
  return picks.sort((a, b) => far(a) - far(b))[0]?.dataset.id ?? null;
}"""


# Seven hexes, on which the two who enter are face to face at once, and one is no match for the
# other: the fight is short.
PIT = {
    "title": "In the pit",
    "board": {
        "id": "pit",
        "title": "Pit",
        "hexes": [[0, 0], [0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]],
        "entrances": [[[0, 0]], [[0, -1]]],
    },
    "sides": [
        {"name": "Red", "fighters": ["grusk"]},
        {"name": "Blue", "fighters": ["tib"]},
    ],
}


# A corridor with an archer at one end, and at the other somebody slower, whom she can grapple.
CORRIDOR = {
    "title": "In the corridor",
    "board": {
        "id": "corridor",
        "title": "Corridor",
        "hexes": [[0, 0], [0, 1], [0, 2], [0, 3]],
        "entrances": [[[0, 3]], [[0, 0]]],
    },
    "sides": [
        {
            "name": "Red",
            "fighters": [
                {
                    "name": "Ann",
                    "strength": 12,
                    "dexterity": 12,
                    "items": ["small_bow", "dagger"],
                    "ready": ["small_bow"],
                }
            ],
        },
        {
            "name": "Blue",
            "fighters": [
                {
                    "name": "Bob",
                    "race": "goblin",
                    "strength": 9,
                    "dexterity": 9,
                    "armour": "leather",
                    "items": ["club"],
                }
            ],
        },
    ],
}


ATTACK = re.compile("^Attack")


PATIENCE = 20.0  # seconds


# Something may be chosen, or nothing will be any more; not while a choice is on its way.
READY = """document.body.classList.contains("over") ||
  document.querySelector("#board .pick, #actions .action") !== null"""


def is_fault(said: ConsoleMessage) -> bool:
    """Whether the page complains. That a table is closed for a moment is no fault of the page."""
    return said.type == "error" and "ERR_CONNECTION_REFUSED" not in said.text


def sit_down(page: Page, address: str, other: str = "brawler", battle: str = "Duel") -> None:
    """From the lobby to the table."""
    page.goto(address)
    page.locator(".card", has_text=battle).first.click()
    page.get_by_label("Who plays Blue").select_option(other)
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")


def sit_down_in_the_pit(page: Page, address: str, other: str = "brawler") -> None:
    """At the table of a fight in which nobody has far to go."""
    sit_down_at(page, address, PIT, other)


def sit_down_at(page: Page, address: str, setup: object, other: str) -> None:
    new = {"game": "tft", "setup": setup, "players": ["me", other]}
    answer = page.request.post(f"{address}/api/matches", data=new)
    assert answer.status == 201, answer.text()
    page.goto(f"{address}{answer.json()['url']}")
    page.wait_for_selector("#board svg")


def wait(page: Page, condition: str, wanted: object = True) -> None:
    """Until an expression has a value. The page's policy allows no `wait_for_function`."""
    deadline = time.monotonic() + PATIENCE
    while page.evaluate(condition) != wanted:
        assert time.monotonic() < deadline, f"never came: {condition} is {wanted!r}"
        page.wait_for_timeout(10)


def wait_for_revision(page: Page, wanted: int) -> None:
    wait(page, "Number(document.getElementById('board').dataset.revision)", wanted)


def revision(page: Page) -> int:
    return int(page.locator("#board").get_attribute("data-revision") or -1)


def over(page: Page) -> bool:
    return bool(page.evaluate("document.body.classList.contains('over')"))


def click_on(page: Page) -> None:
    """One click of somebody who wants to fight."""
    attack = page.locator("#actions .action", has_text=ATTACK)
    if attack.count():
        attack.first.click()
        return
    nearest = page.evaluate(NEAREST)
    if nearest is not None:
        page.evaluate("id => document.activeElement?.blur()", nearest)
        page.locator(f'#board [data-id="{nearest}"]').first.click(force=True)
    else:
        page.locator("#actions .action:visible").first.click()


def attack_offered(page: Page) -> Locator | None:
    """Where there are few actions each has a button; where there are many one aims on the board."""
    if " acts" not in page.locator("#prompt-words").inner_text():
        return None
    button = page.locator("#actions .action", has_text=ATTACK)
    if button.count():
        return button.first
    nearest = page.evaluate(NEAREST) or ""
    return page.locator(f'#board [data-id="{nearest}"]') if nearest.startswith("fig:") else None


def fight(page: Page, until: int | None = None) -> None:
    """Click until the match is over, or has come to that revision."""
    for _ in range(CLICKS_AT_MOST):
        wait(page, READY)
        if over(page) or (until is not None and revision(page) >= until):
            return
        page.evaluate("window.before = document.getElementById('prompt').innerHTML")
        click_on(page)
        wait(page, "document.getElementById('prompt').innerHTML !== window.before")
        if page.locator("#skip").is_visible():
            page.keyboard.press("Space")
    raise AssertionError("the duel did not end")


def shoot_then_grapple(page: Page) -> None:
    """One click of an archer who shoots once, then goes for her enemy with the dagger."""
    report = page.locator("#log").inner_text()
    stay = page.locator("#actions .action", has_text="End movement")
    if stay.count() and "shoots at" not in report:
        stay.first.click()
        return
    for wanted in ("Shoot at Bob", "Draw", "Attack Bob with dagger", "Attack Bob"):
        button = page.locator("#actions .action, #menu .action", has_text=wanted)
        if button.count() and button.first.is_visible():
            button.first.click()
            return
    foe = page.locator("#board .piece.side-1.pick")
    if foe.count():
        page.evaluate("document.activeElement?.blur()")
        foe.first.click(force=True)
        return
    click_on(page)
