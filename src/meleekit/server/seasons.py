"""Pages for seasons and record sheets of Melee (1977)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Any
from urllib.parse import parse_qs

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from meleekit.core.errors import BadRequest, MeleekitError, StaleRevision
from meleekit.season.battles import verdict_words
from meleekit.season.book import (
    ME,
    AnyStep,
    BattleBegun,
    BattleFought,
    Hired,
    Order,
    Plan,
    PointBought,
    Rearmed,
    Season,
    decode_season,
    encode_season,
)
from meleekit.season.fixtures import battles_in_all
from meleekit.season.stables import (
    attribute_named,
    check_season,
    coming,
    hiring,
    new_season,
    own_fighter,
    own_stable,
)
from meleekit.season.standing import Fighter, Standing
from meleekit.server import guard, tft_forms
from meleekit.server.pages import templates
from meleekit.server.season_rooms import SeasonRooms, check_owner, match_id_of
from meleekit.tft.creation import FighterSheet
from meleekit.tft.fighters import ready_made, ready_made_entries
from meleekit.tft.phrases import signed
from meleekit.tft.record_sheet import RecordSheet, may_carry, record_sheet
from meleekit.tft.roster import check_roster, roster_from
from meleekit.tft.sheet_svg import draw_sheet, sheet_style
from meleekit.tft.tables import default_tables

router = APIRouter()

templates.env.filters["signed"] = signed


def seasons_of(connection: HTTPConnection) -> SeasonRooms:
    """The seasons of the table that was asked."""
    found: SeasonRooms = connection.app.state.seasons
    return found


Seasons = Annotated[SeasonRooms, Depends(seasons_of)]
Form = Mapping[str, list[str]]


async def form_of(request: Request) -> Form:
    """The fields of a form, each with its values. Raises `BadRequest` where it is not text."""
    try:
        body = (await request.body()).decode()
        return parse_qs(body, keep_blank_values=True, max_num_fields=200)
    except ValueError:
        raise BadRequest("this is not a form that can be read") from None


def _one(form: Form, field: str, usual: str = "") -> str:
    return form.get(field, [usual])[0].strip()


def _number(form: Form, field: str, usual: int) -> int:
    text = _one(form, field, str(usual))
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise BadRequest("this must be a whole number", at=field)
    return int(text)


# -- seasons -------------------------------------------------------------------------------------


@router.get("/seasons")
async def all_seasons(request: Request, seasons: Seasons) -> Response:
    """Go on with a season, or begin one."""
    return await _seasons_page(request, seasons)


async def _seasons_page(
    request: Request, seasons: SeasonRooms, error: MeleekitError | None = None
) -> Response:
    listed = await asyncio.to_thread(seasons.store.listed)
    context = {
        "seasons": listed,
        "mine": {one.id for one in listed if guard.owns(request, one.owner)},
        "ready_made": list(ready_made_entries().values()),
        "variants": tft_forms.choices()["variants"],
        "kinds": list(default_tables().combat_kinds.values()),
        "bots": request.app.state.rooms.players_of("tft")[2:],
        "error": error,
    }
    status = guard.STATUS.get(error.code, 400) if error else 200
    return templates.TemplateResponse(request, "seasons.html", context, status_code=status)


@router.post("/seasons")
async def begin(request: Request, seasons: Seasons) -> Response:
    """Begin a season from the form, or bring one along as its file."""
    try:
        form = await form_of(request)
        # Long rosters and seasons take a while, and the table goes on meanwhile.
        season = await asyncio.to_thread(_begun, form, seasons.fresh_seed())
        response = Response()
        owner = guard.hashed(guard.give_token(request, response))
        season_id = await seasons.begin(season, owner)
    except MeleekitError as error:
        guard.note(request, error)
        return await _seasons_page(request, seasons, error)
    told = RedirectResponse(f"/season/{season_id}", 303)
    told.headers["set-cookie"] = response.headers["set-cookie"]
    return told


def _begun(form: Form, seed: bytes) -> Season:
    """The season of the form: new, or brought along as its file."""
    brought = _one(form, "file")
    if not brought:
        return _season_from(form, seed)
    season = decode_season(brought.encode())
    check_season(season)
    return season


def _season_from(form: Form, seed: bytes) -> Season:
    text = _one(form, "roster")
    own_name = _one(form, "stable") or "Your stable"
    if text:
        roster = roster_from(text, "the roster")
        check_roster(roster, text, "the roster", variants=frozenset(form.get("variant", [])))
        fighters: tuple[FighterSheet, ...] = roster.fit
    else:
        known = ready_made()
        fighters = tuple(known[key] for key in form.get("fighter", []) if key in known)
    try:
        plan = msgspec.convert(
            {
                "kind": _one(form, "kind", "arena"),
                "order": _one(form, "order", Order.ROUND_ROBIN),
                "rounds": _number(form, "rounds", 2),
                "size": _number(form, "size", 1),
                "variants": form.get("variant", []),
            },
            Plan,
        )
    except msgspec.ValidationError as error:
        raise BadRequest(f"not a plan for a season: {error}") from None
    title = _one(form, "title") or f"Season of {own_name}"
    if not title.isprintable() or len(title) > 80 or not own_name.isprintable():
        raise BadRequest("a title has at most 80 characters that can be printed", at="title")
    return new_season(
        title,
        seed,
        plan,
        fighters,
        own_name=own_name,
        others=_number(form, "others", 3),
        bot_name=_one(form, "bot") or "brawler",
    )


@router.get("/season/{season_id}")
async def season_page(request: Request, seasons: Seasons, season_id: str) -> Response:
    """A season as it stands."""
    return await _season_page(request, seasons, season_id)


async def _season_page(
    request: Request,
    seasons: SeasonRooms,
    season_id: str,
    error: MeleekitError | None = None,
) -> Response:
    now, owner = await seasons.visit(season_id)
    mine = guard.owns(request, owner)
    under_way = now.under_way
    at_table = None
    if under_way is not None and await seasons.match_at_table(season_id, under_way) is not None:
        at_table = match_id_of(season_id, under_way.battle)
    context = await asyncio.to_thread(_shown, now, mine)
    context |= {"id": season_id, "at_table": at_table, "error": error}
    status = guard.STATUS.get(error.code, 400) if error else 200
    return templates.TemplateResponse(
        request, "season.html", context, headers={"Cache-Control": "no-store"}, status_code=status
    )


def _shown(now: Standing, mine: bool) -> dict[str, Any]:
    battle = now.under_way or coming(now)
    return {
        "title": now.season.heading.title,
        "steps": len(now.season.steps),
        "mine": mine,
        "now": now,
        "table": now.table,
        "battle": _pairing(now, battle) if battle is not None else None,
        "under_way": now.under_way is not None,
        "in_all": battles_in_all(now),
        "own_fights": battle is not None
        and any(now.season.heading.stables[party.stable].player == ME for party in battle.parties),
        "stables": [_stable(now, index) for index in range(len(now.places))],
        "fought": [_told(now, begun, end) for begun, end in reversed(now.fought)],
        "price": default_tables().experience.xp_per_point,
        "armours": list(default_tables().armours_with(now.variants).values()),
    }


def _pairing(now: Standing, battle: BattleBegun) -> dict[str, Any]:
    return {
        "number": battle.battle,
        "sides": [
            {"stable": now.stable_name(party.stable), "fighters": party.fighters}
            for party in battle.parties
        ],
    }


def _stable(now: Standing, index: int) -> dict[str, Any]:
    stable = now.season.heading.stables[index]
    fighters = [fighter for fighter in now.fighters.values() if fighter.stable == index]
    own = stable.player == ME
    return {
        "name": stable.name,
        "player": stable.player,
        "own": own,
        "room": own and now.free_places(index) > 0,
        "fighters": [_fighter(now, fighter) for fighter in fighters],
    }


def _fighter(now: Standing, fighter: Fighter) -> dict[str, Any]:
    items = default_tables().items
    return {
        "name": fighter.name,
        "sheet": fighter.sheet,
        "record": record_sheet(fighter.sheet, variants=now.variants),
        "kit": [items[item].name for item in fighter.sheet.items],
        "alive": fighter.alive,
        "in_battle": now.in_battle(fighter.name),
        "can_buy": fighter.can_buy and not now.in_battle(fighter.name),
        "battles": fighter.battles,
        "won": fighter.won,
        "history": fighter.history,
        "may_carry": [
            {"id": item.id, "name": item.name, "shield": item.is_shield}
            for item in may_carry(fighter.sheet)
        ],
    }


def _told(now: Standing, begun: BattleBegun, end: BattleFought) -> dict[str, Any]:
    return _pairing(now, begun) | {
        "verdict": verdict_words(now, end),
        "fallen": [fate.fighter for fate in end.fates if not fate.alive],
    }


@router.post("/season/{season_id}/{what}")
async def go_on(request: Request, seasons: Seasons, season_id: str, what: str) -> Response:
    """Take one step of a season, and show what has become of it."""
    now, owner = await seasons.visit(season_id)
    try:
        check_owner(guard.owns(request, owner))
        form = await form_of(request)
        if what in ("play", "watch"):
            match_id = await seasons.to_table(season_id, now, owner, what == "watch")
            return RedirectResponse(f"/match/{match_id}", 303)
        _check_present(now, form)
        if what == "fight":
            await seasons.let_fight(season_id, now)
        elif what in _STEPS:
            await seasons.add(season_id, now, _STEPS[what](now, form))
        else:
            raise BadRequest("this cannot be done in a season")
    except MeleekitError as error:
        guard.note(request, error)
        return await _season_page(request, seasons, season_id, error)
    place = "" if what == "fight" else "#stables"
    return RedirectResponse(f"/season/{season_id}{place}", 303)


def _check_present(now: Standing, form: Form) -> None:
    """Refuse what was meant for an earlier page: two clicks never act twice."""
    steps = len(now.season.steps)
    if _number(form, "steps", steps) != steps:
        raise StaleRevision("the season has gone on since this page was shown; look again")


def _spend(now: Standing, form: Form) -> PointBought:
    fighter = own_fighter(now, _one(form, "name"))
    return PointBought(fighter.name, attribute_named(_one(form, "attribute")))


def _arm(now: Standing, form: Form) -> Rearmed:
    fighter = own_fighter(now, _one(form, "name"))
    items = tuple(item for item in form.get("item", []) if item)
    return Rearmed(fighter.name, _one(form, "armour", fighter.sheet.armour), items)


def _hire(now: Standing, form: Form) -> Hired:
    return hiring(now, own_stable(now, _one(form, "stable")))


_STEPS: Mapping[str, Callable[[Standing, Form], AnyStep]] = {
    "spend": _spend,
    "arm": _arm,
    "hire": _hire,
}


@router.get("/season/{season_id}/file")
async def season_file(request: Request, seasons: Seasons, season_id: str) -> Response:
    """The season as a file that `meleekit season` goes on with; it holds the seed."""
    now, owner = await seasons.visit(season_id)
    check_owner(guard.owns(request, owner))
    headers = {
        "Content-Disposition": f'attachment; filename="season-{season_id}.json"',
        "Cache-Control": "no-store",
    }
    return Response(encode_season(now.season), headers=headers, media_type="application/json")


# -- record sheets -------------------------------------------------------------------------------


@router.get("/season/{season_id}/sheets")
async def season_sheets(request: Request, seasons: Seasons, season_id: str) -> Response:
    """The record sheets of one's own fighters who live, to print."""
    now, _ = await seasons.visit(season_id)
    drawn = [record_sheet(one.sheet, variants=now.variants) for one in now.own_living]
    return _sheets(request, now.season.heading.title, drawn, f"/season/{season_id}")


@router.get("/sheets")
async def ready_made_sheets(request: Request) -> Response:
    """The record sheets of the ready-made fighters, to print."""
    return _sheets(
        request, "Ready-made fighters", list(map(record_sheet, ready_made().values())), "/"
    )


def _sheets(request: Request, title: str, sheets: list[RecordSheet], back: str) -> Response:
    context = {
        "title": title,
        "back": back,
        "cards": [draw_sheet(sheet) for sheet in sheets],
    }
    return templates.TemplateResponse(request, "sheets.html", context)


@router.get("/static/record_sheet.css")
async def sheet_css() -> Response:
    """The one stylesheet of record sheets; it belongs to those who draw them."""
    return Response(sheet_style(), media_type="text/css", headers={"Cache-Control": "no-cache"})
