"""Games played at random, the same ones each time, for the checks of the contract to look at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import msgspec

from meleekit.core.dice import Rolled
from meleekit.core.errors import BadRequest
from meleekit.core.game import Game, Step
from meleekit.core.match import Match
from meleekit.core.system import System

T = TypeVar("T")
AnyGame: TypeAlias = Game[Any, Any, Any]


class ContractBroken(AssertionError):
    """A game that does not do what the contract of a game promises."""


def demand(holds: bool, fault: str, where: object = "") -> None:
    """Raise `ContractBroken` saying what is wrong, and where, unless it `holds`."""
    if not holds:
        raise ContractBroken(f"{where}: {fault}" if where else fault)


@dataclass(frozen=True)
class Moment:
    """One action of a random game: `seat`, of all that was `legal`, did `action`."""

    game: AnyGame
    scenario: str
    seed: int
    number: int
    state: Any
    seat: int
    legal: Sequence[Any]
    action: Any
    step: Step[Any]

    def __str__(self) -> str:
        return f"{self.game.key}, {self.scenario}, seed {self.seed}, action {self.number}"


def dice_of(purpose: str, seed: int) -> Rolled:
    """Dice for one purpose, so that what one check draws is nothing to another."""
    return Rolled(hashlib.sha256(f"{purpose} {seed}".encode()).digest())


def encoded(value: object) -> bytes:
    """The value as JSON, in which any change shows."""
    return msgspec.json.encode(value, order="deterministic")


def games(system: System, seeds: Sequence[int]) -> Iterator[tuple[AnyGame, str, int]]:
    """Each scenario of the system with each seed."""
    scenarios = system.scenarios()
    demand(bool(scenarios), "has no scenario to play", system.key)
    for name, setup in scenarios.items():
        for seed in seeds:
            yield system.game(setup), name, seed


def walk(game: AnyGame, scenario: str, seed: int, steps: int) -> Iterator[Moment]:
    """A random game, at most `steps` actions of it."""
    dice, choice = dice_of("dice", seed), dice_of("choice", seed)
    state = game.begin(dice).state
    for number in range(1, steps + 1):
        waiting = game.decisions(state)
        if not waiting:
            return
        seat = waiting[choice.below(len(waiting))].seat
        legal = game.actions(state, seat)
        where = f"{game.key}, {scenario}, seed {seed}, action {number}"
        demand(len(legal) > 0, f"seat {seat} must decide and has no legal action", where)
        action = legal[choice.below(len(legal))]
        step = game.apply(state, seat, action, dice)
        yield Moment(game, scenario, seed, number, state, seat, legal, action, step)
        state = step.state


def walks(system: System, seeds: Sequence[int], steps: int) -> Iterator[Moment]:
    """Every moment of a random game of each scenario with each seed."""
    for game, scenario, seed in games(system, seeds):
        yield from walk(game, scenario, seed, steps)


def random_match(system: System, scenario: str, seed: int, steps: int) -> Match[Any, Any]:
    """A match played at random, at most `steps` actions of it."""
    choice = dice_of("choice", seed)
    setup = system.scenarios()[scenario]
    match = Match.start(system, setup, seed=dice_of("dice", seed).seed)
    while (waiting := match.decisions) and match.revision < steps:
        seat = waiting[choice.below(len(waiting))].seat
        legal = match.game.actions(match.state, seat)
        match.act(seat, legal[choice.below(len(legal))])
    return match


def sample(choice: Rolled, items: Sequence[T], most: int) -> Sequence[T]:
    """All items, or `most` of them drawn at random (one may come twice)."""
    if len(items) <= most:
        return items
    return [items[choice.below(len(items))] for _ in range(most)]


def strangers(moment: Moment, choice: Rolled, seen: Sequence[Any], most: int) -> list[Any]:
    """Well-formed actions that are not legal at the moment, at most about `most` of them.

    They are actions that were legal at other moments (`seen`), and legal ones with one value
    changed.
    """
    found = list(sample(choice, seen, most // 2))
    for action in sample(choice, moment.legal, 2):
        plain = msgspec.to_builtins(action)
        for changed in sample(choice, list(_changed(plain)), most // 4):
            try:
                found.append(moment.game.action_from(changed))
            except BadRequest:
                continue
    return [action for action in found if action not in moment.legal]


def _changed(plain: object) -> Iterator[object]:
    """The plain value with one number, text or truth value in it changed."""
    match plain:
        case dict():
            for key, value in plain.items():
                yield from ({**plain, key: other} for other in _changed(value))
        case list() | tuple():
            for i, value in enumerate(plain):
                yield from ([*plain[:i], other, *plain[i + 1 :]] for other in _changed(value))
        case bool():
            yield not plain
        case int():
            yield from (plain + 1, plain - 1, -1 - plain, 10**6, -(10**12))
        case str():
            yield from ("", plain + "x")
        case None:
            yield from (0, "")
