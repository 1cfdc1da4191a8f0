"""All that a seat may do, in a fixed order: by units, cards and nodes as the tables list them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import combinations
from math import comb

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
from meleekit.tahta.state import ASKS_ALL, ASKS_DEFENDER, Stage, State
from meleekit.tahta.tables import CARDS, CATAPULT, KNIGHT, MOST_PLAYERS, SOLDIER, UNITS

Actions = tuple[AnyAction, ...]

_PASS, _FINISH, _CLOSE = Pass(), Finish(), CloseUnit()
_ASKS: Actions = (Ask(False), Ask(True))
_AFTER: Actions = (Press(), FallBack())

_NOBODY: tuple[int, ...] = ()
_ALONE = tuple((seat,) for seat in range(MOST_PLAYERS))


def deciders(game: Kingdom, state: State) -> tuple[int, ...]:
    """The seats that the game waits for (the state machine of the rules)."""
    stage = state.stage
    if stage in ASKS_ALL:
        choices = state.sealed if stage is Stage.AUCTION else state.selected
        return tuple([seat for seat, choice in enumerate(choices) if choice is None])
    if stage in ASKS_DEFENDER:
        assert state.assault is not None
        return _ALONE[game.lord(state, state.assault.target)]
    return _NOBODY if stage is Stage.OVER else _ALONE[state.turn]


def options(game: Kingdom, state: State, seat: int) -> Actions:
    """What the seat may do; nothing unless the game waits for it."""
    if seat not in deciders(game, state):
        return ()
    return _OPTIONS[state.stage](game, state, seat)


def cards_wanted(game: Kingdom, state: State) -> int:
    """How many action cards everybody chooses: two in winter, else one (TAH-SEAS-03)."""
    return 2 if state.season + 1 == len(game.tables.components.seasons) else 1


@lru_cache(maxsize=1024)
def _auction_bids(gold: int) -> Actions:
    """From nothing to all one has (TAH-AUC-02)."""
    return tuple(BidForFirst(amount) for amount in range(gold + 1))


@lru_cache(maxsize=1024)
def _stakes(least: int, gold: int) -> Actions:
    """From the least bid to all one has (TAH-ATK-06, ATK-24)."""
    return tuple(Stake(amount) for amount in range(least, gold + 1))


def _guesses(guesses: int, gold: int) -> Actions:
    """Exactly as many different numbers as there are guesses (TAH-ATK-08)."""
    return tuple(Guess(numbers) for numbers in combinations(range(1, gold + 1), min(guesses, gold)))


_guesses_kept = lru_cache(maxsize=256)(_guesses)
_MANY = 20_000
"""So many guesses, at a purse that hardly anybody ever has, are not kept for the next time."""


@cache
def _selections(count: int) -> Actions:
    return tuple(Select(cards) for cards in combinations(CARDS, count))


@cache
def _givings(count: int) -> Actions:
    return tuple(GiveFirst(seat) for seat in range(count))


@lru_cache(maxsize=64)
def _orders(cards: tuple[str, ...]) -> Actions:
    return tuple(PlayFirst(card) for card in cards)


@lru_cache(maxsize=8192)
def _bids_on(card: str, least: int, most: int, markers: tuple[int, ...]) -> Actions:
    """Every amount on one card, with each of the markers."""
    names = [UNITS[marker] for marker in markers]
    return tuple(BidOnCard(card, n, name) for n in range(least, most + 1) for name in names)


def _bids(game: Kingdom, state: State, seat: int) -> Actions:
    """Every bid on every card with every marker (TAH-DRAFT-05..11)."""
    if not state.lots:
        return ()
    gold = state.gold[seat]
    markers = tuple(unit for unit, left in enumerate(game.supplies(state, seat)) if left > 0)
    found: Actions = ()
    for lot in state.lots:
        least = lot.amount + 1
        if lot.bidder == seat:
            found += _bids_on(lot.card, least, gold + lot.amount, (lot.marker,))
        elif least <= gold:
            found += _bids_on(lot.card, least, gold, markers)
    return found


@cache
def _recruitments(ids: tuple[str, ...]) -> tuple[tuple[Recruit, ...], ...]:
    """Every unit in every node, by unit and node."""
    return tuple(tuple(Recruit(unit, node) for node in ids) for unit in UNITS)


@cache
def _moves(ids: tuple[str, ...]) -> tuple[tuple[tuple[Move, ...], ...], ...]:
    """Every step, by unit, where from and where to."""
    return tuple(
        tuple(tuple(Move(unit, start, node) for node in ids) for start in ids) for unit in UNITS
    )


@cache
def _attacks(ids: tuple[str, ...]) -> tuple[tuple[tuple[Attack, ...], ...], ...]:
    """Every attack, by unit, where from and where to."""
    return tuple(
        tuple(tuple(Attack(unit, start, node) for node in ids) for start in ids) for unit in UNITS
    )


def _recruits(game: Kingdom, state: State, seat: int) -> list[AnyAction]:
    """Every unit that can be paid, in every place for it (TAH-REC-01, TAH-CARD-08)."""
    gold, units = state.gold[seat], state.units
    prices = game.prices(state, seat) if state.stage is Stage.RECRUIT else game.costs
    if gold < min(prices):
        return []
    ready = [
        unit
        for unit, left in enumerate(game.supplies(state, seat))
        if left > 0 and gold >= prices[unit]
    ]
    if not ready:
        return []
    sites = checks.grounds(game, state, seat)
    found: list[AnyAction] = []
    for unit in ready:
        named, bit, barred = _recruitments(game.board.ids)[unit], 1 << unit, game.board.barred[unit]
        found += [named[n] for n in sites if not units[n] & bit and n not in barred]
    return found


def _activations(game: Kingdom, state: State, seat: int) -> Actions:
    """Steps and assaults of every unit that is ready or open (TAH-MA-02, MA-05, MA-06)."""
    ids = game.board.ids
    found: list[AnyAction] = [_FINISH]
    if state.active:
        found.append(_CLOSE)
    for start, owner in enumerate(state.owner):
        if owner != seat:
            continue
        units = state.units[start] & ~state.spent[start]
        for unit in (SOLDIER, KNIGHT):
            if units >> unit & 1:
                _walks(game, state, seat, unit, start, found)
        if units >> CATAPULT & 1 and checks.can_attack(game, state, seat, CATAPULT, start) is None:
            named = _attacks(ids)[CATAPULT][start]
            for node in checks.shot_nodes(game, state, seat, start):
                if checks.shoot(game, state, seat, node) is None:
                    found.append(named[node])
    return tuple(found)


def _walks(
    game: Kingdom, state: State, seat: int, unit: int, start: int, found: list[AnyAction]
) -> None:
    """The steps and assaults of a soldier or knight, neighbour by neighbour."""
    moves = checks.can_move(game, state, seat, unit, start) is None
    attacks = checks.can_attack(game, state, seat, unit, start) is None
    ids = game.board.ids
    for node in game.board.neighbours[start]:
        if moves and checks.enter(game, state, seat, unit, node) is None:
            found.append(_moves(ids)[unit][start][node])
        elif attacks and checks.storm(game, state, seat, unit, node) is None:
            found.append(_attacks(ids)[unit][start][node])


def _draft(game: Kingdom, state: State, seat: int) -> Actions:
    """Bid, recruit or pass (TAH-DRAFT-01, DRAFT-13)."""
    return (*_bids(game, state, seat), *_recruits(game, state, seat), _PASS)


def _placings(game: Kingdom, state: State, seat: int) -> Actions:
    """Recruit, or be done (TAH-REC-01, TAH-CARD-08)."""
    return (_FINISH, *_recruits(game, state, seat))


def _guessing(game: Kingdom, state: State, seat: int) -> Actions:
    """Every set of guesses (TAH-ATK-08)."""
    assault = state.assault
    assert assault is not None
    guesses = game.guesses(state, assault.target, assault.defender)
    gold = state.gold[state.turn]
    return (_guesses if comb(gold, guesses) > _MANY else _guesses_kept)(guesses, gold)


_OPTIONS: Mapping[Stage, Callable[[Kingdom, State, int], Actions]] = {
    Stage.DRAFT: _draft,
    Stage.AUCTION: lambda game, state, seat: _auction_bids(state.gold[seat]),
    Stage.ASSIGN: lambda game, state, seat: _givings(game.count),
    Stage.SELECT: lambda game, state, seat: _selections(cards_wanted(game, state)),
    Stage.ORDER: lambda game, state, seat: _orders(state.cards_left),
    Stage.RECRUIT: _placings,
    Stage.LEVY: _placings,
    Stage.ACTIVATE: _activations,
    Stage.BID: lambda game, state, seat: _stakes(game.least_stake, state.gold[seat]),
    Stage.INFORM: lambda game, state, seat: _ASKS,
    Stage.GUESS: _guessing,
    Stage.PRESS: lambda game, state, seat: _AFTER,
}
