"""By which rule each kind of action may be done: what a table names beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from meleekit.tft import actions as do
from meleekit.tft.actions import AnyAction, ReadyKind

_RULES: Mapping[type, str] = MappingProxyType(
    {
        do.PlaceAt: "TFT-MOVE-01",
        do.MoveLast: "TFT-INIT-02",
        do.Move: "TFT-MOVE-03",
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
        do.DoNothing: "TFT-ACT-11",
        do.ComeDownAt: "TFT-MOVE-25",
        do.ForceBack: "TFT-RET-04",
        do.StepIn: "TFT-RET-06",
    }
)
_READYING: Mapping[ReadyKind, str] = MappingProxyType(
    {
        ReadyKind.READY: "TFT-ACT-15",
        ReadyKind.CHANGE: "TFT-ACT-28",
        ReadyKind.PICK_UP: "TFT-ACT-31",
    }
)


def rule_of(action: AnyAction) -> str:
    """The ID of the rule that tells what the action is; empty if none is noted."""
    if isinstance(action, do.Ready):
        return _READYING.get(action.kind, "")
    return _RULES.get(type(action), "")
