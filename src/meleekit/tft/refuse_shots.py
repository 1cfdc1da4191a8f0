"""Why a throw, a shot or a reload is refused (TFT-BAD-04)."""

from __future__ import annotations

from meleekit.tft.actions import Dodge, Reload, Shoot, Throw
from meleekit.tft.aiming import can_shoot_from, throwable
from meleekit.tft.arena import Arena
from meleekit.tft.equipment import carried
from meleekit.tft.loaded import is_loaded
from meleekit.tft.loading import actions_left
from meleekit.tft.refusal_terms import (
    CONDITION_WORDS,
    POSTURE_WORDS,
    Asked,
    Checks,
    known_item,
    standing,
    within,
)
from meleekit.tft.refuse_acts import lists_of, on_free_list, target_of
from meleekit.tft.shots import field_of_fire, nearest_hexes
from meleekit.tft.state import FIT, STANDING
from meleekit.tft.trajectory import open_to_flight


def throw(asked: Asked, action: Throw) -> Checks:
    """A ready weapon that can be thrown, at an enemy in front, by one who stands (TFT-THR)."""
    who = asked.who
    yield from standing(asked, who, "TFT-PRN-01", "weapons are thrown standing")
    _, free, _ = lists_of(asked)
    yield from within(asked, who, "charge_attack" if free else "attack")
    yield from _ready(asked, action.item)
    row = asked.arena.weapons[action.item]
    fit = row is not None and row.throwable
    message = f"a {asked.arena.item_name(action.item)} cannot be thrown"
    yield not fit, "TFT-THR-01", message
    yield from _before(asked, action.target, "TFT-THR-02")
    can = throwable(asked.arena, asked.figure(who))
    message = f"{asked.name(who)} can throw {asked.items(can)}"
    yield action.item not in can, "TFT-THR-01", message


def shoot(asked: Asked, action: Shoot) -> Checks:
    """Free of enemies, or newly engaged for a last shot; a loaded weapon; a target (TFT-MIS)."""
    who, name = asked.who, asked.name(asked.who)
    yield from _shooter(asked, action.item)
    figure = asked.figure(who)
    engaged, _, _ = lists_of(asked)
    by = asked.names(asked.engaged_by(who))
    message = f"{name} is engaged by {by} and was so before anybody moved; that leaves no last shot"
    yield engaged and figure.engaged_before, "TFT-ACT-32", message
    yield from within(asked, who, "last_shot" if engaged else "missile_attack")
    yield from _before(asked, action.target, "TFT-MIS-02")


def _shooter(asked: Asked, item: int) -> Checks:
    """A ready missile weapon, loaded, that can be shot as its bearer stands, kneels or lies."""
    yield from _ready(asked, item)
    arena, who = asked.arena, asked.who
    what, row = arena.item_name(item), arena.weapons[item]
    yield row is None or not row.missile, "TFT-MIS-01", f"a {what} does not shoot"
    posture = asked.figure(who).posture
    able = row is not None and can_shoot_from(row, posture)
    message = f"{asked.name(who)} {POSTURE_WORDS[posture]}; a {what} is not shot like that"
    yield not able, "TFT-PRN-01", message
    left = actions_left(arena, asked.battle, who, item)
    when = f"RELOAD takes {left} action{'s' * (left != 1)}" if left else "it will be next turn"
    loaded = is_loaded(asked.battle, item)
    yield not loaded, "TFT-MIS-06", f"the {what} is not loaded; {when}"


def shoot_again(asked: Asked, action: Shoot) -> Checks:
    """The same bow, at any target in front (TFT-MIS-05)."""
    bow = asked.figure(asked.who).second_arrow
    message = f"the second arrow is shot with the {asked.arena.item_name(bow)}"
    yield action.item != bow, "TFT-MIS-05", message
    yield from _before(asked, action.target, "TFT-MIS-02")


def reload(asked: Asked, action: Reload) -> Checks:
    """An unloaded weapon in hand, by one whom nobody engages (TFT-MIS-07)."""
    who, arena = asked.who, asked.arena
    engaged, _, _ = lists_of(asked)
    by = asked.names(asked.engaged_by(who))
    yield engaged, "TFT-ACT-16", f"{asked.name(who)} is engaged by {by} and may not load"
    yield from on_free_list(asked, "ready", who)
    yield from known_item(asked, action.item, "TFT-BAD-04")
    what, row = arena.item_name(action.item), arena.weapons[action.item]
    loads = row is not None and row.reload_actions > 0
    yield not loads, "TFT-MIS-03", f"a {what} is not loaded by an action"
    yield from _ready(asked, action.item)
    left = actions_left(arena, asked.battle, who, action.item)
    yield not left, "TFT-MIS-06", f"the {what} needs no loading"


def dodge_early(asked: Asked, action: Dodge) -> Checks:
    """Only where it helps: against a blow it does not (TFT-DEF-01)."""
    message = f"{asked.name(asked.who)} is struck at; a dodge does not help against a blow"
    yield True, "TFT-DEF-01", message


def defend_early(asked: Asked, action: object) -> Checks:
    """Only where it helps: against what flies it does not (TFT-DEF-01)."""
    message = f"{asked.name(asked.who)} cannot defend against what is thrown or shot; it may dodge"
    yield True, "TFT-DEF-01", message


def _ready(asked: Asked, item: int) -> Checks:
    """An item of one's own, in hand and ready (TFT-EQP-01, TFT-EQP-11)."""
    arena, who = asked.arena, asked.who
    yield from known_item(asked, item, "TFT-BAD-04")
    figure, name, what = asked.figure(who), asked.name(who), arena.item_name(item)
    where = "lies on the ground" if _lies(asked, item) else f"is not {name}'s to use"
    yield item not in carried(figure), "TFT-EQP-01", f"the {what} {where}"
    slung = item in figure.slung
    yield slung, "TFT-EQP-01", f"{name}'s {what} is slung; READY takes a turn"
    ready = item in (figure.main, figure.off)
    yield not ready, "TFT-EQP-11", f"{name}'s {what} is ready only from next turn on"


def _lies(asked: Asked, item: int) -> bool:
    return any(ground.item == item for ground in asked.battle.ground)


def _before(asked: Asked, target: int, rule: str) -> Checks:
    """A conscious enemy in the field of fire, with a line of flight (GEO-08, LOF-10)."""
    yield from target_of(asked, target)
    arena: Arena = asked.arena
    name, other = asked.name(asked.who), asked.name(target)
    own, foe = asked.figure(asked.who), asked.figure(target)
    down = foe.condition is not FIT
    message = f"{other} {CONDITION_WORDS[foe.condition]}; it is attacked by blows alone"
    yield down, "TFT-BAT-05", message
    fire = field_of_fire(arena, asked.battle, asked.who)
    aims = nearest_hexes(arena, asked.battle, target, own.hex)
    before = bool(fire & arena.board.mask(aims))
    lies = "" if own.posture is STANDING else ", even lying or kneeling"
    message = f"{other} is not in front of {name}; the field of fire goes by its facing{lies}"
    yield not before, rule, message
    message = f"a wall or a gap of the board lies between {name} and {other}"
    lines = open_to_flight(arena, asked.battle, asked.who, target, fire)
    yield not lines, "TFT-LOF-10", message
