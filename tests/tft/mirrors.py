"""Positions turned round or mirrored: hexes, facings, characters, items and sides renamed.

A battle must not care which way is north, nor whose fighters are listed first. `Image` says
what becomes of each number; `image.battle` and `image.action` carry it through a state and an
action, and dice given to a contender go to its image.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import msgspec

from meleekit.core.dice import Dice, Drawn, Roll, RollOff
from meleekit.core.game import Outcome
from meleekit.tft.actions import AnyAction
from meleekit.tft.arena import Arena
from meleekit.tft.boards import BoardSpec
from meleekit.tft.game import Melee
from meleekit.tft.setup import Setup
from meleekit.tft.state import Battle, Condition, Face, Phase
from meleekit.tft.things import THING_OF, UNORDERED, Thing
from meleekit.tft.trajectory import WHICH_HEX
from tests.core.symmetries import STEPS, Symmetry


@dataclass(frozen=True)
class Image:
    """What each number of one game is in its mirror image; -1 ("none") stays."""

    figures: tuple[int, ...]
    items: tuple[int, ...]
    seats: tuple[int, ...]
    hexes: tuple[int, ...]
    facings: tuple[int, ...]
    corners: tuple[int, ...]

    def value(self, value: Any, field: str = "", *, giant: bool = False) -> Any:
        """A figure, task or action with all its numbers replaced; sets of numbers are sorted.

        A giant faces corners, and what becomes of corner v, between directions v and v + 1, is
        another question than what becomes of direction v.
        """
        if isinstance(value, msgspec.Struct):
            changed = {
                name: self.value(getattr(value, name), name, giant=giant) for name in fields(value)
            }
            return msgspec.structs.replace(value, **changed)
        if isinstance(value, tuple | list):
            images = [self.value(one, field, giant=giant) for one in value]
            return type(value)(sorted(images) if field in UNORDERED else images)
        if value is None or isinstance(value, bool | str):
            return value
        thing = THING_OF[field]
        if thing is Thing.FACING and giant:
            return value if value < 0 else self.corners[value]
        return value if value < 0 or thing is Thing.NUMBER else self._table(thing)[value]

    def _table(self, thing: Thing) -> tuple[int, ...]:
        return {
            Thing.FIGURE: self.figures,
            Thing.ITEM: self.items,
            Thing.HEX: self.hexes,
            Thing.FACING: self.facings,
            Thing.SEAT: self.seats,
        }[thing]

    def battle(self, battle: Battle, giants: Sequence[bool]) -> Battle:
        """The whole state; what lies on the ground is sorted, since its order means nothing.

        `giants` are those of the battle it is the image of.
        """
        image: Battle = self.value(battle)
        turned = [self.value(f, giant=g) for f, g in zip(battle.figures, giants, strict=True)]
        figures = list(turned)
        entering = [
            task.figure
            for task in battle.stack
            if isinstance(task, Face) and battle.figures[task.figure].came_from < 0
        ]
        for who, figure in enumerate(turned):
            if figure.condition is Condition.FIT and (figure.hex < 0 or who in entering):
                figure.facing = 0  # from reserve one faces anywhere until one is asked
            figures[self.figures[who]] = figure
        outcome = image.outcome
        if outcome is not None:
            outcome = Outcome(outcome.winners, "", outcome.rule)  # the reason names the side
        return msgspec.structs.replace(
            image,
            figures=figures,
            ground=tuple(sorted(image.ground, key=_ground_key)),
            unloaded=tuple(sorted(image.unloaded, key=lambda thing: thing.item)),
            outcome=outcome,
        )

    def action(
        self, action: AnyAction, legal: Sequence[AnyAction], *, giant: bool = False
    ) -> AnyAction:
        """The legal action that is the image of one; `giant` says whether a giant does it."""
        wanted = self.value(action, giant=giant)
        same = identity(self)
        (found,) = [other for other in legal if same.value(other) == wanted]
        return found


def fields(thing: msgspec.Struct) -> tuple[str, ...]:
    return thing.__struct_fields__


def _ground_key(thing: Any) -> tuple[int, ...]:
    return (thing.item, thing.hex, thing.since)


def identity(image: Image) -> Image:
    """The image that changes nothing but sorts what has no order."""
    return Image(*(tuple(range(len(table))) for table in astuple(image)))


def image_of_setup(setup: Setup, symmetry: Symmetry, *, reverse: bool) -> Setup:
    """The set-up on the image of its board; with `reverse` all are listed the other way round."""
    spec = setup.board
    assert isinstance(spec, BoardSpec)
    entrances = [tuple(map(symmetry, hexes)) for hexes in spec.entrances]
    sides = setup.sides
    if reverse:
        entrances.reverse()
        sides = tuple(
            msgspec.structs.replace(side, fighters=side.fighters[::-1]) for side in sides[::-1]
        )
    board = msgspec.structs.replace(
        spec,
        hexes=tuple(sorted(map(symmetry, spec.hexes))),
        walls=tuple(map(symmetry, spec.walls)),
        entrances=tuple(entrances),
    )
    return msgspec.structs.replace(setup, sides=sides, board=board)


def image_between(here: Arena, there: Arena, symmetry: Symmetry) -> Image:
    """The image that leads from one game to the other, characters going by their names."""
    figures = tuple(
        next(o.index for o in there.characters if o.name == c.name) for c in here.characters
    )
    items = [0] * len(here.items)
    for character in here.characters:
        other = there.characters[figures[character.index]]
        numbers = (*character.items, *character.natural)
        for own, image in zip(numbers, (*other.items, *other.natural), strict=True):
            items[own] = image
    facings = tuple(STEPS.index(symmetry(step)) for step in STEPS)
    return Image(
        figures=figures,
        items=tuple(items),
        seats=tuple(there.players.index(player) for player in here.players),
        hexes=tuple(there.board.index[symmetry(coord)] for coord in here.board.coords),
        facings=facings,
        corners=tuple(_corner(facings[v], facings[(v + 1) % 6]) for v in range(6)),
    )


def _corner(one: int, other: int) -> int:
    """The corner between two neighbouring directions: a mirror swaps which of them is first."""
    return one if (one + 1) % 6 == other else other


class Turned(Dice):
    """The dice of another, for a battle listed the other way round, or seen in a mirror."""

    def __init__(self, dice: Dice, *, reverse: bool, mirrored: bool) -> None:
        self._dice = dice
        self.rolls = dice.rolls
        self._reverse = reverse
        self._mirrored = mirrored

    def roll(
        self, count: int, sides: int = 6, *, why: str, classes: Sequence[Hashable] | None = None
    ) -> Roll:
        """A mirror swaps the hexes of a giant between which a die decides (TFT-LOF-09)."""
        roll = self._dice.roll(count, sides, why=why, classes=classes)
        if self._mirrored and why.endswith(WHICH_HEX):
            return msgspec.structs.replace(roll, total=sides + 1 - roll.total)
        return roll

    def roll_off(self, contenders: int, sides: int = 6, *, why: str) -> RollOff:
        """The last contender gets what would have been the first one's."""
        rolled = self._dice.roll_off(contenders, sides, why=why)
        if not self._reverse:
            return rolled
        return RollOff(tuple(contenders - 1 - i for i in rolled.order), rolled.dice[::-1])

    def draw(self, contenders: int, sides: int = 6, *, why: str) -> Drawn:
        """The last contender is drawn for the first one."""
        drawn = self._dice.draw(contenders, sides, why=why)
        if not self._reverse:
            return drawn
        return Drawn(contenders - 1 - drawn.number, drawn.dice[::-1])


