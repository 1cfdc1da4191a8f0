"""Whether a state that was read contradicts itself, field by field (TAO-STATE-01).

Whether it could have come about by the rules is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from meleekit.core.errors import BadSave
from meleekit.tao.arena import Arena
from meleekit.tao.charging import may_brace
from meleekit.tao.harm import fall_back_hexes, status_at
from meleekit.tao.sequence import in_turn, next_up
from meleekit.tao.state import (
    ACTIVE,
    NO_ITEM,
    NOBODY,
    NOWHERE,
    AnyTask,
    Battle,
    Brace,
    Choose,
    FallBack,
    Figure,
    Place,
    Status,
    Turn,
)
from meleekit.tao.switches import Switch


def refuse(at: str, message: str, rule: str = "TAO-STATE-01") -> NoReturn:
    """Raise `BadSave` at that field of the state."""
    raise BadSave(message, rule=rule, at=at)


def check_battle(arena: Arena, battle: Battle) -> None:
    """Raise `BadSave` naming the first field that cannot be, and the rule against it."""
    if len(battle.figures) != len(arena.combatants):
        refuse("figures", f"{len(arena.combatants)} combatants are in this fight")
    for side, die in enumerate(battle.dice):
        if not 1 <= die <= arena.tables.initiative.die:
            refuse(f"dice[{side}]", "a side's die", "TAO-INIT-01")
    if battle.dice[0] == battle.dice[1]:
        refuse("dice[1]", "equal dice are rolled again", "TAO-INIT-03")
    limit = arena.setup.round_limit
    if battle.round < 1 or (limit and battle.round > limit):
        refuse("round", f"1 to {limit}" if limit else "1 or more", "TAO-INIT-04")
    for who, figure in enumerate(battle.figures):
        _check_figure(arena, battle, who, figure, f"figures[{who}]")
    _check_hexes(arena, battle)
    _check_items(arena, battle)
    _check_end(battle)
    for place, task in enumerate(battle.stack):
        if isinstance(task, Choose):
            _check_choice(arena, battle, task, f"stack[{place}]")
        elif isinstance(task, Turn):
            _check_turn(arena, battle, task, f"stack[{place}]")
        else:
            _check_interrupt(arena, battle, task, f"stack[{place}]")
    _check_order(battle)


def _check_figure(arena: Arena, battle: Battle, who: int, figure: Figure, at: str) -> None:
    one = arena.combatants[who]
    left = figure.status is Status.LEFT
    if left != (figure.hex == NOWHERE) or not NOWHERE <= figure.hex < arena.board.size:
        refuse(f"{at}.hex", "a hex of the map, and none for who has left it", "TAO-VAL-01")
    if left and not arena.exits[one.side]:
        refuse(f"{at}.status", "its side has no exits", "TAO-END-01")
    if figure.hp > one.hp:
        refuse(f"{at}.hp", f"at most {one.hp}", "TAO-HP-01")
    if status_at(arena, figure.hp) is not (ACTIVE if left else figure.status):
        refuse(f"{at}.hp", f"with {figure.hp} hit points nobody is {figure.status}", "TAO-HP-01")
    # Whose turn it is has what is left of it; nobody else has anything (TAO-MOV-09).
    its_turn = in_turn(battle) == who
    if not 0 <= figure.ap <= (one.ap if its_turn or battle.outcome else 0):
        refuse(f"{at}.ap", "action points are of one's own turn alone", "TAO-MOV-09")
    if not 0 <= figure.attacks <= (one.attacks if its_turn or battle.outcome else 0):
        refuse(f"{at}.attacks", f"at most {one.attacks}, in its own turn", "TAO-ATT-01")
    if its_turn and figure.acted:
        refuse(f"{at}.acted", "it has its turn just now", "TAO-INIT-04")
    if figure.stunned and figure.status is not ACTIVE:
        refuse(f"{at}.stunned", "only who is active can be stunned", "TAO-STUN-01")
    if figure.broken_by != NOBODY:
        if figure.broken_by not in arena.enemies[who]:
            refuse(f"{at}.broken_by", "an enemy has charged it", "TAO-CHG-09")
        if Switch.MORALE not in arena.rules:
            refuse(f"{at}.broken_by", "morale is not in force", "TAO-CHG-04")


def _check_hexes(arena: Arena, battle: Battle) -> None:
    """One in a hex, or two enemies who brawl (TAO-HEX-05)."""
    there: dict[int, list[int]] = {}
    for who, figure in enumerate(battle.figures):
        if figure.status is not ACTIVE:
            continue
        others = there.setdefault(figure.hex, [])
        others.append(who)
        if len(others) == 1:
            continue
        first = others[0]
        brawl = len(others) == 2 and arena.side_of[first] != arena.side_of[who]
        if not brawl or Switch.GRAPPLING not in arena.rules:
            said = f"{arena.name(first)} stands in {arena.names[figure.hex]} as well"
            refuse(f"figures[{who}].hex", said, "TAO-HEX-05")


def _check_items(arena: Arena, battle: Battle) -> None:
    """Every weapon is in one place, and natural ones are their owners' (TAO-MEL-08)."""
    seen: set[int] = set()

    def once(item: int, at: str) -> None:
        if not 0 <= item < len(arena.items):
            refuse(at, "there is no such weapon")
        if item in seen:
            refuse(at, f"there is one such {arena.item_name(item)}")
        seen.add(item)

    for who, figure in enumerate(battle.figures):
        at = f"figures[{who}]"
        own = arena.combatants[who].items
        held = [] if figure.ready == NO_ITEM else [(figure.ready, f"{at}.ready")]
        held += [(item, f"{at}.carried[{place}]") for place, item in enumerate(figure.carried)]
        for item, where in held:
            once(item, where)
            if arena.items[item].natural and item not in own:
                refuse(where, "that is part of another's body", "TAO-MEL-08")
        natural = [item for item in own if arena.items[item].natural]
        if natural and figure.ready != natural[0]:
            refuse(f"{at}.ready", "natural weapons are always ready", "TAO-MEL-08")
        if figure.ready != NO_ITEM and figure.status in (Status.DOWN, Status.DEAD) and not natural:
            refuse(f"{at}.ready", "who is down has dropped its weapon", "TAO-HP-01")
    for place, thing in enumerate(battle.ground):
        at = f"ground[{place}]"
        if not 0 <= thing.hex < arena.board.size:
            refuse(f"{at}.hex", "a hex of the map", "TAO-VAL-01")
        once(thing.item, f"{at}.item")
        if arena.items[thing.item].natural:
            refuse(f"{at}.item", "natural weapons cannot be dropped", "TAO-MEL-08")
    if tuple(sorted(battle.ground)) != battle.ground:
        refuse("ground", "what lies there is sorted by hex and item")
    for item in range(len(arena.items)):
        if item not in seen:
            refuse("ground", f"{arena.item_name(item)} is nowhere")


