"""The field with the units on it, and what is picked for an action."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import options
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.geometry import DX, DY, slot_cell, slots, turned
from meleekit.battlesystem.setup import Hill
from meleekit.battlesystem.shading import (
    KEY,
    cell_id,
    front_cells,
    hovers,
    now,
    only_mover,
    unit_id,
)
from meleekit.battlesystem.state import Stage
from meleekit.battlesystem.words import weapon_words
from meleekit.core.cells import square_cell
from meleekit.core.scene import Cell, Flag, Link, Piece, Scene, short_labels
from meleekit.core.signs import Glyph

LABELLED = 5  # cells from one printed coordinate at the rim to the next
HIGHEST = 3  # steps of height that are told apart by colour
# The first word of a weapon's name that says what it looks like.
GLYPHS = (
    ("two-handed sword", Glyph.TWO_HANDED_SWORD),
    ("sword", Glyph.SWORD),
    ("scimitar", Glyph.SWORD),
    ("dagger", Glyph.DAGGER),
    ("battle axe", Glyph.TWO_HANDED_AXE),
    ("axe", Glyph.AXE),
    ("hammer", Glyph.HAMMER),
    ("pick", Glyph.HAMMER),
    ("mace", Glyph.MACE),
    ("morning star", Glyph.MACE),
    ("flail", Glyph.MACE),
    ("club", Glyph.MACE),
    ("natural", Glyph.NATURAL),
    ("pike", Glyph.SPEAR),
    ("spear", Glyph.SPEAR),
    ("trident", Glyph.SPEAR),
    ("lance", Glyph.SPEAR),
    ("staff", Glyph.SPEAR),
)


def scene(ground: Ground) -> Scene:
    """The field, the same for all."""
    setup = ground.battle.setup
    hover, tints = hovers(ground), now(ground)
    shown = {tint.tint for tint in tints} | {t.tint for some in hover.values() for t in some}
    return Scene(
        title=setup.title or "Battle",
        cells=_cells(setup.width, setup.height, setup.hills),
        pieces=tuple(_pieces(ground)),
        links=tuple(_contacts(ground)),
        tints=tints,
        hover=hover,
        sides=tuple(side.name for side in setup.sides),
        key=tuple(entry for entry in KEY if entry.tint in shown),
    )


@lru_cache(maxsize=16)
def _cells(width: int, height: int, hills: tuple[Hill, ...]) -> tuple[Cell, ...]:
    """The cells from the south-west corner; y runs to the north, which is up."""
    return tuple(
        _cell(x, y, height - 1 - y, sum(_covers(hill, x, y) * hill.rise for hill in hills))
        for y in range(height)
        for x in range(width)
    )


def _covers(hill: Hill, x: int, y: int) -> bool:
    return hill.x <= x < hill.x + hill.width and hill.y <= y < hill.y + hill.height


def _cell(x: int, y: int, row: int, high: int) -> Cell:
    label = ""
    if y == 0 and x % LABELLED == 0:
        label = str(x)
    elif x == 0 and y % LABELLED == 0:
        label = str(y)
    return square_cell(
        x,
        row,
        id=cell_id(x, y),
        label=label,
        title=f"{x},{y}, height {high}" if high else f"{x},{y}",
        tint=f"height-{min(high, HIGHEST)}" if high else None,
        group=str(high),
        side=1.0,
    )


@lru_cache(maxsize=64)
def _shorts(names: tuple[str, ...]) -> tuple[str, ...]:
    return short_labels(names)


def concerned(ground: Ground) -> frozenset[int]:
    """The units that the open decision is about."""
    state = ground.state
    if (mover := only_mover(ground)) is not None:
        return frozenset((mover,))
    if state.withdrawal:
        return frozenset(state.withdrawal.asked)
    if state.flight:
        return frozenset(state.flight.asked)
    if state.stage is Stage.WEAPONS:
        return frozenset(options.with_choice_of_weapon(ground))
    if state.stage is Stage.COMMANDERS:
        return frozenset(options.with_commander(ground))
    numbers = ground.battle.number
    if state.stage is Stage.ASSIGN:
        return frozenset(numbers[one.unit] for one in options.assignments(ground))
    if state.stage is Stage.CLOSE:
        return frozenset(numbers[one.unit] for one in options.closings(ground))
    return frozenset()


def _pieces(ground: Ground) -> Iterator[Piece]:
    battle, asked = ground.battle, concerned(ground)
    shorts, moving = _shorts(battle.names), ground.state.stage is Stage.MOVE
    for number, unit in enumerate(ground.units):
        if not ground.bits[number]:
            continue
        cells = [cell_id(*slot_cell(unit.pose, slot)) for slot in slots(unit.pose.filled)]
        start, sheet = battle.sheets[number].figures, battle.sheets[number]
        words = (
            unit.formation,
            *(["one wounded"] if unit.wounded else []),
            *(["charging"] if unit.charged else []),
            *(["fled"] if unit.fled else []),
            *(["routed"] if unit.routed else []),
            *([f"with {sheet.commander}"] if unit.commander else []),
            *([] if ground.in_command(number) else ["out of command"]),
        )
        flags = (
            (Flag.LEADER, unit.commander),
            (Flag.CHARGE, unit.charged),
            (Flag.FLIGHT, unit.fled and not unit.routed),
            (Flag.ROUT, unit.routed),
        )
        yield Piece(
            id=unit_id(battle.names[number]),
            cell=cells[0],
            name=battle.names[number],
            initials=shorts[number],
            side=battle.side[number],
            quarter=unit.pose.facing,
            formed=True,
            also=tuple(cells[1:]),
            hits=start - unit.figures,
            strength=start,
            hurt=unit.wounded,
            weapon=glyph_of(unit.weapon),
            kit=weapon_words(unit.weapon),
            status=words,
            flags=tuple(flag for flag, held in flags if held),
            faded=moving and unit.moved,
            active=number in asked,
        )


def glyph_of(weapon: str) -> Glyph:
    """The sign of a weapon; those with long shafts that have none of their own share one."""
    return next((glyph for word, glyph in GLYPHS if word in weapon), Glyph.POLEARM)


def _contacts(ground: Ground) -> Iterator[Link]:
    """A stroke across every border at which two figures are in base contact (BAT-GRID-03)."""
    field = ground.battle.field
    for one, other in ground.pairs():
        names = f"{ground.battle.names[one]} and {ground.battle.names[other]} in contact"
        for direction, bits in enumerate(field.contacts(ground.bits[one], ground.bits[other])):
            for x, y in field.cells(bits):
                dx, dy = DX[direction], DY[direction]
                yield Link(
                    f"contact:{x},{y}:{direction}",
                    "melee",
                    cell_id(x, y),
                    cell_id(x + dx, y + dy),
                    names,
                )


def picks(ground: Ground, action: act.AnyAction) -> tuple[str, ...]:
    """What one would click for the action, in order; any cell of the rank that comes to lie there.

    An advance is told by where the front rank comes to stand, a withdrawal by the last rank.
    """
    battle, units = ground.battle, ground.units
    match action:
        case act.MoveOrder() | act.Ready():
            return ()
        case act.Advance(unit=unit, cells=cells):
            number = battle.number[unit]
            ahead = units[number].pose.facing
            return unit_id(unit), *front_cells(ground, number, ahead, cells, 0)
        case act.Withdraw(unit=unit, cells=cells):
            number = battle.number[unit]
            back = turned(units[number].pose.facing, 2)
            return unit_id(unit), *front_cells(ground, number, back, cells, -1)
        case act.Charge(unit=unit, target=target):
            return unit_id(unit), unit_id(target)
        case act.Assign(unit=unit, figure=figure, enemy=enemy):
            cell = slot_cell(units[battle.number[unit]].pose, figure)
            return cell_id(*cell), unit_id(enemy)
        case act.CloseUp(unit=unit, enemy=enemy):
            return unit_id(unit), unit_id(enemy)
        case act.Fight(first=first, second=second):
            there = [battle.number[name] for name in (first, second)]
            return tuple(unit_id(battle.names[n]) for n in there if ground.bits[n])
        case _:
            return (unit_id(action.unit),)
