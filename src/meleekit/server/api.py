"""The table for programs: matches over HTTP, and each match live over one WebSocket."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response, WebSocket
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from meleekit.bots import bots_for
from meleekit.core.errors import BadRequest, MeleekitError
from meleekit.core.verify import Verification, verify
from meleekit.server import guard, seen
from meleekit.server import protocol as say
from meleekit.server.room import Room
from meleekit.server.rooms import Rooms
from meleekit.server.viewer import Allowance, Viewer

router = APIRouter(prefix="/api")

PATIENCE = 20.0  # seconds in which a page takes a message, or is let go
GOODBYE = 2.0  # seconds for the closing of a line


def rooms_of(connection: HTTPConnection) -> Rooms:
    """The matches of the table that was asked."""
    rooms: Rooms = connection.app.state.rooms
    return rooms


Table = Annotated[Rooms, Depends(rooms_of)]


@router.get("/systems")
async def systems(table: Table) -> Response:
    """Which games there are, and their scenarios."""
    return guard.json_response(
        [
            {
                "key": system.key,
                "title": system.title,
                "about": system.about,
                "seats": system.seats,
                "rules_version": system.rules_version,
                "scenarios": list(system.scenarios()),
                "bots": bots_for(system.key, table.bots),
            }
            for system in table.systems.values()
        ]
    )


@router.get("/matches")
async def matches(request: Request, table: Table) -> Response:
    """The latest matches, newest first."""
    listed = await asyncio.to_thread(table.store.listed)
    own = await table.own(guard.token_of(request), listed)
    return guard.json_response(
        [
            {
                "id": one.id,
                "game": one.game,
                "title": one.title,
                "players": one.players,
                "mine": one.id in own,
                "created": one.created,
                "finished": one.finished,
                "result": one.result,
                "revision": one.revision,
            }
            for one in listed
        ]
    )


@router.post("/matches")
async def begin(request: Request, table: Table) -> Response:
    """Begin a match: `NewMatch`. The browser that begins it plays the seats of people."""
    new = say.read(await request.body(), say.NewMatch)
    response = Response(status_code=201, media_type="application/json")
    token = guard.give_token(request, response)
    match_id = await table.create(new, guard.hashed(token))
    told = guard.json_response({"id": match_id, "url": f"/match/{match_id}"}, 201)
    told.headers["set-cookie"] = response.headers["set-cookie"]
    return told


@router.get("/matches/{match_id}")
async def look(
    request: Request, table: Table, match_id: str, seat: Annotated[int | None, Query(ge=0)] = None
) -> Response:
    """The position, as this browser may see it; as one of its seats alone, if that is named."""
    async with table.visit(match_id) as room:
        who = await room.seating.who(guard.token_of(request))
        return guard.json_response(await room.answer(say.Look(seat=seat), who, None))


@router.post("/matches/{match_id}")
async def ask(request: Request, table: Table, match_id: str) -> Response:
    """The same questions that go over the WebSocket, one a request."""
    asked = say.read_asked(await request.body())
    async with table.visit(match_id) as room:
        who = await room.seating.who(guard.token_of(request))
        return guard.json_response(await room.answer(asked, who, None))


@router.get("/matches/{match_id}/moments/{revision}")
async def moment(table: Table, match_id: str, revision: int, board: bool = False) -> Response:
    """One revision for the replay; with the whole board if asked."""
    async with table.visit(match_id) as room:
        match = room.match
        if not 0 <= revision <= match.revision:
            raise BadRequest(f"there are revisions 0 to {match.revision}", at="revision")
        return guard.json_response(await asyncio.to_thread(seen.moment, match, revision, board))


@router.get("/matches/{match_id}/log")
async def report(table: Table, match_id: str) -> Response:
    """The whole fight report as a spectator may read it."""
    async with table.visit(match_id) as room:
        return guard.json_response(await room.report())


@router.get("/matches/{match_id}/record")
async def record(table: Table, match_id: str) -> Response:
    """The match's record as a file, seed included, once it is over.

    Before the end it would tell what is hidden and what the dice will show.
    """
    async with table.visit(match_id) as room:
        if room.match.outcome is None:
            raise BadRequest("the record is open when the match is over")
        data = await asyncio.to_thread(room.match.save, reveal_seed=True)
    name = f"{room.row.game}-{match_id}.json"
    return Response(
        data,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        },
        media_type="application/json",
    )


@router.get("/matches/{match_id}/verify")
async def verified(table: Table, match_id: str) -> Response:
    """Whether a finished match holds: every roll and every state recomputed."""
    async with table.visit(match_id) as room:
        if room.match.outcome is None:
            raise BadRequest("the seed is told, and can be checked, when the match is over")
        data = await asyncio.to_thread(room.match.save, reveal_seed=True)
    return guard.json_response(await asyncio.to_thread(verify, data, table.systems))


@router.post("/verify")
async def verify_record(request: Request, table: Table) -> Response:
    """Whether a record, sent as the body, holds."""
    data = await request.body()
    found: Verification = await asyncio.to_thread(verify, data, table.systems)
    return guard.json_response(found)


@router.websocket("/matches/{match_id}/live")
async def live(socket: WebSocket, match_id: str) -> None:
    """A match live: positions as they come, answers to what is asked."""
    if not guard.same_origin(socket.headers):
        await socket.close(1008, "another site")
        return
    await socket.accept()
    try:
        async with rooms_of(socket).visit(match_id) as room:
            await _converse(socket, room)
    except MeleekitError as error:
        guard.note(socket, error)
        await _last_words(socket, error)
    except Exception as error:
        await _last_words(socket, guard.unexpected(socket, error))


async def _converse(socket: WebSocket, room: Room) -> None:
    viewer = Viewer(await room.seating.who(guard.token_of(socket)))
    await room.read_up(viewer.who)
    room.enter(viewer)
    tasks: tuple[asyncio.Task[object], ...] = (
        asyncio.create_task(_hear(socket, room, viewer)),
        asyncio.create_task(_write(socket, viewer)),
        asyncio.create_task(viewer.lost.wait()),
    )
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(viewer)
        for task in tasks:
            task.cancel()
    if viewer.lost.is_set():
        await _close(socket, 1013, "too slow")
    for task in tasks:
        if task.done() and not task.cancelled():
            task.result()  # raises what went wrong in it


async def _hear(socket: WebSocket, room: Room, viewer: Viewer) -> None:
    """Answer what the page asks, one after the other and no faster than it may."""
    allowance = Allowance()
    while (heard := await socket.receive())["type"] != "websocket.disconnect":
        data: str | bytes = heard.get("text") or heard.get("bytes") or ""
        if told := await _answered(socket, room, viewer, data):
            viewer.tell(told)
        await allowance.take()


async def _answered(
    socket: WebSocket, room: Room, viewer: Viewer, data: str | bytes
) -> say.Told | None:
    try:
        asked = say.read_asked(data)
        if not isinstance(asked, say.Look):
            return await room.answer(asked, viewer.who, viewer)
        # The whole log goes with it: a page that does not read does not get it twice.
        if viewer.looked is not None:
            raise BadRequest("the last look is not answered yet", at="do")
        viewer.looked = await room.answer(asked, viewer.who, viewer)
        return viewer.looked
    except MeleekitError as error:
        guard.note(socket, error)
        return say.ErrorMessage(say.said(error), id=say.key_of(data))
    except Exception as error:
        fault = guard.unexpected(socket, error)
        return say.ErrorMessage(say.said(fault), id=say.key_of(data))


async def _write(socket: WebSocket, viewer: Viewer) -> None:
    """Tell the page what waits in its queue, in order."""
    try:
        while True:
            message = await viewer.queue.get()
            async with asyncio.timeout(PATIENCE):
                await socket.send_text(say.written(message))
            if message is viewer.looked:
                viewer.looked = None
    except TimeoutError:
        viewer.lost.set()
    except (WebSocketDisconnect, RuntimeError):
        return  # the page went away


async def _last_words(socket: WebSocket, error: MeleekitError) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await socket.send_text(say.written(say.ErrorMessage(say.said(error))))
    await _close(socket, 1008 if error.code != "internal" else 1011)


async def _close(socket: WebSocket, code: int, reason: str = "") -> None:
    """Close the line; a page that does not even take that is left to the system."""
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(GOODBYE):
            await socket.close(code, reason)
