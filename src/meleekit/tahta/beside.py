"""What lies beside the map: gold, supplies and cards of the players, cards on offer, the hand."""

from __future__ import annotations

from meleekit.core.beside import Card, Gauge, Panel, Track
from meleekit.core.signs import Glyph
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CARDS, UNITS
from meleekit.tahta.words import CARD_NAMES

FIGURES = tuple(Glyph(unit) for unit in UNITS)
"""The sign of each kind of unit."""
# An action card's sign, and what it is for.
CHOICES = {
    "recruit": (Glyph.SOLDIER, "Buy units and place them."),
    "tax": (Glyph.COIN, "Take gold from the treasury."),
    "attack": (Glyph.SWORD, "Move units, and attack."),
}


def seat_id(seat: int) -> str:
    """The scene id of a player's panel."""
    return f"seat:{seat}"


def supply_id(seat: int, unit: str) -> str:
    """The scene id of a player's supply of a kind of unit."""
    return f"supply:{seat}:{unit}"


def card_id(card: str) -> str:
    """The scene id of a special card."""
    return f"card:{card}"


def choice_id(card: str) -> str:
    """The scene id of an action card in the hand of whoever looks."""
    return f"choice:{card}"


def panels(game: Kingdom, state: State, eyes: int | None) -> tuple[Panel, ...]:
    """Every player's gold, supply and cards; all of it is public (TAH-VIS-01)."""
    return tuple(
        Panel(
            id=seat_id(seat),
            seat=seat,
            gauges=(_gold(game, state, seat), *_supply(game, state, seat)),
            cards=(*_chosen(state, seat, eyes), *_owned(game, state, seat)),
            notes=_notes(game, state, seat),
        )
        for seat in range(game.count)
    )


def _gold(game: Kingdom, state: State, seat: int) -> Gauge:
    title = f"{state.gold[seat]} gold"
    if on_cards := sum(lot.amount for lot in state.lots if lot.bidder == seat):
        title += f", {on_cards} more on cards"  # TAH-DRAFT-09
    return Gauge(f"gold:{seat}", "gold", state.gold[seat], Glyph.COIN, title)


def _supply(game: Kingdom, state: State, seat: int) -> list[Gauge]:
    found = []
    for unit, name in enumerate(UNITS):
        left = game.supply(state, seat, unit)
        title = f"{left} {name}{'' if left == 1 else 's'} in supply"
        found.append(Gauge(supply_id(seat, name), name, left, FIGURES[unit], title))
    return found


def _chosen(state: State, seat: int, eyes: int | None) -> list[Card]:
    """The action cards of the season: turned up, or face down with their backs alike."""
    cards = state.selected[seat] if state.selected else None
    if not cards or state.stage is Stage.OVER:
        return []
    down = not state.revealed >> seat & 1
    if down and seat != eyes:
        # How many there are is public; their ids tell no more than their number.
        return [Card(id=f"down:{seat}:{n}", name="", down=True) for n in range(len(cards))]
    return [
        Card(
            id=f"chosen:{seat}:{card}",
            name=CARD_NAMES[card],
            kind=f"choice-{card}",
            sign=CHOICES[card][0],
            down=down,
        )
        for card in cards
    ]


def _owned(game: Kingdom, state: State, seat: int) -> list[Card]:
    owned = state.owned[seat] if state.owned else ()
    return [_special(game, card) for card in owned]


def _special(game: Kingdom, card: str, **more: object) -> Card:
    row = game.tables.cards[card]
    kind = row.category.replace("_", "-")
    return Card(id=card_id(card), name=row.name, text=row.about, kind=kind, **more)  # type: ignore[arg-type]  # the fields of a lot


def _notes(game: Kingdom, state: State, seat: int) -> tuple[str, ...]:
    found = []
    if state.holder == seat:
        found.append("first player")
    if state.stage is Stage.DRAFT and state.passed[seat]:
        found.append("passed")
    if state.sealed and state.stage is Stage.AUCTION and state.sealed[seat] is not None:
        found.append("has bid")  # TAH-VIS-05
    assault = state.assault
    if assault and assault.bid and state.turn == seat:
        found.append("the fist is closed")
    if state.stage is not Stage.DRAFT:
        held = game.scores(state)[seat]
        found.append(f"{held} place{'' if held == 1 else 's'}")
    return tuple(found)


def lots(game: Kingdom, state: State) -> tuple[Card, ...]:
    """The special cards on offer, with the bids that stand on them (TAH-DRAFT-05)."""
    return tuple(
        _special(
            game,
            lot.card,
            bid=lot.amount,
            bidder=None if lot.bidder == NOBODY else lot.bidder,
            marker=None if lot.bidder == NOBODY else FIGURES[lot.marker],
        )
        for lot in state.lots
    )


def hand(state: State, eyes: int | None) -> tuple[Card, ...]:
    """The action cards from which whoever looks has to choose now."""
    if eyes is None:
        return ()
    choosing = state.stage is Stage.SELECT and state.selected[eyes] is None
    ordering = state.stage is Stage.ORDER and state.turn == eyes
    if not choosing and not ordering:
        return ()
    return tuple(
        Card(
            id=choice_id(card),
            name=CARD_NAMES[card],
            text=CHOICES[card][1],
            kind=f"choice-{card}",
            sign=CHOICES[card][0],
        )
        for card in (CARDS if choosing else state.cards_left)
    )


def track(game: Kingdom, state: State) -> Track:
    """The seasons; the draft comes before the first (TAH-DRAFT-01)."""
    names = tuple(season.capitalize() for season in game.tables.components.seasons)
    return Track("Seasons", names, -1 if state.stage is Stage.DRAFT else state.season)
