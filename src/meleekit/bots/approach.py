"""How the brawler moves: up to an enemy's flank, on to a weapon, and which way it then faces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from meleekit.bots.archery import move_to_shoot
from meleekit.bots.caution import way_out, would_flee
from meleekit.bots.grappler import best_entry, would_grapple
from meleekit.bots.judge import DANGER, Judge
from meleekit.bots.worth import best_blow, can_strike
from meleekit.core.hexgrid import FRONT, REAR, SIDE, turn_class
from meleekit.tft.actions import (
    AnyAction,
    Charge,
    EndMovement,
    Fly,
    Grapple,
    Move,
    StandUp,
    Stride,
    TurnTo,
)
from meleekit.tft.charging import ChargeEnd, charge_ends
from meleekit.tft.engagement import enemy_fronts, engaging_hexes, rear_hexes
from meleekit.tft.equipment import has_pole, weapons_to_strike
from meleekit.tft.flight import flight, may_fly
from meleekit.tft.giants import corners_open, stand_facing, strides
from meleekit.tft.grapple import landing_entries, running_entries
from meleekit.tft.move_options import TURNS, movable
from meleekit.tft.movement import reach
from meleekit.tft.state import STANDING, Face, MoveOne, Phase, copy_figure, with_figure

# How the parts of a position are weighed against a blow's worth. Chosen by trial, not by rule.
_UNMOVED = 0.6
_CLOSER = 0.02
_ARC_WEIGHT = {FRONT: 1.0, SIDE: 0.2, REAR: -1.0}
_FACING_WORTH = [[_ARC_WEIGHT[turn_class(k, facing)] for facing in range(6)] for k in range(6)]
"""By the direction of an enemy, and by facing."""


def move(judge: Judge, task: MoveOne, actions: Sequence[AnyAction]) -> AnyAction:
    """The character nearest to an enemy goes to where its best blow outweighs the danger."""
    arena, battle = judge.arena, judge.battle
    own = [who for who in arena.of_seat[task.seat] if movable(battle, who)]
    if not own:
        return EndMovement()
    who = own[0]
    if len(own) > 1:
        who = judge.best(own, lambda w: -judge.away(w))
    figure = battle.figures[who]
    if figure.hex < 0 and not arena.giants[who]:
        return _enter(judge, who, actions)
    foes = judge.foes(who)
    if not foes:
        return EndMovement()
    if would_flee(judge, who) and (out := way_out(judge, who, actions)) is not None:
        return out
    if may_fly(arena, who, figure) and (flown := _fly(judge, who, foes)):
        return flown
    if figure.posture is not STANDING:
        rise = StandUp(who)
        return rise if rise in actions else Move(who, figure.hex)
    if arena.giants[who]:
        return _stride(judge, who, foes) or EndMovement()
    if not weapons_to_strike(arena, who, figure):
        if arena.any_flies and (shot := move_to_shoot(judge, who)) is not None:
            return shot
        return _move_unarmed(judge, who, actions)
    held_by, layers, _ = reach(arena, battle, who)
    near = reduce(or_, [around(judge, e) for e in foes])
    to_strike = reduce(or_, layers[: arena.characters[who].half_ma + 1]) & near
    options: list[tuple[float, int | Charge | Grapple]] = []
    if to_strike and not held_by and would_grapple(judge, who):
        grip, entry = best_entry(judge, who, running_entries(arena, battle, who, {}))
        if entry is not None and grip > 0:
            options.append((grip, entry))
    if to_strike:
        options += Prospect(judge, who, bool(held_by)).meetings(to_strike)
        if not held_by and has_pole(arena, figure):  # a charge goes no farther than a walk
            if ends := charge_ends(arena, battle, who, near):
                options += Prospect(judge, who, False).charges(ends)
    top = max([score for score, _ in options], default=-1.0)
    if top < 0:
        approach = judge.closest(who, reduce(or_, layers) & ~near)
        score = -_CLOSER * judge.nearest(who, approach)
        options.append((score, arena.board.bit[approach]))
        top = max(top, score)
    top -= 1e-9
    moves = arena.moves[who]
    best: list[Move | Charge | Grapple] = []
    for score, option in options:
        if score >= top:
            if isinstance(option, int):
                best += [moves[hex_] for hex_ in arena.board.hexes_of(option)]
            else:
                best.append(option)
    return best[0] if len(best) == 1 else best[judge.dice.below(len(best))]


def around(judge: Judge, who: int) -> int:
    """Mask of the hexes next to a character."""
    figure = judge.battle.figures[who]
    return judge.arena.shapes[who].around[figure.hex][figure.facing]


def _stride(judge: Judge, who: int, foes: Sequence[int]) -> Stride | None:
    """A giant goes where it has the best blow, else as near to an enemy as it can (TFT-AI-17)."""
    arena, battle = judge.arena, judge.battle
    board, shape = arena.board, arena.shapes[who]
    figure = copy_figure(battle.figures[who])
    there = with_figure(battle, who, figure)
    bodies = {e: arena.body[e][battle.figures[e].hex][battle.figures[e].facing] for e in foes}
    half = arena.characters[who].half_ma

    def score(option: tuple[tuple[int, int], int]) -> float:
        (hex_, facing), cost = option
        figure.hex, figure.facing = hex_, facing
        in_reach = (
            [e for e in foes if shape.front[hex_][facing] & bodies[e]] if cost <= half else []
        )
        best = max([best_blow(arena, there, who, e) for e in in_reach], default=-1.0)
        if best >= 0:
            return best
        own = board.hexes_of(shape.body[hex_][facing])
        return -1.0 - min(board.distance[h][battle.figures[e].hex] for h in own for e in foes)

    open_to_it = list(strides(arena, battle, who).items())
    if not open_to_it:
        return None
    (hex_, facing), _ = judge.best(open_to_it, score)
    return Stride(who, hex_, facing)


def _fly(judge: Judge, who: int, foes: Sequence[int]) -> Fly | Grapple | None:
    """Down on an enemy, or beside it to strike at once, or as near as can be; None if engaged."""
    arena, battle = judge.arena, judge.battle
    board = arena.board
    layers, _, land = flight(arena, battle, who)
    if not land:
        return None
    near = reduce(or_, [around(judge, e) for e in foes])
    half = arena.characters[who].flying_limits["charge_attack"]
    to_strike = reduce(or_, layers[: half + 1]) & land & near
    # Once worth its while a clinch is better than blows: over 1000 battles of `the_gargoyle` it
    # won 335 where it landed on enemies, and 200 where it landed beside them.
    grip, entry = best_entry(judge, who, landing_entries(arena, battle, who))
    if entry is not None and grip > 0:
        return entry
    if to_strike:
        prospect = Prospect(judge, who, False)
        prospect.figure.posture = STANDING
        meetings = prospect.meetings(to_strike)
        _, hexes = judge.best(meetings, lambda meeting: meeting[0])
        choice = board.hexes_of(hexes)
        return Fly(who, choice[judge.dice.below(len(choice))], True)
    return Fly(who, judge.closest(who, land & ~near or land), True)


Met = tuple[tuple[int, bool], ...]
"""Enemies next to a hex, and whether each would engage whoever stands there."""


class Prospect:
    """A character as it would stand after a move."""

    __slots__ = ("_answers", "_facing", "_foes", "battle", "figure", "judge", "who")

    def __init__(self, judge: Judge, who: int, engaged: bool) -> None:
        self.judge = judge
        self.who = who
        self.figure = copy_figure(judge.battle.figures[who])
        self._facing = self.figure.facing
        self.figure.came_from = self.figure.hex
        self.figure.engaged_at_start = engaged
        self.figure.moved = True
        self.battle = with_figure(judge.battle, who, self.figure)
        self._answers: dict[tuple[int, int], float] = {}
        self._foes: list[tuple[int, int, int, int]] = []
        arena = judge.arena
        for enemy in judge.foes(who):
            foe = judge.battle.figures[enemy]
            adjacent = around(judge, enemy)
            front = engaging_hexes(arena, enemy, foe)
            rear = rear_hexes(arena, enemy, foe)
            self._foes.append((enemy, adjacent & ~(front | rear), front, adjacent & rear))

    def meetings(self, hexes: int) -> list[tuple[float, int]]:
        """Hexes next to enemies, and what it is worth to stand there.

        Hexes from which the same enemies are met on the same sides are worth the same, so they
        come as one mask. Only where pole weapons meet it also matters whether one has stepped at
        all; those of enemies only to one who comes up to them (TFT-POLE-04).
        """
        own = self.judge.arena.board.bit[self.figure.came_from]
        if own & hexes and self._poles_meet():
            return self._meetings(own, 0) + self._meetings(hexes & ~own, 1)
        return self._meetings(hexes, 1)

    def _poles_meet(self) -> bool:
        arena, figures = self.judge.arena, self.battle.figures
        if has_pole(arena, self.figure):
            return True
        if self.figure.engaged_at_start:
            return False
        return any([has_pole(arena, figures[enemy]) for enemy, *_ in self._foes])

    def _meetings(self, hexes: int, steps: int) -> list[tuple[float, int]]:
        self.figure.run, self.figure.steps = -1, steps
        any_of = self.judge.arena.board.any_of
        if len(self._foes) == 1:
            # Behind a lone enemy is never worse than beside it, nor there than before it.
            ((enemy, side, front, rear),) = self._foes
            for mask in (rear & hexes, side & hexes, front & hexes):
                if mask:
                    lone = ((enemy, bool(mask & front)),)
                    return [(self._fight(any_of(mask), lone), mask)]
        parts: list[tuple[int, Met]] = [(hexes, ())] if hexes else []
        for enemy, side, front, rear in self._foes:
            split: list[tuple[int, Met]] = []
            for mask, met in parts:
                if mask & front:
                    split.append((mask & front, (*met, (enemy, True))))
                if mask & (side | rear):
                    beside = *met, (enemy, False)
                    split += [(part, beside) for part in (mask & side, mask & rear) if part]
                if apart := mask & ~(side | front | rear):
                    split.append((apart, met))
            parts = split
        return [(self._fight(any_of(mask), met), mask) for mask, met in parts]

    def charges(self, ends: Sequence[ChargeEnd]) -> list[tuple[float, Charge]]:
        """Charges that end next to an enemy, and what each is worth."""
        arena = self.judge.arena
        board = arena.board
        straight = arena.tables.pole.charge_steps
        figure = self.figure
        found = []
        for hex_, direction, cost in ends:
            bit = board.bit[hex_]
            figure.run, figure.steps = direction, cost
            # A run of all the steps keeps the facing the character set out with.
            figure.facing = self._facing if cost == straight else direction
            met = tuple(
                [
                    (enemy, bool(front & bit))
                    for enemy, side, front, rear in self._foes
                    if bit & (side | front | rear)
                ]
            )
            worth = self._fight(hex_, met, seen=arena.front[self.who][hex_][figure.facing])
            found.append((worth, Charge(self.who, hex_, direction, cost)))
        return found

    def _fight(self, hex_: int, met: Met, seen: int = -1) -> float:
        """Worth of the best blow from there, less the danger of standing there.

        `seen` is the mask of hexes it can strike at; as a rule it may yet turn to any.
        """
        arena, battle, figure, who = self.judge.arena, self.battle, self.figure, self.who
        board = arena.board
        figure.hex = figure.moved_to = hex_
        turns = figure.run < 0
        best = danger = 0.0
        for enemy, engaged in met:
            foe = battle.figures[enemy]
            body = arena.body[enemy][foe.hex][foe.facing]
            if turns:
                there = foe.hex
                if arena.giants[enemy]:
                    there = board.any_of(body & board.adjacent[hex_])
                figure.facing = board.direction_between(hex_, there)
            if seen & body:
                blow = best_blow(arena, battle, who, enemy)
                if blow > best:
                    best = blow
            risk = 1.0 if engaged else 0.0 if foe.moved else _UNMOVED
            if risk:
                danger += risk * self._answer(enemy)
        if arena.characters[who].monster is not None:
            danger = 0.0  # beasts go for whom they can reach: TFT-AI-17
        return best - DANGER * danger - _CLOSER

    def _answer(self, enemy: int) -> float:
        """Worth of the enemy's best blow at a character that faces it, or charges."""
        figure = self.figure
        if figure.run >= 0:
            return best_blow(self.judge.arena, self.battle, enemy, self.who)
        # It is the same in every hex next to the enemy, but for whether one has stepped at all.
        key = enemy, figure.steps
        worth = self._answers.get(key)
        if worth is None:
            worth = best_blow(self.judge.arena, self.battle, enemy, self.who)
            self._answers[key] = worth
        return worth


