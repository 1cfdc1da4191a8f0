"""Why something is not allowed: the same checks as the options, in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import checks
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.checks import No
from meleekit.battlesystem.options import SIDEWAYS
from meleekit.battlesystem.state import Stage
from meleekit.core.errors import IllegalAction

Judge = Callable[[Ground, Any], No | None]
UNKNOWN = No("BAT-VAL-05", "there is no such unit in this battle")
NOT_NOW = {
    Stage.MOVE: No("BAT-VAL-05", "it is time for moves: one of the units that have not moved"),
    Stage.FOLLOW: No("BAT-END-03", "a unit withdraws: follow it, or remain"),
    Stage.STRIKE: No("BAT-END-05", "a unit runs: take the free attack, or spare it"),
    Stage.ORDER: No("BAT-SEQ-02", "the side with initiative says who moves first"),
    Stage.WEAPONS: No("BAT-SEQ-04", "weapons are changed now, before figures are assigned"),
    Stage.COMMANDERS: No("BAT-SEQ-06", "say for each commander whether he fights"),
    Stage.ASSIGN: No("BAT-ELIG-10", "figures with several enemies are assigned now"),
    Stage.MELEE: No("BAT-PROC-01", "the side with initiative names the next melee"),
    Stage.CLOSE: No("BAT-END-09", "ranks that lost contact may close up now"),
}
LATE = No("BAT-VAL-02", "weapons are changed at the beginning of the Melee Phase alone (WPN-03)")
FROZEN = No("BAT-VAL-03", "figures are assigned before the melees begin, and not changed after")
EARLY = No("BAT-VAL-04", "melees are resolved after all figures are assigned")
OUT_OF_TURN = No("BAT-VAL-05", "units move in their side's turn to move")

_STAGES: Mapping[type, tuple[Stage, ...]] = {
    act.MoveOrder: (Stage.ORDER,),
    act.Hold: (Stage.MOVE,),
    act.Advance: (Stage.MOVE,),
    act.Wheel: (Stage.MOVE,),
    act.AboutFace: (Stage.MOVE,),
    act.Halt: (Stage.MOVE,),
    act.Charge: (Stage.MOVE,),
    act.Reform: (Stage.MOVE,),
    act.Withdraw: (Stage.MOVE,),
    act.Flee: (Stage.MOVE,),
    act.Follow: (Stage.FOLLOW,),
    act.Remain: (Stage.FOLLOW,),
    act.FreeAttack: (Stage.STRIKE,),
    act.Spare: (Stage.STRIKE,),
    act.ChangeWeapon: (Stage.WEAPONS,),
    act.Lead: (Stage.COMMANDERS,),
    act.Assign: (Stage.ASSIGN,),
    act.Ready: (Stage.WEAPONS, Stage.ASSIGN, Stage.CLOSE),
    act.Fight: (Stage.MELEE,),
    act.CloseUp: (Stage.CLOSE,),
}
_WRONG_TIME = {
    act.ChangeWeapon: LATE,
    act.Assign: FROZEN,
    act.Fight: EARLY,
    **{kind: OUT_OF_TURN for kind, stages in _STAGES.items() if stages == (Stage.MOVE,)},
}


def refusal(ground: Ground, action: act.AnyAction) -> IllegalAction:
    """The first thing that is against it; saying so changes nothing (BAT-VAL-05)."""
    no = against(ground, action) or NOT_NOW[ground.state.stage]
    return IllegalAction(no.rule, no.message)


def against(ground: Ground, action: act.AnyAction) -> No | None:
    """What is against it, for the side that is asked; None where it is legal."""
    kind, stage = type(action), ground.state.stage
    if stage not in _STAGES[kind]:
        return _WRONG_TIME.get(kind) or NOT_NOW.get(stage) or OUT_OF_TURN
    return _JUDGES[kind](ground, action)


def _fine(ground: Ground, action: Any) -> None:  # noqa: ANN401
    return None


def _said(action: Any, field: str) -> Any:  # noqa: ANN401
    """What an action says there; a truth value is no number, and counts less than any that fits."""
    value = getattr(action, field)
    return -1 if isinstance(value, bool) else value


def _of(check: Callable[..., No | None], *fields: str, units: Sequence[str] = ("unit",)) -> Judge:
    """A check of the units that those fields of an action name, and of its other `fields`."""

    def judge(ground: Ground, action: Any) -> No | None:  # noqa: ANN401
        numbers = [ground.battle.number.get(getattr(action, name)) for name in units]
        if None in numbers:
            return UNKNOWN
        return check(ground, *numbers, *[_said(action, name) for name in fields])

    return judge


def _wheel(ground: Ground, number: int, to: str) -> No | None:
    return checks.wheel(ground, number, SIDEWAYS[to])


_JUDGES: Mapping[type, Judge] = {
    act.MoveOrder: _fine,
    act.Hold: _of(checks.stands_alone),
    act.Advance: _of(checks.advance, "cells"),
    act.Wheel: _of(_wheel, "to"),
    act.AboutFace: _of(checks.about_face),
    act.Halt: _of(checks.halt),
    act.Charge: _of(checks.charge, units=("unit", "target")),
    act.Reform: _of(checks.reform, "formation", "files"),
    act.Withdraw: _of(checks.withdraw, "cells"),
    act.Flee: _of(checks.flee),
    act.Follow: _of(checks.follow),
    act.Remain: _of(checks.remain),
    act.FreeAttack: _of(checks.free_attack),
    act.Spare: _of(checks.free_attack),
    act.ChangeWeapon: _of(checks.change_weapon, "weapon"),
    act.Lead: _of(checks.lead),
    act.Assign: _of(checks.assign, "figure", units=("unit", "enemy")),
    act.Ready: _fine,
    act.Fight: _of(checks.fight, units=("first", "second")),
    act.CloseUp: _of(checks.close_up, units=("unit", "enemy")),
}
