"""The examples of the documentation run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from meleekit.core.situation import game_of, parsed
from meleekit.systems import SYSTEMS, USUAL, system
from meleekit.terminal.rules import rules_page, write_rules

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
SITUATION = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run_one_after_the_other(page: Path) -> None:
    scope: dict[str, object] = {}
    for example in CODE.findall(page.read_text(encoding="utf-8")):
        exec(compile(example, page.name, "exec"), scope)  # our own pages


def test_the_situations_of_the_pages_can_be_read() -> None:
    page = (ROOT / "docs" / "situations.md").read_text(encoding="utf-8")
    texts = SITUATION.findall(page)
    assert texts
    for text in texts:
        game, state = system(game_of(parsed(text), SYSTEMS, USUAL)).load_situation(text)
        assert game.decisions(state)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_links_to_is_there(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


ANCHOR = re.compile(r'<a id="([^"]+)">')
INSIDE = re.compile(r"\]\(#([^)]+)\)")
WRITTEN = [key for key, played in SYSTEMS.items() if played.rulebook() is not None]


@pytest.mark.parametrize("game", WRITTEN)
def test_the_page_of_a_game_s_rules_is_what_its_rulebook_and_tables_say(game: str) -> None:
    page = ROOT / "docs" / "rules" / f"{game}.md"
    assert page.read_text(encoding="utf-8") == rules_page(game), "not current: run make rules"


@pytest.mark.parametrize("game", WRITTEN)
def test_every_link_within_a_page_of_rules_leads_somewhere(game: str) -> None:
    page = rules_page(game)
    anchors = ANCHOR.findall(page)
    assert len(anchors) == len(set(anchors))
    assert set(INSIDE.findall(page)) <= set(anchors)


def test_the_pages_of_all_games_are_written_at_once(tmp_path: Path) -> None:
    write_rules(tmp_path, SYSTEMS)
    found = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert found == {game: rules_page(game) for game in WRITTEN}
