"""The table put together: store, rooms, API and pages in one application."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Scope

from meleekit.bots import BOTS
from meleekit.bots.base import Bot
from meleekit.core.dice import new_seed
from meleekit.core.errors import BadRequest, MeleekitError
from meleekit.core.system import System
from meleekit.server import (
    api,
    battle_desk,
    battle_rosters,
    guard,
    pages,
    referee_desk,
    seasons,
    situations,
    tao_melee,
)
from meleekit.server.builders import BUILDERS
from meleekit.server.config import LOOPBACK, Config
from meleekit.server.referee_desk import Desk
from meleekit.server.rooms import Rooms
from meleekit.server.season_rooms import SeasonRooms
from meleekit.server.store import Store
from meleekit.systems import SYSTEMS

log = logging.getLogger("meleekit.server")

STATIC = Path(__file__).with_name("static")
MESSAGE_CEILING = 1024 * 1024  # bytes; above our own limit, so that the refusal is in words


class Files(StaticFiles):
    """The page's own files, looked at anew each time: a new version is never half an old one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """As `StaticFiles`, with the browser told to ask whether its copy is still good."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def create_app(
    config: Config,
    *,
    systems: Mapping[str, System] = SYSTEMS,
    bots: Mapping[str, Bot] = BOTS,
    seeds: Callable[[], bytes] = new_seed,
) -> FastAPI:
    """The table as an ASGI application.

    `seeds` draws the seed of each new match or season. Raises `StoreFailed` if the database cannot
    be opened.
    """
    rooms = Rooms(Store(config.database_url), systems, bots, seeds, config.pace)

    desk = Desk(systems, bots, seeds)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        desk.close()
        await rooms.close()

    # Its own documentation pages would load scripts from elsewhere.
    app = FastAPI(
        title="meleekit", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan
    )
    app.state.rooms = rooms
    app.state.desk = desk
    app.add_middleware(guard.Guard, hosts=config.hosts)
    app.include_router(api.router)
    app.include_router(referee_desk.router)
    app.include_router(situations.router)
    for key, builder in BUILDERS.items():
        if key in systems:
            app.include_router(builder.router)
    if "tft" in systems:
        app.state.seasons = SeasonRooms(rooms, seeds)
        app.include_router(seasons.router)
    if "battlesystem" in systems:
        app.include_router(battle_desk.router)
        app.include_router(battle_rosters.router)
    if "tao" in systems:
        app.include_router(tao_melee.router)
    app.include_router(pages.router)
    app.mount("/static", Files(directory=STATIC), name="static")

    @app.exception_handler(MeleekitError)
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, MeleekitError)
        guard.note(request, error)
        return _said(request, error)

    @app.exception_handler(HTTPException)
    async def not_served(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        words = {404: "there is nothing at this address", 405: "this cannot be done here"}
        said = BadRequest(words.get(error.status_code, str(error.detail)))
        return _said(request, said, error.status_code)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return _said(request, BadRequest(str(first["msg"]), at=where or None))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: Exception) -> Response:
        # Whoever asked went away in the middle of it: no fault, and nobody to tell.
        return Response(status_code=400)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        return _said(request, guard.unexpected(request, error))

    return app


def _said(request: Request, error: MeleekitError, status: int | None = None) -> Response:
    status = status or guard.STATUS.get(error.code, 400)
    if request.url.path.startswith("/api/"):
        return guard.error_response(error, status)
    return pages.error_page(request, error, status)


def serve(host: str = LOOPBACK, port: int = 8000, database_url: str | None = None) -> None:
    """Run the table until it is interrupted.

    `database_url` is a path or an SQLAlchemy URL; without it MELEEKIT_DB, or the user's own file.
    Raises `BadRequest` if it cannot listen there, `StoreFailed` if the database cannot be opened.
    """
    config = Config.from_environment(database=database_url, host=host, port=port)
    _try_to_listen(config)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    settings = uvicorn.Config(
        create_app(config),
        host=config.host,
        port=config.port,
        ws_max_size=MESSAGE_CEILING,
        log_level="warning",
    )
    with suppress(KeyboardInterrupt):
        _Server(settings).run()


def _try_to_listen(config: Config) -> None:
    """Raises `BadRequest` where another program listens already, or nobody may."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        socket.create_server((config.host, config.port), family=family).close()
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        said = f"port {config.port} of {config.host} cannot be had ({why})"
        raise BadRequest(f"{said}; choose another", at="--port") from None


class _Server(uvicorn.Server):
    """Says where the table stands once it stands there."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
            log.info("The table is open at http://%s:%d (Ctrl-C closes it)", host, self.config.port)
