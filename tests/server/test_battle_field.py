"""A BATTLESYSTEM battle in Chromium: units moved by clicks, melees weighed and fought, a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.clicking import is_fault, over, revision, wait
from tests.server.live_table import live_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DECISIONS_AT_MOST = 60

# Two blocks that can charge each other at once; both keep open ground behind them.
MEETING: dict[str, Any] = {
    "title": "A meeting",
    "rounds": 2,
    "sides": [
        {
            "name": "Blue",
            "units": [
                {"name": "Men", "troop": "man_at_arms", "figures": 8, "files": 4, "at": [10, 8]},
                {"name": "Watch", "troop": "heavy_foot", "figures": 4, "at": [30, 8]},
            ],
        },
        {
            "name": "Red",
            "units": [
                {
                    "name": "Orcs",
                    "troop": "orc",
                    "figures": 8,
                    "files": 4,
                    "at": [13, 20],
                    "facing": "S",
                },
                {"name": "Pack", "troop": "goblin", "figures": 4, "at": [4, 20], "facing": "S"},
            ],
        },
    ],
}

MINE = """document.body.classList.contains("over") || (document.body.classList.contains("mine") &&
  document.querySelector("#board .pick, #actions .action") !== null)"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("table") / "matches.sqlite3"
    with live_table(path, seeds=lambda: bytes(range(32))) as root:
        yield root


