"""What may be chosen before play, checked (TAH-SETUP-09, TAH-MODE-03)."""

from __future__ import annotations

from typing import Literal

import msgspec

from meleekit.core.errors import BadSetup
from meleekit.core.typed import typed
from meleekit.tahta.tables import Tables, default_tables

RULE = "TAH-SETUP-09"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays, on which board, by which options. An empty `board` is that of the player count.

    `coin_supply` of 0 is a treasury without end (TAH-COMP-05). `mode` is "standard", or "basic"
    for a game without special cards (TAH-MODE-01).
    """

    players: tuple[str, ...] = ("Raven", "Sun")
    mode: Literal["standard", "basic"] = "standard"
    board: str = ""
    coin_supply: int = 0
    castle_scoring: Literal["occupied", "always", "never"] = "occupied"
    kingmaker_rule: bool = True
    title: str = ""
    about: str = ""


def setup_from(data: object, tables: Tables | None = None) -> Setup:
    """A checked set-up from plain data. Raises `BadSetup` with the field and E_CONFIG."""
    tables = tables or default_tables()
    try:
        setup = data if isinstance(data, Setup) else typed(data, Setup, rule=RULE)
    except BadSetup as error:
        raise BadSetup(error.message, rule=RULE, at=error.at, reason="E_CONFIG") from None
    count = len(setup.players)
    if count not in tables.dealt:
        raise _fault("two, three or four players", "players", "TAH-COMP-01")
    if len(set(setup.players)) < count or not all(name.strip() for name in setup.players):
        raise _fault("every player has a name of their own", "players")
    if not setup.board:
        board = next(row.id for row in tables.boards.values() if row.players == count)
        setup = msgspec.structs.replace(setup, board=board)
    if setup.board not in tables.boards:
        raise _fault(f"no board {setup.board!r}; there are {', '.join(tables.boards)}", "board")
    if tables.boards[setup.board].players != count:
        raise _fault(f"{setup.board} is for {tables.boards[setup.board].players}", "board")
    least = tables.components.starting_gold * count
    if setup.coin_supply and setup.coin_supply < least:
        raise _fault(f"{count} players need {least} coins", "coin_supply", "TAH-COMP-05")
    return setup


def _fault(message: str, at: str, rule: str = RULE) -> BadSetup:
    return BadSetup(message, rule=rule, at=at, reason="E_CONFIG")
