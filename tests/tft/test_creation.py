"""Record sheets: which are legal, which rule refuses the others, and what follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from meleekit.core.errors import BadSetup
from meleekit.core.hexgrid import Arc
from meleekit.tft.creation import (
    FighterSheet,
    adj_dex_at_entry,
    check_sheet,
    hits_stopped,
    movement_allowance,
    problems,
    ready_hands,
    sheet_from,
)
from meleekit.tft.fighters import load_fighters, ready_made, ready_made_entries
from meleekit.tft.tables import default_tables


def sheet(
    strength: int = 12,
    dexterity: int = 12,
    *items: str,
    race: str = "human",
    armour: str = "none",
    ready: tuple[str, ...] | None = None,
    name: str = "Ann",
    xp: int = 0,
    gained: int = 0,
) -> FighterSheet:
    return FighterSheet(
        name=name,
        race=race,
        strength=strength,
        dexterity=dexterity,
        armour=armour,
        items=items,
        ready=ready,
        xp=xp,
        gained=gained,
    )


def rules_against(
    wrong: FighterSheet, variants: frozenset[str] = frozenset(), missiles: bool = True
) -> set[tuple[str, str]]:
    return {(p.rule, p.at) for p in problems(wrong, variants=variants, missiles=missiles)}


def test_a_human_with_13_and_11_is_legal() -> None:
    # Case 1, TFT-CRE-01, RACE-01
    assert problems(sheet(13, 11)) == []


def test_a_human_below_8_dexterity_is_refused() -> None:
    # Case 2, TFT-CRE-01, RACE-01
    assert rules_against(sheet(17, 7)) == {("TFT-CRE-01", "dexterity")}


def test_a_human_of_25_points_is_refused() -> None:
    # Case 2
    assert rules_against(sheet(13, 12)) == {("TFT-CRE-01", "strength")}


def test_a_spearman_in_leather_has_the_numbers_of_the_rules_example() -> None:
    # Case 3, TFT-CRE-13
    spearman = sheet(11, 13, "spear", armour="leather")
    assert problems(spearman) == []
    total, parts = adj_dex_at_entry(spearman)
    assert total == 11
    assert [(part.value, part.rule) for part in parts] == [
        (13, "TFT-DEX-01"),
        (-2, "TFT-DEX-03"),
    ]
    assert movement_allowance(spearman) == 8
    assert hits_stopped(spearman) == 2


def test_a_halberd_is_refused_below_its_strength() -> None:
    # Case 4
    assert rules_against(sheet(11, 13, "halberd")) == {("TFT-CRE-05", "items[0]")}
    assert problems(sheet(13, 11, "halberd")) == []


@pytest.mark.parametrize(
    ("race", "strength", "dexterity"),
    [("elf", 20, 4), ("dwarf", 18, 6), ("halfling", 8, 12), ("goblin", 4, 14), ("orc", 16, 8)],
)
def test_races_may_go_to_their_own_least(race: str, strength: int, dexterity: int) -> None:
    # Case 5, TFT-CRE-02, RACE-02..07
    assert problems(sheet(strength, dexterity, race=race)) == []


@pytest.mark.parametrize(
    ("race", "strength", "dexterity", "refused"),
    [
        ("dwarf", 9, 15, ("TFT-RACE-03", "strength")),
        ("halfling", 9, 11, ("TFT-RACE-04", "dexterity")),
        ("hobgoblin", 15, 5, ("TFT-RACE-06", "dexterity")),
        ("goblin", 10, 10, ("TFT-RACE-07", "strength")),
        ("elf", 3, 21, ("TFT-RACE-02", "strength")),
        ("orc", 7, 17, ("TFT-RACE-05", "strength")),
        ("bear", 3, 11, ("TFT-MON-07", "strength")),
        ("ent", 12, 12, ("TFT-BAD-01", "race")),
    ],
)
def test_races_are_refused_by_their_own_rule(
    race: str, strength: int, dexterity: int, refused: tuple[str, str]
) -> None:
    # Case 5
    assert rules_against(sheet(strength, dexterity, race=race)) == {refused}


@pytest.mark.parametrize(
    "items",
    [
        ("broadsword", "large_shield", "dagger"),
        ("broadsword", "main_gauche", "dagger"),
        ("dagger", "dagger", "broadsword"),
    ],
)
def test_two_weapons_and_a_dagger_may_be_carried(items: tuple[str, ...]) -> None:
    # Case 6
    assert problems(sheet(12, 12, *items)) == []


@pytest.mark.parametrize(
    ("items", "rule"),
    [
        (("broadsword", "large_shield", "dagger", "small_bow"), "TFT-CRE-06"),
        (("dagger", "dagger", "broadsword", "small_shield"), "TFT-CRE-07"),
        (("broadsword", "small_shield", "main_gauche"), "TFT-CRE-07"),
    ],
)
def test_more_than_two_weapons_and_a_dagger_are_refused(items: tuple[str, ...], rule: str) -> None:
    # Case 6
    assert rules_against(sheet(12, 12, *items)) == {(rule, "items")}


def test_a_two_handed_sword_and_a_shield_are_not_both_in_hand() -> None:
    # Case 7
    kit = ("two_handed_sword", "large_shield")
    assert rules_against(sheet(14, 10, *kit, ready=kit)) == {("TFT-EQP-02", "ready")}


def test_a_slung_large_shield_guards_the_back_and_costs_no_dexterity() -> None:
    # Case 7, TFT-ARM-05
    slung = sheet(14, 10, "two_handed_sword", "large_shield", ready=("two_handed_sword",))
    assert problems(slung) == []
    assert [hits_stopped(slung, arc=arc) for arc in Arc] == [0, 0, 2]  # front, side, rear
    assert adj_dex_at_entry(slung)[0] == 10


def test_a_ready_large_shield_guards_the_front_and_costs_a_point() -> None:
    # TFT-ARM-04, DEX-04
    ready = sheet(12, 12, "broadsword", "large_shield", armour="chainmail")
    assert [hits_stopped(ready, arc=arc) for arc in Arc] == [5, 3, 3]  # front, side, rear
    assert [part.value for part in adj_dex_at_entry(ready)[1]] == [12, -3, -1]


def test_a_ready_small_shield_costs_no_dexterity() -> None:
    assert adj_dex_at_entry(sheet(12, 12, "broadsword", "small_shield"))[0] == 12


def test_what_is_ready_must_be_carried() -> None:
    assert rules_against(sheet(12, 12, "dagger", ready=("mace",))) == {("TFT-CRE-09", "ready[0]")}
    twice = sheet(12, 12, "dagger", ready=("dagger", "dagger"))
    assert rules_against(twice) == {("TFT-CRE-09", "ready[1]")}


def test_a_shield_is_not_held_in_the_main_hand() -> None:
    wrong = sheet(12, 12, "mace", "small_shield", ready=("small_shield", "mace"))
    assert rules_against(wrong) == {("TFT-EQP-02", "ready[0]")}


@pytest.mark.parametrize("other", ["rapier", "dagger", "small_shield", "main_gauche"])
def test_a_main_gauche_is_not_held_in_the_main_hand(other: str) -> None:
    # TFT-EQP-02, MG-01
    kit = ("main_gauche", other)
    wrong = sheet(12, 12, *kit, ready=kit)
    assert ("TFT-EQP-02", "ready[0]") in rules_against(wrong)


def test_a_main_gauche_beside_a_one_handed_weapon_is_legal() -> None:
    # TFT-MG-01
    assert problems(sheet(12, 12, "rapier", "main_gauche", ready=("rapier", "main_gauche"))) == []


@pytest.mark.parametrize("ready", [None, ("main_gauche",)])
def test_a_main_gauche_alone_in_hand_is_in_the_off_hand(ready: tuple[str, ...] | None) -> None:
    # TFT-EQP-02, MG-01
    alone = sheet(12, 12, "main_gauche", ready=ready)
    assert problems(alone) == []
    assert ready_hands(alone) == (None, "main_gauche")


def test_three_items_do_not_fit_two_hands() -> None:
    kit = ("mace", "small_shield", "dagger")
    assert rules_against(sheet(12, 12, *kit, ready=kit)) == {("TFT-EQP-02", "ready")}


@pytest.mark.parametrize(
    ("items", "hands"),
    [
        (("dagger", "broadsword", "small_shield"), ("broadsword", "small_shield")),
        (("small_shield", "halberd", "dagger"), ("halberd", None)),
        (("main_gauche", "rapier"), ("rapier", "main_gauche")),
        (("shortsword", "cutlass"), ("shortsword", None)),
        (("large_shield",), (None, "large_shield")),
        (("dagger",), ("dagger", None)),
        (("rock",), (None, None)),
        ((), (None, None)),
    ],
)
def test_without_a_wish_the_best_weapon_and_a_shield_are_in_hand(
    items: tuple[str, ...], hands: tuple[str | None, str | None]
) -> None:
    assert ready_hands(sheet(13, 11, *items)) == hands


def test_a_wish_for_the_hands_is_kept() -> None:
    kit = sheet(12, 12, "broadsword", "small_shield", "dagger", ready=("dagger",))
    assert ready_hands(kit) == ("dagger", None)
    assert ready_hands(sheet(12, 12, "mace", ready=())) == (None, None)


def test_practice_refuses_missile_weapons_but_not_throwing_axes() -> None:
    # Case 68, TFT-BAT-08
    archer = sheet(12, 12, "small_axe", "longbow")
    assert problems(archer) == []
    assert rules_against(archer, missiles=False) == {("TFT-BAT-08", "items[1]")}
    assert problems(sheet(12, 12, "small_axe"), missiles=False) == []


def test_unknown_things_are_refused() -> None:
    wrong = sheet(12, 12, "lightsaber", armour="mithril")
    assert rules_against(wrong) == {("TFT-BAD-01", "items[0]"), ("TFT-BAD-01", "armour")}


def test_half_plate_needs_its_variant() -> None:
    clad = sheet(armour="half_plate")
    variants = frozenset({"VAR-EXTRA-ARMOUR"})
    assert rules_against(clad) == {("TFT-CRE-08", "armour")}
    assert problems(clad, variants=variants) == []
    assert movement_allowance(clad, variants=variants) == 6


def test_points_bought_with_experience_add_to_the_total() -> None:
    assert problems(sheet(14, 12, gained=2)) == []
    assert rules_against(sheet(14, 12, gained=1)) == {("TFT-CRE-01", "strength")}


def test_no_more_than_eight_points_are_bought_under_the_cap() -> None:
    veteran = sheet(17, 16, gained=9)
    assert problems(veteran) == []
    assert rules_against(veteran, frozenset({"VAR-XP-CAP"})) == {("TFT-XP-01", "gained")}


def test_experience_is_never_negative() -> None:
    wrong = sheet(xp=-1, gained=-1)
    assert rules_against(wrong) == {("TFT-XP-07", "xp"), ("TFT-XP-01", "gained")}


def test_experience_beyond_any_campaign_is_refused() -> None:
    assert rules_against(sheet(113, 12, gained=101)) == {("TFT-XP-01", "gained")}


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "A\nB", "A\x00", "\u202eAnn"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    assert rules_against(sheet(name=name)) == {("TFT-CRE-11", "name")}


@pytest.mark.parametrize("name", ["A", "a" * 40, "Jörð O'Neill <b>", "剣士"])
def test_names_may_be_of_any_script_up_to_forty_signs(name: str) -> None:
    assert problems(sheet(name=name)) == []


def test_a_truth_value_is_not_a_number_of_points() -> None:
    assert rules_against(sheet(dexterity=True)) == {("TFT-BAD-01", "dexterity")}


def test_all_problems_of_a_sheet_are_told_at_once() -> None:
    wrong = sheet(17, 7, "battleaxe", "club", "mace", armour="tin", name="")
    assert rules_against(wrong) == {
        ("TFT-CRE-11", "name"),
        ("TFT-CRE-01", "dexterity"),
        ("TFT-BAD-01", "armour"),
        ("TFT-CRE-06", "items"),
    }


def test_a_refused_sheet_names_fighter_rule_and_place() -> None:
    with pytest.raises(BadSetup, match="Ann: Halberd needs strength 13, not 11") as refusal:
        check_sheet(sheet(11, 13, "halberd"), at="sides[0].fighters[1]")
    assert refusal.value.rule == "TFT-CRE-05"
    assert refusal.value.at == "sides[0].fighters[1].items[0]"


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"strength": "12"}, "x.strength"),
        ({"strength": 12.5}, "x.strength"),
        ({"strength": True}, "x.strength"),
        ({"items": ["mace", 3]}, "x.items[1]"),
        ({"luck": 3}, "x.luck"),
        ({"name": None}, "x.name"),
    ],
)
def test_plain_data_of_the_wrong_form_is_refused_with_its_field(
    change: dict[str, object], at: str
) -> None:
    data: dict[str, object] = {"name": "Ann", "strength": 12, "dexterity": 12, **change}
    with pytest.raises(BadSetup) as refusal:
        sheet_from(data, at="x")
    assert (refusal.value.rule, refusal.value.at) == ("TFT-BAD-01", at)


def test_plain_data_of_the_right_form_becomes_a_sheet() -> None:
    data = {"name": "Ann", "strength": 12, "dexterity": 12, "items": ["mace"], "ready": None}
    assert sheet_from(data) == sheet(12, 12, "mace")


@pytest.mark.parametrize("key", sorted(ready_made()))
def test_ready_made_fighters_are_legal_and_archers_alone_barred_from_practice(key: str) -> None:
    # TFT-BAT-08
    fighter = ready_made()[key]
    assert problems(fighter) == []
    weapons = default_tables().weapons
    shoots = any(item in weapons and weapons[item].missile for item in fighter.items)
    assert [found.rule for found in problems(fighter, missiles=False)] == ["TFT-BAT-08"] * shoots


def test_ready_made_fighters_differ_in_kit_and_come_from_every_race() -> None:
    fighters = list(ready_made().values())
    kits = {(f.items or f.race, f.armour, f.ready) for f in fighters}
    assert len(fighters) >= 12
    assert len(kits) == len({f.name for f in fighters}) == len(fighters)
    tables = default_tables()
    beasts = set(tables.monsters)
    assert {f.race for f in fighters} == {*tables.races, *beasts}
    assert all(entry.about for entry in ready_made_entries().values())


def test_ready_made_fighters_begin_with_a_weapon_in_hand() -> None:
    # TFT-CRE-09
    weapons = default_tables().weapons
    monsters = default_tables().monsters
    people = [fighter for fighter in ready_made().values() if fighter.race not in monsters]
    mains = [ready_hands(fighter)[0] for fighter in people]
    assert all(main in weapons for main in mains)


def test_a_bad_fighter_file_is_refused_with_file_and_field(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[ann]\nabout = "x"\nname = "Ann"\nstrength = 12\ndexterity = 13\n')
    with pytest.raises(BadSetup, match=r"^mine\.toml: Ann: ") as refusal:
        load_fighters(path)
    assert (refusal.value.rule, refusal.value.at) == ("TFT-CRE-01", "ann.strength")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x" * 61),
        ("race", "x" * 61),
        ("armour", "x" * 61),
        ("items", ["dagger"] * 13),
        ("items", ["x" * 61]),
        ("ready", ["dagger"] * 5),
    ],
)
def test_what_no_sheet_could_hold_is_not_even_looked_at(field: str, value: object) -> None:
    plain = {"name": "Ann", "strength": 12, "dexterity": 12, field: value}
    with pytest.raises(BadSetup) as error:
        sheet_from(plain)
    assert (error.value.at or "").startswith(field)
