"""Worked cases in TOML files: a position, perhaps some play, and what must hold afterwards.

A case has a `name`, the situation, perhaps `play`, a list of actions done one after another, and
at least one of these: `kinds` (all the kinds of action that are then legal), `legal` and `refused`
actions, and what is true `then`. A step of `play` may have its own `then`, and one with `refused`
is a try that must fail with that code and change nothing. A game may add expectations of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from meleekit.core.errors import MeleekitError

Case = dict[str, Any]

CASES = Path(__file__).parent / "cases"
BASIC = ("play", "kinds", "legal", "refused", "then")
_OF_STEP = ("dice", "then", "refused")


class Moment(Protocol):
    """A moment of a game that is spoken of by names."""

    prefix: ClassVar[str]

    def do(self, dice: Sequence[int] = (), **said: Any) -> Self: ...

    def refusal(self, **said: Any) -> MeleekitError: ...

    def allows(self, **said: Any) -> bool: ...

    def kinds(self) -> set[str]: ...


P = TypeVar("P", bound=Moment)
Expect = Callable[[P, Any], None]


class Terms(NamedTuple):
    """How a game's moments are spoken of; each game says it in the `cases` beside its tests."""

    position: Callable[..., Moment]
    """A moment from the fields of a situation."""
    at: Callable[..., Moment]
    """A moment from the game and its state."""
    expect: Expect[Any]
    """What is true of a moment: what stands under `then`."""
    more: Mapping[str, Expect[Any]]
    """Further expectations of a case, if the game has any (`MORE`)."""


def terms_of(game: str) -> Terms:
    """How that game's moments are spoken of."""
    told = import_module(f"tests.{game}.cases")
    return Terms(told.position, told.Position, told.expect, getattr(told, "MORE", {}))


def load(game: str, name: str) -> list[Case]:
    """The cases of a file."""
    text = (CASES / game / name).read_text(encoding="utf-8")
    cases: list[Case] = tomllib.loads(text)["case"]
    return cases


def all_cases(game: str) -> list[Case]:
    """Every case of every file of a game, in the order of the files' names."""
    paths = sorted((CASES / game).glob("*.toml"))
    return [case for path in paths for case in load(game, path.name)]


def split(case: Case, expectations: Mapping[str, Expect[P]]) -> tuple[Case, Case]:
    """The situation of a case, and what is expected of it."""
    wanted = {key: case[key] for key in (*BASIC, *expectations) if key in case}
    return {k: v for k, v in case.items() if k not in wanted and k != "name"}, wanted


def check(now: P, wanted: Case, then: Expect[P], more: Mapping[str, Expect[P]]) -> None:
    """What a case, or the proof of a lesson, expects of a moment."""
    steps = wanted.get("play", ())
    assert wanted.keys() <= {*BASIC, *more}, "no such expectation"
    assert wanted.keys() - {"play"} or any({"then", "refused"} & said.keys() for said in steps), (
        "a case that expects nothing"
    )
    for said in steps:
        action = {k: v for k, v in said.items() if k not in _OF_STEP}
        if "refused" in said:
            assert now.refusal(**action).reason == said["refused"], said
        else:
            now = now.do(said.get("dice", ()), **action)
        then(now, said.get("then", {}))
    if "kinds" in wanted:
        assert now.kinds() == set(wanted["kinds"])
    for said in wanted.get("legal", ()):
        assert now.allows(**said), said
    for said in wanted.get("refused", ()):
        refusal = now.refusal(**{k: v for k, v in said.items() if k not in ("rule", "code")})
        assert "rule" in said or "code" in said, "a refusal names its rule or its code"
        if "rule" in said:
            assert refusal.rule == f"{now.prefix}{said['rule']}", said
        if "code" in said:
            assert refusal.reason == said["code"], said
    for key, expect in more.items():
        if key in wanted:
            expect(now, wanted[key])
    then(now, wanted.get("then", {}))
