"""All that a side may do, in a fixed order: by its units as it lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import checks
from meleekit.battlesystem import movement as mv
from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.geometry import slots
from meleekit.battlesystem.state import WITHOUT_DECISION, Stage, State
from meleekit.core.on_demand import OnDemand

Actions = list[act.AnyAction]
SIDEWAYS = {"left": -1, "right": 1}
_FIRST, _SECOND, _READY = act.MoveOrder(True), act.MoveOrder(False), act.Ready()


def asked(battle: Battle, state: State) -> int | None:
    """The seat that the battle waits for; None at its end, or where no enemy is left to ask."""
    if state.stage in WITHOUT_DECISION:
        return None
    if state.stage is Stage.FOLLOW and not (state.withdrawal and state.withdrawal.asked):
        return None
    if state.stage is Stage.STRIKE and not (state.flight and state.flight.asked):
        return None
    return state.turn


def options(ground: Ground) -> Sequence[act.AnyAction]:
    """What the side that is asked may do; nothing at the end."""
    return _OPTIONS[ground.state.stage](ground) if ground.state.stage in _OPTIONS else []


@lru_cache(maxsize=1024)
def _advances(unit: str) -> tuple[act.Advance, ...]:
    return tuple(act.Advance(unit, cells) for cells in range(1, 200))


@lru_cache(maxsize=1024)
def _withdrawals(unit: str) -> tuple[act.Withdraw, ...]:
    return tuple(act.Withdraw(unit, cells) for cells in range(1, 100))


def movers(ground: Ground) -> list[int]:
    """The units of the side on turn that have still to move; the one under way alone (MOVE-06)."""
    state = ground.state
    if state.active:
        return [state.active.unit]
    units = ground.units
    return [
        number
        for number in ground.battle.units[state.turn]
        if not units[number].moved and not units[number].routed and ground.bits[number]
    ]


class Moves(OnDemand[act.AnyAction]):
    """What a side may do with its units: the shapes that they may take make it a long list."""

    __slots__ = ("_ground",)

    def __init__(self, ground: Ground) -> None:
        super().__init__()
        self._ground = ground

    def listed(self) -> Actions:
        """All of it, by unit."""
        return _moves(self._ground)


def _moves(ground: Ground) -> Actions:
    found: Actions = []
    for number in movers(ground):
        name = ground.battle.names[number]
        if ground.state.active:
            found.append(act.Halt(name))
        else:
            found.append(act.Hold(name))
        if not ground.in_contact(number):
            _marches(ground, number, name, found)
        elif not ground.state.active:
            if checks.withdraw(ground, number, 1) is None:
                found += _withdrawals(name)[: checks.withdraw_most(ground, number)]
            if checks.flee(ground, number) is None:
                found.append(act.Flee(name))
    return found


def _marches(ground: Ground, number: int, name: str, found: Actions) -> None:
    """Whatever a unit out of contact may do (BAT-MOVE-02..06)."""
    found += _advances(name)[: checks.advance_most(ground, number)]
    pose, left = ground.units[number].pose, checks.left(ground, number)
    if mv.wheel_cost(pose) <= left:
        for side, quarter in SIDEWAYS.items():
            if checks.wheeled(ground, number, quarter):
                found.append(act.Wheel(name, side))  # type: ignore[arg-type]  # left or right
    if checks.about_face(ground, number) is None:
        found.append(act.AboutFace(name))
    if ground.state.active:
        return
    if cells := checks.charge_cells(ground, number):
        names = ground.battle.names
        targets = checks.charge_targets(ground, number, cells)
        found += [act.Charge(name, names[target]) for target in targets]
    found += _reforms(ground, number, name)


def _reforms(ground: Ground, number: int, name: str) -> Iterator[act.Reform]:
    for formation in ground.battle.formations:
        for files in range(1, ground.units[number].figures + 1):
            if checks.stands_so(ground, number, formation, files):
                continue
            if checks.reformed(ground, number, formation, files):
                yield act.Reform(name, formation, files)  # type: ignore[arg-type]  # of the tables


def _following(ground: Ground) -> Actions:
    withdrawal, names = ground.state.withdrawal, ground.battle.names
    assert withdrawal is not None
    found: Actions = [act.Remain(names[number]) for number in withdrawal.asked]
    return found + [
        act.Follow(names[number]) for number in withdrawal.asked if checks.way_after(ground, number)
    ]


def _striking(ground: Ground) -> Actions:
    flight, names = ground.state.flight, ground.battle.names
    assert flight is not None
    found: Actions = [act.Spare(names[number]) for number in flight.asked]
    return found + [act.FreeAttack(names[number]) for number in flight.asked]


def with_choice_of_weapon(ground: Ground) -> list[int]:
    """The units of the side that is asked which may still change their weapon (BAT-WPN-02)."""
    state, battle = ground.state, ground.battle
    return [
        number
        for number in battle.units[state.turn]
        if len(battle.profiles[number].arms) > 1
        and ground.bits[number]
        and number not in state.done
    ]


def _weapons(ground: Ground) -> Actions:
    found: Actions = [_READY]
    battle = ground.battle
    for number in with_choice_of_weapon(ground):
        found += [
            act.ChangeWeapon(battle.names[number], weapon)
            for weapon in battle.profiles[number].arms
            if weapon != ground.units[number].weapon
        ]
    return found


def with_commander(ground: Ground) -> list[int]:
    """The units of the side that is asked whose commander may fight (BAT-SEQ-06)."""
    units = ground.battle.units[ground.state.turn]
    return [number for number in units if checks.lead(ground, number) is None]


def _commanders(ground: Ground) -> Actions:
    names = ground.battle.names
    return [
        act.Lead(names[number], fights)
        for number in with_commander(ground)
        for fights in (False, True)
    ]


def assignments(ground: Ground) -> Iterator[act.Assign]:
    """Every figure that may attack several enemies, with each of them (BAT-ELIG-10)."""
    state, battle = ground.state, ground.battle
    named = {(one.unit, one.figure) for one in state.assigned}
    for number in battle.units[state.turn]:
        if not ground.bits[number]:
            continue
        unit = ground.units[number]
        if unit.routed or unit.fled or not (contested := ground.contested(number)):
            continue
        claims = ground.claims(number)
        for slot in slots(unit.pose.filled):
            figure = ground.figure(number, slot)
            if not figure & contested or (number, slot) in named:
                continue
            for enemy, claim in claims.items():
                if claim.all & figure:
                    yield act.Assign(battle.names[number], slot, battle.names[enemy])


def _assigning(ground: Ground) -> Actions:
    return [_READY, *assignments(ground)]


def _melees(ground: Ground) -> Actions:
    names = ground.battle.names
    return [
        act.Fight(names[melee.first.unit], names[melee.second.unit])
        for melee in ground.state.melees
        if not melee.fought
    ]


def closings(ground: Ground) -> Iterator[act.CloseUp]:
    """Every unit of the side that is asked with each enemy it may close up on (BAT-END-09)."""
    names, turn = ground.battle.names, ground.state.turn
    for melee in ground.state.melees:
        fronts = (melee.first, melee.second)
        number, enemy = fronts[turn].unit, fronts[1 - turn].unit
        if checks.close_up(ground, number, enemy) is None:
            yield act.CloseUp(names[number], names[enemy])


def _closing(ground: Ground) -> Actions:
    return [_READY, *closings(ground)]


_OPTIONS: Mapping[Stage, Callable[[Ground], Sequence[act.AnyAction]]] = {
    Stage.ORDER: lambda ground: [_FIRST, _SECOND],
    Stage.MOVE: Moves,
    Stage.FOLLOW: _following,
    Stage.STRIKE: _striking,
    Stage.WEAPONS: _weapons,
    Stage.COMMANDERS: _commanders,
    Stage.ASSIGN: _assigning,
    Stage.MELEE: _melees,
    Stage.CLOSE: _closing,
}
