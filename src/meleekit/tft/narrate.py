"""Events as lines of a fight report. Each stands alone; the dice are shown beside it.

Here the course of a battle; what characters do is told in the three modules beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.game import Event
from meleekit.core.phrases import listed
from meleekit.tft.arena import Arena
from meleekit.tft.events import BattleEnded, ExperienceGained, PhaseBegan, TurnBegan
from meleekit.tft.narrate_acts import TOLD_ACTS
from meleekit.tft.narrate_grapples import TOLD_GRAPPLES
from meleekit.tft.narrate_moves import TOLD_MOVES


def narrate(arena: Arena, event: Event) -> str:
    """The event in a sentence. Every event of this game is worth a line."""
    tell = _TOLD.get(type(event))
    return tell(arena, event) if tell else ""


def _turn(arena: Arena, event: TurnBegan) -> str:
    return f"Turn {event.turn}."


def _phase(arena: Arena, event: PhaseBegan) -> str:
    return f"{event.phase[:1].upper()}{event.phase[1:]} begin."


def _ended(arena: Arena, event: BattleEnded) -> str:
    winners = listed([arena.players[seat] for seat in event.winners])
    result = f"{winners} won" if winners else "It is a draw"
    return f"The battle is over: {event.reason}. {result}."


def _experience(arena: Arena, event: ExperienceGained) -> str:
    name, points = arena.name(event.figure), event.points
    return f"{name} {'gains' if points > 0 else 'loses'} {abs(points)} experience."


_TOLD: Mapping[type[Event], Callable[[Arena, Any], str]] = {
    TurnBegan: _turn,
    PhaseBegan: _phase,
    BattleEnded: _ended,
    ExperienceGained: _experience,
    **TOLD_MOVES,
    **TOLD_ACTS,
    **TOLD_GRAPPLES,
}
