"""Battles for the tests of what people see: played half at random, or set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from meleekit.core.dice import Rolled
from meleekit.core.game import Event
from meleekit.core.scene import Scene
from meleekit.tft.actions import (
    AnyAction,
    Attack,
    Charge,
    EndMovement,
    Escape,
    GiveOrder,
    LetFall,
    Move,
    StandUp,
    TurnTo,
)
from meleekit.tft.game import Melee
from meleekit.tft.scenarios import scenarios
from meleekit.tft.setup import resolve, setup_from
from meleekit.tft.state import AnyTask, Battle, Condition, Face, Figure, Phase

SEEDS = (1, 2, 3)
MOST_DECISIONS = 260
SCENARIOS = tuple(scenarios())


class Moment(NamedTuple):
    """A position with its decision's actions, and what happened on the way to it."""

    game: Melee
    battle: Battle
    actions: Sequence[AnyAction]
    events: tuple[Event, ...]


@cache
def moments(scenario: str) -> tuple[Moment, ...]:
    """Positions of several battles whose players mostly run at each other and strike."""
    found = []
    for seed in SEEDS:
        game = Melee(scenarios()[scenario])
        dice = Rolled(bytes([seed]) * 32)
        battle, events = _parts(game.begin(dice))
        for _ in range(MOST_DECISIONS):
            decisions = game.decisions(battle)
            actions = game.actions(battle, decisions[0].seat) if decisions else ()
            found.append(Moment(game, battle, actions, events))
            if not decisions:
                break
            chosen = _choose(game, battle, actions, dice)
            battle, events = _parts(game.apply(battle, decisions[0].seat, chosen, dice))
    return tuple(found)


def _parts(step: Any) -> tuple[Battle, tuple[Event, ...]]:
    return step.state, step.events


def _choose(game: Melee, battle: Battle, actions: Sequence[AnyAction], dice: Rolled) -> AnyAction:
    if dice.below(4) == 0:
        return actions[dice.below(len(actions))]
    return max(actions, key=lambda action: (_zeal(game, battle, action), dice.below(8)))


def _zeal(game: Melee, battle: Battle, action: AnyAction) -> int:
    """How much an action looks like fighting."""
    board, figures = game.arena.board, battle.figures
    if isinstance(action, Move | Charge):
        foes = _standing_foes(game, battle, action.figure)
        return 50 - min([board.distance[action.hex][foe] for foe in foes], default=0)
    if isinstance(action, TurnTo):
        task = battle.stack[-1]
        assert isinstance(task, Face)
        here = figures[task.figure].hex
        foes = [foe for foe in _standing_foes(game, battle, task.figure) if foe != here]
        return sum(action.facing in board.bearing(here, foe) for foe in foes)
    if isinstance(action, Attack | StandUp):
        return 60
    return -1 if isinstance(action, LetFall | GiveOrder | EndMovement | Escape) else 0


def _standing_foes(game: Melee, battle: Battle, who: int) -> list[int]:
    return [
        battle.figures[foe].hex
        for foe in game.arena.enemies[who]
        if battle.figures[foe].condition is Condition.FIT and battle.figures[foe].hex >= 0
    ]


# -- by hand -------------------------------------------------------------------------------------


def fighter(name: str, *items: str, **changes: Any) -> dict[str, Any]:
    """A human with 12 STR and 12 DEX; `changes` are other fields of the sheet."""
    return {"name": name, "strength": 12, "dexterity": 12, "items": list(items), **changes}


def melee(red: Sequence[dict[str, Any]], blue: Sequence[dict[str, Any]], **changes: Any) -> Melee:
    """A battle to the death between Red and Blue; figures are numbered Red first."""
    sides = [{"name": "Red", "fighters": [*red]}, {"name": "Blue", "fighters": [*blue]}]
    return Melee(resolve(setup_from({"title": "Test", "kind": "death", "sides": sides, **changes})))


def position(
    game: Melee,
    where: Mapping[int, tuple[tuple[int, int], int]],
    *stack: AnyTask,
    phase: Phase = Phase.ACTIONS,
    turn: int = 3,
    **changes: Mapping[int, Any],
) -> Battle:
    """Figures at (q, r) with a facing, all with the kit they came with.

    `changes` give fields of single figures: ``hits={1: 5}``.
    """
    begun = game.begin(Rolled(bytes(32))).state
    figures: list[Figure] = begun.figures
    for who, (coord, facing) in where.items():
        figures[who].hex = game.arena.board.index[coord]
        figures[who].facing = facing
    for field, values in changes.items():
        for who, value in values.items():
            setattr(figures[who], field, value)
    return Battle(figures=figures, turn=turn, phase=phase, stack=stack)


def key_texts(scene: Scene) -> dict[str, str]:
    """What the key says, by tint."""
    return {entry.tint: entry.text for entry in scene.key}
