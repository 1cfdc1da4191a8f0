"""The rows of ``tables.toml`` that a battle runs on: the grid, rolls, actions, wounds, kinds.

One struct a table, one field a column.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from meleekit.tft.rows import Coord, Count, Id, Positive, Row, RuleId

Ratio = Annotated[str, Meta(pattern=r"^\d+/[1-9]\d*$")]
DieFaces = tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class Geometry(Row, frozen=True):
    """The hex grid, directions and arcs (TFT-GEO-01..12). Offsets are counted from the facing.

    The engine's grid is made; the table says what it is, and one that says otherwise is refused.
    """

    orientation: Literal["flat-top axial (q,r)"]
    directions: tuple[Coord, ...]
    direction_names: tuple[str, ...]
    front_offsets: tuple[int, ...]
    side_offsets: tuple[int, ...]
    rear_offsets: tuple[int, ...]
    overshoot_hexes: Count
    megahex_residue: Literal["m = (q + 5*r) mod 7"]
    megahex_offsets: tuple[Coord, ...]
    megahex_coord: Literal["A = (3Q+R)/7, B = (2R-Q)/7; centre = (2A-B, A+3B)"]


class Pole(Row, frozen=True):
    """A pole weapon's charge (TFT-POLE-02..04): straight steps it needs, what damage is times."""

    charge_steps: Positive
    multiplier: Positive


class DexAdjustment(Row, frozen=True):
    """One row of the DEX adjustments (TFT-DEX-03..16): `value` counts when `when` holds."""

    id: Id
    when: str
    value: int
    rule: RuleId


class MissileRange(Row, frozen=True):
    """DEX for a range of megahex distances, both ends included (TFT-DEX-15)."""

    megahexes_from: Count
    megahexes_to: Count
    dex: int


class MissileRangeFormula(Row, frozen=True):
    """TFT-DEX-15 for any distance d in megahexes: -max(0, floor((d - offset) / step))."""

    offset: int
    step: Positive


class Rolls(Row, frozen=True):
    """How many dice are thrown for what (TFT-HIT-02, DEF-04, RET-05).

    `attack` to hit, `defended_attack` to hit one whose defence works, `footing` to keep one's
    feet where there is no room to give ground.
    """

    attack: Positive
    defended_attack: Positive
    footing: Positive


class SpecialRoll(Row, frozen=True):
    """What a total does whatever the adjDEX (TFT-HIT-03, HIT-04); damage is times `multiplier`.

    A row with a `variant` takes the place of the row for that total in battles played with it.
    """

    dice: Positive
    total: Positive
    hit: bool
    multiplier: Count
    drop: bool
    breaks: bool = msgspec.field(name="break")
    variant: Id | None = None


class MissRoll(Row, frozen=True):
    """A total that fails a roll to miss whatever the DEX, for VAR-MISS-TABLE (TFT-LOF-03)."""

    total: Positive
    multiplier: Annotated[int, Meta(ge=1, le=3)]


class ToHitRow(Row, frozen=True):
    """The exact chance to hit with an adjDEX, on three and on four dice."""

    adj_dex: int
    three_dice: Ratio
    four_dice: Ratio

    @property
    def three(self) -> Fraction:
        """P(hit) on three dice."""
        return Fraction(self.three_dice)

    @property
    def four(self) -> Fraction:
        """P(hit) on four dice, against a target that dodges or defends."""
        return Fraction(self.four_dice)


class DiceWays(Row, frozen=True):
    """In how many of `of` equally likely throws `dice` dice show `total`."""

    dice: Positive
    total: Positive
    ways: Positive
    of: Positive


class HthOutcome(StrEnum):
    """What comes of a move onto an enemy (TFT-HTH-07).

    Both fall and the defender has bare hands, or may have a blade in one; or the attacker is
    repelled, or repelled and struck.
    """

    BARE_HANDS = "bare_hands"
    BLADE = "blade"
    REPELLED = "repelled"
    STRUCK = "struck"


