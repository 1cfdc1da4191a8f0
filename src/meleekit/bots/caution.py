"""When the brawler gives ground: stepping away, getting out of the line of fire, fleeing."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.bots.archery import flight_worth
from meleekit.bots.judge import SLIGHT, Judge, of_kind
from meleekit.bots.worth import best_blow
from meleekit.tft.actions import AnyAction, Disengage, Dodge, Escape, GoDown
from meleekit.tft.aiming import shootable
from meleekit.tft.combat import if_guarding
from meleekit.tft.dexterity import strength
from meleekit.tft.engagement import engaging_hexes, is_engaged
from meleekit.tft.options import DODGE, may_act
from meleekit.tft.postures import go_to_ground
from meleekit.tft.shots import field_of_fire
from meleekit.tft.state import FIT, Battle, Guard, copy_figure, with_figure
from meleekit.tft.trajectory import open_to_flight

# Chosen by trial.
_RISING = 0.1
"""What it costs to have to stand up again."""
_LIKELY_THE_LAST = 0.3
"""Worth of the blows from which one had rather step away."""
_OUTMATCHED = 2


# -- leaving the arena ---------------------------------------------------------------------------


def would_flee(judge: Judge, who: int) -> bool:
    """Whether it pays to leave the arena: nearly spent, with a side that is much the weaker.

    One that is hurt earns as much by leaving as by losing, and lives (TFT-XP-03, TFT-AI-14).
    Beasts stay.
    """
    arena, battle = judge.arena, judge.battle
    if not arena.kind.may_escape or arena.characters[who].monster is not None:
        return False
    if battle.figures[who].hits < arena.weakening_hits[who]:
        return False
    friends = [f for f in arena.friends[who] if battle.figures[f].condition is FIT]
    own = sum([strength(arena, battle, one) for one in (who, *friends)])
    return _OUTMATCHED * own <= sum([strength(arena, battle, foe) for foe in judge.foes(who)])


def way_out(judge: Judge, who: int, actions: Sequence[AnyAction]) -> Escape | None:
    """The way out of the arena with the fewest jumps, if there is one this turn."""
    outs = [a for a in actions if isinstance(a, Escape) and a.figure == who]
    return judge.best(outs, lambda a: -float(len(a.over))) if outs else None


# -- stepping away -------------------------------------------------------------------------------


def step_away(
    judge: Judge, who: int, actions: Sequence[AnyAction], instead: float
) -> Disengage | None:
    """The step out of a fight that saves most from those who have still to strike (TFT-DIS-07).

    None where no great harm is to be feared, or where it saves no more than something else would,
    `instead`. Even so it is taken every other time only: one that always left before a slower
    enemy could strike would never be caught.
    """
    steps = of_kind(actions, Disengage)
    if not steps:
        return None
    arena, battle = judge.arena, judge.battle
    figure = copy_figure(battle.figures[who])
    there = with_figure(battle, who, figure)
    waiting = [e for e in judge.foes(who) if may_act(battle, battle.figures[e])]

    def danger() -> float:
        body = arena.body[who][figure.hex][figure.facing]
        return sum(
            [
                best_blow(arena, there, e, who)
                for e in waiting
                if engaging_hexes(arena, e, battle.figures[e]) & body
            ]
        )

    here = danger()
    if here < _LIKELY_THE_LAST:
        return None
    saved = []
    for step in steps:
        figure.hex = step.hex
        saved.append(here - danger())
    best, most = judge.best_of(steps, saved)
    return best if most > instead and judge.dice.below(2) else None


# -- under fire ----------------------------------------------------------------------------------


def _saved_from_shots(judge: Judge, who: int, there: Battle) -> float:
    """What it saves from enemies with missile weapons that have not acted to be as in `there`."""
    arena, battle = judge.arena, judge.battle
    figure = battle.figures[who]
    body = arena.body[who][figure.hex][figure.facing]
    saved = 0.0
    for enemy in judge.foes(who):
        foe = battle.figures[enemy]
        if not may_act(battle, foe) or is_engaged(arena, battle, enemy):
            continue
        fire = field_of_fire(arena, battle, enemy)
        if fire & body and open_to_flight(arena, battle, enemy, who, fire):
            for item in shootable(arena, battle, foe):
                saved += flight_worth(arena, battle, enemy, who, item)
                saved -= flight_worth(arena, there, enemy, who, item)
    return saved


def dodge_saves(judge: Judge, who: int) -> float:
    """What dodging saves from enemies with missile weapons that have not acted yet."""
    if not judge.arena.any_shoots:
        return 0.0
    return _saved_from_shots(judge, who, if_guarding(judge.battle, who, Guard.DODGE))


def under_fire(judge: Judge, who: int, actions: Sequence[AnyAction]) -> Dodge | GoDown | None:
    """What saves most from shots to come: to dodge, or to get down behind a body (TFT-PRN-04).

    None if neither is worth an action.
    """
    if not judge.arena.any_shoots:
        return None
    options: list[Dodge | GoDown] = []
    saved: list[float] = []
    if DODGE in actions:
        options.append(DODGE)
        saved.append(dodge_saves(judge, who))
    for action in of_kind(actions, GoDown):
        low = copy_figure(judge.battle.figures[who])
        go_to_ground(low, action.posture)
        there = with_figure(judge.battle, who, low)
        options.append(action)
        saved.append(_saved_from_shots(judge, who, there) - _RISING)
    if not options:
        return None
    best, most = judge.best_of(options, saved)
    return best if most > SLIGHT else None
