"""Which rules lack code or a test: how that is found, and that it is so for every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from meleekit.cli import app
from meleekit.core.errors import BadRequest, BadSetup
from meleekit.core.rulebook import Rulebook, load_rulebook
from meleekit.systems import SYSTEMS
from meleekit.terminal.coverage import Untraced, coverage, load_untraced
from meleekit.terminal.trace import Place, Traces, trace_rules

BOOKS = {key: book for key, game in SYSTEMS.items() if (book := game.rulebook()) is not None}
HERE = (Place("a file", 1),)


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    """Four rules of a toy game."""
    rules = (f'[rule.TOY-WALK-0{n}]\ntitle = "a"\ntext = "b."\n' for n in range(1, 5))
    file = tmp_path / "rulebook.toml"
    file.write_text('[[section]]\nkey = "WALK"\nnumber = 1\ntitle = "w"\n' + "".join(rules))
    return load_rulebook(file, "TOY")


def listed(folder: Path, text: str) -> Path:
    """A package in which the toy game has that list."""
    (folder / "toy").mkdir()
    (folder / "toy" / "untraced.toml").write_text(text)
    return folder


def test_a_rule_without_code_or_without_test_is_a_gap(book: Rulebook) -> None:
    traces = Traces(
        code={"TOY-WALK-01": HERE, "TOY-WALK-02": HERE},
        tests={"TOY-WALK-01": HERE, "TOY-WALK-03": HERE},
    )
    found = coverage(book, traces, Untraced())
    assert [(gap.rule.id, gap.code, gap.tests) for gap in found.gaps] == [
        ("TOY-WALK-02", True, False),
        ("TOY-WALK-03", False, True),
        ("TOY-WALK-04", False, False),
    ]
    assert found.unexplained == found.gaps
    assert (found.rules, found.stale) == (4, ())


def test_a_listed_gap_is_explained_and_a_listed_rule_without_gap_is_stale(book: Rulebook) -> None:
    both = {"TOY-WALK-01": HERE, "TOY-WALK-02": HERE}
    reasons = Untraced(explains={"TOY-WALK-01": "advice"}, later={"TOY-WALK-03": "not yet"})
    found = coverage(book, Traces(code=both, tests=both), reasons)
    assert [gap.rule.id for gap in found.unexplained] == ["TOY-WALK-04"]
    assert found.stale == ("TOY-WALK-01",)


def test_without_tests_nothing_can_be_said(book: Rulebook) -> None:
    with pytest.raises(BadRequest):
        coverage(book, Traces(code={}, tests=None), Untraced())


def test_a_game_without_a_list_lists_nothing(book: Rulebook, tmp_path: Path) -> None:
    assert load_untraced("toy", book, tmp_path) == Untraced()


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('[later]\nTOY-WALK-09 = "not yet"', "later.TOY-WALK-09"),
        ('[explains]\nTOY-WALK-01 = " "', "explains.TOY-WALK-01"),
        ('[explains]\nTOY-WALK-01 = "a"\n[later]\nTOY-WALK-01 = "b"', "later.TOY-WALK-01"),
        ('[never]\nTOY-WALK-01 = "a"', "never"),
    ],
)
def test_a_list_that_is_wrong_names_the_field(
    book: Rulebook, tmp_path: Path, text: str, at: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        load_untraced("toy", book, listed(tmp_path, text))
    assert refused.value.at == at
    assert "untraced.toml" in refused.value.message


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_has_code_and_test_or_stands_in_the_list_with_its_reason(game: str) -> None:
    book = BOOKS[game]
    found = coverage(book, trace_rules(), load_untraced(game, book))
    assert [gap.rule.id for gap in found.unexplained] == [], "no code or no test, and not listed"
    assert list(found.stale) == [], "has code and test now: take it off untraced.toml"


def test_the_command_prints_the_gaps_and_how_many_there_are() -> None:
    result = CliRunner().invoke(app, ["rules", "tft", "--coverage"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    # Advice to bots is never carried by the rules.
    (advice,) = [line for line in lines if line.startswith("-".join(("TFT", "AI", "01")))]
    assert "no code" in advice
    assert "0 are missing" in " ".join(lines[-2:])


def test_the_command_speaks_of_the_whole_book() -> None:
    result = CliRunner().invoke(app, ["rules", "tft", "MOVE", "--coverage"])
    assert result.exit_code == 2
    assert "--coverage" in result.stderr
