"""Why hand-to-hand is refused: moving onto an enemy, and the list of those in a pile (TFT-BAD)."""

from __future__ import annotations

from meleekit.tft.actions import (
    Action,
    Attack,
    BreakFree,
    Defend,
    Disengage,
    Dodge,
    DrawDagger,
    GoDown,
    Grapple,
    HthAttack,
    KeepBlade,
    Ready,
    Reload,
    Shoot,
    Throw,
)
from meleekit.tft.clinch import has_hand_for, is_blade, may_keep
from meleekit.tft.grapple import JOIN, asks_consent, names, running_entries
from meleekit.tft.jumps import jump_ways
from meleekit.tft.piles import enemies_in, pile_foes
from meleekit.tft.refusal_terms import (
    Asked,
    Checks,
    free_hex,
    known_figure,
    known_hex,
    known_item,
    standing,
    within,
)
from meleekit.tft.refuse_acts import on_held_list
from meleekit.tft.refuse_moves import flier, walker
from meleekit.tft.wrestling import BARE, drawable, fights_with, ways_out

NOT_IN_A_PILE: tuple[type[Action], ...] = (
    Attack,
    Defend,
    Dodge,
    Disengage,
    GoDown,
    Grapple,
    Ready,
    Reload,
    Shoot,
    Throw,
)
"""What those in hand-to-hand may not do at their moment (TFT-ACT-03, TFT-HTH-11, MIS-08)."""


def only_the_list(asked: Asked) -> str:
    """What one in hand-to-hand is told that asks for an action of another list."""
    foes = asked.names(pile_foes(asked.arena, asked.battle, asked.who))
    return (
        f"{asked.name(asked.who)} is in hand-to-hand with {foes}: it may attack an enemy in the "
        "pile, draw a dagger, try to break free, or do nothing"
    )


# -- moving onto an enemy ------------------------------------------------------------------------


def run_in(asked: Asked, action: Grapple) -> Checks:
    """The last step of a disengaged character's move, within half its allowance (TFT-HTH-03)."""
    if action.flying:
        yield from land_on(asked, action)
        return
    who = action.figure
    arena, battle = asked.arena, asked.battle
    yield from walker(asked, who)
    yield from known_hex(asked, action.hex, "TFT-BAD-03")
    yield from known_hex(asked, action.via, "TFT-BAD-03")
    held_by = asked.engaged_by(who)
    message = (
        f"{asked.name(who)} is engaged by {asked.names(held_by)}; it may grapple as its action"
    )
    yield bool(held_by), "TFT-HTH-03", message
    yield from _named(asked, who, action)
    entries = running_entries(arena, battle, who, jump_ways(arena, battle, who))
    there = sorted({entry.via for entry in entries if entry.hex == action.hex})
    limit = arena.characters[who].limits["hth_entry_move"]
    message = (
        f"the step onto an enemy is the last of at most {limit}, from where {asked.name(who)} need "
        f"not have stopped for anybody else; {asked.place(action.hex)} may be entered from "
        f"{asked.places(there)}"
    )
    yield action.via not in there, "TFT-HTH-03", message
    yield True, "TFT-MOVE-12", f"no such jump is needed on the way to {asked.place(action.via)}"


def land_on(asked: Asked, action: Grapple) -> Checks:
    """Out of the air onto an enemy, within half the flying allowance (TFT-HTH-05)."""
    who, arena = action.figure, asked.arena
    yield from flier(asked, who)
    yield from known_hex(asked, action.hex, "TFT-BAD-03")
    yield from known_hex(asked, action.via, "TFT-BAD-03")
    name, via = asked.name(who), asked.place(action.via)
    held_by = asked.engaged_by(who)
    message = f"{name} is engaged by {asked.names(held_by)}; it may grapple as its action"
    yield bool(held_by), "TFT-HTH-03", message
    yield from _named(asked, who, action)
    message = f"one that flies is not hindered by the fallen; {name} leaps over nobody"
    yield bool(action.over), "TFT-HTH-05", message
    yield from free_hex(asked, who, action.via, "TFT-HTH-05", "TFT-HTH-05")
    limit = arena.characters[who].flying_limits["hth_entry_move"]
    message = f"{via} is too far: {name} lands on an enemy after {limit} hexes at most"
    yield True, "TFT-HTH-05", message


def close_in(asked: Asked, action: Grapple) -> Checks:
    """ATTEMPT HTH: onto an adjacent enemy, at one's moment (TFT-ACT-29, TFT-HTH-04)."""
    who = asked.who
    message = f"it is {asked.name(who)}'s moment to act"
    yield action.figure != who, "TFT-ACT-06", message
    yield from standing(asked, who, "TFT-ACT-04", "one grapples from one's feet")
    yield from on_held_list(asked, "hth_attempt")
    yield from known_hex(asked, action.hex, "TFT-BAD-04")
    here = asked.figure(who).hex
    message = f"{asked.name(who)} lands on enemies in its movement; its flight is over"
    yield action.flying, "TFT-HTH-05", message
    message = f"{asked.name(who)} moves onto the enemy from its own hex, {asked.place(here)}"
    yield action.via != here or bool(action.over), "TFT-HTH-04", message
    yield from _named(asked, who, action)


