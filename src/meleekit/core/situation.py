"""What situations of all games have in common: TOML text, errors by line, moments that hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from meleekit.core.errors import BadSave, BadSetup, BadSituation
from meleekit.core.game import Game
from meleekit.core.record import told_of
from meleekit.core.system import Description, System
from meleekit.core.toml_lines import line_of
from meleekit.core.toml_read import NotToml, toml_data
from meleekit.core.typed import fault_of, numbered, under

GameT = TypeVar("GameT", bound=Game[Any, Any, Any])
StateT = TypeVar("StateT")

_WORD = re.compile(r"[\w/.-]+")
"""No text of a situation, all of whose lines have a sign of equality or brackets: a name."""

LONGEST = 100_000
"""Characters of a situation; a dozen fighters in the midst of a battle take five thousand."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a situation teaches: a question, its answer, and why that is the answer.

    `proof` is for tests: what has to come of the situation for the answer to be true.
    """

    question: str
    answer: str
    why: str = ""
    proof: dict[str, Any] = {}


def lesson_of(data: Mapping[str, object]) -> Lesson | None:
    """The lesson of a situation that was read, if it has one. Raises `BadSituation`."""
    if "lesson" not in data:
        return None
    try:
        return msgspec.convert(data["lesson"], Lesson)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        raise BadSituation(message, at=under("lesson", path)) from None


def headed(data: Mapping[str, object], described: Description) -> Description:
    """A situation in words: those that stand above it, or else those of its set-up."""
    if "title" not in data:
        return described
    title, about = str(data["title"]), str(data.get("about", ""))
    return msgspec.structs.replace(described, title=title, about=about)


@lru_cache(maxsize=16)
def lesson_texts(folder: Path) -> Mapping[str, str]:
    """The texts of a folder's teaching situations by name, in the order in which to read them.

    Each is a file, named as `typed.numbered` reads it.
    """
    texts = {name: path.read_text(encoding="utf-8") for name, path in numbered(folder).items()}
    return MappingProxyType(texts)


def game_of(data: Mapping[str, object], games: Mapping[str, Any], usual: str) -> str:
    """The key of the game that a situation is of; `usual` if it does not say.

    Raises `BadSituation` if there is none of that key among `games`.
    """
    key = data.get("game", usual)
    if not isinstance(key, str) or key not in games:
        raise BadSituation(f"no game {key!r}; there are {', '.join(games)}", at="game")
    return key


def situation_in(setup: object) -> str | None:
    """The text of a situation, or its name, that stands in the place of a set-up.

    That is ``{"situation": ...}``, as whoever begins a match sends it. Raises `BadSetup` where
    more is said beside it: a situation has its set-up in it.
    """
    if not isinstance(setup, Mapping) or "situation" not in setup:
        return None
    said = setup["situation"]
    if len(setup) > 1 or not isinstance(said, str):
        raise BadSetup("a situation is a text, and has its set-up in it", at="situation")
    return said


def parsed(text: str) -> dict[str, object]:
    """The contents of a situation's text. Raises `BadSituation` naming the line."""
    if len(text) > LONGEST:
        raise BadSituation(f"a situation has at most {LONGEST} characters")
    try:
        return toml_data(text)
    except NotToml as error:
        where = f"{error.where}: " if error.where else ""
        message = f"{where}this is not TOML: {error.fault}"
        raise BadSituation(message, at=error.where) from None


def moment_of(
    said: str | Mapping[str, object],
    system: System,
    read: Callable[[Mapping[str, object]], tuple[GameT, StateT, Callable[[str], str]]],
) -> tuple[GameT, StateT]:
    """Game and moment of a situation: plain data, its text, or the name of one of the system's.

    `read` makes both of the data, and says at which field of it a field of the state is written.
    Raises `BadSituation` naming the field, and the line where there is a text.
    """
    if isinstance(said, str):
        text = _text_of(said, system.situations())
        with lines_of(text):
            return moment_of(parsed(text), system, read)
    game_of(said, {system.key: system}, system.key)
    game, state, place_of = read(said)
    try:
        check_moment(game, state)
    except BadSave as error:
        at = place_of(error.at or "")
        raise error.restated(BadSituation, at=at) from None
    # A value of its own: what the check has worked out is remembered for the other one, and
    # whoever asked for this may yet change it.
    return game, copy(state)


def _text_of(said: str, known: Mapping[str, str]) -> str:
    """The text of the situation of that name, or else what was said, being a text itself."""
    if said not in known and _WORD.fullmatch(said):
        names = f"; there are {', '.join(known)}" if known else ""
        raise BadSituation(f"no situation {said!r}{names}")
    return known.get(said, said)


@contextmanager
def lines_of(text: str) -> Iterator[None]:
    """A `BadSituation` that is raised inside says at which line of the text its field is."""
    try:
        yield
    except BadSituation as error:
        line = line_of(text, error.at) if error.at else None
        said = f"line {line}: {error.message}" if line else error.message
        raise error.restated(BadSituation, at=error.at, message=said) from None


def check_moment(game: Game[Any, Any, Any], state: object) -> None:
    """Refuse a state in which a game cannot go on. Raises `BadSave` naming the field of it.

    Whether it could have come about is not asked.
    """
    game.check_state(state)
    with told_of(""):
        game.scene(state, None)
        game.status(state)
        for decision in game.decisions(state):
            game.prompt(state, decision)
            if not game.actions(state, decision.seat):
                raise BadSave("whoever is asked has nothing to choose here", at="stack")
