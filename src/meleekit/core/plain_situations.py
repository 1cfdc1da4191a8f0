"""Situations that a system has for the asking: its set-up and its state, written plainly.

A system that inherits from `PlainSituations` reads and writes them without a line of its own::

    game = "ladder"
    title = "One rung to go"
    setup = "race"
    rungs = [8, 6]
    to_move = 1

`setup` is a scenario's name, or a table ``[setup]`` with the fields that differ from their
defaults; left out it is the first scenario. All else is the state, field by field. Whatever has a
default need not be said, and is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from meleekit.core.errors import BadSetup, BadSituation
from meleekit.core.game import Game
from meleekit.core.plain import field_names, plain_of, schema_of, value_of, with_nothing
from meleekit.core.situation import Lesson, lesson_of, lesson_texts, moment_of
from meleekit.core.situation_fields import known_fields, refuse
from meleekit.core.system import System
from meleekit.core.toml_text import document_text
from meleekit.core.typed import under

AnyGame = Game[Any, Any, Any]
Entries = dict[str, Any]

_WORDS = ("title", "about")
_OF_SITUATION = ("game", *_WORDS, "setup", "lesson", "view")


class PlainSituations(System):
    """A system whose situations are its set-ups and states, field by field.

    Where the fields of the state are not what people would write, `situation_type` is a struct
    of those that are, and `said_of` and `state_of` turn one into the other. `situations_path` is
    the folder of the teaching situations, if there are any. A title and a few words `about` the
    situation become those of its set-up, where set-ups have such fields.
    """

    situation_type: ClassVar[Any] = None
    situations_path: ClassVar[Path | None] = None

    # -- what a system may say in its own way --------------------------------------------------

    def said_of(self, game: AnyGame, state: Any) -> Any:  # noqa: ANN401  # states differ
        """The state as a value of `situation_type`."""
        return state

    def state_of(self, game: AnyGame, said: Any) -> Any:  # noqa: ANN401  # states differ
        """The state that is told of by a value of `situation_type`.

        Raises `BadSituation` naming the field.
        """
        return said

    def plain_setup(self, setup: Any) -> Entries:  # noqa: ANN401  # set-ups differ
        """The set-up as it is written: what differs from the defaults of its fields.

        Systems whose set-ups are filled in by `setup_from` leave out what it would fill in.
        """
        plain: Entries = plain_of(setup, type(setup))
        return plain

    def place_of(self, game: AnyGame, at: str) -> str:
        """The field of a situation in which a field of the state is written."""
        return at

    # -- what comes of it ----------------------------------------------------------------------

    def load_situation(self, data: str | Mapping[str, object]) -> tuple[AnyGame, Any]:
        """The game and the moment that a situation tells of; `data` may be the name of one.

        Raises `BadSituation` naming the line and the field.
        """
        return moment_of(data, self, self._read)

    def dump_situation(self, game: AnyGame, state: Any) -> str:  # noqa: ANN401  # states differ
        """The moment as TOML text, hidden things and all."""
        said = plain_of(self.said_of(game, state), self._said_type)
        return document_text({**self._head(game), **said})

    def dump_view(self, game: AnyGame, view: Any) -> str:  # noqa: ANN401  # views differ
        """What a seat may know of the moment, as TOML text.

        Where something is hidden it stands in a table ``[view]``, for people to read: it takes a
        state to go on from, and `load_situation` asks for it.
        """
        if game.view_type is None:
            return self.dump_situation(game, view)
        return document_text({**self._head(game), "view": plain_of(view, game.view_type)})

    def situation_schema(self) -> Entries:
        """What a situation of this game may hold."""
        kind = type(self._first.setup)
        kinds = (self._said_type, Lesson, *([kind] if _is_struct(kind) else []))
        (said, lesson, *own), known = msgspec.json.schema_components(kinds)
        fields = known.pop(_name_in(said))
        for ref in own:
            table = known[_name_in(ref)]
            # A title stands above it all.
            table["required"] = [name for name in table["required"] if name not in self._titled]
        text = {"type": "string"}
        names = {"enum": list(self.scenarios())}
        return {
            "type": "object",
            "properties": {
                "game": {"const": self.key},
                **dict.fromkeys(_WORDS, text),
                "setup": {"anyOf": [names, schema_of(own[0]) if own else {"type": "object"}]},
                **schema_of(fields["properties"]),
                "lesson": lesson,
            },
            "required": fields["required"],
            "additionalProperties": False,
            "$defs": schema_of(known),
        }

    def situations(self) -> Mapping[str, str]:
        """The teaching situations."""
        return {} if self.situations_path is None else lesson_texts(self.situations_path)

    # -- how ---------------------------------------------------------------------------------

    @cached_property
    def _first(self) -> AnyGame:
        """A game of the first scenario, which knows the types of set-up and state."""
        return self.game(next(iter(self.scenarios().values())))

    @cached_property
    def _said_type(self) -> Any:  # noqa: ANN401  # a type
        kind = self.situation_type or self._first.state_type
        for name in field_names(kind):
            if name in _OF_SITUATION:
                said = f"{kind.__name__}.{name} is what a situation says of itself"
                raise TypeError(f"{said}; name a situation_type without it")
        return kind

    @cached_property
    def _ready(self) -> Mapping[str, tuple[Entries, Entries]]:
        """What `_told_of` says of the scenarios, by name."""
        games = {name: self.game(setup) for name, setup in self.scenarios().items()}
        return {name: self._told_of(game.setup) for name, game in games.items()}

    def _read(self, data: Mapping[str, object]) -> tuple[AnyGame, Any, Callable[[str], str]]:
        known = field_names(self._said_type)
        known_fields(data, (*_OF_SITUATION, *known), "")
        lesson_of(data)
        for key in _WORDS:
            if not isinstance(data.get(key, ""), str):
                refuse("a text is wanted here", key)
        if "view" in data:
            message = "this is what one seat saw; a situation has fields of the whole state instead"
            refuse(message, "view")
        game = self._game(data)
        said = {key: data[key] for key in known if key in data}
        state = self.state_of(game, value_of(said, self._said_type))
        return game, state, lambda at: self.place_of(game, at)

    def _game(self, data: Mapping[str, object]) -> AnyGame:
        """The game of the set-up that is told of."""
        said = data.get("setup", next(iter(self._ready)))
        words = {key: data[key] for key in self._titled if key in data}
        try:
            if isinstance(said, str):
                said = msgspec.to_builtins(self.setup_from(said)) if words else said
            elif isinstance(said, Mapping):
                kind = type(self._first.setup)
                said = with_nothing(said, kind) if _is_struct(kind) else said
            else:
                refuse("a set-up is a scenario's name, or a table with its fields", "setup")
            whole = {**said, **words} if isinstance(said, Mapping) else said
            return self.game(self.setup_from(whole))
        except BadSetup as error:
            at = error.at
            if at not in words:
                at = "setup" if isinstance(data.get("setup"), str) else under("setup", at)
            raise error.restated(BadSituation, at=at) from None

    def _head(self, game: AnyGame) -> Entries:
        """What stands above the moment: the game and its set-up."""
        words, rest = self._told_of(game.setup)
        for name, (usual, ready) in self._ready.items():
            if rest == ready:
                own = {key: word for key, word in words.items() if word != usual[key]}
                return {"game": self.key, **own, "setup": name}
        kind = type(game.setup)
        plain = self.plain_setup(game.setup) if _is_struct(kind) else rest
        own = {key: plain.pop(key) for key in words if key in plain}
        return {"game": self.key, **own, "setup": plain}

    def _told_of(self, setup: Any) -> tuple[Entries, Entries]:  # noqa: ANN401  # set-ups differ
        """Title and text of a set-up that has them, and all else that it is, as plain data."""
        plain = msgspec.to_builtins(setup)
        rest = {key: value for key, value in plain.items() if key not in self._titled}
        return {key: getattr(setup, key) for key in self._titled}, rest

    @cached_property
    def _titled(self) -> tuple[str, ...]:
        """Which of the words above a situation are its set-up's own."""
        setup = self._first.setup
        return tuple(key for key in _WORDS if isinstance(getattr(setup, key, None), str))


def _is_struct(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct)


def _name_in(ref: Mapping[str, str]) -> str:
    """The name of the definition that a reference of a JSON Schema leads to."""
    return ref["$ref"].rpartition("/")[2]
