"""What a thrown weapon or a shot needs, does and meets at each character on its way (TFT-DEX)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from meleekit.core.dice import ways
from meleekit.core.game import Modifier
from meleekit.core.hexes import HexBoard
from meleekit.core.hexgrid import (
    DIRECTIONS,
    FRONT,
    REAR,
    SIDE,
    Arc,
    bearing_of,
    megahex,
    megahex_distance,
    turn_class,
)
from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import Result
from meleekit.tft.blows import StrikePlan, hit_results, most_to_hit, plan_of
from meleekit.tft.combat import damage_bonuses, damage_divisor, defends, stops
from meleekit.tft.dexterity import order_dex, order_key, target_parts
from meleekit.tft.engagement import has_front, is_aloft
from meleekit.tft.gear import Modifiers, row_modifier
from meleekit.tft.misses import plan_miss
from meleekit.tft.rows import Weapon
from meleekit.tft.shapes import turned_about
from meleekit.tft.state import PRONE, Battle, Figure, Manner
from meleekit.tft.tables import Tables

_FORWARD = (FRONT, SIDE, REAR)


class Aim(StrEnum):
    """What is wanted of a character that a flight comes to (TFT-LOF-02, LOF-05, LOF-06)."""

    AVOID = "avoid"
    """Roll to miss: it is in the way, or a friend behind the target."""
    TARGET = "target"
    STRAY = "stray"
    """Roll to hit an enemy behind the target; there is nothing to be dropped any more."""


def manner_of(weapon: Weapon) -> Manner:
    """How a weapon flies: missile weapons shoot, all others are thrown."""
    return Manner.SHOT if weapon.missile else Manner.THROW


def arc_from_afar(arena: Arena, battle: Battle, from_hex: int, who: int) -> Arc:
    """The arc of `who` that an attack from any distance comes from (TFT-GEO-09, FACE-05).

    A line exactly through a corner comes from the more forward of the two directions.
    """
    figure = battle.figures[who]
    if not has_front(figure):
        return REAR
    if arena.giants[who]:
        return _arc_of_giant(arena, figure, who, from_hex)
    coords = arena.board.coords
    (q, r), (from_q, from_r) = coords[figure.hex], coords[from_hex]
    arc = _arc_towards(from_q - q, from_r - r, figure.facing)
    monster = arena.characters[who].monster
    if arc is SIDE and monster is not None and monster.side_is_front:
        return FRONT  # FACE-08
    return arc


@lru_cache(maxsize=16384)
def _arc_towards(dq: int, dr: int, facing: int) -> Arc:
    """The arc in which an offset lies for one that faces so (TFT-GEO-09)."""
    return min([turn_class(k, facing) for k in bearing_of((dq, dr))], key=_FORWARD.index)


@lru_cache(maxsize=32768)
def megahexes_between(board: HexBoard, here: int, there: int) -> int:
    """Distance in megahexes, by their borders (TFT-GEO-12)."""
    return megahex_distance(megahex(board.coords[here]), megahex(board.coords[there]))


def nearest_hexes(arena: Arena, battle: Battle, who: int, here: int) -> tuple[int, ...]:
    """The hexes of `who` that a flight from `here` may go to: a giant's nearest (TFT-LOF-09).

    Its front corner goes before the other two; between those two, equally near, nothing decides
    but a die: a mirror swaps them.
    """
    figure = battle.figures[who]
    if not arena.giants[who]:
        return (figure.hex,)
    distance = arena.board.distance[here]
    (b, _), (c, _) = turned_about(arena.board, (figure.hex, figure.facing))
    least = min(distance[figure.hex], distance[b], distance[c])
    if distance[figure.hex] == least:
        return (figure.hex,)
    return tuple([h for h in (b, c) if distance[h] == least])


def field_of_fire(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of the hexes in front of `who` for throws and shots (TFT-GEO-08, TFT-FACE-11)."""
    figure = battle.figures[who]
    if arena.giants[who]:
        return (
            _before_a_corner(arena.board, figure.hex, figure.facing)
            & ~(arena.body[who][figure.hex][figure.facing])
        )
    return arena.board.field_of_fire(figure.hex, figure.facing)


@lru_cache(maxsize=512)
def _before_a_corner(board: HexBoard, hex_: int, v: int) -> int:
    """The half of the board that lies before corner `v` of a giant's front hex (TFT-FACE-11)."""
    (aq, ar), (bq, br) = DIRECTIONS[v], DIRECTIONS[(v + 1) % 6]
    kq, kr = aq + bq, ar + br
    q, r = board.coords[hex_]
    ahead = [
        index
        for index, (tq, tr) in enumerate(board.coords)
        if 2 * (tq - q) * kq + 2 * (tr - r) * kr + (tq - q) * kr + (tr - r) * kq >= 0
    ]
    return board.mask(ahead)


def _arc_of_giant(arena: Arena, figure: Figure, who: int, here: int) -> Arc:
    """The class of the hex around a giant nearest to `here`, forward first (TFT-FACE-11)."""
    shape, distance = arena.shapes[who], arena.board.distance[here]
    ranked = []
    for rank, arc in enumerate((FRONT, SIDE, REAR)):
        mask = getattr(shape, arc.value)[figure.hex][figure.facing]
        ranked += [(distance[hex_], rank, arc) for hex_ in arena.board.hexes_of(mask)]
    return min(ranked)[2]


def span(arena: Arena, weapon: Weapon, here: int, there: int) -> int:
    """How far it is for the weapon: in hexes if thrown, in megahexes if shot."""
    if weapon.missile:
        return megahexes_between(arena.board, here, there)
    return arena.board.distance[here][there]


