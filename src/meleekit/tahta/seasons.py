"""The course of the game: draft, auction, selection, turns, income and ends (TAH-SEAS-01)."""

from __future__ import annotations

from meleekit.tahta.assaults import bonus, close_unit, end
from meleekit.tahta.checks import is_forward, recruit
from meleekit.tahta.events import (
    PURSES,
    TREASURY,
    AuctionPaid,
    BidReturned,
    BidSealed,
    BidsShown,
    CardBid,
    CardsSealed,
    CardWon,
    Dealt,
    DraftEnded,
    DraftRecruited,
    FirstDrawn,
    FirstGiven,
    GoldMoved,
    IncomeTaken,
    Ordered,
    Passed,
    Recruited,
    Revealed,
    SeasonBegan,
    Taxed,
    card_purse,
)
from meleekit.tahta.kingdom import total
from meleekit.tahta.play import Play
from meleekit.tahta.state import NOBODY, Lot, Stage
from meleekit.tahta.tables import NUMBER_OF, SOLDIER, UNITS


def set_up(play: Play) -> None:
    """The opening: who is first, a soldier in every castle, the cards (TAH-SETUP-01..08).

    Nothing is left to chance after it, so set-up, draws and decisions tell all (TAH-LOG-02).
    """
    state, game = play.state, play.game
    state.holder = play.dice.draw(game.count, why="who plays first").number
    castles = game.board.castle_of
    play.tell(
        FirstDrawn("TAH-SETUP-04", state.holder, tuple(game.board.ids[node] for node in castles))
    )
    for seat, castle in enumerate(castles):
        gold = play.take(seat, game.tables.components.starting_gold)
        play.tell(GoldMoved("TAH-SETUP-02", gold, TREASURY, PURSES[seat], "setup"))
        play.put(seat, castle, SOLDIER)
    state.passed = (False,) * game.count
    if game.setup.mode == "standard":
        cards = list(game.tables.cards)
        number = game.tables.dealt[game.count]
        dealt = play.dice.deal(number, len(cards), why="which special cards lie open")
        state.lots = tuple(Lot(cards[card]) for card in dealt)
        play.tell(Dealt("TAH-SETUP-07", tuple(lot.card for lot in state.lots)))
    state.turn = state.holder


# -- the draft -----------------------------------------------------------------------------------


def buy(play: Play, seat: int, unit: str, node: str) -> None:
    """Pay and place a unit (TAH-REC-01, TAH-DRAFT-02); printed prices but in a Recruitment."""
    state, game = play.state, play.game
    kind, where = NUMBER_OF[unit], game.board.number[node]
    printed = state.stage is not Stage.RECRUIT
    gold = game.price(state, seat, kind, printed=printed)
    if state.stage is Stage.RECRUIT and is_forward(game, state, seat, where):
        state.levied = True
    play.pay(seat, gold)
    play.put(seat, where, kind)
    draft = state.stage is Stage.DRAFT
    told = DraftRecruited if draft else Recruited
    rule = "TAH-DRAFT-02" if draft else "TAH-REC-01"
    play.tell(told(rule, gold, PURSES[seat], TREASURY, f"recruiting a {unit}", seat, unit, node))


def bid_on_card(play: Play, seat: int, card: str, amount: int, marker: str) -> None:
    """A bid; whoever stood there takes gold and marker back (TAH-DRAFT-05..07, DRAFT-10).

    A bidder who raises the own bid pays the difference, and the marker stays (TAH-DRAFT-17).
    """
    state, purse = play.state, card_purse(card)
    lots = list(state.lots)
    at = next(i for i, lot in enumerate(lots) if lot.card == card)
    lot = lots[at]
    more = amount
    if lot.bidder == seat:
        more -= lot.amount
    elif lot.bidder != NOBODY:
        state.gold[lot.bidder] += lot.amount
        other = PURSES[lot.bidder]
        cause = "over-bid"
        play.tell(BidReturned("TAH-DRAFT-06", lot.amount, purse, other, cause, lot.bidder, card))
    state.gold[seat] -= more
    lots[at] = Lot(card, seat, amount, NUMBER_OF[marker])
    state.lots = tuple(lots)
    play.tell(CardBid("TAH-DRAFT-05", more, PURSES[seat], purse, "bid", seat, card, amount, marker))


