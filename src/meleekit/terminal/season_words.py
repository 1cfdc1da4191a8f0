"""A season in the terminal: what happened, what comes next, who leads, how one fighter fared."""

from __future__ import annotations

from rich.console import Console

from meleekit.core.phrases import listed
from meleekit.season.battles import verdict_words
from meleekit.season.book import BattleBegun, BattleFought
from meleekit.season.stables import coming
from meleekit.season.standing import Fighter, Standing
from meleekit.terminal.page import add_row, columns, put, say
from meleekit.terminal.rosters import show_sheet
from meleekit.tft.phrases import signed
from meleekit.tft.record_sheet import record_sheet


def pairing(now: Standing) -> str:
    """The battle under way: who fights, and for which stable."""
    battle = now.under_way
    sides = battle.parties if battle is not None else ()
    return " against ".join(
        f"{listed(party.fighters)} ({now.stable_name(party.stable)})" for party in sides
    )


def tell_next(console: Console, now: Standing) -> None:
    """What comes next, or is under way."""
    if now.under_way is not None:
        say(console, f"Battle {now.under_way.battle} is under way: {pairing(now)}.")
        return
    battle = coming(now)
    if battle is None:
        say(console, "The season is over.")
        return
    if out_of_fighters(now):
        say(console, "Nobody of yours is left: season hire finds somebody.")
    stables = " against ".join(now.stable_name(party.stable) for party in battle.parties)
    say(console, f"Next is battle {battle.battle}: {stables}.")


def out_of_fighters(now: Standing) -> bool:
    """Whether a stable that a person leads has nobody left."""
    return any(not now.living(stable) for stable in now.own)


def tell_result(console: Console, now: Standing, battle: BattleBegun, fought: BattleFought) -> None:
    """How a battle ended, and what it made of everybody in it."""
    sides = " against ".join(
        f"{listed(party.fighters)} ({now.stable_name(party.stable)})" for party in battle.parties
    )
    say(console, f"Battle {battle.battle}: {sides}", "bold")
    say(console, f"{verdict_words(now, fought)}, after {fought.turns} turns.", indent=2)
    for fate in fought.fates:
        how = (
            "dead"
            if not fate.alive
            else f"{fate.hits} hits taken, healed"
            if fate.hits
            else "unhurt"
        )
        gained = f", {signed(fate.xp)} XP" if fate.xp else ""
        say(console, f"{fate.fighter}: {how}{gained}", indent=2, note=fate.rule)
    console.print()


def show_table(console: Console, now: Standing) -> None:
    """The table of standings."""
    table = columns(
        "right ", "", "right ", "right ", "right ", "right ", "right ", "right ", "bold"
    )
    add_row(table, ("", "", "fought", "won", "drawn", "lost", "slain", "fallen", "points"))
    for rank, place in now.table:
        figures = (place.fought, place.won, place.drawn, place.lost, place.slain, place.fallen)
        name = now.stable_name(place.stable)
        add_row(table, (str(rank), name, *map(str, figures), str(place.points)))
    put(console, table)


def show_stable(console: Console, now: Standing, stable: int) -> None:
    """A stable with all who were ever in it."""
    say(console, now.stable_name(stable), "bold")
    table = columns("", "right ", "right ", "right ", "right ", "")
    add_row(table, ("", "STR", "DEX", "XP", "battles", ""))
    for fighter in now.fighters.values():
        if fighter.stable == stable:
            sheet = fighter.sheet
            figures = (sheet.strength, sheet.dexterity, sheet.xp, fighter.battles)
            add_row(table, (sheet.name, *map(str, figures), _note(now, fighter)))
    put(console, table)


def _note(now: Standing, fighter: Fighter) -> str:
    if not fighter.alive:
        return "dead"
    if now.in_battle(fighter.name):
        return "in battle"
    return "can buy a point" if fighter.can_buy else ""


def show_fighter(console: Console, now: Standing, fighter: Fighter) -> None:
    """One fighter with its history."""
    show_sheet(console, record_sheet(fighter.sheet, variants=now.variants))
    where = f"of {now.stable_name(fighter.stable)}" + ("" if fighter.alive else ", dead")
    say(console, where, indent=2)
    for line in fighter.history:
        say(console, line, indent=2)
