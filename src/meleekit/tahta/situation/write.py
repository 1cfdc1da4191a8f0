"""A moment of a game written as a situation; what goes without saying is left out."""

from __future__ import annotations

from typing import Any

import msgspec

from meleekit.core.toml_text import entry_text, table_text
from meleekit.tahta.kingdom import ONCE_A_SEASON, Kingdom
from meleekit.tahta.setup import Setup
from meleekit.tahta.situation.shapes import (
    HIDDEN,
    OF_SETUP,
    PARITY,
)
from meleekit.tahta.state import ASKS_ALL, ASKS_DEFENDER, NOBODY, Stage, State, View
from meleekit.tahta.tables import UNITS

Entries = dict[str, Any]


def situation_text(game: Kingdom, view: View) -> str:
    """The situation as TOML text, from what somebody sees of it; "?" is what they do not."""
    names = game.setup.players
    top = {**_setup(game.setup), **_moment(game, view)}
    parts = ["\n".join(entry_text(key, value) for key, value in top.items())]
    if not isinstance(game.setup.board, str):
        parts.append(table_text(("board",), msgspec.to_builtins(game.setup.board)))
    for seat, name in enumerate(names):
        parts.append(table_text(("players", name), _player(game, view, seat)))
    if any(view.state.units):
        parts.append(table_text(("units",), _units(game, view.state)))
    return "\n\n".join(parts) + "\n"


def _setup(setup: Setup) -> Entries:
    """What was chosen before play; a board of one's own is a table for itself."""
    usual = msgspec.structs.asdict(Setup())
    entries: Entries = {}
    for name in OF_SETUP:
        value = getattr(setup, name)
        if isinstance(value, str) if name == "board" else value != usual[name]:
            entries[name] = value
    return entries


# -- the moment ----------------------------------------------------------------------------------


def _moment(game: Kingdom, view: View) -> Entries:
    state, names = view.state, game.setup.players
    entries: Entries = {}
    if state.stage is not Stage.DRAFT:
        entries["season"] = game.tables.components.seasons[state.season]
    entries["first"] = names[state.holder]
    if state.stage is Stage.OVER:
        entries |= {"winner": names[state.winner], "end": state.end_rule}
    else:
        entries["to"] = _asked(game, state)
    if state.cards_left and state.stage is not Stage.ORDER:
        entries["then"] = state.cards_left[0]
    if state.levied:
        entries["levied"] = True
    entries |= _unit_open(game, view)
    if state.lots:
        entries["lots"] = [_lot(game, state, number) for number in range(len(state.lots))]
    return entries


def _asked(game: Kingdom, state: State) -> str:
    """What is to be decided, and by whom."""
    kind = state.stage.value
    if state.stage in ASKS_ALL:
        return kind
    who = state.turn
    if state.stage in ASKS_DEFENDER:
        assert state.assault is not None
        who = game.lord(state, state.assault.target)
    return f"{kind} {game.setup.players[who]}"


def _unit_open(game: Kingdom, view: View) -> Entries:
    """The open unit and its assault; the unit that attacks is open without saying."""
    state, ids = view.state, game.board.ids
    active, assault = state.active, state.assault
    entries: Entries = {}
    if active and not (assault and not active.steps):
        entries["open"] = {"unit": UNITS[active.unit], "node": ids[active.node]}
        if active.steps:
            entries["open"]["steps"] = active.steps
    if assault:
        said: Entries = {"unit": UNITS[assault.unit], "start": ids[assault.node]}
        said["node"] = ids[assault.target]
        if assault.bid:
            said["bid"] = assault.bid
        elif state.stage in ASKS_DEFENDER:
            said["bid"] = HIDDEN
        if view.odd is not None:
            said["told"] = PARITY[view.odd]
        entries["assault"] = said
    return entries


def _lot(game: Kingdom, state: State, number: int) -> Entries:
    lot = state.lots[number]
    entries: Entries = {"card": game.tables.cards[lot.card].name}
    if lot.bidder != NOBODY:
        who = game.setup.players[lot.bidder]
        entries |= {"bid": lot.amount, "by": who, "marker": UNITS[lot.marker]}
    return entries


# -- players and units ---------------------------------------------------------------------------


def _player(game: Kingdom, view: View, seat: int) -> Entries:
    state = view.state
    entries: Entries = {"gold": state.gold[seat]}
    owned = state.owned[seat] if state.owned else ()
    if owned:
        entries["cards"] = [game.tables.cards[card].name for card in owned]
    used = [game.tables.cards[card].name for card in owned if _used(game, state, seat, card)]
    if used:
        entries["used"] = used
    if state.passed[seat] and state.stage is Stage.DRAFT:
        entries["passed"] = True
    return entries | _hidden(game, view, seat)


def _used(game: Kingdom, state: State, seat: int, card: str) -> bool:
    field = ONCE_A_SEASON.get(game.tables.cards[card].hook)
    return field is not None and bool(getattr(state, field) >> seat & 1)


def _hidden(game: Kingdom, view: View, seat: int) -> Entries:
    """The sealed bid, or the cards that were chosen, as far as they are seen."""
    state = view.state
    if state.sealed:
        bid = state.sealed[seat]
        # Who has no gold bids nothing, and everybody knows (TAH-AUC-10).
        if not view.has_sealed[seat] or not state.gold[seat]:
            return {}
        return {"bid": HIDDEN if bid is None else bid}
    if not state.selected or not view.has_sealed[seat]:
        return {}
    cards = state.selected[seat]
    if cards is None:
        return {"chosen": HIDDEN}
    return {"chosen": cards[0] if len(cards) == 1 else cards}


def _units(game: Kingdom, state: State) -> Entries:
    """Who stands where: "Raven: soldier spent, camp"."""
    return {
        game.board.ids[node]: f"{game.setup.players[state.owner[node]]}: {_standing(state, node)}"
        for node in game.board.everywhere
        if state.units[node]
    }


def _standing(state: State, node: int) -> str:
    said = []
    for unit, name in enumerate(UNITS):
        if state.units[node] >> unit & 1:
            marks = [
                mark
                for mark, bits in (("spent", state.spent), ("captured", state.captured))
                if bits[node] >> unit & 1
            ]
            said.append(" ".join([name, *marks]))
    return ", ".join(said)
