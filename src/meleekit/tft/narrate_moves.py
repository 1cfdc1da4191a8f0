"""Set-up, initiative and movement as lines of a fight report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.game import Event
from meleekit.core.scene import COMPASS, CORNERS
from meleekit.tft.arena import Arena
from meleekit.tft.events import (
    CameDown,
    Escaped,
    Flew,
    InitiativeRolled,
    KeptBack,
    Moved,
    OrderChosen,
    OrderGiven,
    ParryChosen,
    Placed,
    StoodUp,
    Stumbled,
    Swooped,
    Turned,
    WentDown,
)
from meleekit.tft.ids import hex_name
from meleekit.tft.phrases import order_words, thrown_words
from meleekit.tft.state import KNEELING, NO_PARRY, Parry

# -- set-up, initiative --------------------------------------------------------------------------


def _placed(arena: Arena, event: Placed) -> str:
    return f"{arena.name(event.figure)} enters at {hex_name(arena, event.hex)}."


def _kept_back(arena: Arena, event: KeptBack) -> str:
    return f"{arena.name(event.figure)} waits in reserve."


def _initiative(arena: Arena, event: InitiativeRolled) -> str:
    first = arena.players[event.order[0]]
    thrown = thrown_words([arena.players[seat] for seat in event.seats], event.dice)
    return (
        f"Initiative: {thrown}. It goes to {first}." if thrown else f"Initiative goes to {first}."
    )


def _order(arena: Arena, event: OrderChosen) -> str:
    names = [arena.players[seat] for seat in event.order]
    when = "last" if event.last else "first"
    then = f": {', then '.join(names)}" if len(names) > 2 else ""
    return f"{arena.players[event.seat]} will move {when}{then}."


# -- movement ------------------------------------------------------------------------------------


def _moved(arena: Arena, event: Moved) -> str:
    verb = "charges" if event.charge else "moves"
    start, end = hex_name(arena, event.path[0]), hex_name(arena, event.path[-1])
    if event.entering:
        on = "" if len(event.path) == 1 else f" and goes on to {end}"
        return f"{arena.name(event.figure)} enters at {start}{on} ({event.cost} MA)."
    if start == end:
        return f"{arena.name(event.figure)} wheels about ({event.cost} MA)."
    return f"{arena.name(event.figure)} {verb} from {start} to {end} ({event.cost} MA)."


def _flew(arena: Arena, event: Flew) -> str:
    end = "and lands" if event.landed else "and stays in the air"
    there = f"from {hex_name(arena, event.left)} to {hex_name(arena, event.hex)}"
    way = f"flies {there}" if event.left != event.hex else "spreads its wings"
    return f"{arena.name(event.figure)} {way} {end} ({event.cost} MA)."


def _swooped(arena: Arena, event: Swooped) -> str:
    left, via = hex_name(arena, event.left), hex_name(arena, event.via)
    way = f"from {left}" + (f" by {via}" if via != left else "")
    there = hex_name(arena, event.hex)
    return f"{arena.name(event.figure)} swoops {way} on the enemy at {there} ({event.cost} MA)."


def _came_down(arena: Arena, event: CameDown) -> str:
    return f"{arena.name(event.figure)} comes down in {hex_name(arena, event.hex)}."


def _turned(arena: Arena, event: Turned) -> str:
    where = (CORNERS if arena.giants[event.figure] else COMPASS)[event.facing]
    return f"{arena.name(event.figure)} faces {where}."


def _stumbled(arena: Arena, event: Stumbled) -> str:
    end = "stumbles over the fallen and goes down" if event.fell else "does not stumble"
    return f"{arena.name(event.figure)} {end} ({event.roll.total})."


def _stood_up(arena: Arena, event: StoodUp) -> str:
    return f"{arena.name(event.figure)} stands up."


def _went_down(arena: Arena, event: WentDown) -> str:
    down = "kneels" if event.posture is KNEELING else "lies down"
    return f"{arena.name(event.figure)} {down}."


def _parry(arena: Arena, event: ParryChosen) -> str:
    use = {
        NO_PARRY: "leaves the main-gauche idle",
        Parry.SHIELD: "parries with the main-gauche",
        Parry.BOTH: "parries and strikes with the main-gauche",
    }[event.mode]
    return f"{arena.name(event.figure)} {use} this turn."


def _standing_order(arena: Arena, event: OrderGiven) -> str:
    return f"{arena.name(event.figure)} is told to {order_words(event.order)}."


def _escaped(arena: Arena, event: Escaped) -> str:
    return f"{arena.name(event.figure)} leaves the arena."


TOLD_MOVES: Mapping[type[Event], Callable[[Arena, Any], str]] = {
    Placed: _placed,
    KeptBack: _kept_back,
    InitiativeRolled: _initiative,
    OrderChosen: _order,
    Moved: _moved,
    Flew: _flew,
    Swooped: _swooped,
    CameDown: _came_down,
    Turned: _turned,
    Stumbled: _stumbled,
    StoodUp: _stood_up,
    WentDown: _went_down,
    ParryChosen: _parry,
    OrderGiven: _standing_order,
    Escaped: _escaped,
}
