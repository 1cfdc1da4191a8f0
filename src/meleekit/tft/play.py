"""One action being carried out: a battle of its own to change, the dice, and events so far."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.core.dice import Dice
from meleekit.core.game import Event
from meleekit.tft.actions import AnyAction
from meleekit.tft.arena import Arena
from meleekit.tft.state import AnyTask, Battle, Figure, copy_battle, copy_figure


class Play:
    """What the rules work on.

    `battle` is a copy, made for this action alone, of the state `before`. Its figures are shared
    with that state until `edit` copies them, so rules read `figures[i]` and write to `edit(i)`.
    What one rule has done holds at once for all that follows (TFT-GEN-04). `dice` gives sums of
    six-sided dice, each with its purpose, and keeps them for the record (TFT-GEN-01, GEN-06).
    """

    __slots__ = ("_own", "arena", "battle", "before", "dice", "events", "figures", "options")

    def __init__(self, arena: Arena, battle: Battle, dice: Dice) -> None:
        self.arena = arena
        self.dice = dice
        self.before = battle
        self.battle: Battle = copy_battle(battle)
        self.figures: list[Figure] = battle.figures.copy()
        self.battle.figures = self.figures
        self.events: list[Event] = []
        self.options: Sequence[AnyAction] | None = None
        """What may be done at the decision waited for, where that had to be worked out."""
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
