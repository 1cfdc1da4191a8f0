"""Melees of a battle on a real table: who may strike, what the dice make of it."""

from __future__ import annotations

import msgspec

from meleekit.battlesystem.calculator import Fighting, Melee, fighting, melee
from meleekit.battlesystem.losses import Ranks
from meleekit.battlesystem.melee import Suffered
from meleekit.battlesystem.morale_sums import COMMANDER_KILLED, commander_falls, losses_noted
from meleekit.battlesystem.roster_book import MeleeFought, Striker
from meleekit.battlesystem.roster_moment import Standing, UnitNow, given
from meleekit.core.dice import Dice
from meleekit.core.errors import IllegalAction


class Fought(msgspec.Struct, frozen=True):
    """What came of a melee: its sums, how both fared, and which commanders were in danger.

    `risks` holds for each (unit, total of 2d6 or 0, whether its commander fell).
    """

    melee: Melee
    fared: tuple[Suffered, Suffered]
    risks: tuple[tuple[str, int, bool], ...]


def melee_of(now: Standing, first: Striker, second: Striker) -> Melee:
    """The melee of two units as they stand. Raises `IllegalAction` or `BadSetup` by its rule."""
    one, other = now.unit(first.unit), now.unit(second.unit)
    if one.side == other.side:
        said = f"{one.unit.name} and {other.unit.name} are on one side"
        raise IllegalAction("BAT-ELIG-01", said)
    free = first.moment.free_attack or second.moment.free_attack
    if not free and other.unit.name in one.met:
        said = f"{one.unit.name} and {other.unit.name} have fought this round"
        raise IllegalAction("BAT-VAL-04", said)
    return melee(
        _fighting(now, one, first, free),
        _fighting(now, other, second, free),
        daylight=now.book.heading.daylight,
        crt=now.crt,
        tables=now.tables,
    )


def _fighting(now: Standing, unit: UnitNow, told: Striker, free: bool) -> Fighting:
    """A unit in a melee: those who were there when the phase began, less those who have fought."""
    name, moment = unit.unit.name, told.moment
    if not unit.fresh or unit.gone:
        raise IllegalAction("BAT-LOSS-10", f"nothing is left of {name}")
    weapon = _weapon(unit, told.weapon)
    idle = unit.routed or unit.fled or (free and not moment.free_attack)
    if idle and (moment.contact or moment.support):
        rule = "BAT-MOR-09" if unit.routed else "BAT-PROC-10"
        raise IllegalAction(rule, f"{name} flees or routs, and makes no attack")
    if idle:
        moment = msgspec.structs.replace(moment, contact=0, support=0)
    # A free attack is made by the figures of that moment, apart from the phase (BAT-END-05).
    left = unit.figures if free else unit.fresh - unit.engaged
    if moment.commander_fights and unit.unit.commander and not unit.commander:
        raise IllegalAction("BAT-MOR-08", f"{unit.unit.commander} is dead")
    if moment.contact is None:
        moment = msgspec.structs.replace(moment, contact=min(unit.unit.files, left))
    as_it_is = msgspec.structs.replace(unit.unit, formation=unit.formation, in_hand=weapon)
    ranks = Ranks(unit.figures, unit.wounded)
    return fighting(as_it_is, moment, now.tables, ranks=ranks, free=left)


def _weapon(unit: UnitNow, weapon: str) -> str:
    """The weapon in hand, changed before the unit's first melee of a round (BAT-WPN-02, WPN-03)."""
    if not weapon or weapon == unit.weapon:
        return unit.weapon
    if unit.met:
        said = f"{unit.unit.name} has fought this round with {unit.weapon}"
        raise IllegalAction("BAT-WPN-03", said)
    return carried(unit, weapon)


def carried(unit: UnitNow, weapon: str) -> str:
    """A weapon that the unit carries. Raises `IllegalAction` for another (BAT-WPN-02)."""
    names = [one if isinstance(one, str) else one.name for one in unit.unit.weapons]
    if weapon not in names:
        said = f"{unit.unit.name} does not carry {weapon!r}; it carries {', '.join(names)}"
        raise IllegalAction("BAT-VAL-02", said)
    return weapon


def fight(now: Standing, first: Striker, second: Striker, dice: Dice) -> Fought:
    """What the dice make of a melee, commanders in danger after it (BAT-MOR-08)."""
    asked = melee_of(now, first, second)
    fared = asked.fight(dice)
    risks = []
    for side, own in zip(asked.sides, fared, strict=True):
        leads = side.how.commander_fights and now.unit(side.unit.name).commander
        if leads and own.left.figures < side.ranks.figures:
            total, fell = commander_falls(own.left.figures, side.unit.commander, dice)
            risks.append((side.unit.name, total, fell))
    return Fought(asked, fared, tuple(risks))


def after_melee(now: Standing, step: MeleeFought) -> Standing:
    """The battle after a melee. Raises what the rules refuse."""
    dice = given(step.dice)
    fought = fight(now, step.first, step.second, dice)
    dice.check_used_up()
    free = any(side.how.on_flight for side in fought.melee.sides)
    fallen = {name for name, _, fell in fought.risks if fell}
    changed = []
    for n, (side, own) in enumerate(zip(fought.melee.sides, fought.fared, strict=True)):
        unit, enemy = now.unit(side.unit.name), fought.melee.sides[1 - n]
        due, used = unit.due, unit.used
        if own.left.figures < unit.figures:
            start = unit.unit.figures
            due, used = losses_noted(start, own.left.figures, due, used)
        killed = side.unit.name in fallen
        changed.append(
            msgspec.structs.replace(
                unit,
                figures=own.left.figures,
                wounded=own.left.wounded,
                weapon=side.weapon,
                # Who routs checks no more (BAT-MOR-09).
                due=0 if unit.routed else due | (COMMANDER_KILLED if killed else 0),
                used=used,
                commander=unit.commander and not killed,
                engaged=unit.engaged + (0 if free else side.contact + side.support),
                met=unit.met if free else (*unit.met, enemy.unit.name),
                fled=unit.fled or enemy.how.on_flight,
            )
        )
    return now.having(*changed)
