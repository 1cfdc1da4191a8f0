"""What a player may choose, each kind of choice a small value of its own.

Figures and items are the set-up's numbers, hexes the board's, facings 0 (north) to 5 clockwise.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from meleekit.tft.state import NO_ITEM, Guard, Parry, Posture, StandingOrder


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """Base of all actions; the tag says which."""


class PlaceAt(Action, frozen=True, gc=False, tag="place"):
    """Set a character up on an entrance hex; -1 keeps it in reserve (TFT-MOVE-01)."""

    figure: int
    hex: int


class MoveLast(Action, frozen=True, gc=False, tag="initiative"):
    """Having won initiative, move last (`last`) or first."""

    last: bool


class Move(Action, frozen=True, gc=False, tag="move"):
    """Walk to a hex by a cheapest way; the character's own hex means it stays."""

    figure: int
    hex: int


class Stride(Action, frozen=True, gc=False, tag="stride"):
    """A giant's front corner to a hex, facing that corner of it; or it stays (TFT-MOVE-20)."""

    figure: int
    hex: int
    facing: int


class Fly(Action, frozen=True, gc=False, tag="fly"):
    """Fly to a hex and land in it, or stay in the air over it (TFT-MOVE-21)."""

    figure: int
    hex: int
    land: bool


class Jump(Action, frozen=True, gc=False, tag="jump"):
    """Go to a hex by a way that leaps over the fallen in the hexes `over` (TFT-MOVE-12)."""

    figure: int
    hex: int
    over: tuple[int, ...]


class Charge(Action, frozen=True, gc=False, tag="charge"):
    """Go to a hex so that the last three steps are straight in `direction` (TFT-POLE-03).

    `cost` is the length of the way: a longer one may allow more facings.
    """

    figure: int
    hex: int
    direction: int
    cost: int


class Escape(Action, frozen=True, gc=False, tag="escape"):
    """Leave an arena battle by an entrance hex, over the fallen if need be (TFT-BAT-07)."""

    figure: int
    over: tuple[int, ...] = ()


class StandUp(Action, frozen=True, gc=False, tag="stand_up"):
    """Rise; the character does nothing else this turn (TFT-MOVE-17)."""

    figure: int


class LetFall(Action, frozen=True, gc=False, tag="let_fall"):
    """Let a ready item fall in the character's own movement (TFT-EQP-06)."""

    figure: int
    item: int


class GiveOrder(Action, frozen=True, gc=False, tag="order"):
    """Leave a standing order for attacks that come before the character has acted (TFT-DEF-06)."""

    figure: int
    order: StandingOrder


class EndMovement(Action, frozen=True, gc=False, tag="end_movement"):
    """The player's other characters stay where they are (TFT-MOVE-19)."""


class TurnTo(Action, frozen=True, gc=False, tag="face"):
    """Face a direction, or a giant a corner (TFT-FACE-02)."""

    facing: int


class UseParry(Action, frozen=True, gc=False, tag="parry"):
    """Declare the main-gauche's use for this turn (TFT-MOVE-23)."""

    mode: Parry


class Attack(Action, frozen=True, gc=False, tag="attack"):
    """Strike an adjacent enemy with one ready weapon, or with two, one after the other."""

    target: int
    weapons: tuple[int, ...]


class Throw(Action, frozen=True, gc=False, tag="throw"):
    """Throw a ready weapon at an enemy in front, near or far (TFT-THR-01, TFT-THR-02)."""

    target: int
    item: int


class Shoot(Action, frozen=True, gc=False, tag="shoot"):
    """Shoot at an enemy in front: a shot, a last shot or a second arrow (TFT-ACT-17, ACT-32)."""

    target: int
    item: int


class Reload(Action, frozen=True, gc=False, tag="reload"):
    """Spend an action on loading a ready missile weapon (TFT-MIS-06)."""

    item: int


class Defend(Action, frozen=True, gc=False, tag="defend"):
    """Parry: attacks on the character roll four dice (TFT-DEF-01)."""


class Dodge(Action, frozen=True, gc=False, tag="dodge"):
    """Duck and weave: thrown and missile attacks roll four dice (TFT-DEF-01)."""


