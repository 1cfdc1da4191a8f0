"""What can happen in a battle, typed; log, narration, animation and statistics read these.

What attacks come to is told in `blow_events`, hand-to-hand in `grapple_events`; all else here.
"""

from __future__ import annotations

from meleekit.core.dice import Roll
from meleekit.core.game import Event
from meleekit.tft.actions import ReadyKind
from meleekit.tft.blow_events import (
    AimedAt,
    Attacked,
    Collapsed,
    Died,
    DroppedOut,
    Fell,
    PileStruck,
    RolledToMiss,
    Shaken,
    ShelterTested,
)
from meleekit.tft.grapple_events import (
    BladeKept,
    BrokeFree,
    ConsentAnswered,
    DaggerDrawn,
    DefenceRolled,
    FreeHit,
    HthEnded,
    WentToGrips,
)
from meleekit.tft.state import Parry, Posture, StandingOrder


class Placed(Event, frozen=True, gc=False, tag="placed", omit_defaults=True):
    """A character was set up."""

    figure: int
    hex: int


class KeptBack(Event, frozen=True, gc=False, tag="kept_back", omit_defaults=True):
    """A character waits in reserve."""

    figure: int


class TurnBegan(Event, frozen=True, gc=False, tag="turn", omit_defaults=True):
    """A new turn."""

    turn: int


class PhaseBegan(Event, frozen=True, gc=False, tag="phase", omit_defaults=True):
    """Movement is over and actions begin."""

    phase: str


class InitiativeRolled(Event, frozen=True, gc=False, tag="initiative", omit_defaults=True):
    """Dice for initiative; `order` are the seats, best first."""

    seats: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]


class OrderChosen(Event, frozen=True, gc=False, tag="order_of_movement", omit_defaults=True):
    """The winner of initiative moves first or last; `order` is how all will move."""

    seat: int
    last: bool
    order: tuple[int, ...]


class Moved(Event, frozen=True, gc=False, tag="moved", omit_defaults=True):
    """A character moved along `path` (its hexes, the first one left) for `cost` points.

    When `entering`, from reserve: it came in by the first hex (TFT-MOVE-01).
    """

    figure: int
    path: tuple[int, ...]
    cost: int
    charge: bool = False
    entering: bool = False


class Flew(Event, frozen=True, gc=False, tag="flew", omit_defaults=True):
    """A character flew to a hex for `cost` points and landed there, or is in the air over it."""

    figure: int
    left: int
    hex: int
    cost: int
    landed: bool


class Swooped(Event, frozen=True, gc=False, tag="swooped", omit_defaults=True):
    """A character flew by the hex `via` to land on its enemies in `hex`, for `cost` points."""

    figure: int
    left: int
    via: int
    hex: int
    cost: int


class CameDown(Event, frozen=True, gc=False, tag="came_down", omit_defaults=True):
    """A flier that can no longer fly came down, from over one hex into the same or another."""

    figure: int
    left: int
    hex: int


class Turned(Event, frozen=True, gc=False, tag="turned", omit_defaults=True):
    """A character faces another way."""

    figure: int
    facing: int


class Stumbled(Event, frozen=True, gc=False, tag="stumbled", omit_defaults=True):
    """A stumble roll over a fallen body; `fell` if the character lies prone now."""

    figure: int
    roll: Roll
    fell: bool


class StoodUp(Event, frozen=True, gc=False, tag="stood_up", omit_defaults=True):
    """A character rose to its feet."""

    figure: int


class WentDown(Event, frozen=True, gc=False, tag="went_down", omit_defaults=True):
    """A character knelt or lay down."""

    figure: int
    posture: Posture


class FellOnGround(Event, frozen=True, gc=False, tag="item_fell", omit_defaults=True):
    """An item lies on the ground now."""

    figure: int
    item: int
    hex: int