def pass_draft(play: Play, seat: int) -> None:
    """Out of the draft for good (TAH-DRAFT-12)."""
    passed = play.state.passed
    play.state.passed = (*passed[:seat], True, *passed[seat + 1 :])
    play.tell(Passed("TAH-DRAFT-12", seat))


def next_drafter(play: Play) -> None:
    """Clockwise to whoever has not passed; when all have, the draft is over (TAH-DRAFT-01).

    It comes to that: gold is spent or bids rise, and both have an end (TAH-DRAFT-16).
    """
    state = play.state
    for seat in (*play.game.clockwise(state.turn)[1:], state.turn):
        if not state.passed[seat]:
            state.turn = seat
            return
    _end_draft(play)


def _end_draft(play: Play) -> None:
    """Cards go to their bidders and bids to the treasury (TAH-DRAFT-14, DRAFT-18).

    Cards that nobody wanted are out of the game.
    """
    state = play.state
    owned: list[tuple[str, ...]] = [()] * play.game.count
    for lot in state.lots:
        if lot.bidder != NOBODY:
            owned[lot.bidder] += (lot.card,)
            state.paid_out -= lot.amount
            purse, seat = card_purse(lot.card), lot.bidder
            play.tell(
                CardWon("TAH-DRAFT-14", lot.amount, purse, TREASURY, "card won", seat, lot.card)
            )
    unsold = tuple(lot.card for lot in state.lots if lot.bidder == NOBODY)
    play.tell(DraftEnded("TAH-DRAFT-14", unsold))
    state.owned, state.lots = tuple(owned), ()
    begin_season(play)


# -- auction and selection -----------------------------------------------------------------------


def begin_season(play: Play) -> None:
    """The auction opens (TAH-SEAS-01); whoever has no gold bids 0 by necessity (TAH-AUC-10).

    Abilities that work once a season are fresh, in winter too (TAH-WINT-09).
    """
    state = play.state
    play.tell(SeasonBegan("TAH-SEAS-02", play.game.tables.components.seasons[state.season]))
    state.stage = Stage.AUCTION
    state.sealed = tuple(None if gold else 0 for gold in state.gold)
    state.selected = (None,) * play.game.count
    state.turn = state.holder
    state.revealed = state.veterans_used = state.informers_used = 0
    for seat, bid in enumerate(state.sealed):
        if bid is not None:
            play.tell(BidSealed("TAH-AUC-10", seat, bid))
    if None not in state.sealed:
        _show_bids(play)


def seal_bid(play: Play, seat: int, amount: int) -> None:
    """A bid is in; when all are, they are shown (TAH-AUC-02, AUC-03)."""
    state = play.state
    state.sealed = (*state.sealed[:seat], amount, *state.sealed[seat + 1 :])
    play.tell(BidSealed("TAH-AUC-02", seat, amount))
    if None not in state.sealed:
        _show_bids(play)


def _show_bids(play: Play) -> None:
    """The highest pays; ties go to the nearest to the holder, clockwise (TAH-AUC-04, AUC-06).

    So when all bid nothing, whoever holds the card wins (TAH-AUC-07, AUC-08). All bids are public
    now (TAH-VIS-03).
    """
    state = play.state
    bids = tuple(bid or 0 for bid in state.sealed)
    winner = max(play.game.clockwise(state.holder), key=bids.__getitem__)
    play.tell(BidsShown("TAH-AUC-03", bids, winner))
    gold = bids[winner]
    if gold:
        play.pay(winner, gold)
        play.tell(AuctionPaid("TAH-AUC-04", gold, PURSES[winner], TREASURY, "auction", winner))
    state.turn = winner
    state.sealed = ()
    state.stage = Stage.ASSIGN


def give_first(play: Play, seat: int) -> None:
    """The winner keeps the card or gives it away (TAH-AUC-05); then all select."""
    play.tell(FirstGiven("TAH-AUC-05", seat, play.state.turn))
    play.state.holder = play.state.turn = seat
    play.state.stage = Stage.SELECT


