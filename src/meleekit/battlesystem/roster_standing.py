"""How a battle on a real table stands: figures, wounds, Morale Checks due, from its book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

import msgspec

from meleekit.battlesystem import morale_sums as morale
from meleekit.battlesystem.calculator import Fighting, Melee, fighting, melee
from meleekit.battlesystem.crt import Crt
from meleekit.battlesystem.losses import Ranks
from meleekit.battlesystem.melee import Suffered
from meleekit.battlesystem.roster_book import (
    MOST_STEPS,
    AnyStep,
    Book,
    Corrected,
    MeleeFought,
    MoraleChecked,
    RoundBegun,
    Striker,
    check_heading,
)
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import FormationName, Profile, Unit, profile_of
from meleekit.core.dice import Dice, Given, Roll
from meleekit.core.errors import (
    BadDice,
    BadSave,
    BadSetup,
    IllegalAction,
    MeleekitError,
    TooLarge,
)
from meleekit.core.game import Modifier
from meleekit.core.typed import under

BY_REFEREE = 16
"""A Morale Check that the referee called for, beside those of `morale_sums`."""
DUE_WORDS = {
    morale.LOST_25: "a quarter lost",
    morale.LOST_50: "half lost",
    morale.LOST_MORE: "more lost",
    morale.COMMANDER_KILLED: "commander killed",
    BY_REFEREE: "called for",
}


class UnitNow(msgspec.Struct, frozen=True):
    """A unit at one moment; `unit` is as it began.

    `fresh` are the figures it had when the round began, which is how many may attack in it
    (BAT-PROC-09), `engaged` how many of them have; `met` whom it fought this round.
    """

    unit: Unit
    side: int
    figures: int
    wounded: int
    formation: FormationName
    weapon: str
    commander: bool
    fresh: int
    engaged: int = 0
    met: tuple[str, ...] = ()
    fled: bool = False
    routed: bool = False
    gone: bool = False
    due: int = 0
    used: int = 0

    @property
    def check_due(self) -> bool:
        """Whether a Morale Check is due (BAT-MOR-01, MOR-04, MOR-09)."""
        checks = self.unit.morale != "none"
        return bool(self.due and checks and self.figures and not self.routed and not self.gone)

    @property
    def due_words(self) -> tuple[str, ...]:
        """What made it due."""
        return tuple(said for bit, said in DUE_WORDS.items() if self.due & bit)


class Standing(msgspec.Struct, frozen=True):
    """A battle after all steps of its book. `round` counts from 1; `profiles` are by name."""

    book: Book
    crt: Crt
    tables: Tables
    round: int
    units: Mapping[str, UnitNow]
    profiles: Mapping[str, Profile]

    def unit(self, name: str) -> UnitNow:
        """The unit of that name, in any case. Raises `IllegalAction` with those of the book."""
        for known, unit in self.units.items():
            if known.casefold() == name.strip().casefold():
                return unit
        near = get_close_matches(name, self.units, n=3, cutoff=0.5) or list(self.units)
        raise IllegalAction("BAT-STATE-02", f"no unit {name!r}; there are {', '.join(near)}")

    def of_side(self, side: int) -> tuple[UnitNow, ...]:
        """Its units in their order."""
        return tuple(unit for unit in self.units.values() if unit.side == side)


class Fought(msgspec.Struct, frozen=True):
    """What came of a melee: its sums, how both fared, and which commanders were in danger.

    `risks` holds for each (unit, total of 2d6 or 0, whether its commander fell).
    """

    melee: Melee
    fared: tuple[Suffered, Suffered]
    risks: tuple[tuple[str, int, bool], ...]


class Checked(msgspec.Struct, frozen=True):
    """What came of a Morale Check: the parts of current morale, the total of 2d10, the end."""

    parts: tuple[Modifier, ...]
    total: int
    passed: bool


def opening(book: Book, tables: Tables | None = None) -> Standing:
    """The battle before its first step. Raises `BadSave` for a heading that is refused."""
    tables = tables or default_tables()
    try:
        crt = check_heading(book.heading, tables)
    except BadSetup as error:
        raise error.restated(BadSave, at=under("heading", error.at)) from None
    units, profiles = {}, {}
    for number, side in enumerate(book.heading.sides):
        for unit in side.units:
            profiles[unit.name] = profile_of(unit, tables)
            units[unit.name] = UnitNow(
                unit=unit,
                side=number,
                figures=unit.figures,
                wounded=unit.wounded,
                formation=unit.formation,
                weapon=unit.in_hand,
                commander=bool(unit.commander),
                fresh=unit.figures,
            )
    return Standing(msgspec.structs.replace(book, steps=()), crt, tables, 1, units, profiles)


def standing(book: Book, tables: Tables | None = None) -> Standing:
    """The battle as its book tells it, every step taken again.

    Raises `BadSave` naming the step that the rules refuse.
    """
    now = opening(book, tables)
    for number, step in enumerate(book.steps):
        try:
            now = stepped(now, step)
        except MeleekitError as error:
            raise error.restated(BadSave, at=f"steps[{number}]") from None
    return msgspec.structs.replace(now, book=book)


def after(now: Standing, step: AnyStep) -> Standing:
    """The battle after one more step, which its book then holds.

    Raises what the rules refuse; nothing is changed by it.
    """
    if len(now.book.steps) >= MOST_STEPS:
        raise TooLarge(f"a battle has at most {MOST_STEPS} steps")
    steps = (*now.book.steps, step)
    then = stepped(now, step)
    return msgspec.structs.replace(then, book=msgspec.structs.replace(now.book, steps=steps))


def stepped(now: Standing, step: AnyStep) -> Standing:
    """What a step makes of everybody; the book stays as it was."""
    match step:
        case RoundBegun():
            return _next_round(now)
        case MeleeFought():
            return _after_melee(now, step)
        case MoraleChecked():
            return _after_check(now, step)
        case Corrected():
            return _corrected(now, step)


def _with(now: Standing, *changed: UnitNow) -> Standing:
    units = {**now.units, **{unit.unit.name: unit for unit in changed}}
    return msgspec.structs.replace(now, units=units)


# -- rounds ------------------------------------------------------------------------------------


def _next_round(now: Standing) -> Standing:
    """A new round, once all checks that are due were made (BAT-MOR-02, BAT-SEQ-01)."""
    waiting = [unit.unit.name for unit in now.units.values() if unit.check_due]
    if waiting:
        said = f"Morale Checks come before the round ends: {', '.join(waiting)}"
        raise IllegalAction("BAT-MOR-02", said)
    fresh = [
        msgspec.structs.replace(unit, fresh=unit.figures, engaged=0, met=(), fled=False)
        for unit in now.units.values()
    ]
    return msgspec.structs.replace(_with(now, *fresh), round=now.round + 1)


# -- melees ------------------------------------------------------------------------------------


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
    return _carried(unit, weapon)


def _carried(unit: UnitNow, weapon: str) -> str:
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
            total, fell = morale.commander_falls(own.left.figures, side.unit.commander, dice)
            risks.append((side.unit.name, total, fell))
    return Fought(asked, fared, tuple(risks))


def _after_melee(now: Standing, step: MeleeFought) -> Standing:
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
            due, used = morale.losses_noted(start, own.left.figures, due, used)
        killed = side.unit.name in fallen
        changed.append(
            msgspec.structs.replace(
                unit,
                figures=own.left.figures,
                wounded=own.left.wounded,
                weapon=side.weapon,
                # Who routs checks no more (BAT-MOR-09).
                due=0 if unit.routed else due | (morale.COMMANDER_KILLED if killed else 0),
                used=used,
                commander=unit.commander and not killed,
                engaged=unit.engaged + (0 if free else side.contact + side.support),
                met=unit.met if free else (*unit.met, enemy.unit.name),
                fled=unit.fled or enemy.how.on_flight,
            )
        )
    return _with(now, *changed)


# -- morale ------------------------------------------------------------------------------------


def morale_of(now: Standing, unit: UnitNow, because: Iterable[str] = ()) -> tuple[Modifier, ...]:
    """The parts of a unit's current morale (BAT-MOR-03). Raises `IllegalAction` for no morale."""
    base = unit.unit.morale
    if base == "none":
        raise IllegalAction("BAT-MOR-04", f"{unit.unit.name} never checks morale")
    causes = list(dict.fromkeys(because))
    for name in causes:
        if name not in now.tables.morale_modifiers or name in ("lost_50", "lost_75", "closed"):
            told = [
                one
                for one in now.tables.morale_modifiers
                if one not in ("lost_50", "lost_75", "closed")
            ]
            said = f"no reason {name!r}; there are {', '.join(told)}"
            raise IllegalAction("BAT-MOR-03", said)
    if unit.unit.commander and not unit.commander and "commander_killed" not in causes:
        causes.append("commander_killed")
    charisma = None
    if unit.commander and unit.unit.charisma:
        name = f"charisma of {unit.unit.commander}"
        charisma = Modifier(name, unit.unit.charisma, "BAT-MOR-03")
    return morale.morale_parts(
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
        total, passed = morale.morale_roll(
            parts, dice, f"{'rally' if rally else 'morale'} of {said}"
        )
    except BadDice as error:
        raise BadDice(error.message, rule="BAT-VAL-06", at=error.at) from None
    return Checked(parts, total, passed)


def _after_check(now: Standing, step: MoraleChecked) -> Standing:
    dice = given(step.dice)
    found = check(now, step.unit, step.because, step.rally, dice)
    dice.check_used_up()
    unit = now.unit(step.unit)
    if step.rally:
        if found.passed:  # BAT-MOR-06
            unit = msgspec.structs.replace(unit, routed=False, formation="open")
        return _with(now, unit)
    unit = msgspec.structs.replace(unit, due=0)
    if not found.passed:  # BAT-MOR-05
        if now.tables.formations[unit.formation].close:
            unit = msgspec.structs.replace(unit, formation="open")
        else:
            unit = msgspec.structs.replace(unit, routed=True)
    return _with(now, unit)


# -- what the referee sets -----------------------------------------------------------------------


def _corrected(now: Standing, step: Corrected) -> Standing:
    """What the referee says goes; only what no unit can be is refused (BAT-UNIT-06)."""
    unit = now.unit(step.unit)
    figures = unit.figures if step.figures is None else step.figures
    wounded = unit.wounded if step.wounded is None else step.wounded
    if figures > unit.unit.figures:
        said = f"{unit.unit.name} began with {unit.unit.figures} figures"
        raise IllegalAction("BAT-UNIT-06", said)
    if step.wounded and not figures:
        raise IllegalAction("BAT-UNIT-06", "where no figure is left, none is wounded")
    due, used = unit.due, unit.used
    if figures < unit.figures:
        due, used = morale.losses_noted(unit.unit.figures, figures, due, used)
    if step.commander is not None and not unit.unit.commander:
        raise IllegalAction("BAT-MOR-07", f"{unit.unit.name} has no commander")
    if step.commander is False and unit.commander:
        due |= morale.COMMANDER_KILLED
    if step.check_due is not None:
        due = due | BY_REFEREE if step.check_due else 0
    routed = unit.routed if step.routed is None else step.routed
    then = msgspec.structs.replace(
        unit,
        figures=figures,
        wounded=wounded if figures else 0,
        formation=step.formation or unit.formation,
        weapon=unit.weapon if step.weapon is None else _carried(unit, step.weapon),
        routed=routed,
        gone=unit.gone if step.gone is None else step.gone,
        commander=unit.commander if step.commander is None else step.commander,
        fresh=max(unit.fresh, figures) if unit.met else figures,
        due=0 if routed else due,
        used=used,
    )
    return _with(now, then)


def given(rolls: Iterable[Roll]) -> Given:
    """Dice as a book holds them."""
    return Given([roll.total for roll in rolls])
