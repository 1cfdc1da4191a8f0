"""What stands on the buttons: every action in a few plain words.

The labels of one decision differ from each other, so that whoever reads them needs no board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from meleekit.core.phrases import listed
from meleekit.core.scene import COMPASS, CORNERS
from meleekit.tft.actions import (
    Action,
    Agree,
    AnyAction,
    Attack,
    BreakFree,
    Charge,
    ComeDownAt,
    Declare,
    Defend,
    Disengage,
    Dodge,
    DoNothing,
    DrawDagger,
    EndMovement,
    Escape,
    Fly,
    ForceBack,
    GiveOrder,
    GoDown,
    Grapple,
    HthAttack,
    Jump,
    KeepBlade,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    Ready,
    ReadyKind,
    Reload,
    Shoot,
    StandUp,
    StepIn,
    Stride,
    Throw,
    TurnTo,
    UseParry,
)
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import is_engaged
from meleekit.tft.equipment import carried, within_reach
from meleekit.tft.flight import flight
from meleekit.tft.giants import strides
from meleekit.tft.grapple import asks_consent, way_to
from meleekit.tft.ids import hex_name
from meleekit.tft.kit import hands_words, item_words
from meleekit.tft.loading import actions_left
from meleekit.tft.movement import cost_of, jump_ways, reach
from meleekit.tft.options import may_turn, movable
from meleekit.tft.phrases import order_words, signed
from meleekit.tft.state import (
    Act,
    Battle,
    Consent,
    DeclareGuards,
    Face,
    Figure,
    Follow,
    Guard,
    MoveOne,
    OfFigure,
    Parry,
    Posture,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
)


def label(arena: Arena, battle: Battle, action: AnyAction) -> str:
    """The action as a button says it. MA are points of the movement allowance."""
    return _LABELS[type(action)](arena, battle, action)


# -- set-up and movement --------------------------------------------------------------------------


def _place_at(arena: Arena, battle: Battle, action: PlaceAt) -> str:
    if action.hex < 0:
        return f"Keep {arena.name(action.figure)} in reserve"
    return f"Place {arena.name(action.figure)} at {hex_name(arena, action.hex)}"


def _move_last(arena: Arena, battle: Battle, action: MoveLast) -> str:
    return "Move last" if action.last else "Move first"


def _said_of(arena: Arena, figure: int, words: str) -> str:
    """What a figure may do, with its name wherever its player has others too."""
    if len(arena.of_seat[arena.seat_of[figure]]) > 1:
        return f"{arena.name(figure)}: {words}"
    return words[0].upper() + words[1:]


def _spent(arena: Arena, who: int, cost: int | None) -> str:
    return "" if cost is None or cost < 0 else f" ({cost} of {arena.characters[who].ma} MA)"


def _move(arena: Arena, battle: Battle, action: Move) -> str:
    who = action.figure
    figure = battle.figures[who]
    if action.hex == figure.hex:
        if figure.posture is Posture.ALOFT:
            return _said_of(arena, who, "stay in the air and set facing")
        if figure.posture is Posture.STANDING:
            return _said_of(arena, who, "stay and set facing")
        turns = may_turn(arena, figure)
        return _said_of(arena, who, "stay down and set facing" if turns else "stay down")
    layers = reach(arena, battle, who).layers
    cost = cost_of(arena.board, layers, action.hex)
    verb = "enter and move to" if figure.hex < 0 and cost > 1 else "move to"
    verb = "enter at" if figure.hex < 0 and cost <= 1 else verb
    words = f"{verb} {hex_name(arena, action.hex)}{_spent(arena, who, cost)}"
    return _said_of(arena, who, words)


def _stride(arena: Arena, battle: Battle, action: Stride) -> str:
    who, figure = action.figure, battle.figures[action.figure]
    if (action.hex, action.facing) == (figure.hex, figure.facing):
        return _said_of(arena, who, "stay and set facing")
    cost = strides(arena, battle, who).get((action.hex, action.facing))
    corner = CORNERS[action.facing]
    words = f"move to {hex_name(arena, action.hex)} facing {corner}{_spent(arena, who, cost)}"
    if action.hex == figure.hex:
        words = f"wheel to face {corner}{_spent(arena, who, cost)}"
    return _said_of(arena, who, words)


def _fly(arena: Arena, battle: Battle, action: Fly) -> str:
    who, there = action.figure, hex_name(arena, action.hex)
    spent = _flown(arena, battle, who, action.hex)
    words = (
        f"fly to {there} and land{spent}" if action.land else f"fly to {there} and stay up{spent}"
    )
    if action.hex == battle.figures[who].hex:
        words = "land" if action.land else "take off and stay up"
    return _said_of(arena, who, words)


def _flown(arena: Arena, battle: Battle, who: int, hex_: int, more: int = 0) -> str:
    """What a flight to a hex costs, and so many steps more."""
    cost = cost_of(arena.board, flight(arena, battle, who).layers, hex_)
    return f" ({cost + more} of {arena.flying_ma[who]} MA in flight)" if cost >= 0 else ""


def _come_down(arena: Arena, battle: Battle, action: ComeDownAt) -> str:
    return f"Come down at {hex_name(arena, action.hex)}"


def _jump(arena: Arena, battle: Battle, action: Jump) -> str:
    who = action.figure
    way = jump_ways(arena, battle, who).get((action.hex, action.over))
    spent = _spent(arena, who, way[0] if way else None)
    over = listed([hex_name(arena, hex_) for hex_ in action.over])
    goal = hex_name(arena, action.hex)
    return _said_of(arena, who, f"move to {goal} with a jump over {over}{spent}")


def _charge(arena: Arena, battle: Battle, action: Charge) -> str:
    who = action.figure
    words = f"charge {COMPASS[action.direction]} to {hex_name(arena, action.hex)}"
    return _said_of(arena, who, words + _spent(arena, who, action.cost))


def _escape(arena: Arena, battle: Battle, action: Escape) -> str:
    over = listed([hex_name(arena, hex_) for hex_ in action.over])
    jump = f" with a jump over {over}" if over else ""
    return _said_of(arena, action.figure, f"leave the arena{jump}")


def _stand_up(arena: Arena, battle: Battle, action: StandUp) -> str:
    return _said_of(arena, action.figure, "stand up")


def _let_fall(arena: Arena, battle: Battle, action: LetFall) -> str:
    among = carried(battle.figures[action.figure])
    return _said_of(arena, action.figure, f"drop {item_words(arena, action.item, among)}")


def _give_order(arena: Arena, battle: Battle, action: GiveOrder) -> str:
    words = order_words(action.order)
    if battle.stack and isinstance(battle.stack[-1], PreEmpt):
        return f"{words[0].upper()}{words[1:]} from now on"
    return _said_of(arena, action.figure, words)


def _end_movement(arena: Arena, battle: Battle, action: EndMovement) -> str:
    task = battle.stack[-1] if battle.stack else None
    if not isinstance(task, MoveOne):
        return "End movement"
    left = [arena.name(who) for who in arena.of_seat[task.seat] if movable(battle, who)]
    return f"End movement: {listed(left)} {'stays' if len(left) == 1 else 'stay'} as now"


def _turn_to(arena: Arena, battle: Battle, action: TurnTo) -> str:
    task = battle.stack[-1] if battle.stack else None
    kept = isinstance(task, Face) and battle.figures[task.figure].facing == action.facing
    giant = isinstance(task, Face) and arena.giants[task.figure]
    where = (CORNERS if giant else COMPASS)[action.facing]
    return f"{'Keep facing' if kept else 'Face'} {where}"


def _use_parry(arena: Arena, battle: Battle, action: UseParry) -> str:
    rows = arena.tables.dex
    if action.mode is Parry.SHIELD:
        return f"Parry with the main-gauche ({signed(rows['mg_shield'].value)} DEX)"
    if action.mode is Parry.BOTH:
        return f"Parry and strike with the main-gauche ({signed(rows['mg_both'].value)} DEX)"
    return "Leave the main-gauche idle"


# -- actions --------------------------------------------------------------------------------------


def _attack(arena: Arena, battle: Battle, action: Attack) -> str:
    task = battle.stack[-1] if battle.stack else None
    among = carried(battle.figures[task.figure]) if isinstance(task, Act) else action.weapons
    words = listed([item_words(arena, item, among) for item in action.weapons])
    blows = " (two blows)" if len(action.weapons) > 1 else ""
    return f"Attack {arena.name(action.target)} with {words}{blows}"


def _among(battle: Battle, item: int) -> tuple[int, ...]:
    """All that one who acts carries, to tell two items of one name apart."""
    task = battle.stack[-1] if battle.stack else None
    return carried(battle.figures[task.figure]) if isinstance(task, Act) else (item,)


def _throw(arena: Arena, battle: Battle, action: Throw) -> str:
    words = item_words(arena, action.item, _among(battle, action.item))
    return f"Throw {words} at {_seen_afar(arena, battle, action.target)}"


def _seen_afar(arena: Arena, battle: Battle, target: int) -> str:
    """A target's name; of one in a pile, that whoever is in there may be hit (TFT-LOF-08)."""
    pile = " in the pile" if battle.figures[target].grappling else ""
    return f"{arena.name(target)}{pile}"


