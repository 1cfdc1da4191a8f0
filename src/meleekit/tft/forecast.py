"""What an action may bring, exactly, before it is chosen: the rules under enumerated dice."""

from __future__ import annotations

from fractions import Fraction

from meleekit.core.game import Chance, Expected, Forecast
from meleekit.core.odds import chance, mean
from meleekit.core.phrases import percent
from meleekit.tft.actions import (
    Agree,
    AnyAction,
    Attack,
    BreakFree,
    DrawDagger,
    ForceBack,
    Grapple,
    HthAttack,
    Jump,
    Move,
    Shoot,
    Throw,
)
from meleekit.tft.arena import Arena
from meleekit.tft.attack_forecast import blow_forecast, flight_forecast, hth_forecast
from meleekit.tft.attack_odds import struck_in
from meleekit.tft.dexterity import order_dex
from meleekit.tft.enumerated import outcomes
from meleekit.tft.events import Cornered, Stumbled
from meleekit.tft.grapple_forecast import grapple_forecast
from meleekit.tft.moments import PERFORM
from meleekit.tft.play import Play
from meleekit.tft.state import Act, Battle, CloseIn, PreEmpt, SecondShot


def forecast(arena: Arena, battle: Battle, action: AnyAction) -> Forecast | None:
    """Exact odds of an action of the open decision; None where chance plays no part."""
    task = battle.stack[-1] if battle.stack else None
    if isinstance(task, Act) and isinstance(action, Attack):
        return blow_forecast(arena, battle, task.figure, action.target, action.weapons)
    if isinstance(task, Act | SecondShot) and isinstance(action, Throw | Shoot):
        return flight_forecast(arena, battle, task.figure, action.target, action.item)
    if isinstance(task, Act | CloseIn) and isinstance(action, HthAttack):
        return hth_forecast(arena, battle, task.figure, action)
    if isinstance(task, PreEmpt):
        return _defence(arena, battle, task, action)
    if isinstance(action, Grapple | Agree | DrawDagger | BreakFree):
        return grapple_forecast(arena, battle, action)
    if isinstance(action, Move | Jump):
        return _stumble(arena, battle, action)
    if isinstance(action, ForceBack) and action.hex < 0:
        return _footing(arena, battle, action)
    return None


def _defence(arena: Arena, battle: Battle, task: PreEmpt, action: AnyAction) -> Forecast:
    """How the declared attack will fare after this answer."""
    before = battle.figures[task.figure].hits

    def read(play: Play) -> tuple[bool, int]:
        struck = task.figure in struck_in(play.events)
        return struck, play.figures[task.figure].hits - before

    found = outcomes(arena, battle, lambda play: PERFORM[type(action)](play, task, action), read)
    to_hit = chance(found, lambda result: result[0])
    hits = mean(found, lambda result: result[1])
    return Forecast(
        headline=f"{percent(to_hit)} to be hit, {float(hits):.1f} hits expected",
        chances=(Chance("be hit", to_hit),),
        expected=(Expected("hits", hits),),
    )


def _stumble(arena: Arena, battle: Battle, action: Move | Jump) -> Forecast | None:
    falls = _chance_of_a_fall(arena, battle, action)
    if not falls:
        return None
    return Forecast(f"{percent(falls)} to stumble and fall", (Chance("fall", falls),))


def _footing(arena: Arena, battle: Battle, action: ForceBack) -> Forecast:
    falls = _chance_of_a_fall(arena, battle, action)
    needed, modifiers = order_dex(arena, battle, action.target)
    return Forecast(
        headline=f"{percent(falls)} that {arena.name(action.target)} falls",
        chances=(Chance("fall", falls),),
        needed=f"{arena.tables.rolls.footing} dice, {needed} or less to keep its feet",
        modifiers=modifiers,
    )


def _chance_of_a_fall(arena: Arena, battle: Battle, action: Move | Jump | ForceBack) -> Fraction:
    task = battle.stack[-1]
    found = outcomes(
        arena,
        battle,
        lambda play: PERFORM[type(action)](play, task, action),
        lambda play: any(isinstance(e, Stumbled | Cornered) and e.fell for e in play.events),
    )
    return chance(found, bool)
