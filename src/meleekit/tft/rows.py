"""The rows of ``tables.toml`` that make a fighter: gear, races, boards, experience.

One struct a table, one field a column; the rows that a battle runs on are in `battle_rows`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_\-]+$")]
RuleId = Annotated[str, Meta(pattern=r"^TFT-[A-Z]+-\d\d$")]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Coord = tuple[int, int]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row may say: where it comes from, and readings that differ."""

    provenance: str = "source"
    doubt: str = ""


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
    A `natural` one is part of its bearer: it cannot be dropped, broken, thrown or used to Defend
    (TFT-MON-06, TFT-HIT-07). Ranges and reloading are set for missile weapons only: shots a turn,
    the adjDEX from which two arrows fly (`two_shots_at_dex`), reload actions, fewer of them from
    `fast_dex` on.
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
    natural: bool = False

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


class Monster(Row, frozen=True):
    """A beast or monster (TFT-MON-01..05): suggested STR and DEX, natural weapon, hide.

    A greatest STR or DEX of 0 is none (TFT-MON-07). `natural` names what it strikes with if it
    has nothing else, `hide` what stops hits. `weapon` is what it carries, if anything; only such
    a one wears armour (TFT-CRE-12). `str_per_die`, if not 0: its weapon does one die and one
    point more for every full so many points of basic STR. `to_hit_it` is added to the adjDEX of
    whoever attacks it, `to_hit_it_flying` while it flies.
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
    str_min: Positive = 1
    str_max: Count = 0
    dex_min: Positive = 1
    dex_max: Count = 0
    str_per_die: Count = 0
    hexes: Positive = 1
    weapon: str = ""
    natural: str = "Claws"
    hide: str = "Hide"
    to_hit_it: int = 0
    to_hit_it_flying: int = 0
    side_is_front: bool = False


class Experience(Row, frozen=True):
    """What a point of STR or DEX costs, and how many VAR-XP-CAP allows in all (TFT-XP-01)."""

    xp_per_point: Positive
    cap: Positive


class Options(Row, frozen=True):
    """Defaults of a battle's options (TFT-BAT-11): 0 is no turn limit."""

    turn_limit: Count


class Variant(Row, frozen=True):
    """A reading that a battle may choose instead of the usual one (TFT-VAR-01).

    `name` and `effect` are for players. It cannot be chosen together with one that it `excludes`.
    Only those `in_play` can be chosen; the others have their place but no effect yet.
    """

    id: Id
    name: str
    effect: str
    default: bool
    excludes: tuple[Id, ...] = ()
    in_play: bool = False
