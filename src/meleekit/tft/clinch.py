"""How hand-to-hand begins: what is let fall, and who is on the ground then (TFT-HTH-06..11)."""

from __future__ import annotations

from collections.abc import Container

from meleekit.tft.arena import Arena
from meleekit.tft.equipment import EMPTY, in_hand, let_fall
from meleekit.tft.grapple_events import WentToGrips
from meleekit.tft.piles import enemies_in, in_hex
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.state import PRONE, Figure, Phase


def is_blade(arena: Arena, item: int) -> bool:
    """Whether an item can be used in hand-to-hand: a dagger or a main-gauche (TFT-HTH-12)."""
    return arena.blades[item]


def blades_in_hand(arena: Arena, figure: Figure) -> tuple[int, ...]:
    """The ready blades (TFT-ACT-36)."""
    blades = arena.blades
    return tuple([i for i in (figure.main, figure.off) if i >= 0 and blades[i]])


def may_keep(arena: Arena, figure: Figure) -> tuple[int, ...]:
    """The blades of which one may be in hand when its bearer is pulled down (TFT-HTH-07).

    Any dagger it carries; a main-gauche only if it is in hand.
    """
    held = in_hand(figure)
    return tuple(
        [
            item
            for item in (*held, *figure.slung)
            if is_blade(arena, item) and (item in held or not _is_main_gauche(arena, item))
        ]
    )


def _is_main_gauche(arena: Arena, item: int) -> bool:
    row = arena.weapons[item]
    return row is not None and row.parry > 0


def drop_but(play: Play, who: int, kept: Container[int], rule: str) -> None:
    """Let everything in hand fall but the items kept; nothing is being readied any more."""
    figure = play.edit(who)
    for item in in_hand(figure):
        if item not in kept:
            let_fall(play, who, item, rule)
    if figure.changing:
        figure.main, figure.off = figure.readying
        figure.readying = EMPTY
        figure.changing = False


def drop_but_blades(play: Play, who: int, rule: str = "TFT-HTH-06") -> None:
    """What one lets fall who goes to grips: all but a dagger or main-gauche in hand (HTH-06)."""
    drop_but(play, who, blades_in_hand_or_coming(play.arena, play.figures[who]), rule)


def blades_in_hand_or_coming(arena: Arena, figure: Figure) -> tuple[int, ...]:
    """The blades held, those just being readied among them."""
    return tuple([item for item in in_hand(figure) if is_blade(arena, item)])


def take_blade(play: Play, who: int, item: int) -> None:
    """A blade that may be kept is in hand now, wherever it was, and nothing else is."""
    drop_but(play, who, (item,), "TFT-HTH-07")
    put_in_hand(play, who, item)


def put_in_hand(play: Play, who: int, item: int) -> None:
    """A slung blade comes to hand: a main-gauche to the off hand, if that is free (TFT-EQP-02)."""
    figure = play.edit(who)
    if item not in figure.slung:
        return
    figure.slung = tuple([i for i in figure.slung if i != item])
    if figure.main < 0 and not _is_main_gauche(play.arena, item):
        figure.main = item
    else:
        figure.off = item


def has_hand_for(arena: Arena, figure: Figure, item: int) -> bool:
    """Whether a slung blade finds a free hand."""
    return figure.off < 0 or (figure.main < 0 and not _is_main_gauche(arena, item))


def go_to_grips(play: Play, who: int, hex_: int, named: int = -1) -> None:
    """`who` is in hand-to-hand in `hex_`, and with it every conscious character there.

    All are on the ground (TFT-HTH-11, TFT-MOVE-24). Those who were not fighting there yet let go
    what is no blade; only `named`, whose defence roll decides what it keeps, is left to that.
    """
    figure = play.edit(who)
    figure.hex = hex_
    if play.battle.phase is Phase.MOVEMENT:
        figure.moved_to = hex_
    there = in_hex(play.arena, play.battle, hex_)
    for other in there:
        if not play.figures[other].grappling:
            if other != named:
                drop_but_blades(play, other)
            go_to_ground(play.edit(other), PRONE)
            play.edit(other).grappling = True
    play.tell(WentToGrips("TFT-HTH-11", who, hex_, there))


def fall_among(play: Play, who: int) -> None:
    """One who stumbles onto a conscious enemy lying there grapples at once (TFT-MOVE-14)."""
    hex_ = play.figures[who].hex
    if enemies_in(play.arena, play.battle, who, hex_):
        drop_but_blades(play, who, "TFT-MOVE-14")
        go_to_grips(play, who, hex_)
