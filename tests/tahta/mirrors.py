"""The maps of a board onto itself, and what they make of states and actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from meleekit.tahta.actions import AnyAction
from meleekit.tahta.board import Board
from meleekit.tahta.state import NOBODY, State


class Image(NamedTuple):
    """Where each node and each seat goes."""

    nodes: tuple[int, ...]
    seats: tuple[int, ...]

    @property
    def turns(self) -> bool:
        """Whether the players still follow each other in the same order."""
        count = len(self.seats)
        return all(
            (self.seats[(n + 1) % count] - self.seats[n]) % count == 1 % count for n in range(count)
        )

    def seat(self, seat: int) -> int:
        """Where a seat goes; nobody stays nobody."""
        return NOBODY if seat == NOBODY else self.seats[seat]

    def state(self, state: State) -> State:
        """The same moment with everything in its new place."""
        other = state.copy()
        for name in ("owner", "units", "spent", "captured"):
            old, new = getattr(state, name), getattr(other, name)
            for node, value in enumerate(old):
                new[self.nodes[node]] = self.seat(value) if name == "owner" else value
        for name in ("gold", "passed", "owned", "sealed", "selected"):
            value = getattr(state, name)
            if value:
                setattr(other, name, type(value)(self._by_seat(value)))
        for name in ("revealed", "veterans_used", "informers_used"):
            bits = getattr(state, name)
            seats = [seat for seat in range(len(self.seats)) if bits >> seat & 1]
            setattr(other, name, sum(1 << self.seats[seat] for seat in seats))
        for name in ("holder", "turn", "winner"):
            setattr(other, name, self.seat(getattr(state, name)))
        other.queue = tuple(map(self.seat, state.queue))
        other.lots = tuple(
            msgspec.structs.replace(lot, bidder=self.seat(lot.bidder)) for lot in state.lots
        )
        if state.active:
            at = self.nodes[state.active.node]
            other.active = msgspec.structs.replace(state.active, node=at)
        if state.assault:
            start, target = self.nodes[state.assault.node], self.nodes[state.assault.target]
            other.assault = msgspec.structs.replace(state.assault, node=start, target=target)
        return other

    def _by_seat(self, values: Any) -> list[Any]:
        turned = list(values)
        for seat, value in enumerate(values):
            turned[self.seats[seat]] = value
        return turned

    def action(self, board: Board, action: AnyAction) -> AnyAction:
        """The same action with its places and seats changed."""
        changes: dict[str, Any] = {}
        for name in ("start", "node"):
            if hasattr(action, name):
                changes[name] = board.ids[self.nodes[board.number[getattr(action, name)]]]
        if hasattr(action, "seat"):
            changes["seat"] = self.seats[action.seat]
        return msgspec.structs.replace(action, **changes)


@lru_cache(maxsize=8)
def _images(row: Any) -> tuple[Image, ...]:
    board = Board(row)
    found = []
    for nodes in _bijections(board, ()):
        lords = board.owner_of_castle
        seats = tuple(lords[nodes[castle]] for castle in board.castle_of)
        found.append(Image(nodes, seats))
    return tuple(found)


def automorphisms(board: Board) -> tuple[Image, ...]:
    """All maps that keep edges, kinds and marks (TAH-BOARD-08)."""
    return _images(board.row)


def _bijections(board: Board, so_far: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    at = len(so_far)
    if at == len(board.nodes):
        yield so_far
        return
    for node in board.everywhere:
        here, there = board.nodes[at], board.nodes[node]
        alike = (here.kind, here.plus_one) == (there.kind, there.plus_one)
        if (
            alike
            and node not in so_far
            and all(
                (other in board.near[at]) == (image in board.near[node])
                for other, image in enumerate(so_far)
            )
        ):
            yield from _bijections(board, (*so_far, node))
