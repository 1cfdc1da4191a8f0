"""What happens, one type a kind (TAH-LOG-01). Changes of gold say how much and why (LOG-03)."""

from __future__ import annotations

from typing import TypeAlias

from meleekit.core.game import Event


class FirstDrawn(Event, frozen=True):
    """Who holds the First Player card when play begins (TAH-SETUP-04)."""

    seat: int


class Dealt(Event, frozen=True):
    """The special cards that lie open (TAH-SETUP-07)."""

    cards: tuple[str, ...]


class Recruited(Event, frozen=True):
    """A unit bought and placed; `gold` went to the treasury."""

    seat: int
    unit: str
    node: str
    gold: int


class CardBid(Event, frozen=True):
    """A bid on a card; `gold` more lies on it than before from this bidder's hand."""

    seat: int
    card: str
    amount: int
    gold: int


class BidReturned(Event, frozen=True):
    """Whoever was over-bid takes gold and marker back (TAH-DRAFT-06)."""

    seat: int
    card: str
    gold: int


class Passed(Event, frozen=True):
    """A player takes no more part in the draft."""

    seat: int


class CardWon(Event, frozen=True):
    """A card goes to its highest bidder, the bid to the treasury (TAH-DRAFT-14)."""

    seat: int
    card: str
    gold: int


class BidSealed(Event, frozen=True):
    """A bid for the First Player card is in; `amount` is -1 for eyes that may not know it."""

    seat: int
    amount: int = -1


class BidsShown(Event, frozen=True):
    """All bids for the First Player card (TAH-AUC-03); the winner paid theirs."""

    bids: tuple[int, ...]
    winner: int
    gold: int


class FirstGiven(Event, frozen=True):
    """Who takes the First Player card (TAH-AUC-05)."""

    seat: int
    by: int


class CardsSealed(Event, frozen=True):
    """Action cards lie face down; `cards` is empty for eyes that may not know them."""

    seat: int
    cards: tuple[str, ...] = ()


class Revealed(Event, frozen=True):
    """Action cards are turned up (TAH-RES-01)."""

    seat: int
    cards: tuple[str, ...]


class Ordered(Event, frozen=True):
    """Which of winter's two cards comes first."""

    seat: int
    first: str


class GoldTaken(Event, frozen=True):
    """Gold out of the treasury: by tax, a card or a season's income."""

    seat: int
    gold: int
    cause: str


class Moved(Event, frozen=True):
    """A unit took a step."""

    seat: int
    unit: str
    start: str
    node: str


class Captured(Event, frozen=True):
    """A camp or catapult taken from its owner; `replaced` by one of the captor's, if there is."""

    seat: int
    owner: int
    unit: str
    node: str
    replaced: bool


class AttackDeclared(Event, frozen=True):
    """Unit, target, the defender whose turn it is, and all that a bid may be (TAH-ATK-05)."""

    seat: int
    unit: str
    start: str
    node: str
    defender: str
    gold: int
    guesses: int


class StakeSealed(Event, frozen=True):
    """The attacker's bid is hidden; `amount` is 0 for eyes that may not know it."""

    seat: int
    amount: int = 0


class ParityTold(Event, frozen=True):
    """The informers tell whether the bid is odd."""

    seat: int
    odd: bool


class AttackResolved(Event, frozen=True):
    """Bid and guesses together (TAH-ATK-10); `bid` went to the treasury either way."""

    seat: int
    bid: int
    guesses: tuple[int, ...]
    success: bool


class UnitRemoved(Event, frozen=True):
    """A unit goes back to its owner's supply."""

    seat: int
    unit: str
    node: str


class FellBack(Event, frozen=True):
    """The attacker is again simply where it came from."""

    seat: int
    unit: str
    node: str


class SeasonBegan(Event, frozen=True):
    """A season begins (TAH-SEAS-02)."""

    season: str


class TurnSkipped(Event, frozen=True):
    """Winter's last player cannot win and does not play (TAH-WINT-05)."""

    seat: int


class Undecided(Event, frozen=True):
    """Whether winter's last player can win was not found out in time; they play (WINT-08)."""

    seat: int


class Ended(Event, frozen=True):
    """The game is over. Cards that were never turned up are shown (TAH-RES-05)."""

    winner: int
    face_down: tuple[tuple[str, ...], ...] = ()


AnyEvent: TypeAlias = (
    FirstDrawn
    | Dealt
    | Recruited
    | CardBid
    | BidReturned
    | Passed
    | CardWon
    | BidSealed
    | BidsShown
    | FirstGiven
    | CardsSealed
    | Revealed
    | Ordered
    | GoldTaken
    | Moved
    | Captured
    | AttackDeclared
    | StakeSealed
    | ParityTold
    | AttackResolved
    | UnitRemoved
    | FellBack
    | SeasonBegan
    | TurnSkipped
    | Undecided
    | Ended
)