def play_both(
    game: Melee,
    symmetry: Symmetry,
    dice: Callable[[], Dice],
    choose: Callable[[Sequence[AnyAction]], AnyAction],
    *,
    reverse: bool,
    most: int,
) -> int:
    """Play a game and its image side by side; raise AssertionError where they part.

    `dice()` must give the same dice each time, `choose` one of the legal actions. Returns the
    number of actions played.
    """
    other = Melee(image_of_setup(game.setup, symmetry, reverse=reverse))
    image = image_between(game.arena, other.arena, symmetry)
    there = image_between(other.arena, other.arena, lambda hex_: hex_)
    one, two = dice(), dice()
    handed = image.facings[1] != (image.facings[0] + 1) % 6
    two = Turned(two, reverse=reverse, mirrored=handed)
    here = game.begin(one).state
    beyond = other.begin(two).state
    if reverse:  # a side places its own in the order in which they are listed
        beyond = image.battle(here, game.arena.giants)
    for played in range(most):
        if here.phase is not Phase.SETUP:  # a figure being placed faces anywhere until it is asked
            assert image.battle(here, game.arena.giants) == there.battle(beyond, other.arena.giants)
        open_now = game.decisions(here)
        if not open_now:
            return played
        seat = open_now[0].seat
        legal = game.actions(here, seat)
        mirrored = other.actions(beyond, image.seats[seat])
        assert len(legal) == len(mirrored)
        action = choose(legal)
        who = getattr(action, "figure", getattr(here.stack[-1], "figure", 0))
        here = game.apply(here, seat, action, one).state
        reply = image.action(action, mirrored, giant=game.arena.giants[who])
        beyond = other.apply(beyond, image.seats[seat], reply, two).state
    return most
