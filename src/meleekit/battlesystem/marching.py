"""Moves carried out: marches, charges, withdrawals, and what enemies do about them (SEQ, MOVE)."""

from __future__ import annotations

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import checks
from meleekit.battlesystem import events as ev
from meleekit.battlesystem import movement as mv
from meleekit.battlesystem.geometry import Pose, moved, turned, turned_block
from meleekit.battlesystem.morale import start_flight
from meleekit.battlesystem.options import SIDEWAYS
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.state import Active, Stage, Withdrawal


def _step(play: Play, number: int, pose: Pose, left: int) -> bool:
    """A step of a move: contact, or no movement left, ends it (BAT-MOVE-06). Whether in contact."""
    play.change(number, pose=pose)
    contact = play.ground.in_contact(number)
    if contact or left <= 0:
        finish(play, number)
    else:
        play.state.active = Active(number, left)
    return contact


def finish(play: Play, number: int) -> None:
    """A unit has moved (BAT-SEQ-03)."""
    play.state.active = None
    play.change(number, moved=True)


def hold(play: Play, action: act.Hold, number: int) -> None:
    """Stay (BAT-SEQ-03)."""
    finish(play, number)
    play.tell(ev.Held("BAT-SEQ-03", action.unit))


def halt(play: Play, action: act.Halt, number: int) -> None:
    """Go no further (BAT-MOVE-06)."""
    finish(play, number)


def advance(play: Play, action: act.Advance, number: int) -> None:
    """Straight ahead (BAT-MOVE-02)."""
    pose = play.state.units[number].pose
    left = checks.left(play.ground, number) - action.cells
    contact = _step(play, number, moved(pose, pose.facing, action.cells), left)
    play.tell(ev.Advanced("BAT-MOVE-02", action.unit, action.cells, contact))


def wheel(play: Play, action: act.Wheel, number: int) -> None:
    """A quarter turn about a front corner (BAT-MOVE-03)."""
    left = checks.left(play.ground, number) - mv.wheel_cost(play.state.units[number].pose)
    pose = checks.wheeled(play.ground, number, SIDEWAYS[action.to])
    assert pose is not None
    contact = _step(play, number, pose, left)
    play.tell(ev.Wheeled("BAT-MOVE-03", action.unit, action.to, contact))


def about_face(play: Play, action: act.AboutFace, number: int) -> None:
    """Face the other way (BAT-MOVE-03)."""
    cost = mv.about_face_cost(play.battle.profiles[number].move)
    left = checks.left(play.ground, number) - cost
    _step(play, number, turned_block(play.state.units[number].pose, 2), left)
    play.tell(ev.TurnedAbout("BAT-MOVE-03", action.unit))


def charge(play: Play, action: act.Charge, number: int) -> None:
    """Into contact with the target (BAT-MOVE-04)."""
    pose, cells = play.state.units[number].pose, checks.charge_cells(play.ground, number)
    play.change(number, pose=moved(pose, pose.facing, cells), charged=True)
    finish(play, number)
    play.tell(ev.Charged("BAT-MOVE-04", action.unit, action.target, cells))


def reform(play: Play, action: act.Reform, number: int) -> None:
    """Another shape for the whole of the move (BAT-MOVE-03)."""
    pose = checks.reformed(play.ground, number, action.formation, action.files)
    assert pose is not None
    play.change(number, pose=pose, formation=action.formation)
    finish(play, number)
    play.tell(ev.Reformed("BAT-MOVE-03", action.unit, action.formation, action.files))


def withdraw(play: Play, action: act.Withdraw, number: int) -> None:
    """Straight back; each enemy in contact may follow (BAT-END-03)."""
    state, ground = play.state, play.ground
    pose = state.units[number].pose
    direction = turned(pose.facing, 2)
    touched = ground.touched(number)
    bound = {enemy for enemy in touched if ground.touched(enemy) != [number]}
    play.change(number, pose=moved(pose, direction, action.cells))
    finish(play, number)
    play.tell(ev.Withdrew("BAT-END-03", action.unit, action.cells))
    state.withdrawal = Withdrawal(number, direction, action.cells, tuple(touched))
    free = [e for e in touched if not checks.must_remain(ground, e, e in bound)]
    for enemy in touched:
        if enemy not in free:
            play.tell(ev.Remained("BAT-END-03", play.name(enemy), True))
    state.withdrawal = Withdrawal(number, direction, action.cells, tuple(free))
    state.stage = Stage.FOLLOW
    state.turn = 1 - state.turn


def follow(play: Play, action: act.Follow, number: int) -> None:
    """Keep contact, without the bonus of a charge (BAT-END-03)."""
    withdrawal = _answered(play, number)
    pose = moved(play.state.units[number].pose, withdrawal.direction, withdrawal.cells)
    play.change(number, pose=pose, charged=False)
    play.tell(ev.Followed("BAT-END-03", action.unit, withdrawal.cells))


def remain(play: Play, action: act.Remain, number: int) -> None:
    """Let it go (BAT-END-03)."""
    _answered(play, number)
    play.tell(ev.Remained("BAT-END-03", action.unit, False))


def _answered(play: Play, number: int) -> Withdrawal:
    """The withdrawal, with one enemy fewer to ask."""
    withdrawal = play.state.withdrawal
    assert withdrawal is not None
    asked = tuple([other for other in withdrawal.asked if other != number])
    play.state.withdrawal = Withdrawal(
        withdrawal.unit, withdrawal.direction, withdrawal.cells, asked
    )
    return withdrawal


def flee(play: Play, action: act.Flee, number: int) -> None:
    """Announce the flight; enemies in contact may strike first (BAT-END-04, END-05)."""
    start_flight(play, number, rout=False)
