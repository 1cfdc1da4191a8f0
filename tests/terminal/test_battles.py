"""`meleekit battlesystem battle`: a battle's roster in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from meleekit.battlesystem.roster_book import Corrected
from meleekit.cli import app
from meleekit.core.errors import BadRequest, StaleRevision
from meleekit.terminal import book_file, dice_told
from meleekit.terminal.battle_file import BattleFile
from tests.terminal.typist import Typed

ARMIES = """\
title = "The ford"
[[sides]]
name = "Horde"
[[sides.units]]
name = "Orcs"
troop = "orc"
figures = 12
commander = "Gorm"
[[sides]]
name = "Men"
[[sides.units]]
name = "Militia"
troop = "man_at_arms"
figures = 12
"""


def run(*args: object) -> Result:
    return CliRunner().invoke(app, ["battlesystem", "battle", *map(str, args)])


def done(*args: object) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.output + result.stderr
    return " ".join(result.output.split())


def refused(*args: object) -> str:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return " ".join(result.stderr.split())


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    armies, path = tmp_path / "armies.toml", tmp_path / "battle.json"
    armies.write_text(ARMIES)
    done("new", path, armies)
    return path


def test_a_battle_is_begun_fought_and_printed(battle: Path) -> None:
    # Case 56: BAT-LOSS-09, BAT-MOR-01, BAT-MOR-05
    orcs, men = "orcs, contact = 6", "militia, contact = 6, support = 6"
    shown = done("melee", battle, orcs, men, "--dice", "6,8")
    assert "= 30 HD of damage" in shown
    assert "Orcs against Militia: 6 on 2d6, 30 HD; 3 figures lost." in shown
    assert "Morale Check due: Militia (a quarter lost) BAT-MOR-01" in shown
    shown = done("show", battle)
    assert "Orcs 10 of 12 1 closed scimitar 12 led by Gorm" in shown
    assert "Militia 9 of 12 closed spear 12 check due" in shown
    assert "[BAT-MOR-02]" in refused("round", battle)
    shown = done("morale", battle, "militia", "--dice", "13")
    assert "+1 closed formation BAT-MOR-03 = 12 current morale" in shown
    assert "falls into open formation" in shown
    assert done("round", battle) == "Round 2."
    assert "Militia 9 of 12 open spear 11" in done("show", battle)
    assert "13 on 2d10 against 12" in done("show", battle, "--all")


def test_without_dice_the_odds_are_shown_and_nothing_is_kept(battle: Path) -> None:
    before = battle.read_bytes()
    shown = done("melee", battle, "orcs, contact = 6", "militia, contact = 6, support = 6")
    assert "mean: 2.50 figures 5/2" in shown
    assert battle.read_bytes() == before


def test_who_leads_a_unit_and_that_he_fell_are_told_by_name(battle: Path) -> None:
    # BAT-MOR-08: a 2 kills the commander of a unit that has lost a figure.
    orcs, men = "orcs, contact = 6, commander_fights", "militia, contact = 6"
    assert "roll 2d6: Gorm in danger" in refused("melee", battle, orcs, men, "--dice", "6,2")
    assert "Gorm falls (2 on 2d6)." in done("melee", battle, orcs, men, "--dice", "6,2,2")
    assert "check due, Gorm is dead" in done("show", battle)


def test_who_has_to_let_a_routed_unit_go_is_told_to_strike_first(battle: Path) -> None:
    # BAT-MOR-05, BAT-END-08
    done("set", battle, "militia", "--formation", "open", "--check")
    assert "each enemy in contact has a free attack" in done(
        "morale", battle, "militia", "--dice", "20"
    )


def test_dice_that_are_rolled_are_kept(battle: Path) -> None:
    done("melee", battle, "orcs", "militia", "--roll")
    (step,) = BattleFile(battle).read().book.steps
    assert len(step.dice[0].faces) == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("said", "what"),
    [
        (("melee", "orcs", "militia", "--dice", "13,7"), "BAT-VAL-06"),
        (("melee", "orcs", "militia", "--dice", "7"), "one more total is needed; roll 2d6"),
        (("melee", "orcs", "militia", "--dice", "7,7,7"), "too many"),
        (("melee", "orcs", "orcs", "--dice", "7,7"), "BAT-ELIG-01"),
        (("melee", "orcs, open", "militia", "--dice", "7,7"), "BAT-UNIT-06"),
        (("melee", "orcs, damage = 1D8", "militia", "--dice", "7,7"), "BAT-VAL-02"),
        (("melee", "orcs, weapon = spear", "militia", "--dice", "7,7"), "BAT-VAL-02"),
        (("melee", "orcs", "militia", "--dice", "x"), "--dice"),
        (("melee", "orcs", "militia", "--dice", "7,7", "--roll"), "--dice"),
        (("morale", "orcs", "--dice", "7"), "BAT-MOR-01"),
        (("set", "orcs", "--figures", "13"), "BAT-UNIT-06"),
        (("set", "orcs", "--formation", "wedge"), "BAT-UNIT-06"),
        (("set", "elves", "--figures", "1"), "BAT-STATE-02"),
        (("undo",), "nothing has happened"),
    ],
)
def test_what_is_refused_is_named_and_changes_nothing(
    battle: Path, said: tuple[str, ...], what: str
) -> None:
    before = battle.read_bytes()
    assert what in refused(said[0], battle, *said[1:])
    assert battle.read_bytes() == before


@pytest.mark.parametrize(("typed", "kept"), [("6 8", 1), ("r", 1), ("", 0)])
def test_at_a_terminal_the_dice_are_asked_for(
    battle: Path, monkeypatch: pytest.MonkeyPatch, typed: str, kept: int
) -> None:
    monkeypatch.setattr(dice_told, "Lines", lambda _: Typed([typed], interactive=True))
    shown = done("melee", battle, "orcs, contact = 6", "militia, contact = 6, support = 6")
    assert "mean: 2.50 figures" in shown
    assert ("HD of damage" in shown) == bool(kept)
    assert len(BattleFile(battle).read().book.steps) == kept


def test_at_a_terminal_a_check_shows_its_sum_before_the_dice(
    battle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # BAT-MOR-03
    done("set", battle, "militia", "--check")
    monkeypatch.setattr(dice_told, "Lines", lambda _: Typed(["12"], interactive=True))
    assert "12 on 2d10 against 12; it holds" in done("morale", battle, "militia")


def test_a_step_is_taken_back(battle: Path) -> None:
    before = battle.read_bytes()
    shown = done("set", battle, "orcs", "--figures", "9", "--wounded", "1", "--note", "arrows")
    assert shown.startswith("Orcs: 12 figures now 9, 1 wounded, a Morale Check is due (arrows).")
    assert "Taken back: Orcs: 12 figures now 9" in done("undo", battle)
    assert battle.read_bytes() == before


def test_what_could_not_be_stored_is_not_told(
    battle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = battle.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise BadRequest("cannot be written: No space left on device")

    monkeypatch.setattr(book_file, "write_file", full)
    result = run("melee", battle, "orcs", "militia", "--dice", "7,7")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert battle.read_bytes() == before


def test_of_two_windows_that_go_on_with_one_battle_one_is_refused(battle: Path) -> None:
    store = BattleFile(battle)
    now = store.read()
    store.add(now, Corrected("Orcs", figures=9))
    with pytest.raises(StaleRevision, match="the battle has gone on"):
        store.add(now, Corrected("Orcs", figures=8))
    assert store.read().unit("Orcs").figures == 9


def test_a_battle_is_not_begun_over_another_file(battle: Path, tmp_path: Path) -> None:
    assert "choose another" in refused("new", battle, tmp_path / "armies.toml")
    (tmp_path / "armies.toml").write_text(ARMIES.replace("orc", "unicorn"))
    error = refused("new", tmp_path / "other.json", tmp_path / "armies.toml")
    assert "armies.toml" in error
    assert "[BAT-UNIT-06]" in error
    assert not (tmp_path / "other.json").exists()
