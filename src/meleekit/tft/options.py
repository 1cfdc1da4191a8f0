"""What may be done at each decision: the option lists of movement, action and retreat (TFT-ACT).

Lists come in a fixed order that depends on nothing but the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from meleekit.core.on_demand import OnDemand
from meleekit.tft.actions import (
    Agree,
    AnyAction,
    Attack,
    Charge,
    Declare,
    Defend,
    Disengage,
    Dodge,
    DoNothing,
    EndMovement,
    Escape,
    ForceBack,
    GiveOrder,
    GoDown,
    Jump,
    KeepBlade,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    StandUp,
    StepIn,
    TurnTo,
    UseParry,
)
from meleekit.tft.aiming import has_field_of_fire, reloads, second_shots, shots, throws
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
from meleekit.tft.flight import fly_options
from meleekit.tft.giants import (
    corners_open,
    escape_of_giant,
    giant_place_options,
    giant_steps,
    stride_options,
)
from meleekit.tft.grapple import close_entries, landing_entries, running_entries
from meleekit.tft.harm import may_be_struck
from meleekit.tft.limits import limits_of
from meleekit.tft.movement import ChargeEnd, charge_ends, escape_ways, jump_ways, reach
from meleekit.tft.occupancy import open_neighbours
from meleekit.tft.reserves import free_entrances, may_be_kept_back
from meleekit.tft.retreat import retreat_hexes, victims
from meleekit.tft.state import (
    NOWHERE,
    Act,
    Battle,
    ChooseOrder,
    ChooseParry,
    CloseIn,
    Condition,
    Consent,
    DeclareGuards,
    Face,
    Figure,
    Follow,
    Guard,
    Manner,
    MoveOne,
    Order,
    Parry,
    Place,
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
_END = EndMovement()
DEFEND = Defend()
DODGE = Dodge()
KNEEL = GoDown(Posture.KNEELING)
LIE_DOWN = GoDown(Posture.PRONE)
TURNS = tuple(TurnTo(facing) for facing in range(6))
PARRIES = (UseParry(Parry.SHIELD), UseParry(Parry.BOTH), UseParry(Parry.IDLE))
ORDERS = (
    StandingOrder(Order.ASK),
    StandingOrder(Order.NEVER),
    StandingOrder(Order.ALWAYS),
    *(StandingOrder(Order.IF_EXPECTED, above) for above in (1, 2, 3)),
)


# -- set-up and initiative -----------------------------------------------------------------------


def place_options(arena: Arena, battle: Battle, task: Place) -> Sequence[PlaceAt]:
    """The free entrance hexes of the character's side (TFT-MOVE-01).

    While others would fill them, the character may also wait in reserve.
    """
    who = task.figure
    if arena.giants[who]:
        stands = giant_place_options(arena, battle, who)
        may_wait = not stands or may_be_kept_back(arena, battle, who)
        return (*stands, PlaceAt(who, NOWHERE)) if may_wait else stands
    free = free_entrances(arena, battle, arena.side_of[who])
    options = [PlaceAt(who, hex_) for hex_ in arena.board.hexes_of(free)]
    if may_be_kept_back(arena, battle, who):
        options.append(PlaceAt(who, NOWHERE))
    return tuple(options)


def initiative_options(arena: Arena, battle: Battle, task: ChooseOrder) -> Sequence[AnyAction]:
    """Move first, or last (TFT-INIT-02, TFT-INIT-03)."""
    return (MoveLast(last=False), MoveLast(last=True))


# -- movement ------------------------------------------------------------------------------------


def is_down(battle: Battle, figure: Figure) -> bool:
    """Knocked down last turn: it may only stand up or stay down (TFT-MOVE-18)."""
    return figure.down_until >= battle.turn


def may_stand_up(arena: Arena, battle: Battle, who: int) -> bool:
    """On the ground or kneeling, not in a pile, nobody else upright there (MOVE-17, MOVE-24)."""
    figure = battle.figures[who]
    if figure.posture is Posture.STANDING or figure.grappling:
        return False
    if figure.posture is Posture.ALOFT:
        return False
    body = arena.body[who][figure.hex][figure.facing]
    return not any(
        other.hex >= 0
        and other is not figure
        and arena.body[i][other.hex][other.facing] & body
        and other.condition is Condition.FIT
        and other.posture in (Posture.STANDING, Posture.KNEELING)
        for i, other in enumerate(battle.figures)
    )


def movable(battle: Battle, who: int) -> bool:
    """In the fight, be it in reserve, and not yet moved; nobody moves in a pile (TFT-MOVE-07)."""
    figure = battle.figures[who]
    return not figure.moved and figure.condition is Condition.FIT and not figure.grappling


def move_options(arena: Arena, battle: Battle, task: MoveOne) -> Sequence[AnyAction]:
    """What the player may do with each character that has not moved, and being done with it."""
    own = arena.of_seat[task.seat]

    def listed() -> tuple[AnyAction, ...]:
        options: list[AnyAction] = []
        for who in own:
            if movable(battle, who):
                options += _moves_of(arena, battle, who)
        options.append(_END)
        return tuple(options)

    def holds(action: object) -> bool | None:
        if type(action) is not Move:
            return None
        who, hex_ = action.figure, action.hex
        if who not in own or not movable(battle, who) or not 0 <= hex_ < arena.board.size:
            return False
        return bool(reduce(or_, reach(arena, battle, who).layers) & arena.board.bit[hex_])

    return OnDemand(listed, holds)


def _moves_of(arena: Arena, battle: Battle, who: int) -> list[AnyAction]:
    figure = battle.figures[who]
    held_by, layers, _ = reach(arena, battle, who)
    moves = arena.moves[who]
    options: list[AnyAction] = [*map(moves.__getitem__, arena.board.hexes_of(reduce(or_, layers)))]
    if figure.posture is Posture.STANDING and arena.giants[who]:
        options += stride_options(arena, battle, who)
        if arena.kind.may_escape and escape_of_giant(arena, battle, who):
            options.append(Escape(who))
    if figure.hex < 0:
        return options
    if figure.posture is Posture.STANDING and not arena.giants[who]:
        if not held_by:
            jumps = jump_ways(arena, battle, who)
            options += [Jump(who, h, over) for h, over in jumps]
            options += _charges(who, charge_ends(arena, battle, who))
            if arena.kind.may_escape:
                options += [Escape(who, over) for over in escape_ways(arena, battle, who)]
            options += running_entries(arena, battle, who, jumps)
    elif may_stand_up(arena, battle, who):
        options.append(StandUp(who))
    if arena.flying_ma[who]:
        options += fly_options(arena, battle, who)
        options += landing_entries(arena, battle, who)
    if not is_down(battle, figure):
        options += [LetFall(who, item) for item in in_hand(figure)]
    if takes_orders(arena, battle, who):
        options += _other_orders(who, figure.orders)
    return options


@lru_cache(maxsize=1024)
def _charges(who: int, ends: tuple[ChargeEnd, ...]) -> tuple[Charge, ...]:
    return tuple([Charge(who, *end) for end in ends])


def takes_orders(arena: Arena, battle: Battle, who: int) -> bool:
    """Whether standing orders mean anything for it: early defence may come up (TFT-DEF-05, 06).

    It has a weapon to Defend with, or an enemy came with something that one may Dodge.
    """
    if arena.defence_in_order or arena.defence_declared:
        return False
    return arena.faces_flights[arena.side_of[who]] or is_armed(arena, battle.figures[who])


@lru_cache(maxsize=1024)
def _other_orders(who: int, now: StandingOrder) -> tuple[GiveOrder, ...]:
    """The standing orders that would change something."""
    return tuple([GiveOrder(who, order) for order in ORDERS if order != now])


def face_options(arena: Arena, battle: Battle, task: Face) -> Sequence[AnyAction]:
    """The facings allowed (TFT-FACE-02), for a giant those within its hexes (TFT-MOVE-20)."""
    if arena.giants[task.figure]:
        return tuple(TURNS[v] for v in corners_open(arena, battle, task.figure))
    return TURNS if len(task.allowed) == 6 else tuple(TURNS[f] for f in task.allowed)


def parry_options(arena: Arena, battle: Battle, task: ChooseParry) -> Sequence[AnyAction]:
    """Shield, second weapon, or neither (TFT-MG-02)."""
    return PARRIES


def may_turn(arena: Arena, figure: Figure) -> bool:
    """Whether a facing is of use: on its feet, or low down with something to shoot by it.

    See TFT-FACE-02, TFT-FACE-06 and TFT-MOVE-08.
    """
    if figure.posture is Posture.STANDING or figure.posture is Posture.ALOFT:
        return True
    return arena.any_shoots and not figure.steps and has_field_of_fire(arena, figure)


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
