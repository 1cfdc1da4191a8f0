"""The contract of a system: a set of rules ("Melee, 1977") and what it offers apart from a game.

That is its set-ups with their options, its rulebook, its situations, and the games made of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from meleekit.core.errors import BadRequest, BadSetup, BadSituation
from meleekit.core.game import Game
from meleekit.core.reference import RuleTable
from meleekit.core.rulebook import Rulebook
from meleekit.core.typed import in_file, read_toml, typed


class Option(msgspec.Struct, frozen=True):
    """A field of a set-up that may be chosen apart from it, for instance with a scenario's name.

    `choices` lists what it may be where that is a short list; empty: see the set-up's schema.
    `file`: it may be given as the text of a TOML file. Its `title` heads its field in the lobby;
    without one its name does.
    """

    name: str
    about: str
    default: Any
    choices: tuple[Any, ...] = ()
    file: bool = False
    title: str = ""


class Variant(msgspec.Struct, frozen=True):
    """A reading of the rules that a match may choose, by its ID in the option "variants"."""

    id: str
    title: str
    about: str
    default: bool


class Description(msgspec.Struct, frozen=True):
    """A set-up in words, as a lobby shows it: its name, a sentence on it, the names of its sides.

    Ready set-ups have a title; one that somebody put together may have none.
    """

    title: str
    about: str
    sides: tuple[str, ...]


class System(ABC):
    """A rule system that can be played: its name, its set-ups, and games made from them.

    A system whose set-ups are of one type, that of its scenarios, and whose games need nothing but
    a set-up names their class in `game_type`; key, title and version of the rules are then those.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    rules_version: ClassVar[str]
    game_type: ClassVar[type[Game[Any, Any, Any]] | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        named = cls.__dict__.get("game_type")
        for name in ("key", "title", "rules_version") if named is not None else ():
            if name not in cls.__dict__:
                setattr(cls, name, getattr(named, name))

    @abstractmethod
    def scenarios(self) -> Mapping[str, Any]:
        """Ready set-ups by name, in the order in which a lobby would list them."""

    def setup_from(self, data: object) -> Any:  # noqa: ANN401  # set-ups differ
        """A checked set-up from plain data or a scenario's name. Raises `BadSetup`."""
        if isinstance(data, str):
            ready = self.scenarios()
            if data not in ready:
                raise BadSetup(f"no scenario {data!r}; there are {', '.join(ready)}", at="setup")
            data = ready[data]
        return self.setup_of(data)

    def setup_of(self, data: object) -> Any:  # noqa: ANN401  # set-ups differ
        """A checked set-up from plain data, or from one that may be incomplete. Raises `BadSetup`.

        Systems that fill in what a set-up leaves out do so here.
        """
        setup = typed(data, type(next(iter(self.scenarios().values()))))
        self.check_setup(setup)
        return setup

    def check_setup(self, setup: Any) -> None:  # noqa: ANN401  # set-ups differ
        """Look over a set-up of the right type. Raises `BadSetup` naming the field and the rule."""
        return

    def setup_in(self, path: Path) -> Any:  # noqa: ANN401  # set-ups differ
        """A checked set-up from a TOML file. Raises `BadSetup` naming the file and the field."""
        data = read_toml(path)
        with in_file(path):
            return self.setup_from(data)

    def game(self, setup: Any) -> Game[Any, Any, Any]:  # noqa: ANN401  # set-ups differ
        """The rules bound to that set-up."""
        if self.game_type is None:
            raise TypeError(f"{type(self).__name__} has neither a game_type nor games of its own")
        return self.game_type(setup)

    def describe(self, setup: Any) -> Description:  # noqa: ANN401  # set-ups differ
        """The set-up in words; `setup` is one that the system made.

        Unless a system says it otherwise, they are the set-up's own `title` and `about` or else
        the name of its scenario and what the system is about, and sides are called after the first
        of their seats.
        """
        ready = next((name for name, one in self.scenarios().items() if one == setup), "")
        sides = {seat.side: seat.name for seat in reversed(self.game(setup).seats)}
        return Description(
            getattr(setup, "title", "") or ready.replace("_", " ").capitalize(),
            getattr(setup, "about", "") or self.about,
            tuple(sides[side] for side in sorted(sides)),
        )

    def on_board(self, setup: Any, path: Path) -> Any:  # noqa: ANN401  # set-ups differ
        """The set-up on the board of a TOML file, checked anew.

        Raises `BadSetup` naming the file and the field, and `BadRequest` for a game that is not
        played on boards of one's own.
        """
        raise BadRequest(f"{self.title} is not played on boards of one's own", at="board")

    def options(self) -> tuple[Option, ...]:
        """The fields of a set-up that may be chosen apart from it; see `with_options`."""
        return ()

    def variants(self) -> tuple[Variant, ...]:
        """The readings of the rules that can be chosen, with the option "variants"."""
        return ()

    def with_options(self, setup: Any, options: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """The set-up with options chosen otherwise, checked anew.

        Raises `BadSetup` whose `at` begins with ``options`` for what is no option of this system.
        """
        known = [option.name for option in self.options()]
        for name in options:
            if name not in known:
                there = ", ".join(known) or "none"
                raise BadSetup(f"no option {name!r}; there are: {there}", at=f"options.{name}")
        plain = msgspec.to_builtins(setup)
        try:
            return self.setup_from({**plain, **options})
        except BadSetup as error:
            of_option = (error.at or "").split(".")[0].split("[")[0] in options
            at = f"options.{error.at}" if of_option else error.at
            raise error.restated(BadSetup, at=at) from None

    def rulebook(self) -> Rulebook | None:
        """The rules in words, one text an ID; None where nobody has written them down."""
        return None

    def rule_tables(self) -> Sequence[RuleTable]:
        """The tables that players look things up in, with the rulebook."""
        return ()

    def load_situation(self, data: str | Mapping[str, object]) -> tuple[Game[Any, Any, Any], Any]:
        """The game and the state that a situation tells of: TOML text, or what is read from it.

        Raises `BadSituation` naming the line or the field; so does a game without situations.
        """
        raise BadSituation(f"{self.title} has no situations")

    def dump_situation(self, game: Game[Any, Any, Any], state: Any) -> str:  # noqa: ANN401
        """The situation as TOML text; `load_situation` makes the same game and state of it.

        Raises `BadSituation` for a game without situations.
        """
        raise BadSituation(f"{self.title} has no situations")

    def dump_view(self, game: Game[Any, Any, Any], view: Any) -> str:  # noqa: ANN401
        """What a seat may know of a situation, as TOML text; it is made of nothing but its view.

        Where something is hidden, `load_situation` asks for it. Raises `BadSituation` for a game
        without situations.
        """
        if game.view_type is not None:
            raise BadSituation(f"{self.title} has no situations for a single seat")
        return self.dump_situation(game, view)

    def situation_schema(self) -> dict[str, Any] | None:
        """The JSON Schema of what `load_situation` reads; None in a game without situations."""
        return None

    def situations(self) -> Mapping[str, str]:
        """Teaching situations by name, as TOML text, in the order in which one would read them."""
        return {}
