"""Fighting in a pile: blows, drawing a dagger, getting out (TFT-HTH-09..16, TFT-DIS-03..06)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from meleekit.core.hexgrid import SIDE
from meleekit.tft.actions import (
    AnyAction,
    BreakFree,
    DoNothing,
    DrawDagger,
    HthAttack,
    LetFall,
)
from meleekit.tft.arena import Arena
from meleekit.tft.battle_rows import DieFaces, HthBareHands
from meleekit.tft.blows import StrikePlan, hit_results, most_to_hit, plan_of
from meleekit.tft.clinch import blades_in_hand, has_hand_for, is_blade, put_in_hand
from meleekit.tft.combat import blow, damage_bonuses, damage_divisor
from meleekit.tft.dexterity import order_dex, order_key, strength, target_parts
from meleekit.tft.equipment import in_hand
from meleekit.tft.gear import Modifiers, row_modifier, stopped_by
from meleekit.tft.grapple_events import BrokeFree, DaggerDrawn, FreeHit
from meleekit.tft.harm import roll_harm
from meleekit.tft.injury import wound
from meleekit.tft.limits import limits_of
from meleekit.tft.piles import leave_pile, pile_foes, pile_friends
from meleekit.tft.play import Play
from meleekit.tft.rows import Weapon
from meleekit.tft.shapes import fits
from meleekit.tft.state import NO_ITEM, STANDING, Battle

BARE = NO_ITEM
"""The number that stands for bare hands where an item's number would stand."""

# -- what hands and blades do --------------------------------------------------------------------


def bare_hands(arena: Arena, battle: Battle, who: int, target: int) -> HthBareHands:
    """The damage row of bare hands: by current STR, or by numbers (TFT-HTH-12, TFT-HTH-16).

    One who has friends in the pile does the same whoever the enemy; a lone fighter compares its
    STR with that of all its enemies there together. Outside a pile (HTH-09) it is one against one.
    """
    rows = arena.tables.hth_bare_hands
    if pile_friends(arena, battle, who):
        return rows["side_of_two_or_more"]
    foes = pile_foes(arena, battle, who) or (target,)
    own = strength(arena, battle, who)
    theirs = sum([strength(arena, battle, foe) for foe in foes])
    if own == theirs:
        return rows["equal_enemy"]
    return rows["weaker_enemy" if own > theirs else "stronger_enemy"]


@lru_cache(maxsize=16)
def hands_as_weapon(row: HthBareHands) -> Weapon:
    """Bare hands as a row of the weapon table."""
    return Weapon(
        id="bare_hands",
        name="Bare hands",
        str_needed=0,
        dice=row.dice,
        modifier=row.modifier,
        hands=1,
        category="melee",
        throwable=False,
        pole=False,
        missile=False,
        natural=True,
    )


@lru_cache(maxsize=64)
def in_the_clinch(weapon: Weapon) -> Weapon:
    """A blade with the damage it does in hand-to-hand (TFT-HTH-12, TFT-MG-06)."""
    assert weapon.hth_dice is not None  # only blades are used there
    return msgspec.structs.replace(weapon, dice=weapon.hth_dice, modifier=weapon.hth_modifier)


def plan_hth(arena: Arena, battle: Battle, attacker: int, target: int, item: int) -> StrikePlan:
    """What a blow in hand-to-hand needs and does; `item` is a blade, or -1 for bare hands.

    Three dice against adjDEX + 4 (TFT-HTH-14), whatever defence the enemy has taken up
    (TFT-DEF-01); nothing but armour stops hits (TFT-ARM-06, TFT-MG-04).
    """
    row = bare_hands(arena, battle, attacker, target) if item < 0 else None
    key = ("hth", order_key(arena, battle, attacker), item, row, target)
    plan = arena.plans.get(key)
    if plan is None:
        plan = arena.plans[key] = _plan(arena, battle, attacker, target, item, row)
    return plan


def _plan(
    arena: Arena, battle: Battle, attacker: int, target: int, item: int, row: HthBareHands | None
) -> StrikePlan:
    tables = arena.tables
    _, parts = order_dex(arena, battle, attacker)
    easier = row_modifier(tables.dex["hth_target"], "hand-to-hand")
    modifiers = (*parts, easier, *target_parts(arena, target, aloft=False))
    dice = tables.rolls.attack
    if row is None:
        carried = arena.weapons[item]
        assert carried is not None  # only blades are used there
        weapon = in_the_clinch(carried)
    else:
        weapon = hands_as_weapon(row)
    at_most = most_to_hit(tables, dice, sum(m.value for m in modifiers))
    return plan_of(
        weapon,
        modifiers,
        dice,
        hit_results(tables, dice, at_most, weapon.natural),
        damage_bonuses(arena, attacker, weapon),
        (),
        armour_stops(arena, target),
        damage_divisor(arena, weapon),
    )


def armour_stops(arena: Arena, target: int) -> Modifiers:
    """What takes hits off where no shield helps: armour alone."""
    return stopped_by(SIDE, arena.characters[target].armour, None, ())


# -- options -------------------------------------------------------------------------------------


def blows_in_pile(arena: Arena, battle: Battle, who: int) -> list[HthAttack]:
    """Every enemy in the pile, with each thing one may fight with: one attack (TFT-MG-06)."""
    ways = fights_with(arena, battle, who)
    return [HthAttack(foe, way) for foe in pile_foes(arena, battle, who) for way in ways]


