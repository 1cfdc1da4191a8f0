"""What stands on the buttons: every action in a few plain words.

The labels of one decision differ from each other, so that whoever reads them needs no board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from meleekit.core.phrases import listed
from meleekit.tft.actions import (
    Action,
    AnyAction,
    Attack,
    Declare,
    Defend,
    Disengage,
    Dodge,
    DoNothing,
    ForceBack,
    GoDown,
    Ready,
    ReadyKind,
    Reload,
    Shoot,
    StepIn,
    Throw,
)
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import is_engaged
from meleekit.tft.equipment import carried, within_reach
from meleekit.tft.grapple_labels import GRAPPLE_LABELS
from meleekit.tft.ids import hex_name
from meleekit.tft.kit import hands_words, item_words
from meleekit.tft.loading import actions_left
from meleekit.tft.move_labels import MOVE_LABELS, said_of
from meleekit.tft.state import (
    KNEELING,
    NO_GUARD,
    Act,
    Battle,
    Consent,
    DeclareGuards,
    Figure,
    Follow,
    Guard,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
)


def label(arena: Arena, battle: Battle, action: AnyAction) -> str:
    """The action as a button says it. MA are points of the movement allowance."""
    return _LABELS[type(action)](arena, battle, action)


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
    return said_of(arena, action.figure, _GUARDS[action.guard])


def _disengage(arena: Arena, battle: Battle, action: Disengage) -> str:
    return f"Disengage to {hex_name(arena, action.hex)}"


def _go_down(arena: Arena, battle: Battle, action: GoDown) -> str:
    return "Kneel" if action.posture is KNEELING else "Lie down"


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


# -- forced retreat -------------------------------------------------------------------------------


def _force_back(arena: Arena, battle: Battle, action: ForceBack) -> str:
    name = arena.name(action.target)
    if action.hex < 0:
        return f"Press {name}, who has no room to step back"
    return f"Force {name} back to {hex_name(arena, action.hex)}"


def _step_in(arena: Arena, battle: Battle, action: StepIn) -> str:
    task = battle.stack[-1] if battle.stack else None
    return f"Step into {hex_name(arena, task.hex)}" if isinstance(task, Follow) else "Step in"


_GUARDS: Mapping[Guard, str] = {
    NO_GUARD: "neither dodge nor defend",
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
    **MOVE_LABELS,
    **GRAPPLE_LABELS,
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
    ForceBack: _force_back,
    StepIn: _step_in,
}
