"""What characters of Melee carry, as signs and in words."""

from __future__ import annotations

import msgspec
import pytest

from meleekit.core.signs import Glyph
from meleekit.tft.kit import glyph_of, kit_words
from meleekit.tft.rows import Weapon
from meleekit.tft.tables import default_tables
from tests.tft.brawls import fighter, melee, position

DUEL = melee(
    [fighter("Ann", "broadsword", "small_shield", armour="leather")],
    [fighter("Bob", "halberd", "dagger", strength=13, dexterity=11)],
)
# Items: Ann 0 broadsword, 1 small shield; Bob 2 halberd, 3 dagger.
APART = {0: ((0, 0), 3), 1: ((0, 5), 3)}


def test_one_with_nothing_in_hand_is_empty_handed() -> None:
    battle = position(DUEL, APART, main={1: -1}, slung={1: ()})
    assert kit_words(DUEL.arena, battle, 1) == "empty-handed"


@pytest.mark.parametrize(
    ("weapon", "glyph"),
    [
        ("broadsword", Glyph.SWORD),
        ("two_handed_sword", Glyph.TWO_HANDED_SWORD),
        ("battleaxe", Glyph.TWO_HANDED_AXE),
        ("small_axe", Glyph.AXE),
        ("halberd", Glyph.POLEARM),
        ("javelin", Glyph.SPEAR),
        ("spear", Glyph.SPEAR),
        ("hammer", Glyph.HAMMER),
        ("morningstar", Glyph.MACE),
        ("rock", Glyph.ROCK),
        ("sling", Glyph.SLING),
        ("longbow", Glyph.BOW),
        ("heavy_crossbow", Glyph.CROSSBOW),
        ("large_shield", Glyph.SHIELD),
    ],
)
def test_a_weapon_has_the_sign_of_what_it_is(weapon: str, glyph: Glyph) -> None:
    assert glyph_of(default_tables().items[weapon]) is glyph


@pytest.mark.parametrize(
    ("like", "changes", "glyph"),
    [
        ("broadsword", {}, Glyph.SWORD),
        ("broadsword", {"hands": 2}, Glyph.TWO_HANDED_SWORD),
        ("spear", {"hands": 2}, Glyph.POLEARM),
        ("spear", {"hands": 1}, Glyph.SPEAR),
        ("small_axe", {}, Glyph.AXE),
        ("longbow", {}, Glyph.BOW),
    ],
)
def test_a_weapon_of_another_table_has_the_sign_of_its_kind(
    like: str, changes: dict[str, int], glyph: Glyph
) -> None:
    row = default_tables().weapons[like]
    assert isinstance(row, Weapon)
    assert glyph_of(msgspec.structs.replace(row, id="home_made", **changes)) is glyph
