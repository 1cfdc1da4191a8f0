"""A match of four people in four browsers, somebody watching, and all that each of them is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from meleekit.systems import SYSTEMS
from tests.server.table_at_home import another, table

WATCHER = -1


class RoundTable:
    """Seat 0 began the match, the others came by their links; `heard` is what each was told."""

    def __init__(self, visitor: TestClient, setup: object, lines: ExitStack) -> None:
        new = {"game": "tahta", "setup": setup, "players": ["me", "guest", "guest", "guest"]}
        answer = visitor.post("/api/matches", json=new)
        assert answer.status_code == 201, answer.text
        self.match = f"/api/matches/{answer.json()['id']}"
        self.browsers = {0: visitor}
        for seat in visitor.get(self.match).json()["seats"][1:]:
            guest = self.browsers[seat["index"]] = another(visitor)
            assert guest.post(seat["invitation"], follow_redirects=False).status_code == 303
        self.browsers[WATCHER] = another(visitor)
        self.heard: dict[int, list[object]] = {seat: [] for seat in self.browsers}
        self.lines = {
            seat: lines.enter_context(browser.websocket_connect(f"{self.match}/live"))
            for seat, browser in self.browsers.items()
        }
        for told in self.lines.values():
            told.receive_text()
        self.hear_again()

    def hear_again(self) -> None:
        """Everybody asks for the whole position; what was still to be told comes before it."""
        for seat, line in self.lines.items():
            line.send_json({"do": "look", "id": "again"})
            while '"id":"again"' not in (text := line.receive_text()):
                self.heard[seat].append(text)
            self.heard[seat].append(text)

    def position(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.browsers[seat].get(self.match).json()
        return found

    def act(self, seat: int, action: dict[str, Any]) -> dict[str, Any]:
        """The seat decides; everybody is told."""
        revision = self.position(seat)["revision"]
        asked = {"do": "act", "revision": revision, "seat": seat, "action": action}
        answer = self.browsers[seat].post(self.match, json=asked)
        assert answer.status_code == 200, answer.text
        self.hear_again()
        found: dict[str, Any] = answer.json()
        return found

    def ask_everything(self, seat: int) -> None:
        """The seat (or the watcher) asks for all that there is at every address."""
        browser, heard, match = self.browsers[seat], self.heard[seat], self.match
        page = match.removeprefix("/api").replace("matches", "match")
        now = self.position(seat)
        addresses = [match, f"{match}?seat=0", f"{match}/log", f"{match}/record"]
        addresses += [f"{match}/verify", f"{match}/situation", page, f"{page}/replay", "/"]
        for revision in range(now["revision"] + 1):
            addresses.append(f"{match}/moments/{revision}?board=true")
            addresses.append(f"{match}/situation?revision={revision}")
        for address in addresses:
            answer = browser.get(address)
            heard.append((address, answer.status_code, answer.text, sorted(answer.headers.items())))
        listed = browser.get("/api/matches").json()
        heard.append([{**one, "created": 0, "finished": 0} for one in listed])
        for asked in (
            {"do": "sit", "seat": 0},
            {"do": "undo", "revision": now["revision"]},
            {"do": "odds", "revision": now["revision"], "action": 0},
            {"do": "odds", "revision": now["revision"], "action": 0, "seat": 0},
            {"do": "act", "revision": 0, "action": {"do": "stake", "amount": 0}},
            {"do": "act", "revision": now["revision"], "seat": 0, "action": 0},
            {
                "do": "act",
                "revision": now["revision"],
                "seat": max(seat, 0),
                "action": {"do": "stake", "amount": 99},
            },
            {
                "do": "act",
                "revision": now["revision"],
                "seat": max(seat, 0),
                "action": {"do": "guess", "numbers": [99]},
            },
        ):
            answer = browser.post(match, json=asked)
            assert answer.status_code != 200 or asked["do"] == "odds", asked
            heard.append((json.dumps(asked), answer.status_code, answer.text))


@contextmanager
def round_table(folder: Path, setup: object) -> Iterator[RoundTable]:
    folder.mkdir()
    with table(folder, SYSTEMS) as visitor, ExitStack() as lines:
        yield RoundTable(visitor, setup, lines)
