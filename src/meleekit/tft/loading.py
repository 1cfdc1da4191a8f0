"""Crossbows: unloaded by a shot or a fall, loaded again by reload actions (TFT-MIS-06, MIS-07)."""

from __future__ import annotations

from meleekit.tft.arena import Arena
from meleekit.tft.dexterity import order_dex
from meleekit.tft.events import Reloaded
from meleekit.tft.loaded import FELL, unload
from meleekit.tft.play import Play
from meleekit.tft.state import FIT, Battle, Figure, Unloaded


def reload_actions(arena: Arena, battle: Battle, who: int, item: int) -> int:
    """How many actions `who`, as it is now, needs to load the weapon anew (TFT-MIS-06)."""
    row = arena.weapons[item]
    assert row is not None  # only weapons are loaded
    fast = row.fast_dex is not None and order_dex(arena, battle, who)[0] >= row.fast_dex
    return row.reload_actions_fast if fast else row.reload_actions


def actions_left(arena: Arena, battle: Battle, who: int, item: int) -> int:
    """How many reload actions the weapon still needs in the hands of `who`; 0 for none."""
    for thing in battle.unloaded:
        if thing.item == item:
            return thing.left if thing.left != FELL else reload_actions(arena, battle, who, item)
    return 0


def reload_choices(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The ready weapons that `who` could spend an action on loading (TFT-MIS-07)."""
    if not battle.unloaded:
        return ()
    figure = battle.figures[who]
    return tuple(
        [
            item
            for item in (figure.main, figure.off)
            if item >= 0 and arena.shoots[item] and actions_left(arena, battle, who, item)
        ]
    )


def note_shot(play: Play, who: int, item: int) -> None:
    """After a shot a crossbow is unloaded; its shooter's adjDEX now says for how long."""
    row = play.arena.weapons[item]
    assert row is not None  # only weapons shoot
    if row.reload_actions:
        unload(play, item, reload_actions(play.arena, play.battle, who, item))


def reload(play: Play, who: int, item: int) -> None:
    """One reload action; the weapon is loaded in phase VI if none is left (TFT-ACT-15)."""
    left = actions_left(play.arena, play.battle, who, item) - 1
    play.edit(who).acted = True
    unload(play, item, left)
    play.tell(Reloaded("TFT-MIS-06", who, item, left))


def finish_reloads(play: Play) -> None:
    """Phase VI: what needs no more actions is loaded (TFT-TURN-03).

    One that has fallen, and is in hands that need no action to load it, has been loaded too.
    """
    battle = play.battle
    battle.unloaded = tuple(
        [thing for thing in battle.unloaded if not _is_done(play, battle, thing)]
    )


def _is_done(play: Play, battle: Battle, thing: Unloaded) -> bool:
    if thing.left != FELL:
        return thing.left == 0
    item = thing.item
    return any(
        _holds(figure, item) and not reload_actions(play.arena, battle, who, item)
        for who, figure in enumerate(battle.figures)
    )


def _holds(figure: Figure, item: int) -> bool:
    return figure.condition is FIT and item in (figure.main, figure.off)
