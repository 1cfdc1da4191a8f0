"""BATTLESYSTEM's battles whose images must go alike.

A field that is turned by half is the same, and puts the sides in each other's place. Mirrored it
is not quite: short ranks fill from the left and figures go from the right (BAT-GRID-02,
BAT-LOSS-08), but that must give nobody an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from benchmarks.images import BLUE, RED, Image, Symmetric
from meleekit.battlesystem.game import BattleGame
from meleekit.battlesystem.geometry import FACINGS, moved
from meleekit.battlesystem.setup import Setup, SideSetup, setup_from, starting_pose
from meleekit.battlesystem.tables import default_tables
from meleekit.battlesystem.units import Unit

WIDTH, HEIGHT = 24, 20


def turned(setup: Setup, unit: Unit) -> Unit:
    """The unit on a field that is turned by half."""
    assert unit.at is not None
    x, y = unit.at
    facing = FACINGS[(FACINGS.index(unit.facing) + 2) % 4]
    return msgspec.structs.replace(
        unit,
        at=(setup.width - 1 - x, setup.height - 1 - y),
        facing=facing,  # type: ignore[arg-type]  # one of the four
    )


def mirrored(setup: Setup, unit: Unit) -> Unit:
    """The unit on a field whose east is west: its front-left figure was its front-right one."""
    pose = starting_pose(unit, default_tables())
    right = moved(pose, (pose.facing + 1) % 4, (pose.files - 1) * pose.pitch)
    facing = FACINGS[-pose.facing % 4]
    return msgspec.structs.replace(
        unit,
        at=(setup.width - 1 - right.x, right.y),
        facing=facing,  # type: ignore[arg-type]  # one of the four
    )


def _setup(red: Sequence[dict[str, Any]], blue: Sequence[dict[str, Any]], **more: object) -> Setup:
    """Red stands in the south; Blue's units are given as if they stood there."""
    usual = {"figures": 6, "files": 3}
    south = [{**usual, **row, "facing": "N", "name": f"{RED} {n}"} for n, row in enumerate(red)]
    north = [
        {
            **usual,
            **row,
            "facing": "S",
            "name": f"{BLUE} {n}",
            "at": [WIDTH - 1 - row["at"][0], HEIGHT - 1 - row["at"][1]],
        }
        for n, row in enumerate(blue)
    ]
    sides = [{"name": RED, "units": south}, {"name": BLUE, "units": north}]
    plain = {"sides": sides, "width": WIDTH, "height": HEIGHT, "title": "Symmetry", **more}
    return setup_from(plain)


def _unit(troop: str, x: int, y: int = 4, **more: object) -> dict[str, Any]:
    return {"troop": troop, "at": [x, y], **more}


SPEARS = [_unit("man_at_arms", 4), _unit("man_at_arms", 10), _unit("man_at_arms", 17)]
SETUPS: Mapping[str, Callable[[], Setup]] = {
    "three units of spears": lambda: _setup(SPEARS, SPEARS),
    "orcs in a single rank": lambda: _setup(
        [_unit("orc", 8, files=6)], [_unit("orc", 8, files=6)], rounds=40
    ),
    "skirmishers and a reserve behind": lambda: _setup(
        [_unit("orc", 7, figures=3, formation="skirmish"), _unit("man_at_arms", 8, 2)],
        [_unit("orc", 7, figures=3, formation="skirmish"), _unit("man_at_arms", 8, 2)],
    ),
    "a commander with a wing": lambda: _setup(
        [_unit("man_at_arms", 3, commander="Captain"), _unit("orc", 15)],
        [_unit("man_at_arms", 3, commander="Captain"), _unit("orc", 15)],
    ),
    "spears against orcs": lambda: _setup(SPEARS, [_unit("orc", 5), _unit("orc", 12)]),
}


def image_of(setup: Setup, image: Image) -> Setup:
    """The same battle in another image; who is Red and who is Blue stays."""
    sides = []
    for side in setup.sides:
        units = side.units
        edge = side.edge
        if image.mirrored:
            units = tuple([mirrored(setup, unit) for unit in units])
        if image.places:
            units = tuple([turned(setup, unit) for unit in units])
            edge = "N" if edge == "S" else "S"
        if image.fighters:
            units = units[::-1]
        sides.append(SideSetup(side.name, units, edge))
    return msgspec.structs.replace(setup, sides=tuple(sides[:: -1 if image.sides else 1]))


def _equal(setup: Setup) -> bool:
    red, blue = (
        [msgspec.structs.replace(unit, name="", at=None, facing="N") for unit in side.units]
        for side in setup.sides
    )
    return red == blue


# A short rank has its gap at the right, and figures spread from the left (BAT-GRID-02, BAT-MOR-05).
SYMMETRIC = Symmetric(
    SETUPS, image_of, _equal, BattleGame, "in the south", "captain", left_handed=True
)
