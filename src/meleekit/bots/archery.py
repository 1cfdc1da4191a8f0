"""What throws and shots are worth to the brawler, and how it moves with a bow in hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from meleekit.bots.judge import Judge, of_kind
from meleekit.bots.worth import plans_worth
from meleekit.tft.actions import AnyAction, Move, Shoot, Throw
from meleekit.tft.aiming import can_shoot_from, shootable, throwable
from meleekit.tft.arena import Arena
from meleekit.tft.combat import GUARD_AGAINST, if_guarding
from meleekit.tft.dexterity import strength
from meleekit.tft.engagement import enemy_fronts, is_engaged
from meleekit.tft.movement import reach
from meleekit.tft.shots import manner_of, passes, plan_shot
from meleekit.tft.state import FIT, Battle, Figure, copy_figure, with_figure
from meleekit.tft.trajectory import Leg, courses, open_to_flight

# How the parts are weighed against worth 1, an enemy put out of the fight. Chosen by trial.
_FRIEND = 1.2
_LEFT_UNARMED = 0.6
_LEFT_TO_DRAW = 0.2
_LEFT_ARMED = 0.05
_STEP = 0.01
_WORTH_STANDING_FOR = 0.03


def flight_worth(
    arena: Arena, battle: Battle, attacker: int, target: int, item: int, *, dodged: bool = False
) -> float:
    """Worth of a throw or shot: what it does to enemies on its way, less the harm to friends."""
    if dodged:
        weapon = arena.weapons[item]
        assert weapon is not None  # only weapons fly
        battle = if_guarding(battle, target, GUARD_AGAINST[manner_of(weapon)])
    ways = courses(arena, battle, attacker, target, item)
    return sum([_course_worth(arena, battle, attacker, item, way.legs) for way in ways]) / len(ways)


def _course_worth(
    arena: Arena, battle: Battle, attacker: int, item: int, course: Sequence[Leg]
) -> float:
    side = arena.side_of[attacker]
    worth, on = 0.0, 1.0
    for leg in course:
        for who in leg.pile or (leg.who,):
            # The fallen in a pile, who stop what hits them, count for nothing.
            if battle.figures[who].condition is not FIT:
                continue
            plan = leg.plan
            if who != leg.who:
                plan = plan_shot(arena, battle, attacker, item, who, leg.aim)
            down_at = arena.characters[who].injuries["knocked_down"].hits_in_turn
            left = strength(arena, battle, who)
            struck = plans_worth(arena.tables, (plan,), left, down_at)
            weight = -_FRIEND if arena.side_of[who] == side else 1.0
            worth += on * weight * leg.reached * struck / max(1, len(leg.pile))
        on *= passes(leg.plan)
    return worth


def loss(arena: Arena, figure: Figure, item: int) -> float:
    """What it costs to have thrown a weapon away."""
    weapon = arena.weapons[item]
    if weapon is None or weapon.thrown_only:
        return 0.0
    if any(_strikes(arena, other) for other in (figure.main, figure.off) if other != item):
        return _LEFT_ARMED
    spare = any(_strikes(arena, other) for other in figure.slung)
    return _LEFT_TO_DRAW if spare else _LEFT_UNARMED


def _strikes(arena: Arena, item: int) -> bool:
    weapon = arena.weapons[item] if item >= 0 else None
    return weapon is not None and not weapon.missile and not weapon.thrown_only


def action_worth(judge: Judge, who: int, action: Throw | Shoot) -> float:
    """Worth of a throw, less what throwing costs, or of a shot."""
    arena, battle = judge.arena, judge.battle
    worth = flight_worth(arena, battle, who, action.target, action.item)
    if isinstance(action, Throw):
        worth -= loss(arena, battle.figures[who], action.item)
    return worth


def armed_from_afar(judge: Judge, who: int) -> bool:
    """Whether what is in hand is for shooting or only for throwing, and may be used as things are.

    The engaged cannot load, and shoot but once: they are better off with another weapon.
    """
    arena, figure = judge.arena, judge.battle.figures[who]
    for item in (figure.main, figure.off):
        weapon = arena.weapons[item] if item >= 0 else None
        if weapon is None:
            continue
        if weapon.thrown_only:
            return True
        if weapon.missile and can_shoot_from(weapon, figure.posture):
            return figure.last_shot < 0 and not is_engaged(arena, judge.battle, who)
    return False


def move_to_shoot(judge: Judge, who: int) -> Move | None:
    """Stay, or step once, to where the best shot is; else come nearer. None for other fighters."""
    if not armed_from_afar(judge, who):
        return None
    arena, battle = judge.arena, judge.battle
    moves = arena.moves[who]
    figure = copy_figure(battle.figures[who])
    items = shootable(arena, battle, figure) or throwable(arena, figure)
    if not items:
        return moves[figure.hex]  # a crossbow to be loaded
    here = figure.hex
    held_by, layers, _ = reach(arena, battle, who)
    if held_by:
        return None
    there = with_figure(battle, who, figure)
    safe = ~enemy_fronts(arena, battle, who)
    scores = {}
    for cost, layer in enumerate(layers[:2]):
        for hex_ in arena.board.hexes_of(layer & safe):
            figure.hex = hex_
            worth = max(
                [
                    flight_worth(arena, there, who, foe, item)
                    for foe in judge.foes(who)
                    # A flier right overhead is in front of nobody.
                    if hex_ != battle.figures[foe].hex and open_to_flight(arena, there, who, foe)
                    for item in items
                ],
                default=0.0,
            )
            scores[hex_] = worth - _STEP * cost
    best = judge.best([here, *(h for h in scores if h != here)], lambda h: scores.get(h, 0.0))
    if scores.get(best, 0.0) >= _WORTH_STANDING_FOR:
        return moves[best]
    return moves[judge.closest(who, reduce(or_, layers) & (safe | arena.board.bit[here]))]


def best_flight(
    judge: Judge, who: int, actions: Sequence[AnyAction]
) -> tuple[Throw | Shoot | None, float]:
    """The best throw or shot among the actions, and its worth."""
    flights: list[Throw | Shoot] = [*of_kind(actions, Throw), *of_kind(actions, Shoot)]
    if not flights:
        return None, 0.0
    return judge.best_of(flights, [action_worth(judge, who, a) for a in flights])
