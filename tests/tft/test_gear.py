"""A sheet and the battle its fighter enters say the same of its gear."""

from __future__ import annotations

import random

import pytest

from meleekit.core.dice import Given
from meleekit.core.hexgrid import Arc
from meleekit.tft.combat import stops
from meleekit.tft.creation import FighterSheet, adj_dex_at_entry, hits_stopped, problems
from meleekit.tft.dexterity import order_dex
from meleekit.tft.fighters import ready_made
from meleekit.tft.game import Melee
from meleekit.tft.gear import counted, within_limit
from meleekit.tft.generator import random_fighter
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.state import Battle
from meleekit.tft.tables import default_tables

TABLES = default_tables()
CHANCE = random.Random(17)
FIGHTERS = [*ready_made().values(), *(random_fighter(CHANCE.randrange) for _ in range(25))]


def entering(sheet: FighterSheet) -> tuple[Melee, Battle]:
    """The first moment of a duel of the fighter with its like; it is the first character."""
    sides = (SideSetup(name="Red", fighters=(sheet,)), SideSetup(name="Blue", fighters=(sheet,)))
    game = Melee(Setup(title="Entry", sides=sides))
    return game, game.begin(Given([6, 1])).state


@pytest.mark.parametrize("sheet", FIGHTERS, ids=lambda sheet: sheet.name)
def test_the_adjdex_of_a_sheet_is_that_of_the_battle_part_by_part(sheet: FighterSheet) -> None:
    game, battle = entering(sheet)
    assert adj_dex_at_entry(sheet) == order_dex(game.arena, battle, 0)


@pytest.mark.parametrize("sheet", FIGHTERS, ids=lambda sheet: sheet.name)
def test_a_sheet_stops_as_many_hits_as_the_battle_from_every_side(sheet: FighterSheet) -> None:
    game, battle = entering(sheet)
    for arc in Arc:
        assert hits_stopped(sheet, arc=arc) == sum(
            part.value for part in stops(game.arena, battle, 0, arc)
        )


@pytest.mark.parametrize("sheet", FIGHTERS, ids=lambda sheet: sheet.name)
def test_what_a_legal_fighter_carries_is_within_the_limit(sheet: FighterSheet) -> None:
    assert problems(sheet) == []
    assert within_limit([TABLES.items[item] for item in sheet.items], TABLES.carry)


def test_one_dagger_is_free_and_a_second_counts() -> None:
    # TFT-CRE-06, CRE-07
    dagger, sword = TABLES.items["dagger"], TABLES.items["broadsword"]
    assert counted([dagger, sword, dagger], TABLES.carry) == [sword, dagger]
