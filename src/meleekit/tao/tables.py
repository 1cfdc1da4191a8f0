"""The figures of the rules, read once from ``tables.toml`` into typed rows and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.core.signs import Glyph
from meleekit.core.typed import in_file, keyed, read_toml, typed

DEFAULT_PATH = Path(__file__).with_name("tables.toml")

Count = Annotated[int, Meta(ge=0, le=1000)]
Positive = Annotated[int, Meta(ge=1, le=1000)]
Figure = Annotated[int, Meta(ge=-1000, le=1000)]
Origin = Literal["seed", "public", "ruling", "rebuilt", "house"]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the tables; a field that is not known is a mistake."""


class Costs(_Row, frozen=True):
    """What everything costs, in action points (TAO-MOV-01, MOV-02, TAO-AP-02).

    The search for the cheapest way is made for steps of 1 and a penalty of 1 (TAO-MOV-08).
    """

    step: Literal[1]
    leave_melee: Literal[1]
    attack: Positive
    unarmed_attack: Positive
    draw: Positive
    pick_up: Positive
    drop: Count
    grab: Positive
    overbear_least: Positive
    charge_attack: Positive
    blow: Positive
    break_out: Positive
    change_facing: Count
    adjust_shield: Count


class Allowance(_Row, frozen=True):
    """The action points that a combatant may have for its turn (TAO-AP-01)."""

    least: Positive
    most: Positive


class ToHit(_Row, frozen=True):
    """The die of a roll to hit, its two special faces, the least damage (TAO-ATT-03, ATT-04)."""

    die: Positive
    always_misses: Positive
    always_hits: Positive
    least_damage: Positive


class Critical(_Row, frozen=True):
    """When a hit is critical, and how often its damage counts (TAO-CRIT-01)."""

    margin: Count
    multiplier: Positive
    again: Positive
    once_more_if_bare: Positive


class Fall(_Row, frozen=True):
    """Hit points at which one is down, and dead (TAO-HP-01)."""

    down: Figure
    dead: Figure


class Stun(_Row, frozen=True):
    """So many times its damage make a hit stun (TAO-STUN-01)."""

    times: Positive


class Overbearing(_Row, frozen=True):
    """Damage of overbearing, and the ratio in percent up to which it cannot be (TAO-OVB-02)."""

    damage_sides: Positive
    impossible_up_to: Count


class Charge(_Row, frozen=True):
    """The figures of a charge (TAO-CHG-01, CHG-05, CHG-06)."""

    least_hexes: Positive
    hexes_per_ap: Positive
    contact_die: Positive
    charger_contact: Count
    defender_to_hit: Figure
    charger_to_hit: Figure
    charger_damage: Figure
    least_ratio: Count


class Morale(_Row, frozen=True):
    """The dice of a morale check (TAO-CHG-04)."""

    dice: Positive
    sides: Positive


class Grab(_Row, frozen=True):
    """How often Strength counts, the die, and the hands a weapon may take (TAO-GRAP-01, 02)."""

    strength_times: Count
    die: Positive
    most_hands: Count


class Initiative(_Row, frozen=True):
    """The die of a side (TAO-INIT-01)."""

    die: Positive


class BareHands(_Row, frozen=True):
    """The row of the weapons with which one strikes who holds none (TAO-ATT-04)."""

    name: str


class EngagedRow(_Row, frozen=True):
    """Whether an adjacent enemy engages one, by who of them is armed (TAO-MEL-04..06)."""

    armed: bool
    enemy_armed: bool
    engaged: bool
    origin: Origin = "seed"


class Quickness(_Row, frozen=True):
    """What that Dexterity or more adds to one's number (TAO-INIT-02)."""

    dexterity: Positive
    bonus: Count
    origin: Origin = "seed"


class Stride(_Row, frozen=True):
    """A way of going, in hexes an action point (TAO-AP-03)."""

    name: str
    least: Positive
    most: Positive
    origin: Origin = "seed"


class Overbear(_Row, frozen=True):
    """The to-hit modifier of overbearing from that weight ratio in percent on (TAO-OVB-02)."""

    least: Positive
    to_hit: Figure
    origin: Origin = "seed"


class Thac0(_Row, frozen=True):
    """A group's THAC0 by level, from the first on (TAO-ATT-02)."""

    group: str
    levels: tuple[Positive, ...]
    origin: Origin = "seed"


class Armour(_Row, frozen=True):
    """The armour class that something gives (TAO-ATT-02)."""

    name: str
    ac: Figure
    origin: Origin = "seed"


class Weapon(_Row, frozen=True):
    """A weapon: its damage, reach in hexes, hands.

    `natural` ones cannot be dropped, `missile` ones arm nobody in melee (TAO-MEL-08), and `brawl`
    says which can be used in a brawl (TAO-GRAP-05).
    """

    name: str
    dice: Positive
    sides: Positive
    reach: Count
    hands: Count
    add: Figure = 0
    natural: bool = False
    missile: bool = False
    brawl: bool = False
    glyph: Glyph | None = None
    origin: Origin = "seed"

    @property
    def damage(self) -> str:
        """The dice as they are written: "1D6+1"."""
        return f"{self.dice}D{self.sides}" + (f"{self.add:+d}" if self.add else "")


class Ready(_Row, frozen=True):
    """A combatant to take from the shelf; `weapon` is ready, empty for bare hands."""

    id: str
    name: str
    kind: str
    thac0: Positive
    ac: Figure
    hp: Positive
    weight: Positive
    strength: Positive
    dexterity: Positive
    ap: Positive
    weapon: str = ""


