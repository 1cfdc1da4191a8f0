"""A bot for Melee (1977) that closes in and fights: flanks, picks its blows by exact odds.

It weighs one decision at a time. The unit of its judgement is *worth*: 1 is about the value of
putting one enemy out of the fight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meleekit.bots.approach import face, move
from meleekit.bots.archery import (
    armed_from_afar,
    best_flight,
    flight_worth,
)
from meleekit.bots.caution import dodge_saves, step_away, under_fire
from meleekit.bots.grappler import (
    best_entry,
    blade,
    consent,
    friends_at_risk,
    in_pile,
    is_unarmed,
    would_grapple,
)
from meleekit.bots.judge import DANGER, SLIGHT, Judge, of_kind
from meleekit.bots.worth import attack_worth, best_blow, ready_worth
from meleekit.core.dice import Rolled
from meleekit.tft.act_options import act_options
from meleekit.tft.actions import (
    AnyAction,
    Attack,
    Declare,
    ForceBack,
    Grapple,
    MoveLast,
    Ready,
    Reload,
    StepIn,
    UseParry,
)
from meleekit.tft.engagement import engagers, engaging_hexes, in_front
from meleekit.tft.equipment import has_pole, weapons_to_strike
from meleekit.tft.game import Melee
from meleekit.tft.options import DEFEND, DODGE, NOTHING
from meleekit.tft.state import (
    FIT,
    NO_PARRY,
    Act,
    AnyTask,
    ChooseOrder,
    ChooseParry,
    CloseIn,
    ComeDown,
    Consent,
    DeclareGuards,
    Face,
    Follow,
    Guard,
    Manner,
    MoveOne,
    Place,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
    copy_figure,
    with_figure,
)

Choice = Callable[[Judge, Any, Sequence[AnyAction]], AnyAction]


# -- before the fight ----------------------------------------------------------------------------


def _place(judge: Judge, task: Place, actions: Sequence[AnyAction]) -> AnyAction:
    return actions[judge.dice.below(len(actions))]


def _initiative(judge: Judge, task: ChooseOrder, actions: Sequence[AnyAction]) -> AnyAction:
    """Last: whoever has moved can no longer turn to meet an attack on its flank."""
    return MoveLast(last=True)


def _parry(judge: Judge, task: ChooseParry, actions: Sequence[AnyAction]) -> AnyAction:
    """Two blows if they are worth more than one; else the blade as a shield when engaged."""
    who = task.figure
    foes = judge.foes(who)

    def score(action: AnyAction) -> float:
        assert isinstance(action, UseParry)
        figure = copy_figure(judge.battle.figures[who])
        figure.parry = action.mode
        there = with_figure(judge.battle, who, figure)
        adjacent = [
            e for e in foes if judge.arena.board.distance[figure.hex][there.figures[e].hex] == 1
        ]
        blows = max([best_blow(judge.arena, there, who, e) for e in adjacent], default=0.0)
        taken = sum(best_blow(judge.arena, there, e, who) for e in adjacent)
        idle = 0.001 if action.mode is NO_PARRY else 0.0
        return blows - DANGER * taken + idle

    return judge.best(actions, score)


# -- actions -------------------------------------------------------------------------------------


def _act(judge: Judge, task: Act, actions: Sequence[AnyAction]) -> AnyAction:
    arena, battle, who = judge.arena, judge.battle, task.figure
    if battle.figures[who].grappling:
        return in_pile(judge, task, actions)
    attack, worth = _best_attack(judge, who, actions)
    entries = of_kind(actions, Grapple) if would_grapple(judge, who) else ()
    grip, entry = best_entry(judge, who, entries)
    if attack is not None:
        if entry is not None and grip > worth:
            return entry
        if DEFEND in actions:
            saved = _saved(judge, who, _still_to_strike(judge, who))
            if saved > max(worth, SLIGHT):
                return step_away(judge, who, actions, saved) or DEFEND
        if worth > 0:
            return attack
    loads = of_kind(actions, Reload)
    if loads:
        return loads[0]
    takes = of_kind(actions, Ready)
    unarmed = not weapons_to_strike(arena, who, battle.figures[who])
    if takes and unarmed and not armed_from_afar(judge, who):
        take = judge.best(takes, lambda a: ready_worth(arena, who, a))
        if ready_worth(arena, who, take) > 0:
            return take
    if entry is not None and attack is None and (grip > 0 or is_unarmed(judge, who)):
        return entry
    if DEFEND in actions:
        saved = _saved(judge, who, _still_to_strike(judge, who))
        if saved > SLIGHT:
            return step_away(judge, who, actions, saved) or DEFEND
    away = step_away(judge, who, actions, SLIGHT)
    return away or under_fire(judge, who, actions) or NOTHING


def _best_attack(
    judge: Judge, who: int, actions: Sequence[AnyAction]
) -> tuple[AnyAction | None, float]:
    """The blow, throw or shot that is worth most, and what it is worth; blows if equal."""
    best: AnyAction | None = None
    top = 0.0
    blows = of_kind(actions, Attack)
    if blows:
        arena, battle = judge.arena, judge.battle
        figures = battle.figures
        worths = [
            attack_worth(arena, battle, who, a.target, a.weapons)
            - (friends_at_risk(judge, who, a) if figures[a.target].grappling else 0.0)
            for a in blows
        ]
        best, top = judge.best_of(blows, worths)
    flight, far = best_flight(judge, who, actions)
    return (flight, far) if far > top else (best, top)


def _still_to_strike(judge: Judge, who: int) -> list[int]:
    """Enemies that engage `who` and have not acted."""
    return [
        e for e in engagers(judge.arena, judge.battle, who) if not judge.battle.figures[e].acted
    ]


def _saved(judge: Judge, who: int, strikers: Sequence[int]) -> float:
    """What defending saves against these enemies' best blows."""
    arena, battle = judge.arena, judge.battle
    return sum(
        best_blow(arena, battle, e, who) - best_blow(arena, battle, e, who, defended=True)
        for e in strikers
    )


