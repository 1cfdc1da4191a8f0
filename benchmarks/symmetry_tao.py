"""Fights of Tao melee whose images must go alike.

A map of an odd number of columns is the same in a mirror, one of an even number turned by half;
either puts the sides in each other's place. So sides that stand as equals there are equals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from benchmarks.images import BLUE, RED, Image, Symmetric
from meleekit.tao.game import TaoMelee
from meleekit.tao.setup import CombatantSetup, Setup, SideSetup, setup_from
from meleekit.tao.switches import ALL

ROWS = 6
LIMIT = 200
"""The last round; few fights come near to it."""


def image_of_hex(setup: Setup, name: str) -> str:
    """The hex that a hex becomes where the sides are in each other's place."""
    column, row = setup.columns + 1 - int(name[:2]), int(name[2:])
    return f"{column:02d}{row if setup.columns % 2 else setup.rows + 1 - row:02d}"


def _setup(
    red: Sequence[dict[str, Any]],
    blue: Sequence[dict[str, Any]],
    *,
    columns: int = 7,
    rules: Sequence[str] = ALL,
    exits: Sequence[str] = (),
) -> Setup:
    """Red's rows say where they stand; Blue's are given as if they stood on Red's side."""
    plain = {"columns": columns, "rows": ROWS, "round_limit": LIMIT, "variants": list(rules)}
    size = Setup(sides=(), columns=columns, rows=ROWS)
    across = [{**row, "hex": image_of_hex(size, row["hex"])} for row in blue]
    sides: list[dict[str, Any]] = [
        {"name": RED, "combatants": list(red)},
        {"name": BLUE, "combatants": across},
    ]
    if exits:
        sides[0] |= {"exits": [image_of_hex(size, name) for name in exits], "leave": 1}
        sides[1] |= {"exits": list(exits), "leave": 1}
    return setup_from({"title": "Symmetry", "sides": sides, **plain})


def _rows(*said: tuple[str, str], **more: object) -> list[dict[str, Any]]:
    return [{"hex": hex_, "like": like, **more} for hex_, like in said]


COMPANY = _rows(("0202", "albert"), ("0203", "halberdier"), ("0204", "brawler"), morale=8)
PACK = _rows(("0202", "wolf"), ("0204", "wolf"))
BARE = _rows(("0202", "brawler"), ("0203", "brawler"), carried=["dagger"])
RUNNERS = _rows(("0102", "albert"), ("0105", "bala"))
SETUPS: Mapping[str, Callable[[], Setup]] = {
    "a race past each other, nobody strikes": lambda: _setup(
        RUNNERS, RUNNERS, columns=9, rules=(), exits=("0101", "0102", "0104", "0105", "0106")
    ),
    "ogres": lambda: _setup(_rows(("0203", "ogre")), _rows(("0203", "ogre"))),
    "gnolls from afar, charging": lambda: _setup(
        _rows(("0103", "gnoll")), _rows(("0103", "gnoll")), columns=9
    ),
    "three against three": lambda: _setup(COMPANY, COMPANY),
    "three against three on a map that is turned": lambda: _setup(COMPANY, COMPANY, columns=8),
    "wolves": lambda: _setup(PACK, PACK),
    "daggers to draw": lambda: _setup(BARE, BARE),
    "attacks alone": lambda: _setup(COMPANY, COMPANY, rules=("attacks",)),
    "halberds against an ogre": lambda: _setup(
        _rows(("0202", "halberdier"), ("0204", "halberdier")), _rows(("0203", "ogre"))
    ),
}


def image_of(setup: Setup, image: Image) -> Setup:
    """The same fight in another image; who is Red and who is Blue stays."""
    sides = [_side(setup, side, image) for side in setup.sides]
    return msgspec.structs.replace(setup, sides=tuple(sides[:: -1 if image.sides else 1]))


def _side(setup: Setup, side: SideSetup, image: Image) -> SideSetup:
    rows, exits = side.combatants, side.exits
    if image.places:
        exits = tuple([image_of_hex(setup, name) for name in exits])
        rows = tuple(
            [msgspec.structs.replace(row, hex=image_of_hex(setup, row.hex)) for row in rows]
        )
    if image.fighters:
        rows = rows[::-1]
    return msgspec.structs.replace(side, combatants=rows, exits=exits)


def _equal(setup: Setup) -> bool:
    def plain(row: CombatantSetup) -> CombatantSetup:
        return msgspec.structs.replace(row, hex="", name="")

    red, blue = (sorted(map(repr, map(plain, side.combatants))) for side in setup.sides)
    return red == blue


SYMMETRIC = Symmetric(
    SETUPS,
    image_of,
    _equal,
    TaoMelee,
    "on the left",
    "skirmisher",
    factors=("places", "sides", "fighters"),
)
