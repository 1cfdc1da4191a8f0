"""What is allowed: each question with its answer, which is None where nothing is against it.

The actions that are offered and the refusals of all others come from these same functions.
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.battlesystem import movement as mv
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.geometry import Pose, full, turned
from meleekit.battlesystem.state import State


class No(NamedTuple):
    """Why something is refused: the rule, and what would be right."""

    rule: str
    message: str


GONE = No("BAT-VAL-05", "that unit is not on the field any more")
ROUTED = No("BAT-VAL-05", "a routed unit obeys nobody; it moves by itself until it rallies")
THEIRS = No("BAT-VAL-05", "that is not a unit of yours")
MOVED = No("BAT-SEQ-03", "it has moved this round, or rallied; each unit moves once")
UNDER_WAY = No("BAT-MOVE-06", "another unit is in the midst of its move; end that first")
NOT_BEGUN = No("BAT-MOVE-06", "its move has not begun; a unit that stays holds")
BEGUN = No("BAT-MOVE-06", "this stands alone, and cannot be combined with other moves")
IN_CONTACT = No("BAT-SEQ-03", "a unit in base contact may hold, withdraw fighting, or flee")
NO_CONTACT = No("BAT-VAL-05", "it touches no enemy, so there is nothing to run from")
TOO_FAR = No("BAT-MOVE-02", "so far it cannot go: its movement, or contact, ends the advance")
BLOCKED = No("BAT-MOVE-05", "another unit or the edge of the field is in the way")
TOO_DEAR = No("BAT-MOVE-03", "it has too few cells of movement left for that")
NO_ROOM = No("BAT-MOVE-03", "there is no room for it: all cells must be free, and on the field")
SAME = No("BAT-MOVE-03", "it stands like that already")
SHAPE = No("BAT-UNIT-06", "closed, open or skirmish; from one file to as many as figures")
NO_TARGET = No("BAT-MOVE-04", "there is no such enemy unit on the field")
CHARGE_CONTACT = No("BAT-MOVE-04", "a unit in contact cannot charge")
NO_PATH = No("BAT-MOVE-04", "straight ahead, within one and a half moves, it does not reach it")
SURROUNDED = No("BAT-END-03", "a unit touched on flank or rear cannot withdraw fighting")
NO_WAY_BACK = No(
    "BAT-END-03", "it withdraws up to half its move, and the cells behind must be free"
)
OPPOSITE = No("BAT-END-07", "touched from two opposite sides it cannot flee")
NOT_ASKED = No("BAT-VAL-05", "that unit is not asked now")
CANNOT_FOLLOW = No("BAT-END-03", "its way is not free, so it must remain")
NOT_CARRIED = No("BAT-VAL-02", "a unit can only change to a weapon that it carries")
IN_HAND = No("BAT-WPN-02", "it has that weapon in hand")
CHANGED = No("BAT-WPN-03", "it has changed its weapon in this phase")
NO_COMMANDER = No("BAT-SEQ-06", "no commander waits for that decision there")
NO_FIGURE = No("BAT-VAL-03", "there is no such figure")
NO_REACH = No("BAT-VAL-03", "from its place that figure cannot attack that unit")
NO_CHOICE = No("BAT-ELIG-10", "that figure can attack one enemy only, and does")
TWICE = No("BAT-VAL-03", "that figure is assigned already")
NO_MELEE = No("BAT-VAL-04", "those two are not in a melee with each other")
FOUGHT = No("BAT-VAL-04", "that melee is resolved; each is, once a phase")
CANNOT_CLOSE = No("BAT-END-09", "it cannot step ahead into contact with that unit")


# -- moves (sections 11 and 12) ------------------------------------------------------------------


def may_move(ground: Ground, number: int) -> No | None:
    """Whether a unit of the side on turn may move now (BAT-SEQ-03, BAT-VAL-05)."""
    state, unit = ground.state, ground.units[number]
    if ground.battle.side[number] != state.turn:
        return THEIRS
    if not unit.there:
        return GONE
    if unit.routed:
        return ROUTED
    if unit.moved:
        return MOVED
    return UNDER_WAY if state.active and state.active.unit != number else None


def marches(ground: Ground, number: int) -> No | None:
    """Whether it may advance, wheel or turn about: out of contact alone (BAT-SEQ-03, MOVE-06)."""
    return may_move(ground, number) or (IN_CONTACT if ground.in_contact(number) else None)


def stands_alone(ground: Ground, number: int) -> No | None:
    """Whether it may do what cannot be combined with anything (BAT-MOVE-06)."""
    return may_move(ground, number) or (BEGUN if ground.state.active else None)


def left(ground: Ground, number: int) -> int:
    """The cells of movement that a unit has left (BAT-MOVE-01)."""
    active = ground.state.active
    return active.left if active else ground.battle.profiles[number].move


def advance_most(ground: Ground, number: int) -> int:
    """How far it may advance, up to contact (BAT-MOVE-02)."""
    pose = ground.units[number].pose
    return mv.march(
        ground.battle.field,
        pose,
        pose.facing,
        left(ground, number),
        ground.others(number),
        ground.against(number),
    )


def advance(ground: Ground, number: int, cells: int) -> No | None:
    """Whether it may advance so many cells (BAT-MOVE-02)."""
    if no := marches(ground, number):
        return no
    if not 1 <= cells <= left(ground, number):
        return TOO_FAR
    if cells <= advance_most(ground, number):
        return None
    pose, field = ground.units[number].pose, ground.battle.field
    free = mv.free_steps(field, pose, pose.facing, cells, ground.others(number))
    return BLOCKED if free < cells else TOO_FAR


def wheeled(ground: Ground, number: int, quarter: int) -> Pose | None:
    """Where a wheel leads, None where it is not free (BAT-MOVE-03)."""
    pose, field = ground.units[number].pose, ground.battle.field
    return mv.wheel(field, pose, quarter, ground.others(number))


def wheel(ground: Ground, number: int, quarter: int) -> No | None:
    """Whether it may wheel (BAT-MOVE-03)."""
    if no := marches(ground, number):
        return no
    if mv.wheel_cost(ground.units[number].pose) > left(ground, number):
        return TOO_DEAR
    return None if wheeled(ground, number, quarter) else NO_ROOM


def about_face(ground: Ground, number: int) -> No | None:
    """Whether it may turn about (BAT-MOVE-03)."""
    if no := marches(ground, number):
        return no
    if mv.about_face_cost(ground.battle.profiles[number].move) > left(ground, number):
        return TOO_DEAR
    pose, field = ground.units[number].pose, ground.battle.field
    return None if mv.about_face(field, pose, ground.others(number)) else NO_ROOM


def charge_cells(ground: Ground, number: int) -> int:
    """How far a charge straight ahead goes before it meets an enemy; 0 for none (BAT-MOVE-04)."""
    battle = ground.battle
    return mv.charge_path(
        battle.field,
        ground.units[number].pose,
        battle.profiles[number].move,
        ground.others(number),
        ground.against(number),
    )


def charge_targets(ground: Ground, number: int, cells: int) -> list[int]:
    """The enemies that the front touches after a charge of so many cells (BAT-MOVE-04)."""
    battle, facing = ground.battle, ground.units[number].pose.facing
    bits = ground.bits[number]
    for _ in range(cells + 1):
        bits = battle.field.shift(bits, facing)
    return [e for e in battle.enemies[battle.side[number]] if ground.bits[e] & bits]


def charge(ground: Ground, number: int, target: int) -> No | None:
    """Whether it may charge that unit (BAT-MOVE-04)."""
    if no := stands_alone(ground, number):
        return no
    if ground.battle.side[target] == ground.battle.side[number] or not ground.bits[target]:
        return NO_TARGET
    if ground.in_contact(number):
        return CHARGE_CONTACT
    cells = charge_cells(ground, number)
    return None if cells and target in charge_targets(ground, number, cells) else NO_PATH


def reformed(ground: Ground, number: int, formation: str, files: int) -> Pose | None:
    """How it would stand in another shape, None without room for it (BAT-MOVE-03)."""
    pose, pitch = ground.units[number].pose, ground.battle.formations[formation].pitch
    return mv.reform(ground.battle.field, pose, pitch, files, ground.others(number))


def reform(ground: Ground, number: int, formation: str, files: int) -> No | None:
    """Whether it may take that shape (BAT-MOVE-03)."""
    if no := stands_alone(ground, number):
        return no
    if ground.in_contact(number):
        return IN_CONTACT
    unit = ground.units[number]
    if formation not in ground.battle.formations or not 1 <= files <= unit.figures:
        return SHAPE
    if stands_so(ground, number, formation, files):
        return SAME
    return None if reformed(ground, number, formation, files) else NO_ROOM


def stands_so(ground: Ground, number: int, formation: str, files: int) -> bool:
    """Whether a unit has that shape already, figure by figure."""
    unit = ground.units[number]
    pose, pitch = unit.pose, ground.battle.formations[formation].pitch
    now = (unit.formation, pose.files, pose.pitch, pose.filled)
    return now == (formation, files, pitch, full(unit.figures))


def withdraw_most(ground: Ground, number: int) -> int:
    """How far a fighting withdrawal may go (BAT-END-03)."""
    pose, battle = ground.units[number].pose, ground.battle
    touched = ground.bits
    near = sum(touched[e] for e in ground.touched(number))
    return mv.march(
        battle.field,
        pose,
        turned(pose.facing, 2),
        mv.half_move(battle.profiles[number].move),
        ground.others(number),
        ground.against(number) & ~near,
    )


def withdraw(ground: Ground, number: int, cells: int) -> No | None:
    """Whether it may withdraw fighting so far (BAT-END-03)."""
    if no := stands_alone(ground, number):
        return no
    field, facing = ground.battle.field, ground.units[number].pose.facing
    sides = field.contacts(ground.bits[number], ground.against(number))
    if not any(sides):
        return NO_CONTACT
    if any(sides[direction] for direction in range(4) if direction != facing):
        return SURROUNDED
    return None if 1 <= cells <= withdraw_most(ground, number) else NO_WAY_BACK


def flight_direction(ground: Ground, number: int) -> int | None:
    """Where a unit in contact would run to (BAT-END-07)."""
    facing = ground.units[number].pose.facing
    enemies = ground.against(number)
    return mv.flight_direction(ground.battle.field, ground.bits[number], enemies, facing)


def flee(ground: Ground, number: int) -> No | None:
    """Whether it may flee (BAT-END-04, END-07)."""
    if no := stands_alone(ground, number):
        return no
    if not ground.in_contact(number):
        return NO_CONTACT
    return OPPOSITE if flight_direction(ground, number) is None else None


def halt(ground: Ground, number: int) -> No | None:
    """Whether it may end its move (BAT-MOVE-06)."""
    return may_move(ground, number) or (None if ground.state.active else NOT_BEGUN)


# -- what enemies may do about it ----------------------------------------------------------------


def must_remain(ground: Ground, number: int, touched_others: bool) -> bool:
    """Whether an enemy of a unit that withdraws has no choice (BAT-END-03)."""
    return touched_others or ground.units[number].routed or not way_after(ground, number)


def way_after(ground: Ground, number: int) -> bool:
    """Whether the way of a follower is free (BAT-END-03)."""
    withdrawal = ground.state.withdrawal
    assert withdrawal is not None
    pose, field, cells = ground.units[number].pose, ground.battle.field, withdrawal.cells
    others = ground.others(number)
    return mv.free_steps(field, pose, withdrawal.direction, cells, others) == cells


def follow(ground: Ground, number: int) -> No | None:
    """Whether it may follow (BAT-END-03)."""
    return remain(ground, number) or (None if way_after(ground, number) else CANNOT_FOLLOW)


def remain(ground: Ground, number: int) -> No | None:
    """Whether it is asked to follow or stay."""
    withdrawal = ground.state.withdrawal
    return None if withdrawal and number in withdrawal.asked else NOT_ASKED


def free_attack(ground: Ground, number: int) -> No | None:
    """Whether it may take or leave a free attack (BAT-END-05)."""
    flight = ground.state.flight
    return None if flight and number in flight.asked else NOT_ASKED


# -- the melee phase (sections 4, 5, 7) ----------------------------------------------------------


def _own(ground: Ground, number: int) -> No | None:
    if ground.battle.side[number] != ground.state.turn:
        return THEIRS
    return None if ground.bits[number] else GONE


def change_weapon(ground: Ground, number: int, weapon: str) -> No | None:
    """Whether the unit may take that weapon in hand (BAT-WPN-02, BAT-VAL-02)."""
    if no := _own(ground, number):
        return no
    if number in ground.state.done:
        return CHANGED
    if weapon not in ground.battle.profiles[number].arms:
        return NOT_CARRIED
    return IN_HAND if ground.units[number].weapon == weapon else None


def lead(ground: Ground, number: int) -> No | None:
    """Whether its commander is asked to fight: one who is in a melee (BAT-SEQ-06)."""
    if no := _own(ground, number):
        return no
    unit = ground.units[number]
    if not unit.commander or unit.routed or unit.fled or number in ground.state.done:
        return NO_COMMANDER
    return None if ground.in_contact(number) else NO_COMMANDER


def assign(ground: Ground, number: int, enemy: int, slot: int) -> No | None:
    """Whether the figure may be assigned to that enemy (BAT-ELIG-10, ELIG-11, BAT-VAL-03)."""
    if no := _own(ground, number):
        return no
    unit = ground.units[number]
    if unit.routed or unit.fled:
        return NO_REACH  # BAT-PROC-10
    if not 0 <= slot < unit.pose.filled.bit_length() or not unit.pose.filled >> slot & 1:
        return NO_FIGURE
    if any((one.unit, one.figure) == (number, slot) for one in ground.state.assigned):
        return TWICE
    claims, figure = ground.claims(number), ground.figure(number, slot)
    if enemy not in claims or not claims[enemy].all & figure:
        return NO_REACH
    return None if figure & ground.contested(number) else NO_CHOICE


def melee_of(state: State, first: int, second: int) -> int | None:
    """The place among the melees of that of two units, None where they are in none."""
    pairs = [(melee.first.unit, melee.second.unit) for melee in state.melees]
    return pairs.index((first, second)) if (first, second) in pairs else None


def fight(ground: Ground, first: int, second: int) -> No | None:
    """Whether that melee may be resolved next (BAT-PROC-01, BAT-VAL-04)."""
    place = melee_of(ground.state, first, second)
    if place is None:
        return NO_MELEE
    return FOUGHT if ground.state.melees[place].fought else None


def closing_cells(ground: Ground, number: int, enemy: int) -> int:
    """How far a unit steps ahead to touch an enemy again; 0 where it cannot (BAT-END-09).

    At most as deep as the ranks that the enemy lost in this phase.
    """
    units, battle = ground.units, ground.battle
    if not (ground.bits[number] and ground.bits[enemy]) or units[number].routed:
        return 0
    before = ranks_before(ground, enemy)
    pose = units[enemy].pose
    opened = (before - pose.ranks) * pose.pitch
    if opened <= 0:
        return 0
    return mv.closing_up(
        battle.field,
        units[number].pose,
        opened,
        ground.others(number),
        ground.bits[enemy],
        ground.against(number) & ~ground.bits[enemy],
    )


def ranks_before(ground: Ground, number: int) -> int:
    """How many ranks a unit had when the phase began."""
    for melee in ground.state.melees:
        for front in (melee.first, melee.second):
            if front.unit == number:
                return front.ranks
    return 0


def has_parted(ground: Ground, first: int, second: int) -> bool:
    """Whether two units of a melee have lost all contact (BAT-END-01)."""
    return not ground.battle.field.touches(ground.bits[first], ground.bits[second])


def close_up(ground: Ground, number: int, enemy: int) -> No | None:
    """Whether it may close up on that enemy (BAT-END-09)."""
    if no := _own(ground, number):
        return no
    pair = (number, enemy) if ground.battle.side[number] == 0 else (enemy, number)
    if melee_of(ground.state, *pair) is None or number in ground.state.done:
        return CANNOT_CLOSE
    if not has_parted(ground, *pair) or not closing_cells(ground, number, enemy):
        return CANNOT_CLOSE
    return None
