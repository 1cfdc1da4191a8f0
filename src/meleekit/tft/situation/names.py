"""Numbers of a battle and the names by which a situation calls them.

Fighters and sides go by their names, hexes are [q, r], facings N to NW; a giant faces a corner,
0 to 5, and is at the hex of its front corner (TFT-FACE-09). An item is "dagger" where
it is clear whose, else "Ann.dagger"; her second one is "Ann.dagger 2".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from meleekit.core.errors import BadSituation
from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.core.phrases import listed
from meleekit.tft.arena import Arena
from meleekit.tft.things import Thing

NONE = -1
"""The number for "none"; its name is "", or [] for a hex."""
NATURAL = "natural"
"""What a beast strikes with: "Ursa.natural"."""
CORNERS = 6
SHOWN = 12
"""Names beyond these are not listed in a message."""

Plain = str | int | list[int]


class Names:
    """The names of one battle. `seats` are those of the seats, by number."""

    def __init__(self, arena: Arena, seats: Sequence[str]) -> None:
        self._board = arena.board
        self._figures = tuple(character.name for character in arena.characters)
        self._seats = tuple(seats)
        self._giants = arena.giants
        self._owners: dict[int, int] = {}
        self._kinds: dict[int, str] = {}
        for character in arena.characters:
            carried: list[str] = []
            for item in character.items:
                kind = arena.items[item].id
                carried.append(kind)
                again = carried.count(kind)
                self._kinds[item] = f"{kind} {again}" if again > 1 else kind
                self._owners[item] = character.index
            for item in character.natural:
                self._kinds[item] = NATURAL
                self._owners[item] = character.index
        self._items = {
            f"{self._figures[owner]}.{self._kinds[item]}": item
            for item, owner in self._owners.items()
        }

    def name(self, thing: Thing, number: int, owner: int = NONE) -> Plain:
        """The name of a number; an item of `owner` goes without the name of who carried it in."""
        if thing is Thing.NUMBER:
            return number
        if thing is Thing.HEX:
            return list(self._board.coords[number]) if number >= 0 else []
        if number < 0:
            return ""
        if thing is Thing.FACING and self._faces_corners(owner):
            return number
        if thing is Thing.ITEM:
            carrier, kind = self._owners[number], self._kinds[number]
            return kind if carrier == owner else f"{self._figures[carrier]}.{kind}"
        return self._table(thing)[number]

    def number(self, thing: Thing, name: object, at: str, owner: int = NONE) -> int:
        """The number behind a name. Raises `BadSituation` at the field `at`."""
        if thing is Thing.NUMBER:
            return _whole(name, at)
        if thing is Thing.HEX:
            return self._hex(name, at)
        if name in ("", None):
            return NONE
        if thing is Thing.FACING and self._faces_corners(owner):
            if type(name) is not int or name not in range(CORNERS):
                _refuse(f"a giant faces a corner, 0 to {CORNERS - 1}: 0 between N and NE", at)
            return name
        if not isinstance(name, str):
            _refuse(f"a {thing} is meant here, by its name", at)
        if thing is Thing.ITEM:
            return self._item(name, at, owner)
        known = self._table(thing)
        if name not in known:
            _refuse(f"there is no {thing} {name!r}; there are {_few(known)}", at)
        return known.index(name)

    def _faces_corners(self, owner: int) -> bool:
        return owner >= 0 and self._giants[owner]

    def figure(self, name: str) -> int:
        """The number of a fighter who is there."""
        return self._figures.index(name)

    def _table(self, thing: Thing) -> tuple[str, ...]:
        if thing is Thing.FACING:
            return DIRECTION_NAMES
        return self._figures if thing is Thing.FIGURE else self._seats

    def _hex(self, said: object, at: str) -> int:
        if said in ([], (), None):
            return NONE
        if not isinstance(said, list | tuple) or len(said) != 2:
            _refuse("a hex is written [q, r]", at)
        coord = (_whole(said[0], at), _whole(said[1], at))
        if coord not in self._board.index:
            _refuse(f"nobody can be at {list(coord)}: it is a wall, or not on the board", at)
        return self._board.index[coord]

    def _item(self, name: str, at: str, owner: int) -> int:
        full = f"{self._figures[owner]}.{name}" if owner >= 0 and "." not in name else name
        if full in self._items:
            return self._items[full]
        own = [self._kinds[item] for item, whose in self._owners.items() if whose == owner]
        if own:
            _refuse(f"{self._figures[owner]} carries no {name!r}, but {_few(own)}", at)
        _refuse(f"there is no item {name!r}; there are {_few(tuple(self._items))}", at)


def _whole(said: object, at: str) -> int:
    if type(said) is not int:
        _refuse("a whole number is meant here", at)
    return said


def _few(names: Sequence[str]) -> str:
    more = ["others"] if len(names) > SHOWN else []
    return listed([*names[:SHOWN], *more])


def _refuse(message: str, at: str) -> NoReturn:
    raise BadSituation(message, at=at)
