"""A bot for Melee (1977) that looks one action ahead, the enemy's answer included.

Where the brawler asks what its next blow is worth, this one asks what the whole turn brings: who
strikes first, whether a blow keeps the enemy from striking back, and what an enemy that has still
to move will make of the place and facing it chooses. What it does not weigh it leaves to the
brawler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from meleekit.bots.brawler import CHOICES, Brawler, Choice
from meleekit.bots.exchange import Exchange, chance_to_disable
from meleekit.bots.grappler import friends_at_risk
from meleekit.bots.judge import SLIGHT, Judge
from meleekit.bots.worth import attack_worth, best_blow
from meleekit.tft.actions import AnyAction, Attack, Defend, DoNothing
from meleekit.tft.dexterity import strength
from meleekit.tft.engagement import engagers
from meleekit.tft.equipment import ready_weapons
from meleekit.tft.movement import cost_of, reach
from meleekit.tft.options import TURNS, movable
from meleekit.tft.state import Act, AnyTask, Face, MoveOne, Posture, PreEmpt

_CLOSER = 0.02
"""What a hex nearer to the enemy is worth where no blow can fall."""


class Tactician(Brawler):
    """Weighs places, facings and blows by what the turn brings after the enemy's best answer."""

    name = "tactician"

    def _choice(self, kind: type[AnyTask]) -> Choice:
        return _CHOICES.get(kind) or super()._choice(kind)


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
    if (
        figure.posture is not Posture.STANDING
        or not ready_weapons(arena, figure)
        or usual is not moves[getattr(usual, "hex", 0)]
    ):
        return usual
    exchange = Exchange(judge, who)
    layers = reach(arena, battle, who).layers
    within = reduce(or_, layers[: arena.characters[who].half_ma + 1])
    near = reduce(or_, [arena.board.adjacent[battle.figures[e].hex] for e in judge.foes(who)])
    hexes = {*arena.board.hexes_of(within & near), figure.hex, usual.hex}
    hexes |= {*_at_each_distance(judge, who, reduce(or_, layers) & ~near)}
    scores = {
        hex_: max([_outlook(judge, exchange, who, hex_, facing, layers) for facing in range(6)])
        for hex_ in sorted(hexes)
    }
    chosen = judge.best(tuple(scores), scores.__getitem__)
    return moves[chosen]


def _at_each_distance(judge: Judge, who: int, hexes: int) -> list[int]:
    """One hex, drawn at random, of those at each distance from the nearest enemy."""
    found: dict[int, list[int]] = {}
    for hex_ in judge.arena.board.hexes_of(hexes):
        found.setdefault(judge.nearest(who, hex_), []).append(hex_)
    return [alike[judge.dice.below(len(alike))] for alike in found.values()]


def _outlook(
    judge: Judge, exchange: Exchange, who: int, hex_: int, facing: int, layers: tuple[int, ...]
) -> float:
    steps = max(0, cost_of(judge.arena.board, layers, hex_))
    turn = exchange.value(hex_, facing, steps)
    return turn - _CLOSER * judge.nearest(who, hex_)


def _face(judge: Judge, task: Face, actions: Sequence[AnyAction]) -> AnyAction:
    """The facing with the best outlook; among equals the one the brawler would weigh best."""
    battle, who = judge.battle, task.figure
    figure = battle.figures[who]
    if not judge.foes(who) or not ready_weapons(judge.arena, figure):
        return CHOICES[Face](judge, task, actions)
    exchange = Exchange(judge, who)
    scores = [exchange.value(figure.hex, facing, figure.steps) for facing in range(6)]
    top = max([scores[facing] for facing in task.allowed]) - 1e-9
    best = tuple(facing for facing in task.allowed if scores[facing] >= top)
    if len(best) == 1:
        return TURNS[best[0]]
    straight = _straight_at_the_nearest(judge, who)
    return judge.best([TURNS[f] for f in best], lambda turn: float(turn.facing in straight))


