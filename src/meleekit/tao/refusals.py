"""Why something is not allowed: the same checks as the options (TAO-VAL-01..03)."""

from __future__ import annotations

from meleekit.core.errors import IllegalAction
from meleekit.tao.actions import AnyAction
from meleekit.tao.arena import Arena
from meleekit.tao.checks import No
from meleekit.tao.options import against
from meleekit.tao.state import Battle

_NOBODY_ASKED = No("TAO-VAL-02", "nothing is to be decided")


def refusal(arena: Arena, battle: Battle, action: AnyAction) -> IllegalAction:
    """The first thing that is against it. Saying so changes nothing (TAO-VAL-03)."""
    wrong = against(arena, battle, action) if battle.stack else _NOBODY_ASKED
    assert wrong is not None
    return IllegalAction(wrong.rule, wrong.message)
