"""What is hidden from whom: bids until all are in, cards until their turn, the fist (TAH-VIS)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from meleekit.core.game import Event
from meleekit.tahta.events import BidSealed, CardsSealed, StakeSealed
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.options import cards_wanted
from meleekit.tahta.state import Stage, State, View
from meleekit.tahta.tables import CARDS


def view(state: State, seat: int | None) -> View:
    """The state without what is hidden from the seat (TAH-VIS-02, VIS-07, TAH-STATE-05).

    Gold always shows its full total, whatever of it lies in a fist (TAH-VIS-01, VIS-04, so that
    nobody need tell how much they have, TAH-AUC-01).
    """
    shown = state.copy()
    if state.stage is not Stage.OVER:
        shown.sealed = tuple(bid if to == seat else None for to, bid in enumerate(state.sealed))
        shown.selected = tuple(
            cards if to == seat or state.revealed >> to & 1 else None
            for to, cards in enumerate(state.selected)
        )
        if state.assault and state.assault.bid and seat != state.turn:
            shown.assault = msgspec.structs.replace(state.assault, bid=0)
    return View(shown, _has_sealed(state), _odd(state))


def whole(state: State) -> View:
    """The state with nothing hidden, for eyes that may see all of it."""
    return View(state, _has_sealed(state), _odd(state))


def _odd(state: State) -> bool | None:
    """What informers told: public from then on (TAH-CARD-21)."""
    assault = state.assault
    return bool(assault.bid % 2) if assault and assault.bid and assault.asked else None


def _has_sealed(state: State) -> tuple[bool, ...]:
    """Who has sealed a bid or cards: that is public, what it is, is not (TAH-VIS-05)."""
    return tuple(bid is not None for bid in state.sealed) or tuple(
        cards is not None for cards in state.selected
    )


def visible_events(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    """The events without what is hidden from the seat.

    Who has sealed stands in the view; a list of who did it would tell when (TAH-VIS-05). The fist
    is another matter: only one player closes theirs, and whoever has no gold bids nothing before
    everybody's eyes (TAH-AUC-10).
    """
    told: list[Event] = []
    for event in events:
        if isinstance(event, StakeSealed) and event.seat != seat:
            event = StakeSealed(event.rule, event.seat)
        if not _sealed_together(event) or event.seat == seat:  # type: ignore[attr-defined]  # they have
            told.append(event)
    return tuple(told)


def _sealed_together(event: Event) -> bool:
    """Whether it was sealed while others were asked for the same."""
    if isinstance(event, BidSealed):
        return event.rule != "TAH-AUC-10"
    return isinstance(event, CardsSealed)


def twins(game: Kingdom, state: State, seat: int | None) -> Iterator[State]:
    """States that differ in one other seat's sealed choice, every possibility (VIS-02)."""
    if state.stage is Stage.OVER:
        return
    for other in range(game.count):
        if other == seat:
            continue
        if state.sealed and state.sealed[other] is not None:
            for amount in range(state.gold[other] + 1):
                bids = (*state.sealed[:other], amount, *state.sealed[other + 1 :])
                yield _like(state, sealed=bids)
        if state.selected and state.selected[other] and not state.revealed >> other & 1:
            for cards in combinations(CARDS, cards_wanted(game, state)):
                chosen = (*state.selected[:other], cards, *state.selected[other + 1 :])
                yield _like(state, selected=chosen)
    assault = state.assault
    if assault and assault.bid and seat != state.turn:
        for bid in range(game.least_stake, state.gold[state.turn] + 1):
            # Once its parity was told, it is public (TAH-CARD-21).
            if not assault.asked or (bid - assault.bid) % 2 == 0:
                yield _like(state, assault=msgspec.structs.replace(assault, bid=bid))


def _like(state: State, **changes: object) -> State:
    other = state.copy()
    for name, value in changes.items():
        setattr(other, name, value)
    return other
