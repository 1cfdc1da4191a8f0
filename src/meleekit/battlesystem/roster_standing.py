"""How a battle on a real table stands: the steps of its book, taken one after another."""

from __future__ import annotations

import msgspec

from meleekit.battlesystem.morale_sums import COMMANDER_KILLED, losses_noted
from meleekit.battlesystem.roster_book import (
    MOST_STEPS,
    AnyStep,
    Book,
    Corrected,
    MeleeFought,
    MoraleChecked,
    RoundBegun,
    check_heading,
)
from meleekit.battlesystem.roster_melee import after_melee, carried
from meleekit.battlesystem.roster_moment import BY_REFEREE, Standing, UnitNow
from meleekit.battlesystem.roster_morale import after_check
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import profile_of
from meleekit.core.errors import BadSave, BadSetup, IllegalAction, MeleekitError, TooLarge
from meleekit.core.typed import under


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
            return after_melee(now, step)
        case MoraleChecked():
            return after_check(now, step)
        case Corrected():
            return _corrected(now, step)


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
    return msgspec.structs.replace(now.having(*fresh), round=now.round + 1)


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
        due, used = losses_noted(unit.unit.figures, figures, due, used)
    if step.commander is not None and not unit.unit.commander:
        raise IllegalAction("BAT-MOR-07", f"{unit.unit.name} has no commander")
    if step.commander is False and unit.commander:
        due |= COMMANDER_KILLED
    if step.check_due is not None:
        due = due | BY_REFEREE if step.check_due else 0
    routed = unit.routed if step.routed is None else step.routed
    then = msgspec.structs.replace(
        unit,
        figures=figures,
        wounded=wounded if figures else 0,
        formation=step.formation or unit.formation,
        weapon=unit.weapon if step.weapon is None else carried(unit, step.weapon),
        routed=routed,
        gone=unit.gone if step.gone is None else step.gone,
        commander=unit.commander if step.commander is None else step.commander,
        fresh=max(unit.fresh, figures) if unit.met else figures,
        due=0 if routed else due,
        used=used,
    )
    return now.having(then)
