"""What a reader takes for granted where a situation says nothing.

Left out by the writer and filled in by the reader, both from here. Each value may hang on fields
above it in its table, and on those that have none here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from meleekit.tft.arena import Arena
from meleekit.tft.state import (
    NO_ITEM,
    NOWHERE,
    AnyTask,
    Battle,
    ChooseOrder,
    Condition,
    DeclareGuards,
    Figure,
    Follow,
    MoveOne,
    Phase,
    Place,
    Posture,
    Retreat,
)
from meleekit.tft.tables import Tables

FALLEN = (Condition.UNCONSCIOUS, Condition.DEAD)
TITLE = "A situation"
STRENGTH = DEXTERITY = 12
ITEMS = ("broadsword",)


# -- fighters ------------------------------------------------------------------------------------


def usual_sheet(tables: Tables, sheet: Mapping[str, object]) -> dict[str, object]:
    """A sheet's fields that are not written: average strength and dexterity, a broadsword.

    A beast is one of the usual kind and carries nothing. Points beyond the race's total were
    gained by experience.
    """
    species = str(sheet.get("race", "human"))
    monster = tables.monsters.get(species)
    if monster is not None:
        own = {"strength": monster.strength, "dexterity": monster.dexterity}
        return {**own, "items": (), "gained": 0, **sheet}
    filled = {"strength": STRENGTH, "dexterity": DEXTERITY, "items": ITEMS, **sheet}
    if "gained" not in filled:
        points = (filled["strength"], filled["dexterity"])
        race = tables.races.get(species)
        total = sum(value for value in points if isinstance(value, int))
        filled["gained"] = max(0, total - race.total) if race else 0
    return filled


@dataclass(frozen=True)
class Around:
    """What else is known when a figure is read.

    `elsewhere` are the items that lie on the ground or that others hold.
    """

    arena: Arena
    battle: Battle
    elsewhere: frozenset[int]


def _hands(around: Around, who: int, figure: Figure) -> tuple[int, int]:
    character = around.arena.characters[who]
    main, off = (
        NO_ITEM if item in around.elsewhere else item for item in (character.main, character.off)
    )
    return main, off


def _slung(around: Around, who: int, figure: Figure) -> tuple[int, ...]:
    readying = figure.readying if figure.changing else ()
    gone = {figure.main, figure.off, *readying, *around.elsewhere}
    return tuple(item for item in around.arena.characters[who].items if item not in gone)


USUAL_OF_FIGURE: Mapping[str, Callable[[Around, int, Figure], object]] = {
    "main": lambda around, who, figure: _hands(around, who, figure)[0],
    "off": lambda around, who, figure: _hands(around, who, figure)[1],
    "slung": _slung,
    "posture": lambda _, __, figure: (
        Posture.PRONE if figure.condition in FALLEN else Posture.STANDING
    ),
    "acted": lambda _, __, figure: figure.condition in FALLEN,
    "moved": lambda around, _, __: around.battle.phase not in (Phase.SETUP, Phase.MOVEMENT),
    "moved_to": lambda _, __, figure: figure.hex if figure.came_from >= 0 else NOWHERE,
}
"""Fields of a figure whose usual value is not that of `Figure`, in the order to fill them in."""


# -- the battle ----------------------------------------------------------------------------------

_PHASES: Mapping[type, Phase] = {
    Place: Phase.SETUP,
    ChooseOrder: Phase.MOVEMENT,
    MoveOne: Phase.MOVEMENT,
    DeclareGuards: Phase.DECLARATIONS,
    Retreat: Phase.RETREAT,
    Follow: Phase.RETREAT,
}


def _phase(arena: Arena, battle: Battle) -> Phase:
    """That of the outermost decision; decisions that come in many phases are those of actions."""
    if battle.outcome is not None:
        return Phase.OVER
    return _PHASES.get(type(battle.stack[0]), Phase.ACTIONS) if battle.stack else Phase.ACTIONS


def _order(arena: Arena, battle: Battle) -> tuple[int, ...]:
    """The one who moves goes first, the others in the order in which they are listed."""
    if battle.phase is Phase.SETUP:
        return ()
    seats = range(len(arena.players))
    first = _moving(battle.stack[0]) if battle.stack else None
    return tuple(sorted(seats, key=lambda seat: seat != first))


def _mover(arena: Arena, battle: Battle) -> int:
    if battle.phase not in (Phase.MOVEMENT, Phase.DECLARATIONS):
        return 0 if battle.phase is Phase.SETUP else len(battle.order)
    first = _moving(battle.stack[0]) if battle.stack else None
    return battle.order.index(first) + 1 if first in battle.order else 0


def _moving(task: AnyTask) -> int | None:
    return task.seat if isinstance(task, MoveOne | DeclareGuards) else None


USUAL_OF_BATTLE: Mapping[str, Callable[[Arena, Battle], object]] = {
    "phase": _phase,
    "turn": lambda _, battle: 0 if battle.phase is Phase.SETUP else 1,
    "order": _order,
    "mover": _mover,
}
"""Fields of a battle whose usual value is not that of `Battle`, in the order to fill them in."""


def usual_since(turn: int) -> int:
    """Things on the ground were let fall in the turn before."""
    return max(0, turn - 1)
