"""The way of a unit to an enemy, as its captain sees it: which march comes first, and how far.

Whoever is in the way is left out of it; the rules say whether a march is possible.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from meleekit.battlesystem.geometry import DX, DY, Pose
from meleekit.battlesystem.movement import about_face_cost, wheel_cost


class March(Enum):
    """What a unit does first."""

    AHEAD = auto()
    LEFT = auto()
    RIGHT = auto()
    ABOUT = auto()


class Way(NamedTuple):
    """The cells of movement up to contact, the march that comes first, and how far that goes."""

    cost: int
    march: March
    cells: int


class _Seen(NamedTuple):
    """Where an enemy stands from a unit's front-left figure: cells ahead, and to the right."""

    near: int
    far: int
    left: int
    right: int


def way_to(pose: Pose, move: int, enemy: Pose) -> Way:
    """The way from where a unit stands to an enemy unit.

    Who is beside it is met by a wheel, as soon as the front comes to face him; who is behind it by
    turning about.
    """
    seen, wide = _seen(pose, enemy), (pose.files - 1) * pose.pitch
    if seen.far < 0:
        return Way(about_face_cost(move) - seen.far, March.ABOUT, 0)
    if seen.right >= 0 and seen.left <= wide:
        # Ahead; or so close beside a corner that it is in contact already.
        return Way(max(seen.near - 1, 0), March.AHEAD, max(seen.near - 1, 0))
    aside, side = (seen.left - wide, March.RIGHT) if seen.left > wide else (-seen.right, March.LEFT)
    ahead = max(seen.near - wide, 0)
    cost = ahead + wheel_cost(pose) + aside - 1
    return Way(cost, March.AHEAD, ahead) if ahead else Way(cost, side, 0)


def _seen(pose: Pose, enemy: Pose) -> _Seen:
    facing, right = pose.facing, (pose.facing + 1) % 4
    behind, across = enemy.facing, (enemy.facing + 1) % 4
    wide, deep = (enemy.files - 1) * enemy.pitch, (enemy.ranks - 1) * enemy.pitch
    x, y = enemy.x - pose.x, enemy.y - pose.y
    other_x = x + wide * DX[across] - deep * DX[behind]
    other_y = y + wide * DY[across] - deep * DY[behind]
    one_ahead = x * DX[facing] + y * DY[facing]
    other_ahead = other_x * DX[facing] + other_y * DY[facing]
    one_right = x * DX[right] + y * DY[right]
    other_right = other_x * DX[right] + other_y * DY[right]
    return _Seen(
        min(one_ahead, other_ahead),
        max(one_ahead, other_ahead),
        min(one_right, other_right),
        max(one_right, other_right),
    )
