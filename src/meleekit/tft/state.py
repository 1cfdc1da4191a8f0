"""What changes in a battle of Melee (1977): plain values, no decisions (TFT-STATE-01..06).

Characters, items and seats are numbered by their place in the set-up; -1 stands for "none". What
follows from these fields (who is engaged, adjDEX, what may be done) is computed, never stored.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from meleekit.core.game import Outcome

NOWHERE = -1
NO_ITEM = -1


class Posture(StrEnum):
    """How a character holds itself; kneeling and prone ones have six rear hexes."""

    STANDING = "standing"
    KNEELING = "kneeling"
    PRONE = "prone"
    ALOFT = "aloft"
    """In the air: it has a front, but engages nobody and stands in nobody's way (MOVE-22)."""


class Condition(StrEnum):
    """Whether a character is still in the fight, and if not, what became of it."""

    FIT = "fit"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"
    ESCAPED = "escaped"
    DROPPED_OUT = "dropped_out"


class Guard(StrEnum):
    """The defensive action taken this turn, if any (TFT-DEF-01)."""

    NONE = "none"
    DODGE = "dodge"
    DEFEND = "defend"


class Manner(StrEnum):
    """How an attack is made: its range, and what defends against it, hang on that (TFT-DEF-01)."""

    BLOW = "blow"
    THROW = "throw"
    SHOT = "shot"


class Parry(StrEnum):
    """How a main-gauche is used this turn (TFT-MG-02)."""

    IDLE = "idle"
    SHIELD = "shield"
    BOTH = "both"


class Order(StrEnum):
    """What a character does when attacked before it has acted (TFT-DEF-06)."""

    ASK = "ask"
    NEVER = "never"
    ALWAYS = "always"
    IF_EXPECTED = "if_expected"


class Phase(StrEnum):
    """Where in the turn the battle stands; phases without decisions pass by at once."""

    SETUP = "setup"
    MOVEMENT = "movement"
    DECLARATIONS = "declarations"  # between movement and actions, under VAR-DEF-DECLARE only
    ACTIONS = "actions"
    RETREAT = "retreat"
    OVER = "over"


# By themselves for the rules, which ask for them all the time: looking up a member in its enum
# takes longer than most of what is then done with it.
STANDING, KNEELING = Posture.STANDING, Posture.KNEELING
PRONE, ALOFT = Posture.PRONE, Posture.ALOFT
FIT = Condition.FIT
NO_GUARD = Guard.NONE
NO_PARRY = Parry.IDLE


