"""Rosters: the fighters of a stable in a TOML file of their own, and set-ups drawn from them.

A roster has a `title` and a row of ``[[fighters]]``: a sheet's fields (TFT-CRE-11), with its
experience, and what the fighter has been through.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.core.toml_lines import line_of
from meleekit.core.typed import about, read_text, toml_of, typed, under
from meleekit.tft.creation import NO_VARIANTS, FighterSheet, Problem, problems, sheet_from
from meleekit.tft.tables import Tables

Line = Annotated[str, Meta(max_length=200)]
MOST_FIGHTERS = 200


class Enlisted(msgspec.Struct, frozen=True):
    """A fighter on a roster: the sheet, lines about its battles, and whether it still lives."""

    sheet: FighterSheet
    history: tuple[Line, ...] = ()
    alive: bool = True


class Roster(msgspec.Struct, frozen=True):
    """The fighters of one stable."""

    title: str
    fighters: tuple[Enlisted, ...]

    @property
    def fit(self) -> tuple[FighterSheet, ...]:
        """The sheets of those who live, unhurt: all hits heal between battles (TFT-INJ-07)."""
        return tuple(one.sheet for one in self.fighters if one.alive)

    def sheet(self, name: str) -> FighterSheet:
        """The living fighter of that name, capitals or not. Raises `BadSetup`."""
        for one in self.fighters:
            if one.sheet.name.casefold() == name.casefold():
                if not one.alive:
                    raise BadSetup(f"{one.sheet.name} is dead", rule="TFT-CRE-11", at=name)
                return one.sheet
        known = ", ".join(sheet.name for sheet in self.fit)
        raise BadSetup(f"nobody is called {name!r}; there are {known}", rule="TFT-CRE-11", at=name)


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fighters: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=MOST_FIGHTERS)]
    title: Annotated[str, Meta(max_length=80)] = ""


class _More(msgspec.Struct, frozen=True):
    history: Annotated[tuple[Line, ...], Meta(max_length=1000)] = ()
    alive: bool = True


class RosterProblem(msgspec.Struct, frozen=True):
    """What the rules do not allow on a roster: whose, the line it stands on (if found), and why."""

    fighter: str
    line: int | None
    problem: Problem


def read_roster(path: Path) -> Roster:
    """The roster of a file, not yet checked against the rules.

    Raises `BadSetup` naming file, line and field where a value is not of its type.
    """
    return roster_from(read_text(path), path.name)


def load_roster(
    path: Path, tables: Tables | None = None, variants: frozenset[str] = NO_VARIANTS
) -> Roster:
    """The roster of a file, every living fighter checked.

    Raises `BadSetup` naming file, line, field and rule of the first thing that is wrong.
    """
    text = read_text(path)  # once: what is piped in cannot be read again
    roster = roster_from(text, path.name)
    check_roster(roster, text, path.name, tables, variants)
    return roster


def roster_from(text: str, name: str) -> Roster:
    """The roster of a TOML text, as `read_roster` reads it; errors call the text by its name."""
    data = toml_of(text, name)
    try:
        head = typed(data, _Head, rule="TFT-BAD-01")
        return Roster(
            title=head.title or name.removesuffix(".toml"),
            fighters=tuple(
                _enlisted(row, f"fighters[{index}]") for index, row in enumerate(head.fighters)
            ),
        )
    except BadSetup as error:
        raise _in_line(error, text, name) from None


def check_roster(
    roster: Roster,
    text: str,
    name: str,
    tables: Tables | None = None,
    variants: frozenset[str] = NO_VARIANTS,
) -> None:
    """Refuse a roster, read from that text, that the rules do not allow; raises `BadSetup`."""
    for found in roster_problems(roster, text, tables, variants):
        problem = found.problem
        said = f"{found.fighter}: {problem.message}"
        raise _in_line(BadSetup(said, rule=problem.rule, at=problem.at), text, name)


def roster_problems(
    roster: Roster,
    text: str = "",
    tables: Tables | None = None,
    variants: frozenset[str] = NO_VARIANTS,
) -> list[RosterProblem]:
    """Everything that the rules refuse on a roster; `text` is what it was read from.

    The dead fight no more, so nothing is asked of them but their names.
    """
    found: list[RosterProblem] = []
    taken: set[str] = set()
    for index, one in enumerate(roster.fighters):
        at = f"fighters[{index}]"
        sheet = one.sheet
        wrong = problems(sheet, tables, variants) if one.alive else []
        if sheet.name.casefold() in taken:
            message = f"another fighter of this roster is called {sheet.name}"
            wrong = [Problem("TFT-CRE-11", "name", message), *wrong]
        taken.add(sheet.name.casefold())
        for line in one.history:
            if not line.isprintable():
                message = "a text has printable characters only"
                wrong = [*wrong, Problem("TFT-CRE-11", "history", message)]
        for problem in wrong:
            where = under(at, problem.at) or at
            placed = Problem(problem.rule, where, problem.message)
            found.append(RosterProblem(sheet.name, line_of(text, where), placed))
    return found


def _enlisted(row: Mapping[str, object], at: str) -> Enlisted:
    own = {name: row[name] for name in row if name not in _More.__struct_fields__}
    with about(at):
        more = typed({name: row[name] for name in row if name not in own}, _More, rule="TFT-BAD-01")
    return Enlisted(sheet_from(own, at), more.history, more.alive)


def _in_line(error: BadSetup, text: str, name: str) -> BadSetup:
    line = line_of(text, error.at or "")
    where = f"{name}, line {line}" if line else name
    return error.restated(BadSetup, at=error.at, message=f"{where}: {error.message}")


def roster_toml(roster: Roster) -> str:
    """The roster as the text of its file; `read_roster` reads the same roster from it."""
    blocks = [f"title = {_value(roster.title)}\n"]
    plain = msgspec.structs.asdict(FighterSheet(name="", strength=0, dexterity=0))
    for one in roster.fighters:
        lines = ["[[fighters]]"]
        for field, value in msgspec.structs.asdict(one.sheet).items():
            needed = field in ("name", "strength", "dexterity")
            if needed or (value != plain[field] and value is not None):
                lines.append(f"{field} = {_value(value)}")
        if not one.alive:
            lines.append("alive = false")
        if one.history:
            lines.append("history = [")
            lines += [f"    {_value(line)}," for line in one.history]
            lines.append("]")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        # JSON's escapes are TOML's too, but for the delete sign.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    assert isinstance(value, Sequence)
    return f"[{', '.join(map(_value, value))}]"


def drawn(data: Mapping[str, object], folder: Path) -> dict[str, object]:
    """A set-up's plain data with the fighters that it draws from rosters put in their place.

    ``roster = "ours.toml"`` stands at the top of the set-up, or in a side for that side alone;
    the file is looked for beside the set-up's. Its fighters are then meant by their names, and a
    side that names none has all that live. Other names stay, for ready-made fighters.
    """
    found = dict(data)
    common = found.pop("roster", None)
    sides = found.get("sides")
    if not isinstance(sides, list):
        return found
    named = found.get("variants")
    variants = frozenset(filter(_is_text, named)) if isinstance(named, list) else NO_VARIANTS
    found["sides"] = [
        _drawn_side(side, f"sides[{index}]", common, folder, variants)
        if isinstance(side, dict)
        else side
        for index, side in enumerate(sides)
    ]
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _drawn_side(
    side: dict[str, object], at: str, common: object, folder: Path, variants: frozenset[str]
) -> dict[str, object]:
    found = dict(side)
    own = found.pop("roster", None)
    wanted = common if own is None else own
    if wanted is None:
        return found
    if not isinstance(wanted, str):
        raise BadSetup("a roster is named by its file", at=f"{at}.roster" if own else "roster")
    roster = load_roster(folder / wanted, variants=variants)
    by_name = {sheet.name.casefold(): sheet for sheet in roster.fit}
    if "fighters" not in found and own is not None:
        found["fighters"] = [msgspec.to_builtins(sheet) for sheet in roster.fit]
    elif isinstance(found.get("fighters"), list):
        fighters = found["fighters"]
        assert isinstance(fighters, list)
        found["fighters"] = [
            msgspec.to_builtins(by_name[one.casefold()])
            if isinstance(one, str) and one.casefold() in by_name
            else one
            for one in fighters
        ]
    return found
