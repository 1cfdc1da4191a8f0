"""What a character may do at its moment, by its movement and its status (TFT-ACT-03).

The disengaged list is open if it was disengaged when it set out or is so now, the engaged list
likewise; each entry has its own limit on movement. In hand-to-hand only that list is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from meleekit.core.on_demand import OnDemand
from meleekit.tft.actions import (
    AnyAction,
    Attack,
    Defend,
    Disengage,
    Dodge,
    DoNothing,
    GoDown,
    Grapple,
    LetFall,
    Ready,
    Reload,
    Shoot,
    Throw,
)
from meleekit.tft.aiming import reloads, shots, throws
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import in_front, is_engaged
from meleekit.tft.equipment import (
    change_choices,
    in_hand,
    is_armed,
    pick_up_choices,
    ready_choices,
    ways_to_strike,
)
from meleekit.tft.giants import giant_steps
from meleekit.tft.grapple import close_entries
from meleekit.tft.harm import may_be_struck
from meleekit.tft.limits import limits_of
from meleekit.tft.occupancy import open_neighbours
from meleekit.tft.options import DEFEND, DODGE, KNEEL, LIE_DOWN, NOTHING, open_lists
from meleekit.tft.state import ALOFT, KNEELING, STANDING, Act, Battle
from meleekit.tft.wrestling import hth_options


def act_options(arena: Arena, battle: Battle, task: Act) -> Sequence[AnyAction]:
    """The list open to the character."""
    who = task.figure
    figure = battle.figures[who]
    if figure.grappling:
        return hth_options(arena, battle, who)
    moment = Moment(arena, battle, who)
    if figure.posture is STANDING:
        return moment
    if figure.posture is ALOFT:  # MOVE-22
        return (*moment.of_kind(Dodge), NOTHING)
    low = (LIE_DOWN,) if figure.posture is KNEELING and moment.may_go_down else ()
    return (*moment.of_kind(Shoot), *moment.of_kind(Reload), *low, NOTHING)


def has_choice(options: Sequence[AnyAction]) -> bool:
    """Whether there is more to choose than to do nothing."""
    if isinstance(options, Moment) and options.has_guard_or_posture:
        return True
    return len(options) > 1


class Moment(OnDemand[AnyAction]):
    """The actions of one on its feet, listed a kind at a time as somebody looks at them.

    Most who ask want to know of a few kinds, and whether an action is among them; the whole list
    comes in the order of `_LISTS`.
    """

    __slots__ = (
        "_kinds",
        "arena",
        "battle",
        "engaged",
        "figure",
        "free_list",
        "held_list",
        "limits",
        "who",
    )

    def __init__(self, arena: Arena, battle: Battle, who: int) -> None:
        super().__init__()
        self.arena = arena
        self.battle = battle
        self.who = who
        self.figure = battle.figures[who]
        self.limits = limits_of(arena, who, self.figure)
        self.engaged = is_engaged(arena, battle, who)
        self.free_list, self.held_list = open_lists(self.figure, self.engaged)
        self._kinds: dict[type, Sequence[AnyAction]] = {}

    def of_kind(self, kind: type) -> Sequence[AnyAction]:
        """The actions of that kind, in their order."""
        found = self._kinds.get(kind)
        if found is None:
            lists = _LISTS.get(kind)
            found = self._kinds[kind] = lists(self) if lists else ()
        return found

    @property
    def may_go_down(self) -> bool:
        """Whether it may kneel or drop (TFT-ACT-14)."""
        return self.free_list and self.figure.steps <= self.limits["drop"]

    @property
    def has_guard_or_posture(self) -> bool:
        """Whether it may dodge, defend, kneel or drop, which is soon told."""
        return self.may_go_down or bool(self.of_kind(Defend) or self.of_kind(Dodge))

    def listed(self) -> Sequence[AnyAction]:
        """All kinds, one after the other."""
        kinds = self._kinds
        options: list[AnyAction] = []
        for kind, lists in _LISTS.items():
            found = kinds.get(kind)
            if found is None:
                found = kinds[kind] = lists(self)
            options += found
        return options

    def holds(self, value: object) -> bool:
        """Whether it is among those of its kind."""
        return value in self.of_kind(type(value))


# -- one kind after the other --------------------------------------------------------------------


def _attacks(moment: Moment) -> Sequence[AnyAction]:
    """Regular attacks on enemies in front, with one weapon or with both (TFT-HIT-10, TWO-01)."""
    if not _may_attack(moment):
        return ()
    arena, battle, who = moment.arena, moment.battle, moment.who
    targets = [t for t in in_front(arena, battle, who) if may_be_struck(arena, battle, t)]
    if not targets:
        return ()
    ways = ways_to_strike(arena, who, moment.figure)
    return [Attack(target, way) for target in targets for way in ways]


def _may_attack(moment: Moment) -> bool:
    # TFT-ACT-12 and TFT-ACT-26: the same attacks, within the limit of whichever list is open.
    steps, limits = moment.figure.steps, moment.limits
    return (moment.free_list and steps <= limits["charge_attack"]) or (
        moment.held_list and steps <= limits["attack"]
    )


def _throws(moment: Moment) -> Sequence[AnyAction]:
    if moment.arena.any_flies and _may_attack(moment):
        return throws(moment.arena, moment.battle, moment.who)
    return ()


def _shots(moment: Moment) -> Sequence[AnyAction]:
    if moment.arena.any_shoots:
        return shots(moment.arena, moment.battle, moment.who, moment.engaged)
    return ()


def _reloads(moment: Moment) -> Sequence[AnyAction]:
    """Loading is among the ways to ready a weapon (TFT-ACT-15)."""
    arena = moment.arena
    if not arena.any_shoots or not moment.free_list:
        return ()
    if moment.figure.steps > moment.limits["ready"]:
        return ()
    return reloads(arena, moment.battle, moment.who, moment.engaged)


def _defend(moment: Moment) -> Sequence[AnyAction]:
    """DEFEND: engaged, with a weapon ready (TFT-ACT-27)."""
    arena, figure = moment.arena, moment.figure
    in_time = figure.steps <= moment.limits["defend"] and not arena.defence_declared
    return (DEFEND,) if moment.engaged and in_time and is_armed(arena, figure) else ()


def _dodge(moment: Moment) -> Sequence[AnyAction]:
    """DODGE: of the disengaged list, and the one action in the air (TFT-ACT-13, MOVE-22)."""
    in_time = moment.figure.steps <= moment.limits["dodge"] and not moment.arena.defence_declared
    is_open = moment.free_list or moment.figure.posture is ALOFT
    return (DODGE,) if in_time and is_open else ()


def _entries(moment: Moment) -> Sequence[AnyAction]:
    if moment.held_list and moment.figure.steps <= moment.limits["hth_attempt"]:
        return close_entries(moment.arena, moment.battle, moment.who)
    return ()


def steps_away(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The hexes that one who disengages may step to (TFT-DIS-02)."""
    if arena.giants[who]:
        return giant_steps(arena, battle, who)
    return open_neighbours(arena, battle, battle.figures[who].hex)


