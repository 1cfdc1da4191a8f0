"""The field with the units on it, and what is picked for an action."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from meleekit.battlesystem import actions as act
from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.geometry import moved, slot_cell, turned
from meleekit.battlesystem.state import State
from meleekit.core.scene import Cell as SceneCell
from meleekit.core.scene import Piece, Scene

_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
# Facings of the field as directions of a scene: straight up, and the nearest to right and left.
_HEADING = (0, 2, 3, 4)


def cell_id(x: int, y: int) -> str:
    """The scene id of a cell."""
    return f"cell:{x},{y}"


def unit_id(name: str) -> str:
    """The scene id of a unit."""
    return f"unit:{name}"


@lru_cache(maxsize=16)
def _cells(width: int, height: int) -> tuple[SceneCell, ...]:
    return tuple(
        SceneCell(cell_id(x, y), float(x), float(height - 1 - y), outline=_SQUARE)
        for y in range(height)
        for x in range(width)
    )


def scene(battle: Battle, state: State) -> Scene:
    """The field, the same for all."""
    setup = battle.setup
    return Scene(
        title=setup.title or "Battle",
        cells=_cells(setup.width, setup.height),
        pieces=tuple(_pieces(battle, state)),
        sides=tuple(side.name for side in setup.sides),
    )


def _pieces(battle: Battle, state: State) -> Iterator[Piece]:
    ground = Ground(battle, state)
    for number, unit in enumerate(state.units):
        cells = [cell_id(x, y) for x, y in battle.field.cells(ground.bits[number])]
        if not cells:
            continue
        words = (
            f"{unit.figures} figures",
            unit.formation,
            *(["routed"] if unit.routed else []),
            *(["one wounded"] if unit.wounded else []),
        )
        yield Piece(
            id=unit_id(battle.names[number]),
            cell=cells[0],
            name=battle.names[number],
            side=battle.side[number],
            facing=_HEADING[unit.pose.facing],
            also=tuple(cells[1:]),
            hits=battle.sheets[number].figures - unit.figures,
            strength=battle.sheets[number].figures,
            kit=unit.weapon,
            status=words,
            faded=unit.moved,
            active=state.active is not None and state.active.unit == number,
        )


def picks(battle: Battle, state: State, action: act.AnyAction) -> tuple[str, ...]:
    """What one would click for the action, in order."""
    match action:
        case act.MoveOrder() | act.Ready():
            return ()
        case act.Advance(unit=unit, cells=cells) | act.Withdraw(unit=unit, cells=cells):
            pose = state.units[battle.number[unit]].pose
            back = isinstance(action, act.Withdraw)
            after = moved(pose, turned(pose.facing, 2) if back else pose.facing, cells)
            return unit_id(unit), cell_id(
                *slot_cell(after, (after.filled & -after.filled).bit_length() - 1)
            )
        case act.Charge(unit=unit, target=target):
            return unit_id(unit), unit_id(target)
        case act.Assign(unit=unit, figure=figure, enemy=enemy):
            cell = slot_cell(state.units[battle.number[unit]].pose, figure)
            return cell_id(*cell), unit_id(enemy)
        case act.CloseUp(unit=unit, enemy=enemy):
            return unit_id(unit), unit_id(enemy)
        case act.Fight(first=first, second=second):
            there = [battle.number[name] for name in (first, second)]
            return tuple(unit_id(battle.names[n]) for n in there if state.units[n].there)
        case _:
            return (unit_id(action.unit),)
