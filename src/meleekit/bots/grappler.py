"""How the brawler fights hand-to-hand: when it goes in, what it does in a pile, when it leaves.

It weighs an entry by what both sides could then do to each other, with the chance of being
thrown back. Nobody is asked for consent who has a weapon to refuse it with.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from meleekit.bots.judge import DANGER, SLIGHT, Judge
from meleekit.bots.worth import attack_worth, blows_worth, can_strike, hth_blow
from meleekit.tft.actions import (
    Agree,
    AnyAction,
    Attack,
    BreakFree,
    DoNothing,
    DrawDagger,
    Grapple,
    HthAttack,
    KeepBlade,
)
from meleekit.tft.arena import Arena
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.clinch import blades_in_hand, may_keep
from meleekit.tft.combat import plan_strike, plan_to_miss
from meleekit.tft.engagement import engaging_hexes
from meleekit.tft.equipment import weapons_to_strike
from meleekit.tft.grapple import asks_consent, from_behind
from meleekit.tft.piles import enemies_in, in_hex, pile_foes
from meleekit.tft.shots import passes
from meleekit.tft.state import (
    NO_ITEM,
    PRONE,
    Act,
    Battle,
    CloseIn,
    Consent,
    TakeBlade,
    copy_battle,
    copy_figure,
)
from meleekit.tft.wrestling import free_on

_FUTILE = 0.06  # blows worth less than this are given up for a weapon or a way out
_HOPELESS = -10.0
_THROWN_BACK = 0.1  # an action lost


def is_unarmed(judge: Judge, who: int) -> bool:
    """Nothing ready to strike with."""
    return not weapons_to_strike(judge.arena, who, judge.battle.figures[who])


# -- going in ------------------------------------------------------------------------------------


def may_be_asked(judge: Judge, action: Grapple) -> bool:
    """An entry that needs no consent, or one that will be agreed to: an unarmed enemy's."""
    if not asks_consent(judge.arena, judge.battle, action):
        return True
    return is_unarmed(judge, action.target)


def would_grapple(judge: Judge, who: int) -> bool:
    """Whether `who` would go to grips at all: unarmed, or with a blade in hand, or teeth."""
    arena, figure = judge.arena, judge.battle.figures[who]
    if arena.characters[who].natural or blades_in_hand(arena, figure):
        return True
    return not weapons_to_strike(arena, who, figure)


def is_from_behind(judge: Judge, action: Grapple) -> bool:
    """Whether an entry comes from behind the one that is named."""
    named = action.target
    return named >= 0 and from_behind(judge.arena, judge.battle, named, action.via)


def entry_worth(judge: Judge, action: Grapple, behind: bool) -> float:
    """What a move onto an enemy is worth: both sides' blows in the pile, if it comes to one."""
    key = _entry_key(judge, action, behind)
    known = _known_entries(judge.arena)
    worth = known.get(key)
    if worth is None:
        worth = known[key] = _entry_worth(judge, action, behind)
    return worth


def _entry_key(judge: Judge, action: Grapple, behind: bool) -> Hashable:
    """All that decides what an entry is worth."""
    battle = judge.battle
    about = []
    for other in (action.figure, *in_hex(judge.arena, battle, action.hex)):
        f = battle.figures[other]
        shaken = f.shaken_turn == battle.turn
        held = f.main, f.off, f.slung, f.readying, f.changing, f.parry
        about.append((other, f.hits, held, shaken, f.grappling))
    return action.target, behind, tuple(about)


@lru_cache(maxsize=64)
def _known_entries(arena: Arena) -> dict[Hashable, float]:
    """Memo of `entry_worth`."""
    return {}


def _entry_worth(judge: Judge, action: Grapple, behind: bool) -> float:
    arena, battle, who = judge.arena, judge.battle, action.figure
    foes = enemies_in(arena, battle, who, action.hex)
    keeps: dict[tuple[int, ...], float] = {(): 1.0}
    begins = 1.0
    if action.target >= 0:
        shares = _shares(judge, behind)
        bare, blade = shares[HthOutcome.BARE_HANDS], shares[HthOutcome.BLADE]
        begins = bare + blade
        kept = may_keep(arena, battle.figures[action.target])
        keeps = {(): bare, kept: blade} if kept else {(): begins}
    total = best = 0.0
    for blades, chance in keeps.items():
        there = _as_a_pile(battle, who, action.hex, action.target, blades, judge)
        mine = max([hth_blow(arena, there, who, foe) for foe in foes])
        theirs = sum([hth_blow(arena, there, foe, who) for foe in foes])
        best = max(best, mine)
        total += chance * (mine - DANGER * theirs)
    if best < _FUTILE and not is_unarmed(judge, who):
        return _HOPELESS
    return total - (1 - begins) * _THROWN_BACK


def _shares(judge: Judge, behind: bool) -> dict[HthOutcome, float]:
    """The chance of each outcome of the defence roll (TFT-HTH-07, TFT-HTH-08)."""
    faces = dict.fromkeys(HthOutcome, 0)
    for row in judge.arena.tables.hth_defence:
        faces[row.outcome] += row.last + 1 - row.first
    if behind:
        faces[HthOutcome.STRUCK] = 0
    all_faces = sum(faces.values())
    return {outcome: n / all_faces for outcome, n in faces.items()}


