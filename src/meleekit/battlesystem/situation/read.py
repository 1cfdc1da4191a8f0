"""A situation read: what it says of a battle, made into a state."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import UNSET

from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.fighting import freeze
from meleekit.battlesystem.geometry import FACINGS, Pose, full, trimmed
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.setup import MOST_CELLS
from meleekit.battlesystem.situation.shapes import (
    LOSSES,
    FrontSaid,
    MeleeSaid,
    Said,
    UnitSaid,
)
from meleekit.battlesystem.state import (
    INTERRUPTS,
    WITHOUT_DECISION,
    Active,
    Assigned,
    Flight,
    Front,
    Melee,
    Stage,
    State,
    UnitState,
    Withdrawal,
)
from meleekit.core.dice import Given
from meleekit.core.phrases import listed
from meleekit.core.situation_fields import refuse

_KINDS = {stage.value: stage for stage in Stage if stage not in WITHOUT_DECISION}


def state_of(battle: Battle, said: Said) -> State:
    """The moment that a situation tells of. Raises `BadSituation` naming the field."""
    return _Moment(battle, said).state()


class _Moment:
    """What is said of a moment, made into a state step by step."""

    def __init__(self, battle: Battle, said: Said) -> None:
        self.battle = battle
        self.said = said
        self.sides = [side.name for side in battle.setup.sides]

    def state(self) -> State:
        """The state; whether it holds together is asked afterwards."""
        said = self.said
        for name in said.now:
            self._unit(name, f"now.{name}")
        units = [self._unit_state(number) for number in self.battle.everybody]
        stage, turn = self._stage()
        state = State(
            units=units,
            round=said.round,
            stage=stage,
            turn=turn,
            initiative=self._initiative(stage, turn),
            done=self._units(said.done, "done"),
            assigned=tuple(
                Assigned(
                    self._unit(one.unit, f"assigned[{n}].unit"),
                    one.figure,
                    self._unit(one.enemy, f"assigned[{n}].enemy"),
                )
                for n, one in enumerate(said.assigned)
            ),
            checks=self._units(said.checks, "checks"),
        )
        state.first = self._side(said.first, "first") if said.first else state.initiative
        self._under_way(state)
        self._melees(state)
        return state

    def _stage(self) -> tuple[Stage, int]:
        """What is to be decided, and by which side."""
        if self.said.to == Stage.OVER.value:
            return Stage.OVER, 0
        kind, _, side = self.said.to.partition(" ")
        if kind not in _KINDS:
            refuse(f"the kinds of decision are {listed(tuple(_KINDS))}; or over", "to")
        return _KINDS[kind], self._side(side, "to")

    def _initiative(self, stage: Stage, turn: int) -> int:
        if self.said.initiative:
            return self._side(self.said.initiative, "initiative")
        return 0 if stage in INTERRUPTS else turn

    # -- units --------------------------------------------------------------------------------

    def _unit_state(self, number: int) -> UnitState:
        name = self.battle.names[number]
        begun, said = self.battle.deployed(number), self.said.now.get(name, UnitSaid())
        formation = begun.formation if said.formation is UNSET else said.formation
        weapon = begun.weapon if said.weapon is UNSET else said.weapon
        carried = self.battle.profiles[number].arms
        if weapon not in carried:
            refuse(f"it carries {listed(tuple(carried))}", f"now.{name}.weapon")
        return UnitState(
            pose=self._pose(begun, said, f"now.{name}"),
            formation=formation,
            weapon=weapon,
            wounded=begun.wounded if said.wounded is UNSET else said.wounded,
            charged=said.charged,
            fled=said.fled,
            routed=said.routed,
            moved=said.moved,
            commander=begun.commander if said.commander is UNSET else said.commander,
            leads=said.leads,
            gone=said.gone,
            used=self._losses(said.lost, f"now.{name}.lost"),
            due=self._losses(said.due, f"now.{name}.due"),
        )

    def _pose(self, begun: UnitState, said: UnitSaid, at: str) -> Pose:
        pose = begun.pose
        figures = pose.figures if said.figures is UNSET else said.figures
        if not 0 <= figures <= pose.figures:
            refuse(f"it began with {pose.figures} figures", f"{at}.figures")
        x, y = (pose.x, pose.y) if said.at is UNSET else said.at
        facing = pose.facing if said.facing is UNSET else FACINGS.index(said.facing)
        pitch = pose.pitch
        if said.pitch is not UNSET:
            pitch = said.pitch
        elif said.formation is not UNSET:
            pitch = self.battle.formations[said.formation].pitch
        files = pose.files if said.files is UNSET else said.files
        if not 1 <= files <= MOST_CELLS:
            refuse(f"from one file to {MOST_CELLS}", f"{at}.files")
        pitches = [row.pitch for row in self.battle.formations.values()]
        if pitch not in pitches:
            refuse(
                f"figures stand {listed([str(one) for one in pitches], 'or')} apart", f"{at}.pitch"
            )
        stands = Pose(x, y, facing, files, pitch, self._filled(figures, said.gaps, at))
        return trimmed(stands) if said.files is UNSET else stands

    def _filled(self, figures: int, gaps: Sequence[int], at: str) -> int:
        """So many slots from the first on, without the gaps."""
        filled = full(figures + len(gaps))
        for gap in gaps:
            if gap < 0 or not filled >> gap & 1:
                refuse("a gap is a slot with somebody behind it, named once", f"{at}.gaps")
            filled ^= 1 << gap
        return filled

    def _losses(self, words: Sequence[str], at: str) -> int:
        bits = 0
        for word in words:
            if word not in LOSSES:
                refuse(f"there are {listed(tuple(LOSSES))}", at)
            bits |= LOSSES[word]
        return bits

    # -- what is under way --------------------------------------------------------------------

    def _under_way(self, state: State) -> None:
        said = self.said
        if said.active is not UNSET:
            state.active = Active(self._unit(said.active.unit, "active.unit"), said.active.left)
        if said.withdrawal is not UNSET:
            told = said.withdrawal
            state.withdrawal = Withdrawal(
                self._unit(told.unit, "withdrawal.unit"),
                FACINGS.index(told.direction),
                told.cells,
                self._units(told.asked, "withdrawal.asked"),
            )
        if said.flight is not UNSET:
            fled = said.flight
            state.flight = Flight(
                self._unit(fled.unit, "flight.unit"),
                None if fled.direction is UNSET else FACINGS.index(fled.direction),
                fled.rout,
                self._units(fled.asked, "flight.asked"),
            )

    def _melees(self, state: State) -> None:
        if self.said.melees is not UNSET:
            state.melees = tuple(self._melee(n, one) for n, one in enumerate(self.said.melees))
        elif state.stage is Stage.MELEE:
            play = Play(Ground(self.battle, state), Given(()))
            freeze(play)
            state.melees = play.state.melees

    def _melee(self, number: int, said: MeleeSaid) -> Melee:
        at = f"melees[{number}]"
        first = self._front(said.first, f"{at}.first")
        return Melee(first, self._front(said.second, f"{at}.second"), said.fought)

    def _front(self, said: FrontSaid, at: str) -> Front:
        unit = self._unit(said.unit, f"{at}.unit")
        return Front(unit, said.contact, said.support, said.how, said.ranks)

    # -- names --------------------------------------------------------------------------------

    def _side(self, name: str, at: str) -> int:
        if name not in self.sides:
            refuse(f"the sides are {listed(self.sides)}", at)
        return self.sides.index(name)

    def _unit(self, name: str, at: str) -> int:
        number = self.battle.number.get(name)
        if number is None:
            refuse(f"there is no unit {name!r}; there are {listed(self.battle.names)}", at)
        return number

    def _units(self, names: Sequence[str], at: str) -> tuple[int, ...]:
        return tuple(self._unit(name, f"{at}[{n}]") for n, name in enumerate(names))


# -- a field of the state, as a situation calls it -------------------------------------------------

_OF_UNIT = re.compile(r"units\[(\d+)\](?:\.(\w+))?.*")
_IN_NOW = {"pose": "at", "used": "lost"}


def place_of(battle: Battle, at: str) -> str:
    """The field of a situation in which a field of the state is written."""
    found = _OF_UNIT.fullmatch(at)
    if found is None:
        return "to" if at in ("stage", "turn", "stack") else at
    name, field = battle.names[int(found[1])], found[2]
    return f"now.{name}.{_IN_NOW.get(field, field)}" if field else f"now.{name}"
