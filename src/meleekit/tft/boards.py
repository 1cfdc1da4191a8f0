"""Boards to fight on: those of the rules, house boards for more sides, and custom ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.core.hexes import hexagon_board, is_connected, megahex_board
from meleekit.core.typed import read_toml, typed, under
from meleekit.tft.rows import Coord, Count, Id, Positive
from meleekit.tft.tables import Tables, default_tables

BOARDS_PATH = Path(__file__).with_name("boards.toml")
MOST_SIDES = 6
# A board is drawn hex by hex and searched in full; these keep a custom one within reach.
MOST_HEXES = 800
MOST_ACROSS = 80


class BoardSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board for a given number of sides (TFT-BRD-04).

    `hexes` are all its hexes as (q, r); `walls` those among them that nobody can enter: like all
    that is not on the board, they stop movement and flight and are a wall behind one (TFT-BRD-03).
    `entrances` holds one list a side, in the order of the sides.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    hexes: tuple[Coord, ...]
    walls: tuple[Coord, ...] = ()
    entrances: tuple[tuple[Coord, ...], ...] = ()

    @property
    def open_hexes(self) -> tuple[Coord, ...]:
        """The hexes that can be entered, sorted."""
        walls = set(self.walls)
        return tuple(sorted(hex_ for hex_ in self.hexes if hex_ not in walls))


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which entrance lists serve so many sides, and whether those sides are all alike."""

    sides: Annotated[int, Meta(ge=2, le=MOST_SIDES)]
    entrances: tuple[Count, ...]
    fair: bool


class BoardPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board with all its gates, from which `board_for` takes those that a battle needs.

    A hexagon is given by its `radius` in hexes, whole megahexes by theirs in megahexes; a
    rectangle is the hexes with |q| <= half_width and |2r + q| <= half_height. A drawn board has
    its hexes listed, `walls` among them.
    """

    id: Id
    title: str
    shape: Literal["megahexes", "hexagon", "rectangle", "drawn"]
    entrances: tuple[tuple[Coord, ...], ...]
    seating: tuple[Seating, ...]
    radius: Positive = 1
    half_width: Positive = 1
    half_height: Positive = 1
    listed: tuple[Coord, ...] = ()
    walls: tuple[Coord, ...] = ()

    def hexes(self) -> tuple[Coord, ...]:
        """All hexes of the board, sorted."""
        if self.shape == "drawn":
            return self.listed
        if self.shape == "megahexes":
            return tuple(megahex_board(self.radius))
        if self.shape == "hexagon":
            return tuple(hexagon_board(self.radius))
        wide, high = self.half_width, self.half_height
        return tuple(
            (q, r)
            for q in range(-wide, wide + 1)
            for r in range(-high - wide, high + wide + 1)
            if abs(2 * r + q) <= high
        )


class _BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    board: tuple[BoardPlan, ...]


@lru_cache(maxsize=1)
def _house_plans() -> tuple[BoardPlan, ...]:
    return typed(read_toml(BOARDS_PATH), _BoardFile, name=BOARDS_PATH.name).board


def board_plans(tables: Tables | None = None) -> Mapping[str, BoardPlan]:
    """All boards by id: of the rules first (TFT-BRD-01, BRD-02), then house boards, then drawn."""
    # What is drawn is read into what this module defines.
    from meleekit.tft.board_files import drawn_plans

    tables = tables or default_tables()
    plans = {
        row.id: BoardPlan(
            id=row.id,
            title=row.title,
            shape="megahexes",
            radius=row.radius_megahexes,
            entrances=(row.north_entrances, row.south_entrances),
            seating=(Seating(sides=2, entrances=(0, 1), fair=True),),
        )
        for row in tables.boards.values()
    }
    plans.update({plan.id: plan for plan in (*_house_plans(), *drawn_plans())})
    return plans


def board_for(board: str | BoardSpec, n_sides: int, tables: Tables | None = None) -> BoardSpec:
    """The board of that name with one entrance list for each of `n_sides` sides.

    A custom board comes back as it is, once checked. Raises `BadSetup` if there is no such
    board, it does not serve that many sides (TFT-BRD-05) or is not whole (TFT-BRD-04).
    """
    if isinstance(board, BoardSpec):
        check_board(board, n_sides)
        return board
    plans = board_plans(tables)
    plan = plans.get(board)
    if plan is None:
        raise BadSetup(
            f"there is no board {board!r}; there are {', '.join(plans)}",
            rule="TFT-BRD-04",
            at="board",
        )
    seating = {row.sides: row.entrances for row in plan.seating}
    if n_sides not in seating:
        serving = [other.id for other in plans.values() if _serves(other, n_sides)]
        raise BadSetup(
            f"{plan.id} serves {' or '.join(map(str, seating))} sides, not {n_sides}"
            + (f"; boards that do: {', '.join(serving)}" if serving else ""),
            rule="TFT-BRD-05",
            at="board",
        )
    spec = BoardSpec(
        id=plan.id,
        title=plan.title,
        hexes=plan.hexes(),
        walls=plan.walls,
        entrances=tuple(plan.entrances[index] for index in seating[n_sides]),
    )
    check_board(spec)
    return spec


def _serves(plan: BoardPlan, n_sides: int) -> bool:
    return any(row.sides == n_sides for row in plan.seating)


def check_board(spec: BoardSpec, n_sides: int | None = None, *, at: str = "board") -> None:
    """Refuse a board that is not connected or whose entrances do not fit it (TFT-BRD-04).

    With `n_sides` there must be one entrance list for each side. Raises `BadSetup` whose path
    begins with `at`.
    """
    if not 1 <= len(spec.hexes) <= MOST_HEXES:
        raise _refusal(f"a board has 1 to {MOST_HEXES} hexes", under(at, "hexes"))
    hexes = set(spec.hexes)
    if len(hexes) < len(spec.hexes):
        raise _refusal("a hex is listed twice", under(at, "hexes"))
    for axis in zip(*spec.hexes, strict=True):
        if max(axis) - min(axis) >= MOST_ACROSS or max(map(abs, axis)) > MOST_ACROSS:
            message = f"a board is at most {MOST_ACROSS} hexes across, near (0, 0)"
            raise _refusal(message, under(at, "hexes"))
    for index, wall in enumerate(spec.walls):
        if wall not in hexes:
            raise _refusal(f"the wall {wall} is not on the board", under(at, f"walls[{index}]"))
    if not is_connected(spec.open_hexes):
        raise _refusal("some hexes cannot be walked to from the others", under(at, "hexes"))
    if n_sides is not None and len(spec.entrances) != n_sides:
        raise _refusal(
            f"{n_sides} sides need {n_sides} entrance lists, there are {len(spec.entrances)}",
            under(at, "entrances"),
            rule="TFT-BRD-05",
        )
    walkable = set(spec.open_hexes)
    taken: set[Coord] = set()
    for index, entrance in enumerate(spec.entrances):
        place = under(at, f"entrances[{index}]")
        if not entrance:
            raise _refusal("an entrance list has at least one hex", place)
        for hex_ in entrance:
            if hex_ not in walkable:
                raise _refusal(f"the entrance {hex_} is not an open hex of the board", place)
            if hex_ in taken:
                raise _refusal(f"the entrance {hex_} is listed twice", place)
            taken.add(hex_)


def _refusal(message: str, at: str | None, rule: str = "TFT-BRD-04") -> BadSetup:
    return BadSetup(message, rule=rule, at=at)
