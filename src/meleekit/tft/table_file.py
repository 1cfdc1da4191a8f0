"""``tables.toml`` as it is written: every table, in the file's order."""

from __future__ import annotations

from typing import Literal

import msgspec

from meleekit.tft.battle_rows import (
    ActionRow,
    CombatKind,
    DexAdjustment,
    DiceWays,
    Geometry,
    HthBareHands,
    HthDefence,
    HthDisengage,
    HthDrawDagger,
    Injury,
    InjuryStr,
    MissileRange,
    MissileRangeFormula,
    MissRoll,
    Pole,
    Rolls,
    Shelter,
    SpecialRoll,
    Stumble,
    ToHitRow,
)
from meleekit.tft.rows import (
    Armour,
    BoardRow,
    Carry,
    Experience,
    Monster,
    Options,
    Race,
    Row,
    Shield,
    Variant,
    Weapon,
)


class TableMeta(Row, frozen=True):
    """Which rules the file is for."""

    system: Literal["tft"]
    prefix: Literal["TFT"]


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
    rolls: Rolls
    special_roll: tuple[SpecialRoll, ...]
    miss_roll: tuple[MissRoll, ...]
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
    variant_injury_str: tuple[InjuryStr, ...]
    combat_kind: tuple[CombatKind, ...]
    experience: Experience
    options: Options
    variant: tuple[Variant, ...]
