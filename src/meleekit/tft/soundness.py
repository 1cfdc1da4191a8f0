"""Whether a battle that was read points only at what is there: figures, items, hexes, seats.

Whether it could have come about by the rules is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

from meleekit.core.errors import BadSave
from meleekit.tft.aiming import second_arrow_due
from meleekit.tft.arena import Arena
from meleekit.tft.loaded import FELL
from meleekit.tft.piles import enemies_in
from meleekit.tft.shapes import fits
from meleekit.tft.state import (
    ALOFT,
    FIT,
    KNEELING,
    NO_ITEM,
    NOWHERE,
    PRONE,
    STANDING,
    Act,
    AnyTask,
    Battle,
    ComeDown,
    Consent,
    Face,
    Figure,
    Follow,
    Manner,
    OfSeat,
    Phase,
    Place,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
)
from meleekit.tft.trajectory import open_to_flight

FACINGS = 6
# Far above any turn, hit or step of a battle; numbers beyond fit neither page nor database.
MOST = 10**9
_UPRIGHT = (STANDING, KNEELING)


def check_battle(arena: Arena, battle: Battle) -> None:
    """Raise `BadSave` naming the first field that points at something which is not there."""
    there = len(arena.characters)
    if len(battle.figures) != there:
        _refuse("figures", f"{len(battle.figures)} figures, and {there} fight")
    bounds = _bounds(arena)
    for who, figure in enumerate(battle.figures):
        _check_figure(figure, bounds, f"figures[{who}]")
        _check_flight(arena, who, figure, f"figures[{who}]")
        _check_giant(arena, who, figure, f"figures[{who}]")
    _check_piles(arena, battle)
    _check_room(arena, battle)
    seats = len(arena.players)
    _within("turn", (battle.turn,), 0, MOST)
    _within("mover", (battle.mover,), 0, seats + 1)
    _within("order", battle.order, 0, seats)
    _within("placing", battle.placing, 0, there)
    for number, group in enumerate(battle.tied):
        _within(f"tied[{number}]", group, 0, there)
    for number, lying in enumerate(battle.ground):
        at = f"ground[{number}]"
        _within(f"{at}.item", (lying.item,), 0, len(arena.items))
        _within(f"{at}.hex", (lying.hex,), 0, arena.board.size)
        _within(f"{at}.since", (lying.since,), 0, MOST)
    for number, thing in enumerate(battle.unloaded):
        at = f"unloaded[{number}]"
        _within(f"{at}.item", (thing.item,), 0, len(arena.items))
        _within(f"{at}.left", (thing.left,), FELL, MOST)
        if not arena.shoots[thing.item]:
            _refuse(f"{at}.item", "only missile weapons are loaded")
    items = [thing.item for thing in battle.unloaded]
    if len(set(items)) < len(items):
        _refuse("unloaded", "an item stands there twice")
    if (battle.phase is Phase.OVER) != (battle.outcome is not None):
        _refuse("phase", "a battle has an outcome when it is over, and not before")
    for depth, task in enumerate(battle.stack):
        _check_task(arena, battle, task, f"stack[{depth}]")
    asked = battle.stack[-1] if battle.stack else None
    if isinstance(asked, Act | PreEmpt | Retreat):
        if battle.figures[asked.figure].condition is not FIT:
            at = f"stack[{len(battle.stack) - 1}].figure"
            _refuse(at, "who is out of the fight is not asked")


def _bounds(arena: Arena) -> tuple[tuple[str, int, int], ...]:
    """The fields of a figure, each with its least value and the one above its greatest."""
    size, items, there = arena.board.size, len(arena.items), len(arena.characters)
    return (
        ("hex", NOWHERE, size),
        ("came_from", NOWHERE, size),
        ("moved_to", NOWHERE, size),
        ("facing", 0, FACINGS),
        ("came_facing", -1, FACINGS),
        ("run", -1, FACINGS),
        ("main", NO_ITEM, items),
        ("off", NO_ITEM, items),
        ("slung", 0, items),
        ("second_arrow", NO_ITEM, items),
        ("last_shot", NO_ITEM, items),
        ("readying", NO_ITEM, items),
        ("engagers", 0, there),
        ("struck", 0, there),
        ("turned_away", 0, there),
        ("hits", 0, MOST),
        ("hits_this_turn", 0, MOST),
        ("steps", 0, MOST),
        ("shaken_turn", -1, MOST),
        ("down_until", 0, MOST),
    )


def _check_figure(figure: Figure, bounds: Sequence[tuple[str, int, int]], at: str) -> None:
    for name, least, end in bounds:
        value: int | tuple[int, ...] = getattr(figure, name)
        for number in value if isinstance(value, tuple) else (value,):
            if not least <= number < end:
                _refuse(f"{at}.{name}", _outside(number, least, end))


def _check_flight(arena: Arena, who: int, figure: Figure, at: str) -> None:
    """Only those with wings are in the air, and only while they are fit (TFT-MOVE-22)."""
    aloft = figure.posture is ALOFT
    if (aloft or figure.flew) and not arena.flying_ma[who]:
        _refuse(f"{at}.{'posture' if aloft else 'flew'}", f"{arena.name(who)} has no wings")
    if aloft and (figure.condition is not FIT or figure.hex < 0):
        _refuse(f"{at}.posture", "only who is fit and on the board is in the air")


def _check_piles(arena: Arena, battle: Battle) -> None:
    """Conscious enemies in one hex grapple there, and nobody else does (TFT-HTH-11, HTH-17).

    One that is falling out of the air is over its hex, but not in it any more (TFT-MOVE-25).
    """
    falling = [task.figure for task in battle.stack if isinstance(task, ComeDown)]
    for who, figure in enumerate(battle.figures):
        foes = enemies_in(arena, battle, who, figure.hex) if figure.hex >= 0 else ()
        grounded = figure.posture is not ALOFT and who not in falling
        foes = tuple(foe for foe in foes if foe not in falling)
        fights = bool(foes) and figure.condition is FIT and grounded
        if figure.grappling and not fights:
            _refuse(f"figures[{who}].grappling", "nobody fights hand-to-hand without an enemy")
        if fights and not figure.grappling:
            _refuse(f"figures[{who}].grappling", "enemies in one hex fight hand-to-hand")
        if figure.grappling and figure.posture is not PRONE:
            _refuse(f"figures[{who}].posture", "all in hand-to-hand are on the ground")


def _check_room(arena: Arena, battle: Battle) -> None:
    """No two stand or kneel in one hex; those on the ground may share it (MOVE-09, MOVE-24)."""
    upright: dict[int, int] = {}
    for who, figure in enumerate(battle.figures):
        if figure.hex >= 0 and figure.condition is FIT and figure.posture in _UPRIGHT:
            body = arena.body[who][figure.hex][figure.facing]
            others = [upright.setdefault(hex_, who) for hex_ in arena.board.hexes_of(body)]
            other = next((one for one in others if one != who), who)
            if other != who:
                message = f"{arena.name(other)} is in that hex, and two do not stand in one"
                _refuse(f"figures[{who}].hex", message, "TFT-MOVE-09")


def _check_giant(arena: Arena, who: int, figure: Figure, at: str) -> None:
    """A giant on the board is on it with all three hexes (TFT-FACE-09)."""
    if arena.giants[who] and figure.hex >= 0:
        if not fits(arena.shapes[who], figure.hex, figure.facing):
            _refuse(f"{at}.hex", f"{arena.name(who)} has not all its hexes on the board")


def _check_task(arena: Arena, battle: Battle, task: AnyTask, at: str) -> None:
    there = len(arena.characters)
    if isinstance(task, OfSeat):
        _within(f"{at}.seat", (task.seat,), 0, len(arena.players))
        return
    _within(f"{at}.figure", (task.figure,), 0, there)
    if (battle.figures[task.figure].hex >= 0) == isinstance(task, Place):
        _refuse(f"{at}.figure", "only who is not on the board yet is placed, and nobody else asked")
    if isinstance(task, Face):
        _within(f"{at}.allowed", task.allowed, 0, FACINGS)
    elif isinstance(task, Consent | TakeBlade):
        _within(f"{at}.attacker", (task.attacker,), 0, there)
        sides = arena.side_of
        if sides[task.attacker] == sides[task.figure] or battle.figures[task.attacker].hex < 0:
            _refuse(f"{at}.attacker", "only an enemy on the board comes to grips with somebody")
        if isinstance(task, Consent):
            _check_asked_hex(arena, battle, task, at)
    elif isinstance(task, Follow):
        _within(f"{at}.hex", (task.hex,), 0, arena.board.size)
    elif isinstance(task, PreEmpt):
        _within(f"{at}.attacker", (task.attacker,), 0, there)
        if battle.figures[task.attacker].hex < 0:
            _refuse(f"{at}.attacker", "nobody attacks from off the board")
        _within(f"{at}.weapons", task.weapons, 0, len(arena.items))
        if not all(arena.weapons[item] for item in task.weapons):
            _refuse(f"{at}.weapons", "nobody attacks with a shield")
        if task.manner is not Manner.BLOW:
            _check_line(arena, battle, task, at)
    elif isinstance(task, SecondShot):
        if not second_arrow_due(battle, battle.figures[task.figure]):
            _refuse(f"{at}.figure", "only who has a bow in hand and an arrow due shoots again")


def _check_asked_hex(arena: Arena, battle: Battle, task: Consent, at: str) -> None:
    """A giant is asked for one of its hexes, others for the only one they have (TFT-HTH-20)."""
    _within(f"{at}.hex", (task.hex,), NOWHERE, arena.board.size)
    figure = battle.figures[task.figure]
    body = arena.body[task.figure][figure.hex][figure.facing] if arena.giants[task.figure] else 0
    asked = arena.board.bit[task.hex] if task.hex >= 0 else 0
    if asked & ~body or bool(asked) != bool(body):
        _refuse(f"{at}.hex", "the hex of a giant that would be entered, and nobody else's")


def _check_line(arena: Arena, battle: Battle, task: PreEmpt, at: str) -> None:
    """What flies is one weapon that can, along a line of flight (TFT-TWO-02, TFT-LOF-10)."""
    fit = arena.shoots if task.manner is Manner.SHOT else arena.flies
    if len(task.weapons) != 1 or not fit[task.weapons[0]]:
        _refuse(f"{at}.weapons", f"one weapon that is fit for a {task.manner}")
    here, there = battle.figures[task.attacker].hex, battle.figures[task.figure].hex
    if here == there or not open_to_flight(arena, battle, task.attacker, task.figure):
        _refuse(f"{at}.attacker", "there is no line of flight to the target")


def _within(at: str, numbers: Iterable[int], least: int, end: int) -> None:
    """Raise `BadSave` unless all numbers are from `least` up to below `end`."""
    for number in numbers:
        if not least <= number < end:
            _refuse(at, _outside(number, least, end))


def _outside(number: int, least: int, end: int) -> str:
    return f"{number} is not between {least} and {end - 1}"


def _refuse(at: str, message: str, rule: str = "") -> NoReturn:
    raise BadSave(message, rule=rule or None, at=at)
