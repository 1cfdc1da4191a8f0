"""`meleekit odds tahta`: an attack worked out, as printed."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from meleekit.cli import app


def odds(*said: str) -> str:
    result = CliRunner().invoke(app, ["odds", "tahta", *said])
    assert result.exit_code == 0, result.stderr
    return " ".join(result.output.split())


def test_one_attack_with_a_prize() -> None:
    # C-67: TAH-GT-04
    shown = odds("--gold", "5", "--guesses", "1", "--prize", "8")
    assert "1 25.0% 1/4 43.8% 7/16 2 25.0% 1/4 31.2% 5/16" in shown
    assert "chance of success: 75.0% 3/4" in shown
    assert "worth of the attack: 3.500 7/2" in shown
    assert "hidden on average: 2.500 5/2" in shown


def test_a_unit_that_may_be_lost() -> None:
    # C-77: TAH-GT-02
    assert "attack: 1.500 3/2" in odds(
        "--gold", "5", "--guesses", "1", "--prize", "6", "--unit", "2"
    )


def test_several_defenders_where_only_success_counts() -> None:
    # C-78: TAH-GT-06
    shown = odds("--gold", "6", "--guesses", "2,2")
    assert "1 25.0% 1/4 75.0% 3/4 2 30.0% 3/10 70.0% 7/10 3 45.0% 9/20 55.0% 11/20" in shown
    assert "chance to beat all: 15.0% 3/20" in shown


def test_informers() -> None:
    # C-80: TAH-GT-07
    shown = odds("--gold", "5", "--guesses", "1", "--prize", "8", "--informers")
    assert "worth of the attack: 2.333 7/3" in shown
    assert "chance of success: 66.7% 2/3" in shown


def test_an_attack_at_a_loss_is_better_left() -> None:
    # C-70: TAH-GT-03
    assert "better not to attack" in odds("--gold", "3", "--guesses", "1", "--prize", "2")


@pytest.mark.parametrize(
    ("said", "about"),
    [
        (("--gold", "0", "--guesses", "1"), "--gold"),
        (("--gold", "5", "--guesses", "x"), "--guesses"),
        (("--gold", "5", "--guesses", "0"), "--guesses"),
        (("--gold", "5", "--guesses", "1,1,1,1,1"), "--guesses"),
        (("--gold", "5", "--guesses", "1", "--prize", "much"), "--prize"),
        (("--gold", "5", "--guesses", "1", "--prize", "-1"), "--prize"),
        (("--gold", "5", "--guesses", "1", "--unit", "1/0"), "--unit"),
    ],
)
def test_what_cannot_be_worked_out_is_refused_by_its_option(
    said: tuple[str, ...], about: str
) -> None:
    result = CliRunner().invoke(app, ["odds", "tahta", *said])
    assert result.exit_code == 2
    assert f"(at {about})" in result.stderr


def test_a_game_of_dice_is_asked_by_a_situation() -> None:
    result = CliRunner().invoke(app, ["odds", "tft", "--gold", "5", "--guesses", "1"])
    assert result.exit_code == 2
    assert "meleekit ask" in " ".join(result.stderr.split())
