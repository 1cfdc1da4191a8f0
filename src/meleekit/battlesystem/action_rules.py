"""The rule by which an action may be done."""

from __future__ import annotations

from collections.abc import Mapping

from meleekit.battlesystem import actions as act
from meleekit.battlesystem.state import Stage, State

_ALWAYS: Mapping[type, str] = {
    act.MoveOrder: "BAT-SEQ-02",
    act.Hold: "BAT-SEQ-03",
    act.Advance: "BAT-MOVE-02",
    act.Wheel: "BAT-MOVE-03",
    act.AboutFace: "BAT-MOVE-03",
    act.Halt: "BAT-MOVE-06",
    act.Charge: "BAT-MOVE-04",
    act.Reform: "BAT-MOVE-03",
    act.Withdraw: "BAT-END-03",
    act.Flee: "BAT-END-04",
    act.Follow: "BAT-END-03",
    act.Remain: "BAT-END-03",
    act.FreeAttack: "BAT-END-05",
    act.Spare: "BAT-END-05",
    act.ChangeWeapon: "BAT-WPN-02",
    act.Lead: "BAT-SEQ-06",
    act.Assign: "BAT-ELIG-10",
    act.Fight: "BAT-PROC-01",
    act.CloseUp: "BAT-END-09",
}
_READY = {
    Stage.WEAPONS: "BAT-WPN-02",
    Stage.ASSIGN: "BAT-ELIG-10",
    Stage.CLOSE: "BAT-END-09",
}


def rule_of(state: State, action: act.AnyAction) -> str:
    """The ID of the rule."""
    return _READY[state.stage] if isinstance(action, act.Ready) else _ALWAYS[type(action)]
