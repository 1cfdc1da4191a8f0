"""The pages that people see: lobby, table, replay, and errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates

from meleekit.core.errors import MeleekitError, UnknownGame
from meleekit.core.situation import parsed
from meleekit.core.svg import stylesheet
from meleekit.core.system import Option, System, Variant
from meleekit.server import guard
from meleekit.server.api import Table
from meleekit.server.builders import BUILDERS, LINKS
from meleekit.server.rooms import Rooms
from meleekit.server.season_rooms import season_of

router = APIRouter()
templates = Jinja2Templates(Path(__file__).with_name("templates"))

PLAYER_WORDS = {
    "me": "Me",
    "friend": "A friend at this screen",
    "guest": "Somebody elsewhere, by a link",
}


def player_words(player: str) -> str:
    """Who takes a seat, as a page says it."""
    return PLAYER_WORDS.get(player, f"{player.replace('_', ' ').capitalize()} (bot)")


templates.env.filters["player"] = player_words


@router.get("/")
async def lobby(request: Request, table: Table) -> Response:
    """Begin a match, or go back to one."""
    listed = await asyncio.to_thread(table.store.listed)
    return templates.TemplateResponse(
        request,
        "lobby.html",
        {
            "systems": [_offer(table, system) for system in table.systems.values()],
            "running": [one for one in listed if one.finished is None],
            "finished": [one for one in listed if one.finished is not None],
            "mine": await table.own(guard.token_of(request), listed),
        },
    )


def _offer(table: Rooms, system: System) -> dict[str, Any]:
    """A system with its scenarios and players, as the lobby lists them; the best bot comes last."""
    offered = []
    for key, setup in system.scenarios().items():
        described = system.describe(setup)
        offered.append(
            {
                "key": key,
                "title": described.title,
                "about": described.about,
                "sides": described.sides,
                "options": option_values(system.options(), setup),
                "seats": [
                    {"name": seat.name, "side": seat.side} for seat in system.game(setup).seats
                ],
            }
        )
    builder = BUILDERS.get(system.key)
    return {
        "rules": rules_address(system),
        "key": system.key,
        "title": system.title,
        "about": system.about,
        "scenarios": offered,
        "builder": builder,
        "links": LINKS.get(system.key, {}),
        "lessons": [
            {"name": name, "title": parsed(text).get("title", name)}
            for name, text in system.situations().items()
        ],
        "choices": builder.choices() if builder else {},
        "options": []
        if builder
        else [option_field(one, system.variants()) for one in system.options()],
        "players": [
            {"value": player, "words": player_words(player)}
            for player in table.players_of(system.key)
        ],
    }


def option_values(options: Sequence[Option], setup: object) -> dict[str, str]:
    """What a scenario has chosen itself, by option, in JSON: what its fields show at first."""
    known = [one.name for one in options if hasattr(setup, one.name) and not one.file]
    return {name: _written(getattr(setup, name)) for name in known}


def _written(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value))


def option_field(option: Option, variants: Sequence[Variant] = ()) -> dict[str, Any]:
    """An option as a field of the lobby; values are written as JSON, so that a page can send them.

    Without a short list of choices it is a number to type, or left empty where the default is a
    word; or a file, whose text is the value. Of choices whose default is a list `several` may be
    ticked; readings of the rules among them go by their titles.
    """
    typed = not option.choices and not isinstance(option.default, int)
    readings = {one.id: one for one in variants}
    choices = [
        {
            "value": _written(one),
            "words": readings[one].title if one in readings else _choice_words(one),
            "about": readings[one].about if one in readings else "",
        }
        for one in option.choices
    ]
    return {
        "several": isinstance(option.default, tuple | list),
        "name": option.name,
        "title": option.title or option.name.replace("_", " ").capitalize(),
        "about": option.about,
        "usual": "" if typed else _written(option.default),
        "hint": option.default if typed else "",
        "file": option.file,
        "choices": choices,
    }


def _choice_words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "usual"


def rules_address(system: System) -> str:
    """The page with the game's rules, or nothing where there is none."""
    return f"/rules/{system.key}" if system.rulebook() else ""


@router.get("/match/{match_id}")
async def table_page(request: Request, table: Table, match_id: str) -> Response:
    """The table at which a match is played or watched."""
    return await _match_page(request, table, match_id, "table.html")


@router.get("/match/{match_id}/replay")
async def replay_page(request: Request, table: Table, match_id: str) -> Response:
    """A match step by step."""
    return await _match_page(request, table, match_id, "replay.html")


@router.get("/match/{match_id}/seat/{key}")
async def invitation_page(request: Request, table: Table, match_id: str, key: str) -> Response:
    """An invitation to a seat. Looking at it takes nothing: a messenger may do that too."""
    async with table.visit(match_id) as room:
        seat = room.match.game.seats[room.seating.invited(key).seat]
        context = {"id": match_id, "key": key, "title": room.row.title, "seat": seat}
    return templates.TemplateResponse(
        request, "invitation.html", context, headers={"Cache-Control": "no-store"}
    )


@router.post("/match/{match_id}/seat/{key}")
async def take_seat(request: Request, table: Table, match_id: str, key: str) -> Response:
    """Take the seat, and go to the table."""
    response = RedirectResponse(f"/match/{match_id}", status_code=303)
    token = guard.give_token(request, response)
    async with table.visit(match_id) as room:
        await room.take_seat(key, token)
    return response


async def _match_page(request: Request, table: Table, match_id: str, page: str) -> Response:
    async with table.visit(match_id) as room:
        match, row = room.match, room.row
        context = {
            "id": match_id,
            "title": row.title,
            "game": row.game,
            "rules": rules_address(match.system),
            "situations": bool(match.system.situations()),
            "mine": bool((await room.seating.who(guard.token_of(request))).seats),
            "over": match.outcome is not None,
            "last": match.revision,
            "commitment": match.commitment,
            "season": season_of(match_id),
        }
    return templates.TemplateResponse(request, page, context, headers={"Cache-Control": "no-store"})


@router.get("/rules/{game}")
async def rules_page(request: Request, table: Table, game: str) -> Response:
    """The rules of a game, each under its ID."""
    system = table.system(game)
    book = await asyncio.to_thread(system.rulebook)
    if book is None:
        raise UnknownGame(f"the rules of {game!r} are not written down")
    context = {
        "title": system.title,
        "sections": [(one, book.of_section(one.key)) for one in book.sections.values()],
        "tables": system.rule_tables(),
        "ids": book.rules,
    }
    return templates.TemplateResponse(request, "rules.html", context)


@router.get("/static/board.css")
async def board_style() -> Response:
    """The one stylesheet of boards; it belongs to the renderer."""
    return Response(stylesheet(), media_type="text/css", headers={"Cache-Control": "no-cache"})


@router.get("/favicon.ico")
async def icon() -> Response:
    """Nothing: the pages name their own icon."""
    return Response(status_code=204)


def error_page(request: Request, error: MeleekitError, status: int) -> Response:
    """An error for a person who opened a page."""
    return templates.TemplateResponse(
        request, "error.html", {"error": error, "status": status}, status_code=status
    )
