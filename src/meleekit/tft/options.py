"""What may be done at one's moment and after it: the lists of action and retreat (TFT-ACT).

Lists come in a fixed order that depends on nothing but the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.tft.actions import (
    Agree,
    AnyAction,
    Attack,
    Declare,
    Defend,
    Disengage,
    Dodge,
    DoNothing,
    ForceBack,
    GiveOrder,
    GoDown,
    KeepBlade,
    LetFall,
    StepIn,
)
from meleekit.tft.aiming import reloads, second_shots, shots, throws
from meleekit.tft.arena import Arena
from meleekit.tft.clinch import may_keep
from meleekit.tft.combat import GUARD_AGAINST
from meleekit.tft.engagement import in_front, is_engaged
from meleekit.tft.equipment import (
    change_choices,
    in_hand,
    is_armed,
    pick_up_choices,
    ready_choices,
    ways_to_strike,
)
from meleekit.tft.giants import (
    giant_steps,
)
from meleekit.tft.grapple import close_entries
from meleekit.tft.harm import may_be_struck
from meleekit.tft.limits import limits_of
from meleekit.tft.occupancy import open_neighbours
from meleekit.tft.retreat import retreat_hexes, victims
from meleekit.tft.state import (
    NOWHERE,
    Act,
    Battle,
    CloseIn,
    Condition,
    Consent,
    DeclareGuards,
    Figure,
    Follow,
    Guard,
    Manner,
    Order,
    Posture,
    PreEmpt,
    Retreat,
    SecondShot,
    StandingOrder,
    TakeBlade,
)
from meleekit.tft.wrestling import blows_in_pile, hth_options

NOTHING = DoNothing()
AGREE = Agree()
DEFEND = Defend()
DODGE = Dodge()
KNEEL = GoDown(Posture.KNEELING)
LIE_DOWN = GoDown(Posture.PRONE)


# -- actions -------------------------------------------------------------------------------------


def may_act(battle: Battle, figure: Figure) -> bool:
    """Whether a character has an action left this turn (TFT-ACT-01, TFT-ACT-05).

    Whatever it did was that action, and so no attack besides (TFT-ACT-40).
    """
    return (
        not figure.acted
        and figure.condition is Condition.FIT
        and figure.hex >= 0
        and figure.down_until < battle.turn
    )


def may_defend(arena: Arena, battle: Battle, who: int) -> bool:
    """DEFEND: engaged now, moved no more than one hex, with a weapon ready (TFT-ACT-27)."""
    figure = battle.figures[who]
    return (
        figure.posture is Posture.STANDING
        and figure.steps <= limits_of(arena, who, figure)["defend"]
        and may_act(battle, figure)
        and is_armed(arena, figure)
        and is_engaged(arena, battle, who)
    )


def may_dodge(arena: Arena, battle: Battle, who: int) -> bool:
    """DODGE: disengaged now or when it set out, moved no more than half its MA (TFT-ACT-13)."""
    figure = battle.figures[who]
    return (
        figure.posture in (Posture.STANDING, Posture.ALOFT)
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


def steps_away(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The hexes that one who disengages may step to (TFT-DIS-02)."""
    if arena.giants[who]:
        return giant_steps(arena, battle, who)
    return open_neighbours(arena, battle, battle.figures[who].hex)


def act_options(arena: Arena, battle: Battle, task: Act) -> Sequence[AnyAction]:
    """What the character may do at its moment, by its movement and its status (TFT-ACT-03).

    The disengaged list is open if it was disengaged when it set out or is so now, the engaged
    list likewise; each entry has its own limit on movement. In hand-to-hand only the
    hand-to-hand list is open.
    """
    who = task.figure
    figure = battle.figures[who]
    if figure.grappling:
        return hth_options(arena, battle, who)
    steps, limits = figure.steps, limits_of(arena, who, figure)
    engaged = is_engaged(arena, battle, who)
    free_list, held_list = open_lists(figure, engaged)
    may_go_down = free_list and steps <= limits["drop"]
    if figure.posture is Posture.ALOFT:  # MOVE-22
        in_time = steps <= limits["dodge"] and not arena.defence_declared
        return (DODGE, NOTHING) if in_time else (NOTHING,)
    options: list[AnyAction] = []
    if figure.posture is not Posture.STANDING:
        if arena.any_shoots:
            options += _shooting(arena, battle, who, engaged, free_list)
        if figure.posture is Posture.KNEELING and may_go_down:
            options.append(LIE_DOWN)
        return (*options, NOTHING)
    # TFT-ACT-12 and TFT-ACT-26: the same attacks, within the limit of whichever list is open.
    if (free_list and steps <= limits["charge_attack"]) or (
        held_list and steps <= limits["attack"]
    ):
        options += _attacks(arena, battle, who)
        if arena.any_flies:
            options += throws(arena, battle, who)
    if arena.any_shoots:
        options += _shooting(arena, battle, who, engaged, free_list)
    in_time = not arena.defence_declared
    if in_time and engaged and steps <= limits["defend"] and is_armed(arena, figure):
        options.append(DEFEND)
    if in_time and free_list and steps <= limits["dodge"]:
        options.append(DODGE)
    if held_list and steps <= limits["hth_attempt"]:
        options += close_entries(arena, battle, who)
    if engaged and steps <= limits["disengage"]:
        # TFT-ACT-30
        options += [Disengage(h) for h in steps_away(arena, battle, who)]
    if free_list and steps <= limits["ready"]:
        options += ready_choices(arena, battle, who, engaged)
    if held_list and steps <= limits["change_weapons"]:
        options += change_choices(arena, battle, who)
    if held_list and steps <= limits["pick_up"]:
        options += pick_up_choices(arena, battle, who, engaged)
    if may_go_down:
        options += (KNEEL, LIE_DOWN)
    if options:
        # Part of an action, so only beside one: EQP-06.
        options += [LetFall(who, item) for item in in_hand(figure)]
    options.append(NOTHING)
    return tuple(options)


def _shooting(
    arena: Arena, battle: Battle, who: int, engaged: bool, free_list: bool
) -> list[AnyAction]:
    """Shots, and loading, which is among the ways to ready a weapon (TFT-ACT-15, TFT-ACT-17)."""
    options: list[AnyAction] = [*shots(arena, battle, who, engaged)]
    if free_list and battle.figures[who].steps <= arena.characters[who].limits["ready"]:
        options += reloads(arena, battle, who, engaged)
    return options


def second_shot_options(arena: Arena, battle: Battle, task: SecondShot) -> Sequence[AnyAction]:
    """A second arrow at any target in front, or none (TFT-MIS-05)."""
    return (*second_shots(arena, battle, task.figure), NOTHING)


def _attacks(arena: Arena, battle: Battle, who: int) -> list[AnyAction]:
    """Regular attacks on enemies in front, with one weapon or with both (TFT-HIT-10, TWO-01)."""
    targets = [t for t in in_front(arena, battle, who) if may_be_struck(arena, battle, t)]
    if not targets:
        return []
    ways = ways_to_strike(arena, who, battle.figures[who])
    return [Attack(target, way) for target in targets for way in ways]


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