def _enter(judge: Judge, who: int, actions: Sequence[AnyAction]) -> AnyAction:
    """From reserve to an enemy's side or back in time for a blow; unarmed, far from all of them."""
    arena, battle = judge.arena, judge.battle
    moves = [a for a in actions if isinstance(a, Move) and a.figure == who]
    if not moves:
        return EndMovement()
    armed = bool(weapons_to_strike(arena, who, battle.figures[who]))
    _, layers, _ = reach(arena, battle, who)
    in_time = reduce(or_, layers[: arena.characters[who].half_ma + 1])
    fronts = enemy_fronts(arena, battle, who)

    def score(move: Move) -> float:
        near, bit = judge.nearest(who, move.hex), arena.board.bit[move.hex]
        if not armed:
            return float(near)
        held = 0.5 if fronts & bit else 0.0
        return (1.0 if near == 1 and in_time & bit else 0.0) - held - _CLOSER * near

    return judge.best(moves, score)


def _move_unarmed(judge: Judge, who: int, actions: Sequence[AnyAction]) -> AnyAction:
    """Take up what hangs on the back, go for a weapon on the ground, leave, or go to grips."""
    arena, battle = judge.arena, judge.battle
    figure = battle.figures[who]
    moves = [a for a in actions if isinstance(a, Move) and a.figure == who]
    if any(can_strike(arena, item) for item in figure.slung):
        return arena.moves[who][figure.hex]
    lying = [g.hex for g in battle.ground if can_strike(arena, g.item)]
    if lying:
        distance = arena.board.distance
        return judge.best(moves, lambda m: -float(min(distance[m.hex][h] for h in lying)))
    out = way_out(judge, who, actions)
    if out is not None:
        return out
    entries = [a for a in actions if isinstance(a, Grapple) and a.figure == who]
    _, entry = best_entry(judge, who, entries)
    if entry is not None:
        return entry
    return judge.best(moves, lambda m: -_distance_to_grapple(judge, who, m.hex))


