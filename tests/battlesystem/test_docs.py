"""The files that the page on miniatures shows can be read."""

from __future__ import annotations

import re
from pathlib import Path

from meleekit.battlesystem.crt import crt_of
from meleekit.battlesystem.roster_book import new_book
from meleekit.battlesystem.roster_standing import standing
from meleekit.core.typed import toml_of

PAGE = (Path(__file__).parents[2] / "docs" / "miniatures.md").read_text(encoding="utf-8")
ARMIES, TABLE = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_armies_of_the_page_begin_a_battle() -> None:
    assert list(standing(new_book(toml_of(ARMIES, "armies"))).units) == ["Red Fang", "Militia"]


def test_the_results_table_of_the_page_is_one() -> None:
    # BAT-CRT-05
    table = crt_of(TABLE)
    assert (table.title, table.holds_example, table.warnings) == ("As printed", True, ())
