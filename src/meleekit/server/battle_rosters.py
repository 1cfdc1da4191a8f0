"""The roster of a battle of BATTLESYSTEM on the web: the browser keeps the book, this judges it.

The book is that of `meleekit battlesystem battle`, and its file the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Meta

from meleekit.battlesystem.crt import CrtTable, crt_from
from meleekit.battlesystem.morale_sums import reasons
from meleekit.battlesystem.roster_book import (
    AnyStep,
    Book,
    Corrected,
    MeleeFought,
    MoraleChecked,
    RoundBegun,
    Striker,
    decode_book,
    new_book,
)
from meleekit.battlesystem.roster_melee import fight, melee_of
from meleekit.battlesystem.roster_moment import Standing, UnitNow
from meleekit.battlesystem.roster_morale import check, morale_of
from meleekit.battlesystem.roster_standing import after, standing
from meleekit.battlesystem.roster_words import told
from meleekit.battlesystem.sums import rating_lines
from meleekit.core.errors import BadRequest, MeleekitError
from meleekit.core.typed import toml_of
from meleekit.server import battle_desk, guard
from meleekit.server import protocol as say
from meleekit.server.api import Table
from meleekit.server.battle_desk import Thrown, check_used, dice_of
from meleekit.server.pages import templates

router = APIRouter()

Text = Annotated[str, Meta(max_length=200_000)]


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two sides to begin with: as TOML text, or as plain data."""

    armies: Text | dict[str, Any]
    crt: CrtTable | None = None


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a battle, as text."""

    text: Annotated[str, Meta(max_length=900_000)]


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A book to look at, with a step to take, or with the last one taken back."""

    book: Book
    step: RoundBegun | Corrected | None = None
    undo: bool = False


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A melee in a battle; without dice it is only worked out."""

    book: Book
    first: Striker
    second: Striker
    dice: Thrown | None = None
    roll: bool = False


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Morale Check or a try to rally; without dice it is only worked out."""

    book: Book
    unit: str
    because: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    rally: bool = False
    dice: Thrown | None = None
    roll: bool = False


class UnitRow(msgspec.Struct, frozen=True):
    """A unit as the roster shows it."""

    name: str
    about: str
    figures: int
    started: int
    wounded: int
    figure_hd: int
    formation: str
    weapon: str
    weapons: tuple[str, ...]
    support_ranks: int
    morale: int | None
    commander: str
    commander_alive: bool
    free: int
    files: int
    met: tuple[str, ...]
    fled: bool
    routed: bool
    gone: bool
    due: tuple[str, ...]


class SideRows(msgspec.Struct, frozen=True):
    """A side as the roster shows it; `hd` are those on the field."""

    name: str
    hd: int
    units: tuple[UnitRow, ...]


class RosterSaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the battle stands, with its book as the browser keeps it."""

    book: Book
    round: int
    daylight: bool
    crt: battle_desk.CrtSaid
    sides: tuple[SideRows, ...]
    story: tuple[str, ...]
    reasons: dict[str, str]


class MeleeInBattle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee worked out, or what is wrong with it; with dice what it made of the battle."""

    sides: tuple[battle_desk.SideSaid, battle_desk.SideSaid] | None = None
    fought: battle_desk.FoughtSaid | None = None
    roster: RosterSaid | None = None
    problem: say.ErrorSaid | None = None


class CheckInBattle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Morale Check worked out, or what is wrong; with dice what it made of the battle."""

    lines: tuple[battle_desk.LineSaid, ...] = ()
    total: int = 0
    passed: bool | None = None
    words: str = ""
    roster: RosterSaid | None = None
    problem: say.ErrorSaid | None = None


@router.get("/battlesystem/battle")
async def page(request: Request, table: Table) -> Response:
    """The roster of a whole battle."""
    return templates.TemplateResponse(request, "battle_roster.html", battle_desk.context(table))


@router.post("/api/battlesystem/battle/begin")
async def begin(request: Request) -> Response:
    """Begin a battle. Raises `BadSetup` naming the field and the rule."""
    return await _answered(request, Begin, _begun)


@router.post("/api/battlesystem/battle/open")
async def open_(request: Request) -> Response:
    """Read a battle's file. Raises `BadSave` naming the step that is refused."""
    return await _answered(
        request, Open, lambda asked: _said(standing(decode_book(asked.text.encode())))
    )


@router.post("/api/battlesystem/battle")
async def look(request: Request) -> Response:
    """How a book stands, after one more step if there is one. Raises what the rules refuse."""
    return await _answered(request, Look, _looked)


