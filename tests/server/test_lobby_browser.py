"""The lobby in Chromium: what would begin, fighters, boards and situations of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page


def test_the_lobby_says_what_would_begin(page: Page, address: str) -> None:
    page.goto(address)
    about = page.locator("#about-to")
    about.get_by_text("Duel: Me against Tactician (bot)").wait_for()
    page.locator(".card", has_text="Last one standing").click()
    about.get_by_text("Last one standing: Me against").wait_for()
    page.get_by_label("Who plays Blue").select_option("friend")
    about.get_by_text("Me against A friend at this screen against").wait_for()


def test_whoever_goes_to_a_game_in_the_lobby_has_chosen_its_first_battle(
    page: Page, address: str
) -> None:
    page.goto(address)
    about = page.locator("#about-to")
    about.get_by_text("Duel: ").wait_for()
    page.get_by_role("link", name="Tao melee").click()
    about.get_by_text("Past the guard: Me against Skirmisher (bot)").wait_for()
    page.locator("#game-tao .card", has_text="The ogre").click()
    page.goto(f"{address}/#game-battlesystem")
    about.get_by_text("Two lines: ").wait_for()
    page.goto("about:blank")
    page.goto(f"{address}/#game-tahta")
    about.get_by_text("A kingdom for two: ").wait_for()


def test_the_form_says_at_once_what_is_wrong_with_a_fighter(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".card", has_text="Your own fighters").click()
    page.locator('.fighter [name="strength"]').first.fill("20")
    refusal = page.locator(".fighter .refusal").first
    refusal.wait_for()
    assert "TFT-CRE-01" in refusal.inner_text()


def test_own_fighters_can_be_sent_to_the_arena(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".card", has_text="Your own fighters").click()
    page.locator('.fighter [name="name"]').first.fill("Wilhelmina")
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    page.locator("#board .piece, #prompt-words", has_text="Wilhelmina").first.wait_for()


def test_a_side_is_shared_and_its_fighters_come_from_a_roster(
    page: Page, address: str, tmp_path: Path
) -> None:
    # TFT-GEN-03
    roster = tmp_path / "hands.toml"
    rows = [
        f'[[fighters]]\nname = "{name}"\nstrength = 13\ndexterity = 13\ngained = 2\n'
        for name in ("Ann", "Bea", "Cleo")
    ]
    roster.write_text("\n".join(rows), encoding="utf-8")
    page.goto(address)
    page.locator(".card", has_text="Your own fighters").click()
    red = page.locator(".builder-side").first
    red.locator('[name="roster"]').set_input_files(roster)
    red.locator(".fighter").nth(2).wait_for()
    assert red.locator('[name="name"]').evaluate_all("all => all.map(one => one.value)") == [
        "Ann",
        "Bea",
        "Cleo",
    ]
    red.locator('[name="players"]').select_option("2")
    red.get_by_label("Player 2").fill("Udo")
    red.locator('[name="owner"]').nth(2).select_option(label="Udo")
    page.get_by_label("Who plays Udo").select_option("friend")
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    assert page.locator("#seats .chip").all_inner_texts() == ["Red 1", "Udo", "Blue"]


def test_a_reading_of_the_rules_brings_its_armour_and_puts_out_what_it_excludes(
    page: Page, address: str
) -> None:
    # TFT-VAR-01
    page.goto(address)
    page.locator(".card", has_text="Your own fighters").click()
    page.locator(".variants summary").click()
    armour = page.locator('.fighter [name="armour"]').first
    assert armour.locator('option[value="cloth"]').is_disabled()
    page.get_by_label("More kinds of armour").check()
    armour.select_option("cloth")
    page.get_by_label("Defence in order only").check()
    page.get_by_label("Defence declared first").check()
    assert not page.get_by_label("Defence in order only").is_checked()
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    assert page.locator("#board .piece, #prompt-words").count()


def test_a_board_is_drawn_in_the_form_and_fought_on(page: Page, address: str) -> None:
    # TFT-BRD-04
    page.goto(address)
    page.locator(".card", has_text="Your own fighters").click()
    page.locator('[data-builder="tft"] [name="board"]').select_option(label="One of your own")
    field = page.locator('[name="map"]')
    field.fill("1 .\n #\n2 .\n .")
    page.get_by_role("button", name="To the arena").click()
    page.wait_for_selector("#board svg")
    assert page.locator("#board .cell").count() == 6


def choose_situation(page: Page, address: str, game: str, lesson: str) -> Locator:
    """The form for a situation of that game, with a teaching one chosen, or a text of one's own."""
    page.goto(address)
    page.locator(f'.card:has([data-build="{game}:situation"])').click()
    form = page.locator(f'[data-builder="{game}:situation"]')
    form.locator('[name="lesson"]').select_option(lesson)
    return form


def copied(page: Page) -> str:
    """What the button at the table puts on the clipboard."""
    page.get_by_role("button", name="Situation").click()
    page.get_by_role("button", name="Copied").wait_for()
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_situation_from_the_lobby_is_played_and_copied(
    page: Page, context: BrowserContext, address: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    form = choose_situation(page, address, "tft", "the_charge")
    form.locator(".situation-shown", has_text="The charge").locator("svg .piece").first.wait_for()
    page.get_by_label("Who plays Blue").select_option("friend")
    page.get_by_role("button", name="To the arena").click()
    page.locator("#prompt-words", has_text="Beauregard acts").wait_for()
    assert "[fighters.Beauregard]" in copied(page)


def test_whoever_copies_a_situation_gets_what_they_may_see(
    page: Page, context: BrowserContext, address: str
) -> None:
    # TAH-VIS-07: Raven's fist is closed, and Sun looks.
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    form = choose_situation(page, address, "tahta", "what_the_informers_say")
    shown = form.locator(".situation-shown", has_text="informers")
    shown.locator("svg .piece").first.wait_for()
    # The rules it names are those of its own game, whichever stands first in the lobby.
    assert str(shown.locator("a.rule").first.get_attribute("href")).startswith("/rules/tahta#TAH-")
    page.get_by_label("Who plays Raven").select_option("random")
    page.get_by_label("Who plays Sun").select_option("me")
    page.get_by_role("button", name="To the arena").click()
    page.locator("#prompt-words", has_text="informers").wait_for()
    text = copied(page)
    assert 'bid = "?"' in text
    assert 'cards = ["Informers"]' in text


def test_a_text_that_cannot_be_read_is_refused_with_its_line(page: Page, address: str) -> None:
    form = choose_situation(page, address, "tft", "")
    form.locator('[name="situation"]').fill("turn = one")
    form.locator(".situation-shown .complaint", has_text="line 1").wait_for()
