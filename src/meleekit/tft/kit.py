"""What characters carry, as signs and in words."""

from __future__ import annotations

from collections.abc import Mapping

from meleekit.core.phrases import listed
from meleekit.core.signs import Glyph
from meleekit.tft.arena import Arena
from meleekit.tft.equipment import in_hand
from meleekit.tft.loaded import is_loaded
from meleekit.tft.rows import Item, Shield, Weapon
from meleekit.tft.state import Battle

# Signs of weapons whose columns in the table do not say what they look like.
_OF_WEAPON: Mapping[str, Glyph] = {
    "rapier": Glyph.RAPIER,
    "club": Glyph.MACE,
    "mace": Glyph.MACE,
    "morningstar": Glyph.MACE,
    "javelin": Glyph.SPEAR,
    "spear": Glyph.SPEAR,
    "sling": Glyph.SLING,
}
# Signs of classes of weapons, in one hand and in two.
_OF_CLASS: Mapping[str, tuple[Glyph, Glyph]] = {
    "dagger": (Glyph.DAGGER, Glyph.DAGGER),
    "main_gauche": (Glyph.DAGGER, Glyph.DAGGER),
    "club": (Glyph.MACE, Glyph.MACE),
    "axe": (Glyph.AXE, Glyph.TWO_HANDED_AXE),
    "hammer": (Glyph.HAMMER, Glyph.HAMMER),
}
_ORDINALS = ("", "second ", "third ", "fourth ")


def glyph_of(item: Item) -> Glyph:
    """The sign of an item. A weapon that only a corrected table has gets that of its kind."""
    if isinstance(item, Shield):
        return Glyph.SHIELD
    known = _OF_WEAPON.get(item.id)
    if known is not None:
        return known
    if item.natural:
        return Glyph.NATURAL
    if item.klass is not None and item.klass in _OF_CLASS:
        return _OF_CLASS[item.klass][item.hands == 2]
    return _glyph_by_columns(item)


def _glyph_by_columns(weapon: Weapon) -> Glyph:
    two_handed = weapon.hands == 2
    if weapon.missile:
        return Glyph.CROSSBOW if weapon.reload_actions else Glyph.BOW
    if weapon.thrown_only:
        return Glyph.ROCK
    if weapon.pole:
        return Glyph.POLEARM if two_handed else Glyph.SPEAR
    return Glyph.TWO_HANDED_SWORD if two_handed else Glyph.SWORD


def item_words(arena: Arena, item: int, among: tuple[int, ...] = ()) -> str:
    """An item's name; if another item of that name is `among` those meant, also whose it is.

    "dagger", but beside a second one "Ann's dagger" and "Bob's dagger" or "Ann's second dagger";
    an item is said to be of the character that brought it into the battle.
    """
    name = arena.item_name(item)
    if not any(arena.item_name(other) == name for other in among if other != item):
        return name
    owner = _owner(arena, item)
    own = (*arena.characters[owner].items, *arena.characters[owner].natural)
    alike = [i for i in own if arena.item_name(i) == name]
    number = alike.index(item)
    which = _ORDINALS[number] if number < len(_ORDINALS) else f"{number + 1}th "
    return f"{arena.name(owner)}'s {which}{name}"


def _owner(arena: Arena, item: int) -> int:
    """The character that brought the item into the battle."""
    return next(c.index for c in arena.characters if item in (*c.items, *c.natural))


def hands_words(arena: Arena, main: int, off: int, among: tuple[int, ...] = ()) -> str:
    """Two hands in words: "broadsword and small shield", "mace and dagger in the off hand".

    `among` are all the items that could be meant, to tell those of one name apart.
    """
    words = []
    if main >= 0:
        words.append(item_words(arena, main, among))
    if off >= 0:
        weapon = arena.weapons[off]
        left = weapon is not None and not weapon.parry
        words.append(item_words(arena, off, among) + (" in the off hand" if left else ""))
    return listed(words)


def kit_words(arena: Arena, battle: Battle, who: int) -> str:
    """All that a character carries: what is in hand, what is slung, and its armour."""
    figure = battle.figures[who]

    def said(item: int) -> str:
        return arena.item_name(item) + ("" if is_loaded(battle, item) else " (unloaded)")

    held = [said(item) for item in in_hand(figure) or arena.characters[who].natural]
    parts = [listed(held) or "empty-handed"]
    if figure.slung:
        parts.append(f"{listed([said(item) for item in figure.slung])} slung")
    armour = arena.characters[who].armour
    if armour.stops:
        parts.append(armour.name.lower())
    return ", ".join(parts)
