"""What an exchange of blows would bring a character of Melee (1977) in a place, facing some way.

One look ahead: who strikes whom this turn, in which order, by exact odds, after every enemy that
has still to move has given its best answer. Values are in worth, as in `worth`: 1 is about the
value of putting one enemy out of the fight.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from meleekit.bots.judge import Judge
from meleekit.bots.worth import best_blow, ways_to_strike
from meleekit.tft.arena import Arena
from meleekit.tft.blows import StrikePlan, at_least, both
from meleekit.tft.combat import plan_strike
from meleekit.tft.dexterity import order_dex, strength
from meleekit.tft.engagement import engaging_hexes
from meleekit.tft.movement import reach
from meleekit.tft.state import Battle, copy_figure, with_figure
from meleekit.tft.tables import Tables


class Blow(NamedTuple):
    """What a character's best blow is worth, and the chance that it ends the enemy's turn."""

    worth: float
    disables: float


NO_BLOW = Blow(0.0, 0.0)


def blow(arena: Arena, battle: Battle, attacker: int, target: int) -> Blow:
    """The attacker's best way to strike the target from where both stand."""
    ways = ways_to_strike(arena, battle, attacker)
    if not ways:
        return NO_BLOW
    worth = best_blow(arena, battle, attacker, target)
    left = strength(arena, battle, target)
    return Blow(
        worth, max([chance_to_disable(arena, battle, attacker, target, way, left) for way in ways])
    )


def chance_to_disable(
    arena: Arena,
    battle: Battle,
    attacker: int,
    target: int,
    weapons: tuple[int, ...],
    left: int,
) -> float:
    """The chance that an attack fells its target or puts it out, so that it cannot strike."""
    plans = tuple([plan_strike(arena, battle, attacker, target, weapons, item) for item in weapons])
    return _disables(arena.tables, plans, left)


@lru_cache(maxsize=8192)
def _disables(tables: Tables, plans: tuple[StrikePlan, ...], left: int) -> float:
    chances = reduce(both, [plan.chances for plan in plans])
    enough = min(left - tables.injury_str.unconscious, tables.injuries["knocked_down"].hits_in_turn)
    return at_least(chances, max(1, enough))


class _Foe(NamedTuple):
    """An enemy, and where it may yet go: a mask of hexes, 0 if it has moved."""

    who: int
    hex: int
    reach: int
    engaging: int
    speed: int


class Exchange:
    """The enemies as they are now, ready to be weighed against many places of one character."""

    def __init__(self, judge: Judge, who: int) -> None:
        self.judge = judge
        self.who = who
        self.arena = judge.arena
        self.figure = copy_figure(judge.battle.figures[who])
        self.battle = with_figure(judge.battle, who, self.figure)
        self._speed = order_dex(self.arena, judge.battle, who)[0]
        self._foes = [self._seen(enemy) for enemy in judge.foes(who)]
        self._blows: dict[tuple[int, int, int, int], tuple[Blow, Blow]] = {}

    def _seen(self, enemy: int) -> _Foe:
        arena, battle = self.arena, self.judge.battle
        figure = battle.figures[enemy]
        engaging = engaging_hexes(arena, enemy, figure)
        going = 0
        if not figure.moved and figure.down_until < battle.turn:
            going = reduce(
                or_, reach(arena, battle, enemy).layers[: arena.characters[enemy].half_ma + 1]
            )
        return _Foe(enemy, figure.hex, going, engaging, order_dex(arena, battle, enemy)[0])

    def value(self, hex_: int, facing: int, steps: int) -> float:
        """What this turn's blows bring the character there, the enemies answering best."""
        figure, board = self.figure, self.arena.board
        figure.hex = figure.moved_to = hex_
        figure.facing, figure.steps, figure.moved = facing, steps, True
        front = board.front[hex_][facing]
        adjacent = board.adjacent[hex_]
        # Each enemy's blow at the character, and the character's chances at it from there.
        given: list[tuple[float, float, _Foe]] = []
        taken: list[tuple[float, float, _Foe]] = []
        for foe in self._foes:
            mine, theirs = self._answer(foe, hex_, facing, front, adjacent)
            if mine.worth > 0:
                given.append((mine.worth, mine.disables, foe))
            if theirs.worth > 0:
                taken.append((theirs.worth, theirs.disables, foe))
        if not given and not taken:
            return 0.0
        best, disables, target = max(given, key=lambda g: g[0], default=(0.0, 0.0, None))
        # Whoever is quicker may keep the other from striking at all.
        for _, chance, foe in taken:
            if foe.speed > self._speed:
                best *= 1 - chance
        danger = 0.0
        for worth, _, foe in taken:
            stopped = disables if foe is target and self._speed > foe.speed else 0.0
            danger += worth * (1 - stopped)
        return best - danger

    def _answer(
        self, foe: _Foe, hex_: int, facing: int, front: int, adjacent: int
    ) -> tuple[Blow, Blow]:
        """The character's blow at an enemy and the enemy's at it, after the enemy's best move."""
        board = self.arena.board
        if not foe.reach:
            if not board.bit[foe.hex] & adjacent:
                return NO_BLOW, NO_BLOW
            there = self._meeting(foe, foe.hex, -1)
            return (
                there[0] if board.bit[foe.hex] & front else NO_BLOW,
                there[1] if board.bit[hex_] & foe.engaging else NO_BLOW,
            )
        going = foe.reach
        if board.bit[foe.hex] & adjacent and board.bit[foe.hex] & front:
            going &= adjacent | board.bit[foe.hex]  # held: it can only shift round the character
        best: tuple[Blow, Blow] | None = None
        for arc in (board.rear[hex_][facing], board.side[hex_][facing], front):
            mask = going & arc & ~board.bit[hex_]
            if not mask:
                continue
            place = board.any_of(mask)
            mine, theirs = self._meeting(foe, place, board.direction_between(place, hex_))
            if not front & mask:
                mine = NO_BLOW
            if best is None or theirs.worth - mine.worth > best[1].worth - best[0].worth:
                best = mine, theirs
        if best is None:
            return NO_BLOW, NO_BLOW
        away = going & ~adjacent
        if away and best[1].worth < best[0].worth:
            return NO_BLOW, NO_BLOW  # it keeps off
        return best

    def _meeting(self, foe: _Foe, place: int, turned: int) -> tuple[Blow, Blow]:
        """Blows either way with the enemy in `place`; `turned` is its facing, -1 as it is."""
        figure = self.figure
        key = (foe.who, place, turned, figure.hex * 6 + figure.facing)
        known = self._blows.get(key)
        if known is None:
            battle = self.battle
            if turned >= 0:
                moved = copy_figure(battle.figures[foe.who])
                moved.hex, moved.facing = place, turned
                battle = with_figure(battle, foe.who, moved)
            known = self._blows[key] = (
                blow(self.arena, battle, self.who, foe.who),
                blow(self.arena, battle, foe.who, self.who),
            )
        return known
