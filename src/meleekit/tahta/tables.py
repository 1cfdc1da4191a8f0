"""The figures of the rules, read once from ``tables.toml``: units, special cards and boards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from meleekit.core.errors import BadSetup
from meleekit.core.typed import in_file, keyed, read_toml, typed

DEFAULT_PATH = Path(__file__).with_name("tables.toml")

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
"""How many may play (TAH-COMP-01)."""
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
    """Figures that hold for the whole game, in gold; steps for walks and ranges."""

    starting_gold: int
    least_attack_bid: int
    tax: int
    camp_income: int
    mark_income: int
    soldier_steps: int
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


HOOKS: Mapping[str, frozenset[str]] = {
    "unit_cost": frozenset({"unit", "amount"}),
    "recruit_site": frozenset(),
    "tax_amount": frozenset({"amount"}),
    "tax_bonus": frozenset({"amount"}),
    "post_tax_recruit": frozenset(),
    "soldier_steps": frozenset({"amount"}),
    "soldier_attack_after_move": frozenset(),
    "failed_attack_save": frozenset(),
    "success_gold": frozenset({"amount"}),
    "catapult_range": frozenset({"amount"}),
    "knight_kilimandjora": frozenset(),
    "income_flat": frozenset({"amount"}),
    "income_camps": frozenset({"amount", "most"}),
    "income_kilimandjora": frozenset({"amount"}),
    "guess_count": frozenset({"amount", "units", "where"}),
    "parity_question": frozenset(),
}
"""The points of the rules at which a special card may have a say, and what it says there."""
PLACES = ("anywhere", "own_castle", "own_land_provinces")
_ONE_AT_LEAST = (
    "least_attack_bid",
    "soldier_steps",
    "longest_walk",
    "shot_range",
    "mountain_shot_range",
)
_CARD_ID = re.compile(r"SA\d\d")


def load_tables(path: Path) -> Tables:
    """Tables from a file. Raises `BadSetup` naming the file and the field that is wrong."""
    file = typed(read_toml(path), _File, name=path.name)
    with in_file(path):
        _check_figures(file)
        for number, card in enumerate(file.card):
            _check_card(card, f"card[{number}]")
    return Tables(
        components=file.components,
        defence=file.defence,
        dealt={row.players: row.cards for row in file.deal},
        units=file.unit,
        cards={row.id: row for row in file.card},
        boards={row.id: row for row in file.board},
    )


def _check_figures(file: _File) -> None:
    """Units in their order, no figure below what makes sense, and no ID given twice."""
    if tuple(row.id for row in file.unit) != UNITS:
        raise BadSetup(f"units are {', '.join(UNITS)}, in that order", at="unit")
    for number, unit in enumerate(file.unit):
        # As many as four bits can count, and a price, since a draft must come to an end.
        if not 0 <= unit.per_player <= 15 or unit.cost < 1:
            raise BadSetup("0 to 15 units, for 1 gold or more", at=f"unit[{number}]")
    for name, least in (("components", 0), ("defence", 1)):
        part = getattr(file, name)
        for field in part.__struct_fields__:
            value = getattr(part, field)
            if isinstance(value, int) and value < least:
                raise BadSetup(f"at least {least}", at=f"{name}.{field}")
    for field in _ONE_AT_LEAST:
        if getattr(file.components, field) < 1:
            raise BadSetup("at least 1", at=f"components.{field}")
    if not file.components.seasons:
        raise BadSetup("there is a last season", at="components.seasons")
    for number, name in enumerate(file.defence.mountain_units):
        if name not in UNITS:
            raise BadSetup(f"no unit {name!r}", at=f"defence.mountain_units[{number}]")
    for name, ids in (
        ("card", [card.id for card in file.card]),
        ("board", [board.id for board in file.board]),
        ("deal", [str(deal.players) for deal in file.deal]),
    ):
        keyed(ids, name, str)
    for number, deal in enumerate(file.deal):
        fine = FEWEST_PLAYERS <= deal.players <= MOST_PLAYERS
        if not fine or not 0 <= deal.cards <= len(file.card):
            players = f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players"
            said = f"{players}, and {len(file.card)} cards there are"
            raise BadSetup(said, at=f"deal[{number}]")


def _check_card(card: CardRow, at: str) -> None:
    """A special card says what its hook asks for, and nothing else."""
    if not _CARD_ID.fullmatch(card.id):
        raise BadSetup("special cards are called SA01 and so on", at=f"{at}.id")
    if card.hook not in HOOKS:
        raise BadSetup(f"no hook {card.hook!r}; there are {', '.join(HOOKS)}", at=f"{at}.hook")
    for field in ("unit", "units", "amount", "most", "where"):
        wanted, said = field in HOOKS[card.hook], bool(getattr(card, field))
        if wanted != said:
            word = "needs" if wanted else "has no"
            raise BadSetup(f"{card.hook} {word} {field}", at=f"{at}.{field}")
    if card.amount < 0 or card.most < 0:
        raise BadSetup("at least 0", at=f"{at}.amount")
    for name in (*card.units, *([card.unit] if card.unit else [])):
        if name not in (*UNITS, "garrison"):
            raise BadSetup(f"no unit {name!r}", at=f"{at}.units")
    if card.where and card.where not in PLACES:
        raise BadSetup(f"where is one of {', '.join(PLACES)}", at=f"{at}.where")


@lru_cache(maxsize=1)
def default_tables() -> Tables:
    """The tables that come with the game."""
    return load_tables(DEFAULT_PATH)
