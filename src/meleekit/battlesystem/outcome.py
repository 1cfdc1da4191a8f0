"""How a battle ends (BAT-VICT-01, BAT-CAMP-01)."""

from __future__ import annotations

from meleekit.battlesystem.battle import Battle
from meleekit.battlesystem.state import Stage, State
from meleekit.core.game import Outcome

RULE = "BAT-VICT-01"


def standing(battle: Battle, state: State) -> tuple[bool, bool]:
    """By side, whether it has a unit on the field that is not routed."""
    units = state.units
    first, second = (
        any(units[number].there and not units[number].routed for number in numbers)
        for numbers in battle.units
    )
    return first, second


def ended(battle: Battle, state: State) -> bool:
    """Whether the battle is over at the end of this round."""
    return not all(standing(battle, state)) or state.round >= battle.setup.rounds


def strength(battle: Battle, state: State, side: int) -> int:
    """Hit dice of the surviving figures of a side that are on the field."""
    units = state.units
    return sum(
        battle.profiles[number].figure_hd * units[number].figures
        for number in battle.units[side]
        if units[number].there
    )


def winners(battle: Battle, state: State) -> tuple[int, ...]:
    """The side that won, if it is not a draw."""
    stands = standing(battle, state)
    if stands[0] != stands[1]:
        return (stands.index(True),)
    if not any(stands):
        return ()
    left = [strength(battle, state, side) for side in (0, 1)]
    return () if left[0] == left[1] else (left.index(max(left)),)


def outcome(battle: Battle, state: State) -> Outcome | None:
    """How the battle ended, or None while it goes on."""
    if state.stage is not Stage.OVER:
        return None
    won = winners(battle, state)
    stands = standing(battle, state)
    if all(stands):
        reason = f"{state.round} rounds are over, and it has more hit dice left on the field"
        return Outcome(won, reason if won else f"equal after {state.round} rounds", RULE)
    reason = "the other side has no unit left that stands" if won else "neither side stands"
    return Outcome(won, reason, RULE)


def survivors(battle: Battle, state: State) -> dict[str, int]:
    """The units that are left, off the field too, with their figures (BAT-CAMP-01)."""
    return {
        name: unit.figures
        for name, unit in zip(battle.names, state.units, strict=True)
        if unit.figures
    }
