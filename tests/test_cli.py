"""The command line as people and pipes use it."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

import meleekit
from meleekit.bots import BOTS, bot_choice
from meleekit.cli import app
from meleekit.core.match import Match
from meleekit.systems import SYSTEMS

SEED = bytes(range(32))


def run(*args: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(args), input=typed)


def refused(result: Result) -> str:
    """The one message of a command that was refused."""
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert result.stderr.startswith("meleekit: ")
    return " ".join(result.stderr.split())


def whole_duel(choices: int) -> tuple[Match[Any, Any], list[str]]:
    """A duel against the brawler to its end, and what a player types for it."""
    setup = SYSTEMS["tft"].setup_from("duel")
    match = Match.start(SYSTEMS["tft"], setup, seed=SEED)
    chance, typed = random.Random(choices), []
    while match.outcome is None:
        seat = match.decisions[0].seat
        legal = match.game.actions(match.state, seat)
        if seat == 1:
            match.act(seat, bot_choice(match, BOTS["brawler"], seat))
            continue
        action = chance.choice(legal)
        typed.append(f"/{match.game.label(match.state, action)}")
        match.act(seat, action)
    return match, typed


@pytest.fixture(scope="module")
def duel() -> tuple[Match[Any, Any], list[str]]:
    return whole_duel(3)


@pytest.fixture
def record(tmp_path: Path, duel: tuple[Match[Any, Any], list[str]]) -> Path:
    file = tmp_path / "duel.json"
    file.write_bytes(duel[0].save(reveal_seed=True))
    return file


def test_a_whole_duel_is_played_through_a_pipe(
    tmp_path: Path, duel: tuple[Match[Any, Any], list[str]]
) -> None:
    match, typed = duel
    file = tmp_path / "piped.json"
    lines = "\n".join([*typed, f"s {file}", ""])
    command = [sys.executable, "-m", "meleekit", "play", "tft", "duel", "--seed", SEED.hex()]
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert match.outcome is not None
    assert match.outcome.reason in " ".join(done.stdout.split())
    assert "\x1b" not in done.stdout
    assert Match.load(file.read_bytes(), SYSTEMS).log_hash() == match.log_hash()


def test_a_pipe_that_ends_too_early_fails_with_a_clear_message() -> None:
    result = run("play", "tft", typed="1\n")
    assert result.exit_code == 1
    assert "The input ended before the match did" in " ".join(result.output.split())


def test_without_a_scenario_the_first_one_is_played() -> None:
    assert run("play", "tft", "--seed", SEED.hex(), typed="q\n").output == (
        run("play", "tft", "duel", "--seed", SEED.hex(), typed="q\n").output
    )


def test_a_saved_match_is_loaded_and_goes_on(tmp_path: Path) -> None:
    file, later = tmp_path / "a.json", tmp_path / "b.json"
    run("play", "tft", "--seed", SEED.hex(), typed=f"1\ns {file}\nq\n")
    result = run("play", "--load", str(file), typed=f"1\ns {later}\nq\n")
    assert result.exit_code == 0
    before, after = (Match.load(f.read_bytes(), SYSTEMS) for f in (file, later))
    assert after.revision > before.revision
    assert after.entries[: len(before.entries)] == before.entries


def test_a_true_record_is_verified(record: Path) -> None:
    result = run("verify", str(record))
    assert result.exit_code == 0
    assert result.output.startswith("True: ")


def test_a_die_that_was_changed_is_found_with_its_entry(record: Path) -> None:
    data = msgspec.json.decode(record.read_bytes())
    number, entry = next((i, e) for i, e in enumerate(data["entries"]) if i and len(e["rolls"]) > 0)
    roll = entry["rolls"][0]
    roll["faces"][0] = roll["faces"][0] % 6 + 1
    record.write_bytes(msgspec.json.encode(data))
    result = run("verify", str(record))
    assert result.exit_code == 1
    assert f"Not true: entry {number}: " in result.output


def test_a_record_that_keeps_its_seed_back_is_verified_with_the_seed(
    record: Path, duel: tuple[Match[Any, Any], list[str]]
) -> None:
    record.write_bytes(duel[0].save(reveal_seed=False))
    assert run("verify", str(record)).exit_code == 1
    assert run("verify", str(record), "--seed", SEED.hex()).exit_code == 0
    assert run("verify", str(record), "--seed", bytes(32).hex()).exit_code == 1


def test_nobody_goes_on_with_a_record_that_keeps_its_seed_back(
    record: Path, duel: tuple[Match[Any, Any], list[str]]
) -> None:
    record.write_bytes(duel[0].save(reveal_seed=False))
    assert "seed" in refused(run("play", "--load", str(record)))


def test_a_replay_tells_every_action_in_order(
    record: Path, duel: tuple[Match[Any, Any], list[str]]
) -> None:
    match, _ = duel
    result = run("replay", str(record), "--all")
    assert result.exit_code == 0
    said, at = result.output, 0
    for revision in range(1, len(match.entries)):
        before, entry = match.entries[revision - 1].state, match.entries[revision]
        name, label = match.game.seats[entry.seat].name, match.game.label(before, entry.action)
        at = said.index(f"{revision:>4}  {name}: {label}", at)


def test_a_replay_is_stepped_through_forwards_backwards_and_by_number(record: Path) -> None:
    result = run("replay", str(record), typed="\n\nb\n5\n999\nb\nq\n")
    assert result.exit_code == 0
    shown = [line.split("/")[0] for line in result.output.splitlines() if "Enter: on" in line]
    assert shown == ["0", "1", "2", "1", "5", "5", "4"]


def test_a_replay_ends_with_its_input(record: Path) -> None:
    assert run("replay", str(record), typed="\n").exit_code == 0


@pytest.mark.parametrize("command", ["verify", "replay", "load"])
def test_a_file_that_is_missing_or_broken_is_refused_in_words(tmp_path: Path, command: str) -> None:
    args = ["play", "--load"] if command == "load" else [command]
    missing, broken = tmp_path / "none.json", tmp_path / "broken.json"
    broken.write_bytes(b'{"format": "meleekit-match/1", "game": "chess"')
    refused(run(*args, str(missing)))
    refused(run(*args, str(broken)))
    refused(run(*args, str(tmp_path)))


def test_a_field_that_is_wrong_is_named(record: Path) -> None:
    data = msgspec.json.decode(record.read_bytes())
    data["game"] = "chess"
    record.write_bytes(msgspec.json.encode(data))
    assert "(at game)" in refused(run("verify", str(record)))


@pytest.mark.parametrize(
    ("args", "about"),
    [
        (["play", "chess"], "chess"),
        (["play", "tft", "no-such-fight"], "no-such-fight"),
        (["play", "tft", "--seed", "12"], "64 hex digits"),
        (["play", "tft", "--seed", "zz" * 32], "64 hex digits"),
        (["play", "tft", "--seat", "9=me"], "--seat"),
        (["play", "tft", "duel", "--load", "x.json"], "--load"),
        (["rules", "chess"], "chess"),
        (["rules", "tft", "RUN-01"], "RUN-01"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(args: list[str], about: str) -> None:
    assert about in refused(run(*args))


def test_a_rule_is_printed_with_where_it_is_carried_out_and_tested() -> None:
    result = run("rules", "tft", "xp-1")
    assert result.exit_code == 0
    assert "buy" in result.output
    assert "src/meleekit/tft/experience.py" in result.output
    assert "tests  tests/" in result.output
    assert "tests/tft/test_creation.py" in result.output


def test_a_section_prints_all_of_its_rules() -> None:
    output = run("rules", "tft", "TWO").output
    assert "TWO-01  " in output
    assert "TWO-02  " in output
    assert "MG-01  " not in output


def test_without_an_id_the_whole_book_is_printed() -> None:
    output = run("rules", "tft").output
    assert sum(line.startswith("TFT-") for line in output.splitlines()) == 333


def test_the_table_is_opened_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr("meleekit.server.app.serve", lambda *args: opened.append(args))
    result = run("serve", "--host", "0.0.0.0", "--port", "9000", "--db", "here.sqlite3")
    assert result.exit_code == 0
    assert opened == [("0.0.0.0", 9000, "here.sqlite3")]


def test_a_port_that_is_none_is_refused() -> None:
    assert run("serve", "--port", "70000").exit_code == 2


def test_the_version_is_the_package_s() -> None:
    assert run("--version").output == f"meleekit {meleekit.__version__}\n"


def test_other_commands_do_not_load_the_server() -> None:
    code = "import sys, meleekit.cli; sys.exit('fastapi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_an_output_that_takes_nothing_more_is_said_in_a_line() -> None:
    command = [sys.executable, "-m", "meleekit", "--version"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("meleekit: cannot print")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("args", [["replay", "--all"], ["play", "--load"], ["verify"]])
def test_a_record_that_points_at_what_is_not_there_is_refused(
    record: Path, args: list[str]
) -> None:
    data = msgspec.json.decode(record.read_bytes())
    data["entries"][5]["state"]["figures"][0]["hex"] = 4000
    record.write_bytes(msgspec.json.encode(data))
    assert "entries[5].state.figures[0].hex" in refused(run(*args, str(record)))


def test_a_battle_is_fought_on_a_board_of_ones_own(tmp_path: Path) -> None:
    # TFT-BRD-04
    board = tmp_path / "well.toml"
    board.write_text('title = "Well"\nmap = """\n1 .\n .\n. #\n .\n2 ."""\n', encoding="utf-8")
    saved = tmp_path / "match.json"
    played = run("play", "tft", "duel", "--board", str(board), typed=f"s {saved}\n")
    assert "place" in played.output
    match: Match[Any, Any] = Match.load(saved.read_bytes(), SYSTEMS)
    assert match.game.setup.board_spec.title == "Well"


def test_a_board_that_is_wrong_is_refused_with_file_line_and_rule(tmp_path: Path) -> None:
    # TFT-BRD-04
    board = tmp_path / "well.toml"
    board.write_text('map = """\n1 .\n ?\n2 ."""\n', encoding="utf-8")
    told = refused(run("play", "tft", "--board", str(board)))
    assert "well.toml" in told
    assert "line 2, column 2" in told
    assert "TFT-BRD-04" in told
