"""By which rule each kind of action may be done: what a table names beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from meleekit.tft import actions as do
from meleekit.tft.actions import AnyAction, ReadyKind
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import is_engaged
from meleekit.tft.grapple import JOIN
from meleekit.tft.limits import limits_of
from meleekit.tft.options import open_lists
from meleekit.tft.state import (
    KNEELING,
    NOWHERE,
    PRONE,
    Act,
    AnyTask,
    Battle,
    Consent,
    DeclareGuards,
    Follow,
    MoveOne,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
)

RULES: Mapping[type, str] = MappingProxyType(
    {
        do.PlaceAt: "TFT-MOVE-01",
        do.MoveLast: "TFT-INIT-02",
        do.Move: "TFT-MOVE-03",
        do.Stride: "TFT-MOVE-20",
        do.Fly: "TFT-MOVE-21",
        do.Jump: "TFT-MOVE-12",
        do.Charge: "TFT-POLE-03",
        do.Escape: "TFT-BAT-07",
        do.StandUp: "TFT-MOVE-17",
        do.LetFall: "TFT-EQP-06",
        do.GiveOrder: "TFT-DEF-06",
        do.EndMovement: "TFT-MOVE-19",
        do.TurnTo: "TFT-FACE-02",
        do.UseParry: "TFT-MOVE-23",
        do.Attack: "TFT-ACT-12",
        do.Throw: "TFT-THR-01",
        do.Shoot: "TFT-ACT-17",
        do.Reload: "TFT-MIS-06",
        do.Defend: "TFT-DEF-01",
        do.Dodge: "TFT-DEF-01",
        do.Declare: "TFT-DEF-01",
        do.Disengage: "TFT-DIS-01",
        do.GoDown: "TFT-ACT-14",
        do.Ready: "TFT-ACT-15",
        do.DoNothing: "TFT-ACT-11",
        do.ComeDownAt: "TFT-MOVE-25",
        do.Grapple: "TFT-HTH-03",
        do.Agree: "TFT-HTH-19",
        do.KeepBlade: "TFT-HTH-07",
        do.HthAttack: "TFT-ACT-36",
        do.DrawDagger: "TFT-HTH-13",
        do.BreakFree: "TFT-DIS-03",
        do.ForceBack: "TFT-RET-04",
        do.StepIn: "TFT-RET-06",
    }
)
"""The rule of each kind of action, where the position does not put another in its place."""

_READYING: Mapping[ReadyKind, str] = MappingProxyType(
    {
        ReadyKind.READY: "TFT-ACT-15",
        ReadyKind.CHANGE: "TFT-ACT-28",
        ReadyKind.PICK_UP: "TFT-ACT-31",
    }
)
# What it is to do nothing hangs on what is asked.
_LETTING_BE: Mapping[type, str] = MappingProxyType(
    {
        DeclareGuards: "TFT-DEF-05",
        PreEmpt: "TFT-DEF-05",
        SecondShot: "TFT-MIS-05",
        Consent: "TFT-HTH-19",
        TakeBlade: "TFT-HTH-07",
        Retreat: "TFT-RET-07",
        Follow: "TFT-RET-06",
    }
)


def rule_of(arena: Arena, battle: Battle, action: AnyAction) -> str:
    """The ID of the rule by which the action may be done in this position."""
    task = battle.stack[-1] if battle.stack else None
    refined = _HERE.get(type(action))
    found = refined(arena, battle, task, action) if refined and task else ""
    return found or RULES[type(action)]


def _move(arena: Arena, battle: Battle, task: AnyTask, action: do.Move) -> str:
    """Reserves enter, the engaged shift, and who is on the ground stays there."""
    figure = battle.figures[action.figure]
    if figure.hex == NOWHERE:
        return "TFT-MOVE-01"
    if figure.posture in (PRONE, KNEELING):
        return "TFT-MOVE-08"
    return "TFT-MOVE-06" if is_engaged(arena, battle, action.figure) else ""


def _place(arena: Arena, battle: Battle, task: AnyTask, action: do.PlaceAt) -> str:
    """A giant needs but one of its hexes at the entrance."""
    return "TFT-BRD-06" if arena.giants[action.figure] and action.hex >= 0 else ""


def _stride(arena: Arena, battle: Battle, task: AnyTask, action: do.Stride) -> str:
    """A giant in reserve enters, one that is engaged shifts."""
    if battle.figures[action.figure].hex == NOWHERE:
        return "TFT-BRD-06"
    return "TFT-MOVE-06" if is_engaged(arena, battle, action.figure) else ""


def _attack(arena: Arena, battle: Battle, task: AnyTask, action: do.Attack) -> str:
    """By the disengaged list where that is open, else by the engaged one (TFT-ACT-03)."""
    if not isinstance(task, Act):
        return ""
    who = task.figure
    figure = battle.figures[who]
    free, _ = open_lists(figure, is_engaged(arena, battle, who))
    charges = free and figure.steps <= limits_of(arena, who, figure)["charge_attack"]
    return "" if charges else "TFT-ACT-26"


def _shot(arena: Arena, battle: Battle, task: AnyTask, action: do.Shoot) -> str:
    """A second arrow, or the last shot of one who has been engaged."""
    if isinstance(task, SecondShot):
        return "TFT-MIS-05"
    last = isinstance(task, Act) and is_engaged(arena, battle, task.figure)
    return "TFT-ACT-32" if last else ""


def _grapple(arena: Arena, battle: Battle, task: AnyTask, action: do.Grapple) -> str:
    """Out of the air, into a pile, in one's movement, or as an action."""
    if action.flying:
        return "TFT-HTH-05"
    if action.target == JOIN:
        return "TFT-HTH-15"
    return "" if isinstance(task, MoveOne) else "TFT-HTH-04"


def _nothing(arena: Arena, battle: Battle, task: AnyTask, action: do.DoNothing) -> str:
    grapples = isinstance(task, Act) and battle.figures[task.figure].grappling
    return "TFT-ACT-39" if grapples else _LETTING_BE.get(type(task), "")


# A kind of action with more than one rule: the one of this position, or "" for the usual one.
_HERE: Mapping[type, Callable[..., str]] = MappingProxyType(
    {
        do.PlaceAt: _place,
        do.Move: _move,
        do.Stride: _stride,
        do.Attack: _attack,
        do.Shoot: _shot,
        do.Grapple: _grapple,
        do.Ready: lambda arena, battle, task, action: _READYING[action.kind],
        do.DoNothing: _nothing,
    }
)
