"""Whether a state that was read contradicts itself, field by field."""

from __future__ import annotations

from meleekit.battlesystem.battle import Battle
from meleekit.battlesystem.state import State


def check_state(battle: Battle, state: State) -> None:
    """Raise `BadSave` naming the first field that cannot be, and the rule against it."""
