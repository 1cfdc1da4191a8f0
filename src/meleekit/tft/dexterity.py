"""Adjusted DEX: named modifiers that add up, for the order of action and for each attack."""

from __future__ import annotations

from meleekit.core.game import Modifier
from meleekit.core.hexgrid import FRONT, REAR, SIDE, Arc, turn_class
from meleekit.tft.arena import Arena, OrderKey
from meleekit.tft.engagement import has_front, is_aloft
from meleekit.tft.gear import Modifiers, order_parts, row_modifier
from meleekit.tft.shapes import Shape
from meleekit.tft.state import STANDING, Battle, Figure, Parry


def strength(arena: Arena, battle: Battle, who: int) -> int:
    """Current STR: basic STR less the hits taken."""
    return arena.characters[who].strength - battle.figures[who].hits


def order_dex(arena: Arena, battle: Battle, who: int) -> tuple[int, Modifiers]:
    """adjDEX that decides the order of action, with its parts (TFT-ACT-07, TFT-DEX-17).

    Range, facing, target and pole adjustments are no part of it: they belong to an attack.
    """
    key = order_key(arena, battle, who)
    known = arena.order_dex.get(key)
    if known is None:
        modifiers = _order_modifiers(arena, key)
        known = arena.order_dex[key] = (sum(m.value for m in modifiers), modifiers)
    return known


def order_key(arena: Arena, battle: Battle, who: int) -> OrderKey:
    """All that `order_dex` depends on: who, off hand, parry, wounded last turn, STR low."""
    figure = battle.figures[who]
    return (
        who,
        figure.off,
        figure.parry,
        figure.shaken_turn == battle.turn,
        figure.hits >= arena.weakening_hits[who],
    )


def _order_modifiers(arena: Arena, key: OrderKey) -> Modifiers:
    who, off, parry, wounded, weak = key
    character = arena.characters[who]
    return order_parts(
        arena.tables,
        character.dexterity,
        character.armour,
        arena.shields[off] if off >= 0 else None,
        parry=parry,
        wounded=wounded,
        weak=weak,
    )


def attack_dex(
    arena: Arena,
    battle: Battle,
    attacker: int,
    target: int,
    arc: Arc,
    two_blows: bool,
    set_pole: bool,
    *,
    grappling: bool = False,
) -> tuple[int, Modifiers]:
    """adjDEX of one regular attack from that arc, with its parts (TFT-DEX-02).

    Besides what counts for the order of action: both weapons (TFT-DEX-06, unless a main-gauche
    has cost it that already), side and rear (TFT-DEX-07), a set pole weapon (TFT-DEX-09).

    `two_blows`: the action strikes with a weapon in each hand; `set_pole`: the pole weapon was
    set against the target's charge; `grappling`: the target is in hand-to-hand, which counts in
    place of the arc (TFT-DEX-08).
    """
    total, parts = order_dex(arena, battle, attacker)
    rows = arena.tables.dex
    extra = _own_weapons(arena, battle, attacker, two_blows)
    if grappling:
        extra.append(row_modifier(rows["hth_target"], "target in hand-to-hand"))
    elif arc is not FRONT:
        extra.append(row_modifier(rows[arc], f"from the {arc}"))
    if set_pole:
        extra.append(row_modifier(rows["pole_set"], "pole weapon set against a charge"))
    extra += target_parts(arena, target, is_aloft(battle.figures[target]))
    if not extra:
        return total, parts
    return total + sum(m.value for m in extra), (*parts, *extra)


def target_parts(arena: Arena, target: int, aloft: bool) -> Modifiers:
    """What the kind of its target adds to the adjDEX of any attack (TFT-DEX-16)."""
    monster = arena.characters[target].monster
    if monster is None:
        return ()
    rows, name = arena.tables.dex, monster.name.lower()
    parts = []
    if monster.to_hit_it:
        parts.append(row_modifier(rows[monster.id], f"at a {name}"))
    if aloft and monster.to_hit_it_flying:
        parts.append(row_modifier(rows[f"{monster.id}_flying"], f"at a {name} in flight"))
    return tuple(parts)


def _own_weapons(arena: Arena, battle: Battle, attacker: int, two_blows: bool) -> list[Modifier]:
    """What the attacker's own weapons cost it (TFT-DEX-06)."""
    if two_blows and battle.figures[attacker].parry is not Parry.BOTH:
        return [row_modifier(arena.tables.dex["two_weapons"], "a weapon in each hand")]
    return []


def miss_dex(arena: Arena, battle: Battle, attacker: int, two_blows: bool) -> Modifiers:
    """The parts of the DEX with which a blow misses those it was not meant for (TFT-LOF-03)."""
    _, parts = order_dex(arena, battle, attacker)
    return (*parts, *_own_weapons(arena, battle, attacker, two_blows))


def attacked_from(arena: Arena, battle: Battle, attacker: int, target: int) -> Arc:
    """The target's arc in which its attacker stands.

    All hexes are rear hexes of one who has no front (TFT-FACE-03..05).
    """
    figure = battle.figures[attacker]
    return arc_at(arena, battle, arena.body[attacker][figure.hex][figure.facing], target)


def arc_at(arena: Arena, battle: Battle, body: int, target: int) -> Arc:
    """The target's arc of whoever fills the hexes of the mask `body` next to it."""
    foe = battle.figures[target]
    return arc_before(arena.shapes[target], foe, body) if has_front(foe) else REAR


def arc_before(shape: Shape, foe: Figure, body: int) -> Arc:
    """The same for one that is known to have a front."""
    if shape.front[foe.hex][foe.facing] & body:
        return FRONT
    return SIDE if shape.side[foe.hex][foe.facing] & body else REAR


def receives_charge(arena: Arena, battle: Battle, who: int, charger: int, weapon: int) -> bool:
    """Whether a pole weapon is set against one who came up this turn (TFT-POLE-04).

    Its bearer has stayed in its hex all turn, standing; the enemy, not engaged when it set out,
    came by its own movement from a hex that was not next to the bearer.
    """
    row = arena.weapons[weapon]
    figure = battle.figures[who]
    enemy = battle.figures[charger]
    if row is None or not row.pole or figure.posture is not STANDING:
        return False
    stayed = figure.steps == 0 and not figure.forced and not figure.stood_up
    came = enemy.steps > 0 and not enemy.engaged_at_start
    if not (stayed and came):
        return False
    near, body = arena.shapes[who].around[figure.hex][figure.facing], arena.body[charger]
    facing = enemy.came_facing if enemy.came_facing >= 0 else enemy.facing
    # Who comes from reserve was not next to anybody before.
    before = body[enemy.came_from][facing] if enemy.came_from >= 0 else 0
    # A giant may have turned within its hexes since it came there.
    after = enemy.hex if arena.giants[charger] else enemy.moved_to
    return bool(near & body[after][enemy.facing]) and not near & before


def charges(arena: Arena, battle: Battle, who: int, weapon: int) -> bool:
    """Whether an attack with a pole weapon ends a straight run of three hexes (TFT-POLE-03)."""
    row = arena.weapons[weapon]
    figure = battle.figures[who]
    return (
        row is not None
        and row.pole
        and figure.run >= 0
        and turn_class(figure.run, figure.facing) is FRONT
        and figure.steps <= arena.characters[who].half_ma
    )
