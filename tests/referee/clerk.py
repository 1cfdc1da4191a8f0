"""Whoever talks to a referee in the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from meleekit.core.system import System
from meleekit.referee import Limits, Referee
from tests.toys import TOYS

SEED = bytes(range(32)).hex()
CODES = frozenset(
    {
        "bad_request",
        "unknown_game",
        "unknown_match",
        "bad_setup",
        "bad_situation",
        "not_your_decision",
        "illegal_action",
        "needs_dice",
        "bad_dice",
        "stale",
        "game_over",
        "too_large",
        "internal",
    }
)


class Clerk:
    """Asks a referee of its own, and looks at the form of every answer."""

    def __init__(
        self, systems: Mapping[str, System] = TOYS, limits: Limits | None = None, **more: Any
    ) -> None:
        self.referee = Referee(systems, limits=limits, **more)
        self.asked = 0

    def said(self, verb: str, **fields: Any) -> dict[str, Any]:
        """The answer, be it an error or not."""
        self.asked += 1
        request = {"id": self.asked, "do": verb, **fields}
        body = self.referee.answer(json.dumps(request).encode()).body
        assert b"\n" not in body
        answer: dict[str, Any] = json.loads(body)
        assert answer.pop("id") == self.asked
        return answer

    def ask(self, verb: str, **fields: Any) -> dict[str, Any]:
        """The answer, which is no error."""
        answer = self.said(verb, **fields)
        assert "error" not in answer, answer
        return answer

    def refused(self, verb: str, **fields: Any) -> dict[str, Any]:
        """The error of the answer."""
        answer = self.said(verb, **fields)
        assert set(answer) == {"error"}, answer
        error: dict[str, Any] = answer["error"]
        assert set(error) <= {"code", "message", "rule", "at", "want", "reason"}
        assert error["code"] in CODES
        assert error["message"]
        return error

    def begin(self, game: str = "ladder", setup: Any = "race", **more: Any) -> str:
        """The name of a new match."""
        name: str = self.ask("new", game=game, setup=setup, seed=SEED, **more)["match"]
        return name

    def act(self, match: str, seat: int, action: Any, **more: Any) -> dict[str, Any]:
        """The position after an action."""
        return self.ask("act", match=match, seat=seat, action=action, **more)

    def whole(self, match: str) -> bytes:
        """All that a match consists of, to see whether anything has changed."""
        record = self.ask("save", match=match)
        views = [self.ask("scene", match=match, seat=seat, **{"as": "text"}) for seat in (0, 1)]
        return json.dumps([record, views]).encode()