def _disengage(moment: Moment) -> Sequence[AnyAction]:
    """DISENGAGE: who is engaged now (TFT-ACT-30)."""
    if moment.engaged and moment.figure.steps <= moment.limits["disengage"]:
        return [Disengage(h) for h in steps_away(moment.arena, moment.battle, moment.who)]
    return ()


def _takes(moment: Moment) -> Sequence[AnyAction]:
    """READY NEW WEAPON, CHANGE WEAPONS, PICK UP WEAPON (TFT-ACT-15, TFT-ACT-28, TFT-ACT-31)."""
    arena, battle, who = moment.arena, moment.battle, moment.who
    steps, limits, engaged = moment.figure.steps, moment.limits, moment.engaged
    found: list[AnyAction] = []
    if moment.free_list and steps <= limits["ready"]:
        found += ready_choices(arena, battle, who, engaged)
    if moment.held_list:
        if steps <= limits["change_weapons"]:
            found += change_choices(arena, battle, who)
        if steps <= limits["pick_up"]:
            found += pick_up_choices(arena, battle, who, engaged)
    return found


def _go_down(moment: Moment) -> Sequence[AnyAction]:
    return (KNEEL, LIE_DOWN) if moment.may_go_down else ()


def _let_fall(moment: Moment) -> Sequence[AnyAction]:
    """Part of an action, so only beside one (TFT-EQP-06)."""
    if not any(map(moment.of_kind, _ACTIONS)):
        return ()
    return [LetFall(moment.who, item) for item in in_hand(moment.figure)]


def _nothing(moment: Moment) -> Sequence[AnyAction]:
    return (NOTHING,)


_Lists = Mapping[type, Callable[[Moment], Sequence[AnyAction]]]
_ACTIONS: _Lists = {
    Attack: _attacks,
    Throw: _throws,
    Shoot: _shots,
    Reload: _reloads,
    Defend: _defend,
    Dodge: _dodge,
    Grapple: _entries,
    Disengage: _disengage,
    Ready: _takes,
    GoDown: _go_down,
}
_LISTS: _Lists = {**_ACTIONS, LetFall: _let_fall, DoNothing: _nothing}
