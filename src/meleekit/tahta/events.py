"""What happens, one type a kind, called in the log as the rules call it (TAH-LOG-01).

Every change of gold is an event that says how much, from whom, to whom and why (TAH-LOG-03): it is
a `GoldMoved`. Purses are named ``seat:0``, ``card:SA05`` and ``treasury``.
"""

from __future__ import annotations

from typing import TypeAlias

from meleekit.core.game import Event, Modifier
from meleekit.tahta.tables import MOST_PLAYERS

TREASURY = "treasury"
PURSES = tuple(f"seat:{seat}" for seat in range(MOST_PLAYERS))
"""The names of the players' purses, by seat."""


def card_purse(card: str) -> str:
    """The name of the gold that lies on a card (TAH-DRAFT-09)."""
    return f"card:{card}"


class GoldMoved(Event, frozen=True, tag="gold"):
    """Gold goes from one purse to another, always more than none (TAH-LOG-03)."""

    gold: int
    source: str
    target: str
    cause: str


# -- the opening and the draft -------------------------------------------------------------------


class FirstDrawn(Event, frozen=True, tag="setup"):
    """Who holds the First Player card when play begins (TAH-SETUP-04).

    A soldier stands in each of `castles`, those of the seats in turn (TAH-SETUP-06).
    """

    seat: int
    castles: tuple[str, ...]


class Dealt(Event, frozen=True, tag="deal"):
    """The special cards that lie open (TAH-SETUP-07)."""

    cards: tuple[str, ...]


class Recruited(GoldMoved, frozen=True, tag="recruit"):
    """A unit is bought and placed."""

    seat: int
    unit: str
    node: str


class DraftRecruited(Recruited, frozen=True, tag="draft_recruit"):
    """A unit is bought and placed in the draft (TAH-DRAFT-02)."""


class CardBid(GoldMoved, frozen=True, tag="draft_bid"):
    """A bid on a card: `amount` lies on it now, `gold` of it is new; `marker` marks it."""

    seat: int
    card: str
    amount: int
    marker: str


class BidReturned(GoldMoved, frozen=True, tag="bid_returned"):
    """Whoever was over-bid takes gold and marker back (TAH-DRAFT-06)."""

    seat: int
    card: str


class Passed(Event, frozen=True, tag="draft_pass"):
    """A player takes no more part in the draft."""

    seat: int


class CardWon(GoldMoved, frozen=True, tag="card_won"):
    """A card goes to its highest bidder, the bid to the treasury (TAH-DRAFT-14)."""

    seat: int
    card: str


class DraftEnded(Event, frozen=True, tag="draft_end"):
    """The draft is over; cards without a bid are out of the game (TAH-DRAFT-14)."""

    discarded: tuple[str, ...]


# -- auction and selection -----------------------------------------------------------------------


class BidSealed(Event, frozen=True, tag="auction_locked"):
    """A bid for the First Player card is in; only its seat is told before all are (TAH-VIS-05)."""

    seat: int
    amount: int


class BidsShown(Event, frozen=True, tag="auction_reveal"):
    """All bids for the First Player card, by seat, and whose is the best (TAH-AUC-03)."""

    bids: tuple[int, ...]
    winner: int


class AuctionPaid(GoldMoved, frozen=True, tag="auction_pay"):
    """The winner pays the bid (TAH-AUC-04)."""

    seat: int


class FirstGiven(Event, frozen=True, tag="first_player"):
    """Who takes the First Player card (TAH-AUC-05)."""

    seat: int
    by: int


class CardsSealed(Event, frozen=True, tag="select_locked"):
    """Action cards lie face down; only their seat is told before the end (TAH-VIS-05)."""

    seat: int
    cards: tuple[str, ...]


# -- turns ---------------------------------------------------------------------------------------


class Revealed(Event, frozen=True, tag="reveal"):
    """Action cards are turned up (TAH-RES-01)."""

    seat: int
    cards: tuple[str, ...]


class Ordered(Event, frozen=True, tag="order"):
    """Which of winter's two cards comes first."""

    seat: int
    first: str


