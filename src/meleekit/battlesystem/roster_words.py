"""The steps of a battle on a real table in words, a line each."""

from __future__ import annotations

from collections.abc import Iterator

from meleekit.battlesystem.roster_book import (
    AnyStep,
    Book,
    Corrected,
    MeleeFought,
    MoraleChecked,
    RoundBegun,
)
from meleekit.battlesystem.roster_melee import Fought, fight
from meleekit.battlesystem.roster_moment import Standing, UnitNow, given
from meleekit.battlesystem.roster_morale import Checked, check
from meleekit.battlesystem.roster_standing import opening, stepped
from meleekit.battlesystem.sums import exact_words


def told(book: Book) -> Iterator[str]:
    """What happened, from the beginning."""
    now = opening(book)
    for step in book.steps:
        then = stepped(now, step)
        yield step_words(now, then, step)
        now = then


def step_words(before: Standing, after: Standing, step: AnyStep) -> str:
    """One step: what it was, and what came of it."""
    match step:
        case RoundBegun():
            return f"Round {after.round}."
        case MeleeFought():
            return melee_words(fight(before, step.first, step.second, given(step.dice)))
        case MoraleChecked():
            dice = given(step.dice)
            found = check(before, step.unit, step.because, step.rally, dice)
            return check_words(before.unit(step.unit), after.unit(step.unit), found, step.rally)
        case Corrected():
            return _corrected(before.unit(step.unit), after.unit(step.unit), step.note)


def melee_words(fought: Fought) -> str:
    """Both attacks, and what they cost."""
    said = []
    for n, (side, own) in enumerate(zip(fought.melee.sides, fought.fared, strict=True)):
        enemy, hurt = fought.melee.sides[1 - n], fought.fared[1 - n]
        if not own.struck.dice:
            continue
        lost = enemy.ranks.figures - hurt.left.figures
        figures = "1 figure" if lost == 1 else f"{lost} figures" if lost else "nobody"
        wound = ", 1 wounded" if hurt.left.wounded else ""
        gone = ", the last of them" if lost and not hurt.left.figures else ""
        struck = f"{own.struck.dice} on 2d6, {exact_words(own.struck.damage)} HD"
        name = side.unit.name
        said.append(f"{name} against {enemy.unit.name}: {struck}; {figures} lost{wound}{gone}.")
    leaders = {side.unit.name: side.unit.commander for side in fought.melee.sides}
    for name, total, fell in fought.risks:
        how = f" ({total} on 2d6)" if total else ""
        said.append(f"{leaders[name]} {'falls' if fell else 'is unhurt'}{how}.")
    return " ".join(said) or "Nobody strikes."


def check_words(before: UnitNow, after: UnitNow, found: Checked, rally: bool) -> str:
    """A check or a try to rally, and what follows."""
    morale = sum(part.value for part in found.parts)
    name = before.unit.name
    rolled = f"{found.total} on 2d10 against {morale}"
    if rally:
        return f"{name}: {rolled}; {'rallied, in open formation' if found.passed else 'routs on'}."
    if found.passed:
        return f"{name}: {rolled}; it holds."
    if after.routed:  # whoever touches it strikes once as it begins to run (BAT-END-08)
        return f"{name}: {rolled}; it routs, and each enemy in contact has a free attack."
    return f"{name}: {rolled}; it falls into open formation."


def _corrected(before: UnitNow, after: UnitNow, note: str) -> str:
    changed = []
    if before.figures != after.figures:
        changed.append(f"{before.figures} figures now {after.figures}")
    if before.wounded != after.wounded:
        changed.append("1 wounded" if after.wounded else "nobody wounded")
    for name in ("formation", "weapon"):
        if getattr(before, name) != getattr(after, name):
            changed.append(f"{name} {getattr(after, name)}")
    for name, yes, no in (
        ("routed", "routs", "in order again"),
        ("gone", "off the field", "on the field"),
        ("commander", "commander alive", "commander dead"),
        ("check_due", "a Morale Check is due", "no Morale Check is due"),
    ):
        if getattr(before, name) != getattr(after, name):
            changed.append(yes if getattr(after, name) else no)
    said = f"{before.unit.name}: {', '.join(changed) or 'as it was'}"
    return f"{said} ({note})." if note else f"{said}."
