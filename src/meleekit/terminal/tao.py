"""The Tao engagement rule on a real table: `meleekit tao melee`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from meleekit.core.errors import BadRequest
from meleekit.core.svg import render_svg
from meleekit.core.typed import read_toml
from meleekit.tao.arena import Arena
from meleekit.tao.game import TaoMelee, TaoSystem
from meleekit.tao.state import Battle
from meleekit.tao.survey import (
    Survey,
    at_start,
    engagement_words,
    first_asked,
    leaving_rule,
    leaving_words,
    position_of,
    price_list,
    survey,
    way_words,
    who_named,
)
from meleekit.terminal.page import add_row, columns, console_for, put, say
from meleekit.terminal.situations import open_situation, write_picture
from meleekit.terminal.table import show_board

tao_app = typer.Typer(
    help="The Tao engagement rule on a real table: who is in melee, what each hex costs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@tao_app.callback()
def tao() -> None:
    """The Tao engagement rule on a real table."""


@tao_app.command()
def melee(
    position: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A situation or set-up, or the name of a ready one."),
    ],
    who: Annotated[
        str | None, typer.Option(help="For whom hexes are priced; else whoever is next.")
    ] = None,
    ap: Annotated[
        int | None, typer.Option(min=0, help="With so many action points; else what it has.")
    ] = None,
    to: Annotated[
        str | None, typer.Option(metavar="HEX", help="Tell the cheapest way to that hex, too.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE.svg", help="Draw it into this file.")
    ] = None,
) -> None:
    """Say who is in melee with whom, and what each hex would cost to reach."""
    console = console_for()
    game, battle = position_in(position)
    arena = game.arena
    about = first_asked(arena, battle) if who is None else who_named(arena, who)
    found = survey(arena, battle, about, ap, to or "")
    if out is not None:
        write_picture(out, render_svg(found.scene, standalone=True))
        say(console, f"Drawn for {arena.name(about)}: {out}")
        return
    title = arena.setup.title
    if title:
        say(console, title, "bold")
    show_board(console, replace(found.scene, title=""), labels=True)
    console.print()
    if not found.engagements:
        say(console, "Nobody is in melee.")
    for one in found.engagements:
        say(console, f"{engagement_words(arena, battle, one)}.")
    for group in found.groups:
        if len(group) > 2:
            say(console, "One melee: " + ", ".join(map(arena.name, group)) + ".", "dim")
    console.print()
    say(console, f"{leaving_words(arena, battle, found)}.", "bold", note=leaving_rule(found))
    if to:
        say(console, f"{way_words(arena, found, to)}.", note="TAO-MOV-08")
    _prices(console, arena, found)


def _prices(console: Console, arena: Arena, found: Survey) -> None:
    """Hexes by their price; what is too dear comes last and dimly."""
    table = columns("right bold", "")
    dear = columns("right dim", "dim")
    for price in price_list(arena, found.reach):
        hexes = " ".join(name + "!" * (name in price.melee) for name in price.hexes)
        add_row(table if price.cost <= found.ap else dear, (f"{price.cost} AP", hexes))
    name = arena.name(found.who)
    say(console, f"With {found.ap} AP {name} reaches (! in melee):" if table.rows else "", "dim")
    put(console, table)
    if dear.rows:
        say(console, "Out of reach now:", "dim")
        put(console, dear)


def position_in(said: str) -> tuple[TaoMelee, Battle]:
    """The position of a situation or set-up, in a file or ready. Raises `MeleekitError`."""
    system, path = TaoSystem(), Path(said)
    if said in system.scenarios() or said in system.situations():
        return position_of(said)
    if path.is_file() and "sides" in read_toml(path):
        game = TaoMelee(system.setup_in(path))
        return game, at_start(game)
    if not path.exists() and not path.suffix:
        known = ", ".join((*system.situations(), *system.scenarios()))
        raise BadRequest(f"no file {said!r}, and no such position among {known}", at="position")
    opened = open_situation(said)
    if not isinstance(opened.game, TaoMelee):
        raise BadRequest(f"that is a moment of {opened.game.title}", at="position")
    return opened.game, opened.state
