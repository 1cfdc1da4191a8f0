"""What happens, one type a kind. Hexes are named, combatants and items numbered."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from meleekit.core.dice import Roll
from meleekit.core.game import Event, Modifier


class Result(StrEnum):
    """What a roll to hit comes to."""

    FUMBLE = "fumble"
    MISS = "miss"
    HIT = "hit"
    CRITICAL = "critical"


class OfFigure(Event, frozen=True):
    """Something that one combatant does or that befalls it."""

    figure: int


# -- rounds and turns ------------------------------------------------------------------------------


class InitiativeRolled(Event, frozen=True, tag="initiative"):
    """What the sides rolled for all of the fight (TAO-INIT-01); equal dice are rolled again."""

    dice: tuple[int, int]


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins."""

    round: int


class TurnBegan(OfFigure, frozen=True, tag="turn"):
    """A combatant's turn begins, with its action points (TAO-TURN-01)."""

    ap: int


class TurnSkipped(OfFigure, frozen=True, tag="skipped"):
    """A stunned combatant loses its turn, and is stunned no more (TAO-STUN-02)."""


class TurnEnded(OfFigure, frozen=True, tag="turn_end"):
    """A turn is over; `lost` action points were not used (TAO-MOV-09)."""

    lost: int


class Ended(Event, frozen=True, tag="end"):
    """The game is over."""

    winners: tuple[int, ...]
    reason: str


# -- moving and gear -------------------------------------------------------------------------------


class Stepped(OfFigure, frozen=True, tag="step"):
    """One hex; `parts` say what it cost."""

    start: str
    hex: str
    parts: tuple[Modifier, ...]


class LeftMap(OfFigure, frozen=True, tag="leave"):
    """A combatant has walked off the map."""

    start: str
    parts: tuple[Modifier, ...]


class Drawn(OfFigure, frozen=True, tag="draw"):
    """A weapon is in hand."""

    item: int


class PickedUp(OfFigure, frozen=True, tag="pick_up"):
    """A weapon from the ground is in hand."""

    item: int


class Dropped(OfFigure, frozen=True, tag="drop"):
    """The weapon in hand falls."""

    item: int
    hex: str


# -- attacks ---------------------------------------------------------------------------------------


class Damage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a hit does: the dice, what is added, how often it counts (TAO-ATT-04, TAO-CRIT-01)."""

    roll: Roll
    parts: tuple[Modifier, ...]
    hits: int
    multiplier: int = 1
    again: tuple[Roll, ...] = ()


class Attacked(OfFigure, frozen=True, tag="attack"):
    """A roll to hit: the d20 must show `needed`, which the modifiers add up to (TAO-ATT-02)."""

    target: int
    weapon: str
    roll: Roll
    needed: int
    modifiers: tuple[Modifier, ...]
    result: Result
    damage: Damage | None = None


class Overbore(Attacked, frozen=True, tag="overbear"):
    """A roll to overbear (TAO-OVB-03)."""


class Grabbed(Attacked, frozen=True, tag="grab"):
    """A roll to get hold of an enemy; `hold` is the d100 if that hits (TAO-GRAP-01, GRAP-02)."""

    hold: Roll | None = None
    share: int = 0


class WentDown(OfFigure, frozen=True, tag="down"):
    """A combatant is down."""


class Died(OfFigure, frozen=True, tag="dead"):
    """A combatant is dead."""


class Stunned(OfFigure, frozen=True, tag="stunned"):
    """A combatant loses its next turn; `again` if it was to lose it already (TAO-STUN-03)."""

    again: bool = False


class FellBack(OfFigure, frozen=True, tag="fall_back"):
    """A combatant is driven back."""

    start: str
    hex: str


class HeldOn(OfFigure, frozen=True, tag="held_on"):
    """There is no hex to be driven to."""


class Followed(OfFigure, frozen=True, tag="follow"):
    """An attacker enters the hex from which it has driven its target."""

    start: str
    hex: str


# -- charging and grappling ------------------------------------------------------------------------


class Charged(OfFigure, frozen=True, tag="charge"):
    """A run: all the hexes of it, the last beside the target, and what it cost."""

    target: int
    path: tuple[str, ...]
    parts: tuple[Modifier, ...]


class MoraleChecked(OfFigure, frozen=True, tag="morale"):
    """Who is charged rolls against its morale (TAO-CHG-04)."""

    roll: Roll
    morale: int
    broke: bool


class Contact(OfFigure, frozen=True, tag="contact"):
    """Who strikes first when a charge arrives (TAO-CHG-05)."""

    target: int
    roll: Roll
    against: Roll
    charger_first: bool


class PutDown(OfFigure, frozen=True, tag="put"):
    """A grabbed combatant is put into a hex."""

    start: str
    hex: str


class TriedToBreakOut(OfFigure, frozen=True, tag="break_out"):
    """A try to get out of a brawl."""

    roll: Roll
    share: int
    hex: str
    success: bool


AnyEvent: TypeAlias = (
    InitiativeRolled
    | RoundBegan
    | TurnBegan
    | TurnSkipped
    | TurnEnded
    | Ended
    | Stepped
    | LeftMap
    | Drawn
    | PickedUp
    | Dropped
    | Attacked
    | Overbore
    | Grabbed
    | WentDown
    | Died
    | Stunned
    | FellBack
    | HeldOn
    | Followed
    | Charged
    | MoraleChecked
    | Contact
    | PutDown
    | TriedToBreakOut
)