def _check_end(battle: Battle) -> None:
    if battle.outcome is not None:
        if any(winner not in (0, 1) for winner in battle.outcome.winners):
            refuse("outcome.winners", "sides are 0 and 1", "TAO-END-01")
        if battle.stack:
            refuse("stack", "after the end nothing is to be decided", "TAO-END-01")
    elif not battle.stack:
        refuse("stack", "something is to be decided until the end", "TAO-INIT-04")


def _check_choice(arena: Arena, battle: Battle, task: Choose, at: str) -> None:
    group = next_up(arena, battle)
    if len(group) < 2 or arena.side_of[group[0]] != task.side:
        refuse(f"{at}.side", "a side with several who come next", "TAO-INIT-03")


def _check_turn(arena: Arena, battle: Battle, task: Turn, at: str) -> None:
    if not 0 <= task.figure < len(battle.figures):
        refuse(f"{at}.figure", "there is no such combatant")
    if battle.figures[task.figure].status is not ACTIVE:
        refuse(f"{at}.figure", "only who is active has a turn", "TAO-INIT-04")


def _check_interrupt(arena: Arena, battle: Battle, task: FallBack | Brace | Place, at: str) -> None:
    """Two enemies, both there, and something to choose."""
    other = task.by if isinstance(task, FallBack) else None
    name = "by"
    if isinstance(task, Brace):
        other, name = task.charger, "charger"
    elif isinstance(task, Place):
        other, name = task.target, "target"
    for field, who in (("figure", task.figure), (name, other)):
        if who is None or not 0 <= who < len(battle.figures):
            refuse(f"{at}.{field}", "there is no such combatant")
        if battle.figures[who].status is not ACTIVE:
            refuse(f"{at}.{field}", f"{arena.name(who)} is not active", "TAO-VAL-02")
    assert other is not None
    if arena.side_of[task.figure] == arena.side_of[other]:
        refuse(f"{at}.{name}", "an enemy", "TAO-VAL-02")
    apart = arena.board.distance[battle.figures[task.figure].hex][battle.figures[other].hex]
    if isinstance(task, FallBack):
        if len(fall_back_hexes(arena, battle, task.figure, other)) < 2:
            refuse(f"{at}.figure", "there is nothing to choose", "TAO-STUN-05")
    elif apart != 1:
        refuse(f"{at}.{name}", "an adjacent enemy", "TAO-VAL-02")
    if isinstance(task, Brace) and not may_brace(arena, battle, task.figure):
        refuse(f"{at}.figure", "it cannot strike before contact", "TAO-CHG-03")


def _check_order(battle: Battle) -> None:
    """A choice alone, or a turn with at most one interruption of it (TAO-INIT-04)."""
    stack = battle.stack
    if not stack:
        return
    first = stack[0]
    if isinstance(first, Choose):
        if len(stack) > 1:
            refuse("stack[1]", "who is next is decided first", "TAO-INIT-03")
        return
    if not isinstance(first, Turn):
        refuse("stack[0]", "everything happens in somebody's turn", "TAO-INIT-04")
    if len(stack) > 2:
        refuse("stack[2]", "one interruption at a time", "TAO-INIT-04")
    if len(stack) == 2:
        _check_whose(first, stack[1])


_WHOSE: Mapping[type, tuple[str, ...]] = {
    FallBack: ("figure", "by"),
    Brace: ("charger",),
    Place: ("figure",),
}
"""Who of those in an interruption may be the one whose turn it is."""


def _check_whose(turn: Turn, task: AnyTask) -> None:
    """Whoever's turn it is has brought the interruption about."""
    if type(task) not in _WHOSE:
        refuse("stack[1]", "a turn is not interrupted by another", "TAO-INIT-04")
    fields = _WHOSE[type(task)]
    if all(getattr(task, field) != turn.figure for field in fields):
        refuse(f"stack[1].{fields[-1]}", "it is not its turn", "TAO-VAL-02")
