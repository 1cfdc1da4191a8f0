"""What all bots for Rikki Tahta's *Melee* share: a way to choose for every stage of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from meleekit.bots.tahta.position import Position
from meleekit.core.dice import Rolled
from meleekit.tahta import actions as act
from meleekit.tahta.game import Fists
from meleekit.tahta.state import Stage, View

P = TypeVar("P", bound=Position)
Actions: TypeAlias = Sequence[act.AnyAction]

GOLD_FIRST = ("tax", "recruit", "attack")
"""Then units, then war: each makes the next one better."""


class Player(Generic[P]):
    """A bot that looks at a position in its own manner, and decides by the stage."""

    games: frozenset[str] | None = frozenset({"tahta"})
    position: type[P]
    choices: Mapping[Stage, Callable[[P, Actions], act.AnyAction]]

    def choose(
        self,
        game: Fists,
        view: View,
        seat: int,
        actions: Actions,
        dice: Rolled,
    ) -> act.AnyAction:
        """What looks best; equals are drawn for."""
        if len(actions) == 1:
            return actions[0]
        kingdom = game.kingdom
        return self.choices[view.state.stage](self.position(kingdom, view, seat, dice), actions)


def gold_first(position: Position, actions: Actions) -> act.AnyAction:
    """Of winter's two cards the one that makes the other better (TAH-WINT-03)."""
    choices = [a for a in actions if isinstance(a, act.PlayFirst)]
    return min(choices, key=lambda a: GOLD_FIRST.index(a.card))