class GoldTaken(GoldMoved, frozen=True, tag="card_gold"):
    """Gold out of the treasury by a special card."""

    seat: int


class Taxed(GoldTaken, frozen=True, tag="tax"):
    """Gold out of the treasury by the Tax card (TAH-TAX-01)."""


class IncomeTaken(GoldTaken, frozen=True, tag="income"):
    """A season's income; `parts` add up to what is due (TAH-INC-01)."""

    parts: tuple[Modifier, ...]


class Moved(Event, frozen=True, tag="move"):
    """A unit took a step."""

    seat: int
    unit: str
    start: str
    node: str


class Entered(Moved, frozen=True, tag="enter"):
    """A unit goes into the node whose defenders it has beaten (TAH-ATK-16)."""


class Captured(Event, frozen=True, tag="capture_catapult"):
    """A catapult taken from its owner; `replaced` by one of the captor's, if there is one."""

    seat: int
    owner: int
    unit: str
    node: str
    replaced: bool


class CampCaptured(Captured, frozen=True, tag="capture_camp"):
    """The same of a camp (TAH-CAMP-03)."""


# -- attacks -------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """Unit, target, the defender whose turn it is, and all that a bid may be (TAH-ATK-05).

    `defender` is empty where nobody defends against a shot (TAH-CAT-07).
    """

    seat: int
    unit: str
    start: str
    node: str
    defender: str
    gold: int
    guesses: int


class StakeSealed(Event, frozen=True, tag="bid_locked"):
    """The attacker's bid is hidden; `amount` is 0 for eyes that may not know it."""

    seat: int
    amount: int = 0


class ParityTold(Event, frozen=True, tag="parity"):
    """The informers tell whether the bid is odd."""

    seat: int
    odd: bool


class Guessed(Event, frozen=True, tag="guess"):
    """What the defender guesses; `forced` where there was no choice (TAH-ATK-09)."""

    seat: int
    numbers: tuple[int, ...]
    forced: bool


class AttackResolved(GoldMoved, frozen=True, tag="attack_result"):
    """Bid and guesses together (TAH-ATK-10); the bid, `gold`, went to the treasury either way."""

    seat: int
    guesses: tuple[int, ...]
    success: bool


class UnitRemoved(Event, frozen=True, tag="unit_removed"):
    """A unit goes back to its owner's supply."""

    seat: int
    unit: str
    node: str


class FellBack(Event, frozen=True, tag="fall_back"):
    """The attacker is again simply where it came from."""

    seat: int
    unit: str
    node: str


# -- seasons and the end -------------------------------------------------------------------------


class SeasonBegan(Event, frozen=True, tag="season"):
    """A season begins (TAH-SEAS-02)."""

    season: str


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """Winter's last player cannot win and does not play (TAH-WINT-05)."""

    seat: int


class Undecided(Event, frozen=True, tag="kingmaker_check"):
    """Whether winter's last player can win was not found out in time; they play (TAH-WINT-08)."""

    seat: int
    found: str


class Ended(Event, frozen=True, tag="game_over"):
    """The game is over. Cards that were never turned up are shown (TAH-RES-05)."""

    winner: int
    face_down: tuple[tuple[str, ...], ...] = ()


AnyEvent: TypeAlias = (
    GoldMoved
    | FirstDrawn
    | Dealt
    | Recruited
    | DraftRecruited
    | CardBid
    | BidReturned
    | Passed
    | CardWon
    | DraftEnded
    | BidSealed
    | BidsShown
    | AuctionPaid
    | FirstGiven
    | CardsSealed
    | Revealed
    | Ordered
    | GoldTaken
    | Taxed
    | IncomeTaken
    | Moved
    | Entered
    | Captured
    | CampCaptured
    | AttackDeclared
    | StakeSealed
    | ParityTold
    | Guessed
    | AttackResolved
    | UnitRemoved
    | FellBack
    | SeasonBegan
    | TurnSkipped
    | Undecided
    | Ended
)