def _shoot(arena: Arena, battle: Battle, action: Shoot) -> str:
    """What kind of shot it is, where that is not the usual one."""
    task = battle.stack[-1] if battle.stack else None
    name = _seen_afar(arena, battle, action.target)
    words = item_words(arena, action.item, _among(battle, action.item))
    if isinstance(task, SecondShot):
        return f"Shoot a second time, at {name}"
    if isinstance(task, Act) and is_engaged(arena, battle, task.figure):
        return f"Last shot at {name} with {words}, which falls next turn"
    return f"Shoot at {name} with {words}"


def _reload(arena: Arena, battle: Battle, action: Reload) -> str:
    task = battle.stack[-1] if battle.stack else None
    words = item_words(arena, action.item, _among(battle, action.item))
    left = actions_left(arena, battle, task.figure, action.item) if isinstance(task, Act) else 0
    return f"Load {words}" + (f" (1 of {left} actions)" if left > 1 else "")


def _defend(arena: Arena, battle: Battle, action: Defend) -> str:
    early = bool(battle.stack) and isinstance(battle.stack[-1], PreEmpt)
    return "Defend now, in place of a later action" if early else "Defend"


def _dodge(arena: Arena, battle: Battle, action: Dodge) -> str:
    early = bool(battle.stack) and isinstance(battle.stack[-1], PreEmpt)
    return "Dodge now, in place of a later action" if early else "Dodge"


