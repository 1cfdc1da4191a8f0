"""Situations at the table: looked at before a match begins in one, and copied out of a match."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from meleekit.core.errors import BadRequest, BadSituation
from meleekit.core.secrecy import unsealed_at
from meleekit.core.situation import LONGEST, Lesson, headed, lesson_of, parsed
from meleekit.core.svg import render_svg
from meleekit.core.system import System
from meleekit.server import guard, seen
from meleekit.server import protocol as say
from meleekit.server.api import Table

router = APIRouter(prefix="/api")


class Looked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation to look at: its text, or the name of a teaching one."""

    game: str
    situation: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class SeatOffered(msgspec.Struct, frozen=True):
    """A seat to be taken in it."""

    name: str
    side: int


class SituationSeen(msgspec.Struct, frozen=True):
    """A situation as the lobby shows it; `lesson` if it is one for teaching."""

    title: str
    about: str
    status: str
    prompt: str
    seats: tuple[SeatOffered, ...]
    svg: str
    question: str
    answer: str
    why: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a situation tells of, or the line and the field at which it cannot be read."""

    seen: SituationSeen | None = None
    problem: say.ErrorSaid | None = None


@router.post("/situations")
async def look(request: Request, table: Table) -> Response:
    """Look at a situation while it is being written; what is wrong with it is no error here."""
    asked = say.read(await request.body(), Looked)
    system = table.system(asked.game)
    try:
        answer = Answer(seen=await asyncio.to_thread(looked_at, system, asked.situation))
    except BadSituation as error:
        answer = Answer(problem=say.said(error))
    return guard.json_response(answer)


def looked_at(system: System, text: str) -> SituationSeen:
    """A situation as the lobby shows it. Raises `BadSituation`."""
    game, state = system.load_situation(text)
    data = parsed(system.situations().get(text, text))
    described = headed(data, system.describe(game.setup))
    lesson = lesson_of(data) or Lesson("", "")
    waiting = game.decisions(state)
    return SituationSeen(
        title=described.title,
        about=described.about,
        status=game.status(state),
        prompt=seen.prompt(game, state, waiting[0] if waiting else None),
        seats=tuple(SeatOffered(seat.name, seat.side) for seat in game.seats),
        svg=render_svg(game.scene(state, None)),
        question=lesson.question,
        answer=lesson.answer,
        why=lesson.why,
    )


@router.get("/matches/{match_id}/situation")
async def copy(
    request: Request, table: Table, match_id: str, revision: int | None = None
) -> Response:
    """A moment of a match as a situation; the present one if no revision is named.

    While the match goes on it holds what this browser may see of the moment, and no more.
    """
    async with table.visit(match_id) as room:
        match = room.match
        at = match.revision if revision is None else revision
        if not 0 <= at <= match.revision:
            raise BadRequest(f"there are revisions 0 to {match.revision}", at="revision")
        if at != match.revision:
            at = unsealed_at(match, at)
        state, system = match.entries[at].state, match.system
        if match.outcome is not None:
            text = await asyncio.to_thread(system.dump_situation, match.game, state)
        else:
            seat = room.seating.eyes(match, await room.seating.who(guard.token_of(request)))
            view = match.game.view(state, seat)
            text = await asyncio.to_thread(system.dump_view, match.game, view)
    return Response(text, media_type="application/toml", headers={"Cache-Control": "no-store"})
