"""What stands at the door: sizes, origins, headers, and errors said plainly."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

import msgspec
from fastapi import Request, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meleekit.core.errors import MeleekitError, TooLarge
from meleekit.server import protocol as say

log = logging.getLogger("meleekit.server")

COOKIE = "meleekit_player"
COOKIE_AGE = 365 * 24 * 3600  # seconds
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")

STATUS = {
    "bad_request": 400,
    "not_your_decision": 403,
    "unknown_game": 404,
    "unknown_match": 404,
    "illegal_action": 409,
    "stale": 409,
    "needs_dice": 409,
    "bad_dice": 422,
    "game_over": 409,
    "too_large": 413,
    "bad_setup": 422,
    "bad_save": 422,
    "bad_situation": 422,
    "internal": 500,
}

# Everything comes from this server and nothing is written inline, so nothing else may run.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class ForeignOrigin(MeleekitError):
    """A page of another site, or a name of one, stands behind a request."""

    code = "bad_request"


def json_response(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(
        msgspec.json.encode(value),
        status,
        headers={"Cache-Control": "no-store"},
        media_type="application/json",
    )


def error_response(error: MeleekitError, status: int | None = None) -> Response:
    """An error as the protocol says it."""
    return json_response({"error": say.said(error)}, status or STATUS.get(error.code, 400))


def note(request: HTTPConnection, error: MeleekitError) -> None:
    """Put an error that is the table's own fault in the log, with what led to it."""
    if error.code == MeleekitError.code:
        log.error("fault at %s", request.url.path, exc_info=error)


def unexpected(request: HTTPConnection, error: Exception) -> MeleekitError:
    """A fault of the program: the log gets the traceback, the person a plain sentence."""
    log.error("fault at %s", request.url.path, exc_info=error)
    return MeleekitError("something went wrong at the table; nothing was changed")


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def host_of(headers: Headers) -> str | None:
    """The host that a request is meant for, without its port; None if that cannot be made out."""
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname
    except ValueError:
        return None


def token_of(request: HTTPConnection) -> str | None:
    """The token by which a browser is known, if it has one."""
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def hashed(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def owns(request: HTTPConnection, owner: str) -> bool:
    """Whether this browser began the match."""
    token = token_of(request)
    return token is not None and hmac.compare_digest(hashed(token), owner)


def give_token(request: Request, response: Response) -> str:
    """The browser's token, a new one set on the response if it has none."""
    token = token_of(request)
    if token is None:
        token = secrets.token_urlsafe(24)
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return token


class Guard:
    """Middleware: refuses bodies over the limit and foreign origins, sets the headers.

    `hosts` are the only names under which the table answers; None: under any. A table for this
    machine alone must not answer a name that another site has led here.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        known = self._hosts is None or host_of(headers) in self._hosts
        if scope["type"] == "websocket":
            if known:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": "another host"})
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    told[name] = value
            await send(message)

        refused = _refusal(scope["method"], headers) if known else _foreign_host()
        if refused:
            await error_response(refused)(scope, receive, send_guarded)
            return
        if scope["method"] == "HEAD":
            # What can be got can be asked after; the server leaves the body out by itself.
            scope = {**scope, "method": "GET"}
        await self._app(scope, _measured(receive), send_guarded)


def _refusal(method: str, headers: Headers) -> MeleekitError | None:
    if method not in ("GET", "HEAD") and not same_origin(headers):
        return ForeignOrigin("this request comes from another site")
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length[:12]) > say.BODY_LIMIT:
        return _too_large()
    return None


def _foreign_host() -> MeleekitError:
    return ForeignOrigin("the table does not answer under this name", at="Host")


def _too_large() -> TooLarge:
    return TooLarge(f"a body may have {say.BODY_LIMIT} bytes")


def _measured(receive: Receive) -> Receive:
    """The same body, cut off with `TooLarge` where it passes the limit."""
    read = 0

    async def measured() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > say.BODY_LIMIT:
            raise _too_large()
        return message

    return measured
