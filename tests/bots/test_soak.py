"""The long run over random set-ups: it draws from everything, and what is wrong is found."""

from __future__ import annotations

import pytest

from benchmarks import soak, strength
from benchmarks.soak import random_setup
from meleekit.bots import bots_for
from meleekit.core.dice import Rolled
from meleekit.tft.creation import FighterSheet
from meleekit.tft.setup import resolve
from meleekit.tft.tables import default_tables
from tests.bots.duels import seed

QUICK = (8, 11, 18)
"""Set-ups that are soon over."""


def test_set_ups_have_two_to_four_sides_and_all_races_beasts_and_weapons() -> None:
    tables = default_tables()
    setups = [resolve(random_setup(Rolled(seed("soak", number)))) for number in range(400)]
    assert {len(setup.sides) for setup in setups} == {2, 3, 4}
    assert {setup.kind for setup in setups} == {"death", "arena", "practice"}
    sheets = [fighter for setup in setups for side in setup.sides for fighter in side.fighters]
    assert all(isinstance(sheet, FighterSheet) for sheet in sheets)
    there = {sheet.race for sheet in sheets if isinstance(sheet, FighterSheet)}
    assert there >= set(tables.races)
    carried = {item for sheet in sheets if isinstance(sheet, FighterSheet) for item in sheet.items}
    assert carried >= {*tables.weapons, *tables.shields} - {"spiked_club"}
    assert any(len(side.team) > 1 for setup in setups for side in setup.sides)


@pytest.mark.parametrize("number", QUICK)
def test_a_battle_that_ends_is_told_with_its_bots(number: int) -> None:
    fought = soak.soak(number)
    assert not fought.fault
    assert fought.number == number
    assert fought.turns >= 1
    assert set(fought.bots) <= set(bots_for("tft"))


def test_a_battle_that_does_not_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MOST_TURNS", 1)
    assert "no end after 1 turns" in soak.soak(QUICK[0]).fault


def test_an_item_that_vanishes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "items_in_play", lambda battle: set())
    assert "an item is lost or made" in soak.soak(QUICK[0]).fault


def test_both_players_of_a_side_have_the_same_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def noted(game, bots, number):  # type: ignore[no-untyped-def]  # as `fight` is called
        seen.append([bot.name for bot in bots])
        return fight(game, bots, number)

    fight = strength.fight
    monkeypatch.setattr(strength, "fight", noted)
    strength.battles("brawler", "random", "four_players", range(1))
    assert seen == [["brawler"] * 2 + ["random"] * 2, ["random"] * 2 + ["brawler"] * 2]
