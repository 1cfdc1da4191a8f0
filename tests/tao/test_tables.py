"""The figures: those of the rules, and what a corrected file may not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from meleekit.core.errors import BadSetup
from meleekit.tao.tables import DEFAULT_PATH, default_tables, load_tables

TABLES = default_tables()
TEXT = DEFAULT_PATH.read_text(encoding="utf-8")


# TAO-OVB-02
@pytest.mark.parametrize(
    ("ratio", "modifier"),
    [
        (24, None),
        (25, -12),
        (32, -12),
        (33, -9),
        (41, -9),
        (42, -4),
        (58, -4),
        (59, -2),
        (71, -2),
        (72, -1),
        (87, -1),
        (88, 0),
        (116, 0),
        (117, 1),
        (141, 1),
        (142, 2),
        (175, 2),
        (176, 3),
        (250, 3),
        (251, 7),
        (350, 7),
        (351, 10),
        (9999, 10),
    ],
)
def test_weight_ratios_of_overbearing(ratio: int, modifier: int | None) -> None:
    assert TABLES.overbear_to_hit(ratio) == modifier


# TAO-INIT-02
@pytest.mark.parametrize(("dexterity", "bonus"), [(3, 0), (15, 0), (16, 1), (17, 2), (18, 3)])
def test_what_dexterity_adds(dexterity: int, bonus: int) -> None:
    assert TABLES.quick(dexterity) == bonus
    assert TABLES.quick(25) == 3


# TAO-AP-02, TAO-MOV-01, TAO-MOV-02
def test_what_things_cost() -> None:
    costs = TABLES.costs
    assert (costs.step, costs.leave_melee, costs.attack, costs.unarmed_attack) == (1, 1, 2, 2)
    assert (costs.draw, costs.pick_up, costs.drop, costs.grab) == (1, 1, 0, 3)
    assert (costs.overbear_least, costs.charge_attack) == (3, 2)
    assert (costs.blow, costs.break_out) == (2, 2)
    assert (costs.change_facing, costs.adjust_shield) == (0, 1)


# TAO-AP-03
def test_a_charge_runs_at_the_least_of_the_running_stride() -> None:
    running = next(one for one in TABLES.strides if one.name == "running")
    assert running.least == TABLES.charge.hexes_per_ap == 4


# TAO-ATT-02
@pytest.mark.parametrize(
    ("group", "level", "thac0"),
    [
        ("fighter, paladin or ranger", 1, 20),
        ("fighter, paladin or ranger", 16, 8),
        ("cleric", 2, 20),
        ("thief", 2, 21),
        ("assassin", 15, 10),
        ("commoner", 1, 21),
        ("monster or combat trained, by hit dice", 4, 18),
    ],
)
def test_thac0_by_group_and_level(group: str, level: int, thac0: int) -> None:
    assert TABLES.thac0[group][level - 1] == thac0


THAC0 = {
    "assassin": [20, 19, 19, 18, 17, 16, 15, 15, 14, 13, 12, 11, 11, 10, 10],
    "bard": [21, 20, 20, 20, 19, 18, 18, 17, 17, 16, 16, 15, 15, 14, 14, 13],
    "cleric": [20, 20, 19, 18, 18, 17, 16, 16, 15, 14, 14, 13, 12, 12, 11, 11],
    "druid": [20, 20, 19, 19, 18, 18, 17, 16, 16, 15, 14, 14, 13, 13, 12, 12],
    "fighter, paladin or ranger": [20, 19, 18, 17, 16, 15, 14, 13, 12, 12, 11, 10, 10, 9, 8, 8],
    "illusionist or mage": [21, 21, 20, 20, 20, 19, 19, 18, 18, 17, 17, 16, 16, 15, 15, 14],
    "monk": [20, 19, 19, 18, 17, 17, 16, 15, 14, 13, 12, 12, 11, 10, 10, 9],
    "thief": [21, 21, 20, 20, 19, 19, 18, 18, 17, 16, 16, 15, 14, 14, 13, 13],
    "commoner": [21],
    "monster or combat trained, by hit dice": [
        20,
        20,
        19,
        18,
        18,
        17,
        17,
        16,
        15,
        15,
        14,
        14,
        13,
        12,
        12,
        11,
    ],
}


# TAO-ATT-02
def test_thac0_of_every_group_at_every_level() -> None:
    assert {group: list(levels) for group, levels in TABLES.thac0.items()} == THAC0


# TAO-ATT-02
def test_who_stands_on_the_shelf_has_the_thac0_of_its_kind() -> None:
    kinds = {
        "fighter": "fighter, paladin or ranger",
        "monster": "monster or combat trained, by hit dice",
        "combat trained": "monster or combat trained, by hit dice",
    }
    for one in TABLES.ready.values():
        words = one.kind.removesuffix(" HD").rsplit(" ", 1)
        kind, level = (words[0], int(words[1])) if len(words) == 2 else (one.kind, 1)
        assert one.thac0 == TABLES.thac0[kinds.get(kind, kind)][level - 1]


# TAO-ATT-01, TAO-ATT-04
@pytest.mark.parametrize(
    ("weapon", "damage", "reach", "hands"),
    [
        ("dagger", "1D4", 1, 1),
        ("mace", "1D6+1", 1, 1),
        ("two-handed sword", "1D10", 1, 2),
        ("halberd", "1D10", 2, 2),
        ("bare hands", "1D2", 1, 0),
    ],
)
def test_weapons(weapon: str, damage: str, reach: int, hands: int) -> None:
    row = TABLES.weapons[weapon]
    assert (row.damage, row.reach, row.hands) == (damage, reach, hands)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("step = 1", "step = 2", "ap.step"),
        ("leave_melee = 1", "leave_melee = 3", "ap.leave_melee"),
        ("margin = 2", 'margin = "2"', "critical.margin"),
        ("margin = 2", "margins = 2", "critical.margins"),
        ("dead = -10", "dead = 0", "fall.dead"),
        ("impossible_up_to = 24", "impossible_up_to = 20", "overbear"),
        ("least = 33", "least = 25", "overbear"),
        ("dexterity = 17\nbonus = 2", "dexterity = 16\nbonus = 2", "quickness"),
        ('name = "bare hands"\n\n#', 'name = "bear hands"\n\n#', "bare_hands.name"),
        ('weapon = "mace"', 'weapon = "maze"', "combatant[2].weapon"),
        ("dexterity = 11\nap = 4", "dexterity = 11\nap = 9", "combatant[11].ap"),
        ('name = "mace"', 'name = "spear"', "weapon[5]"),
        ("levels = [21]", "levels = []", "thac0[8].levels"),
        ("armed = false\nenemy_armed = true", "armed = true\nenemy_armed = true", "engagement[2]"),
        ('glyph = "fist"', 'glyph = "foot"', "weapon[8].glyph"),
    ],
)
def test_a_file_that_cannot_be_is_refused_by_its_field(
    tmp_path: Path, old: str, new: str, field: str
) -> None:
    assert old in TEXT
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadSetup, match=r"mine\.toml") as refused:
        load_tables(path)
    assert refused.value.at == field
