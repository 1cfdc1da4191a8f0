"""A bot for Melee (1977) that closes in and fights: flanks, picks its blows by exact odds.

It weighs one decision at a time. The unit of its judgement is *worth*: 1 is about the value of
putting one enemy out of the fight.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from meleekit.bots.worth import attack_worth, best_blow, ready_worth
from meleekit.core.dice import Rolled
from meleekit.core.game import Game
from meleekit.tft.actions import (
    AnyAction,
    Attack,
    Charge,
    Defend,
    DoNothing,
    EndMovement,
    Escape,
    ForceBack,
    Move,
    MoveLast,
    Ready,
    StandUp,
    StepIn,
    TurnTo,
    UseParry,
)
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import engagers, engaging_hexes, rear_hexes
from meleekit.tft.equipment import has_pole, ready_weapons
from meleekit.tft.game import Melee
from meleekit.tft.movement import charge_goals, move_layers
from meleekit.tft.options import movable
from meleekit.tft.state import (
    Act,
    AnyTask,
    Battle,
    ChooseOrder,
    ChooseParry,
    Condition,
    Face,
    Figure,
    Follow,
    MoveOne,
    Parry,
    Place,
    Posture,
    PreEmpt,
    Retreat,
)

T = TypeVar("T")
Choice = Callable[["_Judge", Any, Sequence[AnyAction]], AnyAction]

# How the parts of a position are weighed against a blow's worth. Chosen by trial, not by rule.
_DANGER = 0.7
_UNMOVED = 0.6
_CLOSER = 0.02
_ARC_WEIGHT = {"front": 1.0, "side": 0.2, "rear": -1.0}


class Brawler:
    """Closes in, prefers flank and rear, strikes where it hurts most, defends when that pays."""

    name = "brawler"
    games: frozenset[str] | None = frozenset({"tft"})

    def choose(
        self,
        game: Game[Any, Any, Any],
        view: Any,  # noqa: ANN401  # Battle, as `Melee.view` gives it
        seat: int,
        actions: Sequence[Any],
        dice: Rolled,
    ) -> Any:  # noqa: ANN401
        """The action that looks best one decision ahead; equals are drawn for."""
        if len(actions) == 1:
            return actions[0]
        assert isinstance(game, Melee)
        assert isinstance(view, Battle)
        judge = _Judge(game.arena, view, dice)
        task = view.stack[-1]
        return _CHOICES[type(task)](judge, task, actions)


class _Judge:
    """One decision's position, and the scores that several choices share."""

    def __init__(self, arena: Arena, battle: Battle, dice: Rolled) -> None:
        self.arena = arena
        self.battle = battle
        self.dice = dice
        self._foes: dict[int, list[int]] = {}

    def best(self, options: Sequence[T], score: Callable[[T], float]) -> T:
        """The option of highest score; equals are drawn for."""
        if len(options) == 1:
            return options[0]
        scores = [score(option) for option in options]
        top = max(scores)
        equals = [o for o, s in zip(options, scores, strict=True) if s >= top - 1e-9]
        return equals[0] if len(equals) == 1 else equals[self.dice.below(len(equals))]

    def foes(self, who: int) -> list[int]:
        """Conscious enemies on the board."""
        side = self.arena.side_of[who]
        found = self._foes.get(side)
        if found is None:
            figures = self.battle.figures
            found = self._foes[side] = [
                e
                for e in self.arena.enemies[who]
                if figures[e].condition is Condition.FIT and figures[e].hex >= 0
            ]
        return found

    def with_figure(self, who: int, figure: Figure) -> Battle:
        """The position with one figure changed."""
        battle = copy(self.battle)
        battle.figures = self.battle.figures.copy()
        battle.figures[who] = figure
        return battle

    def nearest(self, who: int, hex_: int) -> int:
        """Distance from a hex to the nearest enemy."""
        distance = self.arena.board.distance[hex_]
        return min([distance[self.battle.figures[e].hex] for e in self.foes(who)], default=0)

    def closest(self, who: int, reach: int) -> int:
        """One of the hexes of `reach` nearest to an enemy; its own hex if `reach` is empty."""
        board = self.arena.board
        if not reach:
            return self.battle.figures[who].hex
        foes = [board.discs(self.battle.figures[e].hex) for e in self.foes(who)]
        for near in zip(*foes, strict=True):
            found = reach & reduce(or_, near)
            if found:
                hexes = board.hexes_of(found)
                return hexes[self.dice.below(len(hexes))]
        return self.battle.figures[who].hex


