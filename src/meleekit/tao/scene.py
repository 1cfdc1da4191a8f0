"""The board with everybody on it, as plain data for any renderer."""

from __future__ import annotations

from functools import lru_cache

from meleekit.core.scene import (
    Cell,
    Link,
    Mark,
    Piece,
    Posture,
    Scene,
    hex_cell,
    short_labels,
)
from meleekit.tao.arena import Arena
from meleekit.tao.engagement import engagers, weapon_of
from meleekit.tao.grid import grid_of
from meleekit.tao.ids import figure_id, hex_id, item_id, named_hex_id
from meleekit.tao.state import Battle, Figure, Status
from meleekit.tao.words import status

_POSTURES = {
    Status.ACTIVE: Posture.STANDING,
    Status.DOWN: Posture.DOWN,
    Status.DEAD: Posture.DEAD,
}


def scene(arena: Arena, battle: Battle) -> Scene:
    """The board at this moment. Nothing is hidden."""
    title = arena.setup.title
    return Scene(
        title=f"{title} · {status(battle)}" if title else status(battle),
        cells=cells(arena.setup.columns, arena.setup.rows),
        pieces=_pieces(arena, battle),
        marks=_ground(arena, battle),
        links=_engagements(arena, battle),
        sides=arena.sides,
    )


@lru_cache(maxsize=16)
def cells(columns: int, rows: int) -> tuple[Cell, ...]:
    """The hexes of a map of that size, by their names."""
    grid = grid_of(columns, rows)
    return tuple(
        hex_cell(q, r, id=named_hex_id(name), label=name)
        for (q, r), name in zip(grid.board.coords, grid.names, strict=True)
    )


def _pieces(arena: Arena, battle: Battle) -> tuple[Piece, ...]:
    """Everybody on the map, the fallen too."""
    short = short_labels([one.name for one in arena.combatants])
    about = getattr(battle.stack[-1], "figure", None) if battle.stack else None
    return tuple(
        _piece(arena, figure, who, short[who], who == about)
        for who, figure in enumerate(battle.figures)
        if figure.status is not Status.LEFT
    )


def _piece(arena: Arena, figure: Figure, who: int, short: str, active: bool) -> Piece:
    one = arena.combatants[who]
    return Piece(
        id=figure_id(who),
        cell=hex_id(arena, figure.hex),
        name=one.name,
        side=one.side,
        initials=short,
        posture=_POSTURES[figure.status],
        weapon=weapon_of(arena, figure).glyph,
        hits=max(0, min(one.hp, one.hp - figure.hp)),
        strength=one.hp,
        status=("stunned",) if figure.stunned else (),
        faded=figure.acted,
        active=active,
    )


def _ground(arena: Arena, battle: Battle) -> tuple[Mark, ...]:
    """What lies there."""
    return tuple(
        Mark(
            item_id(thing.item),
            hex_id(arena, thing.hex),
            "item",
            title=arena.item_name(thing.item),
            glyph=arena.items[thing.item].glyph,
        )
        for thing in battle.ground
    )


def _engagements(arena: Arena, battle: Battle) -> tuple[Link, ...]:
    """A stroke from each who engages to each who is engaged (TAO-MEL-04)."""
    return tuple(
        Link(
            f"engage:{enemy}-{who}",
            "engage",
            figure_id(enemy),
            figure_id(who),
            f"{arena.name(enemy)} engages {arena.name(who)}",
        )
        for who in range(len(arena.combatants))
        for enemy in engagers(arena, battle, who)
    )
