"""A battle on a real table: `meleekit battlesystem battle new | show | melee | morale | …`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from meleekit.battlesystem.calculator import Moment
from meleekit.battlesystem.roster_book import (
    AnyStep,
    Corrected,
    MeleeFought,
    MoraleChecked,
    RoundBegun,
    Striker,
    book_in,
)
from meleekit.battlesystem.roster_melee import fight, melee_of
from meleekit.battlesystem.roster_moment import Standing, UnitNow
from meleekit.battlesystem.roster_morale import check, morale_of
from meleekit.battlesystem.roster_words import step_words, told
from meleekit.battlesystem.spoken import spoken
from meleekit.battlesystem.sums import rating_lines
from meleekit.core.errors import BadRequest, BadSetup
from meleekit.core.typed import typed
from meleekit.terminal.battle_file import BattleFile
from meleekit.terminal.battle_melee import crt_told, show_crt, show_lines, show_melee, show_result
from meleekit.terminal.dice_told import ask_for_dice, dice_told, with_dice
from meleekit.terminal.page import add_row, columns, console_for, put, say

battle_app = typer.Typer(
    help="Keep the roster of a whole battle: figures, wounds, Morale Checks due.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

File = Annotated[Path, typer.Argument(help="The battle's file.")]
Who = Annotated[str, typer.Argument(metavar="UNIT", help="Which unit.")]
Typed = Annotated[
    str | None, typer.Option("--dice", metavar="N[,N]", help="Totals that you threw, in order.")
]
Roll = Annotated[bool, typer.Option("--roll", help="Roll the dice here.")]
Because = Annotated[
    list[str] | None,
    typer.Option(metavar="WHY", help="What else counts: enemy_rear, out_of_command, level_drain…"),
]


@battle_app.command()
def new(
    file: File,
    armies: Annotated[Path, typer.Argument(help="A TOML file of two sides with their units.")],
    crt: Annotated[
        Path | None, typer.Option("--crt", metavar="FILE", help="A results table of your own.")
    ] = None,
) -> None:
    """Begin a battle's file."""
    table = crt_told(crt) if crt is not None else None
    now = BattleFile(file).create(book_in(armies, crt=table))
    console = console_for()
    show_crt(console, now.crt)
    show_roster(console, now)


@battle_app.command()
def show(
    file: File,
    everything: Annotated[bool, typer.Option("--all", help="Tell also what happened.")] = False,
) -> None:
    """Print the roster as it stands."""
    now, console = BattleFile(file).read(), console_for()
    show_roster(console, now)
    if everything:
        console.print()
        for line in told(now.book):
            say(console, line)


@battle_app.command(name="round")
def round_(file: File) -> None:
    """Begin the next round, once all Morale Checks were made."""
    _take(BattleFile(file), RoundBegun())


@battle_app.command()
def melee(
    file: File,
    first: Annotated[
        str, typer.Argument(metavar="UNIT", help='Its name and what it does: "Orcs, contact = 6".')
    ],
    second: Annotated[str, typer.Argument(metavar="UNIT", help="Its enemy.")],
    dice: Typed = None,
    roll: Roll = False,
) -> None:
    """Fight a melee: both sums, the exact casualties, and with dice what comes of it."""
    store, console = BattleFile(file), console_for()
    now = store.read()
    one, other = striker(first), striker(second)
    asked = melee_of(now, one, other)
    thrown = dice_told(dice, roll)
    if thrown is None:
        show_melee(console, asked)
        thrown = ask_for_dice(console, "The dice in order (7 9)")
        if thrown is None:
            return
    fought = with_dice(thrown, partial(fight, now, one, other))
    step = MeleeFought(one, other, tuple(thrown.rolls))
    then = store.add(now, step)
    show_result(console, asked, fought.fared)
    console.print()
    say(console, step_words(now, then, step))
    tell_due(console, then)


@battle_app.command()
def morale(
    file: File,
    unit: Who,
    because: Because = None,
    dice: Typed = None,
    roll: Roll = False,
    rally: Annotated[bool, typer.Option("--rally", help="A routed unit tries to rally.")] = False,
) -> None:
    """Check a unit's morale, or have it rally: 2d10, equal or less holds."""
    store, console = BattleFile(file), console_for()
    now = store.read()
    who, causes = now.unit(unit), tuple(because or ())
    parts = morale_of(now, who, causes)
    thrown = dice_told(dice, roll)
    if thrown is None:
        show_lines(console, rating_lines(parts, "current morale", "BAT-MOR-03"))
        thrown = ask_for_dice(console, "2d10")
        if thrown is None:
            return
    found = with_dice(thrown, partial(check, now, unit, causes, rally))
    step = MoraleChecked(who.unit.name, tuple(thrown.rolls), causes, rally)
    then = store.add(now, step)
    show_lines(console, rating_lines(found.parts, "current morale", "BAT-MOR-03"))
    say(console, step_words(now, then, step))


