"""BATTLESYSTEM for a referee with miniatures, on the web: one melee, a unit, a results table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Meta

from meleekit.battlesystem.calculator import (
    Casualties,
    Fighting,
    Melee,
    Odds,
    fighting_from,
    told_apart,
)
from meleekit.battlesystem.calculator import melee as melee_of
from meleekit.battlesystem.crt import MOST_LETTERS, Crt, CrtTable, crt_from, crt_of
from meleekit.battlesystem.melee import Suffered
from meleekit.battlesystem.roster_melee import Fought
from meleekit.battlesystem.roster_words import melee_words
from meleekit.battlesystem.sums import (
    Line,
    base_lines,
    exact_words,
    loss_lines,
    rating_lines,
    struck_lines,
    why_none,
)
from meleekit.battlesystem.tables import default_tables
from meleekit.battlesystem.unit_file import unit_toml
from meleekit.battlesystem.units import Profile, profile_of, unit_from
from meleekit.core.dice import Dice, Given, Roll, Rolled, new_seed
from meleekit.core.errors import MeleekitError
from meleekit.core.typed import about
from meleekit.server import guard
from meleekit.server import protocol as say
from meleekit.server.api import Table
from meleekit.server.pages import rules_address, templates
from meleekit.server.rooms import Rooms

router = APIRouter()

Total = Annotated[int, Meta(ge=0, le=1000)]
Thrown = Annotated[tuple[Total, ...], Meta(max_length=4)]
Fields = dict[str, Any]


class AskMelee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two units with what they do, as fields; `dice` as they were thrown, or rolled here."""

    first: Fields
    second: Fields
    daylight: bool = False
    crt: CrtTable | None = None
    dice: Thrown | None = None
    roll: bool = False


class AskUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit to look over, as fields."""

    unit: Fields


class AskCrt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a Combat Results Table."""

    text: Annotated[str, Meta(max_length=MOST_LETTERS)]


class LineSaid(msgspec.Struct, frozen=True):
    """A line of a sum."""

    amount: str
    name: str
    rule: str
    total: bool


class WaySaid(msgspec.Struct, frozen=True):
    """One way it may go for a unit: figures lost, whether one is left wounded, the chance."""

    lost: int
    wounded: int
    value: float
    exact: str


class SideSaid(msgspec.Struct, frozen=True):
    """One unit: its sum as far as it goes without dice, and what it may lose."""

    name: str
    figures: int
    wounded: int
    figure_hd: int
    lines: tuple[LineSaid, ...]
    none: str
    ways: tuple[WaySaid, ...]
    mean: float
    mean_exact: str
    destroyed: float


class FoughtSide(msgspec.Struct, frozen=True):
    """What the dice made of one unit: its attack, and what it lost."""

    struck: tuple[LineSaid, ...]
    none: str
    lost: tuple[LineSaid, ...]
    figures: int
    wounded: int


class FoughtSaid(msgspec.Struct, frozen=True):
    """What the dice made of both, and the dice."""

    sides: tuple[FoughtSide, FoughtSide]
    rolls: tuple[Roll, ...]
    words: str


class CrtSaid(msgspec.Struct, frozen=True):
    """A table: what it is called, its hash, and what is odd about it (BAT-CRT-05, CRT-06)."""

    title: str
    reconstructed: bool
    hash: str
    warnings: tuple[str, ...]


class MeleeSaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer: both sides, or what is wrong and where."""

    sides: tuple[SideSaid, SideSaid] | None = None
    crt: CrtSaid | None = None
    fought: FoughtSaid | None = None
    problem: say.ErrorSaid | None = None


class ArmSaid(msgspec.Struct, frozen=True):
    """A weapon in words."""

    name: str
    in_hand: bool
    small: str
    large: str
    support_ranks: int


class UnitSaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit with what follows from it, or what is wrong with it."""

    unit: Fields | None = None
    figure_hd: int = 0
    all_hd: int = 0
    move_cells: int = 0
    attacks: str = ""
    fighter_level: int = 0
    rating: tuple[LineSaid, ...] = ()
    arms: tuple[ArmSaid, ...] = ()
    toml: str = ""
    problem: say.ErrorSaid | None = None


