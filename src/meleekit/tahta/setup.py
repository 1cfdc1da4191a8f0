"""What may be chosen before play, checked (TAH-SETUP-09, TAH-MODE-03)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec

from meleekit.core.errors import BadSetup
from meleekit.core.typed import in_file, read_toml, typed, under
from meleekit.tahta.board import RULE as BOARD_RULE
from meleekit.tahta.board import Board
from meleekit.tahta.tables import BoardRow, Tables, default_tables

RULE = "TAH-SETUP-09"
MOST_LETTERS = 80
"""Letters of a name or title."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays, on which board, by which options. An empty `board` is that of the player count.

    `board` may also be a board of one's own (TAH-BOARD-12). `coin_supply` is how many coins there
    are in all, or "unlimited" (TAH-COMP-05). `mode` is "standard", or "basic" for a game without
    special cards (TAH-MODE-01).
    """

    players: tuple[str, ...] = ("Raven", "Sun")
    mode: Literal["standard", "basic"] = "standard"
    board: str | BoardRow = ""
    coin_supply: int | Literal["unlimited"] = "unlimited"
    castle_scoring: Literal["occupied", "always", "never"] = "occupied"
    kingmaker_rule: bool = True
    title: str = ""
    about: str = ""


@contextmanager
def refused() -> Iterator[None]:
    """Whatever `BadSetup` is raised inside has the rules' own word for it (TAH-SETUP-09)."""
    try:
        yield
    except BadSetup as error:
        rule = error.rule or RULE
        raise BadSetup(error.message, rule=rule, at=error.at, reason="E_CONFIG") from None


def setup_from(data: object, tables: Tables | None = None) -> Setup:
    """A checked set-up from plain data. Raises `BadSetup` with the field and E_CONFIG."""
    tables = tables or default_tables()
    with refused():
        setup = data if isinstance(data, Setup) else typed(data, Setup)
    count = len(setup.players)
    if count not in tables.dealt:
        raise _fault("two, three or four players", "players", "TAH-COMP-01")
    if len(set(setup.players)) < count or not all(name.strip() for name in setup.players):
        raise _fault("every player has a name of their own", "players")
    names = [(f"players[{i}]", name) for i, name in enumerate(setup.players)]
    for at, text in [("title", setup.title), *names]:
        if not text.isprintable() or len(text) > MOST_LETTERS:
            raise _fault(f"at most {MOST_LETTERS} characters, which can be printed", at)
    if not setup.about.isprintable():
        raise _fault("a text has printable characters only", "about")
    if not setup.board:
        board = next(row.id for row in tables.boards.values() if row.players == count)
        setup = msgspec.structs.replace(setup, board=board)
    _check_board(setup, count, tables)
    least = tables.components.starting_gold * count
    if not isinstance(setup.coin_supply, str) and setup.coin_supply < least:
        raise _fault(f"{count} players need {least} coins", "coin_supply", "TAH-COMP-05")
    return setup


def setup_in(path: Path) -> Setup:
    """A set-up from a TOML file, checked; a board named like a file is read from beside it.

    Raises `BadSetup` naming the file and the field.
    """
    data = read_toml(path)
    board = data.get("board")
    if isinstance(board, str) and board.endswith(".toml"):
        data = {**data, "board": msgspec.to_builtins(load_board(path.parent / board))}
    with in_file(path):
        return setup_from(data)


def load_board(path: Path) -> BoardRow:
    """A board of one's own from a TOML file (TAH-BOARD-12). Raises `BadSetup` naming the file."""
    data = read_toml(path)
    with in_file(path):
        try:
            row = typed(data, BoardRow, rule=BOARD_RULE)
        except BadSetup as error:
            at = under("board", error.at)
            raise BadSetup(error.message, rule=BOARD_RULE, at=at, reason="E_CONFIG") from None
        Board(row)
    return row


def board_row(setup: Setup, tables: Tables) -> BoardRow:
    """The board of a set-up: one of the tables', or one of its own."""
    return tables.boards[setup.board] if isinstance(setup.board, str) else setup.board


def _check_board(setup: Setup, count: int, tables: Tables) -> None:
    if isinstance(setup.board, str):
        if setup.board not in tables.boards:
            there = ", ".join(tables.boards)
            raise _fault(f"no board {setup.board!r}; there are {there}", "board")
    else:
        Board(setup.board)
    row = board_row(setup, tables)
    if row.players != count:
        raise _fault(f"{row.id} is for {row.players} players", "board")


def _fault(message: str, at: str, rule: str = RULE) -> BadSetup:
    return BadSetup(message, rule=rule, at=at, reason="E_CONFIG")
