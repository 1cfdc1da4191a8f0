"""Units and melees of BATTLESYSTEM in print: the sums, the odds, what the dice made of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console

from meleekit.battlesystem.calculator import Fighting, Melee, Odds, fighting_from
from meleekit.battlesystem.crt import Crt, load_crt
from meleekit.battlesystem.melee import Suffered
from meleekit.battlesystem.spoken import spoken
from meleekit.battlesystem.sums import (
    Line,
    base_lines,
    exact_words,
    loss_lines,
    rating_lines,
    struck_lines,
    why_none,
)
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import Profile, Unit, profile_of, unit_from
from meleekit.core.typed import about, read_toml
from meleekit.terminal.odds import exact, percent
from meleekit.terminal.page import add_row, columns, put, say


def unit_told(text: str) -> dict[str, Any]:
    """A unit as it was told at the command line, as plain data.

    The first part may be a TOML file that the unit builder wrote; the rest then changes it.
    Raises `BadSetup` naming the field.
    """
    first, comma, rest = text.partition(",")
    path = Path(first.strip())
    if path.suffix.casefold() != ".toml":
        return spoken(text)
    return {**read_toml(path), **(spoken(rest, troop_first=False) if comma else {})}


def crt_told(path: Path | None) -> Crt:
    """The Combat Results Table: that of a file, or the one that comes with the game."""
    return default_tables().crt if path is None else load_crt(path)


def show_crt(console: Console, crt: Crt) -> None:
    """Which table is in use, whether the example of the rules holds, and what is odd about it."""
    note = "reconstructed, since the printed one is lost" if crt.reconstructed else "loaded"
    say(console, f"Combat Results Table: {crt.title} ({note})", note=crt.hash[:12])
    for oddity in crt.oddities[:5]:
        say(console, f"Look again: {oddity}.", "red")
    if len(crt.oddities) > 5:
        say(console, f"… and {len(crt.oddities) - 5} more of this kind.", "red")


def show_melee(console: Console, melee: Melee) -> None:
    """Both sums as far as they go without dice, and the exact casualties."""
    odds = melee.odds()
    for number, (own, attack) in enumerate(zip(melee.sides, melee.attacks, strict=True)):
        enemy = melee.sides[1 - number]
        console.print()
        say(console, f"{own.unit.name} attacks {enemy.unit.name}", "bold")
        if attack is None:
            say(console, why_none(melee, number), indent=2)
            continue
        show_lines(console, base_lines(own, enemy, attack))
        show_casualties(console, enemy, odds[1 - number])


def show_casualties(console: Console, side: Fighting, odds: Odds) -> None:
    """What a unit may lose, each with its exact chance, and the mean."""
    say(console, f"{side.unit.name} may lose, of {side.ranks.figures}:", indent=2)
    table = columns("right ", "", "right ", "dim", "right ", "dim")
    add_row(table, ("    figures", "", "chance", "", "or more", ""))
    for way in odds.ways:
        least = odds.chance_of(way.lost)
        wound = "1 wounded" if way.wounded else ""
        cells = (percent(way.chance), exact(way.chance), percent(least), exact(least))
        add_row(table, (str(way.lost), wound, *cells))
    put(console, table)
    mean = odds.mean_lost
    say(console, f"mean: {float(mean):.2f} figures", indent=2, note=exact(mean))


def show_result(console: Console, melee: Melee, fared: tuple[Suffered, Suffered]) -> None:
    """Every step of both sums with the dice in, and what both units lose."""
    for number, (attack, own) in enumerate(zip(melee.attacks, fared, strict=True)):
        side, enemy = melee.sides[number], melee.sides[1 - number]
        console.print()
        if attack is None:
            say(console, why_none(melee, number))
            continue
        say(console, f"{side.unit.name} strikes {enemy.unit.name}", "bold")
        show_lines(console, struck_lines(attack, own.struck))
        say(console, f"{enemy.unit.name}:", indent=2)
        show_lines(console, loss_lines(enemy, fared[1 - number]))


def show_lines(console: Console, lines: Iterable[Line]) -> None:
    """A sum, a line each."""
    table = columns("right ", "", "dim")
    for line in lines:
        add_row(table, (f"      {line.amount}", line.name, line.rule))
    put(console, table)


def fighter_told(text: str, at: str) -> Fighting:
    """A unit and what it does, as it was told. Raises `BadSetup` naming unit, field and rule."""
    with about(at):
        return fighting_from(unit_told(text))


def show_unit(console: Console, unit: Unit) -> None:
    """A unit with what follows from it, and each number's reasons."""
    profile = profile_of(unit)
    say(console, unit.name, "bold", note=unit.troop)
    size = {"S": "small", "M": "man-sized", "L": "large"}[unit.size]
    shield = "with shields" if unit.shield else "without shields"
    figures = "1 figure" if unit.figures == 1 else f"{unit.figures} figures"
    say(console, f"{figures} of {unit.ratio} ({size}, {unit.hd} HD), {shield}", indent=2)
    hd = profile.figure_hd
    table = columns("", "", "dim")
    add_row(table, ("  figure HD", f"{hd}, together {hd * unit.figures}", "BAT-UNIT-04"))
    add_row(table, ("  armour class", str(unit.ac), ""))
    morale = "never checks" if profile.morale is None else str(profile.morale)
    add_row(table, ("  morale", morale, "BAT-MOR-03"))
    add_row(table, ("  movement", f'{unit.move}", {profile.move} cells', "BAT-MOVE-01"))
    add_row(table, ("  attacks", _attacks(profile), "BAT-MULT-01"))
    put(console, table)
    say(console, "base Attack Rating:", indent=2)
    show_lines(console, rating_lines(profile.base_rating, "base AR", "BAT-AR-04"))
    say(console, "damage:", indent=2)
    table = columns("", "", "", "dim")
    for arm in profile.arms.values():
        held = " (in hand)" if arm.name == unit.in_hand else ""
        small, large = arm.against("M"), arm.against("L")
        ranks = f"{arm.support_ranks} ranks behind" if arm.support_ranks else ""
        cells = (
            f"small, man-sized {small.dice}: {small.words}",
            f"large {large.dice}: {large.words}",
        )
        add_row(table, (f"    {arm.name}{held}", *cells, ranks))
    put(console, table)
    for note in unit.notes:
        say(console, note, "dim", indent=2)


