"""Whether a state that was read contradicts itself (TAH-STATE-08), field by field.

Whether it could have come about by the rules is not asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from meleekit.tahta.faults import refuse, within
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.options import cards_wanted
from meleekit.tahta.sound_turns import check_turn
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CAMP, CARDS, KNIGHT, UNITS

_OF_NODE = ("owner", "units", "spent", "captured")
_WITHOUT_CHOICE = (Stage.AUCTION, Stage.ASSIGN)


def check_state(game: Kingdom, state: State) -> None:
    """Raise `BadSave` naming the first field that cannot be, and the rule against it."""
    _check_sizes(game, state)
    _check_lots(game, state)
    _check_owned(game, state)
    _check_used(game, state)
    _check_board(game, state)
    _check_gold(game, state)
    _check_draft(state)
    _check_sealed(game, state)
    _check_selected(game, state)
    check_turn(game, state)


def _check_sizes(game: Kingdom, state: State) -> None:
    """One entry for each node or seat, numbers of nodes, seats and units that there are."""
    nodes, seats = len(game.board.nodes), game.count
    for name in _OF_NODE:
        if len(getattr(state, name)) != nodes:
            refuse(name, f"{nodes} nodes are on the board", "TAH-STATE-03")
    for name in ("gold", "passed"):
        if len(getattr(state, name)) != seats:
            refuse(name, f"{seats} play", "TAH-STATE-02")
    for node in game.board.everywhere:
        within(f"owner[{node}]", state.owner[node], NOBODY, seats)
        for name in _OF_NODE[1:]:
            within(f"{name}[{node}]", getattr(state, name)[node], 0, 1 << len(UNITS))
    within("holder", state.holder, 0, seats)
    within("turn", state.turn, 0, seats)
    within("season", state.season, 0, len(game.tables.components.seasons))
    within("winner", state.winner, NOBODY, seats)
    for name in ("revealed", "veterans_used", "informers_used"):
        within(name, getattr(state, name), 0, 1 << seats)


# -- cards and units -----------------------------------------------------------------------------


def _check_lots(game: Kingdom, state: State) -> None:
    """Cards lie open in the draft of a standard game, each with a whole bid or none."""
    if state.lots and state.stage is not Stage.DRAFT:
        refuse("lots", "after the draft no card lies open any more", "TAH-DRAFT-18")
    _check_cards(game, [lot.card for lot in state.lots], "lots", ".card")
    for number, lot in enumerate(state.lots):
        at = f"lots[{number}]"
        within(f"{at}.bidder", lot.bidder, NOBODY, game.count)
        within(f"{at}.marker", lot.marker, NOBODY, len(UNITS))
        if lot.bidder == NOBODY and (lot.amount or lot.marker != NOBODY):
            refuse(f"{at}.bidder", "gold and marker on a card are somebody's bid", "TAH-DRAFT-10")
        if lot.bidder != NOBODY and lot.marker == NOBODY:
            refuse(f"{at}.marker", "a unit marks whose bid it is", "TAH-DRAFT-10")
        if lot.bidder != NOBODY and lot.amount < 1:
            refuse(f"{at}.amount", "a bid is at least 1", "TAH-DRAFT-05")


def _check_owned(game: Kingdom, state: State) -> None:
    """Special cards have an owner from the end of the draft on, and each only one."""
    if state.stage is Stage.DRAFT:
        for seat, cards in enumerate(state.owned):
            if cards:
                refuse(f"owned[{seat}]", "nobody owns a card before the draft ends", "TAH-DRAFT-15")
        if state.owned:
            refuse("owned", "nobody owns a card before the draft ends", "TAH-DRAFT-15")
        return
    if len(state.owned) != game.count:
        refuse("owned", f"{game.count} play", "TAH-STATE-02")
    seen: list[str] = []
    for seat, cards in enumerate(state.owned):
        _check_cards(game, cards, f"owned[{seat}]")
        for number, card in enumerate(cards):
            if card in seen:
                at = f"owned[{seat}][{number}]"
                refuse(at, f"there is one {game.tables.cards[card].name}", "TAH-COMP-04")
        seen += cards


def _check_cards(game: Kingdom, cards: Iterable[str], at: str, inside: str = "") -> None:
    seen = set()
    for number, card in enumerate(cards):
        here = f"{at}[{number}]{inside}"
        if game.setup.mode == "basic":
            refuse(here, "the basic game has no special cards", "TAH-MODE-01")
        if card not in game.tables.cards:
            refuse(here, f"there is no special card {card!r}", "TAH-COMP-04")
        if card in seen:
            refuse(here, f"there is one {game.tables.cards[card].name}", "TAH-COMP-04")
        seen.add(card)


def _check_used(game: Kingdom, state: State) -> None:
    """Only who has an ability has used it up (TAH-STATE-02)."""
    for field, hook, rule in (
        ("veterans_used", "failed_attack_save", "TAH-CARD-11"),
        ("informers_used", "parity_question", "TAH-CARD-21"),
    ):
        for seat in range(game.count):
            if not getattr(state, field) >> seat & 1:
                continue
            at, name = f"{field}[{seat}]", game.setup.players[seat]
            if not game.has(state, seat, hook):
                refuse(at, f"{name} has no card that is used up so", rule)
            if state.stage in (*_WITHOUT_CHOICE, Stage.SELECT):
                refuse(at, "before the season's first turn nothing is used up", rule)


def _check_board(game: Kingdom, state: State) -> None:
    """Who stands where may stand there (TAH-STATE-03, TAH-STATE-08)."""
    board = game.board
    for node in board.everywhere:
        owner, units = state.owner[node], state.units[node]
        if (owner == NOBODY) != (units == 0):
            refuse(f"owner[{node}]", "units have an owner, and nothing else has", "TAH-STATE-03")
        castle = game.castle_seat(node)
        if castle != NOBODY and owner not in (NOBODY, castle):
            message = "no enemy is ever inside a castle: who takes one wins"
            refuse(f"owner[{node}]", message, "TAH-CAS-06")
        if castle != NOBODY and units >> CAMP & 1:
            refuse(f"units[{node}]", "a camp is never in a castle", "TAH-REC-06")
        if node == board.mountain and units >> KNIGHT & 1:
            if not game.has(state, owner, "knight_kilimandjora"):
                refuse(f"units[{node}]", "knights are not on the mountain", "TAH-KIL-01")
        for name in ("spent", "captured"):
            if getattr(state, name)[node] & ~units:
                refuse(f"{name}[{node}]", "that unit does not stand there", "TAH-STATE-03")
    for seat in range(game.count):
        for unit, name in enumerate(UNITS):
            if game.supply(state, seat, unit) < 0:
                most = game.per_player[unit]
                message = f"{game.setup.players[seat]} has {most} of {name}, markers included"
                refuse("units", message, "TAH-COMP-02")


# -- gold ----------------------------------------------------------------------------------------


def most_gold(game: Kingdom) -> int:
    """More than anybody can ever have: all that is handed out, with every card, and never spent.

    Plunder brings no more than the bid before it cost, and is left out. Ten units hold no more
    than ten marked provinces.
    """
    figures = game.tables.components
    marked = min(len(game.board.marked), sum(game.per_player))
    cards = game.tables.cards.values()
    amounts = [row.amount for row in cards if row.hook == "tax_amount"]
    tax = max([figures.tax, *amounts])
    tax += sum(row.amount * marked for row in cards if row.hook == "tax_bonus")
    income = figures.camp_income * game.per_player[CAMP] + figures.mark_income * marked
    income += sum(row.amount for row in cards if row.hook == "income_flat")
    income += sum(row.amount * row.most for row in cards if row.hook == "income_camps")
    income += sum(row.amount for row in cards if row.hook == "income_kilimandjora")
    return figures.starting_gold + len(figures.seasons) * (tax + income)


def _check_gold(game: Kingdom, state: State) -> None:
    """No debts, and nothing lost: all gold is in hands, on cards or in the treasury."""
    most = most_gold(game)
    for seat, gold in enumerate(state.gold):
        if gold < 0:
            refuse(f"gold[{seat}]", "gold is never less than none", "TAH-COMP-05")
        if gold > most:
            refuse(f"gold[{seat}]", f"nobody ever has more than {most} gold", "TAH-COMP-05")
    for number, lot in enumerate(state.lots):
        if lot.amount > most:
            at = f"lots[{number}].amount"
            refuse(at, f"nobody ever has more than {most} gold", "TAH-COMP-05")
    if state.paid_out != sum(state.gold) + sum(lot.amount for lot in state.lots):
        message = "what the treasury paid out is in the hands and on the cards"
        refuse("paid_out", message, "TAH-STATE-08")
    left = game.left_in_treasury(state)
    if left is not None and left < 0:
        message = f"{state.paid_out} coins are in hands and on cards, and there are fewer"
        refuse("paid_out", message, "TAH-STATE-08")


# -- what is chosen ------------------------------------------------------------------------------


def _check_draft(state: State) -> None:
    """The draft lasts until all have passed, and whoever is asked has not (TAH-DRAFT-12)."""
    draft = state.stage is Stage.DRAFT
    if draft and state.passed[state.turn]:
        refuse(f"passed[{state.turn}]", "who has passed is not asked again", "TAH-DRAFT-12")
    if not draft and not all(state.passed):
        at = f"passed[{state.passed.index(False)}]"
        refuse(at, "the draft ends when all have passed", "TAH-DRAFT-01")
    if draft and state.season:
        refuse("season", "the draft comes before the first season", "TAH-DRAFT-01")


def _check_sealed(game: Kingdom, state: State) -> None:
    """Bids lie sealed in the auction, until the last is in (TAH-AUC-02, TAH-STATE-05)."""
    if state.stage is not Stage.AUCTION:
        for seat, bid in enumerate(state.sealed):
            if bid is not None:
                refuse(f"sealed[{seat}]", "bids are sealed in the auction alone", "TAH-STATE-05")
        if state.sealed:
            refuse("sealed", "bids are sealed in the auction alone", "TAH-STATE-05")
        return
    if len(state.sealed) != game.count:
        refuse("sealed", f"{game.count} bid", "TAH-AUC-02")
    for seat, bid in enumerate(state.sealed):
        gold, at = state.gold[seat], f"sealed[{seat}]"
        if bid is None and not gold:
            refuse(at, "who has no gold has bid nothing", "TAH-AUC-10")
        if bid is not None and not 0 <= bid <= gold:
            refuse(at, f"a bid is from 0 to the {gold} in hand", "TAH-AUC-09")
    if None not in state.sealed:
        refuse("sealed", "when all bids are in they are shown at once", "TAH-AUC-03")


def _check_selected(game: Kingdom, state: State) -> None:
    """Action cards lie face down from the selection on, of everybody (TAH-SEL-01)."""
    stage = state.stage
    if stage is Stage.DRAFT:
        if state.selected:
            refuse("selected", "nobody has chosen a card in the draft", "TAH-SEAS-01")
        return
    if len(state.selected) != game.count:
        refuse("selected", f"{game.count} choose", "TAH-SEL-01")
    wanted = cards_wanted(game, state)
    for seat, cards in enumerate(state.selected):
        at = f"selected[{seat}]"
        if cards is None:
            if stage not in (*_WITHOUT_CHOICE, Stage.SELECT):
                refuse(at, "cards are played when all have chosen", "TAH-SEL-01")
            continue
        if stage in _WITHOUT_CHOICE:
            refuse(at, "cards are chosen after the auction", "TAH-SEAS-01")
        if len(cards) != wanted:
            rule = "TAH-WINT-01" if wanted > 1 else "TAH-SEL-01"
            refuse(at, f"{wanted} of the action cards are chosen in this season", rule)
        if list(cards) != [card for card in CARDS if card in cards]:
            refuse(at, f"different cards of {', '.join(CARDS)}, in that order", "TAH-WINT-01")
    if stage is Stage.SELECT and None not in state.selected:
        refuse("selected", "when all have chosen the first turn begins", "TAH-RES-01")
