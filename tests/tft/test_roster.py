"""Rosters: read, checked, written, and set-ups drawn from them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.errors import BadSetup
from meleekit.tft.creation import FighterSheet
from meleekit.tft.generator import random_fighter
from meleekit.tft.roster import (
    Enlisted,
    Roster,
    load_roster,
    read_roster,
    roster_problems,
    roster_toml,
)
from meleekit.tft.scenarios import load_setup

GOOD = """\
title = "Ours"

[[fighters]]
name = "Ann"
strength = 12
dexterity = 13
armour = "leather"
items = ["broadsword", "small_shield"]
xp = 40
gained = 1
history = ["Beat Bob"]

[[fighters]]
name = "Bob"
strength = 11
dexterity = 13
items = ["club"]
alive = false
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def changed(file: Path, old: str, new: str) -> Path:
    assert old in GOOD
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    return file


def test_a_roster_holds_sheets_with_experience_and_history(file: Path) -> None:
    # TFT-CRE-11
    roster = load_roster(file)
    ann, bob = roster.fighters
    assert ann.sheet == FighterSheet(
        name="Ann",
        strength=12,
        dexterity=13,
        armour="leather",
        items=("broadsword", "small_shield"),
        xp=40,
        gained=1,
    )
    assert ann.history == ("Beat Bob",)
    assert not bob.alive
    assert roster.title == "Ours"
    assert roster.fit == (ann.sheet,)


@pytest.mark.parametrize(
    ("old", "new", "line", "at", "rule"),
    [
        # TFT-CRE-01, TFT-CRE-05, TFT-CRE-06, TFT-BAD-01
        ("dexterity = 13", "dexterity = 14", 5, "fighters[0].strength", "TFT-CRE-01"),
        ("strength = 12", "strength = 7", 5, "fighters[0].strength", "TFT-CRE-01"),
        ('"broadsword"', '"halberd"', 8, "fighters[0].items[0]", "TFT-CRE-05"),
        ('"small_shield"', '"club", "mace"', 8, "fighters[0].items", "TFT-CRE-06"),
        ('"leather"', '"silk"', 7, "fighters[0].armour", "TFT-BAD-01"),
        ("strength = 12", 'strength = "much"', 5, "fighters[0].strength", "TFT-BAD-01"),
        ("xp = 40", "wings = 2", 9, "fighters[0].wings", "TFT-BAD-01"),
        ('name = "Ann"', "", 3, "fighters[0].name", "TFT-BAD-01"),
        ('["Beat Bob"]', "7", 11, "fighters[0].history", "TFT-BAD-01"),
        ('name = "Bob"', 'name = "ann"', 14, "fighters[1].name", "TFT-CRE-11"),
    ],
    ids=["total", "least", "heavy", "load", "armour", "type", "field", "name", "history", "twin"],
)
def test_what_is_wrong_is_said_with_file_line_field_and_rule(
    file: Path, old: str, new: str, line: int, at: str, rule: str
) -> None:
    with pytest.raises(BadSetup) as error:
        load_roster(changed(file, old, new))
    assert error.value.message.startswith(f"ours.toml, line {line}: ")
    assert error.value.at == at
    assert error.value.rule == rule


def test_a_file_that_is_no_toml_is_refused_with_its_line(file: Path) -> None:
    with pytest.raises(BadSetup, match=r"ours\.toml: is not TOML.*line 4"):
        read_roster(changed(file, 'name = "Ann"', "name = Ann"))


def test_an_empty_roster_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text('title = "None"\n', encoding="utf-8")
    with pytest.raises(BadSetup) as error:
        read_roster(path)
    assert error.value.at == "fighters"


def test_everything_that_is_wrong_is_found_at_once(file: Path) -> None:
    changed(file, "dexterity = 13", "dexterity = 14")
    file.write_text(file.read_text().replace('"leather"', '"silk"'), encoding="utf-8")
    found = roster_problems(read_roster(file), file.read_text())
    assert [(one.line, one.problem.at) for one in found] == [
        (5, "fighters[0].strength"),
        (7, "fighters[0].armour"),
    ]


def test_nothing_is_asked_of_the_dead_but_their_names(file: Path) -> None:
    assert load_roster(changed(file, '["club"]', '["two_handed_sword"]')).fighters[1].sheet.items


@given(
    st.integers(0, 2**32),
    st.integers(0, 400),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
)
def test_a_roster_that_is_written_is_read_again_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, start: int, xp: int, line: str
) -> None:
    turn = iter(range(start, start + 1000))
    sheet = random_fighter(lambda n: next(turn) * 7919 % n)
    sheet = msgspec.structs.replace(sheet, xp=xp)
    roster = Roster('A "title" \\ of ours', (Enlisted(sheet, (line,), xp % 2 == 0),))
    path = tmp_path_factory.mktemp("roster") / "written.toml"
    path.write_text(roster_toml(roster), encoding="utf-8", newline="")
    assert read_roster(path) == roster


SETUP = """\
title = "From a roster"
roster = "ours.toml"
[[sides]]
name = "Red"
fighters = ["ann"]
[[sides]]
name = "Blue"
fighters = ["berrin"]
"""


def test_a_set_up_draws_its_fighters_from_the_roster_beside_it(file: Path) -> None:
    path = file.with_name("battle.toml")
    path.write_text(SETUP, encoding="utf-8")
    setup = load_setup(path)
    assert [side.sheets[0].name for side in setup.sides] == ["Ann", "Berrin Ashe"]
    assert setup.sides[0].sheets[0].gained == 1


def test_a_roster_is_read_by_the_set_up_s_own_readings_of_the_rules(file: Path) -> None:
    # TFT-VAR-01
    changed(file, '"leather"', '"cloth"')
    path = file.with_name("battle.toml")
    path.write_text(SETUP, encoding="utf-8")
    with pytest.raises(BadSetup) as error:
        load_setup(path)
    assert error.value.rule == "TFT-CRE-08"
    path.write_text(f'variants = ["VAR-EXTRA-ARMOUR"]\n{SETUP}', encoding="utf-8")
    assert load_setup(path).sides[0].sheets[0].armour == "cloth"


def test_a_side_with_a_roster_of_its_own_sends_all_that_live(file: Path) -> None:
    path = file.with_name("battle.toml")
    own = SETUP.replace('roster = "ours.toml"\n', "").replace(
        'fighters = ["ann"]', 'roster = "ours.toml"'
    )
    path.write_text(own, encoding="utf-8")
    assert [sheet.name for sheet in load_setup(path).sides[0].sheets] == ["Ann"]


def test_the_dead_are_not_drawn(file: Path) -> None:
    path = file.with_name("battle.toml")
    path.write_text(SETUP.replace('"ann"', '"bob"'), encoding="utf-8")
    with pytest.raises(BadSetup) as error:
        load_setup(path)
    assert error.value.at == "sides[0].fighters[0]"


def test_a_roster_that_the_rules_refuse_is_refused_in_a_set_up_too(file: Path) -> None:
    changed(file, "dexterity = 13", "dexterity = 14")
    path = file.with_name("battle.toml")
    path.write_text(SETUP, encoding="utf-8")
    with pytest.raises(BadSetup, match=r"ours\.toml, line 5") as error:
        load_setup(path)
    assert error.value.rule == "TFT-CRE-01"