def _declare(arena: Arena, battle: Battle, action: Declare) -> str:
    return _said_of(arena, action.figure, _GUARDS[action.guard])


def _disengage(arena: Arena, battle: Battle, action: Disengage) -> str:
    return f"Disengage to {hex_name(arena, action.hex)}"


def _go_down(arena: Arena, battle: Battle, action: GoDown) -> str:
    return "Kneel" if action.posture is Posture.KNEELING else "Lie down"


def _ready(arena: Arena, battle: Battle, action: Ready) -> str:
    """The hands as they will be, and where that is a choice, what is lifted, dropped and slung."""
    task = battle.stack[-1] if battle.stack else None
    figure = battle.figures[task.figure] if isinstance(task, Act) else Figure()
    lying = within_reach(arena, battle, task.figure) if isinstance(task, Act) else ()
    among = (*carried(figure), *lying)

    def said(items: Iterable[int]) -> str:
        return listed([item_words(arena, item, among) for item in items if item >= 0])

    hands = (action.main, action.off)
    lifted = [item for item in (*hands, action.sling) if item in lying]
    words = hands_words(arena, *hands, among)
    parts = []
    if action.kind is not ReadyKind.PICK_UP:
        parts.append(f"{'Ready' if action.kind is ReadyKind.READY else 'Change to'} {words}")
        if lifted:
            all_of_it = {item for item in hands if item >= 0} == set(lifted)
            them = "them" if len(lifted) > 1 else "it"
            parts.append(f"picking {them} up" if all_of_it else f"picking up {said(lifted)}")
    elif action.sling >= 0:
        parts.append(f"Pick up {said(lifted)} and sling it")
    else:
        parts.append(f"Pick up {said(lifted)}")
        parts += [f"holding {words}"] if words != said(lifted) else []
    parts += [f"dropping {said(action.drop)}"] if action.drop else []
    kept = {*hands, *action.drop}
    slung = said(item for item in (figure.main, figure.off) if item not in kept)
    parts += [f"slinging {slung}"] if slung else []
    return ", ".join(parts)


def _nothing(arena: Arena, battle: Battle, action: DoNothing) -> str:
    task = battle.stack[-1] if battle.stack else None
    return _LET_BE.get(type(task), "Do nothing")


# -- hand-to-hand ---------------------------------------------------------------------------------


