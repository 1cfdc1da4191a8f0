"""What a player may take back: the last decision, unless it has taught anybody a secret."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from meleekit.core.dice import Given
from meleekit.core.game import Decision
from meleekit.core.match import Match
from meleekit.core.secrecy import KeepsSecrets
from meleekit.core.system import System

AnyMatch = Match[Any, Any]


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


def back_to(match: AnyMatch, seats: Collection[int]) -> int | None:
    """The revision to which those who play these seats may go back; None where they may not.

    Where nothing is hidden that is before their own last decision, whoever has acted since. In a
    game with secrets only the very last decision can be taken back: one that was not sealed, and
    from which its seat has learned nothing. Who has seen a fist open does not choose again.
    """
    last = match.last_by(seats)
    if last is None:
        return None
    system = match.system
    if isinstance(system, KeepsSecrets) and (
        last != match.revision or sealed_at(match, last) or _taught(match, system, last)
    ):
        return None
    return last - 1


def _taught(match: AnyMatch, system: KeepsSecrets, revision: int) -> bool:
    """Whether the entry told its own seat apart two states that were the same to it before."""
    game, entry, before = match.game, match.entries[revision], match.entries[revision - 1].state
    seat, dice = entry.seat, [roll.total for roll in entry.rolls]
    shown = game.view(entry.state, seat), game.visible_events(entry.events, seat)
    for twin in system.twins(game, before, seat):
        step = game.apply(twin, seat, entry.action, Given(dice))
        if (game.view(step.state, seat), game.visible_events(step.events, seat)) != shown:
            return True
    return False
