"""The tables of Rikki Tahta's *Melee* as players read them, made from ``tables.toml``."""

from __future__ import annotations

from meleekit.core.phrases import listed
from meleekit.core.reference import RuleTable
from meleekit.tahta.board import Board
from meleekit.tahta.kingdom import WHO
from meleekit.tahta.tables import Tables, default_tables

NONE = "–"
_WHERE = {
    "anywhere": "anywhere",
    "own_castle": "in its own castle",
    "own_land_provinces": "in its own two lands",
}
_CATEGORIES = {"move_attack": "move & attack"}


def rule_tables(tables: Tables | None = None) -> tuple[RuleTable, ...]:
    """Every table that a player looks things up in, in the order of the rules."""
    tables = tables or default_tables()
    return (
        _boards(tables),
        _places(tables),
        _setting_up(tables),
        _units(tables),
        _guesses(tables),
        _special_cards(tables),
    )


def _boards(tables: Tables) -> RuleTable:
    rows = []
    for row in tables.boards.values():
        castles = sum(node.kind == "castle" for node in row.nodes)
        provinces = len(row.nodes) - castles
        numbers = (row.players, provinces, castles, len(row.edges))
        marked = listed([node.name for node in row.nodes if node.plus_one])
        rows.append((row.id, *map(str, numbers), marked))
    columns = ("board", "players", "provinces", "castles", "edges", "marked")
    return RuleTable("Boards", "BOARD", columns, tuple(rows))


def _places(tables: Tables) -> RuleTable:
    rows = []
    for row in tables.boards.values():
        board = Board(row)
        for number, node in enumerate(row.nodes):
            near = listed([row.nodes[other].name for other in board.neighbours[number]])
            rows.append((row.id, node.id, node.name, near))
    columns = ("board", "id", "place", "neighbours")
    return RuleTable("Places", "BOARD", columns, tuple(rows))


def _setting_up(tables: Tables) -> RuleTable:
    gold = str(tables.components.starting_gold)
    rows = tuple((str(players), gold, str(cards)) for players, cards in tables.dealt.items())
    return RuleTable("Setting up", "SETUP", ("players", "gold each", "open cards"), rows)


def _units(tables: Tables) -> RuleTable:
    figures = tables.components
    income = {"camp": str(figures.camp_income)}
    rows = tuple(
        (unit.id, str(unit.per_player), str(unit.cost), income.get(unit.id, NONE))
        for unit in tables.units
    )
    columns = ("unit", "each has", "price", "income")
    note = f"A tax brings {figures.tax}, a marked province {figures.mark_income} a season."
    return RuleTable("Units", "REC", columns, rows, note)


def _guesses(tables: Tables) -> RuleTable:
    rows = tables.defence
    found = [
        (listed([name for name in WHO if name != "catapult"]), "anywhere", str(rows.usual), NONE),
        (listed(list(rows.mountain_units)), "on the mountain", str(rows.mountain), NONE),
        ("soldier, knight and garrison", "in its own castle", str(rows.castle), NONE),
    ]
    for card in tables.cards.values():
        if card.hook == "guess_count":
            units = listed(list(card.units))
            found.append((units, _WHERE[card.where], str(card.amount), card.name))
    columns = ("defender", "where", "guesses", "with the card")
    return RuleTable("Guesses", "DEF", columns, tuple(found), "The largest that applies counts.")


def _special_cards(tables: Tables) -> RuleTable:
    rows = tuple(
        (card.id, card.name, _CATEGORIES.get(card.category, card.category), card.about, card.rule)
        for card in tables.cards.values()
    )
    columns = ("card", "name", "kind", "effect", "rule")
    return RuleTable("Special cards", "CARD", columns, rows)