class WeaponBroke(Event, frozen=True, gc=False, tag="weapon_broke", omit_defaults=True):
    """A weapon is useless for the rest of the battle."""

    figure: int
    item: int


class ParryChosen(Event, frozen=True, gc=False, tag="parry", omit_defaults=True):
    """How a main-gauche is used this turn."""

    figure: int
    mode: Parry


class OrderGiven(Event, frozen=True, gc=False, tag="standing_order", omit_defaults=True):
    """A standing order for early defence."""

    figure: int
    order: StandingOrder


class TieRolled(Event, frozen=True, gc=False, tag="tie", omit_defaults=True):
    """Characters of equal adjDEX rolled for their order, best first in `order`."""

    figures: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]


class Defended(Event, frozen=True, gc=False, tag="defended", omit_defaults=True):
    """A character defends till the end of the phase; `early` if it did so when attacked."""

    figure: int
    early: bool = False


class Dodged(Event, frozen=True, gc=False, tag="dodged", omit_defaults=True):
    """A character dodges till the end of the phase; `early` if it did so when attacked."""

    figure: int
    early: bool = False


class Reloaded(Event, frozen=True, gc=False, tag="reloaded", omit_defaults=True):
    """A reload action; the weapon needs `left` more of them."""

    figure: int
    item: int
    left: int


class HandsChanged(Event, frozen=True, gc=False, tag="hands", omit_defaults=True):
    """A character takes other items in hand, ready next turn; `lifted` lay on the ground."""

    figure: int
    kind: ReadyKind
    main: int
    off: int
    lifted: tuple[int, ...] = ()


class StoppedEngaging(Event, frozen=True, gc=False, tag="disengaged", omit_defaults=True):
    """A character stepped away from the fight."""

    figure: int
    from_hex: int
    to_hex: int


class ForcedBack(Event, frozen=True, gc=False, tag="forced_back", omit_defaults=True):
    """A beaten character had to give ground."""

    victor: int
    figure: int
    from_hex: int
    to_hex: int


class Cornered(Event, frozen=True, gc=False, tag="cornered", omit_defaults=True):
    """A beaten character had no room to give ground; `fell` if it lost its footing."""

    victor: int
    figure: int
    roll: Roll
    needed: int
    fell: bool


class SteppedIn(Event, frozen=True, gc=False, tag="stepped_in", omit_defaults=True):
    """A victor followed into the hex left by the enemy."""

    figure: int
    hex: int


class Escaped(Event, frozen=True, gc=False, tag="escaped", omit_defaults=True):
    """A character left the arena."""

    figure: int


class BattleEnded(Event, frozen=True, gc=False, tag="ended", omit_defaults=True):
    """The battle is over; `winners` are seats, none for a draw."""

    winners: tuple[int, ...]
    reason: str


class ExperienceGained(Event, frozen=True, gc=False, tag="experience", omit_defaults=True):
    """Experience points of one character for this battle."""

    figure: int
    points: int


AnyEvent = (
    Placed
    | KeptBack
    | TurnBegan
    | PhaseBegan
    | InitiativeRolled
    | OrderChosen
    | Moved
    | Flew
    | Swooped
    | CameDown
    | Turned
    | Stumbled
    | StoodUp
    | WentDown
    | FellOnGround
    | WeaponBroke
    | ParryChosen
    | OrderGiven
    | TieRolled
    | Defended
    | Dodged
    | Attacked
    | RolledToMiss
    | AimedAt
    | ShelterTested
    | PileStruck
    | Reloaded
    | Fell
    | Shaken
    | Collapsed
    | Died
    | DroppedOut
    | HandsChanged
    | StoppedEngaging
    | ForcedBack
    | Cornered
    | SteppedIn
    | Escaped
    | ConsentAnswered
    | DefenceRolled
    | WentToGrips
    | FreeHit
    | BladeKept
    | DaggerDrawn
    | BrokeFree
    | HthEnded
    | BattleEnded
    | ExperienceGained
)
