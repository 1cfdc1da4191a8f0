"""Hostile TOML: refused in words, quickly, and without ending the program."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from meleekit.core.errors import BadSetup
from meleekit.core.toml_lines import line_of
from meleekit.core.toml_read import NotToml, toml_data
from meleekit.core.typed import read_text, read_toml
from meleekit.systems import SYSTEMS
from meleekit.tft.roster import load_roster
from meleekit.tft.tables import default_tables

PATIENCE = 3.0  # seconds; done step by step, each of these takes far longer
HOSTILE = {
    "lists in lists": "a = " + "[" * 5000 + "]" * 5000,
    "tables in tables": "a = " + "{b=" * 5000 + "1" + "}" * 5000,
    "a key of many names": "a." * 20_000 + "a = 1",
    "a number of many digits": "a = " + "9" * 5000,
    "no value": "a = ",
    "a day that is none": "a = 1979-02-30",
    "a key twice": "a = 1\na = 2",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_refused_in_time(text: str) -> None:
    begun = monotonic()
    with pytest.raises(NotToml) as refused:
        toml_data(text)
    assert monotonic() - begun < PATIENCE
    assert "sys." not in refused.value.fault


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_by_name_whatever_it_should_have_been(
    text: str, tmp_path: Path
) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    for read in (read_toml, load_roster, SYSTEMS["tft"].setup_in):
        with pytest.raises(BadSetup, match=r"odd\.toml: is not TOML"):
            read(path)


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(BadSetup, match="cannot be the name of a file"):
        read_text(Path("a\0b.toml"))


def test_a_roster_that_is_piped_in_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    default_tables()  # those are files too
    said = iter(['[[fighters]]\nname = "Ann"\nstrength = 12\ndexterity = 12\n'])
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: next(said, ""))
    assert [sheet.name for sheet in load_roster(Path("/dev/stdin")).fit] == ["Ann"]


LONG_LINES = {
    "a header that does not end": "[" + " " * 20_000,
    "an array header that does not end": "[[" + " " * 20_000,
    "brackets": "[" + "] " * 10_000,
    "a key without a value": "a" * 20_000,
    "quotes": '"' * 20_000,
    "spaces": " " * 20_000 + "[",
    "a dotted header": "[[" + "a." * 15 + "a]]" + " " * 20_000 + "x",
}


@pytest.mark.parametrize("line", LONG_LINES.values(), ids=LONG_LINES)
def test_a_field_is_found_in_time_below_a_long_line(line: str) -> None:
    begun = monotonic()
    assert line_of(f"{line}\n[table]\nx = 1\n", "table.x") == 3
    assert monotonic() - begun < PATIENCE


@pytest.mark.parametrize("header", ["a={b=1,c=2} #", "a={} #", "a = " + "9" * 5000 + " #"])
def test_what_only_looks_like_a_header_is_passed_over(header: str) -> None:
    assert line_of(f"about = '''\n[{header}]\n'''\n[table]\nx = 1\n", "table.x") == 5


def test_a_roster_with_many_faults_in_a_long_text_is_refused_in_time(tmp_path: Path) -> None:
    row = '[[fighters]]\nname = "F{}"\nstrength = 99\ndexterity = 99\nxp = -1\ngained = -1\n'
    path = tmp_path / "long.toml"
    path.write_text("".join(map(row.format, range(200))) + "# nothing\n" * 40_000)
    begun = monotonic()
    with pytest.raises(BadSetup, match="line 5"):
        load_roster(path)
    assert monotonic() - begun < 2 * PATIENCE