@battle_app.command(name="set")
def set_(
    file: File,
    unit: Who,
    figures: Annotated[int | None, typer.Option(help="Figures it has.")] = None,
    wounded: Annotated[int | None, typer.Option(help="0 or 1 of them wounded.")] = None,
    formation: Annotated[str | None, typer.Option(help="closed, open or skirmish.")] = None,
    weapon: Annotated[str | None, typer.Option(help="What it has in hand.")] = None,
    routed: Annotated[bool | None, typer.Option("--routed/--in-order")] = None,
    gone: Annotated[
        bool | None, typer.Option("--gone/--back", help="Whether it left the field.")
    ] = None,
    commander: Annotated[bool | None, typer.Option("--commander-alive/--commander-killed")] = None,
    check_due: Annotated[
        bool | None, typer.Option("--check/--no-check", help="Whether a Morale Check is due.")
    ] = None,
    note: Annotated[str, typer.Option(help="Why, for the report.")] = "",
) -> None:
    """Set what happened beside the melees: missiles, magic, a new formation."""
    store = BattleFile(file)
    name = store.read().unit(unit).unit.name
    plain = {
        "unit": name,
        "figures": figures,
        "wounded": wounded,
        "formation": formation,
        "weapon": weapon,
        "routed": routed,
        "gone": gone,
        "commander": commander,
        "check_due": check_due,
        "note": note,
    }
    _take(store, typed(plain, Corrected, rule="BAT-UNIT-06"))


@battle_app.command()
def undo(file: File) -> None:
    """Take the last step back."""
    store, console = BattleFile(file), console_for()
    now = store.read()
    if not now.book.steps:
        raise BadRequest("nothing has happened yet")
    *_, last = told(now.book)
    book = msgspec.structs.replace(now.book, steps=now.book.steps[:-1])
    store.replace(now, book)
    say(console, f"Taken back: {last}")
    show_roster(console, store.standing(book))


def _take(store: BattleFile, step: AnyStep) -> None:
    """Take a step and tell it, once it is kept."""
    now = store.read()
    then = store.add(now, step)
    console = console_for()
    say(console, step_words(now, then, step))
    tell_due(console, then)


def striker(text: str) -> Striker:
    """A unit of the book with what it does. Raises `BadSetup` naming the field."""
    name, _, rest = text.partition(",")
    said = spoken(rest, troop_first=False) if rest.strip() else {}
    weapon, carried = said.pop("in_hand", ""), said.pop("weapons", [])
    if any(not isinstance(one, str) for one in carried):
        raise BadSetup("weapons are those it began with", rule="BAT-VAL-02", at="weapon")
    known = Moment.__struct_fields__
    for field in said:
        if field not in known:
            here = "battle set changes the unit itself"
            raise BadSetup(f"a melee has {', '.join(known)}; {here}", rule="BAT-UNIT-06", at=field)
    return Striker(name.strip(), typed(said, Moment, rule="BAT-UNIT-06"), weapon)


# -- in print ----------------------------------------------------------------------------------


def show_roster(console: Console, now: Standing) -> None:
    """Both sides, a unit a line, and the checks that are due."""
    heading = now.book.heading
    light = ", in daylight" if heading.daylight else ""
    say(console, heading.title, "bold", note=f"round {now.round}{light}")
    for number, side in enumerate(heading.sides):
        units = now.of_side(number)
        console.print()
        say(console, side.name, "bold", note=f"{now.strength(number)} HD on the field")
        table = columns("", "right ", "right ", "", "", "right ", "")
        add_row(table, ("", "figures", "wounded", "", "", "morale", ""))
        for unit in units:
            add_row(table, _row(now, unit))
        put(console, table)
    console.print()
    tell_due(console, now)


def _row(now: Standing, unit: UnitNow) -> tuple[str, ...]:
    leader = unit.unit.commander
    state = [
        said
        for said, holds in (
            ("destroyed", not unit.figures),
            ("off the field", unit.gone),
            ("routed", unit.routed),
            ("fled", unit.fled),
            ("check due", unit.check_due),
            (f"led by {leader}", bool(leader) and unit.commander),
            (f"{leader} is dead", bool(leader) and not unit.commander),
        )
        if holds
    ]
    base = unit.unit.morale
    current = str(base) if base == "none" else str(sum(p.value for p in morale_of(now, unit)))
    figures = f"{unit.figures} of {unit.unit.figures}"
    wounded = str(unit.wounded or "")
    cells = (unit.unit.name, figures, wounded, unit.formation, unit.weapon, current)
    return (*cells, ", ".join(state))


def tell_due(console: Console, now: Standing) -> None:
    """Which Morale Checks are to be made, and why."""
    for unit in now.units.values():
        if unit.check_due:
            why = ", ".join(unit.due_words)
            say(console, f"Morale Check due: {unit.unit.name} ({why})", note="BAT-MOR-01")
