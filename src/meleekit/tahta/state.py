"""A moment of the game: only what changes and cannot be computed (TAH-STATE-01..07).

Seats count from 0 in clockwise order. Units in a node are a set of bits, one a kind, all of one
seat (TAH-STATE-03): so no node ever holds two of a kind.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

NOBODY = -1


class Stage(StrEnum):
    """What the game waits for."""

    DRAFT = "draft"
    AUCTION = "auction"
    ASSIGN = "assign"
    SELECT = "select"
    ORDER = "order"
    RECRUIT = "recruit"
    LEVY = "levy"
    ACTIVATE = "activate"
    BID = "bid"
    INFORM = "inform"
    GUESS = "guess"
    PRESS = "press"
    OVER = "over"


ASKS_ALL = (Stage.AUCTION, Stage.SELECT)
"""What all decide at once, each for themselves (TAH-AUC-02, TAH-SEL-01)."""
ASKS_DEFENDER = (Stage.INFORM, Stage.GUESS)
"""What the defender decides, though it is the attacker's turn (TAH-ATK-08, TAH-CARD-21)."""
ASSAULTS = (Stage.BID, *ASKS_DEFENDER, Stage.PRESS)
ATTACKS = (Stage.ACTIVATE, *ASSAULTS)
"""The stages of a Move & Attack; there is an assault under way in `ASSAULTS`."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A part of the state, replaced as a whole."""


class Lot(_Part, frozen=True):
    """A face-up card with its standing bid, bidder (NOBODY: none yet) and marker unit."""

    card: str
    bidder: int = NOBODY
    amount: int = 0
    marker: int = NOBODY


class Active(_Part, frozen=True):
    """The unit whose activation is open: where it stands and how many steps it has taken."""

    node: int
    unit: int
    steps: int = 0


class Assault(_Part, frozen=True):
    """An attack under way, on one defender after another (TAH-STATE-06).

    `bid` is 0 while none is sealed. `asked`: the informers told its parity.
    """

    node: int
    unit: int
    target: int
    defender: int
    bid: int = 0
    asked: bool = False


class State(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The whole of the game, hidden things included. `perform` works on a copy.

    `turn` is the seat whose turn it is, or the holder where all are asked at once; `queue` the
    seats that are still to reveal in this season, and `cards_left` what the one on turn has yet
    to play. `sealed` and `selected` hold the sealed bids and cards, None where there is none; a
    player's cards are public from its bit in `revealed` on. `spent` and `captured` are bits of
    units, by node, that cannot be activated. `levied` tells that the open Recruitment has used
    the Forward Levy up. `paid_out` is what the treasury gave minus what it took (TAH-COMP-05).
    """

    gold: list[int]
    owner: list[int]
    units: list[int]
    spent: list[int]
    captured: list[int]
    holder: int
    paid_out: int
    stage: Stage = Stage.DRAFT
    season: int = 0
    turn: int = 0
    passed: tuple[bool, ...] = ()
    lots: tuple[Lot, ...] = ()
    owned: tuple[tuple[str, ...], ...] = ()
    sealed: tuple[int | None, ...] = ()
    selected: tuple[tuple[str, ...] | None, ...] = ()
    revealed: int = 0
    queue: tuple[int, ...] = ()
    cards_left: tuple[str, ...] = ()
    levied: bool = False
    veterans_used: int = 0
    informers_used: int = 0
    active: Active | None = None
    assault: Assault | None = None
    winner: int = NOBODY
    end_rule: str = ""

    def copy(self) -> State:
        """Another value that is equal; what is never changed in place is shared."""
        # As `copy.copy` does, which takes twice as long.
        other: State = self.__copy__()  # type: ignore[attr-defined]  # msgspec's stubs lack it
        other.gold = self.gold[:]
        other.owner = self.owner[:]
        other.units = self.units[:]
        other.spent = self.spent[:]
        other.captured = self.captured[:]
        return other


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a pair of eyes may see: the state without what is hidden; who has sealed (VIS-05).

    `odd` is what informers told of a bid that is still hidden (TAH-CARD-21); None while nothing is.
    """

    state: State
    has_sealed: tuple[bool, ...]
    odd: bool | None = None