def _straight_at_the_nearest(judge: Judge, who: int) -> set[int]:
    board, figures = judge.arena.board, judge.battle.figures
    hex_ = figures[who].hex
    far = judge.nearest(who, hex_)
    return {
        board.bearing(hex_, figures[e].hex)[0]
        for e in judge.foes(who)
        if board.distance[hex_][figures[e].hex] == far > 0
    }


# -- actions -------------------------------------------------------------------------------------


def _act(judge: Judge, task: Act, actions: Sequence[AnyAction]) -> AnyAction:
    """A blow for what it does and for the blow it prevents; or the defence if that saves more."""
    usual = CHOICES[Act](judge, task, actions)
    if not isinstance(usual, Attack | Defend):
        return usual
    arena, battle, who = judge.arena, judge.battle, task.figure
    coming = _coming(judge, who)
    scores: dict[AnyAction, float] = {}
    for action in actions:
        if isinstance(action, Attack):
            target = action.target
            left = strength(arena, battle, target)
            ends = chance_to_disable(arena, battle, who, target, action.weapons, left)
            worth = attack_worth(arena, battle, who, target, action.weapons)
            worth -= friends_at_risk(judge, who, action)
            scores[action] = worth + ends * coming.get(target, 0.0)
        elif isinstance(action, Defend):
            scores[action] = _saved(judge, who) - SLIGHT
    return judge.best(tuple(scores), scores.__getitem__) if scores else usual


def _coming(judge: Judge, who: int) -> dict[int, float]:
    """Worth of the best blow that each enemy still to act can strike at anyone it engages."""
    arena, battle = judge.arena, judge.battle
    found: dict[int, float] = {}
    for enemy in judge.foes(who):
        if not battle.figures[enemy].acted:
            found[enemy] = max(
                [
                    best_blow(arena, battle, enemy, friend)
                    for friend in (who, *arena.friends[who])
                    if enemy in engagers(arena, battle, friend)
                ],
                default=0.0,
            )
    return found


def _saved(judge: Judge, who: int, *, besides: int = -1) -> float:
    """What defending saves against the enemies that engage `who` and have still to act."""
    arena, battle = judge.arena, judge.battle
    return sum(
        best_blow(arena, battle, enemy, who) - best_blow(arena, battle, enemy, who, defended=True)
        for enemy in engagers(arena, battle, who)
        if not battle.figures[enemy].acted and enemy != besides
    )


def _pre_empt(judge: Judge, task: PreEmpt, actions: Sequence[AnyAction]) -> AnyAction:
    """Defend early only if that saves more than the own blow, should it still come to it."""
    usual = CHOICES[PreEmpt](judge, task, actions)
    if not isinstance(usual, Defend | DoNothing) or Defend() not in actions:
        return usual
    arena, battle, who = judge.arena, judge.battle, task.figure
    foe = task.attacker
    now = attack_worth(arena, battle, foe, who, task.weapons)
    then = attack_worth(arena, battle, foe, who, task.weapons, defended=True)
    ends = chance_to_disable(arena, battle, foe, who, task.weapons, strength(arena, battle, who))
    own = max(
        [best_blow(arena, battle, who, e) for e in judge.foes(who) if _in_front(judge, who, e)],
        default=0.0,
    )
    saved = now - then + _saved(judge, who, besides=foe)
    return Defend() if saved > max(own * (1 - ends), SLIGHT) else DoNothing()


def _in_front(judge: Judge, who: int, enemy: int) -> bool:
    figures, board = judge.battle.figures, judge.arena.board
    figure = figures[who]
    return bool(board.front[figure.hex][figure.facing] & board.bit[figures[enemy].hex])


_CHOICES: Mapping[type[AnyTask], Choice] = {
    MoveOne: _move,
    Face: _face,
    Act: _act,
    PreEmpt: _pre_empt,
}
