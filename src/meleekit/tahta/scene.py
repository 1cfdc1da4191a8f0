"""The map with all that stands on it, and what is picked for an action."""

from __future__ import annotations

from collections.abc import Iterator

from meleekit.core.scene import KeyEntry, Link, Piece, Scene, Tint
from meleekit.tahta import actions as act
from meleekit.tahta.beside import (
    FIGURES,
    card_id,
    choice_id,
    hand,
    lots,
    panels,
    seat_id,
    supply_id,
    track,
)
from meleekit.tahta.chart import cells, node_id
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.options import options
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import UNITS

_INITIALS = ("So", "Kn", "Ca", "Ct")


def unit_id(node: str, unit: str) -> str:
    """The scene id of a unit: there is one of a kind in a node at most."""
    return f"unit:{node}:{unit}"


def scene(game: Kingdom, state: State, seat: int | None) -> Scene:
    """Map, panels and cards as the seat sees them: its own hand, and no other's."""
    setup = game.setup
    ways = _ways(game, state)
    return Scene(
        title=setup.title or "Melee",
        cells=cells(game.board.row),
        pieces=tuple(_pieces(game, state)),
        links=tuple(_assault(game, state)),
        hover=ways,
        key=_KEY if ways else (),
        sides=setup.players,
        panels=panels(game, state, seat),
        cards=(*lots(game, state), *hand(state, seat)),
        track=track(game, state),
    )


def _pieces(game: Kingdom, state: State) -> Iterator[Piece]:
    board, active = game.board, state.active
    for node, owner in enumerate(state.owner):
        if owner == NOBODY:
            continue
        for unit, name in enumerate(UNITS):
            if state.units[node] >> unit & 1:
                is_open = active is not None and (active.node, active.unit) == (node, unit)
                yield Piece(
                    id=unit_id(board.ids[node], name),
                    cell=node_id(board.ids[node]),
                    name=f"{game.setup.players[owner]}'s {name}",
                    side=owner,
                    initials=_INITIALS[unit],
                    figure=FIGURES[unit],
                    faded=bool(state.spent[node] >> unit & 1),
                    active=is_open,
                )


_KEY = (KeyEntry("reach", "it may go there"), KeyEntry("target", "it may attack there"))


def _ways(game: Kingdom, state: State) -> dict[str, tuple[Tint, ...]]:
    """Where each unit may go and what it may attack, shown as one points at it."""
    if state.stage is not Stage.ACTIVATE:
        return {}
    found: dict[str, tuple[Tint, ...]] = {}
    for action in options(game, state, state.turn):
        if isinstance(action, act.Move | act.Attack):
            tint = "reach" if isinstance(action, act.Move) else "target"
            unit = unit_id(action.start, action.unit)
            found[unit] = (*found.get(unit, ()), Tint(node_id(action.node), tint))
    return found


def _assault(game: Kingdom, state: State) -> Iterator[Link]:
    """The attack under way, from who attacks to where."""
    assault = state.assault
    if assault is None:
        return
    ids = game.board.ids
    start = unit_id(ids[assault.node], UNITS[assault.unit])
    place = game.board.nodes[assault.target].name
    yield Link("assault", "attack", start, node_id(ids[assault.target]), f"attack on {place}")


def picks(game: Kingdom, state: State, action: act.AnyAction) -> tuple[str, ...]:
    """What one would click for the action, in order."""
    match action:
        case act.Recruit(unit=unit, node=node):
            return supply_id(state.turn, unit), node_id(node)
        case act.Move(unit, start, node) | act.Attack(unit, start, node):
            return unit_id(start, unit), node_id(node)
        case act.BidOnCard(card=card, marker=marker):
            return card_id(card), supply_id(state.turn, marker)
        case act.GiveFirst(seat=seat):
            return (seat_id(seat),)
        case act.Select(cards=cards):
            return tuple(choice_id(card) for card in cards)
        case act.PlayFirst(card=card):
            return (choice_id(card),)
        case _:
            return ()
