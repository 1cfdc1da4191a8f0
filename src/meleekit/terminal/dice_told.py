"""Dice for a referee's commands: typed at the command, rolled here, or asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.console import Console

from meleekit.core.dice import Dice, Given, Rolled, new_seed
from meleekit.core.errors import BadDice, BadRequest, NeedsDice
from meleekit.terminal.page import Lines

T = TypeVar("T")


def dice_told(said: str | None, roll: bool, seed: bytes | None = None) -> Dice | None:
    """Totals that were typed ("6,8"), or dice rolled from the seed or a fresh one; None for none.

    Raises `BadRequest` for what is no dice.
    """
    if said is not None and roll:
        raise BadRequest("dice are typed or rolled", at="--dice")
    if seed is not None and not roll:
        raise BadRequest("a seed is for --roll", at="--seed")
    if said is not None:
        return _given(said)
    return Rolled(seed or new_seed()) if roll else None


def ask_for_dice(console: Console, what: str) -> Dice | None:
    """Dice that somebody at a terminal types or has rolled; None for none, or without a person."""
    lines = Lines(console)
    if not lines.interactive:
        return None
    console.print()
    answer = lines.ask(f"{what}, r to roll, Enter to leave: ")
    if not answer:
        return None
    return Rolled(new_seed()) if answer.casefold() == "r" else _given(answer)


def with_dice(dice: Dice, run: Callable[[Dice], T]) -> T:
    """What `run` makes of the dice. Raises `BadRequest` for too few totals or too many."""
    try:
        made = run(dice)
        if isinstance(dice, Given):
            dice.check_used_up()
    except NeedsDice as error:
        raise BadRequest(f"one more total is needed; {error}", at="--dice") from None
    except BadDice as error:
        raise error.restated(BadDice, at="--dice") from None
    return made


def _given(said: str) -> Given:
    try:
        return Given([int(word) for word in said.replace(",", " ").split()])
    except ValueError:
        raise BadRequest("dice are totals such as 7,9", at="--dice") from None
