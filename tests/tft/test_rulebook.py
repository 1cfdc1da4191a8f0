"""Looking rules up. IDs are put together here: a look at the words tests no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from meleekit.core.errors import BadRequest, BadSetup
from meleekit.core.rulebook import load_rulebook
from meleekit.tft.rulebook import PREFIX, rulebook


def tft(short: str) -> str:
    return "-".join(["TFT", short])


@pytest.mark.parametrize("asked", ["MOVE-15", "move-15", " Move 15 ", tft("MOVE-15"), "move15"])
def test_a_rule_is_found_however_its_id_is_written(asked: str) -> None:
    assert [rule.id for rule in rulebook().look_up(asked)] == [tft("MOVE-15")]


def test_a_number_of_one_digit_is_enough() -> None:
    assert [rule.id for rule in rulebook().look_up("dex-7")] == [tft("DEX-07")]


@pytest.mark.parametrize("asked", ["POLE", "pole", tft("pole")])
def test_a_section_gives_its_rules_in_order(asked: str) -> None:
    found = [rule.id for rule in rulebook().look_up(asked)]
    assert found == [tft(f"POLE-0{n}") for n in range(1, 7)]


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("MOVE-26", tft("MOVE-25")),
        ("ACT-21", tft("ACT-40")),
        ("MVE-12", tft("MOVE-12")),
        ("shields", "ARM"),
        ("stumble", tft("MOVE-13")),
    ],
)
def test_an_unknown_id_is_refused_with_what_is_near_it(asked: str, near: str) -> None:
    with pytest.raises(BadRequest) as refused:
        rulebook().look_up(asked)
    assert asked in refused.value.message
    assert near in refused.value.message


@pytest.mark.parametrize("asked", ["", "-", "qqqq", "MOVE-", "MOVE-115", "move-1-5"])
def test_what_is_no_id_at_all_is_refused(asked: str) -> None:
    with pytest.raises(BadRequest):
        rulebook().look_up(asked)


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        ('[rule.TFT-RUN-01]\ntitle = "a"\ntext = "b."', "rule.TFT-RUN-01"),
        ('[rule.WALK]\ntitle = "a"\ntext = "b."', "rule.WALK"),
        ('[rule.TFT-WALK-01]\ntitle = "a"', "rule[...].text"),
        ('[rule.TFT-WALK-01]\ntitle = "a"\ntext = "b."\nnote = "c"', "rule[...].note"),
    ],
)
def test_a_broken_rulebook_names_the_field(tmp_path: Path, rules: str, at: str) -> None:
    file = tmp_path / "rulebook.toml"
    file.write_text(f'[[section]]\nkey = "WALK"\nnumber = 1\ntitle = "Walking"\n{rules}\n')
    with pytest.raises(BadSetup) as refused:
        load_rulebook(file, PREFIX)
    assert refused.value.at == at
    assert "rulebook.toml" in refused.value.message
