"""The figures of the rules, read once from ``tables.toml``: units, special cards and boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from meleekit.core.errors import BadSetup
from meleekit.core.typed import read_toml, typed

DEFAULT_PATH = Path(__file__).with_name("tables.toml")

SOLDIER, KNIGHT, CAMP, CATAPULT = range(4)
UNITS = ("soldier", "knight", "camp", "catapult")
"""The kinds of unit in the order in which they defend (TAH-ATK-03); the last never does."""
GARRISON = 4
NUMBER_OF = {name: number for number, name in enumerate(UNITS)}
CARDS = ("recruit", "tax", "attack")
"""The action cards that everybody has one of each of (TAH-COMP-03)."""


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the tables; a field that is not known is a mistake."""


class Components(_Row, frozen=True):
    """Figures that hold for the whole game, in gold; steps for `longest_walk` and ranges."""

    starting_gold: int
    least_attack_bid: int
    tax: int
    camp_income: int
    mark_income: int
    longest_walk: int
    shot_range: int
    mountain_shot_range: int
    seasons: tuple[str, ...]


class Defence(_Row, frozen=True):
    """How many guesses a defender has by where it stands (TAH-DEF-01..05)."""

    usual: int
    castle: int
    mountain: int
    mountain_units: tuple[str, ...]


class Deal(_Row, frozen=True):
    """How many special cards lie open, by players (TAH-SETUP-07)."""

    players: int
    cards: int


class UnitRow(_Row, frozen=True):
    """How many units of a kind everybody has (TAH-COMP-02), and their price (TAH-REC-02)."""

    id: str
    per_player: int
    cost: int


class CardRow(_Row, frozen=True):
    """A special ability card: `hook` says where the rules ask for it, the rest what it does."""

    id: str
    name: str
    category: str
    hook: str
    about: str
    unit: str = ""
    units: tuple[str, ...] = ()
    amount: int = 0
    most: int = 0
    where: str = ""

    @property
    def rule(self) -> str:
        """The rule of the card: TAH-CARD-07 is that of SA07."""
        return f"TAH-CARD-{self.id[2:]}"


class Node(_Row, frozen=True):
    """A province or castle. `seat` is whose land it is, counted from 1; 0 for nobody's."""

    id: str
    name: str
    kind: str
    seat: int
    x: float
    y: float
    plus_one: bool = False


class BoardRow(_Row, frozen=True):
    """A board as its file tells it; see `meleekit.tahta.board` for what the rules ask of it."""

    id: str
    players: int
    size: tuple[float, float]
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]


class _File(_Row, frozen=True):
    components: Components
    defence: Defence
    deal: tuple[Deal, ...]
    unit: tuple[UnitRow, ...]
    card: tuple[CardRow, ...]
    board: tuple[BoardRow, ...]


class Tables(msgspec.Struct, frozen=True):
    """Every table by the key one looks it up with. Nothing in it changes."""

    components: Components
    defence: Defence
    dealt: Mapping[int, int]
    units: Sequence[UnitRow]
    cards: Mapping[str, CardRow]
    boards: Mapping[str, BoardRow]


def load_tables(path: Path) -> Tables:
    """Tables from a file. Raises `BadSetup` naming the file and the field that is wrong."""
    file = typed(read_toml(path), _File, name=path.name)
    if tuple(row.id for row in file.unit) != UNITS:
        raise BadSetup(f"{path.name}: units are {', '.join(UNITS)}, in that order", at="unit")
    return Tables(
        components=file.components,
        defence=file.defence,
        dealt={row.players: row.cards for row in file.deal},
        units=file.unit,
        cards={row.id: row for row in file.card},
        boards={row.id: row for row in file.board},
    )


@lru_cache(maxsize=1)
def default_tables() -> Tables:
    """The tables that come with the game."""
    return load_tables(DEFAULT_PATH)
