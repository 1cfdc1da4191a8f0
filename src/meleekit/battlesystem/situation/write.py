"""What a situation says of a moment of a battle; what goes without saying is left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from meleekit.battlesystem.battle import Battle
from meleekit.battlesystem.geometry import FACINGS
from meleekit.battlesystem.situation.shapes import (
    LOSSES,
    ActiveSaid,
    AssignedSaid,
    FlightSaid,
    FrontSaid,
    MeleeSaid,
    Said,
    UnitSaid,
    WithdrawalSaid,
)
from meleekit.battlesystem.state import Flight, Front, Melee, Stage, State, Withdrawal
from meleekit.battlesystem.tables import Tables
from meleekit.battlesystem.units import Unit, unit_from

T = TypeVar("T")
_WITH_MELEES = (Stage.MELEE, Stage.CLOSE)


def said_of(battle: Battle, state: State) -> Said:
    """The moment by names."""
    names, sides = battle.names, [side.name for side in battle.setup.sides]
    over = state.stage is Stage.OVER
    frozen = state.melees or state.stage in _WITH_MELEES
    now = {name: _unit(battle, state, number) for number, name in enumerate(names)}
    return Said(
        to=Stage.OVER.value if over else f"{state.stage.value} {sides[state.turn]}",
        round=state.round,
        initiative=sides[state.initiative],
        first=sides[state.first],
        active=ActiveSaid(unit=names[state.active.unit], left=state.active.left)
        if state.active
        else UNSET,
        withdrawal=_withdrawal(battle, state.withdrawal) if state.withdrawal else UNSET,
        flight=_flight(battle, state.flight) if state.flight else UNSET,
        done=_named(battle, state.done),
        assigned=tuple(
            AssignedSaid(unit=names[one.unit], figure=one.figure, enemy=names[one.enemy])
            for one in state.assigned
        ),
        melees=tuple(_melee(battle, melee) for melee in state.melees) if frozen else UNSET,
        checks=_named(battle, state.checks),
        now={name: said for name, said in now.items() if said != UnitSaid()},
    )


def unit_said(unit: Unit, tables: Tables) -> dict[str, Any]:
    """A unit as it is written in short: without whatever `units.unit_from` would fill in."""
    whole = {key: one for key, one in msgspec.to_builtins(unit).items() if one is not None}
    told = {key: whole[key] for key in ("name", "figures", "troop") if whole[key]}
    if not unit.troop:
        told |= {key: whole[key] for key in ("hd", "ac", "thac0", "weapons")}
    # What is said may change what is filled in, so it is looked at again.
    while True:
        filled_in = msgspec.to_builtins(unit_from(told, tables))
        more = {key: one for key, one in whole.items() if filled_in[key] != one}
        if not more:
            return told
        told |= more


def _named(battle: Battle, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(battle.names[number] for number in numbers)


def _withdrawal(battle: Battle, gone: Withdrawal) -> WithdrawalSaid:
    return WithdrawalSaid(
        unit=battle.names[gone.unit],
        direction=FACINGS[gone.direction],  # type: ignore[arg-type]  # one of the four
        cells=gone.cells,
        asked=_named(battle, gone.asked),
    )


def _flight(battle: Battle, flight: Flight) -> FlightSaid:
    direction: Any = UNSET if flight.direction is None else FACINGS[flight.direction]
    asked = _named(battle, flight.asked)
    name = battle.names[flight.unit]
    return FlightSaid(unit=name, asked=asked, direction=direction, rout=flight.rout)


def _melee(battle: Battle, melee: Melee) -> MeleeSaid:
    first, second = _front(battle, melee.first), _front(battle, melee.second)
    return MeleeSaid(first=first, second=second, fought=melee.fought)


def _front(battle: Battle, front: Front) -> FrontSaid:
    return FrontSaid(
        unit=battle.names[front.unit],
        contact=front.contact,
        support=front.support,
        ranks=front.ranks,
        how=front.how,
    )


def _unit(battle: Battle, state: State, number: int) -> UnitSaid:
    """What has changed of a unit."""
    unit, begun = state.units[number], battle.deployed(number)
    pose, old = unit.pose, begun.pose
    facing: Any = _changed(FACINGS[pose.facing], FACINGS[old.facing])
    usual = battle.formations[unit.formation].pitch
    return UnitSaid(
        figures=_changed(pose.figures, old.figures),
        at=_changed((pose.x, pose.y), (old.x, old.y)),
        facing=facing,
        files=_changed(pose.files, min(old.files, pose.filled.bit_length() or old.files)),
        pitch=_changed(pose.pitch, usual),
        gaps=tuple(n for n in range(pose.filled.bit_length()) if not pose.filled >> n & 1),
        formation=_changed(unit.formation, begun.formation),
        weapon=_changed(unit.weapon, begun.weapon),
        wounded=_changed(unit.wounded, begun.wounded),
        charged=unit.charged,
        fled=unit.fled,
        routed=unit.routed,
        moved=unit.moved,
        commander=_changed(unit.commander, begun.commander),
        leads=unit.leads,
        gone=unit.gone,
        lost=_losses(unit.used),
        due=_losses(unit.due),
    )


def _changed(value: T, usual: T) -> T | UnsetType:
    return UNSET if value == usual else value


def _losses(bits: int) -> tuple[str, ...]:
    return tuple(word for word, bit in LOSSES.items() if bits & bit)