def _as_a_pile(
    battle: Battle, who: int, hex_: int, named: int, blades: tuple[int, ...], judge: Judge
) -> Battle:
    """The position with all in the hex, and `who`, in hand-to-hand there."""
    there = copy_battle(battle)
    there.figures = battle.figures.copy()
    for other in (who, *in_hex(judge.arena, battle, hex_)):
        figure = there.figures[other] = copy_figure(battle.figures[other])
        if other == who:
            figure.hex = hex_
        held = blades_in_hand(judge.arena, figure)
        if not figure.grappling:
            if other == named:
                held = blades
            figure.main = held[0] if held else NO_ITEM
            figure.off = NO_ITEM
        figure.grappling = True
        figure.posture = PRONE
    return there


def best_entry(judge: Judge, who: int, entries: Sequence[Grapple]) -> tuple[float, Grapple | None]:
    """The entry of most worth for `who`, and what it is worth; none if there is none to be made."""
    if not entries or not would_grapple(judge, who):
        return 0.0, None
    unarmed = is_unarmed(judge, who)
    found: list[Grapple] = []
    worths: list[float] = []
    for entry in entries:
        # With a blade one gets in behind an enemy; from before it the weapon does more.
        behind = is_from_behind(judge, entry)
        if (unarmed or behind) and may_be_asked(judge, entry):
            found.append(entry)
            worths.append(entry_worth(judge, entry, behind))
    if not found:
        return 0.0, None
    best, worth = judge.best_of(found, worths)
    return worth, best


def consent(judge: Judge, task: Consent, actions: Sequence[AnyAction]) -> AnyAction:
    """With a weapon in hand one keeps it; with none a clinch is as good as anything."""
    return Agree() if is_unarmed(judge, task.figure) else DoNothing()


def blade(judge: Judge, task: TakeBlade, actions: Sequence[AnyAction]) -> AnyAction:
    """The blade that does most in a clinch."""
    weapons = judge.arena.weapons

    def damage(action: AnyAction) -> float:
        row = weapons[action.item] if isinstance(action, KeepBlade) else None
        return 3.5 * (row.hth_dice or 0) + row.hth_modifier if row is not None else 0.0

    return judge.best(actions, damage)


# -- in the pile ---------------------------------------------------------------------------------


def in_pile(judge: Judge, task: Act | CloseIn, actions: Sequence[AnyAction]) -> AnyAction:
    """The best blow, unless a dagger in hand or a way out promises more."""
    arena, battle, who = judge.arena, judge.battle, task.figure
    blows = [a for a in actions if isinstance(a, HthAttack)]
    worth = {a: blows_worth(arena, battle, who, a.target, a.weapon) for a in blows}
    best = max(worth.values(), default=0.0)
    draws = [a for a in actions if isinstance(a, DrawDagger)]
    if draws and not blades_in_hand(arena, battle.figures[who]):
        # An even chance of better blows from next turn on, for one blow lost now.
        with_it = max(_armed_worth(judge, who, a.item) for a in draws)
        if with_it > 2 * best:
            return judge.best(draws, lambda a: _armed_worth(judge, who, a.item))
    exits = [a for a in actions if isinstance(a, BreakFree)]
    if exits and _wants_out(judge, who, best):
        return judge.best(exits, lambda a: -_peril(judge, who, a.hex))
    if blows:
        return judge.best(blows, lambda a: worth[a])
    return DoNothing()


def _armed_worth(judge: Judge, who: int, item: int) -> float:
    """Worth of the best blow in the pile if that blade were in hand."""
    foes = pile_foes(judge.arena, judge.battle, who)
    return max([blows_worth(judge.arena, judge.battle, who, foe, item) for foe in foes])


def _wants_out(judge: Judge, who: int, own: float) -> bool:
    """Whether the chance to get out is worth more than the best blow.

    What is won is what the enemies in the pile would do, and for one who can do nothing there
    the weapon that it may have outside.
    """
    arena, battle = judge.arena, judge.battle
    chance = len(free_on(arena, battle, who)) / 6
    foes = pile_foes(arena, battle, who)
    theirs = sum([hth_blow(arena, battle, foe, who) for foe in foes])
    if own < _FUTILE:
        slung = battle.figures[who].slung
        weapons = [*slung, *(g.item for g in battle.ground)]
        return theirs > max(own, SLIGHT) or any(can_strike(arena, item) for item in weapons)
    return chance * theirs > own


def _peril(judge: Judge, who: int, hex_: int) -> float:
    """Enemies on their feet that would engage one in the hex, and those near it."""
    arena, figures = judge.arena, judge.battle.figures
    bit = arena.board.bit[hex_]
    facing = sum(1.0 for e in judge.foes(who) if engaging_hexes(arena, e, figures[e]) & bit)
    return facing - 0.01 * judge.nearest(who, hex_)


# -- striking at a pile --------------------------------------------------------------------------


def friends_at_risk(judge: Judge, who: int, action: Attack) -> float:
    """What a blow at a pile may do to friends in it, roughly: it misses, and hits one instead."""
    arena, battle = judge.arena, judge.battle
    target = battle.figures[action.target]
    if not target.grappling:
        return 0.0
    side, (item, *_) = arena.side_of[who], action.weapons
    plan = plan_strike(arena, battle, who, action.target, action.weapons, item)
    risk = 0.0
    for friend in in_hex(arena, battle, target.hex):
        if arena.side_of[friend] == side:
            wide = plan_to_miss(arena, battle, who, friend, action.weapons, item)
            worth = attack_worth(arena, battle, who, friend, action.weapons)
            risk += (1 - passes(wide)) * worth
    return passes(plan) * risk