def _pre_empt(judge: Judge, task: PreEmpt, actions: Sequence[AnyAction]) -> AnyAction:
    """Give up the own blow only if the defence saves more than it is worth."""
    arena, battle, who = judge.arena, judge.battle, task.figure
    if task.manner is not Manner.BLOW:
        (item,) = task.weapons
        _, own = _best_attack(judge, who, act_options(arena, battle, Act(who)))
        saved = flight_worth(arena, battle, task.attacker, who, item) - flight_worth(
            arena, battle, task.attacker, who, item, dodged=True
        )
        return DODGE if saved > max(own, SLIGHT) else NOTHING
    own = max([best_blow(arena, battle, who, e) for e in judge.foes(who)], default=0.0)
    saved = attack_worth(arena, battle, task.attacker, who, task.weapons) - attack_worth(
        arena, battle, task.attacker, who, task.weapons, defended=True
    )
    return DEFEND if saved > max(own, SLIGHT) else NOTHING


def _declare(judge: Judge, task: DeclareGuards, actions: Sequence[AnyAction]) -> AnyAction:
    """Defend where that saves more, against all who may strike, than the own blow is worth."""
    arena, battle = judge.arena, judge.battle

    def score(action: AnyAction) -> float:
        if not isinstance(action, Declare):
            return 0.0
        who = action.figure
        if action.guard is Guard.DODGE:
            _, own = _best_attack(judge, who, act_options(arena, battle, Act(who)))
            return dodge_saves(judge, who) - own
        reached = in_front(arena, battle, who)
        own = max([best_blow(arena, battle, who, e) for e in reached], default=0.0)
        return _saved(judge, who, _still_to_strike(judge, who)) - own

    chosen = judge.best(actions, score)
    return chosen if score(chosen) > SLIGHT else NOTHING


