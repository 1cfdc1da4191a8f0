"""The rows of ``tables.toml`` as typed values: one struct a table, one field a column."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_\-]+$")]
RuleId = Annotated[str, Meta(pattern=r"^TFT-[A-Z]+-\d\d$")]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Coord = tuple[int, int]
Ratio = Annotated[str, Meta(pattern=r"^\d+/[1-9]\d*$")]
DieFaces = tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row may say: where it comes from, and readings that differ."""

    provenance: str = "source"
    doubt: str = ""


class TableMeta(Row, frozen=True):
    """Which rules the file is for."""

    system: Literal["tft"]
    prefix: Literal["TFT"]


class Geometry(Row, frozen=True):
    """The hex grid, directions and arcs (TFT-GEO-01..12). Offsets are counted from the facing."""

    orientation: str
    directions: tuple[Coord, ...]
    direction_names: tuple[str, ...]
    front_offsets: tuple[int, ...]
    side_offsets: tuple[int, ...]
    rear_offsets: tuple[int, ...]
    overshoot_hexes: Count
    megahex_residue: str
    megahex_offsets: tuple[Coord, ...]
    megahex_coord: str


class BoardRow(Row, frozen=True):
    """A default board of whole megahexes with an entrance at either end (TFT-BRD-01, BRD-02)."""

    id: Id
    title: str
    radius_megahexes: Positive
    hexes: Positive
    megahexes: Positive
    north_entrances: tuple[Coord, ...]
    south_entrances: tuple[Coord, ...]


class Weapon(Row, frozen=True):
    """A weapon (TFT-EQP-04). Damage is `dice` d6 + `modifier` hits, never below zero.

    `str_needed` is compared with basic STR (CRE-05); `hands` is 1 or 2 (EQP-02). `klass` groups
    weapons for racial bonuses and the carry limit. `parry` is the hits a main-gauche stops.
    Ranges and reloading are set for missile weapons only: shots a turn, the adjDEX from which two
    arrows fly (`two_shots_at_dex`), reload actions, fewer of them from `fast_dex` on.
    """

    id: Id
    name: str
    str_needed: Count
    dice: Positive
    modifier: int
    hands: Annotated[int, Meta(ge=1, le=2)]
    category: Literal["melee", "missile"]
    throwable: bool
    pole: bool
    missile: bool
    klass: Id | None = msgspec.field(default=None, name="class")
    thrown_only: bool = False
    hth_dice: Positive | None = None
    hth_modifier: int = 0
    parry: Count = 0
    shots_per_turn: Count = 0
    two_shots_at_dex: int | None = None
    reload_actions: Count = 0
    fast_dex: int | None = None
    reload_actions_fast: Count = 0
    kneeling: bool = False
    prone: bool = False
    prone_dex: int = 0

    @property
    def is_shield(self) -> bool:
        """False: shields and weapons are items side by side."""
        return False


class Shield(Row, frozen=True):
    """A shield (TFT-ARM-02): hits stopped an attack, and the DEX it costs while ready."""

    id: Id
    name: str
    stops: Count
    dex_ready: int

    @property
    def is_shield(self) -> bool:
        """True: shields and weapons are items side by side."""
        return True

    @property
    def hands(self) -> int:
        """The off hand (TFT-EQP-02)."""
        return 1


Item = Weapon | Shield


class Race(Row, frozen=True):
    """A race (TFT-RACE-01..08): points in all, least STR and DEX, and what it does better.

    `ma_column` says whose column of movement allowances counts. `damage_bonus` is added with
    weapons of `damage_bonus_classes`, `ranged_damage_bonus` with missile and thrown weapons.
    """

    id: Id
    name: str
    rule: RuleId
    total: Positive
    min_str: Positive
    min_dex: Positive
    ma_column: Literal["human", "elf"]
    damage_bonus: int = 0
    damage_bonus_classes: tuple[Id, ...] = ()
    ranged_damage_bonus: int = 0
    ranged_dex_adjustment: Id | None = None
    note: str = ""


class Armour(Row, frozen=True):
    """Armour (TFT-ARM-01): hits stopped an attack, DEX, movement allowance in hexes (MOVE-02).

    A row with a `variant` adds its armour, or takes the place of the row of that name, in
    battles played with the variant.
    """

    id: Id
    name: str
    stops: Count
    dex: int
    ma_human: Positive
    ma_elf: Positive
    variant: Id | None = None

    def ma(self, race: Race) -> int:
        """The movement allowance of that race in this armour, in hexes a turn."""
        return self.ma_elf if race.ma_column == "elf" else self.ma_human


