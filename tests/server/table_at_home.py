"""A table for tests: toy games, bots that cannot surprise, and clients in place of browsers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from meleekit.bots import Bot, RandomBot
from meleekit.core.dice import Rolled
from meleekit.core.game import Game
from meleekit.core.system import System
from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from tests.server.odd_ladders import ODD_LADDERS
from tests.toys import TOYS

SEED = bytes(range(32))
HOME = "http://testserver"


class First:
    """Takes the first legal action."""

    name = "first"
    games: frozenset[str] | None = None

    def choose(
        self, game: Game[Any, Any, Any], view: Any, seat: int, actions: Sequence[Any], dice: Rolled
    ) -> Any:
        return actions[0]


class Broken(First):
    """Fails each time it is asked."""

    name = "broken"

    def choose(
        self, game: Game[Any, Any, Any], view: Any, seat: int, actions: Sequence[Any], dice: Rolled
    ) -> Any:
        raise RuntimeError("out of ideas")


BOTS: dict[str, Bot] = {bot.name: bot for bot in (First(), Broken(), RandomBot())}


TOY_SYSTEMS: Mapping[str, System] = {**TOYS, **ODD_LADDERS}


@contextmanager
def table(
    folder: Path, systems: Mapping[str, System] = TOY_SYSTEMS, bots: Mapping[str, Bot] = BOTS
) -> Iterator[TestClient]:
    """A visitor to a table whose matches are kept in the folder."""
    url = database_url(str(folder / "matches.sqlite3"))
    config = Config(url, pace=0.0, names=("testserver",))
    app = create_app(config, systems=systems, bots=bots, seeds=lambda: SEED)
    with TestClient(app, base_url=HOME, raise_server_exceptions=False) as visitor:
        yield visitor


def another(visitor: TestClient) -> TestClient:
    """Another visitor at the same table."""
    guest = TestClient(visitor.app, base_url=HOME, raise_server_exceptions=False)
    guest.portal = visitor.portal  # one event loop, as at a real table
    return guest


def begin(
    visitor: TestClient,
    game: str = "ladder",
    setup: object = "race",
    players: Sequence[str] = ("me", "friend"),
) -> str:
    """Begin a match; its address in the API."""
    answer = visitor.post(
        "/api/matches", json={"game": game, "setup": setup, "players": list(players)}
    )
    assert answer.status_code == 201, answer.text
    return f"/api/matches/{answer.json()['id']}"


def act(visitor: TestClient, match: str, revision: int, action: Any, **more: Any) -> Any:
    """Ask for an action over HTTP."""
    return visitor.post(match, json={"do": "act", "revision": revision, "action": action} | more)


def play_out(visitor: TestClient, match: str, action: int = 0) -> dict[str, Any]:
    """Play a match at one screen to its end; the last position."""
    position: dict[str, Any] = visitor.get(match).json()
    while not position["outcome"]:
        answer = act(visitor, match, position["revision"], action)
        assert answer.status_code == 200, answer.text
        position = answer.json()
    return position


def error(answer: Any) -> dict[str, Any]:
    """The error of an answer, which has the form that the protocol promises."""
    assert set(answer.json()) == {"error"}
    found: dict[str, Any] = answer.json()["error"]
    assert "Traceback" not in answer.text
    return found


def wait_for(visitor: TestClient, match: str, revision: int | None) -> dict[str, Any]:
    """The position at a revision that bots bring about; None is the end."""
    with visitor.websocket_connect(f"{match}/live") as line:
        while True:
            position: dict[str, Any] = line.receive_json()
            if position["revision"] == revision or (revision is None and position["outcome"]):
                return position
