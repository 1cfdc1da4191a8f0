"""Whether a state that was read contradicts itself, field by field.

Whether it could have come about by the rules is not asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from meleekit.battlesystem.battle import Battle
from meleekit.battlesystem.morale_sums import (
    COMMANDER_KILLED,
    DREAD,
    LOST_25,
    LOST_50,
    LOST_MORE,
)
from meleekit.battlesystem.outcome import ended
from meleekit.battlesystem.setup import MOST_CELLS
from meleekit.battlesystem.state import WITHOUT_DECISION, Melee, Stage, State
from meleekit.core.errors import BadSave

RULE = "BAT-UNIT-06"
_ALL_LOSSES = LOST_25 | LOST_50 | LOST_MORE | COMMANDER_KILLED | DREAD
_LED_BY_INITIATIVE = (Stage.ORDER, Stage.MELEE)
_WITH_MELEES = (Stage.MELEE, Stage.CLOSE)
_WITH_DONE = (Stage.WEAPONS, Stage.COMMANDERS, Stage.CLOSE)


def refuse(at: str, message: str, rule: str = RULE) -> NoReturn:
    """Raise `BadSave` at that field of the state."""
    raise BadSave(message, rule=rule or None, at=at)


def check_state(battle: Battle, state: State) -> None:
    """Raise `BadSave` naming the first field that cannot be, and the rule against it."""
    if len(state.units) != len(battle.names):
        refuse("units", f"{len(battle.names)} units are in this battle")
    for number in battle.everybody:
        _check_unit(battle, state, number)
    _check_cells(battle, state)
    if not 1 <= state.round <= battle.setup.rounds:
        refuse("round", f"rounds are from 1 to {battle.setup.rounds}", "BAT-VICT-01")
    for name in ("initiative", "first", "turn"):
        if getattr(state, name) not in (0, 1):
            refuse(name, "there are two sides", "BAT-STATE-01")
    _check_stage(battle, state)
    _check_under_way(battle, state)
    _check_lists(battle, state)
    _check_melees(battle, state)


def _check_unit(battle: Battle, state: State, number: int) -> None:
    """Figures, weapon, formation and flags of a unit (BAT-STATE-02, BAT-UNIT-06)."""
    at, unit, sheet = f"units[{number}]", state.units[number], battle.sheets[number]
    pose = unit.pose
    if not 0 <= pose.facing <= 3:
        refuse(f"{at}.pose", "a unit faces one of four ways", "BAT-GRID-01")
    pitches = [row.pitch for row in battle.formations.values()]
    if not 1 <= pose.files <= MOST_CELLS or pose.pitch not in pitches:
        refuse(f"{at}.pose", "at least one file, and figures as far apart as formations are")
    if pose.filled < 0 or pose.filled.bit_length() > MOST_CELLS * MOST_CELLS:
        refuse(f"{at}.pose", "figures stand in slots that there are", "BAT-GRID-02")
    if pose.figures > sheet.figures:
        refuse(f"{at}.pose", f"it began with {sheet.figures} figures")
    if pose.filled and pose.files > pose.filled.bit_length():
        refuse(f"{at}.pose", "no more files than figures side by side")
    if battle.is_closed(unit) and pose.pitch != battle.formations[unit.formation].pitch:
        refuse(f"{at}.formation", "closed figures stand side by side", "BAT-GRID-02")
    if unit.weapon not in battle.profiles[number].arms:
        refuse(f"{at}.weapon", "it carries no such weapon", "BAT-VAL-02")
    if unit.wounded not in (0, 1) or (unit.wounded and not pose.filled):
        refuse(f"{at}.wounded", "one figure is wounded, or none", "BAT-LOSS-04")
    if (unit.commander or unit.leads) and not sheet.commander:
        refuse(f"{at}.commander", "no commander is attached to it", "BAT-MOR-07")
    if unit.routed and battle.profiles[number].morale is None:
        refuse(f"{at}.routed", "it never routs", "BAT-MOR-04")
    for name in ("used", "due"):
        if getattr(unit, name) & ~_ALL_LOSSES:
            refuse(f"{at}.{name}", "no such losses", "BAT-MOR-01")


def _check_cells(battle: Battle, state: State) -> None:
    """Every unit that is there stands on the field, in cells of its own (BAT-GRID-01)."""
    taken = 0
    for number, unit in enumerate(state.units):
        if not unit.there:
            continue
        bits = battle.field.place(unit.pose)
        if not bits:
            refuse(f"units[{number}].pose", "it stands off the map")
        if bits & taken:
            refuse(f"units[{number}].pose", "another unit stands in its cells")
        taken |= bits


def _check_stage(battle: Battle, state: State) -> None:
    """The stage is one at which somebody decides, or the end (BAT-SEQ-01, SEQ-05)."""
    stage = state.stage
    if stage is Stage.OVER:
        if not ended(battle, state):
            refuse("stage", "the battle is not over: both sides stand", "BAT-VICT-01")
    elif stage in WITHOUT_DECISION:
        refuse("stage", "nobody decides anything at that moment", "BAT-SEQ-05")
    if stage in _LED_BY_INITIATIVE and state.turn != state.initiative:
        refuse("turn", "the side with initiative decides that", "BAT-PROC-01")


def _check_under_way(battle: Battle, state: State) -> None:
    """A move, a withdrawal or a flight is under way where its stage says so, and only there."""
    active, withdrawal, flight = state.active, state.withdrawal, state.flight
    if active:
        if state.stage is not Stage.MOVE:
            refuse("active", "a unit moves when it is time for moves", "BAT-MOVE-06")
        _within(battle, "active.unit", [active.unit])
        unit = state.units[active.unit]
        mine = battle.side[active.unit] == state.turn
        if not mine or unit.moved or unit.routed or not unit.there:
            refuse("active.unit", "that unit cannot move now", "BAT-SEQ-03")
        if not 1 <= active.left <= battle.profiles[active.unit].move:
            refuse("active.left", "so far it does not move", "BAT-MOVE-02")
    if bool(withdrawal) != (state.stage is Stage.FOLLOW):
        refuse("withdrawal", "enemies follow a unit that withdraws", "BAT-END-03")
    if bool(flight) != (state.stage is Stage.STRIKE):
        refuse("flight", "enemies strike at a unit that runs", "BAT-END-05")
    for name, one in (("withdrawal", withdrawal), ("flight", flight)):
        if one is None:
            continue
        _within(battle, f"{name}.unit", [one.unit])
        _within(battle, f"{name}.asked", one.asked)
        if not state.units[one.unit].there:
            refuse(f"{name}.unit", "it is not on the field", "BAT-VAL-05")
        if battle.side[one.unit] == state.turn:
            refuse("turn", "its enemies are asked", "BAT-SEQ-03")
        for number in one.asked:
            if battle.side[number] != state.turn or not state.units[number].there:
                refuse(f"{name}.asked", "only enemies on the field are asked", "BAT-VAL-05")
    if withdrawal and not (0 <= withdrawal.direction <= 3 and 1 <= withdrawal.cells <= MOST_CELLS):
        refuse("withdrawal", "it withdrew some cells in a direction", "BAT-END-03")
    if flight and flight.direction is not None and not 0 <= flight.direction <= 3:
        refuse("flight.direction", "there are four directions", "BAT-END-07")


def _check_lists(battle: Battle, state: State) -> None:
    """Whatever names units names some that there are, each once, when it is time for it."""
    _within(battle, "done", state.done)
    if state.done and state.stage not in _WITH_DONE:
        refuse("done", "nobody has been asked yet in this step", "BAT-SEQ-04")
    _within(battle, "checks", state.checks)
    if state.checks and not (state.flight and state.flight.rout):
        refuse("checks", "checks wait only while a unit routs", "BAT-MOR-02")
    if state.assigned and state.stage is not Stage.ASSIGN:
        refuse("assigned", "figures are assigned before the melees", "BAT-ELIG-12")
    seen = set()
    for place, one in enumerate(state.assigned):
        at = f"assigned[{place}]"
        _within(battle, at, [one.unit])
        _within(battle, at, [one.enemy])
        if battle.side[one.unit] == battle.side[one.enemy]:
            refuse(at, "figures are assigned to enemies", "BAT-VAL-03")
        filled = state.units[one.unit].pose.filled
        if not 0 <= one.figure < filled.bit_length() or not filled >> one.figure & 1:
            refuse(at, "there is no such figure", "BAT-VAL-03")
        if (one.unit, one.figure) in seen:
            refuse(at, "that figure is assigned already", "BAT-VAL-03")
        seen.add((one.unit, one.figure))


def _check_melees(battle: Battle, state: State) -> None:
    """Melees are frozen from the first to the closing of ranks, one for each pair (BAT-ELIG-12)."""
    if state.melees and state.stage not in _WITH_MELEES:
        refuse("melees", "there are melees when all figures are assigned", "BAT-ELIG-12")
    pairs = set()
    for place, melee in enumerate(state.melees):
        at = f"melees[{place}]"
        pair = melee.first.unit, melee.second.unit
        _within(battle, at, pair)
        if (battle.side[pair[0]], battle.side[pair[1]]) != (0, 1):
            refuse(at, "a unit of each side, the first side's first", "BAT-STATE-03")
        if pair in pairs:
            refuse(at, "two units have one melee", "BAT-STATE-03")
        pairs.add(pair)
        _check_fronts(battle, melee, at)
    if state.stage is Stage.CLOSE and not all(melee.fought for melee in state.melees):
        refuse("melees", "ranks close when all melees are resolved", "BAT-END-09")


def _check_fronts(battle: Battle, melee: Melee, at: str) -> None:
    for front in (melee.first, melee.second):
        most = battle.sheets[front.unit].figures
        numbers = (front.contact, front.support, front.ranks)
        if min(numbers) < 0 or front.contact + front.support > most or front.ranks > most:
            refuse(at, "no more figures than the unit began with", "BAT-ELIG-02")


def _within(battle: Battle, at: str, numbers: Iterable[int]) -> None:
    """Raise `BadSave` for a unit that is not there, or is named twice."""
    seen = set()
    for number in numbers:
        if number not in battle.everybody or number in seen:
            refuse(at, "units that there are, each once", "BAT-STATE-02")
        seen.add(number)
