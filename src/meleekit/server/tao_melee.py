"""Tao melee for a referee in mid-session: a position is entered, and the map answers at once."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Meta

from meleekit.core.errors import BadRequest, BadSetup, BadSituation
from meleekit.core.situation import LONGEST, parsed
from meleekit.core.svg import render_svg
from meleekit.server import guard, seen
from meleekit.server import protocol as say
from meleekit.server.pages import templates
from meleekit.tao.entered import LIKE, MOST_POINTS, Entered, Placed, entered_of, setup_of
from meleekit.tao.game import TaoMelee, TaoSystem
from meleekit.tao.grid import MOST_COLUMNS, MOST_ROWS
from meleekit.tao.setup import LONGEST_NAME
from meleekit.tao.survey import (
    Survey,
    at_start,
    engagement_words,
    first_asked,
    leaving_rule,
    leaving_words,
    position_of,
    price_list,
    survey,
    way_words,
    who_named,
)
from meleekit.tao.tables import default_tables

router = APIRouter()

SYSTEM = TaoSystem()
FIRST = Entered(
    placed=(
        Placed("Albert", 0, "0204", "long sword"),
        Placed("Bala", 1, "0303", "spear"),
        Placed("Townsman", 1, "0504"),
    )
)
"""What there is to begin with, to be changed."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position and a question about it.

    The position is as it was `entered`, or else a situation: its text, or the name of a ready one
    or of a scenario. `who` is the combatant for whom hexes are priced, `to` a hex to go to.
    """

    entered: Entered | None = None
    situation: Annotated[str, Meta(max_length=LONGEST)] = ""
    who: Annotated[str, Meta(max_length=80)] = ""
    to: Annotated[str, Meta(max_length=8)] = ""


class EngagementTold(msgspec.Struct, frozen=True):
    """Who engages whom, in words; `both` ways or one."""

    text: str
    both: bool


class HexTold(msgspec.Struct, frozen=True):
    """A hex, and whether one would be engaged in it."""

    name: str
    melee: bool


class PriceTold(msgspec.Struct, frozen=True):
    """Hexes that cost so many points to reach; `dear` ones cost more than there are."""

    cost: int
    dear: bool
    hexes: tuple[HexTold, ...]


class WayTold(msgspec.Struct, frozen=True):
    """The cheapest way to a hex and its rule; `cost` is None where there is no way."""

    hex: str
    text: str
    cost: int | None
    rule: str


class Told(msgspec.Struct, frozen=True):
    """What the map answers: the position itself, drawn and written down, and all about it."""

    entered: Entered
    who: str
    ap: int
    svg: str
    key: tuple[say.KeyLine, ...]
    engagements: tuple[EngagementTold, ...]
    groups: tuple[tuple[str, ...], ...]
    leaves: bool
    leaving: str
    rule: str
    prices: tuple[PriceTold, ...]
    way: WayTold | None
    situation: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the map answers, or what is wrong with the position."""

    told: Told | None = None
    problem: say.ErrorSaid | None = None


@router.get("/tao/melee")
async def page(request: Request) -> Response:
    """The page on which a position is entered."""
    context = {
        "rules": f"/rules/{SYSTEM.key}",
        "first": msgspec.to_builtins(FIRST),
        "ready": await asyncio.to_thread(_ready),
        "weapons": _weapons(),
        "usual": {"weapon": LIKE.weapon, "ap": LIKE.ap},
        "most": {
            "letters": LONGEST_NAME,
            "points": MOST_POINTS,
            "columns": MOST_COLUMNS,
            "rows": MOST_ROWS,
        },
    }
    return templates.TemplateResponse(request, "tao_melee.html", context)


def _ready() -> list[dict[str, Any]]:
    """Positions to begin with, by name."""
    lessons = [
        {"name": name, "title": parsed(text).get("title", name)}
        for name, text in SYSTEM.situations().items()
    ]
    starts = [{"name": name, "title": setup.title} for name, setup in SYSTEM.scenarios().items()]
    return [*lessons, *starts]


def _weapons() -> list[dict[str, Any]]:
    tables = default_tables()
    return [
        {"name": one.name, "armed": not one.missile}
        for one in tables.weapons.values()
        if one != tables.bare_hands
    ]


@router.post("/api/tao/melee")
async def look(request: Request) -> Response:
    """Answer for a position while it is being entered; what is wrong with it is no error here."""
    asked = say.read(await request.body(), Asked)
    try:
        answer = Answer(told=await asyncio.to_thread(told_of, asked))
    except (BadSetup, BadSituation, BadRequest) as error:
        answer = Answer(problem=say.said(error))
    return guard.json_response(answer)


def told_of(asked: Asked) -> Told:
    """The answer. Raises `MeleekitError` for a position that cannot be."""
    entered = asked.entered or entered_of(*position_of(asked.situation))
    game = TaoMelee(SYSTEM.setup_from(setup_of(entered)))
    arena, battle = game.arena, at_start(game)
    who = who_named(arena, asked.who) if asked.who else first_asked(arena, battle)
    points = {one.name: one.ap for one in entered.placed}
    found = survey(arena, battle, who, points[arena.name(who)], asked.to)
    return Told(
        entered=entered,
        who=arena.name(who),
        ap=found.ap,
        svg=render_svg(found.scene),
        key=seen.key(found.scene),
        engagements=tuple(
            EngagementTold(engagement_words(arena, battle, one), one.both)
            for one in found.engagements
        ),
        groups=tuple(tuple(map(arena.name, group)) for group in found.groups),
        leaves=found.against is None,
        leaving=leaving_words(arena, battle, found),
        rule=leaving_rule(found),
        prices=tuple(
            PriceTold(
                price.cost,
                price.cost > found.ap,
                tuple(HexTold(name, name in price.melee) for name in price.hexes),
            )
            for price in price_list(arena, found.reach)
        ),
        way=_way(game, found, asked.to) if asked.to else None,
        situation=SYSTEM.dump_situation(game, battle),
    )


def _way(game: TaoMelee, found: Survey, to: str) -> WayTold:
    text = way_words(game.arena, found, to)
    cost = found.reach.costs[game.arena.number[to]]
    return WayTold(to, text, cost if cost > 0 else None, "TAO-MOV-08")
