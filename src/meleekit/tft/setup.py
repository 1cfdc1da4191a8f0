"""A battle before it begins: kind, board, sides, fighters, options, all checked together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.core.typed import about, typed, under
from meleekit.tft.board_files import board_from, load_board
from meleekit.tft.boards import MOST_SIDES, BoardSpec, board_for
from meleekit.tft.creation import LONGEST_NAME, FighterSheet, check_sheet, name_problems
from meleekit.tft.fighters import ready_made
from meleekit.tft.tables import Tables, default_tables

Kind = Literal["death", "arena", "practice"]
# Those who do not fit in at the entrance wait in reserve; this bounds what one table has to carry.
MOST_FIGHTERS = 24
MOST_PLAYERS = 6


class PlayerSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several players of a side, and its fighters by their place in the list, from 1 on."""

    name: str
    fighters: tuple[int, ...]


class SideSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side: its name, its fighters (sheets, or keys of ready-made ones) and who plays it.

    Several `players` may share it, each with fighters of its own (TFT-GEN-03).
    """

    name: str
    fighters: tuple[FighterSheet | str, ...]
    player: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    players: tuple[PlayerSetup, ...] = ()

    @property
    def team(self) -> tuple[PlayerSetup, ...]:
        """The players; one of the side's name, with all fighters, where none are named."""
        everybody = tuple(range(1, len(self.fighters) + 1))
        return self.players or (PlayerSetup(self.name, everybody),)

    @property
    def sheets(self) -> tuple[FighterSheet, ...]:
        """The fighters' sheets. Raises `BadSetup` while one is only named; see `resolve`."""
        return tuple(_sheet(fighter, "") for fighter in self.fighters)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is decided before a battle (TFT-STATE-01).

    `kind` is the kind of combat (TFT-BAT-01), `board` a board's name or a custom board.
    `turn_limit` turns without a decision are a draw, 0 is no limit (TFT-BAT-11). `variants` are
    the IDs of the readings in force (TFT-VAR-01). In a `custom` battle beasts and monsters may be
    weaker or stronger than their kind (TFT-MON-07).
    """

    title: Annotated[str, Meta(max_length=80)]
    sides: tuple[SideSetup, ...]
    about: Annotated[str, Meta(max_length=400)] = ""
    kind: Kind = "death"
    board: str | BoardSpec = "arena2"
    turn_limit: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    variants: tuple[str, ...] = ()
    custom: bool = False

    @property
    def board_spec(self) -> BoardSpec:
        """The board with one entrance list a side. Raises `BadSetup` if it does not serve them."""
        return board_for(self.board, len(self.sides))


def setup_from(data: object, name: str = "", folder: Path | None = None) -> Setup:
    """A set-up from plain data, not yet resolved. Raises `BadSetup` naming the field.

    `name` is what the error calls the data, for instance its file. A board may be drawn as a map
    (`board_files`); a board named like a file, ``mine.toml``, is read from `folder`, if that is
    given.
    """
    if isinstance(data, dict):
        board = data.get("board")
        if isinstance(board, dict):
            data = {**data, "board": _drawn(board)}
        elif folder is not None and isinstance(board, str) and board.endswith(".toml"):
            data = {**data, "board": msgspec.to_builtins(load_board(folder / board))}
    return typed(data, Setup, name=name, rule="TFT-BAD-01")


def _drawn(board: dict[str, object]) -> dict[str, object]:
    """A map as lists of hexes; what is wrong with it is said to be the set-up's `board`."""
    if "map" not in board:
        return board
    with about("board"):
        listed: dict[str, object] = msgspec.to_builtins(board_from(board))
    return listed


def resolve(setup: Setup, tables: Tables | None = None) -> Setup:
    """The same set-up with every name replaced by what it names, and all of it checked.

    Fighters become sheets, the board a `BoardSpec` with one entrance list a side, the second
    fighter of a name gets a number. Resolving twice changes nothing more. Raises `BadSetup`
    with the rule and the path of the first field that is wrong.
    """
    tables = tables or default_tables()
    _check_texts(setup)
    _check_variants(setup, tables)
    if not 2 <= len(setup.sides) <= MOST_SIDES:
        message = f"a battle has 2 to {MOST_SIDES} sides, not {len(setup.sides)}"
        raise BadSetup(message, rule="TFT-GEN-03", at="sides")
    board = board_for(setup.board, len(setup.sides), tables)
    _check_sides(setup, board)
    missiles = tables.combat_kinds[setup.kind].missiles
    taken: set[str] = set()
    sides: list[SideSetup] = []
    for index, side in enumerate(setup.sides):
        fighters: list[FighterSheet] = []
        for place, fighter in enumerate(side.fighters):
            at = f"sides[{index}].fighters[{place}]"
            sheet = _sheet(fighter, at)
            check_sheet(sheet, tables, frozenset(setup.variants), missiles, at, setup.custom)
            fighters.append(_with_own_name(sheet, taken))
        sides.append(msgspec.structs.replace(side, fighters=tuple(fighters)))
    return msgspec.structs.replace(
        setup,
        board=board,
        sides=tuple(sides),
        variants=tuple(v for v in tables.variants if v in setup.variants),
    )


