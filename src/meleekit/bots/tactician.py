"""A bot for Melee (1977) that looks one action ahead, the enemy's answer included.

Where the brawler asks what its next blow is worth, this one asks what the whole turn brings: who
strikes first, whether a blow keeps the enemy from striking back, and what those who have still to
move, friends and enemies, will make of the place and facing it chooses. What it does not weigh it
leaves to the brawler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from meleekit.bots.brawler import CHOICES, Brawler, Choice
from meleekit.bots.grappler import best_entry, friends_at_risk
from meleekit.bots.judge import SLIGHT, Judge
from meleekit.bots.outlook import Outlook, Place, chances_to_stop, is_large
from meleekit.bots.worth import attack_worth
from meleekit.tft.actions import AnyAction, Attack, Charge, Defend, DoNothing, Fly, Grapple, Move
from meleekit.tft.charging import charge_ends, charge_facings
from meleekit.tft.equipment import has_pole, weapons_to_strike
from meleekit.tft.flight import flight, may_fly
from meleekit.tft.move_options import TURNS, movable
from meleekit.tft.movement import cost_of, reach
from meleekit.tft.piles import enemies_in
from meleekit.tft.state import ALOFT, STANDING, Act, AnyTask, Face, MoveOne, PreEmpt

_CLOSER = 0.01
"""What a hex nearer to the enemy is worth where no blow can fall."""
_NEAR = 2
"""The distance up to which it is thought over how to face an enemy."""
_IMPATIENCE = 0.001
"""How much more than that with every turn: nobody keeps off for ever."""


# -- movement ------------------------------------------------------------------------------------


def _move(judge: Judge, task: MoveOne, actions: Sequence[AnyAction]) -> AnyAction:
    """The place from which the turn looks best; the brawler's move where that differs in kind."""
    arena, battle = judge.arena, judge.battle
    usual = CHOICES[MoveOne](judge, task, actions)
    who = getattr(usual, "figure", -1)
    if who < 0 or not movable(battle, who) or battle.figures[who].hex < 0:
        return usual
    figure = battle.figures[who]
    moves = arena.moves[who]
    weighed = (
        isinstance(usual, Charge | Fly)
        or usual is moves[getattr(usual, "hex", 0)]
        or (isinstance(usual, Grapple) and usual.flying)
    )
    upright = figure.posture in (STANDING, ALOFT)
    if not (weighed and upright and weapons_to_strike(arena, who, figure)):
        return usual
    outlook = Outlook(judge, arena.side_of[who])
    closer = _CLOSER + _IMPATIENCE * battle.turn
    scores: dict[AnyAction, float] = {}
    for action, places in _options(judge, who, usual).items():
        scores[action] = max([outlook.value(who, place) for place in places]) - (
            closer * judge.nearest(who, places[0].hex)
        )
    if isinstance(usual, Grapple):  # out of the air: what it would do there, in the same shares
        worth, _ = best_entry(judge, who, (usual,))
        there = enemies_in(arena, battle, who, usual.hex)
        met = there if usual.target < 0 else (usual.target,)
        scores[usual] = worth * max([outlook.share(enemy) for enemy in met])
    return judge.best(tuple(scores), scores.__getitem__)


def _options(judge: Judge, who: int, usual: AnyAction) -> dict[AnyAction, list[Place]]:
    """Moves worth a thought, each with the ways in which it may end."""
    arena, battle = judge.arena, judge.battle
    board, figure = arena.board, battle.figures[who]
    foes = [(arena.shapes[enemy], battle.figures[enemy]) for enemy in judge.foes(who)]
    near = reduce(or_, [shape.around[foe.hex][foe.facing] for shape, foe in foes])
    found: dict[AnyAction, list[Place]] = {}
    if may_fly(arena, who, figure):
        layers, over, land = flight(arena, battle, who)
        half = arena.characters[who].flying_limits["charge_attack"]
        within = reduce(or_, layers[: half + 1]) & land & near
        for hex_ in board.hexes_of(within):
            steps = cost_of(board, layers, hex_)
            found[Fly(who, hex_, True)] = [
                place._replace(flew=True) for place in _facings(judge, who, hex_, steps)
            ]
        for hex_ in _at_each_distance(judge, who, over & ~near):
            steps = cost_of(board, layers, hex_)
            place = Place(hex_, figure.facing, steps, -1, ALOFT, flew=True)
            found[Fly(who, hex_, False)] = [place]
        if figure.posture is ALOFT:
            return found or {usual: [Place(figure.hex, figure.facing, 0, -1, ALOFT)]}
    held_by, layers, _ = reach(arena, battle, who)
    within = reduce(or_, layers[: arena.characters[who].half_ma + 1])
    hexes = {*board.hexes_of(within & near), figure.hex}
    hexes |= {*_at_each_distance(judge, who, reduce(or_, layers) & ~near)}
    if isinstance(usual, Move):
        hexes.add(usual.hex)
    for hex_ in sorted(hexes):
        steps = max(0, cost_of(board, layers, hex_))
        found[arena.moves[who][hex_]] = _facings(judge, who, hex_, steps)
    if not held_by and has_pole(arena, figure):
        for hex_, direction, cost in charge_ends(arena, battle, who):
            if board.bit[hex_] & near:
                facings = charge_facings(arena, battle, who, direction, cost)
                found[Charge(who, hex_, direction, cost)] = [
                    Place(hex_, facing, cost, direction) for facing in facings
                ]
    return found


