"""Lines of fields in TOML texts."""

from __future__ import annotations

import pytest

from meleekit.core.toml_lines import line_of

TEXT = """\
title = "Ours"
about = '''
name = "not a field"
[[fighters]]
'''

[[sides]]
name = "Red"
[[sides.fighters]]
name = "Ann"
[[sides.fighters]]
"name" = "Bob"
items = [
    "club",
    "dagger",
]

[[sides]]
[[sides.fighters]]
name = "Eve"

[options]
limit = 3
"""


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("title", 1),
        ("sides[0].name", 8),
        ("sides[0].fighters[0].name", 10),
        ("sides[0].fighters[1].name", 12),
        ("sides[1].fighters[0].name", 20),
        ("options.limit", 23),
    ],
)
def test_a_field_is_found_in_its_own_row_of_an_array_of_tables(at: str, line: int) -> None:
    assert line_of(TEXT, at) == line


def test_a_part_of_a_value_is_on_the_line_where_the_value_begins() -> None:
    assert line_of(TEXT, "sides[0].fighters[1].items[1]") == 13


def test_a_missing_field_leads_to_the_table_that_lacks_it() -> None:
    assert line_of(TEXT, "sides[0].fighters[1].strength") == 11


def test_what_is_nowhere_in_the_text_has_no_line() -> None:
    assert line_of(TEXT, "fighters[0].name") is None
    assert line_of("", "title") is None
