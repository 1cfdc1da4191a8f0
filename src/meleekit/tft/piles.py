"""Who is in hand-to-hand with whom, and when that ends (TFT-ENG-04, TFT-HTH-16, TFT-HTH-17).

A pile is all that grapple in one hex. Others may lie in a hex without being in one: friends after
a pile has ended, the unconscious and the dead.
"""

from __future__ import annotations

from meleekit.tft.arena import Arena
from meleekit.tft.grapple_events import HthEnded
from meleekit.tft.play import Play
from meleekit.tft.state import Battle, Condition, Figure, Posture

_FIT = Condition.FIT


def _fights(figure: Figure) -> bool:
    return figure.condition is _FIT and figure.posture is not Posture.ALOFT


def in_hex(battle: Battle, hex_: int) -> tuple[int, ...]:
    """The conscious characters in a hex, upright or not; nobody that flies over it."""
    return tuple(
        [w for w, figure in enumerate(battle.figures) if figure.hex == hex_ and _fights(figure)]
    )


def enemies_in(arena: Arena, battle: Battle, who: int, hex_: int) -> tuple[int, ...]:
    """The conscious enemies of `who` in a hex; nobody that flies over it."""
    figures = battle.figures
    return tuple([e for e in arena.enemies[who] if figures[e].hex == hex_ and _fights(figures[e])])


def living_in(battle: Battle, hex_: int) -> tuple[int, ...]:
    """All in a hex whom an attack on the pile there may hit, conscious or not (FRD-02, LOF-08).

    One that flies over it is not in the pile.
    """
    return tuple(
        [
            who
            for who, figure in enumerate(battle.figures)
            if figure.hex == hex_ and (_fights(figure) or figure.condition is Condition.UNCONSCIOUS)
        ]
    )


def pile_foes(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The conscious enemies in the pile of `who`: all it may attack (TFT-HTH-11)."""
    figure = battle.figures[who]
    return enemies_in(arena, battle, who, figure.hex) if figure.grappling else ()


def pile_friends(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The conscious friends that fight in the pile of `who` (TFT-HTH-16)."""
    figure, figures = battle.figures[who], battle.figures
    return tuple(
        [f for f in arena.friends[who] if figures[f].hex == figure.hex and figures[f].grappling]
    )


def piles(arena: Arena, battle: Battle) -> int:
    """Mask of the hexes in which a pile lies."""
    found = 0
    for figure in battle.figures:
        if figure.grappling:
            found |= arena.board.bit[figure.hex]
    return found


def is_pile(battle: Battle, hex_: int) -> bool:
    """Whether some fight hand-to-hand in a hex; others may lie there unconscious."""
    return any([figure.grappling and figure.hex == hex_ for figure in battle.figures])


def leave_pile(play: Play, who: int, hex_: int) -> None:
    """A character is out of the pile in `hex_`, and with it all who have no enemy left there.

    Those lie prone and have to get up (TFT-HTH-17).
    """
    play.edit(who).grappling = False
    for other, figure in enumerate(play.figures):
        if (
            figure.grappling
            and figure.hex == hex_
            and not enemies_in(play.arena, play.battle, other, hex_)
        ):
            play.edit(other).grappling = False
            play.tell(HthEnded("TFT-HTH-17", other))