def _facings(judge: Judge, who: int, hex_: int, steps: int) -> list[Place]:
    """The place with each facing that has something for it: the near enemies in front."""
    board = judge.arena.board
    foes = [judge.battle.figures[enemy].hex for enemy in judge.foes(who)]
    foes = [there for there in foes if there != hex_]
    wanted: set[int] = set()
    for there in foes:
        if board.distance[hex_][there] <= _NEAR:
            for ahead in board.bearing(hex_, there):
                wanted |= {ahead, (ahead + 1) % 6, (ahead + 5) % 6}
    if not wanted:
        wanted = _straight_at_the_nearest(judge, who, hex_) or {judge.battle.figures[who].facing}
    return [Place(hex_, facing, steps) for facing in sorted(wanted)]


def _at_each_distance(judge: Judge, who: int, hexes: int) -> list[int]:
    """One hex, drawn at random, of those at each distance from the nearest enemy."""
    found: dict[int, list[int]] = {}
    for hex_ in judge.arena.board.hexes_of(hexes):
        found.setdefault(judge.nearest(who, hex_), []).append(hex_)
    return [alike[judge.dice.below(len(alike))] for alike in found.values()]


def _face(judge: Judge, task: Face, actions: Sequence[AnyAction]) -> AnyAction:
    """The facing with the best outlook; among equals the one the brawler would weigh best."""
    battle, who = judge.battle, task.figure
    figure = battle.figures[who]
    large = is_large(judge.arena, who, figure)
    if large or not judge.foes(who) or not weapons_to_strike(judge.arena, who, figure):
        return CHOICES[Face](judge, task, actions)
    outlook = Outlook(judge, judge.arena.side_of[who])
    scores = {
        facing: outlook.value(
            who, Place(figure.hex, facing, figure.steps, figure.run, figure.posture)
        )
        for facing in task.allowed
    }
    top = max(scores.values()) - 1e-9
    best = tuple(facing for facing in task.allowed if scores[facing] >= top)
    if len(best) == 1:
        return TURNS[best[0]]
    straight = _straight_at_the_nearest(judge, who, figure.hex)
    return judge.best([TURNS[f] for f in best], lambda turn: float(turn.facing in straight))


def _straight_at_the_nearest(judge: Judge, who: int, hex_: int) -> set[int]:
    """The directions from a hex to the enemies nearest to it, but for those in it."""
    board, figures = judge.arena.board, judge.battle.figures
    foes = [figures[e].hex for e in judge.foes(who) if figures[e].hex != hex_]
    far = min([board.distance[hex_][there] for there in foes], default=0)
    return {
        way
        for there in foes
        if board.distance[hex_][there] == far
        for way in board.bearing(hex_, there)
    }


# -- actions -------------------------------------------------------------------------------------


def _act(judge: Judge, task: Act, actions: Sequence[AnyAction]) -> AnyAction:
    """A blow for what it does and for the blow it prevents; or the defence if that saves more."""
    usual = CHOICES[Act](judge, task, actions)
    if not isinstance(usual, Attack | Defend):
        return usual
    arena, battle, who = judge.arena, judge.battle, task.figure
    outlook = Outlook(judge, arena.side_of[who])
    spent = {who: 0.0}
    scores: dict[AnyAction, float] = {}
    for action in actions:
        if isinstance(action, Attack):
            target = action.target
            stopped, ended = chances_to_stop(arena, battle, who, target, action.weapons)
            worth = attack_worth(arena, battle, who, target, action.weapons)
            worth -= friends_at_risk(judge, who, action)
            scores[action] = worth * outlook.share(target) + outlook.exchange(
                {**spent, target: 1 - stopped}, {target: 1 - ended}
            )
        elif isinstance(action, Defend):
            scores[action] = outlook.defending(who, spent) - SLIGHT * outlook.share(who)
    return judge.best(tuple(scores), scores.__getitem__) if scores else usual


def _pre_empt(judge: Judge, task: PreEmpt, actions: Sequence[AnyAction]) -> AnyAction:
    """Defend early only if that saves more than the own blow, should it still come to it."""
    usual = CHOICES[PreEmpt](judge, task, actions)
    if not isinstance(usual, Defend | DoNothing) or Defend() not in actions:
        return usual
    arena, battle, who = judge.arena, judge.battle, task.figure
    foe = task.attacker
    outlook = Outlook(judge, arena.side_of[who])
    share = outlook.share(who)
    now = share * attack_worth(arena, battle, foe, who, task.weapons)
    then = share * attack_worth(arena, battle, foe, who, task.weapons, defended=True)
    stopped, ended = chances_to_stop(arena, battle, foe, who, task.weapons)
    taking = outlook.exchange({foe: 0.0, who: 1 - stopped}, {who: 1 - ended}) - now
    defending = outlook.defending(who, {foe: 0.0, who: 0.0}) - then
    return Defend() if defending - SLIGHT * share > taking else DoNothing()


class Tactician(Brawler):
    """Weighs places, facings and blows by what the turn brings after the enemy's best answer."""

    name = "tactician"
    choices: Mapping[type[AnyTask], Choice] = {
        **CHOICES,
        MoveOne: _move,
        Face: _face,
        Act: _act,
        PreEmpt: _pre_empt,
    }
