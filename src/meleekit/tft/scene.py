"""The board with everybody on it, as plain data for any renderer."""

from __future__ import annotations

from functools import lru_cache

from meleekit.core import scene as core
from meleekit.core.cells import hex_cell, hex_centre
from meleekit.core.hexes import Coord, megahex, megahex_centre
from meleekit.core.phrases import listed
from meleekit.core.scene import COMPASS, Cell, Link, Mark, Piece, Scene, ShieldArc, short_labels
from meleekit.tft.act_options import act_options
from meleekit.tft.actions import Attack, HthAttack, Shoot, Throw
from meleekit.tft.aiming import second_arrow_due
from meleekit.tft.arena import Arena
from meleekit.tft.boards import BoardSpec
from meleekit.tft.dexterity import strength
from meleekit.tft.engagement import engagers, has_front, is_engaged
from meleekit.tft.equipment import EMPTY
from meleekit.tft.ids import coord_id, figure_id, hex_id, item_id, reserve_id
from meleekit.tft.kit import glyph_of, hands_words, kit_words
from meleekit.tft.limits import full_ma
from meleekit.tft.move_options import is_down, movable
from meleekit.tft.options import may_act, second_shot_options
from meleekit.tft.phrases import order_words, signed
from meleekit.tft.piles import pile_foes
from meleekit.tft.reserves import in_reserve
from meleekit.tft.retreat import victims
from meleekit.tft.shading import WALL, entrance, hover, key, tints
from meleekit.tft.state import (
    ALOFT,
    FIT,
    KNEELING,
    NO_GUARD,
    NO_ITEM,
    NO_PARRY,
    PRONE,
    STANDING,
    Act,
    Battle,
    CloseIn,
    Condition,
    Consent,
    Figure,
    Guard,
    Manner,
    MoveOne,
    OfSeat,
    Order,
    Parry,
    Phase,
    PreEmpt,
    Retreat,
    SecondShot,
)
from meleekit.tft.trajectory import courses
from meleekit.tft.words import status

_POSTURES = {
    STANDING: core.Posture.STANDING,
    KNEELING: core.Posture.KNEELING,
    PRONE: core.Posture.PRONE,
    ALOFT: core.Posture.ALOFT,
}
_UPRIGHT = (STANDING, ALOFT)
_LOST = {
    Condition.UNCONSCIOUS: core.Posture.DOWN,
    Condition.DEAD: core.Posture.DEAD,
}


def scene(arena: Arena, battle: Battle) -> Scene:
    """The board at this moment, with what the open decision needs to see. Nothing is hidden."""
    waiting = _waiting(arena, battle)
    cells = board_cells(arena.spec, arena.sides)
    cells += tray_cells(arena.spec, arena.sides, _tray_sizes(arena, waiting))
    shown = tints(arena, battle)
    pointed = hover(arena, battle)
    used = {cell.tint for cell in cells if cell.tint}
    used |= {tint.tint for group in (shown, *pointed.values()) for tint in group}
    title = f"{arena.setup.title} · {status(battle)}" if arena.setup.title else status(battle)
    return Scene(
        title=title,
        cells=cells,
        pieces=_pieces(arena, battle, waiting),
        marks=(*_ground(arena, battle), *_targets(arena, battle)),
        links=(*_engagements(arena, battle), *_attack_under_way(arena, battle)),
        tints=shown,
        hover=pointed,
        sides=arena.sides,
        key=key(arena, battle, used),
    )


@lru_cache(maxsize=64)
def board_cells(spec: BoardSpec, sides: tuple[str, ...]) -> tuple[Cell, ...]:
    """The hexes of a board, walls and entrances marked, in megahexes; made once a board."""
    gates = {hex_: side for side, gate in enumerate(spec.entrances) for hex_ in gate}
    walls = frozenset(spec.walls)
    cells = []
    for q, r in sorted(spec.hexes):
        tint, title = None, f"hex {q},{r}"
        if (q, r) in walls:
            tint, title = WALL, f"wall {q},{r}"
        elif (q, r) in gates:
            side = gates[q, r]
            tint, title = entrance(side), f"hex {q},{r}, entrance of {sides[side]}"
        cells.append(
            hex_cell(q, r, id=coord_id((q, r)), title=title, tint=tint, group=_megahex_name((q, r)))
        )
    return tuple(cells)