class StandingOrder(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An order and, for `IF_EXPECTED`, the expected hits above which the character defends."""

    order: Order = Order.ASK
    above: int = 0


ASK = StandingOrder()


class Figure(msgspec.Struct, gc=False, omit_defaults=True):
    """One character's changing data (TFT-STATE-03); `arena.Character` has the rest.

    A figure that belongs to a finished state is never changed: the rules copy before they write.
    """

    hex: int = NOWHERE
    facing: int = 0
    posture: Posture = Posture.STANDING
    condition: Condition = Condition.FIT
    grappling: bool = False
    """In hand-to-hand: in one pile with all others in its hex that are (TFT-HTH-11)."""
    hits: int = 0
    """Hits taken so far: STR is the basic STR less these."""
    main: int = NO_ITEM
    """Item ready in the main hand; a two-handed one fills both."""
    off: int = NO_ITEM
    slung: tuple[int, ...] = ()
    readying: tuple[int, int] = (NO_ITEM, NO_ITEM)
    """Main and off hand as they will be from phase VI on, where that is to change."""
    changing: bool = False
    """Whether `readying` is in force."""
    orders: StandingOrder = ASK

    # This turn (TFT-STATE-04)
    moved: bool = False
    steps: int = 0
    """M: movement points spent in its own movement."""
    came_from: int = NOWHERE
    """Where it stood when its movement began."""
    came_facing: int = -1
    """What a giant faced then; only with it `came_from` says which hexes it was in."""
    moved_to: int = NOWHERE
    """Where its own movement ended."""
    run: int = -1
    """Direction of a straight run of three hexes with one facing that ends here, else -1."""
    engaged_at_start: bool = False
    """S0: engaged when its own movement began."""
    engagers: tuple[int, ...] = ()
    """E0: the enemies that engaged it then."""
    flew: bool = False
    """It moved by flight this turn, so its flying MA counts (TFT-MOVE-21)."""
    acted: bool = False
    stood_up: bool = False
    bending: bool = False
    guard: Guard = Guard.NONE
    parry: Parry = Parry.IDLE
    hits_this_turn: int = 0
    struck: tuple[int, ...] = ()
    """Enemies that lost STR to its regular attacks this turn."""
    turned_away: tuple[int, ...] = ()
    """Enemies whose consent to hand-to-hand it asked for this turn in vain (TFT-HTH-19)."""
    forced: bool = False
    """It was made to retreat this turn."""
    used_retreat: bool = False
    """Its right to force a retreat is used or waived."""
    engaged_before: bool = False
    """SP: engaged as phase II began; noted only for those who have a missile weapon ready."""
    second_arrow: int = NO_ITEM
    """The bow with which it may shoot once more after all have acted (TFT-MIS-05)."""

    # Carried over (TFT-STATE-05)
    shaken_turn: int = -1
    """The turn in which it has -2 DEX from five hits or more in the turn before."""
    down_until: int = 0
    """The last turn in which it may do nothing but stand up."""
    last_shot: int = NO_ITEM
    """The missile weapon it must let fall as it next moves, after a last shot (TFT-EQP-07)."""


# What `copy.copy` would find for each of them anew, twice and more for every action.
copy_figure: Callable[[Figure], Figure] = Figure.__copy__  # type: ignore[attr-defined]  # msgspec


class GroundItem(msgspec.Struct, frozen=True, gc=False):
    """An item on the ground, to be picked up in turns after `since` (TFT-EQP-09, STATE-06)."""

    item: int
    hex: int
    since: int


class Unloaded(msgspec.Struct, frozen=True, gc=False):
    """A missile weapon that is not loaded, and the reload actions it still needs (TFT-MIS-06).

    After a fall `left` is -1: all of its loader's are needed, whoever that will be (TFT-EQP-13).
    """

    item: int
    left: int


class Task(msgspec.Struct, frozen=True, gc=False, tag_field="task", omit_defaults=True):
    """A decision the battle waits for, and what it needs to know to go on after it."""


class OfSeat(Task, frozen=True, gc=False, omit_defaults=True):
    """A decision about a player's characters as a whole."""

    seat: int


class OfFigure(Task, frozen=True, gc=False, omit_defaults=True):
    """A decision about one character, for the seat that it belongs to."""

    figure: int


class Place(OfFigure, frozen=True, gc=False, tag="place", omit_defaults=True):
    """Put a character on one of its entrance hexes."""


class ChooseOrder(OfSeat, frozen=True, gc=False, tag="initiative", omit_defaults=True):
    """The winner of initiative moves first or last."""


class MoveOne(OfSeat, frozen=True, gc=False, tag="move", omit_defaults=True):
    """A player moves its characters, one after the other, in any order."""


class Face(OfFigure, frozen=True, gc=False, tag="face", omit_defaults=True):
    """Set a character's facing, among those allowed."""

    allowed: tuple[int, ...] = (0, 1, 2, 3, 4, 5)


class ChooseParry(OfFigure, frozen=True, gc=False, tag="parry", omit_defaults=True):
    """Say how a main-gauche is used this turn (TFT-MOVE-23)."""


class DeclareGuards(OfSeat, frozen=True, gc=False, tag="declare", omit_defaults=True):
    """A player says who of its characters dodges or defends this turn (VAR-DEF-DECLARE)."""


class Act(OfFigure, frozen=True, gc=False, tag="act", omit_defaults=True):
    """The character's moment in the order of adjDEX."""


class PreEmpt(OfFigure, frozen=True, gc=False, tag="pre_empt", omit_defaults=True):
    """An attack is declared on a character that has not acted: will it defend? (TFT-DEF-05)"""

    attacker: int
    weapons: tuple[int, ...]
    manner: Manner = Manner.BLOW


class SecondShot(OfFigure, frozen=True, gc=False, tag="second_shot", omit_defaults=True):
    """All have acted: a second arrow may be shot, at the same target or another (TFT-MIS-05)."""


class ComeDown(OfFigure, frozen=True, gc=False, tag="come_down", omit_defaults=True):
    """A flier that can no longer fly comes down, in one of several hexes (TFT-MOVE-25)."""


class Consent(OfFigure, frozen=True, gc=False, tag="consent", omit_defaults=True):
    """An enemy next to a character asks for hand-to-hand: does it agree? (TFT-HTH-19)"""

    attacker: int
    hex: int = NOWHERE
    """Which of its three hexes the enemy would enter, where a giant is asked (TFT-HTH-20)."""


class TakeBlade(OfFigure, frozen=True, gc=False, tag="blade", omit_defaults=True):
    """A character pulled down may have a dagger or main-gauche in hand (TFT-HTH-07)."""

    attacker: int


class CloseIn(OfFigure, frozen=True, gc=False, tag="close_in", omit_defaults=True):
    """One who has begun hand-to-hand as its action strikes at once (TFT-HTH-04)."""


class Retreat(OfFigure, frozen=True, gc=False, tag="retreat", omit_defaults=True):
    """A victor may force an enemy back (TFT-RET-01)."""


class Follow(OfFigure, frozen=True, gc=False, tag="follow", omit_defaults=True):
    """After a forced retreat: step into the vacated hex or stay (TFT-RET-06)."""

    hex: int


AnyTask = (
    Place
    | ChooseOrder
    | MoveOne
    | Face
    | ChooseParry
    | DeclareGuards
    | Act
    | PreEmpt
    | SecondShot
    | ComeDown
    | Consent
    | TakeBlade
    | CloseIn
    | Retreat
    | Follow
)


class Battle(msgspec.Struct, gc=False, omit_defaults=True):
    """The state of a battle between two decisions.

    `stack` holds what is being decided, innermost last. `order` are the seats in the order in
    which they move this turn, `mover` counts those that have begun to move (or, in declarations,
    to declare). `tied` keeps this turn's roll-offs between
    characters of equal adjDEX, best first (TFT-ACT-08).
    """

    figures: list[Figure]
    turn: int = 0
    phase: Phase = Phase.SETUP
    stack: tuple[AnyTask, ...] = ()
    placing: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    mover: int = 0
    tied: tuple[tuple[int, ...], ...] = ()
    ground: tuple[GroundItem, ...] = ()
    unloaded: tuple[Unloaded, ...] = ()
    outcome: Outcome | None = None


copy_battle: Callable[[Battle], Battle] = Battle.__copy__  # type: ignore[attr-defined]  # msgspec


def with_figure(battle: Battle, who: int, figure: Figure) -> Battle:
    """The position with one figure replaced; the others are shared with `battle`."""
    changed = copy_battle(battle)
    changed.figures = battle.figures.copy()
    changed.figures[who] = figure
    return changed
