"""Why something is not allowed: the same checks as the options, in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import checks
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.checks import No
from meleekit.battlesystem.options import SIDEWAYS
from meleekit.battlesystem.state import Stage
from meleekit.core.errors import IllegalAction

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


def _whole(value: object) -> bool:
    """Whether it is a whole number: a truth value is none."""
    return type(value) is int


def _fine(ground: Ground, action: Any) -> None:  # noqa: ANN401
    return None


def _of_unit(
    check: Callable[[Ground, int], No | None],
) -> Callable[[Ground, Any], No | None]:
    """A check that asks for nothing but the unit."""

    def judge(ground: Ground, action: Any) -> No | None:  # noqa: ANN401
        number = ground.battle.number.get(action.unit)
        return UNKNOWN if number is None else check(ground, number)

    return judge


def _hold(ground: Ground, number: int) -> No | None:
    return checks.stands_alone(ground, number)


def _advance(ground: Ground, action: act.Advance) -> No | None:
    number = ground.battle.number.get(action.unit)
    if number is None:
        return UNKNOWN
    return checks.advance(ground, number, action.cells if _whole(action.cells) else 0)


def _wheel(ground: Ground, action: act.Wheel) -> No | None:
    number = ground.battle.number.get(action.unit)
    return UNKNOWN if number is None else checks.wheel(ground, number, SIDEWAYS[action.to])


def _charge(ground: Ground, action: act.Charge) -> No | None:
    number = ground.battle.number.get(action.unit)
    target = ground.battle.number.get(action.target)
    if number is None or target is None:
        return UNKNOWN
    return checks.charge(ground, number, target)


def _reform(ground: Ground, action: act.Reform) -> No | None:
    number = ground.battle.number.get(action.unit)
    if number is None:
        return UNKNOWN
    return checks.reform(ground, number, action.formation, action.files)


def _withdraw(ground: Ground, action: act.Withdraw) -> No | None:
    number = ground.battle.number.get(action.unit)
    if number is None:
        return UNKNOWN
    return checks.withdraw(ground, number, action.cells if _whole(action.cells) else 0)


def _change_weapon(ground: Ground, action: act.ChangeWeapon) -> No | None:
    number = ground.battle.number.get(action.unit)
    return UNKNOWN if number is None else checks.change_weapon(ground, number, action.weapon)


def _assign(ground: Ground, action: act.Assign) -> No | None:
    number = ground.battle.number.get(action.unit)
    enemy = ground.battle.number.get(action.enemy)
    if number is None or enemy is None:
        return UNKNOWN
    return checks.assign(ground, number, action.figure, enemy)


def _fight(ground: Ground, action: act.Fight) -> No | None:
    first, second = (ground.battle.number.get(name) for name in (action.first, action.second))
    if first is None or second is None:
        return UNKNOWN
    return checks.fight(ground, first, second)


def _close_up(ground: Ground, action: act.CloseUp) -> No | None:
    number, enemy = (ground.battle.number.get(name) for name in (action.unit, action.enemy))
    if number is None or enemy is None:
        return UNKNOWN
    return checks.close_up(ground, number, enemy)


_JUDGES: Mapping[type, Callable[[Ground, Any], No | None]] = {
    act.MoveOrder: _fine,
    act.Hold: _of_unit(_hold),
    act.Advance: _advance,
    act.Wheel: _wheel,
    act.AboutFace: _of_unit(checks.about_face),
    act.Halt: _of_unit(checks.halt),
    act.Charge: _charge,
    act.Reform: _reform,
    act.Withdraw: _withdraw,
    act.Flee: _of_unit(checks.flee),
    act.Follow: _of_unit(checks.follow),
    act.Remain: _of_unit(checks.remain),
    act.FreeAttack: _of_unit(checks.free_attack),
    act.Spare: _of_unit(checks.free_attack),
    act.ChangeWeapon: _change_weapon,
    act.Lead: _of_unit(checks.lead),
    act.Assign: _assign,
    act.Ready: _fine,
    act.Fight: _fight,
    act.CloseUp: _close_up,
}