class _File(_Row, frozen=True):
    ap: Costs
    allowance: Allowance
    attack: ToHit
    critical: Critical
    fall: Fall
    stun: Stun
    overbearing: Overbearing
    charge: Charge
    morale: Morale
    grab: Grab
    initiative: Initiative
    bare_hands: BareHands
    engagement: tuple[EngagedRow, ...]
    quickness: tuple[Quickness, ...]
    stride: tuple[Stride, ...]
    overbear: tuple[Overbear, ...]
    thac0: tuple[Thac0, ...]
    armour: tuple[Armour, ...]
    weapon: tuple[Weapon, ...]
    combatant: tuple[Ready, ...]


class Tables(msgspec.Struct, frozen=True):
    """Every table by the key one looks it up with. Nothing in it changes."""

    costs: Costs
    allowance: Allowance
    to_hit: ToHit
    critical: Critical
    fall: Fall
    stun: Stun
    overbearing: Overbearing
    charge: Charge
    morale: Morale
    grab: Grab
    initiative: Initiative
    bare_hands: Weapon
    engaged: Mapping[tuple[bool, bool], bool]
    """By whether oneself and the enemy are armed."""
    quickness: Sequence[Quickness]
    strides: Sequence[Stride]
    overbear: Sequence[Overbear]
    thac0: Mapping[str, tuple[int, ...]]
    armours: Mapping[str, int]
    weapons: Mapping[str, Weapon]
    ready: Mapping[str, Ready]

    def quick(self, dexterity: int) -> int:
        """What a Dexterity adds to one's number (TAO-INIT-02)."""
        return max((row.bonus for row in self.quickness if dexterity >= row.dexterity), default=0)

    def overbear_to_hit(self, ratio: int) -> int | None:
        """The modifier at that weight ratio in percent, None where it cannot be (TAO-OVB-02)."""
        if ratio <= self.overbearing.impossible_up_to:
            return None
        found = [row.to_hit for row in self.overbear if ratio >= row.least]
        return found[-1] if found else None


def load_tables(path: Path) -> Tables:
    """Tables from a file. Raises `BadSetup` naming the file and the field that is wrong."""
    file = typed(read_toml(path), _File, name=path.name)
    with in_file(path):
        _check(file)
    weapons = {row.name: row for row in file.weapon}
    return Tables(
        costs=file.ap,
        allowance=file.allowance,
        to_hit=file.attack,
        critical=file.critical,
        fall=file.fall,
        stun=file.stun,
        overbearing=file.overbearing,
        charge=file.charge,
        morale=file.morale,
        grab=file.grab,
        initiative=file.initiative,
        bare_hands=weapons[file.bare_hands.name],
        engaged=MappingProxyType(
            {(row.armed, row.enemy_armed): row.engaged for row in file.engagement}
        ),
        quickness=file.quickness,
        strides=file.stride,
        overbear=file.overbear,
        thac0=MappingProxyType({row.group: row.levels for row in file.thac0}),
        armours=MappingProxyType({row.name: row.ac for row in file.armour}),
        weapons=MappingProxyType(weapons),
        ready=MappingProxyType({row.id: row for row in file.combatant}),
    )


def _check(file: _File) -> None:
    """Names given once, rows that rise, and figures that fit each other."""
    for table, names in (
        ("thac0", [row.group for row in file.thac0]),
        ("armour", [row.name for row in file.armour]),
        ("weapon", [row.name for row in file.weapon]),
        ("combatant", [row.id for row in file.combatant]),
        ("stride", [row.name for row in file.stride]),
        ("engagement", [f"{row.armed}, {row.enemy_armed}" for row in file.engagement]),
    ):
        keyed(names, table, str)
    if len(file.engagement) != 4:
        raise BadSetup("four rows: armed or not, against armed or not", at="engagement")
    for table, least in (
        ("quickness", [row.dexterity for row in file.quickness]),
        ("overbear", [row.least for row in file.overbear]),
    ):
        if any(low >= high for low, high in pairwise(least)):
            raise BadSetup("the rows rise", at=table)
    # Below the first row there must be nothing that is allowed and has no modifier.
    if not file.overbear or file.overbear[0].least > file.overbearing.impossible_up_to + 1:
        raise BadSetup("no row for the least ratio that is allowed", at="overbear")
    weapons = [row.name for row in file.weapon]
    if file.bare_hands.name not in weapons:
        raise BadSetup(f"no weapon {file.bare_hands.name!r}", at="bare_hands.name")
    for number, row in enumerate(file.combatant):
        if row.weapon and row.weapon not in weapons:
            raise BadSetup(f"no weapon {row.weapon!r}", at=f"combatant[{number}].weapon")
        if not file.allowance.least <= row.ap <= file.allowance.most:
            said = f"{file.allowance.least} to {file.allowance.most}"
            raise BadSetup(said, at=f"combatant[{number}].ap", rule="TAO-AP-01")
    for number, group in enumerate(file.thac0):
        if not group.levels:
            raise BadSetup("at least one level", at=f"thac0[{number}].levels")
    if file.fall.dead >= file.fall.down:
        raise BadSetup("the dead have fewer hit points than those who are down", at="fall.dead")


@lru_cache(maxsize=1)
def default_tables() -> Tables:
    """The tables that come with the game."""
    return load_tables(DEFAULT_PATH)