# -- movement ------------------------------------------------------------------------------------


def _move(judge: _Judge, task: MoveOne, actions: Sequence[AnyAction]) -> AnyAction:
    arena, battle = judge.arena, judge.battle
    own = [who for who in arena.of_seat[task.seat] if movable(battle, who)]
    who = judge.best(own, lambda w: -judge.nearest(w, battle.figures[w].hex))
    figure = battle.figures[who]
    if not judge.foes(who):
        return EndMovement()
    if figure.posture is not Posture.STANDING:
        rise = StandUp(who)
        return rise if rise in actions else Move(who, figure.hex)
    if not ready_weapons(arena, figure):
        return _move_unarmed(judge, who, actions)
    held_by = engagers(arena, battle, who)
    layers = move_layers(arena, battle, who, held_by)
    near = 0
    for enemy in judge.foes(who):
        near |= arena.board.adjacent[battle.figures[enemy].hex]
    prospect = _Prospect(judge, who, bool(held_by))
    scores: dict[Move | Charge, float] = {}
    for cost, layer in enumerate(layers[: arena.characters[who].half_ma + 1]):
        if layer & near:
            for hex_ in arena.board.hexes_of(layer & near):
                move = arena.moves[who][hex_]
                scores[move] = prospect.score(move, cost)
    if not held_by:
        for hex_, direction in charge_goals(arena, battle, who):
            charge = Charge(who, hex_, direction)
            scores[charge] = prospect.score(charge, 0)
    if not scores or max(scores.values()) < 0:
        approach = arena.moves[who][judge.closest(who, reduce(or_, layers) & ~near)]
        scores[approach] = prospect.score(approach, 0)
    return judge.best(tuple(scores), scores.__getitem__)


class _Prospect:
    """A character as it would stand after a move."""

    def __init__(self, judge: _Judge, who: int, engaged: bool) -> None:
        self.judge = judge
        self.who = who
        self.figure = copy(judge.battle.figures[who])
        self.figure.came_from = self.figure.hex
        self.figure.engaged_at_start = engaged
        self.figure.moved = True
        self.battle = judge.with_figure(who, self.figure)
        board = judge.arena.board
        self._foes = [
            (
                e,
                board.adjacent[foe.hex],
                engaging_hexes(judge.arena, foe),
                rear_hexes(judge.arena, foe),
            )
            for e in judge.foes(who)
            for foe in (judge.battle.figures[e],)
        ]
        self._known: dict[Hashable, float] = {}

    def score(self, move: Move | Charge, steps: int) -> float:
        """Worth of the best blow from there, less the danger of standing there."""
        bit = self.judge.arena.board.bit[move.hex]
        foes = [
            (e, bool(front & bit), bool(rear & bit))
            for e, adjacent, front, rear in self._foes
            if adjacent & bit
        ]
        if not foes:
            return -_CLOSER * self.judge.nearest(self.who, move.hex)
        # Hexes from which the same enemies are met on the same sides are worth the same.
        alike = (tuple(foes), steps == 0, isinstance(move, Charge))
        known = self._known.get(alike)
        if known is None:
            known = self._known[alike] = self._fight(move, steps, foes) - _CLOSER
        return known

    def _fight(
        self, move: Move | Charge, steps: int, foes: Sequence[tuple[int, bool, bool]]
    ) -> float:
        arena, battle, figure = self.judge.arena, self.battle, self.figure
        figure.hex, figure.steps = move.hex, steps
        figure.run = -1
        if isinstance(move, Charge):
            figure.run = figure.facing = move.direction
            figure.steps = arena.tables.pole.charge_steps
        best = danger = 0.0
        for enemy, engaged, _ in foes:
            foe = battle.figures[enemy]
            if not isinstance(move, Charge):
                figure.facing = arena.board.direction_between(move.hex, foe.hex)
            best = max(best, best_blow(arena, battle, self.who, enemy))
            if engaged:
                danger += best_blow(arena, battle, enemy, self.who)
            elif not foe.moved:
                danger += _UNMOVED * best_blow(arena, battle, enemy, self.who)
        return best - _DANGER * danger