def _distance_to_grapple(judge: Judge, who: int, hex_: int) -> float:
    """How far a hex is from an enemy that could be grappled; behind an enemy is best."""
    arena, figures = judge.arena, judge.battle.figures
    distance, bit = arena.board.distance[hex_], arena.board.bit[hex_]
    return min(
        distance[figures[e].hex] + (0.5 if engaging_hexes(arena, e, figures[e]) & bit else 0.0)
        for e in judge.foes(who)
    )


def face(judge: Judge, task: Face, actions: Sequence[AnyAction]) -> AnyAction:
    """Enemies to the front, the near ones above all; nobody behind."""
    battle, board = judge.battle, judge.arena.board
    if judge.arena.giants[task.figure]:
        return _face_of_giant(judge, task)
    hex_ = battle.figures[task.figure].hex
    foes = judge.foes(task.figure)
    if len(foes) == 1 and battle.figures[foes[0]].hex != hex_:
        direction = judge.towards(hex_, battle.figures[foes[0]].hex)
        best = _best_facings(direction, task.allowed)
        return TURNS[best[0] if len(best) == 1 else best[judge.dice.below(len(best))]]
    seen = []
    for enemy in foes:
        foe = battle.figures[enemy]
        if foe.hex != hex_:
            near = board.distance[hex_][foe.hex]
            weight = 0.1
            if near == 1 and len(foes) > 1:
                weight = best_blow(judge.arena, battle, task.figure, enemy)
            seen.append((judge.towards(hex_, foe.hex), (0.2 + weight) / near**2))
    scores = [sum([w * _FACING_WORTH[k][facing] for k, w in seen]) for facing in range(6)]
    return TURNS[judge.best(task.allowed, scores.__getitem__)]


