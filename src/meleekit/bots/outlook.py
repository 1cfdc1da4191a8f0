"""How a turn of Melee (1977) is likely to go on: who else moves where, who then strikes whom.

One look ahead for a whole battle. Whoever has still to move goes, one after the other, to where
its blow outweighs the answers to it; then all strike in the order of adjDEX, by exact odds, a
blow that fells or ends its target keeping it from striking back. Values are worth, as in
`worth`, in shares of a side: 1 is about the value of putting all of an enemy side out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from meleekit.bots.judge import Judge
from meleekit.bots.weighing import Luck
from meleekit.bots.worth import best_blow
from meleekit.tft.arena import Arena
from meleekit.tft.blows import StrikePlan, at_least, both
from meleekit.tft.combat import plan_strike
from meleekit.tft.dexterity import charges, order_dex, receives_charge, strength
from meleekit.tft.engagement import able_to_fight, has_front
from meleekit.tft.equipment import ways_to_strike
from meleekit.tft.flight import flight, may_fly
from meleekit.tft.limits import limits_of
from meleekit.tft.move_options import movable
from meleekit.tft.movement import reach
from meleekit.tft.state import (
    ALOFT,
    FIT,
    STANDING,
    Battle,
    Figure,
    Guard,
    Posture,
    copy_battle,
    copy_figure,
)
from meleekit.tft.tables import Tables

_FEAR = 0.8
"""How much the blows that a place invites count, to one that goes there, beside its own."""


class Blow(NamedTuple):
    """What a blow is worth, and its chances to keep the target from striking, and to end it."""

    worth: float
    disables: float
    ends: float


NO_BLOW = Blow(0.0, 0.0, 0.0)


def blow(arena: Arena, battle: Battle, attacker: int, target: int) -> Blow:
    """The attacker's best way to strike the target from where both stand."""
    ways = ways_to_strike(arena, attacker, battle.figures[attacker])
    if not ways:
        return NO_BLOW
    worth = best_blow(arena, battle, attacker, target)
    chances = [chances_to_stop(arena, battle, attacker, target, way) for way in ways]
    return Blow(worth, *max(chances))


def chances_to_stop(
    arena: Arena, battle: Battle, attacker: int, target: int, weapons: tuple[int, ...]
) -> tuple[float, float]:
    """The chances that an attack fells its target for the turn, or ends its fight."""
    plans = tuple([plan_strike(arena, battle, attacker, target, weapons, item) for item in weapons])
    down_at = arena.characters[target].injuries["knocked_down"].hits_in_turn
    taken = battle.figures[target].hits_this_turn
    left = strength(arena, battle, target)
    return _stops(arena.tables, plans, left, max(1, down_at - taken))


@lru_cache(maxsize=8192)
def _stops(
    tables: Tables, plans: tuple[StrikePlan, ...], left: int, down_at: int
) -> tuple[float, float]:
    chances = reduce(both, [plan.chances for plan in plans])
    out = max(1, left - tables.injury_str.unconscious)
    return at_least(chances, min(out, down_at)), at_least(chances, out)


def is_large(arena: Arena, who: int, figure: Figure) -> bool:
    """Whether a character fills more than one hex: how it moves is the brawler's to know."""
    return arena.body[who][figure.hex][figure.facing].bit_count() > 1


class Place(NamedTuple):
    """Where a character might end its movement, and how: steps, straight run, on wings."""

    hex: int
    facing: int
    steps: int
    run: int = -1
    posture: Posture = STANDING
    flew: bool = False