def _span_to(
    arena: Arena, battle: Battle, weapon: Weapon, here: int, who: int, there: int | None
) -> int:
    """The range to a character: to the hex aimed at, else to its nearest one (TFT-LOF-09)."""
    if there is None and not arena.giants[who]:
        there = battle.figures[who].hex
    if there is not None:
        return span(arena, weapon, here, there)
    nearest = nearest_hexes(arena, battle, who, here)
    return min([span(arena, weapon, here, hex_) for hex_ in nearest])


def _range_modifiers(tables: Tables, weapon: Weapon, far: int) -> Modifiers:
    """DEX for the range (TFT-DEX-14, TFT-DEX-15)."""
    if weapon.missile:
        value = tables.missile_range_dex(far)
        return (Modifier(f"range: {far} megahexes", value, "TFT-DEX-15"),) if value else ()
    row = tables.dex["thrown_range"]
    return (Modifier(f"range: {far} hex{'es' * (far != 1)}", row.value * far, row.rule),)


def weapon_modifiers(arena: Arena, who: int, weapon: Weapon, prone: bool) -> Modifiers:
    """DEX for who throws or shoots, and how it lies: TFT-DEX-10, TFT-DEX-11, TFT-RACE-04."""
    rows, race = arena.tables.dex, arena.characters[who].race
    parts = []
    if prone and weapon.prone_dex:
        row = rows["crossbow_prone"]
        parts.append(Modifier("shot lying down", weapon.prone_dex, row.rule))
    if race.ranged_dex_adjustment is not None:
        row = rows[race.ranged_dex_adjustment]
        parts.append(row_modifier(row, race.name.lower()))
    return tuple(parts)


def flight_bonuses(arena: Arena, who: int, weapon: Weapon) -> Modifiers:
    """Flat additions to the damage roll, the race's for what flies among them (TFT-RACE-04)."""
    parts = damage_bonuses(arena, who, weapon)
    race = arena.characters[who].race
    if race.ranged_damage_bonus:
        parts += (Modifier(race.name.lower(), race.ranged_damage_bonus, race.rule),)
    return parts


def plan_shot(
    arena: Arena,
    battle: Battle,
    attacker: int,
    item: int,
    who: int,
    aim: Aim,
    *,
    sheltered: bool = False,
    there: int | None = None,
) -> StrikePlan:
    """All that is known of the roll at `who` before the dice, be it to hit or to miss.

    `there` is the hex aimed at, where it makes a difference.
    """
    shooter, figure = battle.figures[attacker], battle.figures[who]
    weapon = arena.weapons[item]
    assert weapon is not None  # only weapons fly
    far = _span_to(arena, battle, weapon, shooter.hex, who, there)
    key = (
        aim,
        order_key(arena, battle, attacker),
        item,
        shooter.posture is PRONE,
        far,
        who,
        arc_from_afar(arena, battle, shooter.hex, who),
        has_front(figure),
        is_aloft(figure),
        figure.grappling,
        figure.off,
        figure.parry,
        figure.slung,
        figure.guard,
        sheltered,
    )
    plan = arena.plans.get(key)
    if plan is None:
        plan = arena.plans[key] = _plan(arena, battle, attacker, weapon, far, who, aim, sheltered)
    return plan


def _plan(
    arena: Arena,
    battle: Battle,
    attacker: int,
    weapon: Weapon,
    far: int,
    who: int,
    aim: Aim,
    sheltered: bool,
) -> StrikePlan:
    tables, shooter, figure = arena.tables, battle.figures[attacker], battle.figures[who]
    manner = manner_of(weapon)
    arc = arc_from_afar(arena, battle, shooter.hex, who)
    _, parts = order_dex(arena, battle, attacker)
    parts += weapon_modifiers(arena, attacker, weapon, shooter.posture is PRONE)
    parts += _range_modifiers(tables, weapon, far)
    bonuses = flight_bonuses(arena, attacker, weapon)
    stopping = stops(arena, battle, who, arc, manner)
    divisor = damage_divisor(arena, weapon)
    if aim is Aim.AVOID:
        return plan_miss(arena, parts, weapon, bonuses, stopping, divisor)
    parts += _target_modifiers(tables, manner, arc, sheltered, figure.grappling)
    parts += target_parts(arena, who, is_aloft(figure))
    defended = defends(battle, who, manner)
    dice = tables.rolls.defended_attack if defended else tables.rolls.attack
    at_most = most_to_hit(tables, dice, sum(part.value for part in parts))
    # Behind the target there is nothing to drop or break any more, as with claws: LOF-06.
    results = hit_results(tables, dice, at_most, aim is Aim.STRAY)
    return plan_of(weapon, parts, dice, results, bonuses, (), stopping, divisor)


def _target_modifiers(
    tables: Tables, manner: Manner, arc: Arc, sheltered: bool, grappling: bool
) -> Modifiers:
    """DEX for how the target stands to a throw, and for its shelter (TFT-DEX-07, TFT-DEX-12).

    Of one in hand-to-hand a throw has +4 in place of the arc's (TFT-DEX-08, TFT-LOF-08).
    """
    parts = []
    if manner is Manner.THROW and grappling:
        parts.append(row_modifier(tables.dex["hth_target"], "target in hand-to-hand"))
    elif manner is Manner.THROW and arc is not FRONT:
        parts.append(row_modifier(tables.dex[arc], f"from the {arc}"))
    if sheltered:
        parts.append(row_modifier(tables.dex["sheltered"], "target behind a body"))
    return tuple(parts)


@lru_cache(maxsize=8192)
def passes(plan: StrikePlan) -> float:
    """The chance that the flight goes on after this roll."""
    counts = ways(plan.dice, 6)
    on = sum(n for n, r in zip(counts, plan.results, strict=True) if r is Result.MISS)
    return float(on / 6**plan.dice)
