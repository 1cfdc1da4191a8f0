"""Seasons at the command line: `meleekit season new | next | show | spend | arm | hire | …`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from meleekit.core.dice import new_seed
from meleekit.core.errors import BadRequest, BadSave
from meleekit.core.match import Match
from meleekit.core.phrases import listed
from meleekit.core.record import FORMAT
from meleekit.season.battles import (
    bots_of,
    check_match,
    fought_by_bots,
    match_of,
    players_of,
    read_battle,
    result_of,
)
from meleekit.season.book import ME, BattleBegun, Order, Plan, PointBought, Rearmed
from meleekit.season.fixtures import battles_in_all, next_battle
from meleekit.season.stables import (
    attribute_named,
    hiring,
    housekeeping,
    new_season,
    own_fighter,
    own_stable,
)
from meleekit.season.standing import Standing
from meleekit.systems import SYSTEMS
from meleekit.terminal.files import read_record_file, write_file, write_record_file
from meleekit.terminal.page import Lines, console_for, say
from meleekit.terminal.play import Play
from meleekit.terminal.rosters import show_sheet, write_roster
from meleekit.terminal.season_file import SeasonFile
from meleekit.terminal.season_words import (
    out_of_fighters,
    pairing,
    show_fighter,
    show_stable,
    show_table,
    tell_next,
    tell_result,
)
from meleekit.terminal.seeds import seed_told
from meleekit.tft.fighters import ready_made
from meleekit.tft.record_sheet import record_sheet
from meleekit.tft.roster import Enlisted, Roster, load_roster
from meleekit.tft.setup import Kind

season_app = typer.Typer(
    help="Play a season in the arena: battle after battle, and what it makes of the fighters.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

File = Annotated[Path, typer.Argument(help="The season's file.")]
Who = Annotated[str, typer.Argument(metavar="NAME", help="Whom.")]


@season_app.command()
def new(
    file: File,
    roster: Annotated[
        Path | None, typer.Option(help="Your fighters; without one, four ready-made ones.")
    ] = None,
    title: Annotated[str, typer.Option(help="What the season is called.")] = "",
    stables: Annotated[int, typer.Option(min=1, max=11, help="How many others there are.")] = 3,
    size: Annotated[int, typer.Option(min=1, max=3, help="Fighters on a side.")] = 1,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="How often all pairs meet.")] = 2,
    kind: Annotated[str, typer.Option(help="death, arena or practice.")] = "arena",
    order: Annotated[Order, typer.Option(help="Who meets whom.")] = Order.ROUND_ROBIN,
    variant: Annotated[
        list[str] | None, typer.Option(help="A reading of the rules in force (VAR-…).")
    ] = None,
    led_by: Annotated[str, typer.Option(help="Who leads your stable: me, or a bot.")] = ME,
    bot: Annotated[str, typer.Option(help="Which bot leads the others.")] = "brawler",
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="64 hex digits.")] = None,
) -> None:
    """Begin a season."""
    fighters = ready_made_four() if roster is None else None
    own_name = "Your stable"
    if roster is not None:
        read = load_roster(roster, variants=frozenset(variant or ()))
        fighters, own_name = read.fit, read.title
    season = new_season(
        title or f"Season of {own_name}",
        seed_told(seed) or new_seed(),
        Plan(
            kind=_kind(kind), order=order, rounds=rounds, size=size, variants=tuple(variant or ())
        ),
        fighters or (),
        own_name=own_name,
        led_by=led_by,
        others=stables,
        bot_name=bot,
    )
    now = SeasonFile(file).create(season)
    console = console_for()
    say(console, season.heading.title, "bold")
    say(console, f"{len(now.places)} stables, {battles_in_all(now)} battles.")
    tell_next(console, now)


def ready_made_four() -> tuple[Any, ...]:
    """The first four of the ready-made fighters."""
    return tuple(ready_made().values())[:4]


@season_app.command(name="next")
def next_(
    file: File,
    play: Annotated[bool, typer.Option("--play", help="Lead your side yourself, here.")] = False,
    count: Annotated[int, typer.Option(min=1, help="How many battles.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="All that are left.")] = False,
) -> None:
    """Fight the next battle: by bots, or with --play at this terminal."""
    if play and (everything or count > 1):
        raise BadRequest("one battle at a time is played by hand", at="--play")
    console, store = console_for(), SeasonFile(file)
    now = store.read()
    left = battles_in_all(now) if everything else count
    while left:
        now = _begun(store, now)
        battle = now.under_way
        if battle is None:
            say(console, "The season is over.")
            show_table(console, now)
            return
        then = _fought(console, store, now, battle, play)
        if then is None:
            return
        now, left = then, left - 1
        if out_of_fighters(now):
            break  # the season would go on without those whose it is
    tell_next(console, now)


def _begun(store: SeasonFile, now: Standing) -> Standing:
    """The season with a battle under way, if there is one left."""
    if now.under_way is None:
        now = store.add(now, *housekeeping(now))
        battle = next_battle(now)
        if battle is not None:
            now = store.add(now, battle)
    return now


def _fought(
    console: Console, store: SeasonFile, now: Standing, battle: BattleBegun, play: bool
) -> Standing | None:
    """The season after the battle under way; None if somebody left the table before its end."""
    path = store.match_path(battle.battle)
    if path.exists():
        match: Match[Any, Any] = Match.load(read_record_file(path), SYSTEMS)
        check_match(now, match)
    elif play:
        match = match_of(now, battle)
    else:
        match = fought_by_bots(now, battle)
    if match.outcome is None:
        if not play:
            message = f"battle {battle.battle} is being played by hand; --play goes on with it"
            raise BadRequest(message, at=str(path))
        if ME not in players_of(now.season, battle):
            say(console, "None of yours fights in this battle: watch it.")
        keep = partial(_keep, path)
        keep(match)
        people = [player == ME for player in players_of(now.season, battle)]
        bots = bots_of(now.season, battle)
        seats = [None if mine else bot for mine, bot in zip(people, bots, strict=True)]
        Play(match, seats, console, Lines(console), keep).run()
        if match.outcome is None:
            say(console, f"Battle {battle.battle} waits in {path}; --play goes on with it.")
            return None
    fought = result_of(now, match)
    now = store.add(now, fought)
    tell_result(console, now, battle, fought)
    return now


def _keep(path: Path, match: Match[Any, Any]) -> None:
    write_file(path, match.save(reveal_seed=True), FORMAT, durable=True)


@season_app.command()
def write(file: File, match: Annotated[Path, typer.Argument(help="The file to make.")]) -> None:
    """Write the next battle as a match, to be played elsewhere and read back."""
    store = SeasonFile(file)
    now = _begun(store, store.read())
    if now.under_way is None:
        raise BadRequest("the season is over")
    write_record_file(match, match_of(now, now.under_way).save(reveal_seed=True))
    say(console_for(), f"Battle {now.under_way.battle} is in {match}: {pairing(now)}.")


@season_app.command()
def read(file: File, match: Annotated[Path, typer.Argument(help="The match's record.")]) -> None:
    """Count the battle under way from the record of its match, once it is fought out."""
    store, console = SeasonFile(file), console_for()
    now = store.read()
    battle = now.under_way
    try:
        fought = read_battle(now, read_record_file(match))
    except BadSave as error:
        said = f"{match.name}: {error.message}"
        raise error.restated(BadSave, at=error.at, message=said) from None
    assert battle is not None  # else it would have been refused
    now = store.add(now, fought)
    tell_result(console, now, battle, fought)
    tell_next(console, now)


@season_app.command()
def show(
    file: File,
    name: Annotated[str | None, typer.Argument(help="One fighter, with its history.")] = None,
) -> None:
    """Print the standings, the next battle and your fighters; or one fighter's history."""
    console, now = console_for(), SeasonFile(file).read()
    if name is not None:
        show_fighter(console, now, now.fighter(name))
        return
    say(console, now.season.heading.title, "bold")
    say(console, f"{len(now.fought)} of {battles_in_all(now)} battles fought.", "dim")
    console.print()
    show_table(console, now)
    for stable in now.own:
        console.print()
        show_stable(console, now, stable)
    console.print()
    tell_next(console, now)