def _check_texts(setup: Setup) -> None:
    """Titles and notes may be of any script, but not hold signs that cannot be shown."""
    texts = {"title": setup.title, "about": setup.about}
    texts.update({f"sides[{i}].player": side.player for i, side in enumerate(setup.sides)})
    if isinstance(setup.board, BoardSpec):
        texts.update({"board.id": setup.board.id, "board.title": setup.board.title})
    for at, text in texts.items():
        if not text.isprintable():
            raise BadSetup("a text has printable characters only", at=at)


def _check_variants(setup: Setup, tables: Tables) -> None:
    in_play = [variant.id for variant in tables.variants.values() if variant.in_play]
    for index, variant in enumerate(setup.variants):
        if variant not in in_play:
            known = "is not in play yet" if variant in tables.variants else "does not exist"
            raise BadSetup(
                f"the variant {variant!r} {known}; there are {', '.join(in_play)}",
                rule="TFT-VAR-01",
                at=f"variants[{index}]",
            )
        for other in tables.variants[variant].excludes:
            if other in setup.variants:
                message = f"{variant} and {other} exclude each other"
                raise BadSetup(message, rule="TFT-VAR-01", at=f"variants[{index}]")


def _check_sides(setup: Setup, board: BoardSpec) -> None:
    """Names, and no more fighters than have room on the board in the end (TFT-MOVE-01)."""
    names: set[str] = set()
    for index, side in enumerate(setup.sides):
        at = f"sides[{index}]"
        for problem in name_problems(side.name):
            raise BadSetup(problem.message, at=under(at, problem.at))
        if side.name in names:
            raise BadSetup(f"two sides are called {side.name}", at=f"{at}.name")
        names.add(side.name)
        if not side.fighters:
            raise BadSetup(f"{side.name} has no fighter", rule="TFT-GEN-03", at=f"{at}.fighters")
        if len(side.fighters) > MOST_FIGHTERS:
            message = f"a side has at most {MOST_FIGHTERS} fighters, {side.name} is too many"
            raise BadSetup(message, rule="TFT-MOVE-01", at=f"{at}.fighters")
        _check_players(side, f"{at}.players")
    named = [player.name for side in setup.sides for player in side.team]
    if len(named) > MOST_PLAYERS:
        message = f"a battle has at most {MOST_PLAYERS} players, not {len(named)}"
        raise BadSetup(message, rule="TFT-GEN-03", at="sides")
    for name in named:
        if named.count(name) > 1:
            raise BadSetup(f"two players are called {name}", rule="TFT-GEN-03", at="sides")
    there, room = sum(len(side.fighters) for side in setup.sides), len(board.open_hexes)
    if there > room:
        message = f"{there} fighters have no room on the {room} hexes of {board.title}"
        raise BadSetup(message, rule="TFT-MOVE-01", at="sides")


def _check_players(side: SideSetup, at: str) -> None:
    """Names, and each of the side's fighters with exactly one of its players (TFT-GEN-03)."""
    there = range(1, len(side.fighters) + 1)
    taken: set[int] = set()
    for index, player in enumerate(side.players):
        for problem in name_problems(player.name):
            raise BadSetup(problem.message, at=under(f"{at}[{index}]", problem.at))
        place = f"{at}[{index}].fighters"
        if not player.fighters:
            raise BadSetup(f"{player.name} has no fighter", rule="TFT-GEN-03", at=place)
        for number in player.fighters:
            if number not in there:
                message = f"there is no fighter {number} of {side.name}; they are 1 to {there[-1]}"
                raise BadSetup(message, rule="TFT-GEN-03", at=place)
            if number in taken:
                message = f"fighter {number} of {side.name} has two players"
                raise BadSetup(message, rule="TFT-GEN-03", at=place)
            taken.add(number)
    if side.players and len(taken) < len(there):
        left = next(number for number in there if number not in taken)
        message = f"fighter {left} of {side.name} has no player"
        raise BadSetup(message, rule="TFT-GEN-03", at=at)


def _sheet(fighter: FighterSheet | str, at: str) -> FighterSheet:
    if isinstance(fighter, FighterSheet):
        return fighter
    known = ready_made()
    if fighter not in known:
        message = f"there is no ready-made fighter {fighter!r}; there are {', '.join(known)}"
        raise BadSetup(message, rule="TFT-BAD-01", at=at or None)
    return known[fighter]


def _with_own_name(sheet: FighterSheet, taken: set[str]) -> FighterSheet:
    """The sheet under a name that nobody else in the battle has."""
    name, number = sheet.name, 2
    while name in taken:
        suffix = f" {number}"
        name = sheet.name[: LONGEST_NAME - len(suffix)].rstrip() + suffix
        number += 1
    taken.add(name)
    return sheet if name == sheet.name else msgspec.structs.replace(sheet, name=name)
