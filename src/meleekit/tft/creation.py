"""A fighter's record sheet: what a legal one is (TFT-CRE, EQP, RACE) and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.core.game import Modifier
from meleekit.core.hexgrid import FRONT, Arc
from meleekit.core.typed import about, typed, under
from meleekit.tft.bestiary import hide, kind_of
from meleekit.tft.gear import counted, order_parts, stopped_by
from meleekit.tft.rows import Armour, Item, Monster, Race, Shield, Weapon
from meleekit.tft.tables import Tables, default_tables

LONGEST_NAME = 40
# Bounds of what is read at all, well above what any legal sheet has.
Word = Annotated[str, Meta(max_length=60)]
Carried = Annotated[tuple[Word, ...], Meta(max_length=12)]
InHand = Annotated[tuple[Word, ...], Meta(max_length=4)]
# The rules set no bound; record sheets and check marks need one (VAR-XP-CAP is far below).
MOST = {"xp": 1_000_000, "gained": 100}
STRONGEST = 1000
NO_VARIANTS: frozenset[str] = frozenset()
XP_CAP = "VAR-XP-CAP"


class FighterSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fighter before the battle (TFT-CRE-11), of a race or a species of beasts or monsters.

    `strength` and `dexterity` are basic values, with the `gained` points that experience
    bought included. `items` are weapon and shield ids; `ready` are those in hand on entering,
    main hand first, or None for a sensible choice (`ready_hands`). `xp` is not spent yet.
    """

    name: Word
    race: Word = "human"
    strength: int
    dexterity: int
    armour: Word = "none"
    items: Carried = ()
    ready: InHand | None = None
    xp: int = 0
    gained: int = 0


class Problem(msgspec.Struct, frozen=True):
    """Something that the rules do not allow on a sheet, and the field that shows it."""

    rule: str
    at: str
    message: str


def sheet_from(data: object, at: str = "") -> FighterSheet:
    """A sheet from plain data. Raises `BadSetup` naming the field that has the wrong type.

    What the rules say about it is left to `check_sheet`.
    """
    with about(at):
        return typed(data, FighterSheet, rule="TFT-BAD-01")


def check_sheet(
    sheet: FighterSheet,
    tables: Tables | None = None,
    variants: frozenset[str] = NO_VARIANTS,
    missiles: bool = True,
    at: str = "",
    custom: bool = False,
) -> None:
    """Refuse an illegal sheet: raises `BadSetup` with the first of its `problems`.

    `at` is the place of the sheet in what holds it (``sides[0].fighters[1]``).
    """
    for problem in problems(sheet, tables, variants, missiles, custom):
        who = "" if problem.at == "name" else f"{sheet.name}: "
        raise BadSetup(who + problem.message, rule=problem.rule, at=under(at, problem.at))


def problems(
    sheet: FighterSheet,
    tables: Tables | None = None,
    variants: frozenset[str] = NO_VARIANTS,
    missiles: bool = True,
    custom: bool = False,
) -> list[Problem]:
    """Everything that is wrong with a sheet, in the order of its fields; nothing if it is legal.

    `missiles` is whether the kind of combat allows missile weapons (TFT-BAT-08), `custom` whether
    the scenario lets monsters be weaker or stronger than their kind (TFT-MON-07).
    """
    tables = tables or default_tables()
    return [
        *name_problems(sheet.name),
        *_number_problems(sheet, tables, variants, custom),
        *_armour_problems(sheet, tables, variants),
        *_item_problems(sheet, tables, missiles),
        *_ready_problems(sheet, tables),
    ]


def name_problems(name: str, at: str = "name") -> Iterator[Problem]:
    """What is wrong with a name of a fighter or side: length, or signs that cannot be shown."""
    if not name.strip():
        yield Problem("TFT-CRE-11", at, "a name is needed")
    elif len(name) > LONGEST_NAME:
        yield Problem("TFT-CRE-11", at, f"a name has at most {LONGEST_NAME} characters")
    elif not name.isprintable():
        yield Problem("TFT-CRE-11", at, "a name has printable characters only")


def _number_problems(
    sheet: FighterSheet, tables: Tables, variants: frozenset[str], custom: bool
) -> Iterator[Problem]:
    race, monster = tables.races.get(sheet.race), tables.monsters.get(sheet.race)
    if race is None and monster is None:
        known = ", ".join((*tables.races, *tables.monsters))
        message = f"there is no race {sheet.race!r}; there are {known}"
        yield Problem("TFT-BAD-01", "race", message)
    wrong = [
        field
        for field in ("strength", "dexterity", "xp", "gained")
        if type(getattr(sheet, field)) is not int
    ]
    for field in wrong:
        yield Problem("TFT-BAD-01", field, f"{field} must be a whole number")
    if wrong:
        return
    for field, rule in (("xp", "TFT-XP-07"), ("gained", "TFT-XP-01")):
        if getattr(sheet, field) < 0:
            yield Problem(rule, field, f"{field} is never below 0")
        if getattr(sheet, field) > MOST[field]:
            yield Problem(rule, field, f"{field} is at most {MOST[field]}")
    if XP_CAP in variants and sheet.gained > tables.experience.cap:
        cap = tables.experience.cap
        yield Problem("TFT-XP-01", "gained", f"at most {cap} points may be bought ({XP_CAP})")
    if race is not None:
        yield from _race_problems(sheet, race)
    elif monster is not None:
        yield from _monster_problems(sheet, monster, custom)


