"""Situations on the command line: drawn, asked, listed, refused."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from meleekit.cli import app
from meleekit.systems import SYSTEMS

CHARGE = """\
title = "At the gate"
to = "act Ann"

[fighters]
Ann = { side = "Red", at = [0, 1], facing = "N", dexterity = 11, strength = 13 }
Bob = { side = "Blue", at = [0, 0], facing = "N" }
"""


def run(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def lines(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    return [" ".join(line.split()) for line in result.output.splitlines()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "gate.toml"
    path.write_text(CHARGE, encoding="utf-8")
    return path


def test_a_situation_is_drawn_with_what_is_asked(file: Path) -> None:
    shown = lines(run("show", str(file)))
    assert shown[0] == "At the gate"
    assert "Turn 1 · actions · Red: Ann acts, adjDEX 11" in shown
    assert any("Ann Red" in line for line in shown)


@pytest.mark.parametrize("about", ["", 'about = "Ann has come up behind Bob."\n'])
def test_its_title_is_said_once(file: Path, about: str) -> None:
    file.write_text(about + CHARGE, encoding="utf-8")
    assert sum("At the gate" in line for line in lines(run("show", str(file)))) == 1


@pytest.mark.parametrize("game", SYSTEMS)
def test_the_ready_ones_say_their_title_once_too(game: str) -> None:
    name, text = next(iter(SYSTEMS[game].situations().items()))
    title = tomllib.loads(text)["title"]
    assert sum(line.startswith(title) for line in lines(run("show", name))) == 1


def test_it_can_be_drawn_into_a_file(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "gate.svg"
    assert run("show", str(file), "--svg", str(out)).exit_code == 0
    assert ET.parse(out).getroot().tag.endswith("svg")
    assert run("show", str(file), "--svg", str(out)).exit_code == 0


def test_a_picture_replaces_nothing_but_pictures(file: Path) -> None:
    said = run("show", str(file), "--svg", str(file))
    assert said.exit_code == 2
    assert "there is something else in this file" in " ".join(said.output.split())
    assert file.read_text(encoding="utf-8") == CHARGE


def test_legal_actions_are_listed_with_exact_odds_and_rules(file: Path) -> None:
    # Worked case 21: adjDEX 11 from the rear, 15 or less.
    shown = lines(run("ask", str(file)))
    assert "Attack Bob with broadsword 3 dice, 15 or less TFT-ACT-12" in shown
    assert "hit 95.4% 103/108" in shown
    assert "+4 from the rear TFT-DEX-07" in shown
    assert "Dodge TFT-DEF-01" in shown


def test_what_is_seldom_wanted_is_folded_away_unless_asked_for(file: Path) -> None:
    folded = " ".join(lines(run("ask", str(file))))
    assert "seldom wanted, 3 more: Kneel; Lie down; Drop broadsword" in folded
    assert "Kneel TFT-ACT-14" in lines(run("ask", str(file), "--all"))


def test_many_moves_that_are_alike_share_a_line() -> None:
    shown = lines(run("ask", "over_the_body"))
    alike = [line for line in shown if re.match(r"Ann: move to … \(\d+\) TFT-MOVE-03", line)]
    assert len(alike) == 1


def test_a_seat_that_is_not_asked_has_nothing_to_do(file: Path) -> None:
    assert lines(run("ask", str(file), "--seat", "blue")) == ["Nothing waits for Blue."]
    assert lines(run("ask", str(file), "--seat", "1"))[0] == "Red: Ann acts, adjDEX 11"


def test_without_a_file_the_ready_ones_are_listed() -> None:
    assert "may_she_shift May she shift here?" in lines(run("show"))


def test_an_answer_is_told_when_it_is_asked_for() -> None:
    question = " ".join(lines(run("show", "may_she_shift")))
    assert "May Ann step straight back" in question
    assert "Not back." not in question
    assert "Not back." in " ".join(lines(run("show", "may_she_shift", "--answer")))


@pytest.mark.parametrize("command", ["show", "ask"])
def test_a_mistake_is_told_with_file_line_and_field(file: Path, command: str) -> None:
    file.write_text(CHARGE.replace("[0, 1]", "[0, 99]"), encoding="utf-8")
    result = run(command, str(file))
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    assert "gate.toml: line 5: " in said
    assert "(at fighters.Ann.at)" in said


@pytest.mark.parametrize(
    ("args", "about"),
    [
        (["show", "no_such_lesson"], "who_strikes_first"),
        (["show", "missing.toml"], "cannot be read"),
        (["ask", "may_she_shift", "--seat", "green"], "1 (Red), 2 (Blue)"),
    ],
)
def test_what_is_not_there_is_refused_in_words(args: list[str], about: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert about in " ".join(result.stderr.split())


def test_a_file_of_another_game_is_refused(file: Path) -> None:
    file.write_text('game = "chess"\n' + CHARGE, encoding="utf-8")
    assert "line 1: no game 'chess'" in " ".join(run("show", str(file)).stderr.split())


def test_bytes_that_are_no_text_are_refused(file: Path) -> None:
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in " ".join(run("show", str(file)).stderr.split())


# -- a game on another board, and one in which several are asked at once ---------------------------


@pytest.fixture
def auction(tmp_path: Path) -> Path:
    path = tmp_path / "auction.toml"
    path.write_text(
        'game = "tahta"\nto = "auction"\n'
        "[players.Raven]\ngold = 2\n[players.Sun]\ngold = 1\n[players.Thorn]\nbid = 4\n"
        '[units]\nc1 = "Raven: soldier"\nk = "Sun: camp"\n',
        encoding="utf-8",
    )
    return path


def test_a_map_is_drawn_with_its_units(auction: Path, tmp_path: Path) -> None:
    shown = lines(run("show", str(auction)))
    assert "Raven Castle, castle: ●So" in shown
    assert "Kilimandjora, mountain, marked: ▲Ca" in shown
    assert any("Raven" in line and "2 gold" in line for line in shown)
    out = tmp_path / "auction.svg"
    assert run("show", str(auction), "--svg", str(out)).exit_code == 0
    drawn = ET.tostring(ET.parse(out).getroot(), encoding="unicode")
    assert "Sun's camp" in drawn
    assert "Kilimandjora" in drawn


def test_whoever_is_asked_has_a_list_with_rules(auction: Path) -> None:
    # TAH-AUC-02: from nothing to all the gold; Thorn has bid.
    assert lines(run("ask", str(auction))) == [
        "Raven bids for the First Player card",
        "Bid 0 TAH-AUC-02",
        "Bid 1 TAH-AUC-02",
        "Bid 2 TAH-AUC-02",
        "Sun bids for the First Player card",
        "Bid 0 TAH-AUC-02",
        "Bid 1 TAH-AUC-02",
    ]
    assert lines(run("ask", str(auction), "--seat", "thorn")) == ["Nothing waits for Thorn."]


def test_a_lesson_of_another_game_is_found_by_its_name() -> None:
    shown = " ".join(lines(run("show", "equal_bids", "--answer")))
    assert "Who wins the card, and who pays?" in shown
    assert "Sun wins it and pays 3." in shown


def test_what_was_hidden_from_whoever_copied_it_is_asked_for(auction: Path) -> None:
    auction.write_text(
        auction.read_text(encoding="utf-8").replace("bid = 4", 'bid = "?"'), encoding="utf-8"
    )
    said = " ".join(run("show", str(auction)).stderr.split())
    assert "line 8: the bid of Thorn was hidden" in said
    assert "(at players.Thorn.bid)" in said
