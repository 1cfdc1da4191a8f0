"""What the field shows before it is asked: where a unit may go, and who of it would strike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meleekit.battlesystem import checks
from meleekit.battlesystem import movement as mv
from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.eligibility import Claim
from meleekit.battlesystem.geometry import Pose, moved, turned
from meleekit.battlesystem.options import SIDEWAYS, movers
from meleekit.battlesystem.state import Stage
from meleekit.core.scene import KeyEntry, Tint

ADVANCE, WHEEL, CHARGE, BACK = "reach", "reach-half", "target", "reach-full"
STRIKE, OVERLAP, SECOND, THIRD = "strike", "overlap", "support", "support-far"
KEY = (
    KeyEntry(ADVANCE, "advance"),
    KeyEntry(WHEEL, "wheel"),
    KeyEntry(CHARGE, "charge"),
    KeyEntry(BACK, "withdraw"),
    KeyEntry(STRIKE, "strike, in contact"),
    KeyEntry(OVERLAP, "strike past the end of the row"),
    KeyEntry(SECOND, "reach from behind"),
    KeyEntry(THIRD, "reach from two behind"),
)


def cell_id(x: int, y: int) -> str:
    """The scene id of a cell."""
    return f"cell:{x},{y}"


def unit_id(name: str) -> str:
    """The scene id of a unit."""
    return f"unit:{name}"


def _tints(battle: Battle, bits: int, tint: str) -> Iterator[Tint]:
    return (Tint(cell_id(x, y), tint) for x, y in battle.field.cells(bits))


def hovers(ground: Ground) -> dict[str, tuple[Tint, ...]]:
    """By unit: where it may go if it may move now, else who of it would strike."""
    found = {}
    moving = set(movers(ground)) if ground.state.stage is Stage.MOVE else set()
    for number, name in enumerate(ground.battle.names):
        if not ground.bits[number]:
            continue
        tints = list(ways(ground, number)) if number in moving else []
        if ground.in_contact(number):
            tints += strikes(ground, number)
        if tints:
            found[unit_id(name)] = tuple(tints)
    return found


def ways(ground: Ground, number: int) -> Iterator[Tint]:
    """Where a unit may go: the cells that it crosses, and those that it would stand on."""
    battle, field = ground.battle, ground.battle.field
    pose, own = ground.units[number].pose, ground.bits[number]
    if ground.in_contact(number):
        if not ground.state.active and checks.withdraw(ground, number, 1) is None:
            back = turned(pose.facing, 2)
            lane = _lane(ground, number, back, checks.withdraw_most(ground, number))
            yield from _tints(battle, lane, BACK)
        return
    ahead = _lane(ground, number, pose.facing, checks.advance_most(ground, number))
    if not ground.state.active and (cells := checks.charge_cells(ground, number)):
        charge = _lane(ground, number, pose.facing, cells) & ~(ahead | own)
        charge |= sum(ground.bits[e] for e in checks.charge_targets(ground, number, cells))
        yield from _tints(battle, charge, CHARGE)
    yield from _tints(battle, ahead, ADVANCE)
    if mv.wheel_cost(pose) > checks.left(ground, number):
        return
    for quarter in SIDEWAYS.values():
        if after := checks.wheeled(ground, number, quarter):
            yield from _tints(battle, field.place(after) & ~own, WHEEL)


def _lane(ground: Ground, number: int, direction: int, cells: int) -> int:
    """The cells that a unit crosses in so many steps."""
    field, own = ground.battle.field, ground.bits[number]
    bits = lane = own
    for _ in range(cells):
        bits = field.shift(bits, direction)
        lane |= bits
    return lane & ~own


def strikes(ground: Ground, number: int) -> Iterator[Tint]:
    """Who of a unit may strike at any enemy, each by the first of its classes (BAT-ELIG-02..07)."""
    unit = ground.units[number]
    if unit.fled or unit.routed:
        return
    claims = ground.claims(number).values()
    taken = 0
    for place, tint in enumerate((STRIKE, OVERLAP, SECOND, THIRD)):
        bits = _all(claims, place) & ~taken
        taken |= bits
        yield from _tints(ground.battle, bits, tint)


def _all(claims: Iterable[Claim], place: int) -> int:
    """The figures of one class in any of the claims."""
    bits = 0
    for claim in claims:
        bits |= claim[place]
    return bits


def now(ground: Ground) -> tuple[Tint, ...]:
    """What is tinted without being asked: the ways of the only unit that may move."""
    mover = only_mover(ground)
    return () if mover is None else tuple(ways(ground, mover))


def only_mover(ground: Ground) -> int | None:
    """The unit in the midst of its move, or the last that has still to move; None for several."""
    moving = movers(ground) if ground.state.stage is Stage.MOVE else []
    return moving[0] if len(moving) == 1 else None


def front_cells(ground: Ground, number: int, direction: int, cells: int, rank: int) -> list[str]:
    """The cells of one rank of a unit after so many steps: 0 the front, -1 the last."""
    pose = moved(ground.units[number].pose, direction, cells)
    last = (pose.ranks - 1) if rank < 0 else rank
    low = last * pose.files
    there = pose.filled >> low & ((1 << pose.files) - 1)
    row = Pose(pose.x, pose.y, pose.facing, pose.files, pose.pitch, there << low)
    return [cell_id(x, y) for x, y in ground.battle.field.cells(ground.battle.field.place(row))]
