"""A fight and its image: the map mirrored or turned, the sides swapped, the lists the other way.

Mirrored from left to right, a map of an odd number of columns is a map again: every column keeps
its parity. Turned by half, one of an even number is: odd columns become even ones, which are as
much higher as they were lower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from meleekit.core.dice import Given
from meleekit.tao.actions import AnyAction
from meleekit.tao.game import TaoMelee
from meleekit.tao.state import NO_ITEM, NOBODY, NOWHERE, Battle, Figure, Lying
from tests.tao.positions import SYSTEM

OF_FIGURES = ("figure", "target", "by", "charger")


@dataclass(frozen=True)
class Symmetry:
    """What is done to a fight to get its image."""

    mirrored: bool = False
    turned: bool = False
    swapped: bool = False
    reversed: bool = False

    def place(self, name: str, columns: int, rows: int) -> str:
        """The hex that a hex becomes."""
        column, row = int(name[:2]), int(name[2:])
        if self.mirrored or self.turned:
            assert columns % 2 == self.mirrored
            column = columns + 1 - column
        if self.turned:
            row = rows + 1 - row
        return f"{column:02d}{row:02d}"

    def setup(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The set-up of the image."""

        def moved(name: str) -> str:
            return self.place(name, data["columns"], data["rows"])

        sides = []
        for side in data["sides"]:
            rows = [{**row, "hex": moved(row["hex"])} for row in side["combatants"]]
            exits = [moved(name) for name in side.get("exits", ())]
            sides.append({**side, "combatants": rows[:: -1 if self.reversed else 1]})
            sides[-1]["exits"] = exits
        return {**data, "sides": sides[:: -1 if self.swapped else 1]}


class Image:
    """A game beside its image, with what each figure, item, hex and side of it becomes."""

    def __init__(self, data: Mapping[str, Any], symmetry: Symmetry) -> None:
        self.symmetry = symmetry
        # Resolved first: whoever has no name of its own must have the same one in both.
        plain = msgspec.to_builtins(SYSTEM.setup_from(data))
        plain = {"columns": 8, "rows": 8, **plain}
        self.game = TaoMelee(SYSTEM.setup_from(plain))
        self.other = TaoMelee(SYSTEM.setup_from(symmetry.setup(plain)))
        here, there = self.game.arena, self.other.arena
        found = {one.name: one for one in there.combatants}
        self.figures = {one.index: found[one.name].index for one in here.combatants}
        self.items = {NO_ITEM: NO_ITEM}
        for one in here.combatants:
            self.items.update(zip(one.items, found[one.name].items, strict=True))
        size = (here.setup.columns, here.setup.rows)
        self.names = {name: symmetry.place(name, *size) for name in here.names}
        self.hexes = {here.number[a]: there.number[b] for a, b in self.names.items()}
        self.hexes[NOWHERE] = NOWHERE

    def side(self, side: int) -> int:
        return 1 - side if self.symmetry.swapped else side

    def action(self, action: AnyAction) -> AnyAction:
        """The action that an action becomes."""
        plain = msgspec.to_builtins(action)
        for field in plain.keys() & set(OF_FIGURES):
            plain[field] = self.figures[plain[field]]
        if "hex" in plain:
            plain["hex"] = self.names[plain["hex"]]
        if "item" in plain:
            plain["item"] = self.items[plain["item"]]
        return self.other.action_from(plain)

    def battle(self, battle: Battle) -> Battle:
        """The moment that a moment becomes."""
        figures: list[Any] = [None] * len(battle.figures)
        for who, figure in enumerate(battle.figures):
            figures[self.figures[who]] = self._figure(figure)
        outcome = battle.outcome
        if outcome is not None:
            winners = tuple(self.side(side) for side in outcome.winners)
            outcome = msgspec.structs.replace(outcome, winners=winners)
        one, two = battle.dice
        return msgspec.structs.replace(
            battle,
            figures=figures,
            dice=(two, one) if self.symmetry.swapped else (one, two),
            stack=tuple(self._task(task) for task in battle.stack),
            ground=tuple(
                sorted(Lying(self.hexes[t.hex], self.items[t.item]) for t in battle.ground)
            ),
            outcome=outcome,
        )

    def _figure(self, figure: Figure) -> Figure:
        return msgspec.structs.replace(
            figure,
            hex=self.hexes[figure.hex],
            ready=self.items[figure.ready],
            carried=tuple(self.items[item] for item in figure.carried),
            broken_by=self.figures.get(figure.broken_by, NOBODY),
        )

    def _task(self, task: Any) -> Any:
        fields = {
            name: self.figures[getattr(task, name)] for name in OF_FIGURES if hasattr(task, name)
        }
        if hasattr(task, "side"):
            fields["side"] = self.side(task.side)
        return msgspec.structs.replace(task, **fields)


def play_both(data: Mapping[str, Any], symmetry: Symmetry, dice: Any, choice: Any) -> int:
    """Play a fight and its image side by side; raise AssertionError where they part.

    Returns the number of actions played.
    """
    image = Image(data, symmetry)
    here = image.game.begin(dice).state
    totals: Sequence[int] = here.dice
    beyond = image.other.begin(Given(totals[::-1] if symmetry.swapped else totals)).state
    played = 0
    while True:
        assert image.battle(here) == beyond
        waiting = image.game.decisions(here)
        if not waiting:
            return played
        seat = waiting[0].seat
        legal = image.game.actions(here, seat)
        assert {image.action(one) for one in legal} == set(
            image.other.actions(beyond, image.side(seat))
        )
        action = legal[choice.below(len(legal))]
        before = len(dice.rolls)
        here = image.game.apply(here, seat, action, dice).state
        given = Given([roll.total for roll in dice.rolls[before:]])
        beyond = image.other.apply(beyond, image.side(seat), image.action(action), given).state
        given.check_used_up()
        played += 1
