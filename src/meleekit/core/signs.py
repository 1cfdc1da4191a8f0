"""The names of the drawn signs; `core.svg_glyphs` has their shapes."""

from __future__ import annotations

from enum import StrEnum


class Glyph(StrEnum):
    """A drawn sign for what a piece is or fights with, or for what lies on the ground."""

    SWORD = "sword"
    TWO_HANDED_SWORD = "two-handed sword"
    RAPIER = "rapier"
    DAGGER = "dagger"
    AXE = "axe"
    TWO_HANDED_AXE = "two-handed axe"
    MACE = "mace"
    HAMMER = "hammer"
    SPEAR = "spear"
    POLEARM = "polearm"
    BOW = "bow"
    CROSSBOW = "crossbow"
    SLING = "sling"
    ROCK = "rock"
    FIST = "fist"
    NATURAL = "natural"  # teeth and claws
    SHIELD = "shield"
    ITEM = "item"
    # Figures, printed on counters of whole units
    SOLDIER = "soldier"
    KNIGHT = "knight"
    CAMP = "camp"
    CATAPULT = "catapult"
    COIN = "coin"
