"""A position as a bot of Melee (1977) weighs it: who is near, what if, and which score is best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TypeVar, cast

from meleekit.bots.weighing import Weighing
from meleekit.core.dice import Rolled
from meleekit.tft.act_options import Moment
from meleekit.tft.actions import AnyAction
from meleekit.tft.arena import Arena
from meleekit.tft.state import FIT, Battle

K = TypeVar("K")

DANGER = 0.7
"""How much a blow that one may have to take weighs against one's own. Chosen by trial."""

SLIGHT = 0.03
"""Worth of a danger that no action is spent on.

Two who can hardly hurt each other would else defend against each other for ever.
"""


def of_kind(actions: Sequence[AnyAction], kind: type[K]) -> Sequence[K]:
    """The actions of that kind, in their order; where only they are listed, no others are."""
    if isinstance(actions, Moment):
        return cast("Sequence[K]", actions.of_kind(kind))
    return [action for action in actions if isinstance(action, kind)]


class Judge(Weighing):
    """One decision's position, and the scores that several choices share."""

    __slots__ = ("_foes", "arena", "battle")

    def __init__(self, arena: Arena, battle: Battle, dice: Rolled) -> None:
        super().__init__(dice)
        self.arena = arena
        self.battle = battle
        self._foes: dict[int, list[int]] = {}

    def foes(self, who: int) -> list[int]:
        """Conscious enemies on the board."""
        side = self.arena.side_of[who]
        found = self._foes.get(side)
        if found is None:
            figures = self.battle.figures
            found = self._foes[side] = [
                e
                for e in self.arena.enemies[who]
                if figures[e].condition is FIT and figures[e].hex >= 0
            ]
        return found

    def nearest(self, who: int, hex_: int) -> int:
        """Distance from a hex to the nearest enemy."""
        distance = self.arena.board.distance[hex_]
        return min([distance[self.battle.figures[e].hex] for e in self.foes(who)], default=0)

    def towards(self, here: int, there: int) -> int:
        """The direction from one hex to another; by a die where two are as near (TFT-GEO-09)."""
        ways = self.arena.board.bearing(here, there)
        return ways[0] if len(ways) == 1 else ways[self.dice.below(len(ways))]

    def away(self, who: int) -> int:
        """Distance of a character to the nearest enemy; far off while it is in reserve."""
        hex_ = self.battle.figures[who].hex
        return self.nearest(who, hex_) if hex_ >= 0 else self.arena.board.size

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
