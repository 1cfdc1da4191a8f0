"""What holds at every moment of every battle, and from each moment to the next."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.events import Attacked, Losses
from meleekit.battlesystem.game import BattleGame
from meleekit.battlesystem.state import Stage, State
from meleekit.core.game import Event


def check_whole(game: BattleGame, state: State) -> None:
    """The state contradicts nothing, and what is worked out beside it is what it says."""
    game.check_state(state)
    known, anew = game.ground(state), Ground(game.battle, state)
    assert (known.bits, known.sides, known.all) == (anew.bits, anew.sides, anew.all)
    for melee in state.melees:
        for front in (melee.first, melee.second):
            unit = state.units[front.unit]
            idle = unit.fled or unit.routed
            assert not idle or not front.contact + front.support, "who ran strikes nobody"
    if state.stage is Stage.MELEE:
        check_nobody_fights_twice(game, state)


def check_nobody_fights_twice(game: BattleGame, state: State) -> None:
    """All of a unit's melees together take no more figures than it had (BAT-ELIG-10)."""
    if any(melee.fought for melee in state.melees):
        return
    for number, unit in enumerate(state.units):
        fronts = [f for m in state.melees for f in (m.first, m.second) if f.unit == number]
        fighting = sum(front.contact + front.support for front in fronts)
        assert fighting <= unit.figures, f"{game.battle.names[number]} fights with too many"


def check_follows(game: BattleGame, before: State, after: State, events: Sequence[Event]) -> None:
    """Figures only get fewer, by losses that were told; what is gone stays gone."""
    assert after.round >= before.round
    lost = dict.fromkeys(game.battle.names, 0)
    for event in events:
        if isinstance(event, Losses):
            lost[event.unit] += event.killed
        if isinstance(event, Attacked):
            assert sum(part.value for part in event.rating) - event.ac + event.dice == (
                event.attack_roll
            )
    for name, old, new in zip(game.battle.names, before.units, after.units, strict=True):
        assert old.figures - new.figures == lost[name], f"figures of {name} vanish or appear"
        assert new.gone >= old.gone
        assert old.used & new.used == old.used
        assert old.commander >= new.commander