class Carry(Row, frozen=True):
    """How much may be carried (TFT-CRE-06): weapons and shields, and `free` of one class."""

    weapons: Count
    free_class: Id
    free: Count


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


class SpecialRoll(Row, frozen=True):
    """What a total does whatever the adjDEX (TFT-HIT-03, HIT-04); damage is times `multiplier`."""

    dice: Positive
    total: Positive
    hit: bool
    multiplier: Count
    drop: bool
    breaks: bool = msgspec.field(name="break")


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


class HthDefence(Row, frozen=True):
    """A row of the hand-to-hand defence roll (TFT-HTH-07), both ends included."""

    first: Positive = msgspec.field(name="from")
    last: Positive = msgspec.field(name="to")
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


class Monster(Row, frozen=True):
    """A beast or monster (TFT-MON-01..05): suggested STR and DEX, natural weapon, hide.

    `str_per_die`, if not 0: its weapon does one die and one point more for every full so many
    points of basic STR. `to_hit_it` is added to the adjDEX of whoever attacks it.
    """

    id: Id
    name: str
    rule: RuleId
    ma: Positive
    strength: Positive = msgspec.field(name="str")
    dexterity: Positive = msgspec.field(name="dex")
    stops: Count
    dice: Count
    modifier: int
    hth_dice: Positive
    hth_modifier: int
    ma_flying: Count = 0
    str_min: Count = 0
    str_max: Count = 0
    dex_max: Count = 0
    str_per_die: Count = 0
    hexes: Positive = 1
    weapon: str = ""
    to_hit_it: int = 0
    to_hit_it_flying: int = 0
    side_is_front: bool = False


class Injury(Row, frozen=True):
    """What so many hits in one turn do (TFT-INJ-02, INJ-04)."""

    id: Literal["wounded", "knocked_down"]
    hits_in_turn: Positive
    rule: RuleId
    effect: str
    dex_adjustment: Id | None = None


class InjuryStr(Row, frozen=True):
    """STR that weakens (with the DEX adjustment then due), fells and kills (INJ-03, DMG-04)."""

    low: int
    dex_adjustment: Id
    unconscious: int
    dead: int


class CombatKind(Row, frozen=True):
    """A kind of combat and its experience points (TFT-BAT-01, XP-02..05).

    Only the fields of its own kind are set: death `survivors*`, arena `winners` to
    `weaker_margin_at_least`, practice `still_in` to `weapon_damage_divisor`.
    """

    id: Literal["death", "arena", "practice"]
    name: str
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
    drop_out_str: int = 0
    weapon_damage_divisor: Positive = 1


class Experience(Row, frozen=True):
    """What a point of STR or DEX costs, and how many VAR-XP-CAP allows in all (TFT-XP-01)."""

    xp_per_point: Positive
    cap: Positive


class Options(Row, frozen=True):
    """Defaults of a battle's options (TFT-BAT-11): 0 is no turn limit."""

    turn_limit: Count


class Variant(Row, frozen=True):
    """A reading that a battle may choose instead of the usual one (TFT-VAR-01).

    Only those `in_play` can be chosen; the others have their place but no effect yet.
    """

    id: Id
    effect: str
    default: bool
    in_play: bool = False


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written: every table, in the file's order."""

    meta: TableMeta
    geometry: Geometry
    board: tuple[BoardRow, ...]
    weapon: tuple[Weapon, ...]
    armour: tuple[Armour, ...]
    shield: tuple[Shield, ...]
    carry: Carry
    pole: Pole
    dex_adjustment: tuple[DexAdjustment, ...]
    missile_range: tuple[MissileRange, ...]
    missile_range_formula: MissileRangeFormula
    special_roll: tuple[SpecialRoll, ...]
    to_hit_probability: tuple[ToHitRow, ...]
    dice_ways: tuple[DiceWays, ...]
    hth_defence: tuple[HthDefence, ...]
    hth_bare_hands: tuple[HthBareHands, ...]
    hth_disengage: HthDisengage
    hth_draw_dagger: HthDrawDagger
    stumble: Stumble
    shelter: Shelter
    action: tuple[ActionRow, ...]
    race: tuple[Race, ...]
    monster: tuple[Monster, ...]
    injury: tuple[Injury, ...]
    injury_str: InjuryStr
    combat_kind: tuple[CombatKind, ...]
    experience: Experience
    options: Options
    variant: tuple[Variant, ...]
