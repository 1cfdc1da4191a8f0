"""Attacks from declaring them, and who may defend before the dice, to carrying them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from meleekit.core.odds import mean
from meleekit.tft.actions import Attack, Declare, Defend, Dodge, Shoot, Throw
from meleekit.tft.combat import GUARD_AGAINST, attack
from meleekit.tft.enumerated import outcomes
from meleekit.tft.events import Defended, Dodged
from meleekit.tft.options import declare_options, may_guard
from meleekit.tft.play import Play
from meleekit.tft.state import (
    Act,
    AnyTask,
    DeclareGuards,
    Guard,
    Manner,
    Order,
    PreEmpt,
    SecondShot,
)
from meleekit.tft.trajectory import shoot, shoot_again, throw

# -- attacks -------------------------------------------------------------------------------------


def _attack(play: Play, task: Act, action: Attack) -> None:
    play.pop()
    _announce(play, task.figure, action.target, action.weapons, Manner.BLOW)


def _throw(play: Play, task: Act, action: Throw) -> None:
    play.pop()
    _announce(play, task.figure, action.target, (action.item,), Manner.THROW)


def _shoot(play: Play, task: Act | SecondShot, action: Shoot) -> None:
    """A second arrow comes when all have acted, so nobody is left to dodge it early."""
    play.pop()
    if isinstance(task, SecondShot):
        shoot_again(play, task.figure, action.target)
    else:
        _announce(play, task.figure, action.target, (action.item,), Manner.SHOT)


def _announce(
    play: Play, attacker: int, target: int, weapons: tuple[int, ...], manner: Manner
) -> None:
    """An attack is declared; a target that has not acted may defend before the dice (DEF-05)."""
    if may_guard(play.arena, play.battle, target, manner):
        orders = play.figures[target].orders
        if orders.order is Order.ASK:
            play.push(PreEmpt(target, attacker, weapons, manner))
            return
        if orders.order is Order.ALWAYS or (
            orders.order is Order.IF_EXPECTED
            and expected_hits(play, attacker, target, weapons, manner) > orders.above
        ):
            guard_early(play, target, manner)
    CARRY_OUT[manner](play, attacker, target, weapons)


CARRY_OUT: Mapping[Manner, Callable[[Play, int, int, tuple[int, ...]], None]] = {
    Manner.BLOW: attack,
    Manner.THROW: throw,
    Manner.SHOT: shoot,
}
"""How an attack of each manner by one at another, with some weapons, is carried out."""


def expected_hits(
    play: Play,
    attacker: int,
    target: int,
    weapons: tuple[int, ...],
    manner: Manner = Manner.BLOW,
) -> Fraction:
    """Exact expectation of the hits an attack takes off its target's STR."""
    before = play.figures[target].hits
    found = outcomes(
        play.arena,
        play.battle,
        lambda trial: CARRY_OUT[manner](trial, attacker, target, weapons),
        lambda trial: trial.figures[target].hits - before,
    )
    return mean(found, lambda hits: hits)


# -- dodging and defending -----------------------------------------------------------------------


def guard_early(play: Play, who: int, manner: Manner) -> None:
    """Defend or dodge, whichever helps, before one's own moment (TFT-DEF-05)."""
    _take_up(play, who, GUARD_AGAINST[manner], "TFT-DEF-05", early=True)


def _take_up(play: Play, who: int, guard: Guard, rule: str, *, early: bool = False) -> None:
    """A defence or dodge, which is one's action, from now on."""
    figure = play.edit(who)
    figure.guard = guard
    figure.acted = True
    told = Defended if guard is Guard.DEFEND else Dodged
    play.tell(told(rule, who, early=early))


def go_on_with(play: Play, task: PreEmpt) -> None:
    """The attack that was declared falls now."""
    CARRY_OUT[task.manner](play, task.attacker, task.figure, task.weapons)


def _guard(play: Play, task: AnyTask, action: Defend | Dodge) -> None:
    """As the answer to an attack that was declared, or at one's own moment."""
    play.pop()
    if isinstance(task, PreEmpt):
        guard_early(play, task.figure, task.manner)
        go_on_with(play, task)
        return
    assert isinstance(task, Act)
    if isinstance(action, Defend):
        _take_up(play, task.figure, Guard.DEFEND, "TFT-ACT-27")
    else:
        _take_up(play, task.figure, Guard.DODGE, "TFT-ACT-13")


def _declare(play: Play, task: DeclareGuards, action: Declare) -> None:
    """A dodge or defence that holds from the first action on; others may follow (DEF-05)."""
    _take_up(play, action.figure, action.guard, "TFT-DEF-05")
    if len(declare_options(play.arena, play.battle, task)) == 1:
        play.pop()


PERFORM_ATTACKS: Mapping[type, Callable[[Play, Any, Any], None]] = {
    Attack: _attack,
    Throw: _throw,
    Shoot: _shoot,
    Defend: _guard,
    Dodge: _guard,
    Declare: _declare,
}
