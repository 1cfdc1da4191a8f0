"""Record sheets: the figures on them, and the card they are drawn on (TFT-CRE-11)."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import msgspec
import pytest

from meleekit.tft.creation import FighterSheet
from meleekit.tft.fighters import ready_made
from meleekit.tft.record_sheet import hit_chance, may_carry, record_sheet, room_left
from meleekit.tft.sheet_page import sheet_page
from meleekit.tft.sheet_svg import draw_sheet
from meleekit.tft.tables import default_tables

# Case 3: leather, spear, STR 11, adjDEX 11, MA 8, two hits stopped an attack.
BEAUREGARD = FighterSheet(
    name="Beauregard", strength=11, dexterity=13, armour="leather", items=("spear",), xp=130
)


def drawn_words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.text]


def test_the_sheet_of_the_worked_example() -> None:
    # TFT-CRE-11, TFT-CRE-13
    sheet = record_sheet(BEAUREGARD)
    assert (sheet.race, sheet.armour, sheet.adj_dex, sheet.ma) == ("Human", "Leather", 11, 8)
    assert [(part.name, part.value) for part in sheet.dex_parts] == [
        ("basic DEX", 13),
        ("leather", -2),
    ]
    assert sheet.stops == (2, 2, 2)
    spear = sheet.arms[0]
    assert (spear.name, spear.damage, spear.strength) == ("Spear", "1d6+1", 11)


def test_hits_are_marked_where_strength_runs_low() -> None:
    """TFT-INJ-03: from STR 3; TFT-DMG-04: unconscious at 1, dead at 0."""
    sheet = record_sheet(BEAUREGARD)
    assert (sheet.weak_from, sheet.down_at, sheet.dead_at) == (8, 10, 11)


def test_the_action_limits_are_those_of_the_rules() -> None:
    # TFT-ACT-12, TFT-ACT-15, TFT-ACT-19, TFT-ACT-29
    limits = {limit.hexes: limit for limit in record_sheet(BEAUREGARD).limits}
    assert list(limits) == [8, 4, 2, 1, 0]
    assert limits[4].disengaged == ("attack", "grapple", "dodge", "drop")
    assert limits[2].disengaged == ("ready",)
    assert limits[1].disengaged == ("shoot",)
    assert limits[1].engaged == ("attack", "grapple", "defend", "change weapons", "disengage")


def test_to_hit_is_what_three_dice_give_with_two_more_for_the_side_and_four_for_the_rear() -> None:
    # TFT-HIT-02, TFT-DEX-07: 135, 181 and 206 of 216 throws, since 16 and more always miss.
    spear = record_sheet(BEAUREGARD).arms[0]
    assert spear.needed == (11, 13, 15)
    assert spear.chances == (Fraction(135, 216), Fraction(181, 216), Fraction(206, 216))


@pytest.mark.parametrize("row", default_tables().to_hit.values(), ids=lambda row: row.adj_dex)
def test_the_chances_agree_with_the_table_of_the_rules(row: object) -> None:
    # TFT-HIT-03, TFT-HIT-04
    tables = default_tables()
    adj_dex = row.adj_dex  # type: ignore[attr-defined]
    assert hit_chance(tables, 3, adj_dex) == Fraction(row.three_dice)  # type: ignore[attr-defined]
    assert hit_chance(tables, 4, adj_dex) == Fraction(row.four_dice)  # type: ignore[attr-defined]


def test_a_shield_in_hand_costs_dexterity_with_one_handed_weapons_only() -> None:
    # TFT-DEX-04
    sheet = FighterSheet(
        name="Ann", strength=14, dexterity=10, items=("two_handed_sword", "large_shield", "dagger")
    )
    ready = msgspec.structs.replace(sheet, ready=("dagger", "large_shield"))
    two_handed, dagger = record_sheet(ready).arms
    assert (two_handed.needed[0], dagger.needed[0]) == (10, 9)


def test_a_dwarf_does_one_more_with_an_axe() -> None:
    # TFT-RACE-03: battleaxe 3d6, and one for the dwarf
    assert record_sheet(ready_made()["durra"]).arms[0].damage == "3d6+1"


def test_a_beast_has_its_natural_weapon_and_carries_nothing() -> None:
    """A bear does 2d6+2, and its fur stops two hits (TFT-MON-01, TFT-CRE-12)."""
    bear = FighterSheet(name="Ursa", race="bear", strength=30, dexterity=11)
    sheet = record_sheet(bear)
    assert [(one.carried, one.damage) for one in sheet.arms] == [("natural", "2d6+2")]
    assert (sheet.race, sheet.ma, sheet.stops) == ("Bear", 8, (2, 2, 2))
    assert may_carry(bear) == ()
    # Claws are not used to defend, and paws ready nothing (TFT-MON-06).
    done = {word for limit in sheet.limits for word in (*limit.disengaged, *limit.engaged)}
    assert {"attack", "grapple", "dodge", "disengage"} <= done
    assert not {"defend", "ready", "shoot", "pick up"} & done
    assert room_left(bear) == (0, 0)


def test_what_is_odd_about_a_monster_stands_on_its_sheet() -> None:
    """TFT-MON-03: -3 to hit a snake, whose sides are front; TFT-MON-04: MA 8, in the air 16."""
    snake = record_sheet(FighterSheet(name="Sythe", race="giant_snake", strength=12, dexterity=12))
    assert snake.notes == ("−3 to hit it", "its sides are front")
    gargoyle = record_sheet(FighterSheet(name="Grim", race="gargoyle", strength=20, dexterity=11))
    assert (gargoyle.ma, gargoyle.ma_flying, gargoyle.stops) == (8, 16, (3, 3, 3))
    assert "half 4, flying 16" in drawn_words(draw_sheet(gargoyle))


def test_what_may_be_carried_changes_with_basic_strength() -> None:
    # TFT-CRE-05: a halberd wants STR 13
    bought = msgspec.structs.replace(BEAUREGARD, strength=13, gained=2)
    halberd = default_tables().items["halberd"]
    assert halberd not in may_carry(BEAUREGARD)
    assert halberd in may_carry(bought)


def test_the_room_left_counts_two_weapons_and_a_dagger() -> None:
    # TFT-CRE-06
    assert room_left(BEAUREGARD) == (1, 1)
    assert room_left(msgspec.structs.replace(BEAUREGARD, items=("spear", "dagger"))) == (1, 0)
    assert room_left(msgspec.structs.replace(BEAUREGARD, items=("spear", "small_shield"))) == (0, 1)


def test_the_card_says_all_that_a_record_sheet_holds() -> None:
    # TFT-CRE-11
    words = drawn_words(draw_sheet(record_sheet(BEAUREGARD)))
    for wanted in ("Beauregard", "Human", "STR", "DEX", "adjDEX", "MA", "Leather", "Spear"):
        assert wanted in words
    assert "130 XP" in words
    assert "13 −2 leather" in words
    assert "84%" in words  # 181 of 216


@pytest.mark.parametrize("strength", [6, 11, 16, 21, 50])
def test_there_is_one_box_for_every_point_of_strength_and_all_are_on_the_card(
    strength: int,
) -> None:
    sheet = FighterSheet(name="Ann", strength=strength, dexterity=10)
    svg = draw_sheet(msgspec.structs.replace(record_sheet(sheet), next_point=0))
    hits, _, rest = svg.partition("Moved this turn")
    boxes = re.findall(r'<rect class="box[^"]*" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', hits)
    assert len(boxes) == strength
    assert rest
    assert all(float(x) + float(width) <= 400 for x, _, width in boxes)


def test_experience_is_ticked_off_in_tens() -> None:
    """30 of the 130 XP count towards the next point (TFT-XP-01)."""
    svg = draw_sheet(record_sheet(BEAUREGARD))
    assert svg.count('class="box full"') == 3
    assert "1 point to buy now" in svg


def test_names_cannot_smuggle_markup_into_a_page() -> None:
    sheet = msgspec.structs.replace(BEAUREGARD, name='<script>"&')
    page = sheet_page("<b>", [record_sheet(sheet)])
    assert "<script>" not in page
    assert "<b>" not in page


@pytest.mark.parametrize("key", ready_made())
def test_every_ready_made_fighter_has_a_card_that_is_sound(key: str) -> None:
    ElementTree.fromstring(draw_sheet(record_sheet(ready_made()[key]), standalone=True))


def test_a_page_brings_all_that_it_needs() -> None:
    page = sheet_page("Two", [record_sheet(BEAUREGARD)] * 2)
    assert page.count("<svg") == 2
    assert "@media print" in page
    assert not re.search(r'(?:src|href)="', page)


def test_a_giant_goes_for_nobody_hand_to_hand() -> None:
    # TFT-HTH-01
    giant = FighterSheet(name="Gog", race="giant", strength=30, dexterity=9)
    done = {word for one in record_sheet(giant).limits for word in (*one.disengaged, *one.engaged)}
    assert {"attack", "dodge", "disengage"} <= done
    assert "grapple" not in done
