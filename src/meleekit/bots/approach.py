"""How the brawler moves: up to an enemy's flank, on to a weapon, and which way it then faces."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from copy import copy
from functools import reduce
from operator import or_

from meleekit.bots.judge import DANGER, Judge
from meleekit.bots.worth import best_blow
from meleekit.core.hexgrid import Arc, turn_class
from meleekit.tft.actions import (
    AnyAction,
    Charge,
    EndMovement,
    Escape,
    Move,
    StandUp,
    TurnTo,
)
from meleekit.tft.engagement import engagers, engaging_hexes, rear_hexes
from meleekit.tft.equipment import ready_weapons
from meleekit.tft.movement import charge_ends, move_layers
from meleekit.tft.options import movable
from meleekit.tft.state import Face, MoveOne, Posture

# How the parts of a position are weighed against a blow's worth. Chosen by trial, not by rule.
_UNMOVED = 0.6
_CLOSER = 0.02
_ARC_WEIGHT = {Arc.FRONT: 1.0, Arc.SIDE: 0.2, Arc.REAR: -1.0}


def move(judge: Judge, task: MoveOne, actions: Sequence[AnyAction]) -> AnyAction:
    """The character nearest to an enemy goes to where its best blow outweighs the danger."""
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
    prospect = Prospect(judge, who, bool(held_by))
    scores: dict[Move | Charge, float] = {}
    for cost, layer in enumerate(layers[: arena.characters[who].half_ma + 1]):
        if layer & near:
            for hex_ in arena.board.hexes_of(layer & near):
                move = arena.moves[who][hex_]
                scores[move] = prospect.score(move, cost)
    if not held_by:
        for end in charge_ends(arena, battle, who):
            if arena.board.bit[end[0]] & near:
                charge = Charge(who, *end)
                scores[charge] = prospect.score(charge, 0)
    if not scores or max(scores.values()) < 0:
        approach = arena.moves[who][judge.closest(who, reduce(or_, layers) & ~near)]
        scores[approach] = prospect.score(approach, 0)
    return judge.best(tuple(scores), scores.__getitem__)


class Prospect:
    """A character as it would stand after a move."""

    def __init__(self, judge: Judge, who: int, engaged: bool) -> None:
        self.judge = judge
        self.who = who
        self.figure = copy(judge.battle.figures[who])
        self._facing = self.figure.facing
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
        charge = (move.direction, move.cost) if isinstance(move, Charge) else None
        alike = (tuple(foes), steps == 0, charge)
        known = self._known.get(alike)
        if known is None:
            known = self._known[alike] = self._fight(move, steps, foes) - _CLOSER
        return known

    def _fight(
        self, move: Move | Charge, steps: int, foes: Sequence[tuple[int, bool, bool]]
    ) -> float:
        arena, battle, figure = self.judge.arena, self.battle, self.figure
        board = arena.board
        figure.hex = figure.moved_to = move.hex
        figure.steps, figure.run = steps, -1
        seen = board.all_mask
        if isinstance(move, Charge):
            figure.run, figure.steps = move.direction, move.cost
            # A run of all the steps keeps the facing the character set out with.
            kept = move.cost == arena.tables.pole.charge_steps
            figure.facing = self._facing if kept else move.direction
            seen = board.front[move.hex][figure.facing]
        best = danger = 0.0
        for enemy, engaged, _ in foes:
            foe = battle.figures[enemy]
            if not isinstance(move, Charge):
                figure.facing = board.direction_between(move.hex, foe.hex)
            if seen & board.bit[foe.hex]:
                best = max(best, best_blow(arena, battle, self.who, enemy))
            if engaged:
                danger += best_blow(arena, battle, enemy, self.who)
            elif not foe.moved:
                danger += _UNMOVED * best_blow(arena, battle, enemy, self.who)
        return best - DANGER * danger


def _move_unarmed(judge: Judge, who: int, actions: Sequence[AnyAction]) -> AnyAction:
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
    out = next((a for a in actions if isinstance(a, Escape) and a.figure == who), None)
    if out:
        return out
    return judge.best(moves, lambda m: float(judge.nearest(who, m.hex)))


def face(judge: Judge, task: Face, actions: Sequence[AnyAction]) -> AnyAction:
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
        return sum(w * _ARC_WEIGHT[turn_class(k, action.facing)] for k, w in seen)

    return judge.best(actions, score)
