"""The tables against the rules' text and against counting; corrected tables that are wrong."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from meleekit.core.errors import BadSetup
from meleekit.tft.tables import default_tables, load_tables
from tests.tft.corrected import corrected

TABLES = default_tables()

# Every throw of three and of four dice, counted one by one.
THROWS = {n: Counter(sum(throw) for throw in product(range(1, 7), repeat=n)) for n in (3, 4)}


def test_the_ways_to_throw_each_total_agree_with_counting_all_throws() -> None:
    counted = {(n, total): ways for n, totals in THROWS.items() for total, ways in totals.items()}
    assert TABLES.dice_ways == counted


@pytest.mark.parametrize(("dice", "low", "high"), [(3, 5, 15), (4, 5, 19)])
def test_chances_to_hit_agree_with_counting_the_throws_that_hit(
    dice: int, low: int, high: int
) -> None:
    # TFT-HIT-03, HIT-04: up to `low` always hits, above `high` always misses.
    for adj_dex, row in TABLES.to_hit.items():
        needed = min(max(adj_dex, low), high)
        hits = sum(ways for total, ways in THROWS[dice].items() if total <= needed)
        assert (row.three if dice == 3 else row.four) == Fraction(hits, 6**dice)


def test_the_totals_that_always_hit_and_never_hit_bound_both_rolls() -> None:
    assert TABLES.hit_bounds == {3: (5, 15), 4: (5, 19)}


def test_special_totals_multiply_drop_and_break_as_the_rules_list_them() -> None:
    # TFT-HIT-03, HIT-04: (hit, times, drop, break)
    listed = {
        (3, 3): (True, 3, False, False),
        (3, 4): (True, 2, False, False),
        (3, 5): (True, 1, False, False),
        (3, 16): (False, 0, False, False),
        (3, 17): (False, 0, True, False),
        (3, 18): (False, 0, False, True),
        (4, 4): (True, 1, False, False),
        (4, 5): (True, 1, False, False),
        (4, 20): (False, 0, False, False),
        (4, 21): (False, 0, True, False),
        (4, 22): (False, 0, True, False),
        (4, 23): (False, 0, False, True),
        (4, 24): (False, 0, False, True),
    }
    read = {key: (r.hit, r.multiplier, r.drop, r.breaks) for key, r in TABLES.special_rolls.items()}
    assert read == listed


@pytest.mark.parametrize(
    ("weapon", "damage"),
    [("broadsword", (2, 0)), ("small_axe", (1, 2)), ("dagger", (1, -1)), ("main_gauche", (1, -1))],
)
def test_weapons_named_in_the_rules_do_their_damage(weapon: str, damage: tuple[int, int]) -> None:
    # TFT-EQP-04
    row = TABLES.weapons[weapon]
    assert (row.dice, row.modifier) == damage


def test_daggers_do_more_hand_to_hand_and_main_gauches_do_not() -> None:
    dagger, main_gauche = TABLES.weapons["dagger"], TABLES.weapons["main_gauche"]
    assert (dagger.hth_dice, dagger.hth_modifier) == (1, 2)
    assert (main_gauche.hth_dice, main_gauche.hth_modifier, main_gauche.parry) == (1, -1, 1)


def test_pole_weapons_are_the_four_that_the_rules_name() -> None:
    poles = {weapon.id for weapon in TABLES.weapons.values() if weapon.pole}
    assert poles == {"javelin", "spear", "halberd", "pike_axe"}


@pytest.mark.parametrize(
    ("armour", "human", "elf", "stops", "dex"),
    [
        ("none", 10, 12, 0, 0),
        ("leather", 8, 10, 2, -2),
        ("chainmail", 6, 6, 3, -3),
        ("plate", 4, 4, 5, -5),
    ],
)
def test_armour_slows_protects_and_hinders(
    armour: str, human: int, elf: int, stops: int, dex: int
) -> None:
    # TFT-MOVE-02, RACE-02, RACE-08, ARM-01, DEX-03
    row = TABLES.armours[armour]
    races = TABLES.races
    assert (row.ma(races["human"]), row.ma(races["elf"])) == (human, elf)
    others = ("dwarf", "halfling", "orc", "hobgoblin", "goblin")
    assert [row.ma(races[race]) for race in others] == [human] * 5
    assert (row.stops, row.dex) == (stops, dex)


def test_lighter_plate_and_more_armours_come_with_their_variants_only() -> None:
    variants = frozenset({"VAR-PLATE-MA6", "VAR-EXTRA-ARMOUR"})
    human, more = TABLES.races["human"], TABLES.armours_with(variants)
    assert set(TABLES.armours) == {"none", "leather", "chainmail", "plate"}
    assert more["plate"].ma(human) == 6
    assert (more["cloth"].stops, more["cloth"].dex, more["cloth"].ma(human)) == (1, -1, 10)
    half = more["half_plate"]
    assert (half.stops, half.dex, half.ma(human)) == (4, -4, 6)


def test_missile_range_falls_one_point_every_two_megahexes_beyond_two() -> None:
    # TFT-DEX-15
    dex = [TABLES.missile_range_dex(distance) for distance in range(13)]
    assert dex == [0, 0, 0, -1, -1, -2, -2, -3, -3, -4, -4, -5, -5]


def test_half_movement_rounds_down_in_action_limits() -> None:
    charge = TABLES.actions["charge_attack"]
    assert [charge.limit(ma) for ma in (4, 5, 10)] == [2, 2, 5]
    assert TABLES.actions["ready"].limit(10) == 2
    assert TABLES.actions["none"].limit(10) == 10


def test_all_weapons_and_shields_are_items() -> None:
    assert set(TABLES.items) == set(TABLES.weapons) | {"small_shield", "large_shield"}
    assert [item.id for item in TABLES.items.values() if item.is_shield] == list(TABLES.shields)


def test_the_default_tables_are_read_once() -> None:
    assert default_tables() is default_tables()


def test_a_corrected_table_takes_the_place_of_the_usual_one(tmp_path: Path) -> None:
    path = corrected(
        tmp_path, 'name = "Broadsword"\nstr_needed = 12', 'name = "Broadsword"\nstr_needed = 11'
    )
    assert load_tables(path).weapons["broadsword"].str_needed == 11


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("str_needed = 9", "str_needed = true", "weapon[2].str_needed"),
        ("str_needed = 9", "str_needed = 9.0", "weapon[2].str_needed"),
        ("str_needed = 9", "str_needed = -1", "weapon[2].str_needed"),
        ("str_needed = 9", "str_needd = 9", "weapon[2].str_needd"),
        ('name = "Rapier"', 'name = "Rapier"\nweight = 2', "weapon[2].weight"),
        ('id = "club"', 'id = "rapier"', "weapon[3]"),
        ('id = "large_shield"\nname', 'id = "mace"\nname', "shield[1].id"),
        ('variant = "VAR-PLATE-MA6"', 'variant = "VAR-PLATE"', "armour[4].variant"),
        ("stops = 2\ndex = -2", "stops = 2\ndex = -1", "armour[1].dex"),
        ('free_class = "dagger"', 'free_class = "knife"', "carry.free_class"),
        ("min_str = 10", "min_str = 19", "race[2].total"),
        ("total = 5\nhit = true", "total = 6\nhit = true", "special_roll"),
        ("offset = 1", "offset = 0", "missile_range[0].dex"),
        ("from = 3\nto = 4", "from = 4\nto = 4", "hth_defence"),
        ('id = "rear"', 'id = "behind"', "dex_adjustment"),
        ('system = "tft"', 'system = "other"', "meta.system"),
        ('"flat-top axial (q,r)"', '"pointy-top"', "geometry.orientation"),
        ("[[0,-1],[1,-1]", "[[1,-1],[0,-1]", "geometry.directions"),
        ('["N","NE"', '["N","NO"', "geometry.direction_names"),
        ("front_offsets = [0,1,5]", "front_offsets = [0]", "geometry.front_offsets"),
        ("side_offsets = [2,4]", "side_offsets = [1,2,4,5]", "geometry.side_offsets"),
        ("rear_offsets = [3]", "rear_offsets = [2,3,4]", "geometry.rear_offsets"),
        ("overshoot_hexes = 10", "overshoot_hexes = 5", "geometry.overshoot_hexes"),
        ("[[0,0],[1,0],", "[[1,0],[0,0],", "geometry.megahex_offsets"),
        ("(q + 5*r) mod 7", "(q + 3*r) mod 7", "geometry.megahex_residue"),
        ("A = (3Q+R)/7", "A = (2Q+R)/7", "geometry.megahex_coord"),
        ("defended_attack = 4", "defended_attack = 5", "rolls.defended_attack"),
        ("hit = true\nmultiplier = 3", "hit = true\nmultiplier = 4", "special_roll[0].multiplier"),
        ("hit = true\nmultiplier = 1", "hit = true\nmultiplier = 0", "special_roll[2].multiplier"),
        ("false\nmultiplier = 0", "false\nmultiplier = 2", "special_roll[3].multiplier"),
        ("multiplier = 3\ndrop = false", "multiplier = 3\ndrop = true", "special_roll[0].drop"),
        ("slays_fallen = true\n", "", "combat_kind[0].slays_fallen"),
    ],
)
def test_a_wrong_table_is_refused_with_its_file_and_field(
    tmp_path: Path, old: str, new: str, at: str
) -> None:
    with pytest.raises(BadSetup, match=r"^mine\.toml: ") as refusal:
        load_tables(corrected(tmp_path, old, new))
    assert refusal.value.at == at


def test_a_table_that_is_not_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[meta]\nsystem = "tft\n', encoding="utf-8")
    with pytest.raises(BadSetup, match=r"mine\.toml: is not TOML: .*line 2"):
        load_tables(path)


def test_a_table_that_is_not_text_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetup, match=r"mine\.toml: is not UTF-8"):
        load_tables(path)
    with pytest.raises(BadSetup, match=r"none\.toml: cannot be read"):
        load_tables(tmp_path / "none.toml")
