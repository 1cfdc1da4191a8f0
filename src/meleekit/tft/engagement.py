"""Who is in whose front: engagement, computed live from positions and facings (TFT-ENG-01..04)."""

from __future__ import annotations

from meleekit.tft.arena import Arena
from meleekit.tft.state import Battle, Condition, Figure, Posture

_STANDING = Posture.STANDING
_FIT = Condition.FIT


def has_front(figure: Figure) -> bool:
    """Whether a character has front and side hexes: it stands and does not bend over.

    All six hexes of any other character are rear hexes (TFT-FACE-04, TFT-FACE-05).
    """
    return figure.posture is _STANDING and not figure.bending and figure.condition is _FIT


def engaging_hexes(arena: Arena, who: int, figure: Figure) -> int:
    """Mask of the hexes in which `who`, being as `figure` says, engages its enemies.

    Those it strikes at, too (TFT-ENG-01, TFT-ENG-02, TFT-HIT-01).
    """
    if figure.posture is _STANDING and figure.condition is _FIT and not figure.bending:
        hex_ = figure.hex
        return arena.front[who][hex_][figure.facing] if hex_ >= 0 else 0
    return 0


def rear_hexes(arena: Arena, who: int, figure: Figure) -> int:
    """Mask of the hexes from which `who`, being as `figure` says, is struck from behind.

    All around one that has no front (TFT-FACE-03..05).
    """
    shape = arena.shapes[who]
    return (shape.rear if has_front(figure) else shape.around)[figure.hex][figure.facing]


def engagers(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The enemies that engage `who`: those in whose front hexes it is (TFT-ENG-01)."""
    figures = battle.figures
    hex_ = figures[who].hex
    if hex_ < 0:
        return ()
    bit = arena.board.bit[hex_]
    return tuple([e for e in arena.enemies[who] if engaging_hexes(arena, e, figures[e]) & bit])


def is_engaged(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether any enemy engages `who`."""
    figures = battle.figures
    hex_ = figures[who].hex
    if hex_ < 0:
        return False
    bit = arena.board.bit[hex_]
    return any([engaging_hexes(arena, e, figures[e]) & bit for e in arena.enemies[who]])


def enemy_fronts(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of all hexes in which some enemy would engage `who`."""
    figures = battle.figures
    fronts = 0
    for enemy in arena.enemies[who]:
        fronts |= engaging_hexes(arena, enemy, figures[enemy])
    return fronts


def in_front(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The enemies on the board in the front hexes of `who`, conscious or not (TFT-HIT-01)."""
    figures = battle.figures
    front = engaging_hexes(arena, who, figures[who])
    if not front:
        return ()
    bit = arena.board.bit
    return tuple(
        [e for e in arena.enemies[who] if figures[e].hex >= 0 and front & bit[figures[e].hex]]
    )


def able_to_fight(figure: Figure) -> bool:
    """Alive, conscious and still in the battle, on its feet or not (TFT-TURN-04)."""
    return figure.condition is _FIT
