"""What the table says about the moment: whose decision is open, and where the battle stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.phrases import listed
from meleekit.tft.arena import Arena
from meleekit.tft.dexterity import order_dex
from meleekit.tft.ids import hex_name
from meleekit.tft.kit import item_words
from meleekit.tft.move_options import movable
from meleekit.tft.retreat import victims
from meleekit.tft.state import (
    Act,
    Battle,
    ChooseOrder,
    ChooseParry,
    CloseIn,
    ComeDown,
    Consent,
    DeclareGuards,
    Face,
    Follow,
    Manner,
    MoveOne,
    Phase,
    Place,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
    Task,
)

_PHASES: Mapping[Phase, str] = {
    Phase.MOVEMENT: "movement",
    Phase.DECLARATIONS: "declarations",
    Phase.ACTIONS: "actions",
    Phase.RETREAT: "forced retreat",
    Phase.OVER: "the battle is over",
}


def prompt(arena: Arena, battle: Battle) -> str:
    """Whose decision is open and what it is about; how the battle ended if none is."""
    if battle.stack:
        task = battle.stack[-1]
        return f"{arena.players[arena.decider(task)]}: {_ASKED[type(task)](arena, battle, task)}"
    return f"The battle is over: {battle.outcome.reason}" if battle.outcome else ""


def status(battle: Battle) -> str:
    """The turn and its phase: "Turn 3 · movement"."""
    if battle.phase is Phase.SETUP:
        return "Set-up"
    return f"Turn {battle.turn} · {_PHASES[battle.phase]}"


def _place(arena: Arena, battle: Battle, task: Place) -> str:
    return f"place {arena.name(task.figure)} on an entrance hex"


def _initiative(arena: Arena, battle: Battle, task: ChooseOrder) -> str:
    return "move first or last?"


def _move(arena: Arena, battle: Battle, task: MoveOne) -> str:
    own = arena.of_seat[task.seat]
    left = [arena.name(who) for who in own if movable(battle, who)]
    if len(own) == 1 or len(left) == 1:
        return f"move {listed(left)}"
    return f"move your fighters ({listed(left)} left)"


def _face(arena: Arena, battle: Battle, task: Face) -> str:
    return f"which way does {arena.name(task.figure)} face?"


def _parry(arena: Arena, battle: Battle, task: ChooseParry) -> str:
    return f"how does {arena.name(task.figure)} use the main-gauche this turn?"


def _declare(arena: Arena, battle: Battle, task: DeclareGuards) -> str:
    return "who dodges or defends this turn?"


def _act(arena: Arena, battle: Battle, task: Act) -> str:
    return f"{arena.name(task.figure)} acts, adjDEX {order_dex(arena, battle, task.figure)[0]}"


def _pre_empt(arena: Arena, battle: Battle, task: PreEmpt) -> str:
    weapons = listed([item_words(arena, item, task.weapons) for item in task.weapons])
    attacker, target = arena.name(task.attacker), arena.name(task.figure)
    if task.manner is Manner.THROW:
        return f"{attacker} throws {weapons} at {target}: dodge?"
    if task.manner is Manner.SHOT:
        return f"{attacker} shoots at {target} with {weapons}: dodge?"
    return f"{target} is attacked by {attacker} with {weapons}: defend?"


def _come_down(arena: Arena, battle: Battle, task: ComeDown) -> str:
    return f"where does {arena.name(task.figure)} come down?"


def _second_shot(arena: Arena, battle: Battle, task: SecondShot) -> str:
    return f"at whom does {arena.name(task.figure)} shoot the second arrow?"


def _consent(arena: Arena, battle: Battle, task: Consent) -> str:
    attacker, target = arena.name(task.attacker), arena.name(task.figure)
    return f"{attacker} asks {target} for hand-to-hand: agree?"


def _blade(arena: Arena, battle: Battle, task: TakeBlade) -> str:
    return f"{arena.name(task.figure)} is pulled down by {arena.name(task.attacker)}: with a blade?"


def _close_in(arena: Arena, battle: Battle, task: CloseIn) -> str:
    return f"{arena.name(task.figure)} has come to grips and strikes at once"


def _retreat(arena: Arena, battle: Battle, task: Retreat) -> str:
    beaten = [arena.name(who) for who in victims(arena, battle, task.figure)]
    victor = arena.name(task.figure)
    if len(beaten) == 1:
        return f"does {victor} force {beaten[0]} back?"
    return f"whom does {victor} force back ({listed(beaten)})?"


def _follow(arena: Arena, battle: Battle, task: Follow) -> str:
    return f"does {arena.name(task.figure)} step into {hex_name(arena, task.hex)}?"


_ASKED: Mapping[type[Task], Callable[[Arena, Battle, Any], str]] = {
    Place: _place,
    ChooseOrder: _initiative,
    MoveOne: _move,
    Face: _face,
    ChooseParry: _parry,
    DeclareGuards: _declare,
    Act: _act,
    PreEmpt: _pre_empt,
    SecondShot: _second_shot,
    ComeDown: _come_down,
    Consent: _consent,
    TakeBlade: _blade,
    CloseIn: _close_in,
    Retreat: _retreat,
    Follow: _follow,
}
