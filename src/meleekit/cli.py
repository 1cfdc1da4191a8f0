"""The command line: `meleekit play | serve | referee | season | roster | sheet | verify | ...`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from meleekit import __version__
from meleekit.bots import BOTS
from meleekit.core.errors import BadRequest, MeleekitError
from meleekit.core.match import Match
from meleekit.core.verify import verify as verify_record
from meleekit.referee.lines import run as run_referee
from meleekit.systems import SYSTEMS, USUAL, system
from meleekit.terminal.battlesystem import battlesystem_app
from meleekit.terminal.coverage import show_coverage
from meleekit.terminal.files import on_board, read_record_file
from meleekit.terminal.fist_odds import show_fist_odds
from meleekit.terminal.options_told import options_told
from meleekit.terminal.page import Lines, console_for, say
from meleekit.terminal.play import Play
from meleekit.terminal.replay import step_through, tell_all
from meleekit.terminal.rosters import sheets_of, show_roster, write_sheets
from meleekit.terminal.rules import book_of, rules_page, show_rules
from meleekit.terminal.seasons import season_app
from meleekit.terminal.seats import ME, players
from meleekit.terminal.seeds import seed_told
from meleekit.terminal.situations import ask_situation, list_situations, show_situation
from meleekit.terminal.tao import tao_app

WITH_ODDS = ("tahta",)
"""Games whose attacks can be worked out apart from any position."""
REFUSED = 2
NOT_TRUE = 1
UNPRINTED = 1


class Commands(TyperGroup):
    """The commands; what they refuse is said in a line, without a traceback."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401  # as typer declares it
        """Run a command. A `MeleekitError` is printed and ends it with exit code 2."""
        try:
            return super().invoke(ctx)
        except MeleekitError as error:
            say(console_for(stderr=True), f"meleekit: {error}")
            raise typer.Exit(REFUSED) from None


app = typer.Typer(
    cls=Commands,
    help="Play, referee and analyse tabletop melee combat.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


app.add_typer(season_app, name="season")
app.add_typer(battlesystem_app, name="battlesystem")
app.add_typer(tao_app, name="tao")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"meleekit {__version__}")
        raise typer.Exit


@app.callback()
def meleekit(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which it is.")
    ] = False,
) -> None:
    """Play, referee and analyse tabletop melee combat."""


@app.command()
def play(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(SYSTEMS)}.")] = USUAL,
    scenario: Annotated[
        str | None, typer.Argument(help="Which of its scenarios, or a TOML file; else the first.")
    ] = None,
    board: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A board of your own for Melee, as a TOML file."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A field of the set-up chosen otherwise; @FILE is what that TOML file holds.",
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=PLAYER",
            help=f"Who plays a seat (its number, its name, or all): {', '.join((ME, *BOTS))}.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The dice: 64 hex digits; else fresh ones.")
    ] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved match.")] = None,
) -> None:
    """Play a match, at the keyboard or from a pipe."""
    console = console_for()
    if load is not None:
        if scenario is not None or seed is not None or board is not None or option:
            raise BadRequest("a saved match has its set-up and seed already", at="--load")
        match: Match[Any, Any] = Match.load(read_record_file(load), SYSTEMS)
        if match.seed is None:
            raise BadRequest("this record keeps its seed back: nobody can go on", at="--load")
    else:
        rules = system(game)
        wanted = scenario or next(iter(rules.scenarios()))
        in_file = wanted.casefold().endswith(".toml")
        setup = rules.setup_in(Path(wanted)) if in_file else rules.setup_from(wanted)
        if board is not None:
            setup = on_board(rules, setup, board)
        if option:
            setup = rules.with_options(setup, options_told(option))
        match = Match.start(rules, setup, seed=seed_told(seed))
    who = players(match.game, seat or [])
    raise typer.Exit(Play(match, who, console, Lines(console)).run())


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Its seed, if the record keeps it back.")
    ] = None,
) -> None:
    """Check a saved match: was any die changed?

    Every roll is made again from the seed, every event and state from the rules.
    """
    console = console_for()
    record = read_record_file(file)
    found = verify_record(record, SYSTEMS, seed=seed_told(seed))
    if found.ok:
        say(console, f"True: {found.reason}.")
        return
    where = "" if found.revision is None else f"entry {found.revision}: "
    say(console, f"Not true: {where}{found.reason}.")
    raise typer.Exit(NOT_TRUE)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved match.")],
    everything: Annotated[
        bool, typer.Option("--all", help="Tell all of it at once, without asking.")
    ] = False,
) -> None:
    """Watch a saved match again, step by step."""
    console = console_for()
    match: Match[Any, Any] = Match.load(read_record_file(file), SYSTEMS)
    if everything:
        tell_all(console, match)
    else:
        step_through(console, match, Lines(console))


