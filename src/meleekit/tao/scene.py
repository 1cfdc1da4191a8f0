"""The board with everybody on it, as plain data for any renderer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from meleekit.core.cells import hex_cell
from meleekit.core.phrases import listed
from meleekit.core.scene import Cell, Link, Mark, Piece, Posture, Scene, Tint, short_labels
from meleekit.core.signs import Glyph
from meleekit.tao import actions as do
from meleekit.tao.arena import Arena
from meleekit.tao.engagement import engagements, is_armed, is_engaged, partner
from meleekit.tao.grid import grid_of
from meleekit.tao.ids import figure_id, hex_id, item_id, named_hex_id
from meleekit.tao.movement import reach
from meleekit.tao.options import decider, options
from meleekit.tao.sequence import in_turn
from meleekit.tao.shading import Tints, exit_tint, hover, key, melee, prices, tints
from meleekit.tao.state import ACTIVE, NO_ITEM, NOBODY, Battle, Figure, Status
from meleekit.tao.switches import Switch
from meleekit.tao.words import status

_FALLEN = {Status.DOWN: Posture.DOWN, Status.DEAD: Posture.DEAD}


def scene(arena: Arena, battle: Battle) -> Scene:
    """The board at this moment, with what the open decision needs to see. Nothing is hidden."""
    task = battle.stack[-1] if battle.stack else None
    return _drawn(
        arena,
        battle,
        about=getattr(task, "figure", NOBODY),
        shown=tints(arena, battle),
        pointed=hover(arena, battle),
    )


def price_map(arena: Arena, battle: Battle, who: int, ap: int, way: Sequence[int] = ()) -> Scene:
    """The board with what every hex would cost `who` to reach, dearer ones than `ap` in grey.

    The hexes of a `way` are outlined.
    """
    shown = (
        *[Tint(hex_id(arena, hex_), "path") for hex_ in way],
        *melee(arena, battle, who),
        *prices(arena, reach(arena, battle, who), ap, beyond=True),
    )
    return _drawn(arena, battle, about=who, shown=shown, pointed={})


def _drawn(
    arena: Arena, battle: Battle, *, about: int, shown: Tints, pointed: dict[str, Tints]
) -> Scene:
    title, stands = arena.setup.title, status(arena, battle)
    found = cells(arena)
    everything = [*shown, *(tint for group in pointed.values() for tint in group)]
    return Scene(
        title=f"{title} · {stands}" if title else stands,
        cells=found,
        pieces=_pieces(arena, battle, about),
        marks=(*_ground(arena, battle), *_targets(arena, battle)),
        links=_engagements(arena, battle),
        tints=shown,
        hover=pointed,
        sides=arena.sides,
        numbered=True,
        key=key(arena, everything, {cell.tint for cell in found if cell.tint}),
    )


def cells(arena: Arena) -> tuple[Cell, ...]:
    """The hexes of the map by their names, with the ways out of it; made once a map."""
    exits = tuple(side.exits for side in arena.setup.sides)
    return _cells(arena.setup.columns, arena.setup.rows, exits, arena.sides)


@lru_cache(maxsize=16)
def _cells(
    columns: int, rows: int, exits: tuple[tuple[str, ...], ...], sides: tuple[str, ...]
) -> tuple[Cell, ...]:
    grid = grid_of(columns, rows)
    found = []
    for (q, r), name in zip(grid.board.coords, grid.names, strict=True):
        of = [side for side, names in enumerate(exits) if name in names]
        out = f", way out of {listed([sides[side] for side in of])}" if of else ""
        found.append(
            hex_cell(
                q,
                r,
                id=named_hex_id(name),
                label=name,
                title=f"hex {name}{out}",
                tint=exit_tint(of[0]) if of else None,
            )
        )
    return tuple(found)


# -- pieces ----------------------------------------------------------------------------------------


def _pieces(arena: Arena, battle: Battle, about: int) -> tuple[Piece, ...]:
    """Everybody on the map, the fallen too."""
    short = _initials(tuple(one.name for one in arena.combatants))
    now = in_turn(battle)
    return tuple(
        [
            _piece(arena, battle, who, short[who], active=who == about, acting=who == now)
            for who, figure in enumerate(battle.figures)
            if figure.status is not Status.LEFT
        ]
    )


@lru_cache(maxsize=64)
def _initials(names: tuple[str, ...]) -> tuple[str, ...]:
    return short_labels(names)


def _piece(
    arena: Arena, battle: Battle, who: int, short: str, *, active: bool, acting: bool
) -> Piece:
    one, figure = arena.combatants[who], battle.figures[who]
    upright = figure.status is ACTIVE
    hurt = Switch.ATTACKS in arena.rules
    return Piece(
        id=figure_id(who),
        cell=hex_id(arena, figure.hex),
        name=one.name,
        side=one.side,
        initials=short,
        posture=_posture(arena, battle, who),
        weapon=_in_hand(arena, figure),
        unarmed=upright and not is_armed(arena, figure),
        badge=str(figure.ap) if acting and upright else "",
        hits=max(0, min(one.hp, one.hp - figure.hp)) if hurt else 0,
        strength=one.hp if hurt else 0,
        kit=_kit(arena, figure),
        status=_status(arena, battle, who, acting) if upright else (),
        faded=figure.acted and upright and not active,
        active=active,
    )


def _posture(arena: Arena, battle: Battle, who: int) -> Posture:
    figure = battle.figures[who]
    if figure.status in _FALLEN:
        return _FALLEN[figure.status]
    if partner(arena, battle, who) != NOBODY:
        return Posture.PILE
    return Posture.STUNNED if figure.stunned else Posture.STANDING


def _in_hand(arena: Arena, figure: Figure) -> Glyph | None:
    if figure.status is not ACTIVE:
        return None
    held = figure.ready
    return (arena.items[held] if held != NO_ITEM else arena.tables.bare_hands).glyph


def _kit(arena: Arena, figure: Figure) -> str:
    """What it has in hand, and what else it carries."""
    if figure.status is not ACTIVE:
        return ""
    words = arena.item_name(figure.ready) if figure.ready != NO_ITEM else "unarmed"
    if figure.carried:
        words += f" ({listed([arena.item_name(item) for item in figure.carried])} put away)"
    return words


def _status(arena: Arena, battle: Battle, who: int, acting: bool) -> tuple[str, ...]:
    """What else holds for one who can act, in the order of urgency."""
    figure = battle.figures[who]
    engaged = "engaged" if is_engaged(arena, battle, who) else "not engaged"
    words = [engaged, f"in {arena.names[figure.hex]}"]
    if acting:
        words.append(f"{figure.ap} AP")
    if figure.stunned:
        words.append("stunned")
    if figure.broken_by != NOBODY:
        words.append(f"broken, must get away from {arena.name(figure.broken_by)}")
    if figure.ready != NO_ITEM and not is_armed(arena, figure):
        words.append("unarmed in melee")
    return tuple(words)


# -- marks and links -------------------------------------------------------------------------------


def _ground(arena: Arena, battle: Battle) -> tuple[Mark, ...]:
    """What lies there."""
    return tuple(
        [
            Mark(
                item_id(thing.item),
                hex_id(arena, thing.hex),
                "item",
                arena.item_name(thing.item),
                f"{arena.item_name(thing.item)} on the ground",
                arena.items[thing.item].glyph,
            )
            for thing in battle.ground
        ]
    )


def _targets(arena: Arena, battle: Battle) -> tuple[Mark, ...]:
    """Those against whom something may be done now."""
    against = (do.Attack, do.Overbear, do.Charge, do.Grab)
    offered = options(arena, battle, decider(arena, battle))
    found = dict.fromkeys([one.target for one in offered if isinstance(one, against)])
    return tuple(
        [
            Mark(
                f"target:{who}",
                hex_id(arena, battle.figures[who].hex),
                "target",
                title=f"{arena.name(who)} may be attacked",
            )
            for who in found
        ]
    )


def _engagements(arena: Arena, battle: Battle) -> tuple[Link, ...]:
    """A double stroke between two who engage each other, else an arrow from the one who does."""
    links = []
    for by, who, both in engagements(arena, battle):
        kind, words = ("melee", "is in melee with") if both else ("engage", "engages")
        said = f"{arena.name(by)} {words} {arena.name(who)}"
        links.append(Link(f"engage:{by}-{who}", kind, figure_id(by), figure_id(who), said))
    return tuple(links)
