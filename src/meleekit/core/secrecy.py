"""What a game hides: choices that are sealed, and states that a seat may not tell apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from meleekit.core.game import Decision, Game
from meleekit.core.match import Match
from meleekit.core.system import System

AnyGame = Game[Any, Any, Any]
AnyMatch = Match[Any, Any]


@runtime_checkable
class KeepsSecrets(Protocol):
    """What a system with secrets tells the checks, so that they can try to find them out.

    `sealed_kinds` are the kinds of decision whose choice nobody else may know while another
    decision of that kind is open.
    """

    sealed_kinds: frozenset[str]

    def twins(self, game: AnyGame, state: Any, seat: int | None) -> Iterable[Any]:  # noqa: ANN401
        """States that differ from `state` only in what `seat` (None: a spectator) may not know.

        With one other seat's sealed choice replaced they must list every possibility: the checks
        take two states that are not listed for states that `seat` may tell apart.
        """


def is_sealed(system: System, decision: Decision) -> bool:
    """Whether nobody else may know what is decided there."""
    return isinstance(system, KeepsSecrets) and decision.kind in system.sealed_kinds


def sealed_at(match: AnyMatch, revision: int) -> bool:
    """Whether what made that revision was a sealed choice."""
    if revision < 1:
        return False
    seat, before = match.entries[revision].seat, match.entries[revision - 1].state
    asked = (one for one in match.game.decisions(before) if one.seat == seat)
    return any(is_sealed(match.system, decision) for decision in asked)


def unsealed_at(match: AnyMatch, revision: int) -> int:
    """The last revision up to that one that does not tell who has sealed while others are asked.

    As they look at a moment that is gone, those who watch a match may know who has chosen by now,
    and not who did so when. A match that is over hides nothing.
    """
    asked = match.game.decisions
    while match.outcome is None and sealed_at(match, revision):
        before, now = (set(asked(match.entries[at].state)) for at in (revision - 1, revision))
        if not now or not now < before:
            break  # all are in, and something else is asked
        revision -= 1
    return revision
