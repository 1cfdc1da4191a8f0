"""Boards written down as text: a map of signs, or lists of coordinates (TFT-BRD-03..05).

A file is TOML with a `title`, and either a `map` or `hexes`, `walls` and `entrances`. In a map
every sign is a hex, every line half a hex lower than the one above, so that the signs of two
lines stand between each other and north and south are two lines away::

    . 1 .
     . .
    . # .
     . .
    . 2 .

``.`` is an open hex, ``#`` a wall that nobody can enter, ``1`` to ``6`` an entrance hex of the
first to the sixth side; where nothing stands is no hex, which is as good as a wall. The hex in
the middle is (0, 0).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.core.typed import in_file, read_toml, typed
from meleekit.tft.boards import (
    MOST_ACROSS,
    MOST_SIDES,
    BoardPlan,
    BoardSpec,
    Seating,
    check_board,
)
from meleekit.tft.rows import Coord

DRAWN_PATH = Path(__file__).with_name("drawn_boards")
OPEN, WALL, NOTHING = ".", "#", " "
GATES = "".join(str(side + 1) for side in range(MOST_SIDES))
# A map of the widest board has so many signs in a line, and twice as many lines.
MOST_SIGNS = 2 * MOST_ACROSS * (MOST_ACROSS + 1)


class DrawnBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board with its hexes drawn as a map."""

    map: Annotated[str, Meta(max_length=MOST_SIGNS)]
    title: Annotated[str, Meta(min_length=1, max_length=80)] = "A board of one's own"
    id: Annotated[str, Meta(min_length=1, max_length=40)] = "own"


def board_from(data: object, name: str = "") -> BoardSpec:
    """A board from plain data, drawn or listed; its shape is checked, the number of sides is not.

    Raises `BadSetup` naming the field (for a map the line, as ``map[3]``, counted from 1) and
    the rule, TFT-BRD-04.
    """
    rule = "TFT-BRD-04"
    if isinstance(data, dict) and "map" in data:
        board = _read(typed(data, DrawnBoard, name=name, rule=rule))
    else:
        if isinstance(data, dict):
            data = {"id": "own", "title": "A board of one's own", **data}
        board = typed(data, BoardSpec, name=name, rule=rule)
    check_board(board, at="")
    return board


def load_board(path: Path) -> BoardSpec:
    """The board of a TOML file. Raises `BadSetup` naming the file, the field or line, the rule."""
    data = read_toml(path)
    with in_file(path):
        return board_from(data)


@lru_cache(maxsize=1)
def drawn_plans() -> tuple[BoardPlan, ...]:
    """The drawn boards that come with the game, by name; half a turn changes none of them."""
    boards = [load_board(path) for path in sorted(DRAWN_PATH.glob("*.toml"))]
    return tuple(
        BoardPlan(
            id=board.id,
            title=board.title,
            shape="drawn",
            listed=board.hexes,
            walls=board.walls,
            entrances=board.entrances,
            seating=(Seating(sides=2, entrances=(0, 1), fair=True),),
        )
        for board in boards
    )


def _read(drawn: DrawnBoard) -> BoardSpec:
    lines = [line.rstrip() for line in drawn.map.expandtabs().split("\n")]
    signs = {
        (column, row): sign
        for row, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign != NOTHING
    }
    if not signs:
        raise BadSetup("the map is empty", rule="TFT-BRD-04", at="map")
    _check_signs(signs)
    first = next(iter(signs))
    odd = sum(first) % 2
    columns, rows = zip(*signs, strict=True)
    middle = (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2
    if sum(middle) % 2 != odd:
        middle = middle[0], middle[1] + 1

    def hex_at(place: tuple[int, int]) -> Coord:
        q = place[0] - middle[0]
        return q, (place[1] - middle[1] - q) // 2

    gates = {sign for sign in signs.values() if sign in GATES}
    for number in range(1, max(map(int, gates), default=0) + 1):
        if str(number) not in gates:
            message = f"there is no entrance {number}, though there is {max(gates)}"
            raise BadSetup(message, rule="TFT-BRD-04", at="map")
    return BoardSpec(
        id=drawn.id,
        title=drawn.title,
        hexes=tuple(sorted(map(hex_at, signs))),
        walls=tuple(sorted(hex_at(place) for place, sign in signs.items() if sign == WALL)),
        entrances=tuple(
            tuple(sorted(hex_at(place) for place, sign in signs.items() if sign == gate))
            for gate in sorted(gates)
        ),
    )


def _check_signs(signs: dict[tuple[int, int], str]) -> None:
    """Known signs, and each between those of the lines above and below."""
    odd = sum(next(iter(signs))) % 2
    for (column, row), sign in signs.items():
        where = f"line {row + 1}, column {column + 1}"
        if sign not in (OPEN, WALL, *GATES):
            known = f"{OPEN} for a hex, {WALL} for a wall, {GATES[0]} to {GATES[-1]} for entrances"
            message = f"{where}: {sign!r} is no sign of a map; there are {known}"
            raise BadSetup(message, rule="TFT-BRD-04", at=f"map[{row + 1}]")
        if (column + row) % 2 != odd:
            message = f"{where}: {sign!r} stands under a sign, not between two; move it by one"
            raise BadSetup(message, rule="TFT-BRD-04", at=f"map[{row + 1}]")