def _race_problems(sheet: FighterSheet, race: Race) -> Iterator[Problem]:
    """Each race has its own total and its own least STR and DEX (TFT-CRE-01, CRE-02)."""
    who = race.name.lower()
    for field, value, least in (
        ("strength", sheet.strength, race.min_str),
        ("dexterity", sheet.dexterity, race.min_dex),
    ):
        if value < least:
            yield Problem(race.rule, field, f"{field} {value} is below the {who}'s least, {least}")
    total = sheet.strength + sheet.dexterity
    due = race.total + max(0, sheet.gained)
    if total != due:
        bought = f" ({race.total} and {sheet.gained} gained)" if sheet.gained > 0 else ""
        yield Problem(
            race.rule,
            "strength",
            f"strength and dexterity are {total} together; a {who} has exactly {due}{bought}",
        )


def _monster_problems(sheet: FighterSheet, monster: Monster, custom: bool) -> Iterator[Problem]:
    """STR and DEX within the bounds of the kind, unless the scenario is `custom` (TFT-MON-07)."""
    who = monster.name.lower()
    for field, value, least, most in (
        ("strength", sheet.strength, monster.str_min, monster.str_max),
        ("dexterity", sheet.dexterity, monster.dex_min, monster.dex_max),
    ):
        least, most = (1, STRONGEST) if custom else (least, most or STRONGEST)
        if not least <= value <= most:
            message = f"{field} {value} is not between {least} and {most}, as a {who}'s is"
            yield Problem("TFT-MON-07", field, message)


def _armour_problems(
    sheet: FighterSheet, tables: Tables, variants: frozenset[str]
) -> Iterator[Problem]:
    monster = tables.monsters.get(sheet.race)
    if monster is not None and not monster.weapon and sheet.armour != "none":
        yield Problem("TFT-CRE-12", "armour", f"a {monster.name.lower()} wears nothing")
        return
    armours = tables.armours_with(variants)
    if sheet.armour in armours:
        return
    for row in tables.variant_armours:
        if row.id == sheet.armour:
            message = f"{row.name.lower()} is worn only with {row.variant}"
            yield Problem("TFT-CRE-08", "armour", message)
            return
    known = ", ".join(armours)
    yield Problem("TFT-BAD-01", "armour", f"there is no armour {sheet.armour!r}; there is {known}")


def _item_problems(sheet: FighterSheet, tables: Tables, missiles: bool) -> Iterator[Problem]:
    monster = tables.monsters.get(sheet.race)
    if monster is not None and sheet.items:
        own = monster.weapon.lower() and f"its {monster.weapon.lower()}"
        message = f"a {monster.name.lower()} carries nothing but {own or 'what it is born with'}"
        yield Problem("TFT-CRE-12", "items", message)
    known = [tables.items[item] for item in sheet.items if item in tables.items]
    for index, item_id in enumerate(sheet.items):
        at = f"items[{index}]"
        item = tables.items.get(item_id)
        if item is None:
            yield Problem("TFT-BAD-01", at, f"there is no weapon or shield {item_id!r}")
        if not isinstance(item, Weapon):
            continue
        if type(sheet.strength) is int and item.str_needed > sheet.strength:
            yield Problem(
                "TFT-CRE-05",
                at,
                f"{item.name} needs strength {item.str_needed}, not {sheet.strength}",
            )
        if item.missile and not missiles:
            message = f"{item.name} is a missile weapon; this kind of combat has none"
            yield Problem("TFT-BAT-08", at, message)
    carry = tables.carry
    load = counted(known, carry)
    if len(load) > carry.weapons:
        # CRE-07 is to blame if only its reading of daggers and main-gauches makes it too much.
        beyond_doubt = [item for item in load if item.is_shield or not _is_small(item, tables)]
        yield Problem(
            "TFT-CRE-06" if len(beyond_doubt) > carry.weapons else "TFT-CRE-07",
            "items",
            f"{len(load)} weapons and shields are too many: {carry.weapons} and "
            f"{carry.free} {carry.free_class} may be carried; further ones count as weapons",
        )


def _is_small(item: Item, tables: Tables) -> bool:
    """Whether it is of those of which TFT-CRE-07 says that they count after all."""
    return isinstance(item, Weapon) and (item.parry > 0 or item.klass == tables.carry.free_class)