def _attacks(profile: Profile) -> str:
    usual = exact_words(profile.attacks)
    if profile.fighter_level > 1:
        return f"{usual}, {profile.fighter_level} against level 0 and less than 1 HD"
    return usual


def unit_built(text: str) -> Unit:
    """A checked unit as it was told. Raises `BadSetup` naming the field and the rule."""
    return unit_from(unit_told(text))


def list_troops(console: Console, tables: Tables | None = None) -> None:
    """The ready troop types."""
    tables = tables or default_tables()
    table = columns("bold", "", "", "right ", "right ", "right ", "right ", "", "right ", "right ")
    add_row(table, ("", "", "", "HD", "figure", "AC", "AR", "weapon", "move", "morale"))
    for troop in tables.troops.values():
        unit = unit_from({"troop": troop.id, "figures": 1}, tables)
        profile = profile_of(unit, tables)
        cells = (troop.id, f"{unit.ratio}:1", unit.size, unit.hd, str(profile.figure_hd))
        weapon = f"{unit.in_hand} {profile.arms[unit.in_hand].against('M').dice}"
        shield = "s" if unit.shield else ""
        more = (f"{unit.ac}{shield}", str(profile.base_ar), weapon, f'{unit.move}"')
        add_row(table, (*cells, *more, str(unit.morale)))
    put(console, table)
    say(console, "An s beside the armour class is a shield.", "dim")


def list_weapons(console: Console, tables: Tables | None = None) -> None:
    """The weapons with their damage, and the armour classes."""
    tables = tables or default_tables()
    table = columns("bold", "", "", "dim")
    add_row(table, ("", "against S, M", "against L", "ranks behind"))
    for weapon in tables.weapons.values():
        ranks = str(weapon.support_ranks or "")
        add_row(table, (weapon.name, weapon.damage_sm, weapon.damage_l, ranks))
    put(console, table)
    console.print()
    table = columns("bold", "right ", "dim")
    for armour in tables.armours.values():
        add_row(table, (armour.name, f"AC {armour.ac}", armour.edition))
    put(console, table)