def _come_down(judge: Judge, task: ComeDown, actions: Sequence[AnyAction]) -> AnyAction:
    """Wherever there is room: one that comes down has no use for the place for a while."""
    return actions[judge.dice.below(len(actions))]


def _second_shot(judge: Judge, task: SecondShot, actions: Sequence[AnyAction]) -> AnyAction:
    """At whom it is worth most, unless friends are in greater danger than enemies."""
    shot, worth = best_flight(judge, task.figure, actions)
    return shot if shot is not None and worth > 0 else NOTHING


# -- forced retreat ------------------------------------------------------------------------------


def _retreat(judge: Judge, task: Retreat, actions: Sequence[AnyAction]) -> AnyAction:
    """Push the enemy in front of friends, against walls, away from its own and its weapon."""
    arena, battle = judge.arena, judge.battle
    board, figures = arena.board, battle.figures
    own_side = arena.side_of[task.figure]

    def score(action: AnyAction) -> float:
        if not isinstance(action, ForceBack):
            return 0.0
        if action.hex < 0:
            return 1.0
        bit = board.bit[action.hex]
        total = 0.3 * (6 - len(board.neighbours[action.hex]))
        for who, figure in enumerate(figures):
            if figure.hex < 0 or figure.condition is not FIT or who == action.target:
                continue
            if arena.side_of[who] == own_side:
                total += 1.0 if engaging_hexes(arena, who, figure) & bit else 0.0
            elif board.distance[figure.hex][action.hex] == 1:
                total -= 0.3
        mine = arena.characters[action.target].items
        lost = [g.hex for g in battle.ground if g.item in mine]
        total += 0.1 * min((board.distance[h][action.hex] for h in lost), default=0)
        return 0.1 + total

    return judge.best(actions, score)


def _follow(judge: Judge, task: Follow, actions: Sequence[AnyAction]) -> AnyAction:
    """Stay on the enemy's heels, unless a pole weapon wants room for a new charge."""
    arena, battle = judge.arena, judge.battle
    if has_pole(arena, battle.figures[task.figure]):
        return NOTHING
    here = judge.nearest(task.figure, battle.figures[task.figure].hex)
    return StepIn() if judge.nearest(task.figure, task.hex) < here else NOTHING


CHOICES: Mapping[type[AnyTask], Choice] = {
    Place: _place,
    ChooseOrder: _initiative,
    MoveOne: move,
    Face: face,
    ChooseParry: _parry,
    DeclareGuards: _declare,
    Act: _act,
    PreEmpt: _pre_empt,
    SecondShot: _second_shot,
    ComeDown: _come_down,
    Consent: consent,
    TakeBlade: blade,
    CloseIn: in_pile,
    Retreat: _retreat,
    Follow: _follow,
}


class Brawler:
    """Closes in, prefers flank and rear, strikes where it hurts most, defends when that pays."""

    name = "brawler"
    games: frozenset[str] | None = frozenset({"tft"})
    choices: Mapping[type[AnyTask], Choice] = CHOICES
    """How a decision of each kind is taken."""

    def choose(
        self,
        game: Melee,
        view: Any,  # noqa: ANN401  # Battle, as `Melee.view` gives it
        seat: int,
        actions: Sequence[Any],
        dice: Rolled,
    ) -> Any:  # noqa: ANN401
        """The action that looks best one decision ahead; equals are drawn for."""
        task = view.stack[-1]
        judge = Judge(game.arena, view, dice)
        return self.choices[type(task)](judge, task, actions)

    def explain(
        self,
        game: Melee,
        view: Any,  # noqa: ANN401  # Battle, as `Melee.view` gives it
        seat: int,
        action: Any,  # noqa: ANN401
    ) -> str:
        """What a blow may bring, or a defence prevent; the rest it does by feel."""
        found = game.forecast(view, seat, action)
        return "" if found is None else found.headline
