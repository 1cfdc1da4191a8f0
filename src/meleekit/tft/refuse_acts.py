"""Why an action or a forced retreat is refused (TFT-BAD-04, TFT-BAD-05)."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.core.phrases import listed
from meleekit.tft.actions import (
    Attack,
    Declare,
    Defend,
    Disengage,
    Dodge,
    ForceBack,
    GiveOrder,
    GoDown,
    LetFall,
    Ready,
    ReadyKind,
)
from meleekit.tft.dexterity import attacked_from
from meleekit.tft.engagement import in_front, is_aloft
from meleekit.tft.equipment import (
    bears_items,
    carried,
    change_choices,
    holds_main_gauche,
    is_armed,
    pick_up_choices,
    ready_choices,
    weapons_to_strike,
    within_reach,
)
from meleekit.tft.giants import giant_steps
from meleekit.tft.harm import may_be_struck
from meleekit.tft.options import may_act, open_lists
from meleekit.tft.refusal_terms import (
    CONDITION_WORDS,
    POSTURE_WORDS,
    Asked,
    Check,
    Checks,
    free_hex,
    in_hand_of,
    known_figure,
    known_hex,
    known_item,
    standing,
    within,
)
from meleekit.tft.retreat import retreat_hexes, victims
from meleekit.tft.state import (
    ALOFT,
    FIT,
    NO_GUARD,
    NO_ITEM,
    PRONE,
    STANDING,
    Condition,
    Guard,
    Order,
    Parry,
    PreEmpt,
)

DOWN = "it may only lie down from its knees, load or shoot a crossbow or bow, or do nothing"


def lists_of(asked: Asked) -> tuple[bool, bool, bool]:
    """Engaged now; the disengaged list is open; the engaged list is open (TFT-ACT-03)."""
    engaged = bool(asked.engaged_by(asked.who))
    return (engaged, *open_lists(asked.figure(asked.who), engaged))


# -- attacking -----------------------------------------------------------------------------------


def let_fall(asked: Asked, action: LetFall) -> Checks:
    """A ready item, as part of the action of the one whose moment it is (TFT-EQP-06)."""
    who = asked.who
    message = f"it is {asked.name(who)}'s moment to act"
    yield action.figure != who, "TFT-ACT-06", message
    yield from in_hand_of(asked, who, action.item)
    message = f"{asked.name(who)} has no action left that letting things fall could be part of"
    yield True, "TFT-EQP-06", message


def attack(asked: Asked, action: Attack) -> Checks:
    """Not moved too far, an enemy in front that may be struck, a weapon fit for it (HIT-01)."""
    yield from standing(asked, asked.who, "TFT-ACT-04", DOWN)
    _, free, _ = lists_of(asked)
    yield from within(asked, asked.who, "charge_attack" if free else "attack")
    yield from target_of(asked, action.target)
    yield from _within_reach(asked, action.target, action.weapons)
    yield from _weapons(asked, action.weapons)


def target_of(asked: Asked, target: int) -> Checks:
    """An enemy that is in the fight, or may be struck as it lies (TFT-HIT-09, TFT-BAT-06)."""
    arena, battle, who = asked.arena, asked.battle, asked.who
    yield from known_figure(asked, target, "TFT-BAD-04")
    name = asked.name(target)
    yield target == who, "TFT-HIT-09", f"{name} does not attack itself"
    friend = arena.side_of[target] == arena.side_of[who]
    yield friend, "TFT-HIT-09", f"{name} is on {asked.name(who)}'s own side"
    figure = asked.figure(target)
    gone = figure.condition not in (FIT, Condition.UNCONSCIOUS)
    yield gone, "TFT-HIT-09", f"{name} {CONDITION_WORDS[figure.condition]}"
    fair = may_be_struck(arena, battle, target)
    message = f"{name} is unconscious and may not be attacked in {arena.kind.name.lower()}"
    yield not fair, "TFT-BAT-06", message


def _within_reach(asked: Asked, target: int, weapons: tuple[int, ...]) -> Checks:
    """In a front hex; what is farther away is thrown or shot at."""
    arena, battle, who = asked.arena, asked.battle, asked.who
    message = _not_in_front(asked, target)
    far = _hexes_between(asked, target) > 1
    held = [i for i in weapons if 0 <= i < len(arena.items) and arena.flies[i]]
    if far and held:
        verb = "be shot with (SHOOT)" if arena.shoots[held[0]] else "be thrown (THROW)"
        message += f"; the {arena.item_name(held[0])} can {verb}"
    yield target not in in_front(arena, battle, who), "TFT-HIT-01", message


def _hexes_between(asked: Asked, target: int) -> int:
    """The distance to the target, between the nearest hexes of the two."""
    arena = asked.arena
    own, other = [
        arena.board.hexes_of(arena.body[who][figure.hex][figure.facing])
        for who, figure in ((asked.who, asked.figure(asked.who)), (target, asked.figure(target)))
    ]
    return min(arena.board.distance[a][b] for a in own for b in other)


def _not_in_front(asked: Asked, target: int) -> str:
    name, far = asked.name(target), _hexes_between(asked, target)
    if far > 1:
        return f"{name} is {far} hexes away; an attack needs it in a front hex"
    arc = attacked_from(asked.arena, asked.battle, target, asked.who)
    return f"{name} stands in a {arc} hex of {asked.name(asked.who)}; an attack needs a front hex"


def _weapons(asked: Asked, weapons: tuple[int, ...]) -> Checks:
    """Ready ones that strike by themselves: one, or both together (TFT-HIT-01, MG, TWO)."""
    arena, who = asked.arena, asked.who
    figure, name = asked.figure(who), asked.name(who)
    ready = weapons_to_strike(arena, who, figure)
    has = f"{name} can strike with {asked.items(ready)}"
    yield not weapons, "TFT-HIT-01", f"an attack names a weapon; {has}"
    for item in weapons:
        yield from known_item(asked, item, "TFT-BAD-04")
        yield from _weapon(asked, item)
    main_gauche = holds_main_gauche(arena, figure)
    parries = main_gauche and figure.parry is Parry.SHIELD
    message = f"{name}'s main-gauche parries this turn and does not strike"
    yield parries and figure.off in weapons, "TFT-MG-02", message
    both = main_gauche and figure.parry is Parry.BOTH and len(ready) > 1
    message = f"{name} chose to strike with both weapons this turn: {asked.items(ready)}"
    yield both and weapons != ready, "TFT-MG-03", message
    message = f"{name} did not choose to strike with the main-gauche as a second weapon this turn"
    yield main_gauche and len(weapons) > 1, "TFT-MG-02", message
    message = f"one weapon strikes, or each once with the main hand first: {asked.items(ready)}"
    yield len(weapons) > 1 and weapons != ready, "TFT-TWO-01", message


def _weapon(asked: Asked, item: int) -> Checks:
    """One item to strike with."""
    arena, battle = asked.arena, asked.battle
    figure, name = asked.figure(asked.who), asked.name(asked.who)
    what, row = arena.item_name(item), arena.weapons[item]
    yield row is None, "TFT-HIT-01", f"a {what} is no weapon"
    if item in weapons_to_strike(arena, asked.who, figure):
        return
    owned = item in carried(figure)
    lies = any(ground.item == item for ground in battle.ground)
    where = "lies on the ground" if lies else f"is not {name}'s to use"
    yield not owned, "TFT-HIT-01", f"the {what} {where}; an attack needs a ready weapon"
    slung = item in figure.slung
    message = f"{name}'s {what} is slung; an attack needs a ready weapon, READY takes a turn"
    yield slung, "TFT-HIT-01", message
    missile = row is not None and row.missile
    yield missile, "TFT-MIS-08", f"a {what} is for shooting, not for a regular attack"
    thrown = row is not None and row.thrown_only
    yield thrown, "TFT-HIT-01", f"a {what} is only thrown, not struck with"
    yield True, "TFT-EQP-11", f"{name}'s {what} is ready only from next turn on"


# -- other actions -------------------------------------------------------------------------------


def defend(asked: Asked, action: Defend) -> Checks:
    """Engaged now, moved no more than one hex, a weapon ready (TFT-ACT-27, TFT-DEF-03)."""
    yield _declared(asked)
    yield from _may_defend(asked, asked.who)


def _declared(asked: Asked) -> Check:
    """Under VAR-DEF-DECLARE it is too late once anybody acts."""
    message = "dodge and defence were declared before the first action (VAR-DEF-DECLARE)"
    return asked.arena.defence_declared, "TFT-DEF-05", message


def declare(asked: Asked, action: Declare) -> Checks:
    """An own character with its action to come, and as for DODGE or DEFEND (TFT-DEF-05)."""
    who = action.figure
    yield from known_figure(asked, who, "TFT-DEF-05")
    name, figure = asked.name(who), asked.figure(who)
    foreign = asked.arena.seat_of[who] != asked.seat
    yield foreign, "TFT-DEF-05", f"{name} is not {asked.side}'s to command"
    fit = figure.condition is FIT
    yield not fit, "TFT-ACT-05", f"{name} {CONDITION_WORDS[figure.condition]}"
    yield not may_act(asked.battle, figure), "TFT-ACT-05", f"{name} has no action left this turn"
    none = action.guard is NO_GUARD
    yield none, "TFT-DEF-05", "one declares a dodge or a defence; whoever is not named has neither"
    if action.guard is Guard.DODGE:
        yield from _may_dodge(asked, who)
    else:
        yield from _may_defend(asked, who)


def _may_defend(asked: Asked, who: int) -> Checks:
    yield from standing(asked, who, "TFT-ACT-04", DOWN)
    engaged = bool(asked.engaged_by(who))
    message = f"nobody engages {asked.name(who)}; DEFEND is for the engaged"
    yield not engaged, "TFT-ACT-27", message
    yield from within(asked, who, "defend")
    what = "shields, bows and claws do not count"
    message = f"{asked.name(who)} has no weapon ready to defend with; {what}"
    yield not is_armed(asked.arena, asked.figure(who)), "TFT-DEF-03", message


def on_free_list(asked: Asked, entry: str, who: int) -> Checks:
    """The disengaged list is open, and the entry within its limit of movement."""
    free, _ = open_lists(asked.figure(who), bool(asked.engaged_by(who)))
    by = asked.names(asked.engaged_by(who))
    message = f"{asked.name(who)} has been engaged since it set out, now by {by}"
    rule = asked.arena.tables.actions[entry].rule
    yield not free, rule, f"{message}; {entry.upper()} is for those who were free or are now"
    yield from within(asked, who, entry)


def on_held_list(asked: Asked, entry: str) -> Checks:
    """The engaged list is open, and the entry within its limit of movement."""
    who = asked.who
    _, _, held = lists_of(asked)
    title = entry.replace("_", " ").upper()
    message = f"{asked.name(who)} is not engaged and was not; {title} is for the engaged, use READY"
    yield not held, asked.arena.tables.actions[entry].rule, message
    yield from within(asked, who, entry)


def dodge(asked: Asked, action: Dodge) -> Checks:
    """Disengaged now or when it set out, half the allowance at most (TFT-ACT-13)."""
    yield _declared(asked)
    yield from _may_dodge(asked, asked.who)


def _may_dodge(asked: Asked, who: int) -> Checks:
    if not is_aloft(asked.figure(who)):
        yield from standing(asked, who, "TFT-ACT-04", DOWN)
    yield from on_free_list(asked, "dodge", who)


def disengage(asked: Asked, action: Disengage) -> Checks:
    """Engaged now, one hex in any direction, free or with the fallen only (TFT-DIS-01, 02)."""
    who, name = asked.who, asked.name(asked.who)
    yield from standing(asked, who, "TFT-DIS-01", DOWN)
    engaged, _, _ = lists_of(asked)
    yield not engaged, "TFT-DIS-01", f"nobody engages {name}, so it has nobody to step away from"
    yield from within(asked, who, "disengage")
    yield from known_hex(asked, action.hex, "TFT-DIS-02")
    far = asked.arena.board.distance[asked.figure(who).hex][action.hex]
    message = f"{asked.place(action.hex)} is not next to {name}; disengaging is one step"
    yield far != 1, "TFT-DIS-01", message
    if asked.arena.giants[who]:
        places = asked.places(giant_steps(asked.arena, asked.battle, who))
        message = f"{name} needs room for all its hexes; its front corner may go to {places}"
        yield True, "TFT-DIS-02", message
    yield from free_hex(asked, who, action.hex, "TFT-DIS-02", "TFT-DIS-02")


def go_down(asked: Asked, action: GoDown) -> Checks:
    """Kneel or lie down, lower than now (TFT-ACT-14)."""
    who, posture = asked.who, asked.figure(asked.who).posture
    up = action.posture in (STANDING, ALOFT)
    message = f"{asked.name(who)} can rise only in its own movement"
    yield up, "TFT-MOVE-17", message
    same = posture is action.posture
    lower = same or posture is PRONE
    yield lower, "TFT-ACT-14", f"{asked.name(who)} {POSTURE_WORDS[posture]} already"
    yield from on_free_list(asked, "drop", asked.who)


def ready(asked: Asked, action: Ready) -> Checks:
    """What is taken in hand, from where, with which hands, and what must go (TFT-ACT-15..31)."""
    yield from standing(asked, asked.who, "TFT-PRN-03", "nothing is readied from the ground")
    message = f"{asked.name(asked.who)} carries nothing and uses no weapons"
    yield not bears_items(asked.arena, asked.who), "TFT-CRE-12", message
    if action.kind is ReadyKind.READY:
        yield from on_free_list(asked, "ready", asked.who)
    elif action.kind is ReadyKind.CHANGE:
        yield from on_held_list(asked, "change_weapons")
    else:
        yield from on_held_list(asked, "pick_up")
    wanted = [i for i in (action.main, action.off, action.sling) if i != NO_ITEM]
    for item in (*wanted, *action.drop):
        yield from known_item(asked, item, "TFT-BAD-04")
    for item in wanted:
        yield from _to_hand(asked, action, item)
    yield from _hands(asked, action, wanted)


def _to_hand(asked: Asked, action: Ready, item: int) -> Checks:
    """One item that is to be in hand or on the back afterwards."""
    arena, battle = asked.arena, asked.battle
    figure, name = asked.figure(asked.who), asked.name(asked.who)
    what = arena.item_name(item)
    own = item in carried(figure)
    body, bit = arena.body[asked.who][figure.hex][figure.facing], arena.board.bit
    here = [ground for ground in battle.ground if ground.item == item and bit[ground.hex] & body]
    fresh = any(ground.since >= battle.turn for ground in here)
    message = f"the {what} fell this turn; it can be picked up from next turn on"
    yield not own and fresh, "TFT-EQP-09", message
    reach = own or item in within_reach(arena, battle, asked.who)
    message = f"{name} neither carries the {what} nor stands where it lies"
    yield not reach, "TFT-ACT-15", message
    row = arena.weapons[item]
    missile = row is not None and row.missile and item not in (figure.main, figure.off)
    change = action.kind is ReadyKind.CHANGE
    message = f"CHANGE WEAPONS readies carried weapons, and a {what} is for shooting"
    yield change and missile, "TFT-ACT-28", message
    yield change and not own, "TFT-ACT-28", f"CHANGE WEAPONS does not pick up the {what}"
    engaged, _, _ = lists_of(asked)
    message = f"{name} is engaged and may not ready a {what}"
    yield missile and engaged and item != action.sling, "TFT-ACT-16", message


def _hands(asked: Asked, action: Ready, wanted: list[int]) -> Checks:
    """The hands as they will be are among those the action offers, and the rest fits."""
    arena, battle, who = asked.arena, asked.battle, asked.who
    figure, name = asked.figure(who), asked.name(who)
    engaged, _, _ = lists_of(asked)
    choices: Sequence[Ready]
    if action.kind is ReadyKind.READY:
        choices = ready_choices(arena, battle, who, engaged)
        rule, source = "TFT-ACT-15", "not in hand yet"
        new = [i for i in wanted if i not in (figure.main, figure.off)]
    elif action.kind is ReadyKind.CHANGE:
        choices = change_choices(arena, battle, who)
        rule, source = "TFT-ACT-28", "carried on the back"
        new = [i for i in wanted if i in figure.slung]
    else:
        choices = pick_up_choices(arena, battle, who, engaged)
        rule, source = "TFT-ACT-31", "from the ground"
        new = [i for i in wanted if i in within_reach(arena, battle, asked.who)]
    hands = (action.main, action.off)
    yield not new, rule, f"{name} takes nothing that is {source}"
    change = action.kind is ReadyKind.CHANGE
    two = change and sum(arena.weapons[i] is not None for i in new) > 1
    yield two, rule, "CHANGE WEAPONS readies one new weapon, a shield, or both"
    alike = [c for c in choices if (c.main, c.off) == hands]
    message = "a two-handed weapon needs both hands; shields and main-gauches go in the off hand"
    yield not alike, "TFT-EQP-02", f"{name} cannot hold that: {message}"
    slings = [c for c in alike if c.sling == action.sling]
    slung = "an item goes on the back only where it may not be readied"
    yield not slings, "TFT-ACT-31", f"{slung}; one item is picked up at a time"
    ways = [asked.items(c.drop) for c in slings]
    message = f"to hold that {name} must let fall exactly {listed(ways, last='or')}"
    yield True, "TFT-EQP-12", message


# -- early defence, forced retreat ---------------------------------------------------------------


def pre_empt_order(asked: Asked, action: GiveOrder) -> Checks:
    """The answer to an attack as an order: never, or always (TFT-DEF-06)."""
    assert isinstance(asked.task, PreEmpt)
    yield from known_figure(asked, action.figure, "TFT-DEF-05")
    message = f"{asked.name(asked.task.figure)} is under attack; the order can only be its own"
    yield action.figure != asked.task.figure, "TFT-DEF-05", message
    plain = action.order.order in (Order.NEVER, Order.ALWAYS) and not action.order.above
    message = "under attack the order is never or always; others are given in movement"
    yield not plain, "TFT-DEF-06", message


def force_back(asked: Asked, action: ForceBack) -> Checks:
    """A wounded enemy that stands next to the victor, to a free hex next to it (TFT-RET)."""
    arena, battle, who = asked.arena, asked.battle, asked.who
    target, name = action.target, asked.name(asked.who)
    yield from known_figure(asked, target, "TFT-BAD-05")
    them = asked.name(target)
    friend = arena.side_of[target] == arena.side_of[who]
    yield friend, "TFT-RET-02", f"{them} is on {name}'s own side"
    figure = asked.figure(target)
    message = f"{name} has taken no STR off {them} by a regular attack this turn"
    yield target not in asked.figure(who).struck, "TFT-RET-01", message
    fit = figure.condition is FIT
    yield not fit, "TFT-RET-02", f"{them} {CONDITION_WORDS[figure.condition]}"
    yield from standing(asked, target, "TFT-RET-02", "only standing enemies are forced back")
    yield figure.forced, "TFT-RET-03", f"{them} has been forced back this turn"
    message = f"{them} is a giant, and no one forces a giant back"
    yield arena.giants[target], "TFT-RET-08", message
    able = victims(arena, battle, who)
    room = retreat_hexes(arena, battle, who, target)
    pinned = arena.retreats_away and not room
    message = f"{them} has no free hex farther from {name}, so it stays (VAR-RET-AWAY)"
    yield pinned, "TFT-RET-04", message
    message = f"{them} is not next to {name}; it may force back {asked.names(able)}"
    yield target not in able, "TFT-RET-02", message
    where = f"{them} may be moved to {asked.places(room)}" if room else f"{them} has no room"
    yield action.hex == -1 and bool(room), "TFT-RET-05", where
    yield from known_hex(asked, action.hex, "TFT-BAD-05")
    near = arena.board.distance[figure.hex][action.hex] == 1
    message = f"{asked.place(action.hex)} is not next to {them}; {where}"
    yield not near, "TFT-RET-04", message
    yield from free_hex(asked, target, action.hex, "TFT-RET-04", "TFT-RET-04")
    message = f"{asked.place(action.hex)} is no farther from {name} (VAR-RET-AWAY); {where}"
    yield action.hex not in room, "TFT-RET-04", message