class Outlook:
    """A battle as it may go on this turn, seen by a side; hypothetical places come and go."""

    def __init__(self, judge: Judge, side: int) -> None:
        self.arena, self.side = judge.arena, side
        self._luck = Luck(judge.dice)
        self.board = judge.arena.board
        self.figures: list[Figure] = [copy_figure(f) for f in judge.battle.figures]
        self.battle = copy_battle(judge.battle)
        self.battle.figures = self.figures
        arena, figures = self.arena, self.figures
        able = [0] * len(arena.sides)
        for who, figure in enumerate(figures):
            able[arena.side_of[who]] += able_to_fight(figure)
        self._share = [1 / max(1, able[side]) for side in arena.side_of]
        self._there = [
            who
            for who, figure in enumerate(figures)
            if figure.condition is FIT and figure.hex >= 0 and not figure.grappling
        ]
        self._enemies = {
            who: [e for e in self._there if arena.side_of[e] != arena.side_of[who]]
            for who in self._there
        }
        speeds = {who: order_dex(arena, self.battle, who)[0] for who in self._there}
        self._order = [
            [who for who in self._there if speeds[who] == speed]
            for speed in sorted(set(speeds.values()), reverse=True)
        ]
        self._armed = [
            who in speeds and bool(ways_to_strike(arena, who, self.battle.figures[who]))
            for who in range(len(figures))
        ]
        self._pole = [
            f.main >= 0 and (w := arena.weapons[f.main]) is not None and w.pole for f in figures
        ]
        self._known: dict[tuple[int, int, int, int, bool, Guard], Blow] = {}

    # -- blows -------------------------------------------------------------------------------

    def blow(self, attacker: int, target: int) -> Blow:
        """The attacker's best blow at a target next to it."""
        run = 0
        if self._pole[attacker]:
            item = self.figures[attacker].main
            if charges(self.arena, self.battle, attacker, item):
                run = 1
            elif receives_charge(self.arena, self.battle, attacker, target, item):
                run = 2
        foe, body = self.figures[target], self._body(attacker)
        shape = self.arena.shapes[target]
        if not has_front(foe):
            arc = 2
        elif shape.front[foe.hex][foe.facing] & body:
            arc = 0
        else:
            arc = 1 if shape.side[foe.hex][foe.facing] & body else 2
        key = (attacker, target, arc, run, foe.posture is ALOFT, foe.guard)
        known = self._known.get(key)
        if known is None:
            known = blow(self.arena, self.battle, attacker, target)
            self._known[key] = known
        return known

    def _may_strike(self, who: int) -> bool:
        figure = self.figures[who]
        return (
            self._armed[who]
            and not figure.acted
            and figure.posture is STANDING
            and figure.down_until < self.battle.turn
            and figure.steps <= limits_of(self.arena, who, figure)["charge_attack"]
        )

    def within(self, who: int) -> list[int]:
        """The enemies at which a character could strike."""
        figure = self.figures[who]
        front = self.arena.front[who][figure.hex][figure.facing]
        return [e for e in self._enemies[who] if front & self._body(e)]

    def _body(self, who: int) -> int:
        """Mask of the hexes that a character fills."""
        figure = self.figures[who]
        return self.arena.body[who][figure.hex][figure.facing]

    def exchange(
        self, acts: dict[int, float] | None = None, left: dict[int, float] | None = None
    ) -> float:
        """What the blows still to come bring the side, less what they cost it.

        `acts` and `left` are chances, where they are not 1, that somebody gets to strike and that
        it is still in the fight.
        """
        striking = {who: 1.0 for who in self._there if self._may_strike(who)}
        if acts:
            for who, chance in acts.items():
                if who in striking:
                    striking[who] *= chance
        there = dict.fromkeys(self._there, 1.0) | (left or {})
        side_of, total = self.arena.side_of, 0.0
        for group in self._order:
            blows: list[tuple[int, int, Blow]] = []
            for who in group:
                if striking.get(who, 0.0) <= 0:
                    continue
                best, at = NO_BLOW, -1
                top = 0.0
                for enemy in self.within(who):
                    found = self.blow(who, enemy)
                    weight = found.worth * self._share[enemy] * there[enemy]
                    if weight > top:
                        best, at, top = found, enemy, weight
                if at >= 0:
                    blows.append((who, at, best))
            # Among equals a die decides who is first.
            halves = dict.fromkeys(group, 1.0)
            if len(blows) > 1:
                for who, at, found in blows:
                    if at in halves:
                        halves[at] *= 1 - 0.5 * striking[who] * found.disables
            for who, at, found in blows:
                chance = striking[who] * halves[who]
                gain = chance * found.worth * self._share[at] * there[at]
                if side_of[who] == self.side:
                    total += gain
                elif side_of[at] == self.side:
                    total -= gain
            for who, at, found in blows:
                chance = striking[who] * halves[who]
                if at in striking:
                    striking[at] *= 1 - chance * found.disables
                there[at] *= 1 - chance * found.ends
        return total

    def share(self, who: int) -> float:
        """How much of its side a character is."""
        return self._share[who]

    def defending(self, who: int, acts: dict[int, float]) -> float:
        """The exchange if that character defends from now on."""
        before = self.figures[who]
        figure = self.figures[who] = copy_figure(before)
        figure.guard = Guard.DEFEND
        worth = self.exchange(acts)
        self.figures[who] = before
        return worth

    # -- movement ----------------------------------------------------------------------------

    def put(self, who: int, place: Place) -> Figure:
        """Set a character in a place; what it was before is returned, for `back`."""
        before = self.figures[who]
        figure = self.figures[who] = copy_figure(before)
        if not figure.moved:
            figure.came_from = before.hex
            figure.moved = True
        figure.hex = figure.moved_to = place.hex
        figure.facing, figure.steps, figure.run = place.facing, place.steps, place.run
        figure.posture = place.posture
        figure.flew = figure.flew or place.flew
        return before

    def back(self, befores: Iterable[tuple[int, Figure]]) -> None:
        """Take places back, the last first."""
        for who, figure in befores:
            self.figures[who] = figure

    def value(self, who: int, place: Place) -> float:
        """The exchange of this turn if that character ends its movement so."""
        befores = [(who, self.put(who, place))]
        for other in self._to_move():
            before = self._settle(other)
            if before is not None:
                befores.append((other, before))
        worth = self.exchange()
        self.back(reversed(befores))
        return worth

    def _to_move(self) -> Sequence[int]:
        """Who has still to move, in the order of the seats."""
        battle, seat_of = self.battle, self.arena.seat_of
        left = [who for who in self._there if movable(battle, who)]
        if len(left) < 2 or not battle.order:
            return left
        turn = {seat: number for number, seat in enumerate(battle.order)}
        return sorted(left, key=lambda who: turn.get(seat_of[who], len(turn)))

    def _settle(self, who: int) -> Figure | None:
        """Let a character make its likely move; what it was before, None if it stays as it is."""
        figure, board = self.figures[who], self.board
        if figure.posture not in (STANDING, ALOFT):
            if figure.down_until >= self.battle.turn:
                return None
            return self._rise(who)
        if not self._armed[who] or is_large(self.arena, who, figure):
            return None
        half = self.arena.characters[who].half_ma
        enemies = self._enemies[who]
        flies = may_fly(self.arena, who, figure)
        far = self.arena.characters[who].flying_limits["charge_attack"] if flies else half
        distance = board.distance[figure.hex]
        near = [e for e in enemies if distance[self.figures[e].hex] <= far + 1]
        if not near:
            return None
        going, held = self._going(who, half, flies)
        taken = reduce(or_, [self._body(other) for other in self._there if other != who], 0)
        going &= ~taken
        found: list[tuple[float, Place]] = []
        if not held:
            found.append((0.0, Place(figure.hex, figure.facing, 0, -1, figure.posture)))
        for enemy in near:
            foe = self.figures[enemy]
            shape = self.arena.shapes[enemy]
            around = shape.around[foe.hex][foe.facing] & going
            if not around:
                continue
            for arc in (shape.rear, shape.side, shape.front):
                mask = around & arc[foe.hex][foe.facing]
                if not mask:
                    continue
                stays = mask & board.bit[figure.hex]
                hex_ = figure.hex if stays else self._luck.draw(board.hexes_of(mask))
                facing = self._luck.draw(board.bearing(hex_, foe.hex))
                place = Place(hex_, facing, min(far, distance[hex_]), flew=flies and not held)
                found.append((self._prospect(who, enemy, place, held), place))
        if not found:
            return None
        worths, places = zip(*found, strict=True)
        before = self.put(who, self._luck.best_of(places, worths))
        self.figures[who].engaged_at_start = held
        return before

    def _going(self, who: int, half: int, flies: bool) -> tuple[int, bool]:
        """Where a character may go and still strike, and whether it is engaged."""
        there = copy_battle(self.battle)  # `reach` keeps its last answer by the battle asked about
        held_by, layers, _ = reach(self.arena, there, who)
        going = reduce(or_, layers[: half + 1])
        if flies and not held_by:
            far = self.arena.characters[who].flying_limits["charge_attack"]
            over = flight(self.arena, there, who)
            going |= reduce(or_, over.layers[: far + 1]) & over.land
        return going, bool(held_by)

    def _prospect(self, who: int, enemy: int, place: Place, held: bool) -> float:
        """A blow at the enemy from there, less the blows that the place invites."""
        before = self.put(who, place)
        self.figures[who].engaged_at_start = held
        body = self._body(who)
        worth = self.blow(who, enemy).worth * self._share[enemy]
        for other in self._enemies[who]:
            foe = self.figures[other]
            if foe.posture is STANDING and self._armed[other] and not foe.acted:
                if self.arena.front[other][foe.hex][foe.facing] & body:
                    worth -= _FEAR * self.blow(other, who).worth * self._share[who]
        self.figures[who] = before
        return worth

    def _rise(self, who: int) -> Figure:
        """It stands up, its front to most of its enemies, and does nothing else (MOVE-17).

        A large one rises as it lies: turned about its hex it would fill others.
        """
        figure, board = self.figures[who], self.board
        bodies = [self._body(e) & board.adjacent[figure.hex] for e in self._enemies[who]]
        mask = reduce(or_, bodies, 0)
        fronts = board.front[figure.hex]
        facing = figure.facing
        if mask and not is_large(self.arena, who, figure):
            seen = [(front & mask).bit_count() for front in fronts]
            facing = self._luck.best_of(range(6), seen)
        before = self.put(who, Place(figure.hex, facing, 0))
        self.figures[who].acted = self.figures[who].stood_up = True
        return before
