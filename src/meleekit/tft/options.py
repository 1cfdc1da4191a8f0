"""What may be done at one's moment and after it: the lists of action and retreat (TFT-ACT).

Lists come in a fixed order that depends on nothing but the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.tft.actions import (
    Agree,
    AnyAction,
    Declare,
    Defend,
    Dodge,
    DoNothing,
    ForceBack,
    GiveOrder,
    GoDown,
    KeepBlade,
    StepIn,
)
from meleekit.tft.aiming import second_shots
from meleekit.tft.arena import Arena
from meleekit.tft.clinch import may_keep
from meleekit.tft.combat import GUARD_AGAINST
from meleekit.tft.engagement import is_engaged
from meleekit.tft.equipment import is_armed
from meleekit.tft.limits import limits_of
from meleekit.tft.retreat import retreat_hexes, victims
from meleekit.tft.state import (
    ALOFT,
    FIT,
    KNEELING,
    NOWHERE,
    PRONE,
    STANDING,
    Battle,
    CloseIn,
    Consent,
    DeclareGuards,
    Figure,
    Follow,
    Guard,
    Manner,
    Order,
    PreEmpt,
    Retreat,
    SecondShot,
    StandingOrder,
    TakeBlade,
)
from meleekit.tft.wrestling import blows_in_pile

NOTHING = DoNothing()
AGREE = Agree()
DEFEND = Defend()
DODGE = Dodge()
KNEEL = GoDown(KNEELING)
LIE_DOWN = GoDown(PRONE)


# -- actions -------------------------------------------------------------------------------------


def may_act(battle: Battle, figure: Figure) -> bool:
    """Whether a character has an action left this turn (TFT-ACT-01, TFT-ACT-05).

    Whatever it did was that action, and so no attack besides (TFT-ACT-40).
    """
    return (
        not figure.acted
        and figure.condition is FIT
        and figure.hex >= 0
        and figure.down_until < battle.turn
    )


def may_defend(arena: Arena, battle: Battle, who: int) -> bool:
    """DEFEND: engaged now, moved no more than one hex, with a weapon ready (TFT-ACT-27)."""
    figure = battle.figures[who]
    return (
        figure.posture is STANDING
        and figure.steps <= limits_of(arena, who, figure)["defend"]
        and may_act(battle, figure)
        and is_armed(arena, figure)
        and is_engaged(arena, battle, who)
    )


def may_dodge(arena: Arena, battle: Battle, who: int) -> bool:
    """DODGE: disengaged now or when it set out, moved no more than half its MA (TFT-ACT-13)."""
    figure = battle.figures[who]
    return (
        figure.posture in (STANDING, ALOFT)
        and figure.steps <= limits_of(arena, who, figure)["dodge"]
        and may_act(battle, figure)
        and open_lists(figure, is_engaged(arena, battle, who))[0]
    )


def may_guard(arena: Arena, battle: Battle, who: int, manner: Manner) -> bool:
    """Whether one that has not acted may dodge or defend when it is so attacked (TFT-DEF-05).

    Under VAR-DEF-STRICT and VAR-DEF-DECLARE nobody may.
    """
    if arena.defence_in_order or arena.defence_declared:
        return False
    if GUARD_AGAINST[manner] is Guard.DEFEND:
        return may_defend(arena, battle, who)
    return may_dodge(arena, battle, who)


def declare_options(arena: Arena, battle: Battle, task: DeclareGuards) -> Sequence[AnyAction]:
    """Who may dodge or defend, and saying no more (VAR-DEF-DECLARE of TFT-DEF-05)."""
    options: list[AnyAction] = []
    for who in arena.of_seat[task.seat]:
        if may_defend(arena, battle, who):
            options.append(Declare(who, Guard.DEFEND))
        if may_dodge(arena, battle, who):
            options.append(Declare(who, Guard.DODGE))
    options.append(NOTHING)
    return tuple(options)


def open_lists(figure: Figure, engaged: bool) -> tuple[bool, bool]:
    """Whether the disengaged and the engaged list are open to one `engaged` now (TFT-ACT-03).

    Each is open if the status fits now or did when the character set out.
    """
    return not (engaged and figure.engaged_at_start), engaged or figure.engaged_at_start


def second_shot_options(arena: Arena, battle: Battle, task: SecondShot) -> Sequence[AnyAction]:
    """A second arrow at any target in front, or none (TFT-MIS-05)."""
    return (*second_shots(arena, battle, task.figure), NOTHING)


def pre_empt_options(arena: Arena, battle: Battle, task: PreEmpt) -> Sequence[AnyAction]:
    """Let the attack come, or do what helps against it; also once and for all (DEF-05, DEF-06)."""
    return (
        NOTHING,
        DEFEND if GUARD_AGAINST[task.manner] is Guard.DEFEND else DODGE,
        GiveOrder(task.figure, StandingOrder(Order.NEVER)),
        GiveOrder(task.figure, StandingOrder(Order.ALWAYS)),
    )


# -- hand-to-hand --------------------------------------------------------------------------------


def consent_options(arena: Arena, battle: Battle, task: Consent) -> Sequence[AnyAction]:
    """Agree to hand-to-hand, or not (TFT-HTH-19)."""
    return (AGREE, NOTHING)


def blade_options(arena: Arena, battle: Battle, task: TakeBlade) -> Sequence[AnyAction]:
    """The blades that may be kept, or none (TFT-HTH-07)."""
    kept = may_keep(arena, battle.figures[task.figure])
    return (*(KeepBlade(item) for item in kept), NOTHING)


def close_in_options(arena: Arena, battle: Battle, task: CloseIn) -> Sequence[AnyAction]:
    """Whom to strike and with what, having come to grips (TFT-HTH-04)."""
    return blows_in_pile(arena, battle, task.figure)


# -- forced retreat ------------------------------------------------------------------------------


def retreat_options(arena: Arena, battle: Battle, task: Retreat) -> Sequence[AnyAction]:
    """Force one beaten enemy back, or let it be (TFT-RET-02, RET-04, RET-05, RET-07)."""
    options: list[AnyAction] = []
    for target in victims(arena, battle, task.figure):
        hexes = retreat_hexes(arena, battle, task.figure, target)
        options += [ForceBack(target, h) for h in hexes or (NOWHERE,)]
    options.append(NOTHING)
    return tuple(options)


def follow_options(arena: Arena, battle: Battle, task: Follow) -> Sequence[AnyAction]:
    """Step into the vacated hex, or stay (TFT-RET-06)."""
    return (StepIn(), NOTHING)
