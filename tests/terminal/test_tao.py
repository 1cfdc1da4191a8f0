"""`meleekit tao melee`: who is in melee and what hexes cost, as printed and as drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meleekit.cli import app

SETUP = """
round_limit = 5

[[sides]]
name = "Red"
combatants = [{ like = "albert", hex = "0204" }]

[[sides]]
name = "Blue"
combatants = [{ like = "bala", hex = "0303", weapon = "" }]
"""


def melee(*said: str) -> str:
    result = CliRunner().invoke(app, ["tao", "melee", *said])
    assert result.exit_code == 0, result.stderr
    return " ".join(result.output.split())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "position.toml"
    path.write_text(SETUP, encoding="utf-8")
    return path


def test_a_teaching_situation_is_answered_for_whose_turn_it_is() -> None:
    # Case 6: TAO-MOV-02
    shown = melee("three_points_for_two_hexes", "--to", "0304")
    assert "Nobody is in melee." in shown
    assert "Albert is not engaged and can step away for 1 AP" in shown
    assert "0103 to 0304: 3 AP by 0204 (1), 0304 (3). TAO-MOV-08" in shown
    assert "With 5 AP Albert reaches" in shown
    assert "1 AP 0102 0104 0203! 0204!" in shown


def test_a_setup_in_a_file_is_answered_for_anybody_with_any_points(file: Path) -> None:
    # Case 12: TAO-MEL-05
    shown = melee(str(file), "--who", "Bala", "--ap", "1")
    assert "Albert (armed) engages Bala (unarmed), one way." in shown
    assert "Bala cannot withdraw: that costs 2 AP, and it has 1. TAO-WD-02" in shown
    assert "Out of reach now: 2 AP" in shown


def test_the_board_has_prices_and_numbers() -> None:
    shown = melee("past_the_guard")
    assert "n action points to get there" in shown
    assert "0101" in shown


def test_it_is_drawn_into_a_file(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert "Drawn for Bala" in melee("the_last_point", "--who", "bala", "-o", str(out))
    root = ET.fromstring(out.read_text(encoding="utf-8"))
    labels = [e.text for e in root.iter() if e.get("class") == "tint-label"]
    assert len(labels) == 8 * 8 - 2


@pytest.mark.parametrize(
    ("said", "about"),
    [
        (("nowhere",), "past_the_guard"),
        (("nowhere.toml",), "nowhere.toml"),
        (("duel", "--who", "Zed"), "Albert, Bala"),
        (("duel", "--to", "0999"), "TAO-VAL-01"),
        (("duel", "-o", "/nowhere/at/all.svg"), "/nowhere/at/all.svg"),
    ],
)
def test_what_cannot_be_answered_is_said(said: tuple[str, ...], about: str) -> None:
    result = CliRunner().invoke(app, ["tao", "melee", *said])
    assert result.exit_code != 0
    assert about in result.stderr
    assert not result.stdout


def test_a_setup_with_a_fault_names_file_and_field(file: Path) -> None:
    file.write_text(SETUP.replace("0204", "0009"), encoding="utf-8")
    result = CliRunner().invoke(app, ["tao", "melee", str(file)])
    assert result.exit_code != 0
    assert "position.toml" in result.stderr
    assert "sides[0].combatants[0].hex" in result.stderr
