"""A copy of the state being changed, with what is told of it: poses and losses of units."""

from __future__ import annotations

from typing import Any

import msgspec

from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.events import CommanderRolled, Losses
from meleekit.battlesystem.losses import Ranks
from meleekit.battlesystem.morale_sums import COMMANDER_KILLED, commander_falls, losses_noted
from meleekit.battlesystem.movement import without
from meleekit.battlesystem.state import State, UnitState
from meleekit.core.dice import Dice
from meleekit.core.game import Event

_replace = msgspec.structs.replace


class Play:
    """The rules' hands: they change `state`, a copy, and tell of it in `events`."""

    __slots__ = ("battle", "dice", "events", "ground", "state")

    def __init__(self, ground: Ground, dice: Dice) -> None:
        self.battle: Battle = ground.battle
        self.state: State = ground.state.copy()
        self.ground = ground.of(self.state)
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def name(self, number: int) -> str:
        """What a unit is called."""
        return self.battle.names[number]

    def change(self, number: int, **changes: Any) -> UnitState:  # noqa: ANN401  # fields differ
        """Replace fields of a unit."""
        unit: UnitState = _replace(self.state.units[number], **changes)
        self.state.units[number] = unit
        if "pose" in changes or "gone" in changes:
            self.ground.stands(number, unit.pose, unit.gone)
        return unit

    def suffer(self, number: int, left: Ranks, against: int, rule: str = "BAT-LOSS-09") -> int:
        """A unit is reduced to those who are left; how many figures it lost (BAT-LOSS-08).

        `against` are the cells of its enemies as they stood when it was struck. Notes which Morale
        Checks that makes due (BAT-MOR-01).
        """
        unit = self.state.units[number]
        lost = unit.figures - left.figures
        if lost or left.wounded != unit.wounded:
            pose = without(self.battle.field, unit.pose, lost, against)
            self.change(number, pose=pose, wounded=left.wounded)
            self.tell(Losses(rule, self.name(number), lost, left.wounded, left.figures))
        if lost:
            self._note_losses(number)
        return lost

    def may_check(self, number: int) -> bool:
        """Whether a unit makes checks: not those without morale, nor routed (MOR-04, MOR-09)."""
        unit = self.state.units[number]
        return unit.there and not unit.routed and self.battle.profiles[number].morale is not None

    def _note_losses(self, number: int) -> None:
        """A quarter and a half lost for the first time, and whatever is lost then (BAT-MOR-01)."""
        unit = self.state.units[number]
        start = self.battle.sheets[number].figures
        due, used = losses_noted(start, unit.figures, unit.due, unit.used)
        self.change(number, due=due if self.may_check(number) else 0, used=used)

    def risk_commander(self, number: int) -> None:
        """A commander who fights with a unit that lost figures may die (BAT-MOR-08)."""
        unit = self.state.units[number]
        if not (unit.commander and unit.leads):
            return
        name = self.battle.sheets[number].commander
        dice, killed = commander_falls(unit.figures, name, self.dice)
        if killed:
            due = unit.due | COMMANDER_KILLED if self.may_check(number) else 0
            self.change(number, commander=False, due=due)
        self.tell(CommanderRolled("BAT-MOR-08", self.name(number), name, dice, killed))
