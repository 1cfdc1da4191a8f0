"""Morale: when a check is due, what it is made against, and how units break and rally (MOR)."""

from __future__ import annotations

from meleekit.battlesystem import checks
from meleekit.battlesystem import movement as mv
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.events import (
    FlightAnnounced,
    MoraleChecked,
    OrderLost,
    Rallied,
    Ran,
    Routed,
)
from meleekit.battlesystem.geometry import turned
from meleekit.battlesystem.morale_sums import DREAD, morale_parts, morale_roll
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.state import Flight, Stage
from meleekit.core.game import Modifier

_OWN_FLAGS = ("magic_losses", "failed_charge_open")
_DREADED = ("level_drain", "invulnerable")


def dreads(ground: Ground, number: int) -> list[str]:
    """What is dreadful about the enemies in contact, as the scenario says (BAT-MOR-01, MOR-10)."""
    if not ground.battle.dreadful:
        return []
    touched = [ground.battle.sheets[enemy].flags for enemy in ground.touched(number)]
    return [flag for flag in _DREADED if any(flag in flags for flags in touched)]


def current_morale(ground: Ground, number: int) -> tuple[Modifier, ...]:
    """What current morale adds up to (BAT-MOR-03); only for units that have a morale (MOR-04)."""
    battle, unit = ground.battle, ground.units[number]
    sheet = battle.sheets[number]
    because = []
    behind = turned(unit.pose.facing, 2)
    if battle.field.contacts(ground.bits[number], ground.against(number))[behind]:
        because.append("enemy_rear")
    if not ground.in_command(number):
        because.append("out_of_command")  # BAT-MOR-07
    if sheet.commander and not unit.commander:
        because.append("commander_killed")
    because += [flag for flag in _OWN_FLAGS if flag in sheet.flags]  # BAT-MOR-10
    because += dreads(ground, number)
    charisma = None
    if unit.commander:
        charisma = Modifier(f"charisma of {sheet.commander}", sheet.charisma, "BAT-MOR-03")
    return morale_parts(
        battle.profiles[number].morale or 0,
        sheet.figures,
        unit.figures,
        battle.tables,
        closed=battle.is_closed(unit),
        because=because,
        charisma=charisma,
    )


def holds(play: Play, number: int, why: str) -> tuple[int, tuple[Modifier, ...], bool]:
    """Roll 2d10 against current morale: passed when they do not exceed it (BAT-MOR-03)."""
    parts = current_morale(play.ground, number)
    dice, passed = morale_roll(parts, play.dice, f"{play.name(number)}, {why}")
    return dice, parts, passed


def check(play: Play, number: int) -> bool:
    """A Morale Check for whatever made one due; whether it is passed (BAT-MOR-02, MOR-03)."""
    play.change(number, due=0)
    dice, parts, passed = holds(play, number, "morale")
    play.tell(MoraleChecked("BAT-MOR-03", play.name(number), dice, parts, passed))
    return passed


def is_due(play: Play, number: int) -> bool:
    """Whether something made a check due that the unit has to make (BAT-MOR-01)."""
    return bool(play.state.units[number].due) and play.may_check(number)


def are_due(play: Play) -> tuple[int, ...]:
    """The units with a check to make, in their order (BAT-MOR-02): for losses, or out of dread."""
    state, battle = play.state, play.battle
    found = []
    for side in (1 - state.initiative, state.initiative):
        for number in battle.units[side]:
            if not play.may_check(number):
                continue
            if dreads(play.ground, number) and not state.units[number].due:
                play.change(number, due=DREAD)
            if is_due(play, number):
                found.append(number)
    return tuple(found)


def break_up(play: Play, number: int) -> bool:
    """After a failed check: closed units fall into open order, others rout (BAT-MOR-05, END-02).

    Whether it routs.
    """
    unit = play.state.units[number]
    if play.battle.is_closed(unit):
        _open_order(play, number)
        return False
    play.change(number, routed=True)
    play.tell(Routed("BAT-MOR-05", play.name(number)))
    return True


