"""What refusals speak of: the position asked about, its names, and checks that many share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.core.phrases import listed
from meleekit.tft.arena import Arena
from meleekit.tft.engagement import engagers
from meleekit.tft.equipment import in_hand
from meleekit.tft.limits import limits_of
from meleekit.tft.state import (
    ALOFT,
    FIT,
    KNEELING,
    PRONE,
    STANDING,
    AnyTask,
    Battle,
    Condition,
    Figure,
    OfSeat,
)

Check = tuple[bool, str, str]
"""Whether this is what is wrong, the rule that says so, and what to tell the player."""

Checks = Iterator[Check]
"""Checks in the order in which they count. They come one by one: each may rely on the ones
before it having found nothing wrong."""

POSTURE_WORDS = {
    STANDING: "stands",
    KNEELING: "kneels",
    PRONE: "lies on the ground",
    ALOFT: "is in the air",
}

CONDITION_WORDS = {
    FIT: "is in the fight",
    Condition.UNCONSCIOUS: "is unconscious",
    Condition.DEAD: "is dead",
    Condition.ESCAPED: "has left the arena",
    Condition.DROPPED_OUT: "has dropped out",
}


@dataclass(frozen=True)
class Asked:
    """A position and the decision that is open in it, with words for what they hold."""

    arena: Arena
    battle: Battle
    task: AnyTask

    @property
    def who(self) -> int:
        """The character the open decision is about; -1 where it is about a whole side."""
        return -1 if isinstance(self.task, OfSeat) else self.task.figure

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.arena.decider(self.task)

    @property
    def side(self) -> str:
        """The name of the player that decides: its side's where it has only one."""
        return self.arena.players[self.seat]

    def figure(self, who: int) -> Figure:
        """A character's changing data."""
        return self.battle.figures[who]

    def name(self, who: int) -> str:
        """A character's name."""
        return self.arena.name(who)

    def names(self, figures: Iterable[int]) -> str:
        """Several names, as a list in a sentence."""
        return listed([self.name(who) for who in figures], none="nobody")

    def items(self, items: Iterable[int]) -> str:
        """Several items, as a list in a sentence."""
        return listed([self.arena.item_name(item) for item in items], none="nothing")

    def place(self, hex_: int) -> str:
        """A hex by its coordinates."""
        q, r = self.arena.board.coords[hex_]
        return f"({q}, {r})"

    def places(self, hexes: Iterable[int]) -> str:
        """Several hexes, as a list in a sentence."""
        return listed([self.place(hex_) for hex_ in hexes], none="nowhere")

    def is_figure(self, who: int) -> bool:
        """Whether there is such a character."""
        return 0 <= who < len(self.battle.figures)

    def is_hex(self, hex_: int) -> bool:
        """Whether there is such a hex."""
        return 0 <= hex_ < self.arena.board.size

    def is_item(self, item: int) -> bool:
        """Whether there is such an item."""
        return 0 <= item < len(self.arena.items)

    def engaged_by(self, who: int) -> tuple[int, ...]:
        """The enemies that engage a character now."""
        return engagers(self.arena, self.battle, who)

    def occupant(self, hex_: int, besides: int) -> int:
        """A conscious character in the hex, an upright one if there is one; -1 for nobody."""
        there = [
            who
            for who, figure in enumerate(self.battle.figures)
            if figure.hex >= 0 and who != besides and figure.condition is FIT
            if self.arena.body[who][figure.hex][figure.facing] & self.arena.board.bit[hex_]
            if figure.posture is not ALOFT
        ]
        return min(there, key=lambda who: self.figure(who).posture is PRONE, default=-1)


def facings(allowed: Iterable[int]) -> str:
    """Directions by their compass names."""
    return ", ".join(DIRECTION_NAMES[facing] for facing in allowed)


def known_figure(asked: Asked, who: int, rule: str) -> Checks:
    """There is a character of that number."""
    last = len(asked.battle.figures) - 1
    message = f"there is no character {who}; they are numbered 0 to {last}"
    yield not asked.is_figure(who), rule, message


def known_hex(asked: Asked, hex_: int, rule: str) -> Checks:
    """There is a hex of that number."""
    last = asked.arena.board.size - 1
    message = f"there is no hex {hex_} on this board; they are numbered 0 to {last}"
    yield not asked.is_hex(hex_), rule, message


def known_item(asked: Asked, item: int, rule: str) -> Checks:
    """There is an item of that number."""
    last = len(asked.arena.items) - 1
    message = f"there is no item {item}; they are numbered 0 to {last}"
    yield not asked.is_item(item), rule, message


def standing(asked: Asked, who: int, rule: str, what: str) -> Checks:
    """The character stands; `what` says what that is needed for."""
    posture = asked.figure(who).posture
    aloft = posture is ALOFT
    message = f"{asked.name(who)} is in the air; it may dodge, and lands to do more"
    yield aloft, "TFT-MOVE-22", message
    message = f"{asked.name(who)} {POSTURE_WORDS[posture]}; {what}"
    yield posture is not STANDING, rule, message


def free_hex(asked: Asked, who: int, hex_: int, upright: str, lying: str) -> Checks:
    """No conscious character but `who` is in the hex; the rules for upright and lying ones."""
    other = asked.occupant(hex_, who)
    if other >= 0:
        posture = asked.figure(other).posture
        rule = lying if posture is PRONE else upright
        message = f"{asked.name(other)} {POSTURE_WORDS[posture]} in {asked.place(hex_)}"
        if asked.arena.side_of[other] != asked.arena.side_of[who]:
            message += " (one grapples an enemy by moving onto it, TFT-HTH-01)"
        yield True, rule, f"{message}; a hex must be free or hold only the fallen"


def in_hand_of(asked: Asked, who: int, item: int) -> Checks:
    """The item is in the character's hand (TFT-EQP-06)."""
    yield from known_item(asked, item, "TFT-EQP-06")
    held = in_hand(asked.figure(who))
    message = f"{asked.name(who)} has no {asked.arena.item_name(item)} in hand, but "
    yield item not in held, "TFT-EQP-06", message + asked.items(held)


def within(asked: Asked, who: int, entry: str) -> Checks:
    """The character has not moved more than an entry of the option list allows."""
    steps = asked.figure(who).steps
    limit = limits_of(asked.arena, who, asked.figure(who))[entry]
    title = entry.replace("_", " ").upper()
    message = f"{asked.name(who)} has moved {steps}; {title} allows {limit}"
    yield steps > limit, asked.arena.tables.actions[entry].rule, message