def select(play: Play, seat: int, cards: tuple[str, ...]) -> None:
    """Cards lie face down and stay so until their owner's turn (TAH-SEL-01, SEL-02, RES-02)."""
    state = play.state
    state.selected = (*state.selected[:seat], cards, *state.selected[seat + 1 :])
    play.tell(CardsSealed("TAH-SEL-01", seat, cards))
    if None not in state.selected:
        state.queue = play.game.clockwise(state.holder)
        next_turn(play)


# -- turns ---------------------------------------------------------------------------------------


def next_turn(play: Play) -> None:
    """The next seat reveals and acts (TAH-RES-01); after the last comes income.

    Nobody is left out, whether they have units or not (TAH-ATK-25).
    """
    state = play.state
    if not state.queue:
        income(play)
        return
    seat, state.queue = state.queue[0], state.queue[1:]
    state.turn = seat
    cards = state.selected[seat]
    assert cards is not None
    state.revealed |= 1 << seat
    state.captured = [0] * len(state.captured)
    play.tell(Revealed("TAH-RES-01", seat, cards))
    if len(cards) == 1:
        _play_card(play, cards[0], ())
        return
    # Two cards, shown together (TAH-WINT-02), and the order is chosen then (TAH-WINT-03).
    state.stage, state.cards_left = Stage.ORDER, cards


def play_first(play: Play, card: str) -> None:
    """Which card comes first; the other waits until it is done with (TAH-WINT-03, WINT-04)."""
    rest = tuple(other for other in play.state.cards_left if other != card)
    play.tell(Ordered("TAH-WINT-03", play.state.turn, card))
    _play_card(play, card, rest)


def _play_card(play: Play, card: str, rest: tuple[str, ...]) -> None:
    state, game, seat = play.state, play.game, play.state.turn
    state.cards_left = rest
    if card == "recruit":
        state.stage = Stage.RECRUIT
    elif card == "attack":
        state.stage, state.active = Stage.ACTIVATE, None
        state.spent = [0] * len(state.spent)
    else:
        tax(play, seat)
        state.stage = Stage.LEVY
        if not game.has(state, seat, "post_tax_recruit") or not can_levy(play, seat):
            finish_card(play)


def tax(play: Play, seat: int) -> None:
    """Gold from the treasury, never declined (TAH-TAX-01, RES-03, TAH-CARD-06, CARD-07)."""
    game, state = play.game, play.state
    gold = game.tables.components.tax
    for card in game.cards(state, seat, "tax_amount"):
        gold = card.amount
    if gold := play.take(seat, gold):
        play.tell(Taxed("TAH-TAX-01", gold, TREASURY, PURSES[seat], "tax", seat))
    for card in game.cards(state, seat, "tax_bonus"):
        marked = sum(state.owner[node] == seat for node in game.board.marked)
        bonus(play, seat, card, card.amount * marked)


def can_levy(play: Play, seat: int) -> bool:
    """Whether the War Levy has anything to place (TAH-CARD-08)."""
    return any(
        recruit(play.game, play.state, seat, unit, node) is None
        for unit in range(len(UNITS))
        for node in play.game.board.everywhere
    )


def finish_card(play: Play) -> None:
    """A card is done with: on to the second of winter, or to the next seat (TAH-WINT-04)."""
    state = play.state
    close_unit(play)
    state.spent = [0] * len(state.spent)
    state.levied = False
    if state.cards_left:
        _play_card(play, state.cards_left[0], ())
    else:
        next_turn(play)


# -- income and the end --------------------------------------------------------------------------


def income(play: Play) -> None:
    """Everybody's income (TAH-INC-01..05), clockwise from the holder; then the next season.

    Winter has income too, and then the count (TAH-SEAS-02, TAH-END-02, TAH-WINT-10); all gold is
    in hand then (TAH-END-07). All cards
    go back to the hands (TAH-SEAS-04).
    """
    state, game = play.state, play.game
    state.captured = [0] * len(state.captured)
    for seat in game.clockwise(state.holder):
        parts = game.income_parts(state, seat)
        if gold := play.take(seat, total(parts)):
            purse = PURSES[seat]
            play.tell(
                IncomeTaken("TAH-INC-01", gold, TREASURY, purse, "income", seat, tuple(parts))
            )
    if state.season + 1 == len(game.tables.components.seasons):
        end(play, game.leader(state), "TAH-END-03")
        return
    state.season += 1
    begin_season(play)