def _open_order(play: Play, number: int) -> None:
    """Figures spread from the front-left one, or keep their cells where they cannot (MOR-05)."""
    unit, battle = play.state.units[number], play.battle
    pitch = battle.formations["open"].pitch
    pose = mv.spread(battle.field, unit.pose, pitch, play.ground.others(number))
    play.change(number, formation="open", pose=pose)
    play.tell(OrderLost("BAT-MOR-05", play.name(number), pose is unit.pose))


def rally(play: Play) -> None:
    """Routed units out of contact try to rally; side without initiative first (BAT-MOR-06)."""
    state, battle = play.state, play.battle
    for side in (1 - state.initiative, state.initiative):
        for number in battle.units[side]:
            unit = state.units[number]
            if not (unit.routed and unit.there) or play.ground.in_contact(number):
                continue
            if battle.profiles[number].morale is None:
                continue
            dice, parts, passed = holds(play, number, "rally")
            play.tell(Rallied("BAT-MOR-06", play.name(number), dice, parts, passed))
            if passed:
                pitch = battle.formations["open"].pitch
                pose = mv.spread(battle.field, unit.pose, pitch, play.ground.others(number))
                play.change(number, routed=False, moved=True, formation="open", pose=pose)


# -- flight ------------------------------------------------------------------------------------


def start_flight(play: Play, number: int, *, rout: bool) -> None:
    """A unit is about to run; enemies in contact may strike first (BAT-END-05, END-08).

    None of those who rout themselves, or fled this round (BAT-MOR-09, BAT-PROC-10).
    """
    state, ground = play.state, play.ground
    rule = "BAT-END-08" if rout else "BAT-END-04"
    play.tell(FlightAnnounced(rule, play.name(number), rout))
    touched = ground.touched(number)
    if touched:
        direction = checks.flight_direction(ground, number)
    else:
        direction = play.battle.home[play.battle.side[number]]
    units = state.units
    asked = tuple([e for e in touched if not (units[e].routed or units[e].fled)])
    state.flight = Flight(number, direction, rout, asked)
    state.stage = Stage.STRIKE
    state.turn = 1 - play.battle.side[number]


def finish_flight(play: Play) -> None:
    """After the free attacks: the check that they made due, and then it runs (BAT-END-06)."""
    flight = play.state.flight
    assert flight is not None
    play.state.flight = None
    number = flight.unit
    if not play.state.units[number].there:
        return
    if is_due(play, number) and not check(play, number):
        break_up(play, number)
    if not flight.rout:
        play.change(number, fled=True, moved=True)
    run(play, number, flight.direction)


def run(play: Play, number: int, direction: int | None) -> None:
    """A unit runs its full move (BAT-END-07); routed ones avoid new contact (BAT-MOR-09)."""
    unit, battle, ground = play.state.units[number], play.battle, play.ground
    rule = "BAT-MOR-09" if unit.routed else "BAT-END-07"
    name = play.name(number)
    if direction is None:
        play.tell(Ran(rule, name, 0, False))
        return
    avoided = 0
    if unit.routed:
        touching = sum(ground.bits[enemy] for enemy in ground.touched(number))
        avoided = ground.against(number) & ~touching
    rate, others = battle.profiles[number].move, ground.others(number)
    after = mv.flight(battle.field, unit.pose, direction, rate, others, avoided)
    if unit.routed and not after.cells and not after.gone:
        play.tell(Ran(rule, name, 0, False))
        return
    play.change(number, pose=after.pose, gone=after.gone, charged=False)
    play.tell(Ran(rule, name, after.cells, after.gone))


def run_routed(play: Play, side: int) -> None:
    """The routed units of a side move by themselves, before the others (BAT-MOR-09, SEQ-03)."""
    for number in play.battle.units[side]:
        unit = play.state.units[number]
        if not (unit.routed and unit.there):
            continue
        if play.ground.in_contact(number):
            direction = checks.flight_direction(play.ground, number)
        else:
            direction = play.battle.home[side]
        run(play, number, direction)
