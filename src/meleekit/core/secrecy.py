"""Whether a game shows anybody what is hidden from them: the contract's check of secrets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from meleekit.core.game import Decision, System
from meleekit.core.trial import AnyGame, Moment, demand, dice_of, encoded, sample, walks


@runtime_checkable
class KeepsSecrets(Protocol):
    """What a system with secrets tells the checks, so that they can try to find them out.

    `sealed_kinds` are the kinds of decision whose choice nobody else may know while another
    decision of that kind is open.
    """

    sealed_kinds: frozenset[str]

    def twins(self, game: AnyGame, state: Any, seat: int | None) -> Iterable[Any]:  # noqa: ANN401
        """States that differ from `state` only in what `seat` (None: a spectator) may not know."""


def keeps_secrets(system: System, seeds: Sequence[int], steps: int) -> None:
    """Nobody learns what is hidden from them; where nothing is hidden, everybody sees it all."""
    for moment in walks(system, seeds, steps):
        game, state = moment.game, moment.state
        everyone = (None, *(seat.index for seat in game.seats))
        if not isinstance(system, KeepsSecrets):
            for eyes in everyone:
                whole = encoded(game.view(state, eyes)) == encoded(state)
                demand(whole, f"seat {eyes} does not see the whole of an open game", moment)
                told = game.visible_events(moment.step.events, eyes)
                demand(told == moment.step.events, f"seat {eyes} is not told all", moment)
            continue
        for eyes in everyone:
            seen = _seen_by(game, state, (), eyes)
            for twin in system.twins(game, state, eyes):
                same = _seen_by(game, twin, (), eyes) == seen
                demand(same, f"seat {eyes} can tell states apart that it may not", moment)
        _check_seals(system, moment)


def _check_seals(system: KeepsSecrets, moment: Moment) -> None:
    """Whatever the seat seals, the others see the same."""
    game, state = moment.game, moment.state
    sealing = [d for d in game.decisions(state) if d.kind in system.sealed_kinds]
    if not any(decision.seat == moment.seat for decision in sealing):
        return
    if not any(decision.seat != moment.seat for decision in sealing):
        return
    others = (None, *(seat.index for seat in game.seats if seat.index != moment.seat))
    steps = [
        game.apply(state, moment.seat, action, dice_of("sealed", moment.number))
        for action in sample(dice_of("seals", moment.number), moment.legal, 6)
    ]
    for eyes in others:
        kinds = {_seen_by(game, step.state, step.events, eyes) for step in steps}
        demand(len(kinds) == 1, f"seat {eyes} can tell what seat {moment.seat} sealed", moment)


def _seen_by(game: AnyGame, state: object, events: Sequence[Any], eyes: int | None) -> bytes:
    """All that is shown to a seat or a spectator, in one piece."""
    told = game.visible_events(events, eyes)
    waiting: tuple[Decision, ...] = game.decisions(state)
    actions = game.actions(state, eyes) if eyes is not None else ()
    return encoded(
        {
            "view": game.view(state, eyes),
            "scene": game.scene(state, eyes),
            "events": told,
            "lines": [game.narrate(event) for event in told],
            "decisions": waiting,
            "prompts": [game.prompt(state, decision) for decision in waiting],
            "actions": [(action, game.label(state, action)) for action in actions],
            # As text: what is exact in it is no JSON.
            "odds": [str(game.forecast(state, eyes, action)) for action in actions]
            if eyes is not None
            else (),
            "status": game.status(state),
        }
    )