class HthDefence(Row, frozen=True):
    """A row of the hand-to-hand defence roll (TFT-HTH-07), both ends included."""

    first: Positive = msgspec.field(name="from")
    last: Positive = msgspec.field(name="to")
    outcome: HthOutcome
    result: str


class HthBareHands(Row, frozen=True):
    """Bare-handed damage by who is stronger (TFT-HTH-12, HTH-16)."""

    versus: Literal["weaker_enemy", "equal_enemy", "stronger_enemy", "side_of_two_or_more"]
    dice: Positive
    modifier: int


class HthDisengage(Row, frozen=True):
    """Die faces that free a fighter from hand-to-hand (TFT-DIS-03)."""

    single_enemy_lower_dex: DieFaces
    otherwise: DieFaces


class HthDrawDagger(Row, frozen=True):
    """Die faces that bring the dagger into the hand (TFT-HTH-13)."""

    success: DieFaces


class Stumble(Row, frozen=True):
    """Faces on which a stumbler falls, and the MA a jump costs in all (TFT-MOVE-12, MOVE-13)."""

    fall_on: DieFaces
    jump_cost: Positive


class Shelter(Row, frozen=True):
    """Die faces that hit the one who shelters, not the body (TFT-PRN-05)."""

    prone_hit_on: DieFaces
    kneeling_hit_on: DieFaces


class ActionRow(Row, frozen=True):
    """An action: the status and the movement it allows (TFT-ACT-11..38)."""

    id: Id
    status: Literal["any", "disengaged", "engaged", "hth"]
    max_move: Literal["ma", "half", "2", "1", "0"]
    rule: RuleId
    note: str = ""

    def limit(self, ma: int) -> int:
        """The most movement, in MA spent, after which a figure of that MA may do it."""
        if self.max_move == "ma":
            return ma
        return ma // 2 if self.max_move == "half" else int(self.max_move)


class Injury(Row, frozen=True):
    """What so many hits in one turn do (TFT-INJ-02, INJ-04).

    A row with a `variant` takes the place of the row of that name in battles played with it, for
    characters whose basic STR is `str_from` or more (TFT-INJ-06).
    """

    id: Literal["wounded", "knocked_down"]
    hits_in_turn: Positive
    rule: RuleId
    effect: str
    dex_adjustment: Id | None = None
    variant: Id | None = None
    str_from: Count = 0


class InjuryStr(Row, frozen=True):
    """STR that weakens (with the DEX adjustment then due), fells and kills (INJ-03, DMG-04).

    One with a `variant` is in force in battles played with it.
    """

    low: int
    dex_adjustment: Id
    unconscious: int
    dead: int
    variant: Id | None = None


class CombatKind(Row, frozen=True):
    """A kind of combat: what it allows, and its experience points (TFT-BAT-01, XP-02..05).

    `slays_fallen` is whether the losers' unconscious are slain at the end (BAT-03), and
    `fallen_may_be_struck` whether the unconscious may be attacked (BAT-05, BAT-06). One
    `may_escape` through the entrances (BAT-07), carry `missiles` (BAT-08), and drops out at a STR
    of `drop_out_str` or less, if there is one (BAT-09). Of the points only the fields of its own
    kind are set: death `survivors*`, arena `winners` to `weaker_margin_at_least`, practice
    `still_in` and `others`.
    """

    id: Literal["death", "arena", "practice"]
    name: str
    slays_fallen: bool
    fallen_may_be_struck: bool
    may_escape: bool
    missiles: bool
    drop_out_str: int | None = None
    weapon_damage_divisor: Positive = 1
    survivors: int = 0
    survivors_vs_superior: int = 0
    superior_margin_more_than: int = 0
    winners: int = 0
    defeated_survivors: int = 0
    ran_away_unhurt: int = 0
    weaker_bonus: int = 0
    weaker_margin_at_least: int = 0
    still_in: int = 0
    others: int = 0
