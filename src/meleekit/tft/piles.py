"""Who is in hand-to-hand with whom, and when that ends (TFT-ENG-04, TFT-HTH-16, TFT-HTH-17).

A pile is all that grapple in one hex, or in the three of a giant. Others may lie in a hex without
being in one: friends after a pile has ended, the unconscious and the dead.
"""

from __future__ import annotations

from collections.abc import Iterable

from meleekit.tft.arena import Arena
from meleekit.tft.grapple_events import HthEnded
from meleekit.tft.play import Play
from meleekit.tft.state import ALOFT, FIT, Battle, Condition, Figure


def _fights(figure: Figure) -> bool:
    return figure.condition is FIT and figure.posture is not ALOFT


def hangs_together(arena: Arena, battle: Battle, hex_: int) -> int:
    """Mask of the hexes that are one for hand-to-hand: that hex, or a giant's three (HTH-20)."""
    bit = arena.board.bit[hex_]
    for who in arena.any_giants:
        figure = battle.figures[who]
        if figure.hex >= 0 and figure.condition is FIT:
            body = arena.body[who][figure.hex][figure.facing]
            if body & bit:
                return body
    return bit


def _among(arena: Arena, battle: Battle, some: Iterable[int], hex_: int) -> list[int]:
    """Those of `some` that are in a hex, or in what hangs together with it."""
    figures = battle.figures
    if not arena.any_giants:
        return [w for w in some if figures[w].hex == hex_]
    here, body = hangs_together(arena, battle, hex_), arena.body
    return [
        w for w in some if figures[w].hex >= 0 and body[w][figures[w].hex][figures[w].facing] & here
    ]


def in_hex(arena: Arena, battle: Battle, hex_: int) -> tuple[int, ...]:
    """The conscious characters in a hex, upright or not; nobody that flies over it.

    A giant in it brings in all that are in its other hexes (TFT-HTH-20).
    """
    figures = battle.figures
    there = _among(arena, battle, range(len(figures)), hex_)
    return tuple([w for w in there if _fights(figures[w])])


def enemies_in(arena: Arena, battle: Battle, who: int, hex_: int) -> tuple[int, ...]:
    """The conscious enemies of `who` in a hex, as `in_hex`."""
    figures = battle.figures
    return tuple(
        [e for e in _among(arena, battle, arena.enemies[who], hex_) if _fights(figures[e])]
    )


def living_in(arena: Arena, battle: Battle, hex_: int) -> tuple[int, ...]:
    """All in a hex whom an attack on the pile there may hit, conscious or not (FRD-02, LOF-08).

    One that flies over it is not in the pile.
    """
    figures = battle.figures
    return tuple(
        [
            who
            for who in _among(arena, battle, range(len(figures)), hex_)
            if _fights(figures[who]) or figures[who].condition is Condition.UNCONSCIOUS
        ]
    )


def pile_foes(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The conscious enemies in the pile of `who`: all it may attack (TFT-HTH-11)."""
    figure = battle.figures[who]
    return enemies_in(arena, battle, who, figure.hex) if figure.grappling else ()


def pile_friends(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The conscious friends that fight in the pile of `who` (TFT-HTH-16)."""
    figures = battle.figures
    there = _among(arena, battle, arena.friends[who], figures[who].hex)
    return tuple([f for f in there if figures[f].grappling])


def piles(arena: Arena, battle: Battle) -> int:
    """Mask of the hexes in which a pile lies."""
    found = 0
    for who, figure in enumerate(battle.figures):
        if figure.grappling:
            found |= arena.body[who][figure.hex][figure.facing]
    return found


def is_pile(arena: Arena, battle: Battle, hex_: int) -> bool:
    """Whether some fight hand-to-hand in a hex; others may lie there unconscious."""
    figures = battle.figures
    grapplers = [who for who, figure in enumerate(figures) if figure.grappling]
    return bool(grapplers and _among(arena, battle, grapplers, hex_))


def leave_pile(play: Play, who: int, hex_: int) -> None:
    """A character is out of the pile in `hex_`, and with it all who have no enemy left there.

    Those lie prone and have to get up (TFT-HTH-17). A pile around a giant may fall apart into
    several (TFT-HTH-20).
    """
    arena = play.arena
    play.edit(who).grappling = False
    for other, figure in enumerate(play.figures):
        if (
            figure.grappling
            and (figure.hex == hex_ or arena.any_giants)
            and not enemies_in(arena, play.battle, other, figure.hex)
        ):
            play.edit(other).grappling = False
            play.tell(HthEnded("TFT-HTH-17", other))
