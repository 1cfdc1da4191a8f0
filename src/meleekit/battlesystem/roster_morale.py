"""Morale Checks of a battle on a real table, and tries to rally."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from meleekit.battlesystem.morale_sums import morale_parts, morale_roll, reasons
from meleekit.battlesystem.roster_book import MoraleChecked
from meleekit.battlesystem.roster_moment import Standing, UnitNow, given
from meleekit.core.dice import Dice
from meleekit.core.errors import BadDice, IllegalAction
from meleekit.core.game import Modifier


class Checked(msgspec.Struct, frozen=True):
    """What came of a Morale Check: the parts of current morale, the total of 2d10, the end."""

    parts: tuple[Modifier, ...]
    total: int
    passed: bool


def morale_of(now: Standing, unit: UnitNow, because: Iterable[str] = ()) -> tuple[Modifier, ...]:
    """The parts of a unit's current morale (BAT-MOR-03). Raises `IllegalAction` for no morale."""
    base = unit.unit.morale
    if base == "none":
        raise IllegalAction("BAT-MOR-04", f"{unit.unit.name} never checks morale")
    causes, known = list(dict.fromkeys(because)), reasons(now.tables)
    for name in causes:
        if name not in known:
            raise IllegalAction("BAT-MOR-03", f"no reason {name!r}; there are {', '.join(known)}")
    if unit.unit.commander and not unit.commander and "commander_killed" not in causes:
        causes.append("commander_killed")
    charisma = None
    if unit.commander and unit.unit.charisma:
        name = f"charisma of {unit.unit.commander}"
        charisma = Modifier(name, unit.unit.charisma, "BAT-MOR-03")
    return morale_parts(
        base,
        unit.unit.figures,
        unit.figures,
        now.tables,
        closed=now.tables.formations[unit.formation].close,
        because=causes,
        charisma=charisma,
    )


def check(now: Standing, name: str, because: Iterable[str], rally: bool, dice: Dice) -> Checked:
    """A Morale Check that is due, or a routed unit's try to rally. Raises by the rule."""
    unit = now.unit(name)
    said = unit.unit.name
    parts = morale_of(now, unit, because)
    if not unit.figures or unit.gone:
        raise IllegalAction("BAT-LOSS-10", f"nothing is left of {said}")
    if rally and not unit.routed:
        raise IllegalAction("BAT-MOR-06", f"{said} does not rout")
    if not rally and unit.routed:
        raise IllegalAction("BAT-MOR-09", f"{said} routs, and makes no further check but to rally")
    if not rally and not unit.check_due:
        raise IllegalAction("BAT-MOR-01", f"no Morale Check of {said} is due")
    try:
        total, passed = morale_roll(parts, dice, f"{'rally' if rally else 'morale'} of {said}")
    except BadDice as error:
        raise BadDice(error.message, rule="BAT-VAL-06", at=error.at) from None
    return Checked(parts, total, passed)


def after_check(now: Standing, step: MoraleChecked) -> Standing:
    """The battle after a Morale Check or a try to rally. Raises what the rules refuse."""
    dice = given(step.dice)
    found = check(now, step.unit, step.because, step.rally, dice)
    dice.check_used_up()
    unit = now.unit(step.unit)
    if step.rally:
        if found.passed:  # BAT-MOR-06
            unit = msgspec.structs.replace(unit, routed=False, formation="open")
        return now.having(unit)
    unit = msgspec.structs.replace(unit, due=0)
    if not found.passed:  # BAT-MOR-05
        if now.tables.formations[unit.formation].close:
            unit = msgspec.structs.replace(unit, formation="open")
        else:
            unit = msgspec.structs.replace(unit, routed=True)
    return now.having(unit)
