"""A position of Tao melee as a bot looks at it: who is where, and what getting away would cost."""

from __future__ import annotations

from typing import TypeAlias

from meleekit.bots.weighing import Weighing
from meleekit.core.dice import Rolled
from meleekit.core.game import Modifier
from meleekit.tao.arena import Arena
from meleekit.tao.movement import ways
from meleekit.tao.state import ACTIVE, Battle, Status, copy_battle, copy_figure
from meleekit.tao.switches import Switch

Parts: TypeAlias = tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
"""What a moment adds to a blow: to hit, and to damage."""


class Position(Weighing):
    """One decision's position, and what several choices ask of it."""

    __slots__ = ("arena", "battle", "blows", "standings", "tempos")

    def __init__(self, arena: Arena, battle: Battle, dice: Rolled) -> None:
        super().__init__(dice)
        self.arena = arena
        self.battle = battle
        # What was found out already, in `fighting` and `walking`.
        self.standings: dict[tuple[int, int], float] = {}
        self.blows: dict[tuple[int, int, str, Parts], tuple[float, float]] = {}
        self.tempos: dict[int, float] = {}

    @property
    def is_fight(self) -> bool:
        """Whether anybody strikes at all."""
        return Switch.ATTACKS in self.arena.rules

    def foes(self, who: int) -> list[int]:
        """Enemies who hold a hex."""
        figures = self.battle.figures
        return [enemy for enemy in self.arena.enemies[who] if figures[enemy].status is ACTIVE]

    def placed(self, who: int, hex_: int, ap: int = 0) -> Battle:
        """The same battle with one combatant elsewhere, and so many action points left to it."""
        battle = copy_battle(self.battle)
        battle.figures = battle.figures.copy()
        figure = battle.figures[who] = copy_figure(battle.figures[who])
        figure.hex, figure.ap = hex_, ap
        return battle

    def has_to_leave(self, side: int) -> bool:
        """Whether a side wins by getting away (TAO-END-01)."""
        return bool(self.arena.leave[side])

    def price_away(self, battle: Battle, who: int) -> int:
        """The action points that leaving the map would cost one, if nobody else moved."""
        exits = self.arena.exits[self.arena.side_of[who]]
        layers, melee = ways(self.arena, battle, who)
        costs = self.arena.tables.costs
        cheapest = 2 * self.arena.board.size
        for cost, layer in enumerate(layers):
            if cost + costs.step >= cheapest:
                break
            if layer & exits:
                leaving = 0 if layer & exits & ~melee else costs.leave_melee
                cheapest = min(cheapest, cost + costs.step + leaving)
        return cheapest

    def is_barred(self, who: int) -> bool:
        """Whether others hold every way out."""
        return self.price_away(self.battle, who) >= 2 * self.arena.board.size

    def price_of_side(self, battle: Battle, side: int) -> int:
        """What it would cost a side to win by getting away: its cheapest who still have to."""
        mine = self.arena.of_side[side]
        figures = battle.figures
        left = sum([figures[who].status is Status.LEFT for who in mine])
        prices = [self.price_away(battle, who) for who in mine if figures[who].status is ACTIVE]
        return sum(sorted(prices)[: max(0, self.arena.leave[side] - left)])
