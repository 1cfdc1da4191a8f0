"""Moments of any game spoken of in its own fields, for worked cases and the proofs of lessons.

A game's `cases.py` that needs no names of its own is these lines::

    class Position(PlainPosition):
        prefix = "LAD-"
        system = LadderSystem()

    position = Position.of

and imports `expect`. An action is written with its fields, and with ``by`` the seat that does it
where that is not the first that is asked; a game in which one speaks by names reads them in
`action` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import msgspec
import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import MeleekitError
from meleekit.core.game import Event, Game
from meleekit.core.system import System


@dataclass(frozen=True)
class PlainPosition:
    """A game and a moment in it; `events` are those that led to it."""

    prefix: ClassVar[str]
    system: ClassVar[System]

    game: Game[Any, Any, Any]
    state: Any
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, **situation: Any) -> Self:
        """The moment that a situation tells of."""
        return cls(*cls.system.load_situation(situation))

    def do(self, dice: Sequence[int] = (), **said: Any) -> Self:
        """The moment after an action."""
        given = Given(dice)
        step = self.game.apply(self.state, *self.action(**said), given)
        given.check_used_up()
        return type(self)(self.game, step.state, step.events)

    def refusal(self, **said: Any) -> MeleekitError:
        """Why an action is refused; it leaves everything as it was, and nobody was offered it."""
        before = plain(self.state)
        with pytest.raises(MeleekitError) as caught:
            self._try(said)
        assert plain(self.state) == before
        return caught.value

    def _try(self, said: Mapping[str, Any]) -> None:
        seat, action = self.action(**said)
        assert action not in self.game.actions(self.state, seat), f"{said} is offered"
        self.game.apply(self.state, seat, action, Given(()))

    def allows(self, **said: Any) -> bool:
        """Whether an action is legal, and so offered."""
        seat, action = self.action(**said)
        legal = self.game.is_legal(self.state, seat, action)
        assert legal is (action in self.game.actions(self.state, seat)), f"{said} is not offered"
        return legal

    def kinds(self) -> set[str]:
        """All kinds of decision that are open."""
        return {decision.kind for decision in self.game.decisions(self.state)}

    def action(self, **said: Any) -> tuple[int, Any]:
        """Who does what."""
        asked = [decision.seat for decision in self.game.decisions(self.state)]
        seat = said.get("by", asked[0] if asked else 0)
        action = {key: value for key, value in said.items() if key != "by"}
        return seat, self.game.action_from(action)


def expect(now: PlainPosition, then: Mapping[str, Any]) -> None:
    """What is true of a moment, field by field of its state.

    Beside them: `winners` are the names of those who have won, `events` what has just happened,
    each with some of its fields.
    """
    for key, wanted in then.items():
        if key == "winners":
            outcome = now.game.outcome(now.state)
            assert outcome is not None
            assert [now.game.seats[seat].name for seat in outcome.winners] == wanted
        elif key == "events":
            told = [plain(event) for event in now.events]
            assert len(told) == len(wanted)
            for event, fields in zip(told, wanted, strict=True):
                assert event | fields == event
        else:
            assert plain(getattr(now.state, key)) == wanted, key


def told(now: PlainPosition, wanted: Sequence[Mapping[str, Any]]) -> None:
    """Events that have led here, each with fields of its own, in that order."""
    events = plain(now.events)
    coming = iter(events)
    for one in wanted:
        assert any(one.items() <= event.items() for event in coming), f"{one} not among {events}"


def plain(value: object) -> Any:
    """The value as a TOML file can have it."""
    return msgspec.json.decode(msgspec.json.encode(value))
