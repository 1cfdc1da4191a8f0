"""A board of hexes as tables: hexes are small ints, sets of hexes are bit masks.

Everything a game asks of its board again and again is looked up, not computed. The grid
beneath it (`meleekit.core.hexgrid`) is offered here too.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from itertools import accumulate, chain, pairwise
from operator import getitem, or_
from types import MappingProxyType
from typing import Final, Self

from meleekit.core.hexgrid import (
    DIRECTION_NAMES,
    DIRECTIONS,
    Arc,
    Coord,
    bearing_of,
    distance,
    hexagon_board,
    is_connected,
    megahex,
    megahex_board,
    megahex_centre,
    megahex_distance,
    turn_class,
)
from meleekit.core.hexreach import straightest_path, toll_layers, walk_layers

__all__ = [
    "DIRECTIONS",
    "DIRECTION_NAMES",
    "Arc",
    "Coord",
    "HexBoard",
    "bearing_of",
    "distance",
    "hexagon_board",
    "is_connected",
    "megahex",
    "megahex_board",
    "megahex_centre",
    "megahex_distance",
    "turn_class",
]

# Up to so many hexes, taking a mask apart bit by bit is faster than byte by byte.
_FEW_HEXES: Final = 12


class HexBoard:
    """The hexes of one board, numbered 0 to size - 1 in ascending order of (q, r).

    The numbering depends on the hexes alone, not on the order they were given in. A board never
    changes; boards of the same hexes are equal, hash alike and can be pickled. Masks are as long
    as the rectangle around the board, so check `is_connected` first where hexes come from outside.

    Attributes:
        size: number of hexes.
        coords: (q, r) of each hex.
        index: the hex at (q, r); a missing key is off the board.
        neighbour: `neighbour[h][d]` is the hex next to h in direction d, -1 off the board.
        neighbours: `neighbours[h]` lists (direction, hex) of the neighbours on the board.
        distance: `distance[h][h2]` in hexes (TFT-GEO-03), whatever stands between; the row of a
            hex is there once somebody has asked for it.
        bit: the mask of each hex alone. A later hex has a higher bit. Bits lie in columns of
            `stride`, one longer than the board is high, so that a step is a shift: N >> 1,
            S << 1, SE << stride, NW >> stride, NE << stride - 1, SW >> stride - 1. Steps off the
            board land on bits outside `all_mask`, never on another hex.
        stride: bits from one column of hexes to the next.
        all_mask: every hex of the board.
        adjacent: mask of the neighbours of each hex.
        front, side, rear: `front[h][f]` and so on: mask of the neighbours of h that are front,
            side or rear hexes of one who stands there facing f.
    """

    __slots__ = (
        "_by_bit_length",
        "_discs",
        "_halves",
        "_hash",
        "_mask_bytes",
        "_read_bytes",
        "_shifts",
        "adjacent",
        "all_mask",
        "bit",
        "coords",
        "distance",
        "front",
        "index",
        "neighbour",
        "neighbours",
        "rear",
        "side",
        "size",
        "stride",
    )

    def __init__(self, coords: Iterable[Coord]) -> None:
        """Build the tables of a board.

        Raises:
            ValueError: there is no hex, or one is given twice.
        """
        hexes = tuple(sorted((q, r) for q, r in coords))
        if not hexes:
            raise ValueError("a board needs at least one hex")
        for before, after in pairwise(hexes):
            if before == after:
                raise ValueError(f"hex {before} is given twice")
        self.size: Final = len(hexes)
        self.coords: Final[tuple[Coord, ...]] = hexes
        self.index: Final[Mapping[Coord, int]] = MappingProxyType(
            {hex_: h for h, hex_ in enumerate(hexes)}
        )
        self.neighbour: Final[tuple[tuple[int, ...], ...]] = tuple(
            tuple(self.index.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS) for q, r in hexes
        )
        self.neighbours: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
            tuple((d, h) for d, h in enumerate(row) if h >= 0) for row in self.neighbour
        )
        self.distance: Final[Mapping[int, tuple[int, ...]]] = _Distances(hexes)

        low_q = hexes[0][0]
        low_r = min(r for _, r in hexes)
        self.stride: Final[int] = max(r for _, r in hexes) - low_r + 2
        positions = [(q - low_q) * self.stride + r - low_r for q, r in hexes]
        self.bit: Final[tuple[int, ...]] = tuple(1 << position for position in positions)
        self.all_mask: Final[int] = self.mask(range(self.size))
        self._mask_bytes: Final[int] = positions[-1] // 8 + 1
        self._read_bytes: Final = _byte_reader(positions)
        self._by_bit_length: Final = {position + 1: h for h, position in enumerate(positions)}

        self.adjacent: Final[tuple[int, ...]] = tuple(
            self.mask(h for _, h in row) for row in self.neighbours
        )
        self.front: Final = self._arcs(Arc.FRONT)
        self.side: Final = self._arcs(Arc.SIDE)
        self.rear: Final = self._arcs(Arc.REAR)

        across = self.stride - 1
        self._shifts: Final = (-1, across, self.stride, 1, -across, -self.stride)
        self._discs: Final[dict[int, tuple[int, ...]]] = {}
        self._halves: Final[dict[int, tuple[int, ...]]] = {}
        self._hash: Final[int] = hash(hexes)

    def _arcs(self, arc: Arc) -> tuple[tuple[int, ...], ...]:
        seen = [{d for d in range(6) if turn_class(d, f) is arc} for f in range(6)]
        return tuple(
            tuple(self.mask([h for d, h in row if d in arcs]) for arcs in seen)
            for row in self.neighbours
        )

    def direction_between(self, h: int, h2: int) -> int:
        """The direction 0-5 of the step from `h` to its neighbour `h2`.

        Raises:
            ValueError: the hexes are not adjacent.
        """
        row = self.neighbour[h]
        if h2 < 0 or h2 not in row:
            raise ValueError(f"hexes {h} and {h2} are not adjacent")
        return row.index(h2)

    def bearing(self, from_h: int, to_h: int) -> tuple[int, ...]:
        """The direction, or two tied ones, in which `to_h` lies seen from `from_h` (TFT-GEO-09).

        To class an attack from afar, look from the defender to the attacker.

        Raises:
            ValueError: the hexes are the same.
        """
        from_q, from_r = self.coords[from_h]
        to_q, to_r = self.coords[to_h]
        return bearing_of((to_q - from_q, to_r - from_r))

    def mask(self, hexes: Iterable[int]) -> int:
        """The set of the given hexes as one int."""
        return reduce(or_, [self.bit[h] for h in hexes], 0)

    def hexes_of(self, mask: int) -> tuple[int, ...]:
        """The hexes of a mask in ascending order; bits off the board are no hexes."""
        mask &= self.all_mask
        if mask.bit_count() > _FEW_HEXES:
            return self._read_bytes(mask.to_bytes(self._mask_bytes, "little"))
        found = []
        while mask:
            length = mask.bit_length()
            found.append(self._by_bit_length[length])
            mask ^= 1 << length - 1
        found.reverse()
        return tuple(found)

    def any_of(self, mask: int) -> int:
        """One hex of a mask that has some, and none off the board: for where any will do."""
        return self._by_bit_length[mask.bit_length()]

    def spread(self, mask: int) -> int:
        """The hexes of a mask and all their neighbours on the board."""
        # {stay, N, NE} and then {stay, S, SW} together make every direction.
        across = self.stride - 1
        half = mask | mask >> 1 | mask << across
        return (half | half << 1 | half >> across) & self.all_mask

    def shifted(self, mask: int, direction: int) -> int:
        """The hexes of the board that lie one step in `direction` from those of a mask."""
        shift = self._shifts[direction]
        return (mask << shift if shift > 0 else mask >> -shift) & self.all_mask

    def discs(self, h: int) -> tuple[int, ...]:
        """Masks of the hexes no farther from `h` than 0, 1, 2 … hexes, up to the whole board.

        There are as many for every hex of a board.
        """
        discs = self._discs.get(h)
        if discs is None:
            rings = [0] * (self._farthest() + 1)
            for bit, far in zip(self.bit, self.distance[h], strict=True):
                rings[far] |= bit
            discs = self._discs[h] = tuple(accumulate(rings, or_))
        return discs

    def _farthest(self) -> int:
        """How far apart two hexes of the board can be."""
        # A distance is the largest of three differences, each of which is largest by itself.
        along = ([q for q, _ in self.coords], [r for _, r in self.coords], map(sum, self.coords))
        return max(max(line) - min(line) for line in map(list, along))

    def reach(self, start: int, allowance: int, blocked: int, stops: int) -> tuple[int, ...]:
        """Where a walker gets to from hex `start`: a mask of hexes for each cost.

        Entering a hex costs 1. `layers[c]` holds the hexes whose cheapest way costs c;
        `layers[0]` is the start alone. There are at most `allowance` + 1 layers; they end
        before the first empty one.

        Args:
            start: the walker's hex; it may be left whatever the masks say of it.
            allowance: the most the walk may cost, in hexes.
            blocked: mask of the hexes that cannot be entered.
            stops: mask of the hexes that may be entered but not left again.
        """
        return self.reach_from(self.bit[start], allowance, blocked, stops)

    def reach_from(self, starts: int, allowance: int, blocked: int, stops: int) -> tuple[int, ...]:
        """As `reach`, from whichever of several hexes is nearest; `starts` is their mask."""
        return walk_layers(starts, allowance, self.all_mask & ~blocked, stops, self.stride)

    def reach_paying(self, start: int, allowance: int, blocked: int, tolls: int) -> tuple[int, ...]:
        """As `reach`, but leaving a hex of `tolls` costs 1 more; no hex stops the walk.

        A layer may be empty with others behind it.
        """
        return toll_layers(self.bit[start], allowance, self.all_mask & ~blocked, tolls, self.stride)

    def path(self, start: int, goal: int, layers: tuple[int, ...], stops: int) -> tuple[int, ...]:
        """One cheapest way from `start` to `goal`, both included.

        `layers` and `stops` are what `reach` returned and was given. Among ways of equal cost
        the tie is broken from the goal backwards: the walk arrives in the lowest direction
        possible, comes straight as long as it can, and before that again in the lowest possible.

        Raises:
            ValueError: the goal is in none of the layers, or the layers belong to another start
                or to other stops.
        """
        if layers[0] != self.bit[start]:
            raise ValueError(f"these layers do not start from hex {start}")
        return straightest_path(goal, layers, stops, self.bit, self.neighbour)

    def field_of_fire(self, h: int, facing: int) -> int:
        """Mask of the hexes in front of one who stands in `h`, without `h` (TFT-GEO-08).

        The wedge of 120 degrees between the rows through its outer front hexes, those included.
        """
        left, right = self._beyond((facing + 2) % 6), self._beyond((facing + 1) % 6)
        return left[h] & right[h] & ~self.bit[h]

    def _beyond(self, direction: int) -> tuple[int, ...]:
        """For each hex the row through it in `direction`, and all rows to one side of that."""
        known = self._halves.get(direction)
        if known is None:
            dq, dr = DIRECTIONS[direction]
            across = [q * dr - r * dq for q, r in self.coords]
            rows = dict.fromkeys(sorted(across, reverse=True), 0)
            for row, bit in zip(across, self.bit, strict=True):
                rows[row] |= bit
            beyond = dict(zip(rows, accumulate(rows.values(), or_), strict=True))
            known = self._halves[direction] = tuple([beyond[row] for row in across])
        return known

    def __setattr__(self, name: str, value: object) -> None:
        # Each attribute is written once, by __init__.
        if hasattr(self, name):
            raise AttributeError(f"a board never changes: {name} is already set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board never changes: {name} stays")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexBoard) and self.coords == other.coords

    def __hash__(self) -> int:
        return self._hash

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[type["HexBoard"], tuple[tuple[Coord, ...]]]:
        return HexBoard, (self.coords,)

    def __repr__(self) -> str:
        return f"<HexBoard of {self.size} hexes>"


class _Distances(dict[int, tuple[int, ...]]):
    """Distances from each hex to all: a large board has millions, of which a game needs few."""

    def __init__(self, coords: tuple[Coord, ...]) -> None:
        super().__init__()
        self._coords = coords

    def __missing__(self, h: int) -> tuple[int, ...]:
        here = self._coords[h]
        row = self[h] = tuple([distance(here, there) for there in self._coords])
        return row


def _byte_reader(positions: list[int]) -> Callable[[bytes], tuple[int, ...]]:
    """A function that lists the hexes of a mask given as bytes, the lowest byte first."""
    tables = _byte_tables(positions)
    if len(positions) > 256:
        return lambda mask: tuple(chain.from_iterable(map(getitem, tables, mask)))
    # Hexes that fit into bytes themselves are joined twice as fast.
    packed = tuple(tuple(bytes(hexes) for hexes in table) for table in tables)
    return lambda mask: tuple(b"".join(map(getitem, packed, mask)))


def _byte_tables(positions: list[int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each byte of a mask and each of its 256 values, the hexes whose bits are set."""
    hex_at = {position: h for h, position in enumerate(positions)}
    tables = []
    for low in range(0, positions[-1] + 1, 8):
        table: list[tuple[int, ...]] = [()]
        for position in range(low, low + 8):
            found = (hex_at[position],) if position in hex_at else ()
            table += [hexes + found for hexes in table]
        tables.append(tuple(table))
    return tuple(tables)
