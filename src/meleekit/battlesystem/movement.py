"""How far and where a unit can move on the field: marches, wheels, charges, retreats, flights.

Every function is asked of a unit's pose and the cells of other units. Those of `others` can never
be entered or passed through (BAT-MOVE-05), those of `enemies` are among them.
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.battlesystem.geometry import (
    Field,
    Pose,
    block_cells,
    full,
    moved,
    swept,
    trimmed,
    turned,
    turned_block,
    turned_in_place,
    wheeled,
)


def half_move(rate: int) -> int:
    """How far a fighting withdrawal may go: half the move, rounded down (BAT-END-03)."""
    return rate // 2


def about_face_cost(rate: int) -> int:
    """What turning about costs: half the move; an odd cell is lost with it (BAT-MOVE-03)."""
    return -(-rate // 2)


def charge_reach(rate: int) -> int:
    """How far a charge may go: one and a half moves, rounded down (BAT-MOVE-04).

    >>> charge_reach(12), charge_reach(5)
    (18, 7)
    """
    return rate * 3 // 2


def wheel_cost(pose: Pose) -> int:
    """What a wheel costs: a cell for each file and its spacing (BAT-MOVE-03)."""
    return pose.files * pose.pitch


def free_steps(field: Field, pose: Pose, direction: int, most: int, others: int) -> int:
    """How many steps in a direction are free, on the field and of other units (BAT-MOVE-05)."""
    bits, steps = field.place(pose), 0
    most = min(most, field.room(pose, direction))
    while steps < most:
        bits = field.shift(bits, direction)
        if bits & others:
            break
        steps += 1
    return steps


def march(field: Field, pose: Pose, direction: int, most: int, others: int, enemies: int) -> int:
    """How many steps lead to where the way ends, or to the first contact with an enemy.

    A unit that does not charge must stop on contact (BAT-MOVE-02). An enemy that is touched
    already does not count.
    """
    bits, steps = field.place(pose), 0
    most = min(most, field.room(pose, direction))
    step, stride = field.steps[direction], field.stride
    while steps < most:
        bits = bits << step if step > 0 else bits >> -step
        if bits & others:
            break
        steps += 1
        if (bits << 1 | bits >> 1 | bits << stride | bits >> stride) & enemies:
            break
    return steps


def wheel(field: Field, pose: Pose, quarter: int, others: int) -> Pose | None:
    """The pose after a wheel (1: to the right), or None where it is not free (BAT-MOVE-03)."""
    after = wheeled(pose, quarter)
    there = field.place(after)
    if not there or there & others:
        return None
    if any(field.bit(*cell) & others for cell in swept(pose, quarter)):
        return None
    return after


def about_face(field: Field, pose: Pose, others: int) -> Pose | None:
    """The pose after turning about, or None where another unit stands in the block (MOVE-03)."""
    after = turned_block(pose, 2)
    if not field.place(after) or any(field.bit(*cell) & others for cell in block_cells(pose)):
        return None
    return after


def reform(field: Field, pose: Pose, pitch: int, files: int, others: int) -> Pose | None:
    """The pose in another formation or number of files; the front-left cell stays (MOVE-03).

    None where there is no room for it.
    """
    after = Pose(pose.x, pose.y, pose.facing, files, pitch, full(pose.figures))
    there = field.place(after)
    return after if there and not there & others else None


def charge_path(field: Field, pose: Pose, rate: int, others: int, enemies: int) -> int:
    """How many cells a charge goes before an enemy stands in its way; 0 if none does (MOVE-04).

    The front of the unit must touch it. Enemies beside the way are brushed past: only who does
    not charge must stop on contact (BAT-MOVE-02).
    """
    steps = free_steps(field, pose, pose.facing, charge_reach(rate), others)
    if not steps:
        return 0
    bits = field.place(moved(pose, pose.facing, steps))
    return steps if field.shift(bits, pose.facing) & enemies else 0


def flight_direction(field: Field, bits: int, enemies: int, facing: int) -> int | None:
    """Where a unit in contact flees: away from where most of its figures are touched (END-07).

    In a tie it is the unit's own rear; None for a unit that is touched from two opposite sides.
    """
    touched = [figures.bit_count() for figures in field.contacts(bits, enemies)]
    if (touched[0] and touched[2]) or (touched[1] and touched[3]):
        return None
    most = max(touched)
    sides = [side for side in range(4) if touched[side] == most]
    return turned(sides[0] if len(sides) == 1 else facing, 2)


class Run(NamedTuple):
    """How a flight ends: the pose, the cells it went, and whether it left the field."""

    pose: Pose
    cells: int
    gone: bool


def flight(
    field: Field, pose: Pose, direction: int, rate: int, others: int, avoided: int = 0
) -> Run:
    """A unit turns and runs its full move, at no cost for the turn (BAT-END-04, END-07).

    It stops before whoever is in the way, and before it would touch any of the `avoided`
    (BAT-MOR-09); it is gone when it leaves the field. In its own block it is laid out anew, unless
    somebody stands in an empty cell of it: then all keep their cells (BAT-MOVE-03).
    """
    quarters = (direction - pose.facing) % 4
    after = turned_block(pose, quarters)
    there = field.place(after)
    crowded = any(field.bit(*cell) & others for cell in block_cells(pose))
    if not there or crowded or field.touches(there, avoided):
        after = turned_in_place(pose, quarters)
    steps = march(field, after, direction, rate, others, avoided)
    if steps and avoided and field.touches(field.place(moved(after, direction, steps)), avoided):
        steps -= 1
    elif steps < rate and steps == field.room(after, direction):
        return Run(after, steps, True)
    return Run(moved(after, direction, steps), steps, False)


def spread(field: Field, pose: Pose, pitch: int, others: int) -> Pose:
    """The figures spread from the front-left slot to a wider spacing (BAT-MOR-05).

    Where there is no room they keep their cells.
    """
    return reform(field, pose, pitch, min(pose.files, pose.figures), others) or pose


def closing_up(
    field: Field, pose: Pose, most: int, others: int, enemy: int, other_enemies: int
) -> int:
    """How many steps straight ahead restore contact with the enemy; 0 if none do (BAT-END-09).

    At most as many as were opened, over free ground, and neither out of contact with anybody else
    nor into it.
    """
    if field.touches(field.place(pose), other_enemies):
        return 0
    steps = march(field, pose, pose.facing, most, others, enemy | other_enemies)
    bits = field.place(moved(pose, pose.facing, steps))
    if not steps or field.touches(bits, other_enemies):
        return 0
    return steps if field.touches(bits, enemy) else 0


def without(field: Field, pose: Pose, figures: int, enemies: int) -> Pose:
    """The pose after so many figures were removed (BAT-LOSS-08).

    From the rearmost rank, higher file first; there those in contact with an enemy go last.
    """
    filled = pose.filled
    left = filled.bit_count() - figures
    if left <= 0:
        filled = 0
    touched = field.around(enemies)
    while filled.bit_count() > left and filled:
        rank = (filled.bit_length() - 1) // pose.files
        rear = filled >> rank * pose.files << rank * pose.files
        alone = Pose(pose.x, pose.y, pose.facing, pose.files, pose.pitch, rear)
        if left <= filled.bit_count() - rear.bit_count():
            filled ^= rear
            continue
        if field.place(alone) & touched:
            filled ^= _rearmost(field, alone, touched)
        else:
            filled ^= 1 << filled.bit_length() - 1
    return trimmed(Pose(pose.x, pose.y, pose.facing, pose.files, pose.pitch, filled))


def _rearmost(field: Field, rank: Pose, touched: int) -> int:
    """The slot of the first of a rank to go: the highest file out of contact, else the highest."""
    highest = rank.filled.bit_length() - 1
    for slot in range(highest, -1, -1):
        if rank.filled >> slot & 1:
            one = Pose(rank.x, rank.y, rank.facing, rank.files, rank.pitch, 1 << slot)
            if not field.place(one) & touched:
                return 1 << slot
    return 1 << highest
