"""What may be done before the actions: set-up, initiative, movement (TFT-INIT, TFT-MOVE)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from meleekit.core.on_demand import OnDemand
from meleekit.tft.actions import (
    AnyAction,
    Charge,
    EndMovement,
    Escape,
    GiveOrder,
    Jump,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    StandUp,
    TurnTo,
    UseParry,
)
from meleekit.tft.aiming import has_field_of_fire
from meleekit.tft.arena import Arena
from meleekit.tft.charging import ChargeEnd, charge_ends
from meleekit.tft.equipment import (
    in_hand,
    is_armed,
)
from meleekit.tft.flight import fly_options
from meleekit.tft.giants import (
    corners_open,
    escape_of_giant,
    giant_place_options,
    stride_options,
)
from meleekit.tft.grapple import landing_entries, running_entries
from meleekit.tft.jumps import escape_ways, jump_ways
from meleekit.tft.movement import reach
from meleekit.tft.reserves import free_entrances, may_be_kept_back
from meleekit.tft.state import (
    ALOFT,
    FIT,
    KNEELING,
    NO_PARRY,
    NOWHERE,
    STANDING,
    Battle,
    ChooseOrder,
    ChooseParry,
    Face,
    Figure,
    MoveOne,
    Order,
    Parry,
    Place,
    StandingOrder,
)

_END = EndMovement()
TURNS = tuple(TurnTo(facing) for facing in range(6))
PARRIES = (UseParry(Parry.SHIELD), UseParry(Parry.BOTH), UseParry(NO_PARRY))
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
    if figure.posture is STANDING or figure.grappling:
        return False
    if figure.posture is ALOFT:
        return False
    body = arena.body[who][figure.hex][figure.facing]
    return not any(
        other.hex >= 0
        and other is not figure
        and arena.body[i][other.hex][other.facing] & body
        and other.condition is FIT
        and other.posture in (STANDING, KNEELING)
        for i, other in enumerate(battle.figures)
    )


def movable(battle: Battle, who: int) -> bool:
    """In the fight, be it in reserve, and not yet moved; nobody moves in a pile (TFT-MOVE-07)."""
    figure = battle.figures[who]
    return not figure.moved and figure.condition is FIT and not figure.grappling


def move_options(arena: Arena, battle: Battle, task: MoveOne) -> Sequence[AnyAction]:
    """What the player may do with each character that has not moved, and being done with it."""
    return Moves(arena, battle, arena.of_seat[task.seat])


class Moves(OnDemand[AnyAction]):
    """All that may be done with some characters that have not moved."""

    __slots__ = ("arena", "battle", "own")

    def __init__(self, arena: Arena, battle: Battle, own: Sequence[int]) -> None:
        super().__init__()
        self.arena = arena
        self.battle = battle
        self.own = own

    def listed(self) -> Sequence[AnyAction]:
        """One character after the other."""
        options: list[AnyAction] = []
        for who in self.own:
            if movable(self.battle, who):
                options += _moves_of(self.arena, self.battle, who)
        options.append(_END)
        return tuple(options)

    def holds(self, value: object) -> bool | None:
        """Whether a move leads where its character can go."""
        if type(value) is not Move:
            return None
        arena, battle = self.arena, self.battle
        who, hex_ = value.figure, value.hex
        if who not in self.own or not movable(battle, who) or not 0 <= hex_ < arena.board.size:
            return False
        return bool(reduce(or_, reach(arena, battle, who).layers) & arena.board.bit[hex_])


def _moves_of(arena: Arena, battle: Battle, who: int) -> list[AnyAction]:
    figure = battle.figures[who]
    held_by, layers, _ = reach(arena, battle, who)
    reached = arena.board.hexes_of(reduce(or_, layers))
    options: list[AnyAction] = [*map(arena.moves[who].__getitem__, reached)]
    if figure.posture is STANDING and arena.giants[who]:
        options += stride_options(arena, battle, who)
        if arena.kind.may_escape and escape_of_giant(arena, battle, who):
            options.append(Escape(who))
    if figure.hex < 0:
        return options
    if figure.posture is STANDING and not arena.giants[who]:
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
    if figure.posture is STANDING or figure.posture is ALOFT:
        return True
    return arena.any_shoots and not figure.steps and has_field_of_fire(arena, figure)
