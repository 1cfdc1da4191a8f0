"""Items in hand, on the back and on the ground, and taking others in hand (TFT-EQP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from meleekit.tft.actions import Ready, ReadyKind
from meleekit.tft.arena import Arena
from meleekit.tft.events import FellOnGround, HandsChanged, WeaponBroke
from meleekit.tft.gear import within_limit
from meleekit.tft.loaded import lose_load
from meleekit.tft.play import Play
from meleekit.tft.state import NO_ITEM, NO_PARRY, Battle, Figure, GroundItem, Parry

EMPTY = (NO_ITEM, NO_ITEM)


def in_hand(figure: Figure) -> tuple[int, ...]:
    """Items held, ready or just being readied; all else carried is slung (TFT-EQP-01)."""
    hands: tuple[int, ...] = (figure.main, figure.off)
    if figure.changing:
        hands += tuple(item for item in figure.readying if item not in hands)
    return tuple([item for item in hands if item >= 0])


def carried(figure: Figure) -> tuple[int, ...]:
    """Everything a character has on it (TFT-CRE-06 counts these)."""
    return (*in_hand(figure), *figure.slung)


def ready_weapons(arena: Arena, figure: Figure) -> tuple[int, ...]:
    """Ready weapons fit for a regular attack: neither missile weapons nor stones (MIS-08)."""
    weapons = arena.weapons
    ready = []
    for item in (figure.main, figure.off):
        if item >= 0:
            row = weapons[item]
            if row is not None and not row.missile and not row.thrown_only:
                ready.append(item)
    return tuple(ready)


def weapons_to_strike(arena: Arena, who: int, figure: Figure) -> tuple[int, ...]:
    """What `who` can strike with: its ready weapons, else its natural one (MON-06, MON-09)."""
    return ready_weapons(arena, figure) or arena.characters[who].natural


def has_pole(arena: Arena, figure: Figure) -> bool:
    """Whether a pole weapon is ready (TFT-POLE-01)."""
    main, off, poles = figure.main, figure.off, arena.poles
    return (main >= 0 and poles[main]) or (off >= 0 and poles[off])


def holds_main_gauche(arena: Arena, figure: Figure) -> bool:
    """Whether a main-gauche is ready in the off hand (TFT-MG-01)."""
    row = arena.weapons[figure.off] if figure.off >= 0 else None
    return row is not None and row.parry > 0


def ways_to_strike(arena: Arena, who: int, figure: Figure) -> tuple[tuple[int, ...], ...]:
    """The sets of weapons that one attack may use: one, or both (HIT-10, MG-02, TWO-01)."""
    weapons = weapons_to_strike(arena, who, figure)
    shield = figure.parry is Parry.SHIELD
    if len(weapons) < 2:
        return (weapons,) if weapons and not (shield and weapons == (figure.off,)) else ()
    if not holds_main_gauche(arena, figure):
        return ((weapons[0],), (weapons[1],), weapons)
    if figure.parry is Parry.BOTH:
        return (weapons,)
    return ((weapons[0],),) if shield else ((weapons[0],), (weapons[1],))


def release(figure: Figure, item: int) -> None:
    """Take an item out of hand or off the back; a second one in hand stays (TFT-HIT-08)."""
    if figure.main == item:
        figure.main = NO_ITEM
    if figure.off == item:
        figure.off = NO_ITEM
        figure.parry = NO_PARRY  # a main-gauche gone parries no longer: MG-05
    if item in figure.slung:
        figure.slung = tuple(i for i in figure.slung if i != item)
    if figure.changing and item in figure.readying:
        main, off = figure.readying
        figure.readying = (NO_ITEM if main == item else main, NO_ITEM if off == item else off)


def let_fall(play: Play, who: int, item: int, rule: str) -> None:
    """An item drops in its bearer's hex; it can be picked up from next turn on (EQP-09)."""
    figure = play.edit(who)
    release(figure, item)
    put_down(play, who, item, figure.hex, rule)


def put_down(play: Play, who: int, item: int, hex_: int, rule: str) -> None:
    """An item that `who` has let go of lies in a hex now."""
    battle = play.battle
    battle.ground = (*battle.ground, GroundItem(item, hex_, battle.turn))
    if play.arena.shoots[item]:
        lose_load(play, item)
    play.tell(FellOnGround(rule, who, item, hex_))


