from __future__ import annotations

from pathlib import Path

import pytest

from meleekit.terminal.trace import Place, ids_in, trace_rules


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A project of three files; the folder of its package."""
    package = tmp_path / "src" / "toykit"
    (package / "toy").mkdir(parents=True)
    (tmp_path / "tests" / "toy").mkdir(parents=True)
    (package / "toy" / "walk.py").write_text("# TOY-WALK-01 and WALK-02\n\n# TOY-WALK-01\n")
    (package / "toy" / "tables.toml").write_text('rule = "TOY-GEAR-03"\n')
    (package / "toy" / "rulebook.toml").write_text("[rule.TOY-WALK-09]\n")
    (package / "toy" / "untraced.toml").write_text('[later]\nTOY-WALK-08 = "not yet"\n')
    (tmp_path / "tests" / "toy" / "test_walk.py").write_text("# TOY-WALK-02\n")
    return package


def test_an_id_is_found_in_every_line_that_names_it(sources: Path) -> None:
    traces = trace_rules(sources)
    walk = "src/toykit/toy/walk.py"
    assert traces.code["TOY-WALK-01"] == (Place(walk, 1), Place(walk, 3))
    assert traces.code["TOY-WALK-02"] == (Place(walk, 1),)
    assert traces.code["TOY-GEAR-03"] == (Place("src/toykit/toy/tables.toml", 1),)


def test_tests_are_told_apart_from_code(sources: Path) -> None:
    tests = trace_rules(sources).tests
    assert tests == {"TOY-WALK-02": (Place("tests/toy/test_walk.py", 1),)}


def test_the_words_of_the_rules_are_no_place_where_they_are_carried_out(sources: Path) -> None:
    code = trace_rules(sources).code
    assert "TOY-WALK-09" not in code
    assert "TOY-WALK-08" not in code


def test_an_installed_package_has_no_tests_to_look_at(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "toykit"
    package.mkdir(parents=True)
    (package / "walk.py").write_text("# TOY-WALK-01\n")
    traces = trace_rules(package)
    assert traces.tests is None
    assert traces.code == {"TOY-WALK-01": (Place("toykit/walk.py", 1),)}


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("TOY-WALK-01, TOY-WALK-01", ["TOY-WALK-01"]),
        ("as WALK-02 says", []),
        ("(TOY-WALK-01, GEAR-02)", ["TOY-WALK-01", "TOY-GEAR-02"]),
        ("TOY-WALK-1 or XTOY-WALK-011", []),
        ("TOY-ACT-15, ACT-16", ["TOY-ACT-15", "TOY-ACT-16"]),
        ("TOY-ACT-01, ACT-09..11", ["TOY-ACT-01", "TOY-ACT-09", "TOY-ACT-10", "TOY-ACT-11"]),
        ("TOY-ACT-02..03.", ["TOY-ACT-02", "TOY-ACT-03"]),
        ("TOY-ACT-03..", ["TOY-ACT-03"]),
    ],
)
def test_ids_in_a_line(line: str, ids: list[str]) -> None:
    assert list(ids_in(line)) == ids