def _named(asked: Asked, who: int, action: Grapple) -> Checks:
    """An enemy in the next hex, named if no pile lies there, who has not refused (HTH-15, 19)."""
    arena, battle = asked.arena, asked.battle
    there = asked.place(action.hex)
    giant = arena.giants[who]
    yield giant, "TFT-HTH-01", f"{asked.name(who)} is a giant and moves onto nobody"
    foes = enemies_in(arena, battle, who, action.hex)
    yield not foes, "TFT-HTH-01", f"there is no conscious enemy in {there} to grapple"
    far = arena.board.distance[action.via][action.hex]
    yield far != 1, "TFT-HTH-01", f"{asked.place(action.via)} is not next to {there}"
    named = names(arena, battle, who, action.hex)
    pile = named == (JOIN,)
    message = f"there is a pile in {there}, which is joined without naming anybody (target {JOIN})"
    yield pile and action.target != JOIN, "TFT-HTH-15", message
    message = f"name one of those in {there}: {asked.names(named)}"
    yield not pile and action.target not in named, "TFT-HTH-02", message
    said_no = action.target in asked.figure(who).turned_away
    message = (
        f"{asked.name(max(0, action.target))} has refused {asked.name(who)} hand-to-hand this turn"
    )
    yield said_no and asks_consent(arena, battle, action), "TFT-HTH-19", message


def keep_blade(asked: Asked, action: KeepBlade) -> Checks:
    """A dagger one carries, or a main-gauche in hand (TFT-HTH-07)."""
    yield from known_item(asked, action.item, "TFT-HTH-07")
    kept = may_keep(asked.arena, asked.figure(asked.who))
    message = f"{asked.name(asked.who)} may have {asked.items(kept)} in hand, or nothing"
    yield action.item not in kept, "TFT-HTH-07", message


# -- in the pile ---------------------------------------------------------------------------------


def _in_pile(asked: Asked, entry: str) -> Checks:
    """In hand-to-hand, and not moved too far."""
    rule = asked.arena.tables.actions[entry].rule
    message = f"{asked.name(asked.who)} is not in hand-to-hand with anybody"
    yield not asked.figure(asked.who).grappling, rule, message
    yield from within(asked, asked.who, entry)


def hth_attack(asked: Asked, action: HthAttack) -> Checks:
    """An enemy in the same pile, with bare hands or a ready blade (TFT-ACT-36, TFT-HTH-11)."""
    who = asked.who
    yield from _in_pile(asked, "hth_attack")
    yield from known_figure(asked, action.target, "TFT-BAD-04")
    foes = pile_foes(asked.arena, asked.battle, who)
    message = f"{asked.name(who)} can only attack an enemy in its pile: {asked.names(foes)}"
    yield action.target not in foes, "TFT-HTH-11", message
    ways = fights_with(asked.arena, asked.battle, who)
    message = f"{asked.name(who)} fights with {asked.items(way for way in ways if way != BARE)}"
    yield action.weapon == BARE and BARE not in ways, "TFT-HTH-18", message
    if action.weapon != BARE:
        yield from known_item(asked, action.weapon, "TFT-BAD-04")
        blades = [way for way in ways if way != BARE]
        has = f"{asked.name(who)} has {asked.items(blades)}"
        message = (
            f"in hand-to-hand one uses bare hands (-1) or a ready dagger or main-gauche; {has}"
        )
        yield action.weapon not in blades, "TFT-ACT-36", message


def draw_dagger(asked: Asked, action: DrawDagger) -> Checks:
    """A slung dagger or main-gauche, with a hand free for it (TFT-HTH-13)."""
    who, arena = asked.who, asked.arena
    yield from _in_pile(asked, "draw_dagger")
    yield from known_item(asked, action.item, "TFT-HTH-13")
    figure = asked.figure(who)
    blades = [item for item in figure.slung if is_blade(arena, item)]
    message = f"{asked.name(who)} can draw a dagger or main-gauche that it carries: "
    yield action.item not in blades, "TFT-HTH-13", message + asked.items(blades)
    full = not has_hand_for(arena, figure, action.item)
    message = f"{asked.name(who)} has no hand free; it can draw "
    yield full, "TFT-EQP-02", message + asked.items(drawable(arena, asked.battle, who))


def break_free(asked: Asked, action: BreakFree) -> Checks:
    """Not moved at all, to an adjacent hex with nobody in it (TFT-ACT-38, TFT-DIS-05)."""
    who = asked.who
    yield from _in_pile(asked, "hth_disengage")
    yield from known_hex(asked, action.hex, "TFT-DIS-04")
    room = ways_out(asked.arena, asked.battle, who)
    if asked.arena.giants[who]:
        message = f"{asked.name(who)} gets out where all its hexes are empty; its front corner "
        message += f"may go to {asked.places(room)}"
        yield action.hex not in room, "TFT-HTH-20", message
    message = f"{asked.name(who)} gets out to an empty hex next to it: {asked.places(room)}"
    yield action.hex not in room, "TFT-DIS-05", message