def drop_all(play: Play, who: int, rule: str) -> None:
    """Everything in hand drops."""
    for item in in_hand(play.edit(who)):
        let_fall(play, who, item, rule)


def break_weapon(play: Play, who: int, item: int) -> None:
    """A weapon breaks: it is of no use any more and no longer carried (TFT-EQP-10)."""
    release(play.edit(who), item)
    play.tell(WeaponBroke("TFT-HIT-06", who, item))


# -- taking other items in hand ------------------------------------------------------------------


def _hands(arena: Arena, items: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Every way to hold some of the items: main hand, off hand (TFT-EQP-02, TFT-MG-01)."""
    one_handed = []
    off_only = []
    for item in items:
        row = arena.weapons[item]
        if row is None or row.parry:
            off_only.append(item)
        elif row.hands == 2:
            yield item, NO_ITEM
        else:
            one_handed.append(item)
    for item in off_only:
        yield NO_ITEM, item
    for main in one_handed:
        yield main, NO_ITEM
        for off in off_only:
            yield main, off
        for off in one_handed:
            if off != main:
                yield main, off


def _missile(arena: Arena, item: int) -> bool:
    row = arena.weapons[item]
    return row is not None and row.missile


def within_reach(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """What `who` may pick up: from any of its three hexes if it is a giant (TFT-MON-09)."""
    figure = battle.figures[who]
    if not arena.giants[who]:
        return pickable(battle, figure)
    body, bit = arena.body[who][figure.hex][figure.facing], arena.board.bit
    return tuple([g.item for g in battle.ground if body & bit[g.hex] and g.since < battle.turn])


def bears_items(arena: Arena, who: int) -> bool:
    """Whether a character has the hands for weapons; beasts and gargoyles have not (CRE-12)."""
    monster = arena.characters[who].monster
    return monster is None or bool(monster.weapon)


def pickable(battle: Battle, figure: Figure) -> tuple[int, ...]:
    """Items in the character's hex that have lain there since an earlier turn (TFT-EQP-09)."""
    if not battle.ground:
        return ()
    hex_, turn = figure.hex, battle.turn
    return tuple([g.item for g in battle.ground if g.hex == hex_ and g.since < turn])


def ready_choices(arena: Arena, battle: Battle, who: int, engaged: bool) -> tuple[Ready, ...]:
    """READY NEW WEAPON: other carried items, or items from the ground, in hand (TFT-ACT-15).

    Engaged characters may not ready missile weapons (TFT-ACT-16). What must be let fall to stay
    within the carry limit is a choice of its own (TFT-EQP-12).
    """
    figure = battle.figures[who]
    ground = within_reach(arena, battle, who)
    if (not figure.slung and not ground) or not bears_items(arena, who):
        return ()
    now = (figure.main, figure.off)
    kit = (now, carried(figure), ground, engaged)
    known = arena.readies.get(kit)
    if known is None:
        known = arena.readies[kit] = tuple(_readies(arena, *kit))
    return known


def _readies(
    arena: Arena,
    now: tuple[int, int],
    carried_items: tuple[int, ...],
    ground: tuple[int, ...],
    engaged: bool,
) -> Iterator[Ready]:
    available = [*carried_items, *ground]
    if engaged:
        available = [i for i in available if not _missile(arena, i) or i in now]
    for hands in _hands(arena, available):
        fresh = [i for i in hands if i >= 0 and i not in now]
        if fresh:
            held = sorted({*carried_items, *fresh})
            for drop in _least_drops(arena, held, hands):
                yield Ready(ReadyKind.READY, *hands, drop)


def _least_drops(
    arena: Arena, held: list[int], hands: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """The smallest sets of items not held in hand that bring the rest within the limit."""
    carry = arena.tables.carry
    spare = [i for i in held if i not in hands]
    for size in range(len(spare) + 1):
        found = False
        for drop in combinations(spare, size):
            if within_limit([arena.items[i] for i in held if i not in drop], carry):
                found = True
                yield drop
        if found:
            return


def change_choices(arena: Arena, battle: Battle, who: int) -> tuple[Ready, ...]:
    """CHANGE WEAPONS: drop the ready weapons, take a carried one and/or a shield (TFT-ACT-28).

    A ready shield may be kept or dropped; missile weapons may not be readied.
    """
    figure = battle.figures[who]
    if not figure.slung:
        return ()
    kit = (figure.main, figure.off, figure.slung)
    known = arena.changes.get(kit)
    if known is None:
        known = arena.changes[kit] = tuple(_changes(arena, *kit))
    return known


def _changes(arena: Arena, main: int, off: int, slung: tuple[int, ...]) -> list[Ready]:
    now = (main, off)
    kept = [i for i in now if i >= 0 and arena.shields[i] is not None]
    available = [*kept, *(i for i in slung if not _missile(arena, i))]
    choices = []
    for hands in _hands(arena, available):
        new = [i for i in hands if i in slung]
        # A weapon and/or a shield, not two weapons: ACT-28.
        if new and sum(arena.weapons[i] is not None for i in new) <= 1:
            drop = tuple(i for i in now if i >= 0 and i not in hands)
            choices.append(Ready(ReadyKind.CHANGE, *hands, drop))
    return choices


def pick_up_choices(arena: Arena, battle: Battle, who: int, engaged: bool) -> list[Ready]:
    """PICK UP WEAPON: one item from the ground, dropping what is in the way (TFT-ACT-31).

    An engaged character slings a missile weapon instead of readying it (TFT-ACT-16).
    """
    figure = battle.figures[who]
    on_ground = within_reach(arena, battle, who)
    if not on_ground or not bears_items(arena, who):
        return []
    now = tuple(i for i in (figure.main, figure.off) if i >= 0)
    choices = []
    for item in on_ground:
        if engaged and _missile(arena, item):
            mains, offs = {figure.main, NO_ITEM}, {figure.off, NO_ITEM}
            every_hands = [(main, off) for main in sorted(mains) for off in sorted(offs)]
        else:
            every_hands = [h for h in _hands(arena, [*now, item]) if item in h]
        for hands in every_hands:
            let_go = tuple(i for i in now if i not in hands)
            held = sorted({*carried(figure), item} - set(let_go))
            choices += [
                Ready(ReadyKind.PICK_UP, *hands, (*let_go, *drop))
                if item in hands
                else Ready(ReadyKind.PICK_UP, *hands, (*let_go, *drop), item)
                for drop in _least_drops(arena, held, (*hands, item))
            ]
    return choices


def take_in_hand(play: Play, who: int, action: Ready) -> None:
    """Let go and pick up now; the new items are ready from next turn on (TFT-EQP-11)."""
    figure = play.edit(who)
    before = carried(figure)
    for item in action.drop:
        let_fall(play, who, item, "TFT-EQP-06")
    wanted = [i for i in (action.main, action.off, action.sling) if i >= 0]
    lifted = [i for i in wanted if i not in before]
    if lifted:
        battle = play.battle
        battle.ground = tuple(g for g in battle.ground if g.item not in lifted)
        figure.bending = True  # TFT-FACE-07, ACT-20
        figure.parry = NO_PARRY  # TFT-MG-05
    now = (figure.main, figure.off)
    figure.main = now[0] if now[0] == action.main else NO_ITEM
    figure.off = now[1] if now[1] == action.off else NO_ITEM
    if figure.off < 0:
        figure.parry = NO_PARRY
    figure.readying = (action.main, action.off)
    figure.changing = True
    figure.slung = tuple(
        i
        for i in dict.fromkeys((*figure.slung, *now, *lifted))
        if i >= 0 and i not in figure.readying and i not in action.drop
    )
    hands = HandsChanged("TFT-EQP-11", who, action.kind, action.main, action.off, tuple(lifted))
    play.tell(hands)


def make_ready(figure: Figure) -> None:
    """Phase VI: what was taken in hand is ready (TFT-TURN-03)."""
    figure.main, figure.off = figure.readying
    figure.readying = EMPTY
    figure.changing = False


def is_armed(arena: Arena, figure: Figure) -> bool:
    """Whether a non-missile weapon is ready, as Defend asks for (TFT-DEF-03)."""
    for item in (figure.main, figure.off):
        row = arena.weapons[item] if item >= 0 else None
        if row is not None and not row.missile:
            return True
    return False
