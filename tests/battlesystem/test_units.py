"""Units: ready troop types, what follows from what is said, and what is refused (section I)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meleekit.battlesystem.hit_dice import figure_hd, hit_dice
from meleekit.battlesystem.units import Unit, profile_of, unit_from
from meleekit.core.errors import BadSetup
from tests.battlesystem.armies import TABLES, plain, unit

# Hit dice, figure HD and base AR as the rules list them, by troop type.
READY = {
    "kobold": (10, 5, 21), "goblin": (10, 8, 20), "orc": (10, 10, 19), "hobgoblin": (10, 12, 18),
    "gnoll": (10, 20, 16), "bugbear": (10, 32, 16), "ogre": (5, 21, 20), "troll": (5, 37, 18),
    "man_at_arms": (10, 10, 21), "heavy_foot": (10, 10, 21), "pikeman": (10, 10, 21),
    "elf": (10, 12, 17), "dwarf": (10, 10, 19), "veteran_fighter": (5, 35, 19),
    "skeleton": (10, 10, 19), "zombie": (10, 20, 16),
}  # fmt: skip


@pytest.mark.parametrize("troop", READY)
def test_ready_troop_types_have_the_figures_that_the_rules_list(troop: str) -> None:
    # BAT-UNIT-02, BAT-UNIT-03, BAT-UNIT-04, BAT-AR-04
    ready = unit(troop)
    assert (ready.unit.ratio, ready.figure_hd, ready.base_ar) == READY[troop]


def test_every_ready_troop_type_is_one_of_them() -> None:
    assert set(TABLES.troops) == set(READY)


@pytest.mark.parametrize(
    ("listed", "ratio"),
    [
        ("1/2", 10), ("4", 10), ("4+1", 5), ("5", 5), ("8+7", 5), ("9", 2), ("20", 2), ("5-1", 5),
    ],
)  # fmt: skip
def test_the_ratio_goes_by_hit_dice(listed: str, ratio: int) -> None:
    # BAT-UNIT-02
    assert unit_from({**_orcs(), "hd": listed}).ratio == ratio


@pytest.mark.parametrize(("inches", "cells"), [(3, 4), (6, 8), (9, 12), (12, 16), (15, 20), (5, 6)])
def test_movement_is_four_cells_for_three_inches(inches: int, cells: int) -> None:
    # BAT-MOVE-01
    assert unit("orc", move=inches).move == cells


def test_individuals_stand_one_to_one() -> None:
    # BAT-UNIT-02
    assert unit_from({**_orcs(), "hd": "9", "individual": True}).ratio == 1


def test_hit_points_more_or_less_count_in_a_figure() -> None:
    # BAT-UNIT-04: a figure has at least one hit die.
    assert [figure_hd(hit_dice(hd), 10) for hd in ("1-1", "1", "1+1")] == [8, 10, 12]
    assert figure_hd(hit_dice("1/2"), 1) == 1
    with pytest.raises(BadSetup) as refused:
        hit_dice("many")
    assert refused.value.rule == "BAT-UNIT-04"


def _orcs() -> dict[str, Any]:
    return {"name": "Orcs", "figures": 12, "hd": "1", "ac": 6, "thac0": 19, "weapons": ["scimitar"]}


def _weapon(number: int) -> dict[str, Any]:
    return {"name": f"pick {number}", "damage_sm": "1D6", "damage_l": "1D6"}


def _refused(**changes: Any) -> BadSetup:
    with pytest.raises(BadSetup) as refused:
        unit_from({**_orcs(), **changes})
    return refused.value


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"figures": 0}, "figures"),
        ({"figures": -3}, "figures"),
        ({"ratio": 3}, "ratio"),
        ({"in_hand": "pike"}, "in_hand"),
        ({"ac": 11}, "ac"),
        ({"ac": -11}, "ac"),
        ({"formation": "wedge"}, "formation"),
        ({"facing": "NE"}, "facing"),
        ({"weapons": ["vorpal blade"]}, "weapons[0]"),
        ({"weapons": []}, "in_hand"),
        ({"weapons": ["spear", "spear"]}, "weapons[1]"),
        ({"wounded": 2}, "wounded"),
        ({"files": 0}, "files"),
        ({"files": 13}, "files"),
        ({"attacks": "0"}, "attacks"),
        ({"attacks": "0/2"}, "attacks"),
        ({"attacks": "-1"}, "attacks"),
        ({"attacks": "many"}, "attacks"),
        ({"troop": "unicorn"}, "troop"),
        ({"name": " "}, "name"),
        ({"figures": 1.5}, "figures"),
        ({"figures": True}, "figures"),
        ({"surplus": 1}, "surplus"),
        ({"morale": -1}, "morale"),
        ({"weapons": [_weapon(number) for number in range(21)], "in_hand": "pick 0"}, "weapons"),
        ({"bonuses": [{"name": "blessed", "bonus": 1}] * 21}, "bonuses"),
        ({"notes": ["unruly"] * 21}, "notes"),
        ({"notes": ["fine", "x" * 401]}, "notes[1]"),
        ({"notes": ["\n"]}, "notes[0]"),
        ({"flags": ["level_drain"] * 21}, "flags"),
    ],
)
def test_case_58_units_that_are_refused_by_the_rule_on_units(
    changes: dict[str, Any], at: str
) -> None:
    # BAT-UNIT-06, BAT-UNIT-01, BAT-VAL-01
    error = _refused(**changes)
    assert (error.rule, error.at) == ("BAT-UNIT-06", at)


def test_case_59_ogres_ten_to_one_need_an_override() -> None:
    # BAT-UNIT-02, BAT-UNIT-06
    error = _refused(hd="4+1", ratio=10)
    assert (error.rule, error.at) == ("BAT-UNIT-02", "ratio")
    assert profile_of(unit_from({**_orcs(), "hd": "4+1", "ratio": 10, "override_ratio": True}))


def test_a_unit_without_thac0_is_refused_unless_its_class_is_said() -> None:
    # BAT-UNIT-06, BAT-AR-02
    orcs = _orcs()
    del orcs["thac0"]
    with pytest.raises(BadSetup) as refused:
        unit_from(orcs)
    assert (refused.value.rule, refused.value.at) == ("BAT-UNIT-06", "thac0")
    assert unit_from({**orcs, "class": "monster"}).thac0 == 19
    fighters = unit_from({**orcs, "class": "fighter", "level": 8})
    assert (fighters.thac0, fighters.attacks) == (14, "3/2")
    with pytest.raises(BadSetup) as refused:
        unit_from({**orcs, "class": "baker"})
    assert (refused.value.rule, refused.value.at) == ("BAT-UNIT-06", "class")


def test_a_weapon_of_one_s_own_is_read_and_a_die_without_a_column_refused() -> None:
    # BAT-CONV-07, BAT-VAL-01
    holy = {"name": "holy sword", "damage_sm": "D8+5", "damage_l": "D12+5", "support_ranks": 0}
    assert plain(weapons=[holy]).arms["holy sword"].against("M").words == "D18"
    error = _refused(weapons=[{**holy, "damage_l": "D7"}])
    assert (error.rule, error.at) == ("BAT-CONV-07", "weapons[0].damage_l")
    assert _refused(weapons=[{**holy, "support_ranks": 3}]).at == "weapons[0].support_ranks"


def test_a_unit_that_is_written_down_says_everything() -> None:
    # BAT-UNIT-01: a field that differs from the troop type's stays different.
    bare = unit_from({"troop": "orc", "figures": 12, "shield": False, "morale": 5})
    plain_data = msgspec.to_builtins(bare)
    assert unit_from(plain_data) == bare
    assert unit_from(msgspec.json.decode(msgspec.json.encode(bare), type=Unit)) == bare