class CrtRead(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table that was uploaded, as it goes back with every question, or what is wrong with it."""

    table: CrtTable | None = None
    about: CrtSaid | None = None
    problem: say.ErrorSaid | None = None


@router.get("/battlesystem")
async def page(request: Request, table: Table) -> Response:
    """One melee."""
    return templates.TemplateResponse(request, "battle_desk.html", context(table))


def context(table: Rooms) -> dict[str, Any]:
    """What the pages of this game are given."""
    return {"choices": choices(), "rules": rules_address(table.system("battlesystem"))}


@router.post("/api/battlesystem/melee")
async def ask_melee(request: Request) -> Response:
    """Both sums, the exact casualties, and with dice what comes of it.

    What is wrong with a form that is being filled in is no error here.
    """
    asked = say.read(await request.body(), AskMelee)
    return guard.json_response(await asyncio.to_thread(melee_said, asked))


@router.post("/api/battlesystem/unit")
async def ask_unit(request: Request) -> Response:
    """A unit while it is being built."""
    asked = say.read(await request.body(), AskUnit)
    return guard.json_response(await asyncio.to_thread(unit_said, asked.unit))


@router.post("/api/battlesystem/crt")
async def ask_crt(request: Request) -> Response:
    """Read a results table that was uploaded (BAT-CRT-02, CRT-05)."""
    asked = say.read(await request.body(), AskCrt)
    return guard.json_response(await asyncio.to_thread(crt_read, asked.text))


def melee_said(asked: AskMelee) -> MeleeSaid:
    """The answer to a question about one melee."""
    try:
        crt = crt_from(asked.crt) if asked.crt else default_tables().crt
        sides = told_apart(_fighting(asked.first, "first"), _fighting(asked.second, "second"))
        melee = melee_of(*sides, daylight=asked.daylight, crt=crt)
        dice = dice_of(asked.dice, asked.roll)
        fought = None
        if dice is not None:
            fared = melee.fight(dice)
            check_used(dice)
            fought = fought_said(Fought(melee, fared, ()), dice)
    except MeleekitError as error:
        return MeleeSaid(problem=say.said(error))
    return MeleeSaid(sides=sides_said(melee), crt=crt_said(crt), fought=fought)


def _fighting(fields: Mapping[str, Any], at: str) -> Fighting:
    with about(at):
        return fighting_from(fields)


def dice_of(typed: tuple[int, ...] | None, roll: bool) -> Dice | None:
    """The dice that were thrown, or fresh ones; None for none."""
    if typed is not None:
        return Given(typed)
    return Rolled(new_seed()) if roll else None


def check_used(dice: Dice) -> None:
    """Refuse totals that nobody asked for."""
    if isinstance(dice, Given):
        dice.check_used_up()


def sides_said(melee: Melee) -> tuple[SideSaid, SideSaid]:
    """Both sides before any dice."""
    one, other = (_side(melee, number, odds) for number, odds in enumerate(melee.odds()))
    return one, other


def _side(melee: Melee, number: int, odds: Odds) -> SideSaid:
    own, enemy = melee.sides[number], melee.sides[1 - number]
    attack = melee.attacks[number]
    ranks = own.ranks
    return SideSaid(
        name=own.unit.name,
        figures=ranks.figures,
        wounded=ranks.wounded,
        figure_hd=own.profile.figure_hd,
        lines=lines_said(base_lines(own, enemy, attack)) if attack else (),
        none="" if attack else why_none(melee, number),
        ways=tuple(map(_way, odds.ways)),
        mean=float(odds.mean_lost),
        mean_exact=str(odds.mean_lost),
        destroyed=float(odds.chance_of(ranks.figures)) if ranks.figures else 1.0,
    )


def _way(way: Casualties) -> WaySaid:
    return WaySaid(way.lost, way.wounded, float(way.chance), str(way.chance))


def fought_said(fought: Fought, dice: Dice) -> FoughtSaid:
    """What the dice made of both sides."""
    melee = fought.melee
    one, other = (_fought(melee, number, fought.fared) for number in (0, 1))
    return FoughtSaid((one, other), tuple(dice.rolls), melee_words(fought))


def _fought(melee: Melee, number: int, fared: tuple[Suffered, Suffered]) -> FoughtSide:
    attack, own = melee.attacks[number], fared[number]
    return FoughtSide(
        struck=lines_said(struck_lines(attack, own.struck)) if attack else (),
        none="" if attack else why_none(melee, number),
        lost=lines_said(loss_lines(melee.sides[number], own)),
        figures=own.left.figures,
        wounded=own.left.wounded,
    )


def lines_said(lines: Iterable[Line]) -> tuple[LineSaid, ...]:
    """A sum as a page shows it."""
    return tuple(LineSaid(one.amount, one.name, one.rule, one.total) for one in lines)


def unit_said(fields: Mapping[str, Any]) -> UnitSaid:
    """A unit with what follows from it, or what is wrong with it."""
    try:
        unit = unit_from(fields)
    except MeleekitError as error:
        return UnitSaid(problem=say.said(error))
    profile = profile_of(unit)
    return UnitSaid(
        unit=msgspec.to_builtins(unit),
        figure_hd=profile.figure_hd,
        all_hd=profile.figure_hd * unit.figures,
        move_cells=profile.move,
        attacks=exact_words(profile.attacks),
        fighter_level=profile.fighter_level,
        rating=lines_said(rating_lines(profile.base_rating, "base AR", "BAT-AR-04")),
        arms=_arms(profile),
        toml=unit_toml(unit),
    )


def _arms(profile: Profile) -> tuple[ArmSaid, ...]:
    return tuple(
        ArmSaid(
            arm.name,
            arm.name == profile.unit.in_hand,
            f"{arm.against('M').dice}: {arm.against('M').words}",
            f"{arm.against('L').dice}: {arm.against('L').words}",
            arm.support_ranks,
        )
        for arm in profile.arms.values()
    )


def crt_read(text: str) -> CrtRead:
    """A table that was uploaded."""
    try:
        crt = crt_of(text)
    except MeleekitError as error:
        return CrtRead(problem=say.said(error))
    return CrtRead(table=crt.table, about=crt_said(crt))


def crt_said(crt: Crt) -> CrtSaid:
    """What a table is."""
    return CrtSaid(crt.title, crt.reconstructed, crt.hash, crt.oddities[:8])


@lru_cache(maxsize=1)
def choices() -> dict[str, Any]:
    """What the forms offer: troop types with their figures, weapons, armour."""
    tables = default_tables()
    troops = []
    for troop in tables.troops.values():
        unit = unit_from({"troop": troop.id, "figures": 1})
        profile = profile_of(unit)
        troops.append(
            {
                "id": troop.id,
                "name": troop.name,
                "note": f"{unit.hd} HD, AC {unit.ac}, AR {profile.base_ar}",
                "unit": {
                    "hd": unit.hd,
                    "ac": unit.ac,
                    "thac0": unit.thac0,
                    "size": unit.size,
                    "shield": unit.shield,
                    "attacks": unit.attacks,
                    "ratio": unit.ratio,
                    "morale": unit.morale,
                    "move": unit.move,
                    "in_hand": unit.in_hand,
                },
            }
        )
    return {
        "troops": troops,
        "weapons": [
            {
                "name": one.name,
                "note": f"{one.damage_sm} / {one.damage_l}",
                "support": one.support_ranks,
            }
            for one in tables.weapons.values()
        ],
        "armours": [
            {"name": one.name, "ac": one.ac, "shield": one.shield}
            for one in tables.armours.values()
            if one.edition == "1e"
        ],
        "crt": msgspec.to_builtins(crt_said(tables.crt)),
    }
