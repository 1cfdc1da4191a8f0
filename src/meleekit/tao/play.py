"""One action being carried out: a battle of its own to change, the dice, and events so far."""

from __future__ import annotations

from meleekit.core.dice import Dice
from meleekit.core.game import Event
from meleekit.tao.arena import Arena
from meleekit.tao.state import AnyTask, Battle, Figure, copy_battle, copy_figure


class Play:
    """What the rules work on.

    `battle` is a copy of the state given. Its figures are shared with that until `edit` copies
    them, so rules read `figures[i]` and write to `edit(i)`.
    """

    __slots__ = ("_own", "arena", "battle", "dice", "events", "figures")

    def __init__(self, arena: Arena, battle: Battle, dice: Dice) -> None:
        self.arena = arena
        self.dice = dice
        self.battle: Battle = copy_battle(battle)
        self.figures: list[Figure] = battle.figures.copy()
        self.battle.figures = self.figures
        self.events: list[Event] = []
        self._own = 0

    def edit(self, who: int) -> Figure:
        """The figure, to be changed."""
        bit = 1 << who
        if not self._own & bit:
            self._own |= bit
            self.figures[who] = copy_figure(self.figures[who])
        return self.figures[who]

    def tell(self, event: Event) -> None:
        """Put an event on record."""
        self.events.append(event)

    def push(self, task: AnyTask) -> None:
        """Wait for a decision before going on with what is under way."""
        self.battle.stack = (*self.battle.stack, task)

    def pop(self) -> None:
        """The innermost decision is taken."""
        self.battle.stack = self.battle.stack[:-1]
