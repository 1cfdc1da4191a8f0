"""Rosters and record sheets at the command line: what is on them, checked, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from meleekit.core.errors import BadRequest
from meleekit.core.phrases import listed
from meleekit.core.typed import read_text
from meleekit.season.book import FORMAT as SEASON_FORMAT
from meleekit.terminal.files import path_typed, read_record_file, write_file
from meleekit.terminal.page import say
from meleekit.terminal.season_file import SeasonFile
from meleekit.tft.fighters import ready_made
from meleekit.tft.phrases import signed
from meleekit.tft.record_sheet import RecordSheet, may_carry, record_sheet, room_left
from meleekit.tft.roster import Roster, load_roster, roster_from, roster_problems, roster_toml
from meleekit.tft.sheet_page import MARK, sheet_page
from meleekit.tft.sheet_svg import draw_sheet
from meleekit.tft.tables import default_tables

ROSTER_MARK = "# A roster of meleekit."


def show_roster(console: Console, path: Path) -> bool:
    """Print a roster, every fighter checked; gives whether the rules allow all of them."""
    text = read_text(path)
    roster = roster_from(text, path.name)
    found = roster_problems(roster, text)
    say(console, roster.title, "bold")
    for one in roster.fighters:
        console.print()
        wrong = [problem for problem in found if problem.fighter == one.sheet.name]
        if not one.alive:
            say(console, f"{one.sheet.name}, dead", "dim")
        elif not wrong:
            show_sheet(console, record_sheet(one.sheet))
        else:
            say(console, one.sheet.name, "bold")
        for problem in wrong:
            where = f"line {problem.line}: " if problem.line else ""
            said = f"{where}{problem.problem.message} (at {problem.problem.at})"
            say(console, said, "red", indent=2, note=f"[{problem.problem.rule}]")
        for line in one.history:
            say(console, line, "dim", indent=2)
    if found:
        console.print()
        count = "1 thing is" if len(found) == 1 else f"{len(found)} things are"
        say(console, f"{count} not allowed; a battle refuses this roster.")
    return not found


def show_sheet(console: Console, sheet: RecordSheet) -> None:
    """A fighter with what follows from its sheet, in a few lines."""
    fighter = sheet.fighter
    say(console, f"{fighter.name}, {sheet.race.lower()}", "bold")
    parts = " ".join(
        f"{signed(part.value)} {part.name}" if index else str(part.value)
        for index, part in enumerate(sheet.dex_parts)
    )
    dex = f"adjDEX {sheet.adj_dex}" + (f" ({parts})" if len(sheet.dex_parts) > 1 else "")
    front, side, rear = sheet.stops
    say(
        console,
        f"STR {fighter.strength}, DEX {fighter.dexterity}, {dex}, MA {sheet.ma}"
        f"{f' ({sheet.ma_flying} flying)' if sheet.ma_flying else ''}, "
        f"{fighter.xp} XP" + (f", {fighter.gained} points bought" if fighter.gained else ""),
        indent=2,
    )
    armour = "no armour" if fighter.armour == "none" else sheet.armour.lower()
    say(console, f"{armour}; stops {front} in front, {side} aside, {rear} behind", indent=2)
    arms = [f"{one.name.lower()} {one.damage} ({one.carried})" for one in sheet.arms] + [
        f"{one.name.lower()} ({one.carried})" for one in sheet.shields
    ]
    say(console, f"carries {listed(arms, none='nothing')}", indent=2)
    if sheet.notes:
        say(console, listed(sheet.notes), indent=2)
    room, daggers = room_left(fighter)
    able = may_carry(fighter)
    kept_back = [item.name.lower() for item in default_tables().items.values() if item not in able]
    if not able:
        return
    may = [f"{room} more {'weapon or shield' if room == 1 else 'weapons or shields'}"] * bool(room)
    may += ["a dagger"] * (daggers > 0)
    more = f"may carry {listed(may, none='nothing')} besides"
    heavy = f"; too weak for {listed(kept_back)}" if kept_back else ""
    say(console, f"{more}{heavy}", "dim", indent=2)


def sheets_of(what: str) -> tuple[str, tuple[RecordSheet, ...]]:
    """A title and the record sheets meant: a roster's, a season's own, a ready-made fighter's.

    Raises `BadSetup`, `BadSave` or `BadRequest` naming what cannot be read.
    """
    known = ready_made()
    if what in known:
        return known[what].name, (record_sheet(known[what]),)
    for sheet in known.values():
        if sheet.name.casefold() == what.casefold():
            return sheet.name, (record_sheet(sheet),)
    path = path_typed(what)
    if not path.exists():
        raise BadRequest(f"neither a file nor one of {', '.join(known)}", at=what)
    if path.suffix == ".json" or SEASON_FORMAT.encode() in read_record_file(path)[:200]:
        now = SeasonFile(path).read()
        own = [fighter.sheet for fighter in now.own_living]
        drawn = tuple(record_sheet(sheet, variants=now.variants) for sheet in own)
        return now.season.heading.title, drawn
    roster = load_roster(path)
    return roster.title, tuple(map(record_sheet, roster.fit))


def write_sheets(path: Path, title: str, sheets: Sequence[RecordSheet]) -> None:
    """Put record sheets in a file: a page, or the picture of a single one (``.svg``).

    Raises `BadRequest` if the file cannot be written or holds something else.
    """
    if path.suffix.casefold() == ".svg":
        if len(sheets) != 1:
            message = f"a picture holds one record sheet, not {len(sheets)}; name an .html file"
            raise BadRequest(message, at=str(path))
        write_file(path, draw_sheet(sheets[0], standalone=True).encode(), 'class="record-sheet"')
    else:
        write_file(path, sheet_page(title, sheets).encode(), MARK)


def write_roster(path: Path, roster: Roster) -> None:
    """Put a roster in a file of its own. Raises `BadRequest` if it holds something else."""
    text = f"{ROSTER_MARK}\n\n{roster_toml(roster)}"
    write_file(path, text.encode(), ROSTER_MARK)
