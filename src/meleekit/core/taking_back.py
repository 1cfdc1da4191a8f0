"""What a player may take back: the last decision, unless it has taught anybody a secret."""

from __future__ import annotations

from collections.abc import Collection

from meleekit.core.dice import Given
from meleekit.core.secrecy import AnyMatch, KeepsSecrets, sealed_at


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
