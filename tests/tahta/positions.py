"""Positions written by hand for the worked cases: who stands where, who has how much gold."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import MeleekitError
from meleekit.core.game import Event
from meleekit.tahta.game import Fists
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import UNITS

NAMES = ("Raven", "Sun", "Thorn", "Grey")


class Table:
    """A game in the midst of a turn. Seats and boards are named as in the cases: seats from 1."""

    def __init__(
        self,
        units: dict[str, str],
        gold: tuple[int, ...] = (15, 15, 15, 15),
        stage: Stage = Stage.ACTIVATE,
        cards: dict[int, tuple[str, ...]] | None = None,
        **more: Any,
    ) -> None:
        """`units` names nodes: {"a1": "1 soldier camp"}."""
        setup = more.pop("setup", None) or Setup(players=NAMES[: len(gold)])
        self.game = Fists(setup)
        board = self.game.kingdom.board
        nodes = len(board.nodes)
        owned = cards or {}
        turn = more.pop("turn", 1) - 1
        self.state = State(
            gold=list(gold),
            owner=[NOBODY] * nodes,
            units=[0] * nodes,
            spent=[0] * nodes,
            captured=[0] * nodes,
            holder=more.pop("holder", 1) - 1,
            paid_out=sum(gold),
            stage=stage,
            turn=turn,
            passed=(False,) * len(gold),
            owned=tuple(owned.get(seat + 1, ()) for seat in range(len(gold))),
            selected=(("attack",),) * len(gold),
            **more,
        )
        for node, said in units.items():
            seat, *kinds = said.split()
            at = board.number[node]
            self.state.owner[at] = int(seat) - 1
            self.state.units[at] = sum(1 << UNITS.index(kind) for kind in kinds)

    def do(self, *actions: object, seat: int | None = None) -> tuple[Event, ...]:
        """Have whoever is asked first, or that seat, do the actions one after another."""
        events: tuple[Event, ...] = ()
        for action in actions:
            who = self.game.decisions(self.state)[0].seat if seat is None else seat - 1
            step = self.game.apply(self.state, who, action, Given(()))  # type: ignore[arg-type]
            self.state, events = step.state, step.events
        return events

    def refused(self, action: object, seat: int | None = None) -> str | None:
        """The rules' word for refusing it; nothing has changed (TAH-ERR-03)."""
        before = self.state.copy()
        with pytest.raises(MeleekitError) as refusal:
            self.do(action, seat=seat)
        assert self.state == before
        return refusal.value.reason

    def at(self, node: str) -> str:
        """Who stands in a node, as `units` says it; empty for nobody."""
        number = self.game.kingdom.board.number[node]
        if self.state.owner[number] == NOBODY:
            return ""
        kinds = [kind for bit, kind in enumerate(UNITS) if self.state.units[number] >> bit & 1]
        return " ".join([str(self.state.owner[number] + 1), *kinds])

    def supply(self, seat: int, unit: str) -> int:
        """How many units of a kind a seat has left."""
        return self.game.kingdom.supply(self.state, seat - 1, UNITS.index(unit))
