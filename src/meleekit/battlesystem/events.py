"""What happens in a battle, one type a kind. Units go by their names, sides by their numbers."""

from __future__ import annotations

from typing import TypeAlias

from meleekit.core.game import Event, Modifier

Exactly: TypeAlias = "int | str"
"""An exact number: whole, or a fraction written out ("125/2")."""


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins (BAT-SEQ-01)."""

    round: int


class InitiativeWon(Event, frozen=True, tag="initiative"):
    """Which side has initiative, and what both threw, again after a tie (BAT-SEQ-02)."""

    side: int
    dice: tuple[tuple[int, ...], ...]


class OrderChosen(Event, frozen=True, tag="order"):
    """Which side moves first (BAT-SEQ-02)."""

    first: int


# -- moves ---------------------------------------------------------------------------------------


class Held(Event, frozen=True, tag="hold"):
    """A unit stays."""

    unit: str


class Advanced(Event, frozen=True, tag="advance"):
    """A unit marches straight ahead; `contact`: it touches an enemy now."""

    unit: str
    cells: int
    contact: bool


class Wheeled(Event, frozen=True, tag="wheel"):
    """A quarter turn about a front corner."""

    unit: str
    to: str
    contact: bool


class TurnedAbout(Event, frozen=True, tag="about_face"):
    """A unit faces the other way."""

    unit: str


class Charged(Event, frozen=True, tag="charge"):
    """A charge reaches its target."""

    unit: str
    target: str
    cells: int


class Reformed(Event, frozen=True, tag="reform"):
    """A unit takes another formation, or another number of files."""

    unit: str
    formation: str
    files: int


class Withdrew(Event, frozen=True, tag="withdraw"):
    """A unit steps back, facing the enemy."""

    unit: str
    cells: int


class Followed(Event, frozen=True, tag="follow"):
    """An enemy keeps contact with a unit that withdraws."""

    unit: str
    cells: int


class Remained(Event, frozen=True, tag="remain"):
    """An enemy lets it go; `bound`: it had no choice."""

    unit: str
    bound: bool


class FlightAnnounced(Event, frozen=True, tag="flight"):
    """A unit is going to run; `rout`: not because its owner wants it to."""

    unit: str
    rout: bool


class Spared(Event, frozen=True, tag="spare"):
    """No free attack is taken."""

    unit: str


class Ran(Event, frozen=True, tag="run"):
    """A unit runs away, `gone` off the field. Without a way it stays where it is."""

    unit: str
    cells: int
    gone: bool


# -- the melee phase -----------------------------------------------------------------------------


class WeaponChanged(Event, frozen=True, tag="weapon"):
    """A unit has another weapon in hand."""

    unit: str
    weapon: str


class CommanderDecided(Event, frozen=True, tag="lead"):
    """Whether a commander fights in this phase."""

    unit: str
    commander: str
    fights: bool


class FigureAssigned(Event, frozen=True, tag="assign"):
    """A figure is told whom to attack."""

    unit: str
    figure: int
    enemy: str


class Attacked(Event, frozen=True, tag="attack"):
    """An attack with every number of its sum (BAT-PROC-02..06).

    `rating` adds up to the adjusted Attack Rating; that less `ac` plus `dice` is `attack_roll`,
    which read for the weapon in hand is `per_figure` hit dice; `contact` and `support` figures
    make `attacks` of them, `damage` in all. `free`: an attack on a unit that runs.
    """

    unit: str
    target: str
    weapon: str
    contact: int
    support: int
    rating: tuple[Modifier, ...]
    ac: int
    dice: int
    attack_roll: int
    per_figure: Exactly
    attacks: Exactly
    damage: Exactly
    free: bool = False


class Losses(Event, frozen=True, tag="losses"):
    """What an attack did to a unit: figures removed, whether one is wounded now, figures left."""

    unit: str
    killed: int
    wounded: int
    left: int


class CommanderRolled(Event, frozen=True, tag="commander_in_danger"):
    """A commander who fights with a unit that lost figures: killed or not (BAT-MOR-08).

    `dice` is 0 where the unit was destroyed, and nothing was rolled.
    """

    unit: str
    commander: str
    dice: int
    killed: bool


class MeleeEnded(Event, frozen=True, tag="melee_over"):
    """Two units are in contact no more (BAT-END-01)."""

    first: str
    second: str


class ClosedUp(Event, frozen=True, tag="close_up"):
    """A unit steps ahead into contact again (BAT-END-09)."""

    unit: str
    enemy: str
    cells: int


# -- morale and the end --------------------------------------------------------------------------


class MoraleChecked(Event, frozen=True, tag="morale"):
    """A Morale Check: `parts` add up to current morale, which the dice must not exceed (MOR-03)."""

    unit: str
    dice: int
    parts: tuple[Modifier, ...]
    passed: bool


class Rallied(Event, frozen=True, tag="rally"):
    """A routed unit tries to rally (BAT-MOR-06)."""

    unit: str
    dice: int
    parts: tuple[Modifier, ...]
    passed: bool


class OrderLost(Event, frozen=True, tag="order_lost"):
    """A closed unit falls into open order; `crowded`: without room to spread (BAT-MOR-05)."""

    unit: str
    crowded: bool


class Routed(Event, frozen=True, tag="rout"):
    """A unit breaks (BAT-MOR-05)."""

    unit: str


class Ended(Event, frozen=True, tag="game_over"):
    """The battle is over; without a winner it is a draw (BAT-VICT-01).

    `survivors` are units and their figures, `wounded` those with a wounded one (BAT-CAMP-01).
    """

    winners: tuple[int, ...]
    survivors: dict[str, int]
    wounded: tuple[str, ...]


AnyEvent: TypeAlias = (
    RoundBegan
    | InitiativeWon
    | OrderChosen
    | Held
    | Advanced
    | Wheeled
    | TurnedAbout
    | Charged
    | Reformed
    | Withdrew
    | Followed
    | Remained
    | FlightAnnounced
    | Spared
    | Ran
    | WeaponChanged
    | CommanderDecided
    | FigureAssigned
    | Attacked
    | Losses
    | CommanderRolled
    | MeleeEnded
    | ClosedUp
    | MoraleChecked
    | Rallied
    | OrderLost
    | Routed
    | Ended
)
