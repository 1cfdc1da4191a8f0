"""Exact odds of anything: the rules themselves, run under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from meleekit.core.dice import Dice, enumerate_outcomes
from meleekit.core.game import Event, Game, Step

K = TypeVar("K", bound=Hashable)
S = TypeVar("S")
A = TypeVar("A")


def resolve(
    game: Game[S, A, Any],
    state: S,
    seat: int,
    action: A,
    dice: Dice,
    answer: Callable[[S, int], A] | None = None,
) -> Step[S]:
    """Apply `action` and see it through the interrupts it meets.

    `answer(state, seat)` decides at an interrupt; without it the first legal action is taken,
    which lets things happen.
    """
    step = game.apply(state, seat, action, dice)
    state, events = step.state, list(step.events)
    while (open_now := game.decisions(state)) and open_now[0].interrupts:
        who = open_now[0].seat
        reply = answer(state, who) if answer else game.actions(state, who)[0]
        step = game.apply(state, who, reply, dice)
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def distribution(
    game: Game[S, A, Any],
    state: S,
    seat: int,
    action: A,
    key: Callable[[S, tuple[Event, ...]], K],
    answer: Callable[[S, int], A] | None = None,
) -> dict[K, Fraction]:
    """Exact probability of each distinct result of `action`, as `key(state, events)` tells them.

    The values add up to 1.
    """
    chances: dict[K, Fraction] = {}
    for step, probability in enumerate_outcomes(
        lambda dice: resolve(game, state, seat, action, dice, answer)
    ):
        result = key(step.state, step.events)
        chances[result] = chances.get(result, Fraction(0)) + probability
    return chances