@pytest.fixture(params=[(1280, 800, False), (390, 844, True)], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page on which nothing may go wrong unseen."""
    width, height, touch = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="reduce",
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if is_fault(said) else None)
    yield page
    assert faults == []
    context.close()


def sit_down(page: Page, address: str, players: list[str], setup: dict[str, Any] = MEETING) -> None:
    new = {"game": "battlesystem", "setup": setup, "players": players}
    answer = page.request.post(f"{address}/api/matches", data=new)
    assert answer.status == 201, answer.text()
    page.goto(f"{address}{answer.json()['url']}")
    page.wait_for_selector("#board svg")


def choose(page: Page, label: str) -> None:
    """Press the button that says so, and wait for what comes of it."""
    before = revision(page)
    page.locator("#actions .action", has_text=label).first.click()
    if page.locator("#confirm").is_visible():  # by touch the odds come first
        page.locator("#confirm").click()
    wait(page, f"Number(document.getElementById('board').dataset.revision) > {before}")


def words(page: Page) -> str:
    return page.locator("#prompt-words").inner_text()


def until(page: Page, asked: str = "") -> None:
    """Answer whatever else is asked with the first button, until that is, or all is over."""
    for _ in range(DECISIONS_AT_MOST):
        wait(page, MINE)
        if (asked and asked in words(page)) or over(page):
            return
        if page.locator("#actions .action").count() == 0:  # too many for buttons: whose?
            pick(page, page.locator("#board .piece.pick").last.get_attribute("data-id") or "")
        choose(page, "")
    raise AssertionError(f"never asked: {asked}")


def pick(page: Page, id: str) -> None:
    """Click the middle of what has that id, wherever the board has been scrolled to."""
    thing = page.locator(f'#board [data-id="{id}"]')
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def shown(page: Page, tint: str) -> int:
    """How many washes of that kind are to be seen, those of the moment and of what is chosen."""
    there = f"#board .now .tint-{tint}, #board .hover.shown .tint-{tint}"
    return page.locator(there).count()


def test_units_are_moved_weighed_and_fought_by_clicks(page: Page, address: str) -> None:
    sit_down(page, address, ["me", "friend"])
    wait(page, MINE)
    choose(page, "Move first")
    first = words(page).partition(":")[0]
    unit, foe = ("Men", "Orcs") if first == "Blue" else ("Orcs", "Men")
    assert words(page) == f"{first}: move a unit"

    assert "Combat Results Table" in page.locator("#fairness").inner_text()

    # Whom one chooses goes on showing where it may go.
    pick(page, f"unit:{unit}")
    assert page.locator(f'#board [data-id="unit:{unit}"].chosen').count() == 1
    assert shown(page, "reach")
    assert shown(page, "target")
    assert page.locator("#actions .action", has_text="wheel left").count() == 1

    # Any cell that the front rank comes to stand on is the advance to it.
    cell = "cell:11,9" if unit == "Men" else "cell:11,19"
    before = revision(page)
    pick(page, cell)
    if page.locator("#confirm").is_visible():
        page.locator("#confirm").click()
    wait(page, f"Number(document.getElementById('board').dataset.revision) > {before}")
    assert f"{unit} advance 1 cell." in page.locator("#log").inner_text()
    assert page.locator(f'#board [data-id="unit:{unit}"].active').count() == 1
    choose(page, "halt here")
    choose(page, "hold")

    # The other charges, and knows before what it may cost.
    assert "move a unit" in words(page)
    pick(page, f"unit:{foe}")
    # A charge has its button although other shapes, folded away, make the list long.
    assert page.locator("#actions .aside .action").count() > 9
    charge = page.locator("#actions .action", has_text=f"charge {unit}")
    charge.focus()
    charge.hover()
    if page.viewport_size and page.viewport_size["width"] > 760:
        wait(page, "document.getElementById('forecast').hidden", False)
        assert "on average" in page.locator("#forecast").inner_text()
    choose(page, f"charge {unit}")
    assert page.locator("#board .link-melee").count() == 4
    assert page.locator("#board .rush-charge").count() == 1

    until(page, "which melee comes next?")
    fight = page.locator("#actions .action", has_text="Men against Orcs").first
    chance = fight.locator(".chance")
    wait(page, "document.querySelector('#actions .chance').textContent !== ''")
    assert chance.inner_text().endswith("%")
    choose(page, "Men against Orcs")
    report = page.locator("#log").inner_text()
    assert "Men attack Orcs with spear, 4 in front and 4 behind. THAC0 21" in report
    assert "Orcs attack Men with scimitar, 4 in front" in report
    until(page)
    assert over(page)
    assert "The battle" in page.locator("#log").inner_text()


def test_a_battle_against_the_captain_comes_to_its_end(page: Page, address: str) -> None:
    sit_down(page, address, ["me", "captain"])
    until(page)
    assert over(page)


@pytest.mark.parametrize("replay", [False, True], ids=["table", "replay"])
def test_the_field_is_all_seen_at_a_desk_and_larger_on_a_phone(
    page: Page, address: str, replay: bool
) -> None:
    sit_down(page, address, ["me", "friend"])
    wait(page, MINE)
    if replay:
        page.goto(f"{page.url}/replay")
        page.wait_for_selector("#board svg")
    phone = page.viewport_size is not None and page.viewport_size["width"] < 500
    cell = page.locator('#board [data-id="cell:11,9"]')
    box = cell.bounding_box()
    assert box
    assert box["width"] > (20 if phone else 15)
    if phone:
        page.locator("#zoom").click()
        smaller = cell.bounding_box()
        assert smaller
        assert smaller["width"] < 12
        frame = page.locator("#board").bounding_box()
        whole = page.locator("#board svg").bounding_box()
        assert frame
        assert whole
        assert whole["width"] <= frame["width"] + 1


@pytest.mark.parametrize("replay", [False, True], ids=["table", "replay"])
def test_the_key_is_in_sight_and_hides_nothing_of_the_board(
    page: Page, address: str, replay: bool
) -> None:
    sit_down(page, address, ["me", "friend"])
    wait(page, MINE)
    choose(page, "Move first")
    page.locator("#legend li", has_text="charge").wait_for()
    if replay:
        page.goto(f"{page.url}/replay#1")
        page.locator("#legend li", has_text="charge").wait_for()
    key, board = page.locator("#legend").bounding_box(), page.locator("#board").bounding_box()
    assert key
    assert board
    assert key["y"] >= board["y"] + board["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def test_what_happened_is_in_sight_where_the_pointer_was_left(page: Page, address: str) -> None:
    sit_down(page, address, ["me", "friend"])
    until(page, "move a unit")
    unit = "Men" if words(page).startswith("Blue") else "Orcs"
    pick(page, f"unit:{unit}")
    choose(page, "charge")
    until(page, "which melee comes next?")
    choose(page, "Men against Orcs")
    wait(page, MINE)
    page.wait_for_timeout(300)  # long enough for odds to be asked and told
    assert page.locator("#forecast").is_hidden()
    end = "(log) => log.scrollHeight - log.scrollTop - log.clientHeight"
    assert page.locator("#log").evaluate(end) < 5
    assert page.locator("#log .turn").first.inner_text() == "Round 1"
    assert page.locator("#log .line", has_text="Round 1.").count() == 0
    blow = page.locator("#log .line", has_text="Men attack Orcs")
    assert blow.locator(".roll").count() == 1
    assert page.locator("#log .line", has_text="Initiative").first.locator(".roll").count() >= 2


def test_a_chance_of_one_thing_over_many_cells_is_said_once_and_legibly(
    page: Page, address: str
) -> None:
    blue, red = MEETING["sides"]
    orcs = red["units"][0] | {"at": [13, 13]}
    near = MEETING | {"sides": [blue, red | {"units": [orcs]}]}
    sit_down(page, address, ["me", "friend"], near)
    until(page, "move a unit")
    unit, cell = ("Men", "cell:11,9") if words(page).startswith("Blue") else ("Orcs", "cell:11,12")
    pick(page, f"unit:{unit}")
    pick(page, cell)
    if page.locator("#confirm").is_visible():
        page.locator("#confirm").click()
    page.locator("#board .tags text").first.wait_for()
    assert page.locator("#board .tags text").count() == 1
    size = """(text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"""
    assert page.locator("#board .tags text").evaluate(size) > 10


def test_what_a_click_would_do_is_told_to_those_who_hear_the_board(
    page: Page, address: str
) -> None:
    sit_down(page, address, ["me", "friend"])
    until(page, "move a unit")
    unit, cell = ("Men", "cell:11,9") if words(page).startswith("Blue") else ("Orcs", "cell:11,19")
    place = page.locator(f'#board [data-id="{cell}"]')
    pick(page, f"unit:{unit}")
    assert str(place.get_attribute("aria-label")).endswith(f": {unit}: advance 1 cell")
    page.keyboard.press("Escape")
    pick(page, "unit:Watch" if unit == "Men" else "unit:Pack")
    assert "advance" not in str(place.get_attribute("aria-label"))


def test_the_buttons_of_a_replay_stay_where_they_are(page: Page, address: str) -> None:
    sit_down(page, address, ["captain", "captain"])
    wait(page, "document.body.classList.contains('over')")
    page.goto(f"{page.url}/replay")
    page.locator("#verdict", has_text="Verified").wait_for()
    before = page.locator("#on").bounding_box()
    page.keyboard.press("End")
    page.locator("#log .line.now").last.wait_for()
    assert page.locator("#on").bounding_box() == before
    for key in ("End", "Home"):
        page.keyboard.press(key)
        page.wait_for_timeout(300)
        frame, first = (
            page.locator(one).first.bounding_box() for one in ("#log", "#log .line.now")
        )
        assert frame
        assert first
        assert frame["y"] - 1 <= first["y"] < frame["y"] + frame["height"]