def _move_unarmed(judge: _Judge, who: int, actions: Sequence[AnyAction]) -> AnyAction:
    """Stay to take up what hangs on the back; else go for a weapon on the ground, or away."""
    arena, battle = judge.arena, judge.battle
    figure = battle.figures[who]
    moves = [a for a in actions if isinstance(a, Move) and a.figure == who]
    if any(arena.weapons[item] is not None for item in figure.slung):
        return arena.moves[who][figure.hex]
    lying = [g.hex for g in battle.ground if arena.weapons[g.item] is not None]
    if lying:
        distance = arena.board.distance
        return judge.best(moves, lambda m: -float(min(distance[m.hex][h] for h in lying)))
    if Escape(who) in actions:
        return Escape(who)
    return judge.best(moves, lambda m: float(judge.nearest(who, m.hex)))


def _face(judge: _Judge, task: Face, actions: Sequence[AnyAction]) -> AnyAction:
    """Enemies to the front, the near ones above all; nobody behind."""
    battle, board = judge.battle, judge.arena.board
    hex_ = battle.figures[task.figure].hex
    foes = judge.foes(task.figure)
    seen = []
    for enemy in foes:
        foe = battle.figures[enemy]
        if foe.hex != hex_:
            near = board.distance[hex_][foe.hex]
            weight = 0.1
            if near == 1 and len(foes) > 1:
                weight = best_blow(judge.arena, battle, task.figure, enemy)
            seen.append((board.bearing(hex_, foe.hex)[0], (0.2 + weight) / near**2))

    def score(action: AnyAction) -> float:
        assert isinstance(action, TurnTo)
        return sum(w * _ARC_WEIGHT[_arc(k - action.facing)] for k, w in seen)

    return judge.best(actions, score)


def _arc(turn: int) -> str:
    return ("front", "front", "side", "rear", "side", "front")[turn % 6]


def _parry(judge: _Judge, task: ChooseParry, actions: Sequence[AnyAction]) -> AnyAction:
    """Two blows if they are worth more than one; else the blade as a shield when engaged."""
    who = task.figure
    foes = judge.foes(who)

    def score(action: AnyAction) -> float:
        assert isinstance(action, UseParry)
        figure = copy(judge.battle.figures[who])
        figure.parry = action.mode
        there = judge.with_figure(who, figure)
        adjacent = [
            e for e in foes if judge.arena.board.distance[figure.hex][there.figures[e].hex] == 1
        ]
        blows = max([best_blow(judge.arena, there, who, e) for e in adjacent], default=0.0)
        taken = sum(best_blow(judge.arena, there, e, who) for e in adjacent)
        idle = 0.001 if action.mode is Parry.IDLE else 0.0
        return blows - _DANGER * taken + idle

    return judge.best(actions, score)


# -- actions -------------------------------------------------------------------------------------


def _act(judge: _Judge, task: Act, actions: Sequence[AnyAction]) -> AnyAction:
    arena, battle, who = judge.arena, judge.battle, task.figure
    blows = [a for a in actions if isinstance(a, Attack)]
    if blows:
        worth = {a: attack_worth(arena, battle, who, a.target, a.weapons) for a in blows}
        blow = judge.best(blows, lambda a: worth[a])
        if Defend() in actions and _saved(judge, who, _still_to_strike(judge, who)) > worth[blow]:
            return Defend()
        if worth[blow] > 0:
            return blow
    takes = [a for a in actions if isinstance(a, Ready)]
    if takes and not ready_weapons(arena, battle.figures[who]):
        take = judge.best(takes, lambda a: ready_worth(arena, who, a))
        if ready_worth(arena, who, take) > 0:
            return take
    if Defend() in actions and _saved(judge, who, _still_to_strike(judge, who)) > 0:
        return Defend()
    return DoNothing()


