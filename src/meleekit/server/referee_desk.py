"""The referee at the table: the verbs of `meleekit referee` over HTTP, apart from the matches.

It has one thread of its own, so that what it is asked costs the matches at the table no more than
a share of the processor, and one visitor cannot fill the line for the others.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from meleekit.bots import Bot
from meleekit.core.errors import TooLarge
from meleekit.core.system import System
from meleekit.referee import Limits, Referee, Reply
from meleekit.referee.matches import MIB
from meleekit.referee.referee import refusal
from meleekit.referee.requests import key_of
from meleekit.server import guard
from meleekit.server.viewer import Allowance

router = APIRouter(prefix="/api")

LIMITS = Limits(matches=64, memory=128 * MIB, ways=20_000, patience=8.0, forgets=True)
LINE = 64  # requests that may wait for their turn
LINE_OF_ONE = 8  # requests of one visitor among them
VISITORS = 1000  # addresses whose pace is remembered
BURST = 120  # requests that one visitor may send at once
RATE = 30.0  # requests a second that one visitor may send in the long run
BUSY = 429


class Busy(TooLarge):
    """More requests than the referee takes on; the request was not looked at."""


class Desk:
    """The referee, and the line before it."""

    def __init__(
        self,
        systems: Mapping[str, System],
        bots: Mapping[str, Bot],
        seeds: Callable[[], bytes],
        limits: Limits = LIMITS,
    ) -> None:
        # Whoever knows a match's name is its referee: it must be beyond guessing.
        self._referee = Referee(
            systems,
            bots,
            limits=limits,
            shared=True,
            seeds=seeds,
            names=lambda: secrets.token_urlsafe(12),
        )
        self._thread = ThreadPoolExecutor(1, "referee")
        self._waiting: dict[str, int] = {}
        self._pace: dict[str, Allowance] = {}

    async def answer(self, visitor: str, data: bytes) -> Reply:
        """The referee's answer. Raises `Busy` where the visitor, or all, ask too much."""
        self._check_pace(visitor)
        if sum(self._waiting.values()) >= LINE or self._waiting.get(visitor, 0) >= LINE_OF_ONE:
            raise Busy("the referee has its hands full: ask again in a moment")
        self._waiting[visitor] = self._waiting.get(visitor, 0) + 1
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._thread, self._referee.answer, data)
        # Also if the visitor goes away meanwhile: what was begun takes its time all the same.
        work.add_done_callback(lambda _: self._leave(visitor))
        return await asyncio.shield(work)

    def _check_pace(self, visitor: str) -> None:
        allowance = self._pace.pop(visitor, None) or Allowance(RATE, BURST)
        self._pace[visitor] = allowance
        if len(self._pace) > VISITORS:
            del self._pace[next(iter(self._pace))]
        if not allowance.spend():
            raise Busy(f"more than {RATE:.0f} requests a second: ask again in a moment")

    def _leave(self, visitor: str) -> None:
        self._waiting[visitor] -= 1
        if not self._waiting[visitor]:
            del self._waiting[visitor]

    def close(self) -> None:
        """Answer nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def desk_of(request: Request) -> Desk:
    """The referee of the table that was asked."""
    desk: Desk = request.app.state.desk
    return desk


@router.post("/referee")
async def ask(request: Request, desk: Annotated[Desk, Depends(desk_of)]) -> Response:
    """Ask the referee: a request of the protocol is the body, its answer comes back."""
    data = await request.body()
    visitor = request.client.host if request.client else ""
    try:
        reply = await desk.answer(visitor, data)
    except Busy as error:
        reply, status = refusal(error, key_of(data)), BUSY
    else:
        status = guard.STATUS.get(reply.code, 400) if reply.code else 200
    return Response(
        reply.body, status, headers={"Cache-Control": "no-store"}, media_type="application/json"
    )
