"""The numbers of the rules, read once from ``tables.toml`` and checked against each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NoReturn, TypeVar

from meleekit.core import hexgrid
from meleekit.core.errors import BadSetup
from meleekit.core.hexlines import OVERSHOOT
from meleekit.core.typed import read_toml, typed
from meleekit.tft.battle_rows import (
    ActionRow,
    CombatKind,
    DexAdjustment,
    Geometry,
    HthBareHands,
    HthDefence,
    HthDisengage,
    HthDrawDagger,
    Injury,
    InjuryStr,
    MissileRangeFormula,
    MissRoll,
    Pole,
    Rolls,
    Shelter,
    SpecialRoll,
    Stumble,
    ToHitRow,
)
from meleekit.tft.blow_events import TIMES
from meleekit.tft.rows import (
    Armour,
    BoardRow,
    Carry,
    Experience,
    Item,
    Monster,
    Options,
    Race,
    Shield,
    Variant,
    Weapon,
)
from meleekit.tft.table_file import TableFile

DEFAULT_PATH = Path(__file__).with_name("tables.toml")

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class Tables:
    """Every table of the rules by the key one looks it up with. Nothing in it changes.

    `items` holds weapons and shields together, since both are carried. `armours` are those of
    the rules without variants; see `armours_with`. `dice_ways` counts throws by (dice, total),
    `special_rolls` has the same key. Rows of variants stand apart; see `variants.with_variants`.
    `hit_bounds` gives, for a number of dice, the totals that
    always hit (up to the first) and never hit (above the second).
    """

    source: str
    geometry: Geometry
    boards: Mapping[str, BoardRow]
    weapons: Mapping[str, Weapon]
    shields: Mapping[str, Shield]
    items: Mapping[str, Item]
    armours: Mapping[str, Armour]
    variant_armours: tuple[Armour, ...]
    carry: Carry
    pole: Pole
    dex: Mapping[str, DexAdjustment]
    missile_range: MissileRangeFormula
    rolls: Rolls
    special_rolls: Mapping[tuple[int, int], SpecialRoll]
    variant_special_rolls: tuple[SpecialRoll, ...]
    miss_rolls: tuple[MissRoll, ...]
    hit_bounds: Mapping[int, tuple[int, int]]
    to_hit: Mapping[int, ToHitRow]
    dice_ways: Mapping[tuple[int, int], int]
    hth_defence: tuple[HthDefence, ...]
    hth_bare_hands: Mapping[str, HthBareHands]
    hth_disengage: HthDisengage
    hth_draw_dagger: HthDrawDagger
    stumble: Stumble
    shelter: Shelter
    actions: Mapping[str, ActionRow]
    races: Mapping[str, Race]
    monsters: Mapping[str, Monster]
    injuries: Mapping[str, Injury]
    variant_injuries: tuple[Injury, ...]
    injury_str: InjuryStr
    variant_injury_str: tuple[InjuryStr, ...]
    combat_kinds: Mapping[str, CombatKind]
    experience: Experience
    options: Options
    variants: Mapping[str, Variant]

    def armours_with(self, variants: frozenset[str]) -> Mapping[str, Armour]:
        """The armours of a battle played with those variants, by id, in the table's order."""
        armours = dict(self.armours)
        armours.update({row.id: row for row in self.variant_armours if row.variant in variants})
        return armours

    def missile_range_dex(self, megahexes: int) -> int:
        """The DEX adjustment for a missile shot over that megahex distance (TFT-DEX-15)."""
        return -max(0, (megahexes - self.missile_range.offset) // self.missile_range.step)


@lru_cache(maxsize=1)
def default_tables() -> Tables:
    """The tables that come with the game, read once."""
    return load_tables()


def load_tables(path: Path | None = None) -> Tables:
    """The tables of a file; without a path those that come with the game, read anew.

    Raises `BadSetup` naming the file and the field if a value has the wrong type, is out of
    range, names what is not there, or contradicts another table.
    """
    path = path or DEFAULT_PATH
    file = typed(read_toml(path), TableFile, name=path.name)
    tables = _tables(file, path.name)
    _check(file, tables)
    return tables


def _tables(file: TableFile, source: str) -> Tables:
    weapons = _keyed(file.weapon, "weapon", source, lambda row: row.id)
    shields = _keyed(file.shield, "shield", source, lambda row: row.id)
    for index, shield in enumerate(file.shield):
        if shield.id in weapons:
            _refuse(source, f"{shield.id} is a weapon already", f"shield[{index}].id")
    plain = [row for row in file.armour if row.variant is None]
    rolls = [row for row in file.special_roll if row.variant is None]
    special = _keyed(rolls, "special_roll", source, lambda row: (row.dice, row.total))
    injuries = [row for row in file.injury if row.variant is None]
    return Tables(
        source=source,
        geometry=file.geometry,
        boards=_keyed(file.board, "board", source, lambda row: row.id),
        weapons=weapons,
        shields=shields,
        items={**weapons, **shields},
        armours=_keyed(plain, "armour", source, lambda row: row.id),
        variant_armours=tuple(row for row in file.armour if row.variant is not None),
        carry=file.carry,
        pole=file.pole,
        dex=_keyed(file.dex_adjustment, "dex_adjustment", source, lambda row: row.id),
        missile_range=file.missile_range_formula,
        rolls=file.rolls,
        special_rolls=special,
        variant_special_rolls=tuple(row for row in file.special_roll if row.variant is not None),
        hit_bounds=hit_bounds(rolls, source),
        miss_rolls=file.miss_roll,
        to_hit=_keyed(file.to_hit_probability, "to_hit_probability", source, lambda r: r.adj_dex),
        dice_ways={
            key: row.ways
            for key, row in _keyed(
                file.dice_ways, "dice_ways", source, lambda row: (row.dice, row.total)
            ).items()
        },
        hth_defence=file.hth_defence,
        hth_bare_hands=_keyed(file.hth_bare_hands, "hth_bare_hands", source, lambda r: r.versus),
        hth_disengage=file.hth_disengage,
        hth_draw_dagger=file.hth_draw_dagger,
        stumble=file.stumble,
        shelter=file.shelter,
        actions=_keyed(file.action, "action", source, lambda row: row.id),
        races=_keyed(file.race, "race", source, lambda row: row.id),
        monsters=_keyed(file.monster, "monster", source, lambda row: row.id),
        injuries=_keyed(injuries, "injury", source, lambda row: row.id),
        variant_injuries=tuple(row for row in file.injury if row.variant is not None),
        injury_str=file.injury_str,
        variant_injury_str=file.variant_injury_str,
        combat_kinds=_keyed(file.combat_kind, "combat_kind", source, lambda row: row.id),
        experience=file.experience,
        options=file.options,
        variants=_keyed(file.variant, "variant", source, lambda row: row.id),
    )


def _refuse(source: str, message: str, at: str) -> NoReturn:
    raise BadSetup(f"{source}: {message}", at=at)


def _keyed(rows: Iterable[V], table: str, source: str, key: Callable[[V], K]) -> Mapping[K, V]:
    found: dict[K, V] = {}
    for index, row in enumerate(rows):
        if key(row) in found:
            _refuse(source, f"{key(row)} is there twice", f"{table}[{index}]")
        found[key(row)] = row
    return found


def hit_bounds(rows: Iterable[SpecialRoll], source: str) -> Mapping[int, tuple[int, int]]:
    """For each number of dice the highest total that always and the last that can hit.

    Raises `BadSetup` if the totals that always hit, or never, are not in one piece.
    """
    rows = tuple(rows)
    bounds: dict[int, tuple[int, int]] = {}
    for dice in sorted({row.dice for row in rows}):
        hits = sorted(row.total for row in rows if row.dice == dice and row.hit)
        misses = sorted(row.total for row in rows if row.dice == dice and not row.hit)
        unbroken = hits == list(range(dice, dice + len(hits))) and misses == list(
            range(6 * dice - len(misses) + 1, 6 * dice + 1)
        )
        if not hits or not misses or not unbroken:
            _refuse(
                source,
                f"on {dice} dice the totals that always hit must run from {dice} up, and those "
                f"that always miss up to {6 * dice}, without gaps",
                "special_roll",
            )
        bounds[dice] = (hits[-1], misses[0] - 1)
    return bounds


def _check(file: TableFile, tables: Tables) -> None:
    """Refuse rows that name what is not there, contradict each other, or cannot be played."""
    source = tables.source
    _check_geometry(tables.geometry, source)
    _check_rolls(file, tables)
    for table, wanted in _WANTED.items():
        missing = sorted(set(wanted) - set(getattr(tables, table)))
        if missing:
            _refuse(source, f"has no row {missing[0]}", _TABLE_OF[table])
    for index, weapon in enumerate(file.weapon):
        at = f"weapon[{index}]"
        if weapon.missile != (weapon.category == "missile"):
            _refuse(source, f"{weapon.id}: missile and category disagree", f"{at}.missile")
        if weapon.missile and not weapon.shots_per_turn:
            _refuse(source, f"{weapon.id}: a missile weapon shoots", f"{at}.shots_per_turn")
        if weapon.thrown_only and not weapon.throwable:
            _refuse(source, f"{weapon.id}: is only thrown, yet not throwable", f"{at}.throwable")
    _check_variants(file, tables)
    for index, armour in enumerate(file.armour):
        _check_dex(tables, armour.id, armour.dex, f"armour[{index}].dex")
    for index, shield in enumerate(file.shield):
        _check_dex(tables, shield.id, shield.dex_ready, f"shield[{index}].dex_ready")
    classes = {weapon.klass for weapon in file.weapon}
    if tables.carry.free_class not in classes:
        _refuse(source, f"no weapon has class {tables.carry.free_class}", "carry.free_class")
    for index, race in enumerate(file.race):
        at = f"race[{index}]"
        if race.min_str + race.min_dex > race.total:
            _refuse(source, f"{race.id}: the least STR and DEX exceed the total", f"{at}.total")
        for klass in race.damage_bonus_classes:
            if klass not in classes:
                _refuse(source, f"no weapon has class {klass}", f"{at}.damage_bonus_classes")
        _check_named_dex(tables, race.ranged_dex_adjustment, f"{at}.ranged_dex_adjustment")
    for index, monster in enumerate(file.monster):
        _check_monster(tables, monster, f"monster[{index}]")
    for index, injury in enumerate(file.injury):
        _check_named_dex(tables, injury.dex_adjustment, f"injury[{index}].dex_adjustment")
    _check_named_dex(tables, tables.injury_str.dex_adjustment, "injury_str.dex_adjustment")
    for index, row in enumerate(file.missile_range):
        ends = (row.megahexes_from, row.megahexes_to)
        if any(tables.missile_range_dex(distance) != row.dex for distance in ends):
            _refuse(source, "disagrees with missile_range_formula", f"missile_range[{index}].dex")
    _check_die_table(file.hth_defence, source)


def _check_monster(tables: Tables, monster: Monster, at: str) -> None:
    """A monster has a weapon, its own name, and the DEX rows of those who attack it."""
    if monster.id in tables.races:
        _refuse(tables.source, f"{monster.id} is a race already", f"{at}.id")
    if not monster.weapon and not monster.dice:
        _refuse(tables.source, f"{monster.id}: strikes with no dice", f"{at}.dice")
    _check_dex(tables, monster.id, monster.to_hit_it, f"{at}.to_hit_it")
    flying = f"{monster.id}_flying"
    _check_dex(tables, flying, monster.to_hit_it_flying, f"{at}.to_hit_it_flying")


def _check_variants(file: TableFile, tables: Tables) -> None:
    """Rows belong to variants that there are, and so do those that a variant excludes."""
    groups: Mapping[str, Sequence[Armour | SpecialRoll | Injury | InjuryStr]] = {
        "armour": file.armour,
        "special_roll": file.special_roll,
        "injury": file.injury,
        "variant_injury_str": file.variant_injury_str,
    }
    named = [
        (f"{table}[{index}].variant", row.variant)
        for table, rows in groups.items()
        for index, row in enumerate(rows)
        if row.variant is not None
    ]
    named += [
        (f"variant[{index}].excludes", other)
        for index, row in enumerate(file.variant)
        for other in row.excludes
    ]
    for at, variant in named:
        if variant not in tables.variants:
            _refuse(tables.source, f"there is no variant {variant}", at)


def _check_geometry(geometry: Geometry, source: str) -> None:
    """The grid is not the table's to change: each field must be as the core has it."""
    turns = {
        arc: tuple(turn for turn in range(6) if hexgrid.turn_class(turn, 0) is arc)
        for arc in hexgrid.Arc
    }
    made: Mapping[str, object] = {
        "directions": hexgrid.DIRECTIONS,
        "direction_names": hexgrid.DIRECTION_NAMES,
        "front_offsets": turns[hexgrid.Arc.FRONT],
        "side_offsets": turns[hexgrid.Arc.SIDE],
        "rear_offsets": turns[hexgrid.Arc.REAR],
        "overshoot_hexes": OVERSHOOT,
        "megahex_offsets": hexgrid.MEGAHEX_OFFSETS,
    }
    for field, value in made.items():
        if getattr(geometry, field) != value:
            _refuse(source, f"the grid has {field} {value}, no others", f"geometry.{field}")


def _check_rolls(file: TableFile, tables: Tables) -> None:
    """Special totals that can be played, for both numbers of dice that attacks roll."""
    source = tables.source
    for field in ("attack", "defended_attack"):
        dice = getattr(tables.rolls, field)
        if dice not in tables.hit_bounds:
            _refuse(source, f"there is no special_roll on {dice} dice", f"rolls.{field}")
    for index, row in enumerate(file.special_roll):
        at = f"special_roll[{index}]"
        if row.hit and row.multiplier not in TIMES:
            known = ", ".join(map(str, TIMES))
            message = f"a hit does {known} times the damage, not {row.multiplier} times"
            _refuse(source, message, f"{at}.multiplier")
        if not row.hit and row.multiplier:
            _refuse(source, "a miss does no damage to multiply", f"{at}.multiplier")
        if row.hit and (row.drop or row.breaks):
            field = "drop" if row.drop else "break"
            _refuse(source, "a weapon that hits is neither dropped nor broken", f"{at}.{field}")


# What the engine looks up by name; a corrected table may add rows but not lose these.
_WANTED: Mapping[str, tuple[str, ...]] = {
    "armours": ("none",),
    "races": ("human",),
    "weapons": ("dagger", "main_gauche"),
    "injuries": ("wounded", "knocked_down"),
    "combat_kinds": ("death", "arena", "practice"),
    "dex": (
        *("side", "rear", "hth_target", "mg_shield", "mg_both", "two_weapons", "pole_set"),
        *("crossbow_prone", "halfling_ranged", "sheltered", "wounded", "str3", "thrown_range"),
        *("gargoyle_flying", "giant_snake"),
    ),
    "actions": (
        *("none", "charge_attack", "dodge", "drop", "ready", "missile_attack", "stand_up"),
        *("hth_entry_move", "attack", "defend", "change_weapons", "hth_attempt", "disengage"),
        *("pick_up", "last_shot", "hth_attack", "draw_dagger", "hth_disengage"),
    ),
    "hth_bare_hands": ("weaker_enemy", "equal_enemy", "stronger_enemy", "side_of_two_or_more"),
}

_TABLE_OF = {
    "armours": "armour",
    "races": "race",
    "weapons": "weapon",
    "injuries": "injury",
    "combat_kinds": "combat_kind",
    "dex": "dex_adjustment",
    "actions": "action",
    "hth_bare_hands": "hth_bare_hands",
}


def _check_dex(tables: Tables, item: str, value: int, at: str) -> None:
    """An armour's or shield's DEX stands in two tables; they must say the same."""
    row = tables.dex.get(item)
    if row is None and value:
        _refuse(tables.source, f"there is no dex_adjustment {item}", at)
    if row is not None and row.value != value:
        _refuse(tables.source, f"dex_adjustment {item} says {row.value}", at)


def _check_named_dex(tables: Tables, name: str | None, at: str) -> None:
    if name is not None and name not in tables.dex:
        _refuse(tables.source, f"there is no dex_adjustment {name}", at)


def _check_die_table(rows: tuple[HthDefence, ...], source: str) -> None:
    """The defence roll must have one row for every face of the die."""
    edges = [(row.first, row.last) for row in rows]
    joined = all(last + 1 == first for (_, last), (first, _) in pairwise(edges))
    if not edges or edges[0][0] != 1 or edges[-1][1] != 6 or not joined:
        _refuse(source, "the rows must run from 1 to 6 without gaps", "hth_defence")