@season_app.command()
def spend(
    file: File,
    name: Who,
    attribute: Annotated[str, typer.Argument(metavar="STR|DEX", help="What is bought.")],
) -> None:
    """Buy a point of STR or DEX with a fighter's experience."""
    store = SeasonFile(file)
    now = store.read()
    fighter = own_fighter(now, name)
    now = store.add(now, PointBought(fighter.name, attribute_named(attribute)))
    _show_sheet(now, name)


@season_app.command()
def arm(
    file: File,
    name: Who,
    armour: Annotated[str | None, typer.Option(help="The armour to wear.")] = None,
    item: Annotated[
        list[str] | None, typer.Option(help="A weapon or shield to carry; all of them anew.")
    ] = None,
    ready: Annotated[
        list[str] | None, typer.Option(help="What is in hand on entering, main hand first.")
    ] = None,
) -> None:
    """Change a fighter's armour and arms between battles."""
    store = SeasonFile(file)
    now = store.read()
    sheet = own_fighter(now, name).sheet
    items = sheet.items if item is None else tuple(item)
    held = sheet.ready if item is None else None
    now = store.add(
        now,
        Rearmed(
            sheet.name,
            sheet.armour if armour is None else armour,
            items,
            held if ready is None else tuple(ready),
        ),
    )
    _show_sheet(now, name)


@season_app.command()
def hire(
    file: File,
    roster: Annotated[Path | None, typer.Option(help="The roster the fighter is on.")] = None,
    name: Annotated[str | None, typer.Option(help="Which of its fighters.")] = None,
    stable: Annotated[
        str, typer.Option(help="Which of your stables; else the first with a free place.")
    ] = "",
) -> None:
    """Fill a dead fighter's place in your stable: with a recruit, or one from a roster."""
    store = SeasonFile(file)
    now = store.read()
    if (roster is None) != (name is None):
        raise BadRequest("--roster and --name go together", at="--name")
    sheet = None
    if roster is not None and name is not None:
        sheet = load_roster(roster, variants=now.variants).sheet(name)
    step = hiring(now, own_stable(now, stable), sheet)
    now = store.add(now, step)
    _show_sheet(now, step.sheet.name)


@season_app.command()
def roster(file: File, out: Annotated[Path, typer.Argument(help="The roster to write.")]) -> None:
    """Write your stable as a roster, with everybody's history."""
    now = SeasonFile(file).read()
    fighters = [f for f in now.fighters.values() if f.stable in now.own]
    if not fighters:
        raise BadRequest("no stable of this season is your own")
    enlisted = tuple(Enlisted(f.sheet, f.history, f.alive) for f in fighters)
    write_roster(out, Roster(listed([now.stable_name(one) for one in now.own]), enlisted))


def _show_sheet(now: Standing, name: str) -> None:
    show_sheet(console_for(), record_sheet(now.fighter(name).sheet, variants=now.variants))


def _kind(text: str) -> Kind:
    kinds: dict[str, Kind] = {"death": "death", "arena": "arena", "practice": "practice"}
    if text not in kinds:
        raise BadRequest(f"no kind of battle {text!r}; there are {', '.join(kinds)}", at="--kind")
    return kinds[text]