def fights_with(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The ready blades and bare hands (-1); a beast has its natural weapon (TFT-HTH-18)."""
    return arena.characters[who].natural or (*blades_in_hand(arena, battle.figures[who]), BARE)


def drawable(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The slung blades for which there is a hand (TFT-HTH-13)."""
    figure = battle.figures[who]
    return tuple([i for i in figure.slung if is_blade(arena, i) and has_hand_for(arena, figure, i)])


def ways_out(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """Hexes next to `who` with nobody in them, not even the fallen (TFT-DIS-05).

    A giant steps with its front corner, and needs room for all its hexes (TFT-HTH-20).
    """
    figure, board = battle.figures[who], arena.board
    neighbours = board.neighbours[figure.hex]
    if not arena.any_giants:
        taken = {other.hex for other in battle.figures}
        return tuple([h for _, h in neighbours if h not in taken])
    shape, filled = arena.shapes[who], 0
    for other, one in enumerate(battle.figures):
        if one.hex >= 0 and other != who:
            filled |= arena.body[other][one.hex][one.facing]
    return tuple(
        [
            h
            for _, h in neighbours
            if not shape.body[h][figure.facing] & filled
            and (not arena.giants[who] or fits(shape, h, figure.facing))
        ]
    )


def hth_options(arena: Arena, battle: Battle, who: int) -> tuple[AnyAction, ...]:
    """The hand-to-hand list: attack, draw, get out, or nothing (TFT-ACT-36..39)."""
    figure = battle.figures[who]
    steps, limits = figure.steps, limits_of(arena, who, figure)
    options: list[AnyAction] = []
    if steps <= limits["hth_attack"]:
        options += blows_in_pile(arena, battle, who)
    if steps <= limits["draw_dagger"]:
        options += [DrawDagger(item) for item in drawable(arena, battle, who)]
    if steps <= limits["hth_disengage"]:
        options += [BreakFree(h) for h in ways_out(arena, battle, who)]
    if options:
        options += [LetFall(who, item) for item in in_hand(figure)]
    options.append(DoNothing())
    return tuple(options)


# -- carrying them out ---------------------------------------------------------------------------


def fight(play: Play, who: int, target: int, item: int) -> None:
    """One attack in hand-to-hand (TFT-ACT-36, TFT-HTH-14); friends are never hit (FRD-04)."""
    play.edit(who).acted = True
    plan = plan_hth(play.arena, play.battle, who, target, item)
    hits = blow(play, who, target, item, plan, "TFT-HTH-14").hits
    if hits:
        wound(play, target, hits)


def free_hit(play: Play, who: int, attacker: int) -> None:
    """`who` hits the attacker it has repelled, without an attack roll (TFT-HTH-09).

    With its ready non-missile weapon, that of the main hand first, else with its natural one or
    bare hands. It counts for forcing a retreat.
    """
    arena = play.arena
    figure = play.figures[who]
    item, weapon = BARE, hands_as_weapon(bare_hands(arena, play.battle, who, attacker))
    for held in (*arena.characters[who].natural, figure.off, figure.main):
        row = arena.weapons[held] if held >= 0 else None
        if row is not None and not row.missile:
            item, weapon = held, row
    damage = roll_harm(
        play,
        weapon,
        damage_bonuses(arena, who, weapon),
        (),
        armour_stops(arena, attacker),
        damage_divisor(arena, weapon),
        who,
        attacker,
    )
    play.tell(FreeHit("TFT-HTH-09", who, attacker, item, damage))
    if damage.hits:
        striker = play.edit(who)
        if attacker not in striker.struck:
            striker.struck = (*striker.struck, attacker)
        wound(play, attacker, damage.hits)


def draw(play: Play, who: int, item: int) -> None:
    """Try to get a slung blade in hand; it can be used from the next action on (TFT-HTH-13)."""
    play.edit(who).acted = True
    good = play.arena.tables.hth_draw_dagger.success
    classes = tuple(face in good for face in range(1, 7))
    why = f"{play.arena.name(who)} draws the {play.arena.item_name(item)}"
    roll = play.dice.roll(1, 6, why=why, classes=classes)
    drawn = classes[roll.total - 1]
    if drawn:
        put_in_hand(play, who, item)
    play.tell(DaggerDrawn("TFT-HTH-13", who, item, roll, drawn))


def free_on(arena: Arena, battle: Battle, who: int) -> DieFaces:
    """The faces on which a character gets out of its pile (TFT-DIS-03, TFT-DEX-17)."""
    faces = arena.tables.hth_disengage
    foes = pile_foes(arena, battle, who)
    if len(foes) == 1:
        own, theirs = (order_dex(arena, battle, w)[0] for w in (who, foes[0]))
        if own > theirs:
            return faces.single_enemy_lower_dex
    return faces.otherwise


def break_free(play: Play, who: int, hex_: int) -> bool:
    """Try to get up and out to an empty hex; whether it worked (TFT-DIS-03, TFT-DIS-04)."""
    arena = play.arena
    figure = play.edit(who)
    figure.acted = True
    good = free_on(arena, play.battle, who)
    classes = tuple(face in good for face in range(1, 7))
    roll = play.dice.roll(1, 6, why=f"{arena.name(who)} tries to get free", classes=classes)
    free = classes[roll.total - 1]
    left = figure.hex
    play.tell(BrokeFree("TFT-DIS-03", who, roll, left, hex_, free))
    if free:
        figure.hex = hex_
        figure.posture = STANDING
        leave_pile(play, who, left)
    return free
