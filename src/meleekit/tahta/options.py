"""All that a seat may do, in a fixed order: by units, cards and nodes as the tables list them."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from meleekit.tahta import checks
from meleekit.tahta.actions import (
    AnyAction,
    Ask,
    Attack,
    BidForFirst,
    BidOnCard,
    CloseUnit,
    FallBack,
    Finish,
    GiveFirst,
    Guess,
    Move,
    Pass,
    PlayFirst,
    Press,
    Recruit,
    Select,
    Stake,
)
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import Stage, State
from meleekit.tahta.tables import CAMP, CARDS, CATAPULT, UNITS

Actions = tuple[AnyAction, ...]


def deciders(game: Kingdom, state: State) -> tuple[int, ...]:
    """The seats that the game waits for (the state machine of the rules)."""
    match state.stage:
        case Stage.OVER:
            return ()
        case Stage.AUCTION:
            return tuple(seat for seat, bid in enumerate(state.sealed) if bid is None)
        case Stage.SELECT:
            return tuple(seat for seat, cards in enumerate(state.selected) if cards is None)
        case Stage.INFORM | Stage.GUESS:
            assert state.assault is not None
            return (game.lord(state, state.assault.target),)
        case _:
            return (state.turn,)


def options(game: Kingdom, state: State, seat: int) -> Actions:
    """What the seat may do; nothing unless the game waits for it."""
    if seat not in deciders(game, state):
        return ()
    match state.stage:
        case Stage.DRAFT:
            return (*_bids(game, state, seat), *_recruits(game, state, seat), Pass())
        case Stage.AUCTION:
            return _auction_bids(state.gold[seat])
        case Stage.ASSIGN:
            return tuple(GiveFirst(to) for to in range(game.count))
        case Stage.SELECT:
            return _selections(cards_wanted(game, state))
        case Stage.ORDER:
            return tuple(PlayFirst(card) for card in state.cards_left)
        case Stage.RECRUIT | Stage.LEVY:
            return (Finish(), *_recruits(game, state, seat))
        case Stage.ACTIVATE:
            return _activations(game, state, seat)
        case Stage.BID:
            return _stakes(state.gold[seat])
        case Stage.INFORM:
            return (Ask(False), Ask(True))
        case Stage.GUESS:
            assert state.assault is not None
            assault = state.assault
            guesses = game.guesses(state, assault.target, assault.defender)
            return _guesses(guesses, state.gold[state.turn])
        case _:
            return (Press(), FallBack())


def cards_wanted(game: Kingdom, state: State) -> int:
    """How many action cards everybody chooses: two in winter, else one (TAH-SEAS-03)."""
    return 2 if state.season + 1 == len(game.tables.components.seasons) else 1


@cache
def _auction_bids(gold: int) -> Actions:
    return tuple(BidForFirst(amount) for amount in range(gold + 1))


@cache
def _stakes(gold: int) -> Actions:
    return tuple(Stake(amount) for amount in range(1, gold + 1))


@lru_cache(maxsize=256)
def _guesses(guesses: int, gold: int) -> Actions:
    """Exactly as many different numbers as there are guesses (TAH-ATK-08)."""
    return tuple(Guess(numbers) for numbers in combinations(range(1, gold + 1), min(guesses, gold)))


@cache
def _selections(count: int) -> Actions:
    return tuple(Select(cards) for cards in combinations(CARDS, count))


@cache
def _card_bid(card: str, amount: int, marker: str) -> BidOnCard:
    return BidOnCard(card, amount, marker)


def _bids(game: Kingdom, state: State, seat: int) -> Actions:
    """Every bid on every card with every marker (TAH-DRAFT-05..10)."""
    markers = [UNITS[u] for u in range(len(UNITS)) if game.supply(state, seat, u) > 0]
    found: list[AnyAction] = []
    for lot in state.lots:
        own = lot.bidder == seat
        most = state.gold[seat] + (lot.amount if own else 0)
        with_markers = [UNITS[lot.marker]] if own else markers
        for amount in range(lot.amount + 1, most + 1):
            found += [_card_bid(lot.card, amount, marker) for marker in with_markers]
    return tuple(found)


@cache
def _recruit(unit: str, node: str) -> Recruit:
    return Recruit(unit, node)


@cache
def _move(unit: str, start: str, node: str) -> Move:
    return Move(unit, start, node)


@cache
def _attack(unit: str, start: str, node: str) -> Attack:
    return Attack(unit, start, node)


def _recruits(game: Kingdom, state: State, seat: int) -> list[AnyAction]:
    """Every unit that can be paid, in every place for it (TAH-REC-01, TAH-CARD-08)."""
    printed = state.stage is not Stage.RECRUIT
    ids = game.board.ids
    found: list[AnyAction] = []
    for unit, name in enumerate(UNITS):
        if state.gold[seat] < game.price(state, seat, unit, printed=printed):
            continue
        if game.supply(state, seat, unit) <= 0:
            continue
        for node in game.board.everywhere:
            if checks.site(game, state, seat, unit, node) is None:
                found.append(_recruit(name, ids[node]))
    return found


def _activations(game: Kingdom, state: State, seat: int) -> Actions:
    """Steps and assaults of every unit that is ready or open (TAH-MA-02)."""
    board, ids = game.board, game.board.ids
    found: list[AnyAction] = [Finish()]
    if state.active:
        found.append(CloseUnit())
    for start, owner in enumerate(state.owner):
        if owner != seat:
            continue
        units = state.units[start] & ~state.spent[start]
        for unit, name in enumerate(UNITS):
            if unit == CAMP or not units >> unit & 1:
                continue
            nodes = board.everywhere if unit == CATAPULT else board.neighbours[start]
            for node in nodes:
                if checks.move(game, state, seat, unit, start, node) is None:
                    found.append(_move(name, ids[start], ids[node]))
                elif checks.attack(game, state, seat, unit, start, node) is None:
                    found.append(_attack(name, ids[start], ids[node]))
    return tuple(found)
