"""Figures of the tables, as the rules list them."""

from __future__ import annotations

import pytest

from tests.battlesystem.armies import TABLES, unit

# Size, armour class, shield, movement in inches, morale.
TROOPS = {
    "kobold": ("S", 7, True, 6, 9),
    "goblin": ("S", 6, True, 6, 10),
    "orc": ("M", 6, True, 9, 11),
    "hobgoblin": ("M", 5, True, 9, 12),
    "gnoll": ("L", 5, False, 9, 11),
    "bugbear": ("L", 5, False, 9, 12),
    "ogre": ("L", 5, False, 9, 13),
    "troll": ("L", 4, False, 12, 14),
    "man_at_arms": ("M", 7, True, 12, 11),
    "heavy_foot": ("M", 4, True, 9, 12),
    "pikeman": ("M", 5, False, 9, 12),
    "elf": ("M", 5, True, 12, 13),
    "dwarf": ("M", 4, True, 6, 14),
    "veteran_fighter": ("M", 2, True, 9, 15),
    "skeleton": ("M", 7, False, 12, "none"),
    "zombie": ("M", 8, False, 6, "none"),
}

# Damage against small and man-sized, against large; the ranks behind that may lend it.
WEAPONS = {
    "dagger": ("1D4", "1D3", 0),
    "club": ("1D6", "1D3", 0),
    "hand axe": ("1D6", "1D4", 0),
    "battle axe": ("1D8", "1D8", 0),
    "footman's flail": ("1D6+1", "2D4", 0),
    "horseman's flail": ("1D4+1", "1D4+1", 0),
    "war hammer": ("1D4+1", "1D4", 0),
    "lucern hammer": ("2D4", "1D6", 1),
    "footman's mace": ("1D6+1", "1D6", 0),
    "horseman's mace": ("1D6", "1D4", 0),
    "morning star": ("2D4", "1D6+1", 0),
    "footman's military pick": ("1D6+1", "2D4", 0),
    "quarterstaff": ("1D6", "1D6", 0),
    "scimitar": ("1D8", "1D8", 0),
    "short sword": ("1D6", "1D8", 0),
    "broad sword": ("2D4", "1D6+1", 0),
    "long sword": ("1D8", "1D12", 0),
    "bastard sword": ("2D4", "2D8", 0),
    "two-handed sword": ("1D10", "3D6", 0),
    "trident": ("1D6+1", "3D4", 0),
    "spear": ("1D6", "1D8", 1),
    "halberd": ("1D10", "2D6", 1),
    "bardiche": ("2D4", "3D4", 1),
    "bec de corbin": ("1D8", "1D6", 1),
    "bill-guisarme": ("2D4", "1D10", 1),
    "fauchard": ("1D6", "1D8", 1),
    "fauchard-fork": ("1D8", "1D10", 1),
    "glaive": ("1D6", "1D10", 1),
    "glaive-guisarme": ("2D4", "2D6", 1),
    "guisarme": ("2D4", "1D8", 1),
    "guisarme-voulge": ("2D4", "2D4", 1),
    "military fork": ("1D8", "2D4", 1),
    "partisan": ("1D6", "1D6+1", 1),
    "ranseur": ("2D4", "2D4", 1),
    "spetum": ("1D6+1", "2D6", 1),
    "voulge": ("2D4", "2D4", 1),
    "awl pike": ("1D6", "1D12", 2),
    "heavy lance (mounted)": ("2D4+1", "3D6", 0),
}
RATING = {
    "open_or_skirmish": 1,
    "out_of_command": 1,
    "uphill_defender": 1,
    "charging_closed": -1,
    "commander_fighting": -1,
    "flank_vs_shield": -1,
    "rear": -2,
    "free_attack_on_fleeing": -2,
    "daylight_goblinoid": 1,
}
MORALE = {
    "lost_50": -2,
    "lost_75": -4,
    "enemy_rear": -2,
    "out_of_command": -2,
    "magic_losses": -1,
    "commander_killed": -1,
    "failed_charge_open": -3,
    "level_drain": -3,
    "invulnerable": -3,
    "closed": 1,
}


@pytest.mark.parametrize("troop", TROOPS)
def test_what_a_ready_troop_type_is(troop: str) -> None:
    # BAT-UNIT-05, BAT-AR-11, BAT-MOVE-01, BAT-MOR-03, BAT-MOR-04
    ready = unit(troop)
    one, (size, ac, shield, inches, morale) = ready.unit, TROOPS[troop]
    assert (one.size, one.ac, one.shield, one.morale) == (size, ac, shield, morale)
    assert ready.move == inches * 4 // 3
    assert ready.morale == (None if morale == "none" else morale)


def test_what_weapons_do_and_which_reach_over_a_rank() -> None:
    # BAT-ELIG-04, BAT-UNIT-05
    found = {
        weapon.name: (weapon.damage_sm, weapon.damage_l, weapon.support_ranks)
        for weapon in TABLES.weapons.values()
    }
    assert found == WEAPONS


def test_what_modifiers_are_worth() -> None:
    # BAT-AR-06..12, BAT-AR-15, BAT-END-05, BAT-MOR-03, BAT-MOR-07, BAT-MOR-10
    assert {name: row.value for name, row in TABLES.ar_modifiers.items()} == RATING
    assert {name: row.value for name, row in TABLES.morale_modifiers.items()} == MORALE
