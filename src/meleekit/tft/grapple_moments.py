"""Carrying out what grapplers choose, and what others answer in the midst of it (TFT-HTH)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.tft.actions import Agree, BreakFree, DrawDagger, Grapple, HthAttack, KeepBlade
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.clinch import drop_but, take_blade
from meleekit.tft.flight import swoop
from meleekit.tft.grapple import asks_consent, enter, way_to
from meleekit.tft.grapple_events import BladeKept, ConsentAnswered
from meleekit.tft.movement import go, set_out
from meleekit.tft.play import Play
from meleekit.tft.sequence import end_of_move
from meleekit.tft.state import (
    NOWHERE,
    STANDING,
    Act,
    CloseIn,
    Consent,
    Face,
    Phase,
    TakeBlade,
    Task,
)
from meleekit.tft.wrestling import blows_in_pile, break_free, draw, fight


def _grapple(play: Play, task: Task, action: Grapple) -> None:
    """Go up to the enemy, ask for consent where that is needed, and move onto it.

    Whoever stumbles on the way goes no farther (TFT-MOVE-13).
    """
    who = action.figure
    if action.flying:
        swoop(play, who, action.via, action.hex)
    elif not isinstance(task, Act):
        way = way_to(play.arena, play.before, action)
        set_out(play, who)
        go(play, who, way)
        if play.figures[who].posture is not STANDING:
            return
    if asks_consent(play.arena, play.battle, action):
        hex_ = action.hex if play.arena.giants[action.target] else NOWHERE
        play.push(Consent(action.target, who, hex_))
        return
    if isinstance(task, Act):
        play.pop()
    _enter(play, who, action.target, action.hex)


def _enter(play: Play, who: int, target: int, hex_: int) -> None:
    """Onto the enemy, and on to what its defence roll leads to (TFT-HTH-03, TFT-HTH-04)."""
    outcome = enter(play, who, target, hex_)
    if outcome is HthOutcome.BLADE:
        play.push(TakeBlade(target, who))
    elif outcome in (None, HthOutcome.BARE_HANDS):
        _close_in(play, who)
    elif play.battle.phase is Phase.MOVEMENT and play.figures[who].posture is STANDING:
        end_of_move(play, who)


def _close_in(play: Play, who: int) -> None:
    """Hand-to-hand begun as an action goes on with a blow at once; in movement it waits."""
    if play.battle.phase is not Phase.ACTIONS:
        return
    blows = blows_in_pile(play.arena, play.battle, who)
    if len(blows) == 1:
        (only,) = blows
        fight(play, who, only.target, only.weapon)
    else:
        play.push(CloseIn(who))


def _agree(play: Play, task: Consent, action: Agree) -> None:
    """The entry is made; one asked for as an action takes that action's place (TFT-HTH-19)."""
    play.pop()
    if play.battle.phase is Phase.ACTIONS:
        play.pop()
    play.tell(ConsentAnswered("TFT-HTH-19", task.figure, task.attacker, agreed=True))
    hex_ = task.hex if task.hex >= 0 else play.figures[task.figure].hex
    _enter(play, task.attacker, task.figure, hex_)


def refuse(play: Play, task: Consent) -> None:
    """The entry is not made, nor asked for again this turn (TFT-HTH-19).

    In movement the attacker has stopped where it is; at its moment it may do something else.
    """
    play.pop()
    figure = play.edit(task.attacker)
    figure.turned_away = (*figure.turned_away, task.figure)
    play.tell(ConsentAnswered("TFT-HTH-19", task.figure, task.attacker, agreed=False))
    if play.battle.phase is Phase.MOVEMENT:
        play.push(Face(task.attacker))


def _keep_blade(play: Play, task: TakeBlade, action: KeepBlade) -> None:
    """A blade is in hand, everything else falls (TFT-HTH-07)."""
    play.pop()
    take_blade(play, task.figure, action.item)
    play.tell(BladeKept("TFT-HTH-07", task.figure, action.item))
    _close_in(play, task.attacker)


def keep_nothing(play: Play, task: TakeBlade) -> None:
    """The blade is not taken: bare hands (TFT-HTH-07)."""
    play.pop()
    drop_but(play, task.figure, (), "TFT-HTH-07")
    _close_in(play, task.attacker)


def _hth_attack(play: Play, task: Act | CloseIn, action: HthAttack) -> None:
    play.pop()
    fight(play, task.figure, action.target, action.weapon)


def _draw_dagger(play: Play, task: Act, action: DrawDagger) -> None:
    play.pop()
    draw(play, task.figure, action.item)


def _break_free(play: Play, task: Act, action: BreakFree) -> None:
    """Out of the pile, and turned as it likes (TFT-DIS-06); or still in it."""
    play.pop()
    if break_free(play, task.figure, action.hex):
        play.push(Face(task.figure))


PERFORM_GRAPPLE: Mapping[type, Callable[[Play, Any, Any], None]] = {
    Grapple: _grapple,
    Agree: _agree,
    KeepBlade: _keep_blade,
    HthAttack: _hth_attack,
    DrawDagger: _draw_dagger,
    BreakFree: _break_free,
}
