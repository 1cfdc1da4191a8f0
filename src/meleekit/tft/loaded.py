"""Which missile weapons are loaded: all but those that were shot or fell (TFT-CRE-10, EQP-13)."""

from __future__ import annotations

from meleekit.tft.play import Play
from meleekit.tft.state import Battle, Unloaded

FELL = -1
"""What `Unloaded.left` says of a weapon that fell: nobody has begun to load it."""


def is_loaded(battle: Battle, item: int) -> bool:
    """Whether a missile weapon can be shot with; in the beginning all are loaded (TFT-CRE-10)."""
    return not any([thing.item == item for thing in battle.unloaded])


def lose_load(play: Play, item: int) -> None:
    """A crossbow that falls loses its bolt, and what was done to load it (TFT-EQP-13)."""
    row = play.arena.weapons[item]
    if row is not None and row.reload_actions:
        unload(play, item, FELL)


def unload(play: Play, item: int, left: int) -> None:
    """From now on the weapon needs `left` reload actions."""
    battle = play.battle
    others = [thing for thing in battle.unloaded if thing.item != item]
    battle.unloaded = (*others, Unloaded(item, left))