def _grapple(arena: Arena, battle: Battle, action: Grapple) -> str:
    """Whom, from where if that is a choice, and for what; asking first where that is needed."""
    task = battle.stack[-1] if battle.stack else None
    whom = arena.name(action.target) if action.target >= 0 else _pile_at(arena, action.hex)
    if action.target >= 0 and arena.giants[action.target]:
        whom += f" in {hex_name(arena, action.hex)}"  # one of its three: HTH-20
    if action.flying:
        flown = _flown(arena, battle, action.figure, action.via, 1)
        words = f"land on {whom} from {hex_name(arena, action.via)}{flown}"
        return _said_of(arena, action.figure, words)
    verb = "grapple" if action.target >= 0 else "join"
    if asks_consent(arena, battle, action):
        verb = "ask for hand-to-hand with"
    if isinstance(task, Act):
        return f"{verb[0].upper()}{verb[1:]} {whom}"
    over = listed([hex_name(arena, hex_) for hex_ in action.over])
    jump = f" with a jump over {over}" if over else ""
    where = f" from {hex_name(arena, action.via)}{jump}"
    cost = way_to(arena, battle, action)[0] + 1
    return _said_of(
        arena, action.figure, f"{verb} {whom}{where}{_spent(arena, action.figure, cost)}"
    )


def _pile_at(arena: Arena, hex_: int) -> str:
    return f"the pile at {hex_name(arena, hex_)}"


def _agree(arena: Arena, battle: Battle, action: Agree) -> str:
    return "Agree to hand-to-hand"


def _keep_blade(arena: Arena, battle: Battle, action: KeepBlade) -> str:
    return f"Have {_own_item(arena, battle, action.item)} in hand"


def _own_item(arena: Arena, battle: Battle, item: int) -> str:
    """An item of the one who decides, told from others of its name."""
    task = battle.stack[-1] if battle.stack else None
    mine = carried(battle.figures[task.figure]) if isinstance(task, OfFigure) else ()
    return item_words(arena, item, mine)


def _hth_attack(arena: Arena, battle: Battle, action: HthAttack) -> str:
    if action.weapon < 0:
        return f"Attack {arena.name(action.target)} with bare hands"
    return f"Attack {arena.name(action.target)} with {_own_item(arena, battle, action.weapon)}"


def _draw_dagger(arena: Arena, battle: Battle, action: DrawDagger) -> str:
    return f"Try to draw {_own_item(arena, battle, action.item)}"


def _break_free(arena: Arena, battle: Battle, action: BreakFree) -> str:
    return f"Try to break free to {hex_name(arena, action.hex)}"


def _force_back(arena: Arena, battle: Battle, action: ForceBack) -> str:
    name = arena.name(action.target)
    if action.hex < 0:
        return f"Press {name}, who has no room to step back"
    return f"Force {name} back to {hex_name(arena, action.hex)}"


def _step_in(arena: Arena, battle: Battle, action: StepIn) -> str:
    task = battle.stack[-1] if battle.stack else None
    return f"Step into {hex_name(arena, task.hex)}" if isinstance(task, Follow) else "Step in"


_GUARDS: Mapping[Guard, str] = {
    Guard.NONE: "neither dodge nor defend",
    Guard.DODGE: "dodge this turn",
    Guard.DEFEND: "defend this turn",
}
_LET_BE: Mapping[type, str] = {
    DeclareGuards: "Nobody else dodges or defends",
    Act: "Do nothing",
    PreEmpt: "Let the attack come",
    SecondShot: "Keep the second arrow",
    Consent: "Refuse hand-to-hand",
    TakeBlade: "Fight with bare hands",
    Retreat: "Force nobody back",
    Follow: "Stay",
}
_LABELS: Mapping[type[Action], Callable[[Arena, Battle, Any], str]] = {
    PlaceAt: _place_at,
    MoveLast: _move_last,
    Move: _move,
    Stride: _stride,
    Fly: _fly,
    Jump: _jump,
    Charge: _charge,
    Escape: _escape,
    StandUp: _stand_up,
    LetFall: _let_fall,
    GiveOrder: _give_order,
    EndMovement: _end_movement,
    TurnTo: _turn_to,
    UseParry: _use_parry,
    Attack: _attack,
    Throw: _throw,
    Shoot: _shoot,
    Reload: _reload,
    Defend: _defend,
    Dodge: _dodge,
    Declare: _declare,
    Disengage: _disengage,
    GoDown: _go_down,
    Ready: _ready,
    DoNothing: _nothing,
    ComeDownAt: _come_down,
    Grapple: _grapple,
    Agree: _agree,
    KeepBlade: _keep_blade,
    HthAttack: _hth_attack,
    DrawDagger: _draw_dagger,
    BreakFree: _break_free,
    ForceBack: _force_back,
    StepIn: _step_in,
}
