"""Everything a player may decide, one type a decision's answer. Nodes and cards are named by ID."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from meleekit.tahta.tables import CARDS


def _rank(card: str) -> tuple[int, str]:
    """Where a card stands in the order of the rules; what is none comes last."""
    return (CARDS.index(card) if card in CARDS else len(CARDS), card)


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", gc=False):
    """What a seat decides; each kind of it is a type."""


class Recruit(Action, frozen=True, tag="recruit"):
    """Buy one unit and place it (TAH-REC-01)."""

    unit: str
    node: str


class BidOnCard(Action, frozen=True, tag="bid_on_card"):
    """Put gold on a face-up card, with a unit from the supply as marker (TAH-DRAFT-05).

    Where a player names none, it is of the kind of which most are left (TAH-DRAFT-10).
    """

    card: str
    amount: int
    marker: str = ""


class Pass(Action, frozen=True, tag="pass"):
    """Take no more part in the draft (TAH-DRAFT-12)."""


class BidForFirst(Action, frozen=True, tag="bid_for_first"):
    """A sealed bid for the First Player card (TAH-AUC-02)."""

    amount: int


class GiveFirst(Action, frozen=True, tag="give_first"):
    """Who takes the First Player card, oneself included (TAH-AUC-05)."""

    seat: int


class Select(Action, frozen=True, tag="select"):
    """The action cards of the season, face down (TAH-SEL-01), in whatever order named."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        """Put them in one order, so that equal choices are equal."""
        if len(self.cards) > 1:
            msgspec.structs.force_setattr(self, "cards", tuple(sorted(self.cards, key=_rank)))


class PlayFirst(Action, frozen=True, tag="play_first"):
    """Which of winter's two cards comes first (TAH-WINT-03)."""

    card: str


class Finish(Action, frozen=True, tag="finish"):
    """Be done with the card, or decline what it offers."""


class CloseUnit(Action, frozen=True, tag="close_unit"):
    """End the activation of the unit that is open (TAH-MA-02)."""


class Move(Action, frozen=True, tag="move"):
    """One step of a unit (TAH-MOV-01)."""

    unit: str
    start: str
    node: str


class Attack(Action, frozen=True, tag="attack"):
    """An assault of a unit on a node, or a catapult's shot (TAH-ATK-02)."""

    unit: str
    start: str
    node: str


class Stake(Action, frozen=True, tag="stake"):
    """The attacker's hidden bid (TAH-ATK-06)."""

    amount: int


class Ask(Action, frozen=True, tag="ask"):
    """Have the informers tell whether the bid is odd (TAH-CARD-21), or not."""

    ask: bool


class Guess(Action, frozen=True, tag="guess"):
    """The defender's different numbers (TAH-ATK-08), in whatever order named."""

    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        """Put them in rising order, so that equal guesses are equal."""
        if len(self.numbers) > 1 and all(type(number) is int for number in self.numbers):
            msgspec.structs.force_setattr(self, "numbers", tuple(sorted(self.numbers)))


class Press(Action, frozen=True, tag="press"):
    """Attack the next defender of the node (TAH-ATK-13)."""


class FallBack(Action, frozen=True, tag="fall_back"):
    """Leave it and stay where the unit came from (TAH-ATK-15)."""


AnyAction: TypeAlias = (
    Recruit
    | BidOnCard
    | Pass
    | BidForFirst
    | GiveFirst
    | Select
    | PlayFirst
    | Finish
    | CloseUnit
    | Move
    | Attack
    | Stake
    | Ask
    | Guess
    | Press
    | FallBack
)
