"""Random fighters are legal, and nothing that is legal to carry is out of their reach."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.tft.creation import FighterSheet, problems, ready_hands
from meleekit.tft.generator import random_fighter
from meleekit.tft.tables import default_tables

TABLES = default_tables()


def many(count: int, race: str | None = None, missiles: bool = False) -> list[FighterSheet]:
    chance = Random(1977)
    return [random_fighter(chance.randrange, TABLES, race, missiles) for _ in range(count)]


@given(st.data(), st.sampled_from([None, *TABLES.races]), st.booleans())
def test_every_random_fighter_is_legal(
    data: st.DataObject, race: str | None, missiles: bool
) -> None:
    def choose(n: int) -> int:
        return data.draw(st.integers(0, n - 1))

    fighter = random_fighter(choose, TABLES, race, missiles)
    assert problems(fighter, TABLES, missiles=missiles) == []
    assert race in (None, fighter.race)


def test_every_item_armour_and_race_comes_up() -> None:
    fighters = many(4000, missiles=True)
    assert {item for fighter in fighters for item in fighter.items} == set(TABLES.items)
    assert {fighter.armour for fighter in fighters} == set(TABLES.armours)
    assert {fighter.race for fighter in fighters} == set(TABLES.races)


def test_without_missiles_no_missile_weapon_comes_up_and_all_else_does() -> None:
    carried = {item for fighter in many(4000) for item in fighter.items}
    missiles = {weapon.id for weapon in TABLES.weapons.values() if weapon.missile}
    assert carried == set(TABLES.items) - missiles


@pytest.mark.parametrize("race", list(TABLES.races))
def test_every_split_of_points_of_a_race_comes_up(race: str) -> None:
    row = TABLES.races[race]
    strengths = {fighter.strength for fighter in many(800, race)}
    assert strengths == set(range(row.min_str, row.total - row.min_dex + 1))


def test_a_random_fighter_enters_with_a_weapon_in_hand() -> None:
    mains = [ready_hands(fighter)[0] for fighter in many(500, missiles=True)]
    assert all(main and not TABLES.weapons[main].thrown_only for main in mains)


def test_two_weapons_parrying_daggers_and_shields_come_up_in_the_off_hand() -> None:
    offs = {ready_hands(fighter)[1] for fighter in many(2000)}
    assert {"main_gauche", "small_shield", "large_shield", "broadsword", "dagger", None} <= offs


def test_the_same_choices_make_the_same_fighter() -> None:
    assert many(20) == many(20)
