"""Who is in whose front: engagement, computed live from positions and facings (TFT-ENG-01..04)."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.tft.arena import Arena
from meleekit.tft.equipment import is_armed
from meleekit.tft.state import ALOFT, FIT, STANDING, Battle, Figure


def has_front(figure: Figure) -> bool:
    """Whether a character has front and side hexes: it stands or flies, and does not bend over.

    All six hexes of any other character are rear hexes (TFT-FACE-04, TFT-FACE-05).
    """
    upright = figure.posture is STANDING or figure.posture is ALOFT
    return upright and not figure.bending and figure.condition is FIT


def is_aloft(figure: Figure) -> bool:
    """Whether it is in the air (TFT-MOVE-22)."""
    return figure.posture is ALOFT


def engaging_hexes(arena: Arena, who: int, figure: Figure) -> int:
    """Mask of the hexes in which `who`, being as `figure` says, engages its enemies.

    One that is down, bends over or is out of the fight engages nobody (TFT-ENG-01, ENG-02).
    Under VAR-ENG-ARMED one that has neither a natural weapon nor one ready that it could Defend
    with engages nobody.
    """
    if figure.posture is STANDING and figure.condition is FIT and not figure.bending:
        hex_ = figure.hex
        if hex_ < 0 or (arena.only_armed_engage and not _may_hold(arena, who, figure)):
            return 0
        return arena.front[who][hex_][figure.facing]
    return 0


def _may_hold(arena: Arena, who: int, figure: Figure) -> bool:
    return bool(arena.characters[who].natural) or is_armed(arena, figure)


def rear_hexes(arena: Arena, who: int, figure: Figure) -> int:
    """Mask of the hexes from which `who`, being as `figure` says, is struck from behind.

    All around one that has no front (TFT-FACE-03..05).
    """
    shape = arena.shapes[who]
    return (shape.rear if has_front(figure) else shape.around)[figure.hex][figure.facing]


def engagers(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The enemies that engage `who`: those in whose front hexes it is (TFT-ENG-01).

    Nobody engages one that is in the air, or in hand-to-hand (TFT-ENG-03, TFT-ENG-04). A giant is
    in a hex if one of its three is (TFT-ENG-06).
    """
    figures = battle.figures
    hex_ = figures[who].hex
    if hex_ < 0 or figures[who].posture is ALOFT or figures[who].grappling:
        return ()
    body = arena.board.bit[hex_]
    if arena.giants[who]:
        body = arena.body[who][hex_][figures[who].facing]
    found = [e for e in arena.enemies[who] if engaging_hexes(arena, e, figures[e]) & body]
    if arena.two_engage_a_giant and arena.giants[who] and not _hold_a_giant(arena, found):
        return ()
    return tuple(found)


def is_engaged(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether any enemy engages `who`, on its feet or not, as things stand (TFT-ENG-03, ENG-04)."""
    figures = battle.figures
    hex_ = figures[who].hex
    if hex_ < 0 or figures[who].posture is ALOFT or figures[who].grappling:
        return False
    if arena.giants[who]:
        return bool(engagers(arena, battle, who))
    bit = arena.board.bit[hex_]
    return any([engaging_hexes(arena, e, figures[e]) & bit for e in arena.enemies[who]])


def _hold_a_giant(arena: Arena, enemies: Sequence[int]) -> bool:
    """Under VAR-GIANT-TWO of TFT-ENG-06: two of them, or one that is a giant itself."""
    return len(enemies) > 1 or any([arena.giants[enemy] for enemy in enemies])


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
    figure = figures[who]
    if figure.hex < 0 or not has_front(figure):
        return ()
    front = arena.front[who][figure.hex][figure.facing]
    if not arena.any_giants:
        bit = arena.board.bit
        return tuple(
            [e for e in arena.enemies[who] if figures[e].hex >= 0 and front & bit[figures[e].hex]]
        )
    body = arena.body
    return tuple(
        [
            e
            for e in arena.enemies[who]
            if figures[e].hex >= 0 and front & body[e][figures[e].hex][figures[e].facing]
        ]
    )


def able_to_fight(figure: Figure) -> bool:
    """Alive, conscious and still in the battle, on its feet or not (TFT-TURN-04)."""
    return figure.condition is FIT
