"""The talk in the documentation goes as it is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from meleekit.core.situation import LONGEST
from meleekit.referee import Limits, Referee
from meleekit.referee.matches import MIB
from meleekit.referee.requests import REQUEST_LIMIT, VERBS
from meleekit.server import referee_desk
from tests.referee.clerk import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
TALKS = re.findall(r"^```transcript\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ANYTHING = "…"


def shows(shown: Any, said: Any) -> bool:
    """Whether what is printed is what was said, but for what is left out."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict):
        return isinstance(said, dict) and all(
            name in said and shows(value, said[name]) for name, value in shown.items()
        )
    if isinstance(shown, list):
        if not isinstance(said, list):
            return False
        if shown and shown[-1] == ANYTHING:
            shown, said = shown[:-1], said[: len(shown) - 1]
        return len(shown) == len(said) and all(map(shows, shown, said))
    return bool(shown == said)


def test_the_talk_goes_as_it_is_printed() -> None:
    lines = [line for talk in TALKS for line in talk.splitlines()]
    assert len(lines) >= 20
    referee = Referee()
    for sent, printed in zip(lines[::2], lines[1::2], strict=True):
        assert (sent[:2], printed[:2]) == ("> ", "< ")
        said = json.loads(referee.answer(sent[2:].encode()).body)
        assert shows(json.loads(printed[2:]), said), f"{sent}\n{said}"


def test_every_verb_and_every_code_is_explained() -> None:
    table = PAGE[PAGE.index("| `games` |") :]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(VERBS)
    for code in CODES:
        assert f"`{code}`" in table


def test_the_limits_are_those_of_the_code() -> None:
    limits = Limits()
    assert f"| matches at a time | {limits.matches} |" in PAGE
    assert f"about {limits.memory // MIB} MiB" in PAGE
    assert f"| {limits.ways:_}, or {limits.patience:.0f} seconds |".replace("_", " ") in PAGE
    assert f"| {REQUEST_LIMIT // MIB} MiB |" in PAGE
    assert f"| {LONGEST:,} characters |".replace(",", " ") in PAGE
    desk = referee_desk.LIMITS
    assert f"at most {desk.matches} are kept, or {desk.memory // MIB} MiB" in " ".join(PAGE.split())
    odds = f"Odds end at {desk.ways:_} ways or after {desk.patience:.0f} seconds"
    assert odds.replace("_", " ") in " ".join(PAGE.split())
    pace = f"{referee_desk.BURST} times at once and {referee_desk.RATE:.0f} times a second"
    assert pace in " ".join(PAGE.split())
