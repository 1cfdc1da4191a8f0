"""BATTLESYSTEM at the command line: `meleekit battlesystem melee | battle | unit | crt`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meleekit.battlesystem.calculator import melee as melee_of
from meleekit.battlesystem.calculator import told_apart
from meleekit.battlesystem.columns import COLUMNS
from meleekit.battlesystem.crt import EXAMPLE
from meleekit.battlesystem.sums import exact_words
from meleekit.battlesystem.unit_file import UNIT_MARK, unit_toml
from meleekit.terminal.battle_melee import (
    crt_told,
    fighter_told,
    list_troops,
    list_weapons,
    show_crt,
    show_melee,
    show_result,
    show_unit,
    unit_built,
)
from meleekit.terminal.battles import battle_app
from meleekit.terminal.dice_told import ask_for_dice, dice_told, with_dice
from meleekit.terminal.files import write_file
from meleekit.terminal.page import add_row, columns, console_for, put, say
from meleekit.terminal.seeds import seed_told

battlesystem_app = typer.Typer(
    help="BATTLESYSTEM on a real table: one melee, a whole battle's roster, units.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

battlesystem_app.add_typer(battle_app, name="battle")

CrtFile = Annotated[
    Path | None, typer.Option("--crt", metavar="FILE", help="A Combat Results Table of your own.")
]
Daylight = Annotated[bool, typer.Option("--daylight", help="The battle is in daylight.")]
DiceTyped = Annotated[
    str | None, typer.Option("--dice", metavar="N,N", help="2d6 that you threw, first unit first.")
]
RollDice = Annotated[bool, typer.Option("--roll", help="Roll the dice here.")]
Seed = Annotated[str | None, typer.Option(metavar="HEX", help="64 hex digits; with --roll.")]
HOW = "orc, figures = 12, contact = 6, charging"


@battlesystem_app.command()
def melee(
    first: Annotated[str, typer.Argument(metavar="UNIT", help=f'A unit: "{HOW}", or a TOML file.')],
    second: Annotated[str, typer.Argument(metavar="UNIT", help="Its enemy.")],
    dice: DiceTyped = None,
    roll: RollDice = False,
    seed: Seed = None,
    daylight: Daylight = False,
    crt: CrtFile = None,
) -> None:
    """One melee: both sums step by step, exact casualties, and what the dice make of them.

    What a unit does: contact = 6 and support = 6 figures, charging, flank or rear (of the enemy),
    out_of_command, commander_fights, enemy_uphill, open or skirmish, free_attack. What it is: any
    field of a unit, such as ac = 4 or weapon = halberd.
    """
    thrown = dice_told(dice, roll, seed_told(seed))
    console = console_for()
    table = crt_told(crt)
    sides = told_apart(fighter_told(first, "first"), fighter_told(second, "second"))
    asked = melee_of(*sides, daylight=daylight, crt=table)
    fought = with_dice(thrown, asked.fight) if thrown else None
    show_crt(console, table)
    show_melee(console, asked)
    if fought is None and (thrown := ask_for_dice(console, "2d6 of both in order (7 9)")):
        fought = with_dice(thrown, asked.fight)
    if fought is not None:
        show_result(console, asked, fought)


@battlesystem_app.command()
def unit(
    told: Annotated[
        str | None, typer.Argument(metavar="UNIT", help=f'"{HOW}", or a TOML file.')
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it to this file.")
    ] = None,
    weapons: Annotated[
        bool, typer.Option("--weapons", help="List weapons and armour instead.")
    ] = False,
) -> None:
    """Build a unit, checked by the rules; without one, list the ready troop types."""
    console = console_for()
    if weapons:
        list_weapons(console)
        return
    if told is None:
        list_troops(console)
        return
    built = unit_built(told)
    show_unit(console, built)
    if out is not None:
        write_file(out, unit_toml(built).encode(), UNIT_MARK)
        say(console, f"It is in {out}.")


@battlesystem_app.command()
def crt(
    file: Annotated[
        Path | None, typer.Argument(help="A table of your own; else the one that is used.")
    ] = None,
) -> None:
    """Look a Combat Results Table over, and print it."""
    console = console_for()
    table = crt_told(file)
    show_crt(console, table)
    if table.holds_example:
        example = "The example of the rules holds: roll {}, column {}: {}.".format(*EXAMPLE)
        say(console, example, note="BAT-CRT-06")
    rows = columns("right bold", *["right "] * len(COLUMNS))
    add_row(rows, ("", *COLUMNS))
    for roll in range(table.first, table.last + 1):
        add_row(rows, (str(roll), *map(exact_words, table.row(roll))))
    put(console, rows)
    say(console, f"SHA-256 {table.hash}", "dim")
