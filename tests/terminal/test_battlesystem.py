"""`meleekit battlesystem melee | unit | crt`, as printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from meleekit.battlesystem.columns import COLUMNS
from meleekit.cli import app
from meleekit.terminal import dice_told
from tests.terminal.typist import Typed

ORCS = "orc, figures = 12, contact = 6"
MEN = "man_at_arms, figures = 12, contact = 6, support = 6"


def run(*args: object) -> Result:
    return CliRunner().invoke(app, ["battlesystem", *map(str, args)])


def done(*args: object) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.output + result.stderr
    return " ".join(result.output.split())


def refused(*args: object) -> str:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return " ".join(result.stderr.split())


def test_case_56_with_dice_that_were_typed() -> None:
    # BAT-SCOPE-02, BAT-PROC-02..08, BAT-LOSS-01, BAT-LOSS-02
    shown = done("melee", ORCS, MEN, "--dice", "6,8")
    assert "19 THAC0 BAT-AR-02 = 19 Attack Rating BAT-AR-05 -7 armour class 7" in shown
    assert "= 18 Attack Roll BAT-PROC-03 5 HD an attack, column D8" in shown
    assert "x 6 attacks BAT-PROC-06 = 30 HD of damage" in shown
    assert "3 killed, at 10 HD a figure BAT-LOSS-01 = 9 left of 12" in shown
    assert "x 12 attacks: 6 in contact x 1 + 6 behind" in shown
    assert "1 wounded: 4 HD left over" in shown
    assert "= 10 left of 12, 1 of them wounded" in shown


def test_case_57_the_means_are_shown_before_any_dice() -> None:
    # BAT-PROC-03
    shown = done("melee", ORCS, MEN)
    assert "mean: 2.50 figures 5/2" in shown
    assert "mean: 2.39 figures 43/18" in shown
    assert "Attack Roll" not in shown


def test_case_17_the_exact_casualties() -> None:
    # BAT-PROC-03, BAT-LOSS-02
    shown = done("melee", ORCS, "figures = 12, hd = 1, ac = 6, thac0 = 20, weapon = dagger")
    assert "1 8.3% 1/12 100% 1 1 wounded 19.4% 7/36" in shown
    assert "mean: 2.17 figures 13/6" in shown


def test_dice_rolled_from_a_seed_fall_the_same_way_again() -> None:
    seed = "5a" * 32
    first, second = (done("melee", ORCS, MEN, "--roll", "--seed", seed) for _ in range(2))
    assert first == second
    assert "Attack Roll" in first


def test_at_a_terminal_the_dice_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_told, "Lines", lambda _: Typed(["6 8"], interactive=True))
    assert "= 30 HD of damage" in done("melee", ORCS, MEN)


def test_a_free_attack_is_one_sum_and_one_throw() -> None:
    # Case 51: BAT-END-05, BAT-PROC-10
    ogres, orcs = "ogre, figures = 4, free_attack, charging", "orc, figures = 12"
    shown = done("melee", ogres, orcs, "--dice", "7")
    assert "-2 free attack on a unit that flees BAT-END-05 = 18 Attack Rating" in shown
    assert "= 24 HD of damage" in shown
    assert "2 killed, at 10 HD a figure" in shown
    assert "1 wounded: 4 HD left over" in shown
    assert "Orc flees and does not strike" in shown


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ((ORCS, MEN, "--dice", "13,7"), "BAT-VAL-06"),
        ((f"{ORCS}, ac = 11", MEN), "BAT-UNIT-06"),
        ((f"{ORCS}, wedge", MEN), "BAT-UNIT-06"),
        ((f"{ORCS}, damage = D7", MEN), "BAT-CONV-07"),
        (("ogre, figures = 3, ratio = 10", MEN), "BAT-UNIT-02"),
        ((f"{ORCS}, support = 1", MEN), "BAT-ELIG-04"),
        ((ORCS, f"{MEN}, open"), "BAT-ELIG-08"),
        (("orc, figures = 3, contact = 4", MEN), "BAT-VAL-03"),
        ((f"{ORCS}, free_attack", f"{MEN}, free_attack"), "BAT-END-05"),
        (("unicorn, figures = 3", MEN), "BAT-UNIT-06"),
        ((f"{ORCS}, figures = 3", MEN), "BAT-UNIT-06"),
    ],
)
def test_what_the_rules_refuse_is_refused_by_its_rule_and_nothing_is_printed(
    said: tuple[str, ...], rule: str
) -> None:
    # Cases 58, 59, 65; BAT-VAL-01, BAT-VAL-03
    assert f"[{rule}]" in refused("melee", *said)
    assert run("melee", *said).stdout == ""


@pytest.mark.parametrize(
    "said",
    [
        ("--dice", "7"), ("--dice", "7,8,9"), ("--dice", "x"), ("--dice", "7,8", "--roll"),
        ("--seed", "00" * 32), ("--roll", "--seed", "0"),
    ],
)  # fmt: skip
def test_dice_that_make_no_sense_are_refused(said: tuple[str, ...]) -> None:
    assert "(at --" in refused("melee", ORCS, MEN, *said)


def _table(path: Path, **changes: Any) -> Path:
    rows = "".join(f"[[row]]\nroll = {r}\ncells = {[max(0, 30 - r)] * 11}\n" for r in range(31))
    fields = {"columns": list(COLUMNS), "roll_min": 0, "roll_max": 30, **changes}
    lines = [f"{name} = {value}" for name, value in fields.items()]
    path.write_text("\n".join([*lines, rows]))
    return path


def test_a_table_of_one_s_own_is_used_and_told(tmp_path: Path) -> None:
    # BAT-CRT-02, BAT-CRT-06
    own = _table(tmp_path / "own.toml", title='"The printed one"')
    shown = done("melee", ORCS, MEN, "--crt", own, "--dice", "6,8")
    assert "The printed one (loaded)" in shown
    assert "roll 16 in column D8 is not 6" in shown
    assert "12 HD an attack, column D8" in shown
    assert "3 HD an attack" not in done("melee", ORCS, MEN, "--dice", "6,8")
    printed = done("crt", own)
    assert "SHA-256" in printed
    assert "D2 D3 D4 D6 D8 D10 D12 D14 D16 D18 D20" in printed


def test_case_63_a_table_with_a_gap_is_refused(tmp_path: Path) -> None:
    # BAT-CRT-05
    assert "[BAT-CRT-05]" in refused("crt", _table(tmp_path / "own.toml", roll_max=31))
    assert "[BAT-CRT-05]" in refused("melee", ORCS, MEN, "--crt", tmp_path / "own.toml")


def test_the_shipped_table_says_that_it_is_reconstructed() -> None:
    # BAT-CRT-02, BAT-CRT-04
    assert "reconstructed, since the printed one is lost" in done("crt")


def test_that_the_example_holds_is_told_of_a_table_in_which_it_does(tmp_path: Path) -> None:
    # BAT-CRT-06
    said = "The example of the rules holds: roll 16, column D8: 6. BAT-CRT-06"
    assert said in done("crt")
    assert "example" not in done("crt", _table(tmp_path / "own.toml"))


def test_a_unit_is_built_with_the_reasons_of_its_numbers_and_written(tmp_path: Path) -> None:
    # BAT-UNIT-04, BAT-AR-04, BAT-MULT-05
    path = tmp_path / "vets.toml"
    shown = done("unit", "veteran_fighter, figures = 4, weapon = two-handed sword", "-o", path)
    assert "figure HD 35, together 140 BAT-UNIT-04" in shown
    assert "14 THAC0 BAT-AR-02 +5 5:1 BAT-AR-04 = 19 base AR" in shown
    assert "1.5, 7 against level 0 and less than 1 HD" in shown
    assert "large 3D6: 3 x D6" in shown
    # The file is a unit again, and what follows it changes it.
    assert done("unit", path).replace("veteran_fighter", "") == shown.partition(" It is in")[
        0
    ].replace("veteran_fighter", "")
    assert "2 figures of 5" in done("unit", f"{path}, figures = 2, files = 2")
    assert "x 28 attacks: 4 in contact x 7" in done("melee", path, "goblin, figures = 12")


def test_ready_troop_types_and_weapons_are_listed() -> None:
    shown = done("unit")
    assert "ogre 5:1 L 4+1 21 5 20 natural 1D10" in shown
    assert "awl pike 1D6 1D12 2" in done("unit", "--weapons")


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine = true")
    assert "something else" in refused("unit", "orc, figures = 3", "-o", path)
    assert path.read_text() == "mine = true"


def test_a_battle_on_the_field_is_played_by_a_table_of_one_s_own(tmp_path: Path) -> None:
    # BAT-CRT-02, BAT-CRT-05
    def play(*said: object) -> Result:
        told = ["play", "battlesystem", "--seat", "all=random", *map(str, said)]
        return CliRunner().invoke(app, told)

    own = _table(tmp_path / "own.toml")
    assert play("--option", f"crt=@{own}", "--option", "rounds=1").exit_code == 0
    gap = play("--option", f"crt=@{_table(tmp_path / 'gap.toml', roll_max=31)}")
    assert gap.exit_code == 2
    assert "(at options.crt.row) [BAT-CRT-05]" in " ".join(gap.stderr.split())


@pytest.mark.parametrize(
    ("said", "what"),
    [
        (("rounds",), "NAME=VALUE"), (("rounds=1", "rounds=2"), "said twice"),
        (("crt=@none.toml",), "none.toml"), (("colour=red",), "no option 'colour'"),
        (("rounds=many",), "options.rounds"), (("rounds=\udcff",), "signs that are none"),
    ],
)  # fmt: skip
def test_options_that_make_no_sense_are_refused(said: tuple[str, ...], what: str) -> None:
    told = [word for one in said for word in ("--option", one)]
    result = CliRunner().invoke(app, ["play", "battlesystem", *told])
    assert result.exit_code == 2
    assert what in " ".join(result.stderr.split())
