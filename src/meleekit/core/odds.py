"""Exact odds of anything: the rules themselves, run under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.game import Event, Game, Step

K = TypeVar("K", bound=Hashable)
S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")
Outcomes: TypeAlias = list[tuple[T, Fraction]]
"""Results with their exact probabilities; equal ones may stand there several times."""


def chance(found: Outcomes[T], holds: Callable[[T], bool]) -> Fraction:
    """The probability that something holds."""
    return sum([p for result, p in found if holds(result)], Fraction(0))


def mean(found: Outcomes[T], number: Callable[[T], int]) -> Fraction:
    """The expectation of a number."""
    return sum([n * p for result, p in found if (n := number(result))], Fraction(0))


def resolve(
    game: Game[S, A, Any],
    state: S,
    seat: int,
    action: A,
    dice: Dice,
    answer: Callable[[S, int], A] | None = None,
    *,
    alone: bool = False,
) -> Step[S]:
    """Do `action` and see it through the interrupts it meets.

    `answer(state, seat)` decides at an interrupt; without it the first legal action is taken,
    which lets things happen. `alone` stops where the action is done (`Game.carry_out`); otherwise
    the game goes on to the next decision. Raises as `Game.apply` does.
    """
    game.check_legal(state, seat, action)
    do = game.carry_out if alone else game.perform
    step = do(state, seat, action, dice)
    state, events = step.state, list(step.events)
    while (open_now := game.decisions(state)) and open_now[0].interrupts:
        who = open_now[0].seat
        reply = answer(state, who) if answer else game.actions(state, who)[0]
        game.check_legal(state, who, reply)
        step = do(state, who, reply, dice)
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
    *,
    alone: bool = False,
    most: int | None = None,
) -> dict[K, Fraction]:
    """Exact probability of each distinct result of `action`, as `key(state, events)` tells them.

    The values add up to 1. `answer` and `alone` are as in `resolve`. Raises `TooLarge` where the
    dice can fall in more than `most` ways that the rules tell apart.
    """
    chances: dict[K, Fraction] = {}
    ways = enumerate_outcomes(
        lambda dice: resolve(game, state, seat, action, dice, answer, alone=alone), most
    )
    for step, probability in ways:
        result = key(step.state, step.events)
        chances[result] = chances.get(result, Fraction(0)) + probability
    return chances