@app.command()
def show(
    situation: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A situation, or the name of a ready one.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Draw it into this file instead.")
    ] = None,
    answer: Annotated[
        bool, typer.Option("--answer", help="Tell what a ready one teaches.")
    ] = False,
) -> None:
    """Draw a situation. Without one, list those that come with the games."""
    if situation is None:
        list_situations(console_for())
    else:
        show_situation(console_for(), situation, svg, answer=answer)


@app.command()
def ask(
    situation: Annotated[
        str, typer.Argument(metavar="FILE", help="A situation, or the name of a ready one.")
    ],
    seat: Annotated[
        str | None, typer.Option(help="For which seat: its number or name; else all asked.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="List also what is seldom wanted.")
    ] = False,
) -> None:
    """Say what may be done in a situation: every legal action with its exact odds."""
    ask_situation(console_for(), situation, seat, everything=everything)


@app.command()
def odds(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(WITH_ODDS)}.")],
    gold: Annotated[int, typer.Option(help="All the gold of the attacker.")],
    guesses: Annotated[
        str, typer.Option(metavar="M[,M...]", help="Guesses of each defender, in their order.")
    ],
    prize: Annotated[
        str | None, typer.Option(help="What success is worth in gold; else only success counts.")
    ] = None,
    unit: Annotated[str, typer.Option(help="What is lost with the unit, in gold.")] = "0",
    informers: Annotated[
        bool, typer.Option("--informers", help="Who guesses is told whether the bid is odd.")
    ] = False,
) -> None:
    """Work out an attack: what to hide, what to guess, the chance of success and its worth."""
    if game not in WITH_ODDS:
        raise BadRequest(
            f"{game!r} asks a situation for its odds (meleekit ask); here there are: "
            f"{', '.join(WITH_ODDS)}",
            at="game",
        )
    show_fist_odds(console_for(), gold, guesses, prize, unit, informers=informers)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(SYSTEMS)}.")],
    rule: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="A rule such as MOVE-15, or a section such as MOVE."),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the rules that lack code or a test.")
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the book and its tables as Markdown.")
    ] = False,
) -> None:
    """Print rules, and where code and tests hold them.

    Without an ID the whole book of the game is printed.
    """
    if rule is not None and (coverage or markdown):
        at = "--coverage" if coverage else "--markdown"
        raise BadRequest("that is about the whole book", at=at)
    if markdown:
        print(rules_page(game), end="")
        return
    if coverage:
        if not show_coverage(console_for(), game, book_of(game)):
            raise typer.Exit(NOT_TRUE)
        return
    show_rules(console_for(), game, rule)


@app.command()
def roster(file: Annotated[Path, typer.Argument(help="A TOML file of fighters.")]) -> None:
    """Show a roster, every fighter checked against the rules."""
    if not show_roster(console_for(), file):
        raise typer.Exit(REFUSED)


@app.command()
def sheet(
    what: Annotated[
        str, typer.Argument(metavar="FILE|NAME", help="A roster, a season, a ready-made fighter.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="A page (.html), or a picture of one (.svg).")
    ] = Path("sheets.html"),
) -> None:
    """Draw record sheets to print."""
    title, sheets = sheets_of(what)
    write_sheets(out, title, sheets)
    say(console_for(), f"{len(sheets)} record {'sheet' if len(sheets) == 1 else 'sheets'}: {out}")


@app.command()
def referee() -> None:
    """Judge for another program: a request a line comes in, an answer a line goes out."""
    run_referee()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8000,
    db: Annotated[
        str | None, typer.Option(help="A file, or a database URL; else MELEEKIT_DB, or your own.")
    ] = None,
) -> None:
    """Open the table in the browser."""
    # The web half is heavy and no other command needs it.
    from meleekit.server.app import serve as run

    run(host, port, db)


def main() -> None:
    """The `meleekit` command."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a sign shows another; that is no reason to stop.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        _run()
    except OSError as error:
        # A full disk behind the output. What is left to print goes nowhere, so that Python does
        # not try it again on leaving.
        sys.stdout = None  # as where there is no output at all
        say(console_for(stderr=True), f"meleekit: cannot print: {error.strerror or error}")
        sys.exit(UNPRINTED)


def _run() -> None:
    """Run the command that was typed, and see all of it printed."""
    try:
        app()
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()
