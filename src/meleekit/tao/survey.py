"""What a referee wants to know of a position: who is in melee with whom, and what hexes cost.

For any combatant, whether it is its turn or not. All of it comes from the functions by which the
game is played.
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.core.dice import Given
from meleekit.core.errors import BadRequest
from meleekit.core.phrases import listed
from meleekit.core.scene import Scene
from meleekit.tao.arena import Arena
from meleekit.tao.checks import No, may_step, steps, unbroken
from meleekit.tao.engagement import (
    Engagement,
    engagements,
    holds,
    is_armed,
    is_engaged,
    melee_groups,
)
from meleekit.tao.game import TaoMelee, TaoSystem
from meleekit.tao.movement import (
    Reach,
    can_withdraw,
    cheapest_path,
    reach,
    step_parts,
)
from meleekit.tao.scene import price_map
from meleekit.tao.sequence import in_turn
from meleekit.tao.state import NOBODY, Battle, copy_battle, copy_figure


class Survey(NamedTuple):
    """A position as it is for one combatant with so many action points.

    `way` is the cheapest one to a hex that was asked for, both ends included; empty where there is
    none. `into` are the hexes into which it can step, and `against` is what keeps it where it is,
    None if there are any (TAO-WD-02).
    """

    who: int
    ap: int
    engagements: tuple[Engagement, ...]
    groups: tuple[tuple[int, ...], ...]
    engaged: bool
    reach: Reach
    way: tuple[int, ...]
    into: tuple[int, ...]
    against: No | None
    scene: Scene


def at_start(game: TaoMelee) -> Battle:
    """Everybody where the set-up says. Who goes first matters to nobody who only looks."""
    return game.begin(Given((2, 1))).state


def position_of(said: str) -> tuple[TaoMelee, Battle]:
    """The position of a situation, by its text or name, or of a scenario by its name.

    Raises `BadSituation`.
    """
    system = TaoSystem()
    if said in system.scenarios():
        start = TaoMelee(system.setup_from(said))
        return start, at_start(start)
    game, battle = system.load_situation(said)
    assert isinstance(game, TaoMelee)
    return game, battle


def points_of(arena: Arena, battle: Battle, who: int) -> int:
    """The action points that one has left in its turn, else those it will have (TAO-AP-01)."""
    return battle.figures[who].ap if in_turn(battle) == who else arena.combatants[who].ap


def survey(arena: Arena, battle: Battle, who: int, ap: int | None = None, to: str = "") -> Survey:
    """The position for `who`, with the action points it has or so many as are told.

    The cheapest way to the hex `to` is drawn. Raises `BadRequest` for a hex that is not on the map,
    and for one who is down, dead or gone: it goes nowhere.
    """
    if not holds(battle.figures[who]):
        raise BadRequest(f"{arena.name(who)} is out of the fight and goes nowhere", at="who")
    if to and to not in arena.number:
        raise BadRequest(f"there is no hex {to!r} on this map", at="to", rule="TAO-VAL-01")
    ap = points_of(arena, battle, who) if ap is None else ap
    battle = _with_points(battle, who, ap)
    found = reach(arena, battle, who)
    way = cheapest_path(arena, found, arena.number[to]) if to else ()
    return Survey(
        who=who,
        ap=ap,
        engagements=engagements(arena, battle),
        groups=melee_groups(arena, battle),
        engaged=is_engaged(arena, battle, who),
        reach=found,
        way=way,
        into=steps(arena, battle, who),
        against=_against(arena, battle, who),
        scene=price_map(arena, battle, who, ap, way),
    )


def _with_points(battle: Battle, who: int, ap: int) -> Battle:
    battle = copy_battle(battle)
    battle.figures = battle.figures.copy()
    battle.figures[who] = copy_figure(battle.figures[who])
    battle.figures[who].ap = ap
    return battle


def _against(arena: Arena, battle: Battle, who: int) -> No | None:
    if battle.figures[who].stunned:
        return No("TAO-STUN-02", "it is stunned and loses its next turn")
    if wrong := may_step(arena, battle, who):
        return wrong
    if not can_withdraw(arena, battle, who):
        return No("TAO-WD-02", "every hex beside it is held")
    return None if steps(arena, battle, who) else unbroken(battle, who)


# -- in words --------------------------------------------------------------------------------------


def engagement_words(arena: Arena, battle: Battle, one: Engagement) -> str:
    """Who engages whom: "Bala (armed) engages Albert (unarmed), one way"."""
    by, who = (_with_arms(arena, battle, index) for index in (one.by, one.who))
    return f"{by} and {who} engage each other" if one.both else f"{by} engages {who}, one way"


def _with_arms(arena: Arena, battle: Battle, who: int) -> str:
    armed = is_armed(arena, battle.figures[who])
    return f"{arena.name(who)} ({'armed' if armed else 'unarmed'})"


def leaving_words(arena: Arena, battle: Battle, found: Survey) -> str:
    """Whether it can get out of its hex, for what, and where to; or why it cannot."""
    name = arena.name(found.who)
    what = "withdraw" if found.engaged else "step away"
    if found.against:
        return f"{name} cannot {what}: {found.against.message}"
    parts = step_parts(arena, battle, found.who)
    cost = sum(part.value for part in parts)
    made = f" ({' + '.join(f'{part.value} for {part.name}' for part in parts)})"
    hexes = listed([arena.names[hex_] for hex_ in found.into], "or")
    engaged = "is engaged and can" if found.engaged else "is not engaged and can"
    return f"{name} {engaged} {what} for {cost} AP{made if found.engaged else ''}, to {hexes}"


def leaving_rule(found: Survey) -> str:
    """The rule by which it is as `leaving_words` says."""
    if found.against:
        return found.against.rule
    return "TAO-MOV-02" if found.engaged else "TAO-MOV-01"


class Price(NamedTuple):
    """The hexes that cost so much to reach, by name; `melee` holds those where one is engaged."""

    cost: int
    hexes: tuple[str, ...]
    melee: frozenset[str]


def price_list(arena: Arena, found: Reach) -> tuple[Price, ...]:
    """All hexes that can be reached, the cheapest first, in the order of their numbers."""
    prices = []
    for cost, layer in enumerate(found.layers[1:], 1):
        hexes = [(arena.names[hex_], hex_) for hex_ in arena.board.hexes_of(layer)]
        melee = frozenset(name for name, hex_ in hexes if arena.board.bit[hex_] & found.melee)
        if hexes:
            prices.append(Price(cost, tuple(name for name, _ in hexes), melee))
    return tuple(prices)


def way_words(arena: Arena, found: Survey, goal: str) -> str:
    """The cheapest way to the hex that was asked for and what it costs, step by step (MOV-08)."""
    costs = found.reach.costs
    if not found.way:
        return f"{goal} cannot be reached"
    here, *path = found.way
    if not path:
        return f"{goal} is where {arena.name(found.who)} stands"
    steps = ", ".join(f"{arena.names[hex_]} ({costs[hex_]})" for hex_ in path)
    cost = costs[path[-1]]
    dear = "" if cost <= found.ap else f", {cost - found.ap} more than there are"
    return f"{arena.names[here]} to {goal}: {cost} AP by {steps}{dear}"


def who_named(arena: Arena, name: str) -> int:
    """The combatant of that name. Raises `BadRequest` naming those there are."""
    wanted = name.casefold().strip()
    for one in arena.combatants:
        if one.name.casefold() == wanted:
            return one.index
    there = ", ".join(one.name for one in arena.combatants)
    raise BadRequest(f"nobody is called {name!r}; there are {there}", at="who")


def first_asked(arena: Arena, battle: Battle) -> int:
    """Whom a survey is about where nobody is named: whose turn it is, else the first active one.

    Raises `BadRequest` if nobody is left.
    """
    task = battle.stack[-1] if battle.stack else None
    about: int = getattr(task, "figure", NOBODY)
    if about != NOBODY and holds(battle.figures[about]):
        return about
    for who, figure in enumerate(battle.figures):
        if holds(figure):
            return who
    raise BadRequest("nobody is left who could go anywhere", at="who")