def _still_to_strike(judge: _Judge, who: int) -> list[int]:
    """Enemies that engage `who` and have not acted."""
    return [
        e for e in engagers(judge.arena, judge.battle, who) if not judge.battle.figures[e].acted
    ]


def _saved(judge: _Judge, who: int, strikers: Sequence[int]) -> float:
    """What defending saves against these enemies' best blows."""
    arena, battle = judge.arena, judge.battle
    return sum(
        best_blow(arena, battle, e, who) - best_blow(arena, battle, e, who, defended=True)
        for e in strikers
    )


def _pre_empt(judge: _Judge, task: PreEmpt, actions: Sequence[AnyAction]) -> AnyAction:
    """Give up the own blow only if the defence saves more than it is worth."""
    arena, battle, who = judge.arena, judge.battle, task.figure
    own = max([best_blow(arena, battle, who, e) for e in judge.foes(who)], default=0.0)
    saved = attack_worth(arena, battle, task.attacker, who, task.weapons) - attack_worth(
        arena, battle, task.attacker, who, task.weapons, defended=True
    )
    return Defend() if saved > own else DoNothing()


# -- forced retreat ------------------------------------------------------------------------------


def _retreat(judge: _Judge, task: Retreat, actions: Sequence[AnyAction]) -> AnyAction:
    """Push the enemy in front of friends, against walls, away from its own and its weapon."""
    arena, battle = judge.arena, judge.battle
    board, figures = arena.board, battle.figures
    own_side = arena.side_of[task.figure]

    def score(action: AnyAction) -> float:
        if not isinstance(action, ForceBack):
            return 0.0
        if action.hex < 0:
            return 1.0
        bit = board.bit[action.hex]
        total = 0.3 * (6 - len(board.neighbours[action.hex]))
        for who, figure in enumerate(figures):
            if figure.hex < 0 or figure.condition is not Condition.FIT or who == action.target:
                continue
            if arena.side_of[who] == own_side:
                total += 1.0 if engaging_hexes(arena, figure) & bit else 0.0
            elif board.distance[figure.hex][action.hex] == 1:
                total -= 0.3
        mine = arena.characters[action.target].items
        lost = [g.hex for g in battle.ground if g.item in mine]
        total += 0.1 * min((board.distance[h][action.hex] for h in lost), default=0)
        return 0.1 + total

    return judge.best(actions, score)


def _follow(judge: _Judge, task: Follow, actions: Sequence[AnyAction]) -> AnyAction:
    """Stay on the enemy's heels, unless a pole weapon wants room for a new charge."""
    arena, battle = judge.arena, judge.battle
    if has_pole(arena, battle.figures[task.figure]):
        return DoNothing()
    here = judge.nearest(task.figure, battle.figures[task.figure].hex)
    return StepIn() if judge.nearest(task.figure, task.hex) < here else DoNothing()


def _place(judge: _Judge, task: Place, actions: Sequence[AnyAction]) -> AnyAction:
    return actions[judge.dice.below(len(actions))]


def _initiative(judge: _Judge, task: ChooseOrder, actions: Sequence[AnyAction]) -> AnyAction:
    """Last: whoever has moved can no longer turn to meet an attack on its flank."""
    return MoveLast(last=True)


_CHOICES: Mapping[type[AnyTask], Choice] = {
    Place: _place,
    ChooseOrder: _initiative,
    MoveOne: _move,
    Face: _face,
    ChooseParry: _parry,
    Act: _act,
    PreEmpt: _pre_empt,
    Retreat: _retreat,
    Follow: _follow,
}
