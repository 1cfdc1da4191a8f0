"""Whether a game shows anybody what is hidden from them: the contract's check of secrets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from meleekit.core.errors import MeleekitError
from meleekit.core.game import Decision
from meleekit.core.match import Match
from meleekit.core.secrecy import KeepsSecrets, sealed_at
from meleekit.core.system import System
from meleekit.core.trial import (
    AnyGame,
    Moment,
    demand,
    dice_of,
    encoded,
    games,
    random_match,
    sample,
    strangers,
    walks,
)


def keeps_secrets(system: System, seeds: Sequence[int], steps: int) -> None:
    """Nobody learns what is hidden from them; where nothing is hidden, everybody sees it all."""
    known: dict[bytes, Any] = {}
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
            tried = strangers(moment, dice_of("twins", moment.number), list(known.values()), 12)
            refused = _refusals(game, state, eyes, tried)
            for twin in system.twins(game, state, eyes):
                same = _seen_by(game, twin, (), eyes) == seen
                demand(same, f"seat {eyes} can tell states apart that it may not", moment)
                alike = _refusals(game, twin, eyes, tried) == refused
                demand(alike, f"seat {eyes} is refused otherwise for what it may not know", moment)
        _check_seals(system, moment)
        some = sample(dice_of("known", moment.number), moment.legal, 10)
        known |= {encoded(action): action for action in some}
    if isinstance(system, KeepsSecrets):
        for game, scenario, seed in games(system, seeds):
            _play_twice(system, random_match(system, scenario, seed, steps), game, seed)


def _play_twice(system: KeepsSecrets, match: Match[Any, Any], game: AnyGame, seed: int) -> None:
    """The same match with something else sealed looks the same to all others until it is shown.

    Where a seat seals a choice, the match is forked: there it seals another one. As long as what
    differs stays hidden from a pair of eyes, whatever anybody goes on to do must look the same.
    """
    choice = dice_of("played twice", seed)
    for revision in filter(partial(sealed_at, match), range(1, match.revision + 1)):
        before, entry = match.entries[revision - 1].state, match.entries[revision]
        others = [a for a in game.actions(before, entry.seat) if a != entry.action]
        if not others:
            continue
        fork = match.back_at(revision - 1)
        fork.act(entry.seat, others[choice.below(len(others))])
        eyes_shut = [None, *(s.index for s in game.seats if s.index != entry.seat)]
        for later in range(revision, match.revision + 1):
            if later > revision:
                onward = match.entries[later]
                if not game.is_legal(fork.state, onward.seat, onward.action):
                    break
                fork.act(onward.seat, onward.action)
            here = match.back_at(later)
            eyes_shut = [e for e in eyes_shut if _twins(system, game, here.state, fork.state, e)]
            for eyes in eyes_shut:
                same = here.account(eyes, revision) == fork.account(eyes, revision) and _seen_by(
                    game, here.state, here.entries[-1].events, eyes
                ) == _seen_by(game, fork.state, fork.entries[-1].events, eyes)
                where = f"{game.key}, seed {seed}, revision {later}"
                demand(same, f"seat {eyes} can tell what was sealed at {revision}", where)
            if not eyes_shut:
                break


def _twins(
    system: KeepsSecrets,
    game: AnyGame,
    one: Any,  # noqa: ANN401  # each game has states of its own
    other: Any,  # noqa: ANN401
    eyes: int | None,
) -> bool:
    """Whether the two states differ in what these eyes may not know, and in nothing else.

    States that are equal hold nothing sealed any more: what it was may have been shown since.
    """
    return bool(one != other and any(other == twin for twin in system.twins(game, one, eyes)))


def _refusals(game: AnyGame, state: object, eyes: int | None, tried: Sequence[Any]) -> list[str]:
    """What the seat is answered to what it may not do: words, rules and reasons."""
    if eyes is None:
        return []
    answers = []
    for action in tried:
        try:
            game.check_legal(state, eyes, action)
        except MeleekitError as error:
            answers.append(f"{type(error).__name__} {error} {error.reason}")
        else:
            answers.append("")
    return answers


def _check_seals(system: KeepsSecrets, moment: Moment) -> None:
    """Whatever the seat seals, the others see the same."""
    game, state = moment.game, moment.state
    sealing = {one.seat for one in game.decisions(state) if one.kind in system.sealed_kinds}
    if moment.seat not in sealing or len(sealing) == 1:
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
            "lines": [(game.narrate(event), game.reveal(event)) for event in told],
            "decisions": waiting,
            "prompts": [game.prompt(state, decision) for decision in waiting],
            "actions": [
                (
                    action,
                    game.label(state, action),
                    game.picks(state, action),
                    game.amount(state, action),
                    game.numbers(state, action),
                )
                for action in actions
            ],
            # As text: what is exact in it is no JSON.
            "odds": [str(game.forecast(state, eyes, action)) for action in actions]
            if eyes is not None
            else (),
            "status": game.status(state),
        }
    )