def _waiting(arena: Arena, battle: Battle) -> tuple[tuple[int, ...], ...]:
    """By side, who is in reserve (TFT-MOVE-01); nobody before all are placed."""
    if battle.phase is Phase.SETUP:
        return ((),) * len(arena.sides)
    return tuple(
        [tuple([who for who in own if in_reserve(battle.figures[who])]) for own in arena.of_side]
    )


def _tray_sizes(arena: Arena, waiting: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Places beside the board by side: the same all through a battle, or the board would shift."""
    room = [len(gate) for gate in arena.spec.entrances]
    return tuple(
        max(len(own) - places, len(now), 0)
        for own, places, now in zip(arena.of_side, room, waiting, strict=True)
    )


@lru_cache(maxsize=64)
def tray_cells(spec: BoardSpec, sides: tuple[str, ...], sizes: tuple[int, ...]) -> tuple[Cell, ...]:
    """Places for reserves to the right of the board, one side below the other."""
    first = max(q for q, _ in spec.hexes) + 3
    top = min(2 * r + q for q, r in spec.hexes)
    tall = (max(2 * r + q for q, r in spec.hexes) - top) // 2 + 1
    cells = []
    place = 0
    for side, size in enumerate(sizes):
        for number in range(size):
            q = first + place // tall
            r = (top - q + 1) // 2 + place % tall
            x, y = hex_centre(q, r)
            title = f"reserve of {sides[side]}"
            id_ = reserve_id(side, number)
            cells.append(Cell(id_, x, y, title=title, tint=entrance(side), group=f"reserve-{side}"))
            place += 1
        place += 1 if size else 0
    return tuple(cells)


def _megahex_name(hex_: Coord) -> str:
    q, r = megahex_centre(megahex(hex_))
    return f"megahex {q},{r}"


# -- pieces --------------------------------------------------------------------------------------


def _pieces(
    arena: Arena, battle: Battle, waiting: tuple[tuple[int, ...], ...]
) -> tuple[Piece, ...]:
    """Everybody on the board, the fallen too, and in reserve; not who fled or dropped out."""
    short = _initials(tuple(character.name for character in arena.characters))
    about = _concerned(arena, battle)
    return tuple(
        [
            _piece(arena, battle, who, short[who], who in about, hex_id(arena, figure.hex))
            for who, figure in enumerate(battle.figures)
            if figure.hex >= 0
        ]
        + [
            _piece(arena, battle, who, short[who], who in about, reserve_id(side, place))
            for side, own in enumerate(waiting)
            for place, who in enumerate(own)
        ]
    )


@lru_cache(maxsize=64)
def _initials(names: tuple[str, ...]) -> tuple[str, ...]:
    return short_labels(names)


def _concerned(arena: Arena, battle: Battle) -> tuple[int, ...]:
    """Whom the open decision is about; in movement all who are left to move."""
    if not battle.stack:
        return ()
    task = battle.stack[-1]
    if isinstance(task, MoveOne):
        return tuple([who for who in arena.of_seat[task.seat] if movable(battle, who)])
    return () if isinstance(task, OfSeat) else (task.figure,)


def _piece(arena: Arena, battle: Battle, who: int, initials: str, active: bool, cell: str) -> Piece:
    figure, character = battle.figures[who], arena.characters[who]
    fit = figure.condition is FIT
    main, off = figure.main, figure.off
    main = next(iter(character.natural), main) if main < 0 else main
    faces, giant = fit and figure.posture in _UPRIGHT, arena.giants[who]
    return Piece(
        id=figure_id(who),
        cell=cell,
        name=character.name,
        side=character.side,
        initials=initials,
        facing=figure.facing if faces and not giant else None,
        vertex=figure.facing if faces and giant else None,
        also=_also(arena, who, figure) if giant else (),
        posture=_posture(figure),
        weapon=glyph_of(arena.items[main]) if main >= 0 else None,
        off_hand=glyph_of(arena.items[off]) if off >= 0 and arena.weapons[off] else None,
        shield=_shield(arena, figure) if figure.condition is not Condition.DEAD else None,
        hits=figure.hits,
        strength=character.strength,
        kit=kit_words(arena, battle, who),
        status=_status(arena, battle, who),
        faded=fit and not active and _had_its_turn(battle, who),
        active=active,
    )


def _posture(figure: Figure) -> core.Posture:
    if figure.grappling:
        return core.Posture.PILE
    return _LOST.get(figure.condition, _POSTURES[figure.posture])


def _also(arena: Arena, who: int, figure: Figure) -> tuple[str, ...]:
    """The hexes besides its front corner that a giant fills (TFT-FACE-09)."""
    body = arena.body[who][figure.hex][figure.facing] & ~arena.board.bit[figure.hex]
    return tuple([hex_id(arena, hex_) for hex_ in arena.board.hexes_of(body)])


def _had_its_turn(battle: Battle, who: int) -> bool:
    """Moved in movement, or without an action to come in the action phase."""
    figure = battle.figures[who]
    if battle.phase is Phase.MOVEMENT:
        return figure.moved
    return battle.phase is Phase.ACTIONS and not (
        may_act(battle, figure) or second_arrow_due(battle, figure)
    )


def _shield(arena: Arena, figure: Figure) -> ShieldArc | None:
    """The hexes from which a shield or a parry takes hits off attacks (TFT-ARM-04..06, MG-04)."""
    if has_front(figure) and figure.off >= 0:
        if arena.shields[figure.off] is not None or figure.parry is not NO_PARRY:
            return ShieldArc.FRONT
    if any(arena.shields[item] is not None for item in figure.slung):
        return ShieldArc.BACK if has_front(figure) else ShieldArc.ALL
    return None


def _status(arena: Arena, battle: Battle, who: int) -> tuple[str, ...]:
    """What else holds for a character, in the order of urgency."""
    figure = battle.figures[who]
    if figure.condition is not FIT:
        return ()
    return (
        *_stance(arena, battle, who, figure),
        *_wounds(arena, battle, who, figure),
        *_hands(arena, figure),
    )


def _stance(arena: Arena, battle: Battle, who: int, figure: Figure) -> list[str]:
    if figure.hex < 0:
        return ["in reserve"]
    words = ["engaged" if is_engaged(arena, battle, who) else "disengaged"]
    if figure.grappling:
        foes = [arena.name(foe) for foe in pile_foes(arena, battle, who)]
        words = [f"in hand-to-hand with {listed(foes)}"]
    if figure.guard is not NO_GUARD:
        words.append("defending" if figure.guard is Guard.DEFEND else "dodging")
    if is_down(battle, figure) and figure.posture is not STANDING:
        words.append("may do nothing" if figure.grappling else "may only stand up")
    if figure.bending:
        words.append("bending over")
    if second_arrow_due(battle, figure):
        words.append("has a second arrow")
    if figure.run >= 0:
        words.append(f"charged {COMPASS[figure.run]}")
    if figure.steps:
        words.append(f"moved {figure.steps} of {full_ma(arena, who, figure)} MA")
    return words


def _wounds(arena: Arena, battle: Battle, who: int, figure: Figure) -> list[str]:
    rows, low = arena.tables.dex, arena.tables.injury_str
    row = arena.tables.injuries["wounded"].dex_adjustment
    cost = f" ({signed(rows[row].value)} DEX)" if row else ""
    words = []
    if figure.shaken_turn == battle.turn:
        words.append(f"shaken{cost}")
    elif figure.shaken_turn > battle.turn:
        words.append(f"shaken next turn{cost}")
    if strength(arena, battle, who) <= low.low:
        words.append(f"weak ({signed(rows[low.dex_adjustment].value)} DEX)")
    return words


def _hands(arena: Arena, figure: Figure) -> list[str]:
    words = []
    if figure.changing and figure.readying != EMPTY:
        main, off = figure.readying
        fresh = hands_words(
            arena, main if main != figure.main else NO_ITEM, off if off != figure.off else NO_ITEM
        )
        words += [f"readying {fresh}"] if fresh else []
    if figure.last_shot >= 0:
        words.append(f"will drop the {arena.item_name(figure.last_shot)}")
    if figure.parry is Parry.SHIELD:
        words.append("main-gauche parries")
    elif figure.parry is Parry.BOTH:
        words.append("main-gauche parries and strikes")
    if figure.orders.order is not Order.ASK:
        words.append(f"to {order_words(figure.orders)}")
    return words


# -- marks and links -----------------------------------------------------------------------------


def _ground(arena: Arena, battle: Battle) -> tuple[Mark, ...]:
    """What lies about and could be picked up."""
    return tuple(
        [
            Mark(
                item_id(lying.item),
                hex_id(arena, lying.hex),
                "item",
                arena.item_name(lying.item),
                f"{arena.item_name(lying.item)} on the ground",
                glyph_of(arena.items[lying.item]),
            )
            for lying in battle.ground
        ]
    )


def _targets(arena: Arena, battle: Battle) -> tuple[Mark, ...]:
    """Those whom the character at its moment may attack, or force back."""
    task = battle.stack[-1] if battle.stack else None
    if isinstance(task, Act):
        options = act_options(arena, battle, task)
        found = [o.target for o in options if isinstance(o, Attack | Throw | Shoot | HthAttack)]
        words = "may be attacked"
    elif isinstance(task, CloseIn):
        found, words = [*pile_foes(arena, battle, task.figure)], "may be attacked"
    elif isinstance(task, SecondShot):
        shots = second_shot_options(arena, battle, task)
        found = [option.target for option in shots if isinstance(option, Shoot)]
        words = "may be shot at"
    elif isinstance(task, Retreat):
        found, words = [*victims(arena, battle, task.figure)], "may be forced back"
    else:
        return ()
    return tuple(
        [
            Mark(
                f"target:{who}",
                hex_id(arena, battle.figures[who].hex),
                "target",
                title=f"{arena.name(who)} {words}",
            )
            for who in dict.fromkeys(found)
        ]
    )


def _engagements(arena: Arena, battle: Battle) -> tuple[Link, ...]:
    """A stroke from each character to every enemy that it engages (TFT-ENG-01)."""
    return tuple(
        [
            Link(
                f"engage:{by}-{who}",
                "engage",
                figure_id(by),
                figure_id(who),
                f"{arena.name(by)} engages {arena.name(who)}",
            )
            for who, figure in enumerate(battle.figures)
            if figure.condition is FIT
            for by in engagers(arena, battle, who)
        ]
    )


def _attack_under_way(arena: Arena, battle: Battle) -> tuple[Link, ...]:
    """The attack that is declared but not rolled for, while its target may answer it."""
    task = battle.stack[-1] if battle.stack else None
    if isinstance(task, Consent):
        asks = f"{arena.name(task.attacker)} asks {arena.name(task.figure)} for hand-to-hand"
        ends = figure_id(task.attacker), figure_id(task.figure)
        return (Link(f"attack:{task.attacker}-{task.figure}", "attack", *ends, asks),)
    if not isinstance(task, PreEmpt):
        return ()
    title = f"{arena.name(task.attacker)} attacks {arena.name(task.figure)}"
    if task.manner is not Manner.BLOW:
        verb = "throws" if task.manner is Manner.THROW else "shoots"
        title = f"{arena.name(task.attacker)} {verb} at {arena.name(task.figure)}"
        ways = courses(arena, battle, task.attacker, task.figure, task.weapons[0])
        met = dict.fromkeys(leg.who for way in ways for leg in way.legs[: way.to_target])
        if met:
            title += f"; in the way: {listed([arena.name(who) for who in met])}"
    start, end = figure_id(task.attacker), figure_id(task.figure)
    return (Link(f"attack:{task.attacker}-{task.figure}", "attack", start, end, title),)
