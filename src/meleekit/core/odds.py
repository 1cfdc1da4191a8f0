"""Exact odds of anything: the rules themselves, run under enumerated dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from meleekit.core.dice import Dice
from meleekit.core.enumerated import Enumerated, enumerate_outcomes
from meleekit.core.errors import TooLarge
from meleekit.core.game import Chance, Event, Expected, Forecast, Game, Step
from meleekit.core.phrases import percent

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


def foretold(game: Game[S, A, Any], state: S, seat: int, action: A, most: int) -> Forecast | None:
    """The forecast of an action that its game's `results` make; None where no dice are thrown.

    Where they can fall in more than `most` ways, or the game names no results, it says so much.
    """
    thrown: list[str] = []

    def run(dice: Dice) -> Mapping[str, bool | int]:
        step = resolve(game, state, seat, action, dice, alone=True)
        if isinstance(dice, Enumerated) and dice.probability != 1 and not thrown:
            thrown.extend(f"{roll.count}d{roll.sides}: {roll.why}" for roll in dice.rolls)
            thrown.append("the dice decide")
        return game.results(state, seat, step)

    found: Outcomes[Mapping[str, bool | int]] = []
    try:
        for results, probability in enumerate_outcomes(run, most):
            found.append((results, probability))
            if not results:
                break
    except TooLarge:
        return Forecast(thrown[0], notes=("the dice can fall in too many ways to go through",))
    if not thrown:
        return None
    chances, expected = [], []
    for name, value in found[0][0].items():
        if isinstance(value, bool):
            chances.append(Chance(name, chance(found, itemgetter(name))))
        else:
            expected.append(Expected(name, mean(found, itemgetter(name))))
    words = [f"{one.name} {percent(one.probability)}" for one in chances]
    words += [f"{one.name} {float(one.value):.2f}" for one in expected]
    return Forecast((words or thrown)[0], tuple(chances), tuple(expected))