@lru_cache(maxsize=512)
def _best_facings(direction: int, allowed: tuple[int, ...]) -> tuple[int, ...]:
    """The facings that look best at a lone enemy in that direction."""
    scores = _FACING_WORTH[direction]
    top = max([scores[facing] for facing in allowed])
    return tuple([facing for facing in allowed if scores[facing] == top])


def _face_of_giant(judge: Judge, task: Face) -> AnyAction:
    """The corner with the best blow before it, and the fewest enemies behind it."""
    arena, battle, who = judge.arena, judge.battle, task.figure
    shape, foes = arena.shapes[who], judge.foes(who)
    figure = copy_figure(battle.figures[who])
    there = with_figure(battle, who, figure)
    start = copy_figure(figure)

    def score(turn: TurnTo) -> float:
        figure.hex, figure.facing = start.hex, turn.facing
        if battle.phase is not Phase.SETUP:
            figure.hex, _ = stand_facing(arena, start, turn.facing)
        front = shape.front[figure.hex][figure.facing]
        behind = shape.rear[figure.hex][figure.facing]
        best, at_its_back = 0.0, 0
        for enemy in foes:
            foe = battle.figures[enemy]
            body = arena.body[enemy][foe.hex][foe.facing]
            if front & body:
                best = max(best, best_blow(arena, there, who, enemy))
            at_its_back += bool(behind & body)
        return best - 0.1 * at_its_back

    return judge.best([TURNS[v] for v in corners_open(arena, battle, who)], score)