def _ready_problems(sheet: FighterSheet, tables: Tables) -> Iterator[Problem]:
    if sheet.ready is None:
        return
    left = Counter(sheet.items)
    for index, item_id in enumerate(sheet.ready):
        at = f"ready[{index}]"
        if not left[item_id]:
            yield Problem("TFT-CRE-09", at, f"{item_id!r} is not among the items carried")
        left[item_id] -= 1
    held = [tables.items[item_id] for item_id in sheet.ready if item_id in tables.items]
    if len(held) < len(sheet.ready):
        return
    if sum(item.hands for item in held) > 2:
        names = " and ".join(item.name for item in held)
        yield Problem("TFT-EQP-02", "ready", f"two hands cannot hold {names} at once")
    elif len(held) == 2 and _for_off_hand(held[0]):
        message = f"{held[0].name} belongs in the off hand, after the weapon"
        yield Problem("TFT-EQP-02", "ready[0]", message)


def ready_hands(sheet: FighterSheet, tables: Tables | None = None) -> tuple[str | None, str | None]:
    """What is in the main and in the off hand on entering (TFT-CRE-09); the rest is slung.

    Without a wish on the sheet: the first weapon carried that is not only thrown, and beside a
    one-handed one the first shield or else the first main-gauche. A shield on its own is in the
    off hand; a two-handed weapon leaves the off hand None.
    """
    tables = tables or default_tables()
    ready = sheet.ready if sheet.ready is not None else _usual_ready(sheet, tables)
    if len(ready) == 1 and _for_off_hand(tables.items[ready[0]]):
        return None, ready[0]
    return (ready[0] if ready else None), (ready[1] if len(ready) > 1 else None)


def _for_off_hand(item: Item) -> bool:
    """Shields and main-gauches are held in the off hand (TFT-EQP-02, TFT-MG-01)."""
    return item.is_shield or (isinstance(item, Weapon) and item.parry > 0)


def _usual_ready(sheet: FighterSheet, tables: Tables) -> tuple[str, ...]:
    carried = list(enumerate(sheet.items))
    weapons = [
        (index, weapon)
        for index, item_id in carried
        if isinstance(weapon := tables.items[item_id], Weapon) and not weapon.thrown_only
    ]
    # Daggers and main-gauches are for the off hand or a last resort, missiles for later.
    weapons.sort(key=lambda entry: (entry[1].missile, _is_small(entry[1], tables)))
    shield = next((item_id for _, item_id in carried if item_id in tables.shields), None)
    if not weapons:
        return (shield,) if shield else ()
    main_index, main = weapons[0]
    if main.hands > 1:
        return (main.id,)
    parrying = next(
        (weapon.id for index, weapon in weapons if weapon.parry and index != main_index), None
    )
    beside = shield or parrying
    return (main.id, beside) if beside else (main.id,)


def armour_worn(
    sheet: FighterSheet, tables: Tables | None = None, variants: frozenset[str] = NO_VARIANTS
) -> Armour:
    """The row of the armour that the fighter wears; a beast wears its hide."""
    tables = tables or default_tables()
    monster = tables.monsters.get(sheet.race)
    if monster is not None and not monster.weapon:
        return hide(monster)
    return tables.armours_with(variants)[sheet.armour]


def movement_allowance(
    sheet: FighterSheet, tables: Tables | None = None, variants: frozenset[str] = NO_VARIANTS
) -> int:
    """The fighter's MA in hexes a turn, by race and armour (TFT-MOVE-02)."""
    tables = tables or default_tables()
    return armour_worn(sheet, tables, variants).ma(kind_of(sheet.race, tables))


def hits_stopped(
    sheet: FighterSheet,
    tables: Tables | None = None,
    variants: frozenset[str] = NO_VARIANTS,
    arc: Arc = FRONT,
) -> int:
    """Hits stopped from each attack from that arc, equipped as on entering (TFT-ARM-01..07).

    Armour always; a ready shield from the front; one slung shield, the best, from the rear. A
    main-gauche stops nothing until its bearer chooses to parry with it.
    """
    tables = tables or default_tables()
    slung = [tables.shields[item] for item in sheet.items if item in tables.shields]
    ready = _ready_shield(sheet, tables)
    if ready:
        slung.remove(ready)
    parts = stopped_by(arc, armour_worn(sheet, tables, variants), ready, slung)
    return sum(part.value for part in parts)


def _ready_shield(sheet: FighterSheet, tables: Tables) -> Shield | None:
    _, off = ready_hands(sheet, tables)
    return tables.shields.get(off) if off else None


def adj_dex_at_entry(
    sheet: FighterSheet, tables: Tables | None = None, variants: frozenset[str] = NO_VARIANTS
) -> tuple[int, tuple[Modifier, ...]]:
    """The adjDEX that orders actions, equipped as on entering, and its parts (TFT-ACT-07).

    The first part is basic DEX; armour and a ready shield follow if they change it.
    """
    tables = tables or default_tables()
    worn = armour_worn(sheet, tables, variants)
    parts = order_parts(tables, sheet.dexterity, worn, _ready_shield(sheet, tables))
    return sum(part.value for part in parts), parts