@router.post("/api/battlesystem/battle/melee")
async def melee(request: Request) -> Response:
    """A melee in a battle. With dice it raises what the rules refuse.

    What is wrong with a form that is being filled in is no error here.
    """
    return await _answered(request, Fight, _fought)


@router.post("/api/battlesystem/battle/morale")
async def morale(request: Request) -> Response:
    """A Morale Check in a battle. With dice it raises what the rules refuse."""
    return await _answered(request, Check, _checked)


async def _answered(request: Request, form: type[Any], answer: Callable[[Any], object]) -> Response:
    asked = say.read(await request.body(), form)
    return guard.json_response(await asyncio.to_thread(answer, asked))


def _begun(asked: Begin) -> RosterSaid:
    armies = asked.armies
    data = toml_of(armies, "the armies") if isinstance(armies, str) else armies
    crt = crt_from(asked.crt) if asked.crt else None
    return _said(standing(new_book(data, crt=crt)))


def _looked(asked: Look) -> RosterSaid:
    book = asked.book
    if asked.undo:
        if not book.steps:
            raise BadRequest("nothing has happened yet")
        book = msgspec.structs.replace(book, steps=book.steps[:-1])
    now = standing(book)
    return _said(after(now, asked.step) if asked.step is not None else now)


def _fought(asked: Fight) -> MeleeInBattle:
    now = standing(asked.book)
    dice = dice_of(asked.dice, asked.roll)
    try:
        worked_out = battle_desk.sides_said(melee_of(now, asked.first, asked.second))
    except MeleekitError as error:
        if dice is None:
            return MeleeInBattle(problem=say.said(error))
        raise
    if dice is None:
        return MeleeInBattle(worked_out)
    fought = fight(now, asked.first, asked.second, dice)
    check_used(dice)
    then = after(now, MeleeFought(asked.first, asked.second, tuple(dice.rolls)))
    return MeleeInBattle(worked_out, battle_desk.fought_said(fought, dice), _said(then))


def _checked(asked: Check) -> CheckInBattle:
    now = standing(asked.book)
    dice = dice_of(asked.dice, asked.roll)
    try:
        unit = now.unit(asked.unit)
        parts = morale_of(now, unit, asked.because)
    except MeleekitError as error:
        if dice is None:
            return CheckInBattle(problem=say.said(error))
        raise
    lines = battle_desk.lines_said(rating_lines(parts, "current morale", "BAT-MOR-03"))
    if dice is None:
        return CheckInBattle(lines)
    found = check(now, asked.unit, asked.because, asked.rally, dice)
    check_used(dice)
    step: AnyStep = MoraleChecked(unit.unit.name, tuple(dice.rolls), asked.because, asked.rally)
    then = _said(after(now, step))
    return CheckInBattle(lines, found.total, found.passed, then.story[-1], then)


def _said(now: Standing) -> RosterSaid:
    heading = now.book.heading
    sides = []
    for number, side in enumerate(heading.sides):
        rows = tuple(_row(now, unit) for unit in now.of_side(number))
        sides.append(SideRows(side.name, now.strength(number), rows))
    return RosterSaid(
        book=now.book,
        round=now.round,
        daylight=heading.daylight,
        crt=battle_desk.crt_said(now.crt),
        sides=tuple(sides),
        story=tuple(told(now.book)),
        reasons={
            name: part.name
            for name, part in reasons(now.tables).items()
            if name != "commander_killed"
        },
    )


def _row(now: Standing, unit: UnitNow) -> UnitRow:
    listed, profile = unit.unit, now.profiles[unit.unit.name]
    checks = listed.morale != "none"
    return UnitRow(
        name=listed.name,
        about=f"{listed.hd} HD, {listed.ratio}:1, AC {listed.ac}, AR {profile.base_ar}",
        figures=unit.figures,
        started=listed.figures,
        wounded=unit.wounded,
        figure_hd=profile.figure_hd,
        formation=unit.formation,
        weapon=unit.weapon,
        weapons=tuple(profile.arms),
        support_ranks=profile.arms[unit.weapon].support_ranks,
        morale=sum(part.value for part in morale_of(now, unit)) if checks else None,
        commander=listed.commander,
        commander_alive=unit.commander,
        free=max(0, unit.fresh - unit.engaged),
        files=listed.files,
        met=unit.met,
        fled=unit.fled,
        routed=unit.routed,
        gone=unit.gone,
        due=unit.due_words if unit.check_due else (),
    )