class Declare(Action, frozen=True, gc=False, tag="declare"):
    """Dodge or defend this turn, said before anybody acts (VAR-DEF-DECLARE)."""

    figure: int
    guard: Guard


class Disengage(Action, frozen=True, gc=False, tag="disengage"):
    """Step away instead of attacking (TFT-DIS-01)."""

    hex: int


class GoDown(Action, frozen=True, gc=False, tag="go_down"):
    """Kneel or lie down (TFT-ACT-14)."""

    posture: Posture


class ReadyKind(StrEnum):
    """By which entry of the option list items are readied."""

    READY = "ready"
    CHANGE = "change"
    PICK_UP = "pick_up"


class Ready(Action, frozen=True, gc=False, tag="ready"):
    """Take other items in hand, ready from next turn on (TFT-ACT-15, TFT-ACT-28, TFT-ACT-31).

    `main` and `off` are the hands as they will be, `drop` what is let fall, `sling` an item picked
    up that goes on the back; whatever else leaves the hands is slung.
    """

    kind: ReadyKind
    main: int = NO_ITEM
    off: int = NO_ITEM
    drop: tuple[int, ...] = ()
    sling: int = NO_ITEM


class DoNothing(Action, frozen=True, gc=False, tag="nothing"):
    """Let the moment pass: no action, no forced retreat, no early defence."""


class ComeDownAt(Action, frozen=True, gc=False, tag="come_down"):
    """Where a flier that can no longer fly comes down (TFT-MOVE-25)."""

    hex: int


class Grapple(Action, frozen=True, gc=False, tag="grapple"):
    """Move onto an enemy to fight hand-to-hand (TFT-HTH-01).

    `hex` is entered from `via`, to which a way may lead that leaps over the fallen in the hexes
    `over`. `target` is the enemy named in it, -1 where a pile is joined (TFT-HTH-15). One that is
    `flying` goes there through the air and lands on the enemy (TFT-HTH-05).
    """

    figure: int
    target: int
    hex: int
    via: int
    over: tuple[int, ...] = ()
    flying: bool = False


class Agree(Action, frozen=True, gc=False, tag="agree"):
    """Consent to hand-to-hand with the enemy that asks for it (TFT-HTH-19)."""


class KeepBlade(Action, frozen=True, gc=False, tag="keep_blade"):
    """Have a dagger or main-gauche in hand when pulled down (TFT-HTH-07)."""

    item: int


class HthAttack(Action, frozen=True, gc=False, tag="hth_attack"):
    """Fight an enemy in the same pile with a blade, or bare hands: -1 (TFT-ACT-36)."""

    target: int
    weapon: int = NO_ITEM


class DrawDagger(Action, frozen=True, gc=False, tag="draw_dagger"):
    """Try to get a slung dagger or main-gauche in hand, in hand-to-hand (TFT-HTH-13)."""

    item: int


class BreakFree(Action, frozen=True, gc=False, tag="break_free"):
    """Try to get out of hand-to-hand, to an empty hex (TFT-DIS-03, TFT-DIS-04)."""

    hex: int


class ForceBack(Action, frozen=True, gc=False, tag="force_back"):
    """Make a beaten enemy step to a hex; `hex` is -1 where it has no room (TFT-RET-04, RET-05)."""

    target: int
    hex: int


class StepIn(Action, frozen=True, gc=False, tag="step_in"):
    """Follow into the hex the enemy had to leave (TFT-RET-06)."""


AnyAction = (
    PlaceAt
    | MoveLast
    | Move
    | Stride
    | Fly
    | Jump
    | Charge
    | Escape
    | StandUp
    | LetFall
    | GiveOrder
    | EndMovement
    | TurnTo
    | UseParry
    | Attack
    | Throw
    | Shoot
    | Reload
    | Defend
    | Dodge
    | Declare
    | Disengage
    | GoDown
    | Ready
    | DoNothing
    | ComeDownAt
    | Grapple
    | Agree
    | KeepBlade
    | HthAttack
    | DrawDagger
    | BreakFree
    | ForceBack
    | StepIn
)
